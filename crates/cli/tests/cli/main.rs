//! The program as its users see it: exit code, standard output and standard error together.
//!
//! After a change that is meant: `INSTA_UPDATE=always cargo test -p laplace --test cli`, and read the diff.

mod analyse;
mod bad_input;
mod check;
mod commands;
mod course;
mod export;
mod golden;
mod play;
mod progress;
mod replay;
mod room;
mod submit;
mod tmux;
mod user;
mod view;
mod wait;
