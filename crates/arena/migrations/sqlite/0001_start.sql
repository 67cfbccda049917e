-- Times are milliseconds since 1970, truth values 0 or 1, points hundredths of a point.

-- A counter for each contest, and one ('') for the server. Every transaction that changes something takes
-- the next number first: that orders changes, and gives each its event.
CREATE TABLE revisions (
    contest TEXT PRIMARY KEY,
    number  BIGINT NOT NULL
);
INSERT INTO revisions (contest, number) VALUES ('', 0);

CREATE TABLE events (
    contest TEXT   NOT NULL REFERENCES revisions (contest),
    number  BIGINT NOT NULL,
    at      BIGINT NOT NULL,
    kind    TEXT   NOT NULL,
    who     TEXT   NOT NULL,
    subject TEXT   NOT NULL,
    detail  TEXT   NOT NULL,
    PRIMARY KEY (contest, number)
);

CREATE TABLE contests (
    id           TEXT PRIMARY KEY REFERENCES revisions (contest),
    game         TEXT   NOT NULL,
    title        TEXT   NOT NULL,
    seed         BIGINT NOT NULL,
    open         BIGINT NOT NULL,
    created_at   BIGINT NOT NULL,
    starts_at    BIGINT NOT NULL,
    ends_at      BIGINT,
    frozen_at    BIGINT,
    thawed_at    BIGINT,
    finalized_at BIGINT
);

CREATE TABLE inputs (
    contest  TEXT   NOT NULL REFERENCES contests (id),
    number   BIGINT NOT NULL,
    question BIGINT NOT NULL,
    name     TEXT   NOT NULL,
    answer   TEXT   NOT NULL,
    bound    BIGINT NOT NULL,
    content  BLOB   NOT NULL,
    PRIMARY KEY (contest, number),
    UNIQUE (contest, name),
    UNIQUE (contest, answer)
);

-- Organisers belong to no contest ('').
CREATE TABLE accounts (
    id         TEXT PRIMARY KEY,
    contest    TEXT   NOT NULL,
    login      TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    password   TEXT,
    token      TEXT UNIQUE,
    created_at BIGINT NOT NULL,
    disabled   BIGINT NOT NULL DEFAULT 0,
    UNIQUE (contest, login)
);

CREATE TABLE sessions (
    hash       TEXT PRIMARY KEY,
    account    TEXT   NOT NULL REFERENCES accounts (id),
    expires_at BIGINT NOT NULL
);

CREATE TABLE invites (
    hash       TEXT PRIMARY KEY,
    contest    TEXT   NOT NULL REFERENCES contests (id),
    name       TEXT   NOT NULL,
    uses_left  BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

-- Answers are kept once each, compressed.
CREATE TABLE contents (
    hash   TEXT PRIMARY KEY,
    size   BIGINT NOT NULL,
    packed BLOB   NOT NULL
);

CREATE TABLE submissions (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    contest   TEXT   NOT NULL REFERENCES contests (id),
    team      TEXT   NOT NULL REFERENCES accounts (id),
    at        BIGINT NOT NULL,
    origin    TEXT   NOT NULL,
    label     TEXT   NOT NULL,
    retry_key TEXT,
    ignored   BIGINT NOT NULL DEFAULT 0,
    UNIQUE (team, retry_key)
);
CREATE INDEX submissions_of_a_team ON submissions (contest, team);

CREATE TABLE files (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    submission BIGINT NOT NULL REFERENCES submissions (id),
    input      BIGINT NOT NULL,
    content    TEXT   NOT NULL REFERENCES contents (hash),
    UNIQUE (submission, input)
);

CREATE TABLE rejudgings (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    contest TEXT   NOT NULL REFERENCES contests (id),
    at      BIGINT NOT NULL,
    who     TEXT   NOT NULL,
    reason  TEXT   NOT NULL,
    state   TEXT   NOT NULL
);

-- Round 0 is the judging at once; every other round is a rejudging, which counts once it is applied.
CREATE TABLE judgings (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    file    BIGINT NOT NULL REFERENCES files (id),
    round   BIGINT NOT NULL,
    at      BIGINT NOT NULL,
    judge   TEXT   NOT NULL,
    outcome TEXT   NOT NULL,
    points  BIGINT NOT NULL,
    score   BIGINT NOT NULL,
    detail  TEXT   NOT NULL,
    UNIQUE (file, round)
);
