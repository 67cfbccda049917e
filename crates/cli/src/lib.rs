//! The program `laplace`: plays, judges and shows three games in which nothing is hidden.
//!
//! `main.rs` only calls [`run`]; the library is there so that tests reach what they need.
//! The only place of the workspace that prints. Results go to standard output, messages to standard error.
//! `args` defines the commands, there is one module for each game, `files` reads and writes whole files or
//! nothing, `failure` holds the errors and their exit codes.

mod args;
mod bench;
mod blobwar;
mod demon;
mod duration;
mod export;
mod failure;
mod files;
mod grade;
mod progress;
mod replay;
mod stdin;
mod stop;
mod submit;
mod view;
mod well;

use std::process::ExitCode;

use args::{Args, Command};
use clap::Parser;
use failure::Failure;
use files::FileArg;
pub use view::TerminalGuard;

/// Runs the program on the arguments of this process.
pub fn run() -> ExitCode {
    let result = match Args::try_parse() {
        Ok(args) => dispatch(args),
        // clap's own `exit` takes no notice of a help text that could not be written.
        Err(help) if !help.use_stderr() => {
            help.print().map_err(|error| Failure::system(&FileArg::Stdio, "write", error))
        }
        Err(wrong) => wrong.exit(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn dispatch(args: Args) -> Result<(), Failure> {
    match args.command {
        Command::Demon(command) => demon::run(command),
        Command::Well(command) => well::run(command),
        Command::Blobwar(command) => blobwar::run(command),
        Command::Replay(command) => replay::run(command),
        Command::Submit(submit) => submit.run(),
        Command::Bench => bench::run(),
        Command::Completions { shell } => args::completions(shell),
        Command::Man { folder } => args::manual(&folder),
    }
}
