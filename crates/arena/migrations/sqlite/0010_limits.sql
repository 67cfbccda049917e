-- How much may be submitted to a contest, in bytes; NULL is the limit of the server.
ALTER TABLE contests ADD COLUMN max_upload BIGINT;
ALTER TABLE contests ADD COLUMN max_team_bytes BIGINT;
ALTER TABLE contests ADD COLUMN max_contest_bytes BIGINT;
