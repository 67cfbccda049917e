-- What organisers know of a team, and its extra time in milliseconds.
ALTER TABLE accounts ADD COLUMN members TEXT NOT NULL DEFAULT '';
ALTER TABLE accounts ADD COLUMN school TEXT NOT NULL DEFAULT '';
ALTER TABLE accounts ADD COLUMN team_group TEXT NOT NULL DEFAULT '';
ALTER TABLE accounts ADD COLUMN extra BIGINT NOT NULL DEFAULT 0;
