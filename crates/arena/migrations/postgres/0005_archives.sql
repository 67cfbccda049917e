-- What was passed over in a submission, as JSON.
ALTER TABLE submissions ADD COLUMN notes TEXT NOT NULL DEFAULT '{}';

-- The archives of a submission as they came, for the jury: their contents are those of answers.
CREATE TABLE archives (
    submission BIGINT NOT NULL REFERENCES submissions (id),
    number     BIGINT NOT NULL,
    name       TEXT   NOT NULL,
    content    TEXT   NOT NULL REFERENCES contents (hash),
    PRIMARY KEY (submission, number)
);
