//! The command line: serving is what happens when nothing else is asked for.

mod new;
mod serve;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::error::Answer;

/// The correction server of the contests: demon, well, and Blobwar in the browser
#[derive(Debug, Parser)]
#[command(name = "laplace-arena", version)]
pub struct Arguments {
    /// The database: a file of SQLite, or postgres://USER:PASSWORD@HOST/NAME
    #[arg(long, global = true, env = "LAPLACE_DATABASE", default_value = "laplace-arena.db")]
    database: String,
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: serve::Serve,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Makes a contest with its inputs
    New(new::New),
}

/// Runs what was asked for.
pub fn run(arguments: Arguments) -> ExitCode {
    match start(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tell(&format!("laplace-arena: {}", inside_too(&error)));
            ExitCode::FAILURE
        }
    }
}

/// On the command line the person is the administrator: they are told what went wrong inside.
fn inside_too(error: &crate::error::Error) -> String {
    match error {
        crate::error::Error::Database(inside) => format!("the database: {inside}"),
        crate::error::Error::Inside(inside) => inside.clone(),
        error => error.to_string(),
    }
}

#[tokio::main]
async fn start(arguments: Arguments) -> Answer<()> {
    match arguments.command {
        None => arguments.serve.run(&arguments.database).await,
        Some(Command::New(new)) => new.run(&arguments.database).await,
    }
}

/// Says something to the person at the terminal.
#[allow(clippy::print_stderr, reason = "the one place of this crate that talks to a terminal")]
fn tell(text: &str) {
    eprintln!("{text}");
}
