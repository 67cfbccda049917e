//! Whether a replay is a game: every move can be played, and what is said of it is so.

use std::fmt;

use laplace_games::{demon, well};

use super::{BlobwarReplay, DemonReplay, GameResult, Replay, WellReplay};

/// What the judge says of a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The moves that could be played.
    pub played: usize,
    /// What they came to.
    pub outcome: Outcome,
    /// The first thing that is wrong.
    pub fault: Option<Fault>,
}

/// What the moves of a game came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The score of the demon.
    Score(u32),
    /// The figures in the well that count, and the points for them.
    Placed {
        /// Figures that count.
        placed: usize,
        /// round(10 X / N), halves up.
        points: u32,
    },
    /// How the game of two stands.
    Result(GameResult),
}

/// Where a replay is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A move cannot be played.
    Move {
        /// Its number, from 1.
        number: usize,
        /// Why not.
        why: String,
    },
    /// The moves are played and something else is said of them.
    Claim {
        /// The field that says it.
        field: &'static str,
        /// What it says.
        found: String,
        /// What is so.
        expected: String,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move { number, why } => write!(f, "move {number}: {why}"),
            Self::Claim { field, found, expected } => {
                write!(f, "{field}: found {found}, expected {expected}")
            }
        }
    }
}

/// Plays a replay by the rules.
///
/// A move that ends the game is a move; one after the end is a fault. So is one that the task's own judge
/// would end the game for, such as a figure outside the well: a replay holds what was played.
pub fn verify(replay: &Replay) -> Verdict {
    match replay {
        Replay::Demon(replay) => verify_demon(replay),
        Replay::Well(replay) => verify_well(replay),
        Replay::Blobwar(replay) => verify_blobwar(replay),
    }
}

fn verify_demon(replay: &DemonReplay) -> Verdict {
    let mut state = demon::State::new(replay.seed);
    let fault = first_refused(&replay.moves, |chosen| {
        let line = chosen.line(state.next_piece());
        state.play_line(line).map(|_| ()).map_err(|end| end.to_string())
    });
    let claim = || claim("score", replay.score, state.score());
    let (played, outcome) = (state.placed() as usize, Outcome::Score(state.score()));
    Verdict { played, outcome, fault: fault.or_else(claim) }
}

fn verify_well(replay: &WellReplay) -> Verdict {
    let problem = well::Problem { figures: replay.figures.clone(), depth: replay.depth };
    let mut state = well::State::new(problem);
    let mut played = 0;
    let fault = first_refused(&replay.moves, |&chosen| {
        let chosen = well::UncheckedMove::from(chosen).check().map_err(|error| error.to_string())?;
        state.play(chosen).map_err(|error| error.to_string())?;
        played += 1;
        Ok(())
    });
    let claim = || claim("placed", replay.placed, state.placed() as u32);
    let outcome = Outcome::Placed { placed: state.placed(), points: state.points() };
    Verdict { played, outcome, fault: fault.or_else(claim) }
}

fn verify_blobwar(replay: &BlobwarReplay) -> Verdict {
    let mut position = replay.start;
    let mut played = 0;
    let fault = first_refused(&replay.moves, |&chosen| {
        position.play(chosen).map_err(|error| error.to_string())?;
        played += 1;
        Ok(())
    });
    let result = GameResult::of(&position);
    let claim = || claim("result", replay.result.map(GameResult::name), result.name());
    Verdict { played, outcome: Outcome::Result(result), fault: fault.or_else(claim) }
}

fn first_refused<M>(moves: &[M], mut play: impl FnMut(&M) -> Result<(), String>) -> Option<Fault> {
    let refused = |(index, chosen)| play(chosen).err().map(|why| Fault::Move { number: index + 1, why });
    moves.iter().enumerate().find_map(refused)
}

fn claim<T: PartialEq + fmt::Display>(field: &'static str, found: Option<T>, expected: T) -> Option<Fault> {
    let found = found.filter(|found| *found != expected)?;
    Some(Fault::Claim { field, found: found.to_string(), expected: expected.to_string() })
}
