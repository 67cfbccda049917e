//! `laplace well gen`

use clap::Args;
use laplace_games::well::format::write_problem;
use laplace_games::well::generate::{Family, generate};

use crate::failure::Failure;
use crate::files::FileArg;

pub(super) const HELP: &str = "\
Families:
  uniform              every figure with the same chance, as in the task's tests
  only-s-and-z         only S and Z, each with the same chance
  alternating-s-and-z  S, Z, S, Z and so on
  droughts             long stretches without the bar, one bar between them
  floods               long stretches without the bar, long stretches of bars between them
  one-figure           one figure again and again

Example: laplace well gen --figures 10000 --seed 7 -o Tetris.in";

/// What to generate.
#[derive(Debug, Args)]
pub(crate) struct Generate {
    /// Number of figures
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=100_000_000))]
    figures: u32,
    /// Random seed: the same seed gives the same figures
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The kind of sequence, see below
    #[arg(long, default_value = "uniform", value_parser = family)]
    family: Family,
    /// Where the input goes, `-` for standard output
    #[arg(short, long, default_value = "-")]
    output: FileArg,
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
