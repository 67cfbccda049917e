//! The command line: serving is what happens when nothing else is asked for.

mod backup;
mod contests;
mod export;
mod memory;
mod new;
mod people;
mod serve;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::error::{Error, Result};
use crate::store::{Kind, Milestone, file_of};

/// The correction server of the contests: demon, well, and Blobwar in the browser
#[derive(Debug, Parser)]
#[command(name = "laplace-arena", version, after_help = EXAMPLES)]
pub struct Arguments {
    /// The database: a file of SQLite, or postgres://USER:PASSWORD@HOST/NAME
    #[arg(
        long,
        global = true,
        env = "LAPLACE_DATABASE",
        default_value = "laplace-arena.db",
        hide_env_values = true
    )]
    database: String,
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: serve::Serve,
}

const EXAMPLES: &str = "\
Without a command it serves; with an empty database it makes a practice contest and an organiser first.
Every command works while the server runs.

Examples:
  laplace-arena
  laplace-arena new demon --id finals --start +10m --end +2h --freeze +90m
  laplace-arena teams finals teams.csv > secrets.csv
  laplace-arena export finals finals.zip";

#[derive(Debug, Subcommand)]
enum Command {
    /// Makes a contest with its inputs
    New(new::New),
    /// Makes teams from a list; prints their passwords and tokens as CSV, once
    Teams(people::Teams),
    /// Makes an invitation and prints its link
    Invite(people::Invitation),
    /// Lists the invitations that can still be used
    Invites(people::Invitations),
    /// Revokes an invitation: its link leads nowhere
    Revoke(people::Revocation),
    /// Makes an organiser and prints the token
    Organiser(people::Organiser),
    /// Gives an account another token and prints it
    Token(people::Named),
    /// Ends the right of an account to sign in
    Disable(people::Named),
    /// Gives it back
    Enable(people::Named),
    /// Lists the contests
    Contests,
    /// Starts a contest
    Start(contests::SetMoment),
    /// Ends a contest
    End(contests::SetMoment),
    /// Freezes the board
    Freeze(contests::SetMoment),
    /// Shows everything on the board
    Thaw(contests::Now),
    /// Takes back an end or a freeze, as if it had never been set
    TakeBack(contests::TakeBack),
    /// Sets what teams are told of a wrong answer
    Feedback(contests::SetFeedback),
    /// Makes the results final
    Finalize(contests::Now),
    /// Judges every file again and prints what changes
    Rejudge(contests::Rejudge),
    /// Writes a contest as files: answers, results, standings, events
    Export(export::Export),
    /// Writes the whole database into one file, while the server runs
    Backup(backup::Backup),
    /// Puts back what `backup` wrote, into SQLite or PostgreSQL
    Restore(backup::Restore),
}

impl Command {
    /// Whether it makes sense with a database that does not exist yet; for the others its name was mistyped.
    const fn may_begin(&self) -> bool {
        matches!(self, Self::New(_) | Self::Organiser(_) | Self::Restore(_))
    }
}

/// Runs what was asked for.
pub fn run(arguments: Arguments) -> ExitCode {
    if arguments.command.is_none() {
        memory::give_large_pieces_back();
    }
    match start(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tell(&format!("laplace-arena: {}", inside_too(&error)));
            ExitCode::FAILURE
        }
    }
}

/// On the command line the person is the administrator: they are told what went wrong inside.
fn inside_too(error: &Error) -> String {
    match error {
        Error::Unavailable(inside) | Error::Database(inside) => format!("the database: {inside}"),
        Error::Internal(inside) => inside.clone(),
        error => error.to_string(),
    }
}

#[tokio::main]
async fn start(arguments: Arguments) -> Result<()> {
    let database = &arguments.database;
    let Some(command) = arguments.command else { return arguments.serve.run(database).await };
    if !command.may_begin() && Kind::of(database) == Kind::Sqlite && !Path::new(file_of(database)).exists() {
        return Err(Error::BadRequest(format!(
            "there is no database `{database}`; another is given with --database"
        )));
    }
    match command {
        Command::New(new) => new.run(database).await,
        Command::Teams(teams) => teams.run(database).await,
        Command::Invite(invitation) => invitation.run(database).await,
        Command::Invites(invitations) => invitations.run(database).await,
        Command::Revoke(revocation) => revocation.run(database).await,
        Command::Organiser(organiser) => organiser.run(database).await,
        Command::Token(named) => named.set_token(database).await,
        Command::Disable(named) => named.set_disabled(database, true).await,
        Command::Enable(named) => named.set_disabled(database, false).await,
        Command::Contests => contests::list(database).await,
        Command::Start(moment) => moment.run(database, Milestone::Start).await,
        Command::End(moment) => moment.run(database, Milestone::End).await,
        Command::Freeze(moment) => moment.run(database, Milestone::Freeze).await,
        Command::Thaw(now) => now.run(database, Milestone::Thaw).await,
        Command::TakeBack(moment) => moment.run(database).await,
        Command::Feedback(feedback) => feedback.run(database).await,
        Command::Finalize(now) => now.run(database, Milestone::Finalize).await,
        Command::Rejudge(rejudge) => rejudge.run(database).await,
        Command::Export(export) => export.run(database).await,
        Command::Backup(backup) => backup.run(database).await,
        Command::Restore(restore) => restore.run(database).await,
    }
}

/// Says something to the person at the terminal.
#[allow(clippy::print_stderr, reason = "the one place of this crate that talks to a terminal")]
fn tell(text: &str) {
    eprintln!("{text}");
}

/// Prints a result, which may go into a file or another program.
fn say(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|error| Error::Internal(format!("standard output: {error}")))
}
