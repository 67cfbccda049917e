//! `laplace well ...`

mod generate;
mod judge;

use clap::Subcommand;
use games::well::Depth;

use crate::failure::Failure;

/// The second word.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Says how many of the figures an answer places, the points, and why the game ended
    #[command(after_help = "Example: laplace well judge Tetris.in Tetris.out")]
    Judge(judge::Judge),
    /// Makes an input from a seed
    #[command(after_help = generate::HELP)]
    Gen(generate::Generate),
}

pub(crate) fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Judge(args) => args.run(),
        Command::Gen(args) => args.run(),
    }
}

/// Reads a number of rows that was typed.
fn depth(text: &str) -> Result<Depth, String> {
    text.parse().ok().and_then(Depth::new).ok_or_else(|| "expected a number of rows from 1 to 20".into())
}
