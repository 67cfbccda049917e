//! `laplace well gen`

use clap::Args;
use laplace_games::well::format::write_problem;
use laplace_games::well::generate::{Family, generate};

use crate::failure::Failure;
use crate::files::Place;

pub(super) const HELP: &str = "\
Families: uniform (as the task's tests), and sequences made to be hard.

Example: laplace well gen --figures 10000 --seed 7 -o Tetris.in";

/// What to make.
#[derive(Debug, Args)]
pub(crate) struct Generate {
    /// How many figures
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=100_000_000))]
    figures: u32,
    /// The same seed gives the same figures
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The kind of sequence
    #[arg(long, default_value = "uniform", value_parser = family)]
    family: Family,
    /// Where the input goes, `-` for standard output
    #[arg(short, long, default_value = "-")]
    output: Place,
}

impl Generate {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let problem = generate(self.family, self.figures as usize, self.seed);
        self.output.write(write_problem(&problem).as_bytes())
    }
}

fn family(name: &str) -> Result<Family, String> {
    let names: Vec<_> = Family::ALL.iter().map(|family| family.name()).collect();
    name.parse().map_err(|_| format!("expected one of: {}", names.join(", ")))
}
