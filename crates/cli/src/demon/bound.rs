//! `laplace demon bound`, and how bounds are printed by name.

use clap::Args;
use laplace_games::demon::bound::{Bounds, bounds};
use laplace_games::demon::{MOVE_LIMIT, Seed};
use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::files::FileArg;

pub(super) const HELP: &str = "\
No game of the seed scores more than any of these bounds. A game that meets one of them is proved optimal.

Example: laplace demon bound 231
prints   plain 739300  by counting blocks
         tight 739200  by counting blocks, without moves that no board allows";

/// A seed and a number of moves.
#[derive(Debug, Args)]
pub(crate) struct Bound {
    /// The seed s, from 0 to 1000000
    #[arg(value_parser = seed, allow_negative_numbers = true)]
    seed: Seed,
    /// Number of moves of the game
    #[arg(long, default_value_t = MOVE_LIMIT, value_parser = clap::value_parser!(u32).range(0..=i64::from(MOVE_LIMIT)))]
    moves: u32,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Bound {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let bounds = bounds(self.seed, self.moves);
        let text = if self.json {
            let report = json!({
                "seed": self.seed.number(),
                "moves": self.moves,
                "bounds": bounds_json(&bounds),
            });
            format!("{report}\n")
        } else {
            let line = |(kind, bound): (laplace_games::demon::bound::BoundKind, u32)| {
                format!("{} {bound}  {}\n", kind.name(), kind.description())
            };
            bounds.iter().map(line).collect()
        };
        FileArg::Stdio.write(text.as_bytes())
    }
}

/// The bounds by name, as every JSON object here has them.
pub(super) fn bounds_json(bounds: &Bounds) -> Value {
    bounds.iter().map(|(kind, bound)| (kind.name().to_owned(), bound.into())).collect::<Map<_, _>>().into()
}

/// Parses a seed.
pub(super) fn seed(text: &str) -> Result<Seed, String> {
    let number = text.parse().ok().and_then(Seed::new);
    number.ok_or_else(|| format!("expected a number from 0 to {}", Seed::MAX))
}
