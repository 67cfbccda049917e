//! The program as its users see it: exit code, standard output and standard error together.
//!
//! After an intended change: `INSTA_UPDATE=always cargo test -p laplace --test cli`, and read the diff.

mod analyse;
mod bad_input;
mod check;
mod commands;
mod course;
mod demon;
mod docs;
mod export;
mod file_names;
mod golden;
mod grade;
mod match_cmd;
mod packaging;
mod pgn;
mod play;
mod progress;
mod replay;
mod submit;
mod tmux;
mod training;
mod user;
mod view;
mod wait;
mod well;
