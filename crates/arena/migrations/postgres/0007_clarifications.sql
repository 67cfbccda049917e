-- Questions of teams, answers and announcements of organisers. A team asks the organisers (from_team); organisers write to one
-- team (to_team) or to all (neither).
CREATE TABLE clarifications (
    id        BIGSERIAL PRIMARY KEY,
    contest   TEXT   NOT NULL REFERENCES contests (id),
    at        BIGINT NOT NULL,
    from_team TEXT   REFERENCES accounts (id),
    to_team   TEXT   REFERENCES accounts (id),
    reply_to  BIGINT REFERENCES clarifications (id),
    input     BIGINT,
    text      TEXT   NOT NULL
);
CREATE INDEX clarifications_of_a_contest ON clarifications (contest);
