//! What can be typed.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{CommandFactory, Parser, Subcommand};

use crate::failure::Failure;
use crate::files::Place;
use crate::{blobwar, demon, replay, submit, well};

/// The whole command line.
#[derive(Debug, Parser)]
#[command(name = "laplace", version, about, after_help = EXIT_CODES, arg_required_else_help = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) game: Game,
}

/// The first word: which game.
#[derive(Debug, Subcommand)]
pub(crate) enum Game {
    /// Tetris on 24 x 12 with every piece known in advance: play, judge, show
    #[command(subcommand)]
    Demon(demon::Command),
    /// Tetris on 20 x 10 where components fall: solve, judge, show
    #[command(subcommand)]
    Well(well::Command),
    /// The game of blobs on 8 x 8, and Ataxx: engine, positions, counts
    #[command(subcommand)]
    Blobwar(blobwar::Command),
    /// One file for a game of any kind: make it, verify it
    #[command(subcommand)]
    Replay(replay::Command),
    /// Hand answers in to a contest's server, and read what it says of them
    #[command(after_help = submit::HELP)]
    Submit(submit::Submit),
    /// Fixed work on all three games: its checksum changes only if behaviour does
    Bench,
    /// Prints a script that completes these commands in a shell
    #[command(after_help = "Example: source <(laplace completions bash)")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Writes the manual pages into a folder
    #[command(after_help = "Example: laplace man man1 && man ./man1/laplace-demon-judge.1")]
    Man {
        /// The folder
        folder: PathBuf,
    },
}

const EXIT_CODES: &str = "\
Results go to standard output, all else to standard error; `-` is standard input or output.
Exit codes:
  0  done, and for a judge: right
  1  judged, and wrong
  2  wrong arguments
  3  a text is not what it should be: the message names file, line, found and expected
  4  a file cannot be read or written

Start here:
  laplace demon answer inputs --out outputs
  laplace demon judge inputs/q4-input-73 outputs/q4-output-73
  laplace well judge Tetris.in Tetris.out
  laplace blobwar perft 5 --map chess";

/// Prints the completions of a shell, made from the same definition as the help.
pub(crate) fn completions(shell: clap_complete::Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "laplace", &mut script);
    Place::Standard.write(&script)
}

/// Writes a manual page for every command, made from the same definition as the help.
pub(crate) fn manual(folder: &Path) -> Result<(), Failure> {
    let place = Place::File(folder.to_owned());
    fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(Args::command(), folder))
        .map_err(|error| Failure::system(&place, "write", error))
}
