-- Nothing: a file of SQLite has one server, which has its token buckets in memory.
SELECT 1;
