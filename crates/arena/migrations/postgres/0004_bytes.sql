-- The bytes of a submission's files as they are stored, for the limits of teams and contests.
ALTER TABLE submissions ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0;
UPDATE submissions SET bytes = (
    SELECT COALESCE(SUM(LENGTH(contents.packed)), 0)
    FROM files JOIN contents ON contents.hash = files.content
    WHERE files.submission = submissions.id
);
-- Has all that a sum for a team or a contest needs.
DROP INDEX submissions_of_a_team;
CREATE INDEX submissions_of_a_team ON submissions (contest, team, bytes);
