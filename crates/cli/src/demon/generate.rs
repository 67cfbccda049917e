//! `laplace demon gen`

use std::fs;
use std::path::PathBuf;

use clap::Args;
use laplace_games::demon::format::Question;
use laplace_games::demon::generate::{Family, input};
use laplace_manual::one_of;

use super::QUESTIONS;
use crate::failure::Failure;
use crate::files::FileArg;

pub(super) const HELP: &str = "\
Families:
  plain        every question: nothing special
  edges        every question: seeds at the ends of their range, pieces along the walls
  crowded      question 2: most lines are incorrect
  towers       question 3: columns piled up to the last line on which a piece fits
  wrong-piece, outside   question 4: a bad move half-way, and moves after it
  tetrises     question 4: a Tetris straight after a Tetris
  top-out      question 4: the top lines end the game, and moves follow
  last-on-top  question 4: the last piece stands in the top lines
  too-long     question 4: more than 10 000 lines

Examples: laplace demon gen 4 --family tetrises --seed 7
          laplace demon gen --into inputs --count 2 --seed 1   (every question, every family)";

/// What to generate.
#[derive(Debug, Args)]
pub(crate) struct Generate {
    /// The question, 1 to 5
    #[arg(required_unless_present = "into", value_parser = one_of::<u32>(QUESTIONS), hide_possible_values = true)]
    question: Option<u32>,
    /// The kind of input, see below
    #[arg(long, default_value = "plain", value_parser = one_of::<Family>(Family::ALL.map(Family::name)), hide_possible_values = true)]
    family: Family,
    /// Random seed: the same seed gives the same input
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where the input goes, `-` for standard output
    #[arg(short, long, default_value = "-")]
    output: FileArg,
    /// Fill this folder with inputs of every question and family instead
    #[arg(long, value_name = "DIR", conflicts_with_all = ["question", "family", "output"])]
    into: Option<PathBuf>,
    /// With --into: number of inputs of each family
    #[arg(long, default_value_t = 1, requires = "into")]
    count: u64,
}

impl Generate {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        match (&self.into, self.question.and_then(Question::from_number)) {
            (Some(folder), _) => self.fill(folder),
            (None, Some(question)) => self.output.write(self.one(question)?.as_bytes()),
            (None, None) => Err(Failure::Usage("which question? 1 to 5".into())),
        }
    }

    fn one(&self, question: Question) -> Result<String, Failure> {
        input(question, self.family, self.seed).ok_or_else(|| {
            let names: Vec<_> = Family::of(question).iter().map(|family| family.name()).collect();
            Failure::Usage(format!(
                "{question} has no family {}; expected one of: {}",
                self.family.name(),
                names.join(", ")
            ))
        })
    }

    /// Writes the inputs and reports the family of each on standard error.
    #[allow(clippy::print_stderr, reason = "messages go to standard error")]
    fn fill(&self, folder: &PathBuf) -> Result<(), Failure> {
        let place = FileArg::Path(folder.clone());
        fs::create_dir_all(folder).map_err(|error| Failure::system(&place, "make", error))?;
        for question in Question::ALL {
            let families = Family::of(question)
                .iter()
                .flat_map(|family| (0..self.count).map(move |turn| (family, turn)));
            for (number, (&family, turn)) in families.enumerate() {
                let text = input(question, family, self.seed.wrapping_add(turn)).unwrap_or_default();
                let name = format!("{question}-input-{}", number + 1);
                let place = FileArg::Path(folder.join(name));
                place.write(text.as_bytes())?;
                eprintln!("{place}  {}", family.name());
            }
        }
        Ok(())
    }
}
