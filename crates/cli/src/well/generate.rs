//! `laplace well gen`

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use laplace_games::well::format::write_problem;
use laplace_games::well::generate::{Family, generate, task_tests};
use laplace_manual::one_of;

use super::folder::TestName;
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

Examples: laplace well gen --figures 10000 --seed 7 -o Tetris.in
          laplace well gen --tests tests --seed 7";

/// What to generate.
#[derive(Debug, Args)]
pub(crate) struct Generate {
    /// Number of figures
    #[arg(long, required_unless_present = "tests", value_parser = clap::value_parser!(u32).range(0..=100_000_000))]
    figures: Option<u32>,
    /// Random seed: the same seed gives the same figures
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The kind of sequence, see below
    #[arg(long, default_value = "uniform", value_parser = one_of::<Family>(Family::ALL.map(Family::name)), hide_possible_values = true)]
    family: Family,
    /// Where the input goes, `-` for standard output
    #[arg(short, long, default_value = "-")]
    output: FileArg,
    /// Write the ten tests of `selftest` and `grade` into a folder, as Tetris-1.in to Tetris-10.in
    #[arg(long, value_name = "DIR", conflicts_with_all = ["figures", "family", "output"])]
    tests: Option<PathBuf>,
}

impl Generate {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        if let Some(folder) = &self.tests {
            return write_tests(folder, self.seed);
        }
        let problem = generate(self.family, self.figures.unwrap_or(0) as usize, self.seed);
        self.output.write(write_problem(&problem).as_bytes())
    }
}

fn write_tests(folder: &Path, seed: u64) -> Result<(), Failure> {
    let place = FileArg::Path(folder.to_owned());
    fs::create_dir_all(folder).map_err(|error| Failure::system(&place, "make", error))?;
    for (number, problem) in (1..).zip(task_tests(seed)) {
        let place = FileArg::Path(folder.join(TestName::numbered(number).input()));
        place.write(write_problem(&problem).as_bytes())?;
    }
    Ok(())
}
