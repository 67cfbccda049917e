//! `laplace blobwar openings`, and where the openings of a match come from.

use clap::Args;
use laplace_games::blobwar::{Map, Position, Size, StuckRule};
use laplace_games::text::Found;
use laplace_solvers::blobwar::arena::openings;
use laplace_solvers::blobwar::{Engine, GameHistory, Limits, Settings, score};

use super::{map, rule};
use crate::failure::Failure;
use crate::files::Place;
use crate::progress::Progress;
use crate::stop::Stop;

pub(super) const HELP: &str = "\
Prints one FEN a line: different positions after random moves, none of them over. A seed gives the same ones
everywhere. `blobwar match --openings FILE` reads them.

Examples: laplace blobwar openings --count 500 --plies 4 --seed 7 > openings.txt
          laplace blobwar openings --count 50 --map cross --map rings --balanced";

/// How far a balanced position may be from even, in hundredths of a blob, if nobody says.
const BALANCED: &str = "100";
/// The nodes of the search that says so.
const NODES: u64 = 20_000;
/// At most so many positions are looked at for each one asked for.
const MOST_TRIES: usize = 64;

/// Starts, and random moves from them.
#[derive(Debug, Args)]
pub(super) struct Source {
    /// The size of the board, 7 or 8 [default: 7]
    #[arg(long, value_name = "7|8", value_parser = size, conflicts_with = "map")]
    board: Option<Size>,
    /// A map of the course's project; may come several times
    #[arg(long, value_name = "NAME", value_parser = map)]
    map: Vec<&'static Map>,
    /// What happens to a player who cannot move: the game ends, or the player passes [default: passes]
    #[arg(long, value_name = "ends|passes", default_value = "passes", value_parser = rule, hide_default_value = true)]
    rules: StuckRule,
    /// How many random moves an opening has
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=60))]
    plies: u32,
    /// The seed of chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Source {
    pub(super) fn rules(&self) -> StuckRule {
        self.rules
    }

    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    fn starts(&self) -> Vec<Position> {
        if self.map.is_empty() {
            return vec![Position::start(self.board.unwrap_or(Size::Seven), self.rules)];
        }
        self.map.iter().map(|map| map.start(self.rules)).collect()
    }

    /// So many openings, or fewer if there are hardly any.
    pub(super) fn random(&self, count: usize) -> Result<Vec<Position>, Failure> {
        let found = openings(&self.starts(), self.plies, count, self.seed);
        if found.is_empty() {
            return Err(Failure::Usage(format!("no game lasts longer than {} moves", self.plies)));
        }
        Ok(found)
    }
}

/// What to print.
#[derive(Debug, Args)]
pub(crate) struct Openings {
    /// How many
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    #[command(flatten)]
    source: Source,
    /// Only those that a short search finds at most so uneven
    #[arg(long, value_name = "HUNDREDTHS", num_args = 0..=1, default_missing_value = BALANCED,
          value_parser = clap::value_parser!(i32).range(0..=6_400))]
    balanced: Option<i32>,
}

impl Openings {
    #[allow(clippy::print_stderr, reason = "talk goes to standard error")]
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let count = self.count as usize;
        let found = match self.balanced {
            None => self.source.random(count)?,
            Some(most) => self.balanced(count, most)?,
        };
        if found.len() < count {
            eprintln!("found only {} of {count}", found.len());
        }
        let text: String = found.iter().map(|position| format!("{position}\n")).collect();
        Place::Standard.write(text.as_bytes())
    }

    /// Looks at more and more positions; the first ones of a seed are always the same.
    fn balanced(&self, count: usize, most: i32) -> Result<Vec<Position>, Failure> {
        let mut engine = Engine::new(Settings { megabytes: 4, contempt: 0, ..Settings::default() });
        let mut is_even = |position: &Position| {
            engine.clear_hash();
            let answer = engine.search(position, GameHistory::EMPTY, &Limits::nodes(NODES));
            answer
                .is_some_and(|answer| !score::is_proved(answer.info.score) && answer.info.score.abs() <= most)
        };
        let (mut found, mut seen) = (Vec::new(), 0);
        let (stop, progress) = (Stop::after(None), Progress::new(count, "openings"));
        for tries in (0..).map(|doubling| count << doubling).take_while(|&tries| tries <= MOST_TRIES * count)
        {
            let candidates = self.source.random(tries)?;
            for position in candidates.iter().skip(seen) {
                if found.len() == count || stop.is_due() {
                    return Ok(found);
                }
                if is_even(position) {
                    found.push(*position);
                    progress.step();
                }
            }
            seen = candidates.len();
        }
        Ok(found)
    }
}

/// Reads a file of openings: one FEN a line; empty lines and those that begin with `#` say nothing.
pub(super) fn read_openings(place: &Place, rules: StuckRule) -> Result<Vec<Position>, Failure> {
    let text = place.read()?;
    let mut found = Vec::new();
    for (number, line) in text.split(|&byte| byte == b'\n').enumerate() {
        let line = line.trim_ascii();
        if line.is_empty() || line.starts_with(b"#") {
            continue;
        }
        let wrong = |error: String| Failure::text(place, format_args!("line {}: {error}", number + 1));
        let position = Position::from_fen(line, rules).map_err(|error| wrong(error.to_string()))?;
        if position.end().is_some() {
            return Err(wrong(format!("found {}, expected a game that is not over", Found::text(line))));
        }
        found.push(position);
    }
    if found.is_empty() {
        return Err(Failure::text(place, "found no opening, expected one FEN a line"));
    }
    Ok(found)
}

fn size(text: &str) -> Result<Size, String> {
    text.parse().ok().and_then(Size::of_width).ok_or_else(|| "expected 7 or 8".into())
}
