-- Token buckets that all servers on this database share, by the hash of their name, with the time at which each is full
-- again. Unlogged: after a crash of the database all buckets are full, as after a restart of a server on SQLite.
CREATE UNLOGGED TABLE rate_limits (
    name TEXT PRIMARY KEY,
    full_at BIGINT NOT NULL
);
