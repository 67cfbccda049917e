-- Whether only organisers and its own teams see a contest.
ALTER TABLE contests ADD COLUMN hidden BIGINT NOT NULL DEFAULT 0;
