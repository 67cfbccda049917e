//! `laplace blobwar openings`, and where the openings of a match come from.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use laplace_games::blobwar::{Map, Position, RuleChoice, Size, Variant};
use laplace_matches::OpeningSource;

use super::{Rules, map};
use crate::failure::Failure;
use crate::files::FileArg;
use crate::progress::Progress;
use crate::stop::Stop;

pub(super) const HELP: &str = "\
Prints one FEN a line: different positions after random moves, none of them over. A seed gives the same ones \
everywhere. `blobwar match --openings FILE` reads them.

Examples: laplace blobwar openings --count 500 --plies 4 --seed 7 > openings.txt
          laplace blobwar openings --count 50 --map cross --map rings --balanced";

/// How far a balanced position may be from even, in hundredths of a blob, if no number is given.
const BALANCED: &str = "100";

/// Starts, and random moves from them.
#[derive(Debug, Args)]
pub(super) struct Source {
    /// The size of the board [default: that of --variant, or 7]
    #[arg(long, value_name = "SIZE", value_parser = size(), conflicts_with = "map")]
    board: Option<Size>,
    /// A map of the course's project; can be repeated
    #[arg(long, value_name = "NAME", value_parser = map())]
    map: Vec<Map>,
    #[command(flatten)]
    rules: Rules,
    /// Number of random moves from the start
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=60))]
    plies: u32,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Source {
    pub(super) fn choice(&self) -> RuleChoice {
        self.rules.choice()
    }

    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    fn source(&self) -> Result<OpeningSource, Failure> {
        let choice = self.choice();
        let starts = if self.map.is_empty() {
            let size = self.board.unwrap_or(choice.variant.map_or(Size::Seven, Variant::size));
            let wrong = |error| Failure::Usage(format!("--board {}: {error}", size.width()));
            vec![choice.start_on(size).map_err(wrong)?]
        } else {
            self.map.iter().map(|map| self.rules.start_on_map(map)).collect::<Result<_, _>>()?
        };
        Ok(OpeningSource { starts, plies: self.plies, seed: self.seed })
    }

    /// This number of openings, or fewer if there are hardly any; an error if there is none.
    pub(super) fn random(&self, count: usize) -> Result<Vec<Position>, Failure> {
        let openings = self.source()?.random(count);
        if openings.is_empty() {
            return Err(Failure::Usage(format!("no game lasts longer than {} moves", self.plies)));
        }
        Ok(openings)
    }
}

/// What to print.
#[derive(Debug, Args)]
pub(crate) struct Openings {
    /// Number of openings
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    #[command(flatten)]
    source: Source,
    /// Keep only positions that a short search evaluates within HUNDREDTHS of a blob of 0
    #[arg(long, value_name = "HUNDREDTHS", num_args = 0..=1, default_missing_value = BALANCED,
          value_parser = clap::value_parser!(i32).range(0..=6_400))]
    balanced: Option<i32>,
}

impl Openings {
    #[allow(clippy::print_stderr, reason = "messages go to standard error")]
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let count = self.count as usize;
        let found = match self.balanced {
            None => self.source.random(count)?,
            Some(max_score) => self.balanced(count, max_score)?,
        };
        if found.len() < count {
            eprintln!("found only {} of {count}", found.len());
        }
        let text: String = found.iter().map(|position| format!("{position}\n")).collect();
        FileArg::Stdio.write(text.as_bytes())
    }

    fn balanced(&self, count: usize, max_score: i32) -> Result<Vec<Position>, Failure> {
        let stop = Stop::after(None);
        let progress = Progress::new(count, "openings");
        let mut shown = 0;
        // Searching for one opening shows whether there are any at all.
        self.source.random(1)?;
        Ok(self.source.source()?.balanced(count, max_score, &mut |found| {
            while shown < found {
                progress.step();
                shown += 1;
            }
            !stop.is_due()
        }))
    }
}

/// The parser of `--board`.
fn size() -> impl TypedValueParser<Value = Size> {
    PossibleValuesParser::new(["7", "8"]).map(|width| if width == "7" { Size::Seven } else { Size::Eight })
}
