//! The program `laplace`: plays, judges and shows three games in which nothing is hidden.
//!
//! `main.rs` only calls [`run`]; the library is there so that tests reach what they need.
//! The only place of the workspace that prints. Results go to standard output, talk to standard error.
//! `args` says what can be typed, one module a game says what it does, `files` reads and writes whole files
//! or nothing, `failure` says what went wrong and with which exit code.

mod args;
mod bench;
mod blobwar;
mod demon;
mod export;
mod failure;
mod files;
mod progress;
mod replay;
mod stop;
mod submit;
mod view;
mod well;

use std::process::ExitCode;

use args::{Args, Game};
use clap::Parser;
use failure::Failure;
pub use view::TerminalGuard;

/// Runs the program on the arguments of this process.
pub fn run() -> ExitCode {
    match dispatch(Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn dispatch(args: Args) -> Result<(), Failure> {
    match args.game {
        Game::Demon(command) => demon::run(command),
        Game::Well(command) => well::run(command),
        Game::Blobwar(command) => blobwar::run(command),
        Game::Replay(command) => replay::run(command),
        Game::Submit(submit) => submit.run(),
        Game::Bench => bench::run(),
        Game::Completions { shell } => args::completions(shell),
        Game::Man { folder } => args::manual(&folder),
    }
}
