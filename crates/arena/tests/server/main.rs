//! The server as its users meet it: over HTTP, on SQLite and on PostgreSQL.

#![allow(clippy::unwrap_used, reason = "tests")]

mod database;
mod ground;
mod play;
mod store;
