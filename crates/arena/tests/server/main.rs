//! The server as its users meet it: over HTTP, on SQLite and on PostgreSQL.

#![allow(clippy::unwrap_used, reason = "tests")]

mod accounts;
mod archives;
mod arrival;
mod backup;
mod bad;
mod browser;
mod clarifications;
mod clics;
mod commands;
mod crash;
mod crowd;
mod database;
mod failing_database;
mod feedback;
mod feeds;
mod friend;
mod hostile;
mod jury;
mod lists;
mod manage;
mod organise;
mod own;
mod pages;
mod play;
mod process;
mod rejudge;
mod retry;
mod running;
mod schedule;
mod secrets;
mod security;
mod shares;
mod sign_in;
mod standings;
mod storage;
mod store;
mod story;
mod streams;
mod taken_out;
mod team_facts;
mod teams;
mod test_server;
mod upgrade;
mod wait;
