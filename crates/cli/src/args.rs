//! The command line: its commands, the general help, completions and manual pages.

use std::path::{Path, PathBuf};

use clap::{CommandFactory, Parser, Subcommand};

use crate::failure::Failure;
use crate::files::FileArg;
use crate::{blobwar, demon, replay, submit, well};

/// The whole command line.
#[derive(Debug, Parser)]
#[command(name = "laplace", version, about, after_help = EXIT_CODES, arg_required_else_help = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The first word: a game, or what serves all of them.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Tetris on 24 x 12 with all pieces known in advance: play, judge, show
    #[command(subcommand)]
    Demon(demon::Command),
    /// Tetris on 20 x 10 where components fall: solve, judge, show
    #[command(subcommand)]
    Well(well::Command),
    /// The game of blobs on 8 x 8, and Ataxx: engine, positions, counts
    #[command(subcommand)]
    Blobwar(blobwar::Command),
    /// Replays: one file format for a game of any kind; make and verify them
    #[command(subcommand)]
    Replay(replay::Command),
    /// Submit answers to a contest server and print its verdicts
    #[command(after_help = submit::HELP)]
    Submit(submit::Submit),
    /// Run a fixed benchmark of all three games; the checksum changes only when behaviour does
    Bench,
    /// Print a completion script for a shell
    #[command(after_help = "Example: source <(laplace completions bash)")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write the manual pages into a folder
    #[command(after_help = "Example: laplace man man1 && man ./man1/laplace-demon-judge.1")]
    Man {
        /// The folder
        folder: PathBuf,
    },
}

const EXIT_CODES: &str = "\
Results go to standard output, everything else to standard error; `-` is standard input or output.
Exit codes:
  0  success; for a judge: the answer is right
  1  the answer was judged and is wrong
  2  wrong arguments
  3  malformed input: the message names the file, the line, what was found and what was expected
  4  a file cannot be read or written
  130  stopped by Ctrl-C before all was done: the message reports the rest

Start here:
  laplace demon answer inputs --out outputs
  laplace demon judge inputs/q4-input-73 outputs/q4-output-73
  laplace well judge Tetris.in Tetris.out
  laplace blobwar perft 5 --map chess";

/// Prints the completions of a shell, made from the same definition as the help.
pub(crate) fn completions(shell: clap_complete::Shell) -> Result<(), Failure> {
    FileArg::Stdio.write(laplace_manual::completions(&mut Args::command(), shell).as_bytes())
}

/// Writes a manual page for every command, made from the same definition as the help.
pub(crate) fn manual(folder: &Path) -> Result<(), Failure> {
    let place = FileArg::Path(folder.to_owned());
    laplace_manual::write_pages(Args::command(), &["laplace-arena"], folder)
        .map_err(|error| Failure::system(&place, "write", error))
}
