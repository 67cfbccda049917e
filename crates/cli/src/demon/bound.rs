//! `laplace demon bound`

use clap::Args;
use laplace_games::demon::{MOVE_LIMIT, Seed, bound};

use crate::failure::Failure;
use crate::files::FileArg;

/// A seed and a number of moves.
#[derive(Debug, Args)]
pub(crate) struct Bound {
    /// The seed s, from 0 to 1000000
    #[arg(value_parser = seed)]
    seed: Seed,
    /// Number of moves of the game
    #[arg(long, default_value_t = MOVE_LIMIT, value_parser = clap::value_parser!(u32).range(0..=100_000_000))]
    moves: u32,
}

impl Bound {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        FileArg::Stdio.write(format!("{}\n", bound::bound(self.seed, self.moves)).as_bytes())
    }
}

/// Parses a seed.
pub(super) fn seed(text: &str) -> Result<Seed, String> {
    let number = text.parse().ok().and_then(Seed::new);
    number.ok_or_else(|| format!("expected a number from 0 to {}", Seed::MAX))
}
