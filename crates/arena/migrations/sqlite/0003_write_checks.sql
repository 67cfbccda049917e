-- One row, written by the server to see whether the database stores.
CREATE TABLE write_checks (
    id BIGINT PRIMARY KEY,
    at BIGINT NOT NULL
);
