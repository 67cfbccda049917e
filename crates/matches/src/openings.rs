//! Openings: positions that a match begins from.
//!
//! They are random moves from some starts, or the lines of a file. Random moves may leave a position that is decided
//! already; [`OpeningSource::balanced`] keeps those that a short search finds even.

use std::collections::HashSet;

use laplace_games::blobwar::{Position, RuleChoice, generate};
use laplace_games::random::Random;
use laplace_games::text::Found;
use laplace_solvers::blobwar::score::{self, Score};
use laplace_solvers::blobwar::{Engine, GameHistory, Limits, Settings};

/// The nodes of the search that judges whether an opening is even.
const JUDGED_NODES: u64 = 20_000;
/// The largest number of positions that are judged for each opening wanted.
const MAX_TRIES: usize = 64;

/// Where openings come from: random moves from some starts.
#[derive(Clone, Debug)]
pub struct OpeningSource {
    /// The starts, which take turns.
    pub starts: Vec<Position>,
    /// The number of random moves.
    pub plies: u32,
    /// The seed of the random moves: the same one gives the same openings everywhere.
    pub seed: u64,
}

impl OpeningSource {
    /// Different positions, none of them over. There are fewer than `count` if there are hardly any.
    ///
    /// ```
    /// use laplace_games::blobwar::{Position, Size, StuckRule};
    /// use laplace_matches::openings::OpeningSource;
    /// let start = Position::start(Size::Seven, StuckRule::Passes);
    /// let source = OpeningSource { starts: vec![start], plies: 4, seed: 1 };
    /// assert_eq!(source.random(10).len(), 10);
    /// ```
    pub fn random(&self, count: usize) -> Vec<Position> {
        self.candidates(count).collect()
    }

    /// At most `count` different positions, none of them over, each made when it is asked for.
    fn candidates(&self, count: usize) -> impl Iterator<Item = Position> {
        // After this many draws for each opening wanted there are hardly any left.
        const MAX_DRAWS: usize = 20;
        let draws = if self.starts.is_empty() { 0 } else { MAX_DRAWS.saturating_mul(count) };
        let mut random = Random::new(self.seed);
        let mut seen = HashSet::new();
        let drawn = self.starts.iter().cycle().take(draws).map(move |start| {
            let mut position = *start;
            generate::play_random_moves(&mut position, self.plies, &mut random);
            position
        });
        drawn.filter(move |position| position.end().is_none() && seen.insert(*position)).take(count)
    }

    /// Those random openings that a short search finds even: their score is at most `max_score` hundredths of a blob
    /// for either player.
    ///
    /// `go_on` is called before each search with the number found so far; the search for openings ends when it returns
    /// false. The first openings of a seed are always the same.
    pub fn balanced(
        &self,
        count: usize,
        max_score: Score,
        go_on: &mut dyn FnMut(usize) -> bool,
    ) -> Vec<Position> {
        let mut engine = Engine::new(Settings { megabytes: 4, contempt: 0, ..Settings::default() });
        let mut is_even = |position: &Position| {
            engine.clear_hash();
            let found = engine.search(position, GameHistory::EMPTY, &Limits::nodes(JUDGED_NODES));
            let score = found.map(|found| found.info.score);
            score.is_some_and(|score| !score::is_proved(score) && score.abs() <= max_score)
        };
        let mut found = Vec::new();
        for position in self.candidates(MAX_TRIES.saturating_mul(count)) {
            if found.len() == count || !go_on(found.len()) {
                break;
            }
            if is_even(&position) {
                found.push(position);
            }
        }
        found
    }
}

/// Why a file does not hold openings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningsError {
    /// A line is not the FEN of a game under way.
    #[error("line {line}: {reason}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// There is no opening.
    #[error("found no opening, expected one FEN a line")]
    Empty,
}

/// Reads one FEN a line (or a position in another form); empty lines and those that begin with `#` are passed over.
pub fn read(text: &[u8], choice: RuleChoice) -> Result<Vec<Position>, OpeningsError> {
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.split(|&byte| byte == b'\n')) {
        let line = line.trim_ascii();
        if line.is_empty() || line.starts_with(b"#") {
            continue;
        }
        let error = |reason: String| OpeningsError::Line { line: number, reason };
        let position = Position::read(line, choice).map_err(|reason| error(reason.to_string()))?;
        if position.end().is_some() {
            return Err(error(format!("found {}, expected a game that is not over", Found::text(line))));
        }
        found.push(position);
    }
    if found.is_empty() { Err(OpeningsError::Empty) } else { Ok(found) }
}
