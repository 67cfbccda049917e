//! The command line. Without a command it serves.

mod backup;
mod clarifications;
mod contests;
pub(crate) mod export;
mod jury;
mod memory;
mod new;
mod people;
mod serve;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::error::{Error, Result};
use crate::i18n::Missing;
use crate::store::{Contest, Kind, Milestone, PRIVATE_MODE, Store, file_of};

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
Without a command it serves; with an empty database it creates a practice contest and an organiser first.
Every command works while the server runs.
Exit codes:
  0  success
  1  the command failed: the message says why
  2  wrong arguments

Examples:
  laplace-arena
  laplace-arena new demon --id finals --start +10m --end +2h --freeze +90m
  laplace-arena teams finals teams.csv > secrets.csv
  laplace-arena export finals finals.zip";

#[derive(Debug, Subcommand)]
enum Command {
    /// Creates a contest with its inputs
    New(new::New),
    /// Creates teams from a list; prints their passwords and tokens as CSV, once
    Teams(people::Teams),
    /// Gives a team extra time after the end
    Extend(people::Extend),
    /// Creates an invitation and prints its link
    Invite(people::Invitation),
    /// Lists the invitations that can still be used
    Invites(people::Invitations),
    /// Revokes an invitation: its link stops working
    Revoke(people::Revocation),
    /// Creates an organiser and prints the token
    Organiser(people::Organiser),
    /// Replaces the token of an account and prints the new one
    Token(people::Named),
    /// Disables an account: it can no longer sign in
    Disable(people::Named),
    /// Enables a disabled account
    Enable(people::Named),
    /// Lists the contests
    Contests,
    /// Starts a contest
    Start(contests::SetMilestone),
    /// Ends a contest
    End(contests::SetMilestone),
    /// Freezes the board
    Freeze(contests::SetMilestone),
    /// Shows everything on the board
    Thaw(contests::Now),
    /// Clears an end or a freeze, as if it had never been set
    TakeBack(contests::TakeBack),
    /// Sets how much teams learn about a wrong answer
    Feedback(contests::SetFeedback),
    /// Makes the results final
    Finalize(contests::Now),
    /// Changes the title, the registration, or whether a contest is hidden
    Edit(contests::EditContest),
    /// Creates a contest with the inputs of another
    Copy(contests::CopyContest),
    /// Deletes a contest for good
    Delete(contests::DeleteContest),
    /// Lists the questions of teams, the answers and the announcements
    Messages(clarifications::Messages),
    /// Sends a message to all teams, or to one
    Announce(clarifications::Announce),
    /// Answers a question of a team
    Answer(clarifications::Answer),
    /// Judges every file again and prints what changes
    Rejudge(contests::Rejudge),
    /// Writes a contest as files: answers, archives, results, standings, events
    Export(export::ExportCommand),
    /// Rebuilds the outputs of every team from its archive, in a sandbox, and compares them
    Jury(jury::JuryCommand),
    /// Writes the whole database into one file, while the server runs
    Backup(backup::Backup),
    /// Restores a backup into SQLite or PostgreSQL
    Restore(backup::Restore),
    /// Prints a completion script for a shell
    #[command(after_help = "Example: source <(laplace-arena completions bash)")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Writes the manual pages into a folder
    #[command(after_help = "Example: laplace-arena man man1 && man ./man1/laplace-arena.1")]
    Man {
        /// The folder
        folder: PathBuf,
    },
}

impl Command {
    /// Whether it creates the database or needs none; for the other commands a missing file is an error.
    const fn works_without_database(&self) -> bool {
        matches!(
            self,
            Self::New(_)
                | Self::Organiser(_)
                | Self::Restore(_)
                | Self::Jury(_)
                | Self::Completions { .. }
                | Self::Man { .. }
        )
    }
}

/// Runs the command.
pub fn run(arguments: Arguments) -> ExitCode {
    if arguments.command.is_none() {
        memory::return_freed_memory();
    }
    match start(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            print_stderr(&format!("laplace-arena: {}", full_text(&error)));
            ExitCode::FAILURE
        }
    }
}

/// The full text of an error, with internal details: on the command line the reader is the administrator.
fn full_text(error: &Error) -> String {
    match error {
        Error::Unavailable(_, inside) | Error::Database(inside) => format!("the database: {inside}"),
        Error::Internal(inside) => inside.clone(),
        error => error.to_string(),
    }
}

#[tokio::main]
async fn start(arguments: Arguments) -> Result<()> {
    let database = &arguments.database;
    let Some(command) = arguments.command else { return arguments.serve.run(database).await };
    if !command.works_without_database()
        && Kind::of(database) == Kind::Sqlite
        && !Path::new(file_of(database)).exists()
    {
        return Err(Error::Command(format!(
            "there is no database `{database}`; choose another with --database"
        )));
    }
    match command {
        Command::New(new) => new.run(database).await,
        Command::Teams(teams) => teams.run(database).await,
        Command::Extend(extend) => extend.run(database).await,
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
        Command::Edit(edit) => edit.run(database).await,
        Command::Copy(copy) => copy.run(database).await,
        Command::Delete(delete) => delete.run(database).await,
        Command::Messages(messages) => messages.run(database).await,
        Command::Announce(announce) => announce.run(database).await,
        Command::Answer(answer) => answer.run(database).await,
        Command::Rejudge(rejudge) => rejudge.run(database).await,
        Command::Export(export) => export.run(database).await,
        Command::Jury(jury) => jury.run(),
        Command::Backup(backup) => backup.run(database).await,
        Command::Restore(restore) => restore.run(database).await,
        Command::Completions { shell } => {
            print_stdout(&laplace_manual::completions(&mut Arguments::command(), shell))
        }
        Command::Man { folder } => laplace_manual::write_pages(Arguments::command(), &["laplace"], &folder)
            .map_err(|error| Error::Internal(format!("{}: {error}", folder.display()))),
    }
}

/// The contest of a command. The error names it: the id may be mistyped, or the database another one.
async fn find_contest(store: &Store, id: &str) -> Result<Contest> {
    store.contest(id).await.map_err(|error| match error {
        Error::NotFound(Missing::Contest) => {
            Error::Command(format!("there is no contest `{id}`; `laplace-arena contests` lists them"))
        }
        error => error,
    })
}

/// A new file that only its owner can read. An older one of this name is replaced, whatever its mode was; anything
/// that is not a regular file, such as a device, stays.
fn private_file(path: &Path) -> io::Result<File> {
    check_replaceable(path)?;
    if path.exists() {
        fs::remove_file(path)?;
    }
    OpenOptions::new().write(true).create_new(true).mode(PRIVATE_MODE).open(path)
}

/// Fails if there is something at `path` that is not a regular file: renaming over a device would remove it.
fn check_replaceable(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(data) if !data.is_file() => Err(io::Error::other("it is there and not a regular file")),
        _ => Ok(()),
    }
}

/// Writes a line to standard error.
#[allow(clippy::print_stderr, reason = "the one place of this crate that writes to a terminal")]
fn print_stderr(text: &str) {
    eprintln!("{text}");
}

/// Writes a result to standard output, which may be a file or another program.
fn print_stdout(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|error| Error::Internal(format!("standard output: {error}")))
}
