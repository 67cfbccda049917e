//! Checks that a replay is a game: every move can be played, and every claim is true.

use std::fmt;

use laplace_games::{blobwar, well};

use super::{BlobwarReplay, BlobwarResult, DemonReplay, Replay, WellReplay};
use crate::demon::Ended;
use crate::recording::{BlobwarEnded, play_blobwar};

/// The judge's verdict on a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The number of moves that could be played.
    pub played: usize,
    /// The outcome of these moves.
    pub outcome: Outcome,
    /// The first thing that is wrong.
    pub fault: Option<Fault>,
}

/// The outcome of the moves of a game.
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
    /// The result of a game of Blobwar.
    Result(BlobwarResult),
}

/// What is wrong with a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A move cannot be played.
    Move {
        /// Its number, from 1.
        number: usize,
        /// Why it cannot be played.
        why: Refusal,
    },
    /// A claim about the moves is not true.
    Claim {
        /// The field that claims it.
        field: &'static str,
        /// What the field holds.
        found: String,
        /// What it should hold.
        expected: String,
    },
}

/// Why a move of a replay cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The rules of the demon refuse it.
    Demon(Ended),
    /// Its numbers do not name a move of the well.
    OutOfRange(well::OutOfRange),
    /// The rules of the well refuse it.
    Well(well::IllegalMove),
    /// The rules of Blobwar refuse it.
    Blobwar(blobwar::IllegalMove),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Demon(ended) => ended.fmt(f),
            Self::OutOfRange(error) => error.fmt(f),
            Self::Well(refused) => refused.fmt(f),
            Self::Blobwar(illegal) => illegal.fmt(f),
        }
    }
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

/// Plays a replay by the rules, once and without keeping the steps.
///
/// A move that ends the game is legal; a move after the end is a fault. So is a move for which the task's own judge
/// would end the game, such as a figure outside the well: a replay holds only moves that were played.
///
/// ```
/// use laplace_judge::replay::{read, verify};
/// let text = br#"{"laplace-replay": 1, "game": "demon", "seed": 31, "moves": [[2,8], [7,7]]}"#;
/// let verdict = verify(&read(text).unwrap());
/// assert_eq!(verdict.fault.unwrap().to_string(), "move 2: piece 3 turned 7 times does not fit at column 7");
/// ```
pub fn verify(replay: &Replay) -> Verdict {
    match replay {
        Replay::Demon(replay) => verify_demon(replay),
        Replay::Well(replay) => verify_well(replay),
        Replay::Blobwar(replay) => verify_blobwar(replay),
    }
}

fn verify_demon(replay: &DemonReplay) -> Verdict {
    let result = crate::demon::play_replay(replay, |_, _| {});
    let played = result.placed as usize;
    let fault = if played < replay.moves.len() {
        Some(Fault::Move { number: played + 1, why: Refusal::Demon(result.ended) })
    } else {
        claim("score", replay.score, result.score)
    };
    Verdict { played, outcome: Outcome::Score(result.score), fault }
}

fn verify_well(replay: &WellReplay) -> Verdict {
    let mut state = well::State::new(replay.problem());
    let moves = replay.moves.iter().map(|&placement| Ok(well::UncheckedMove::from(placement).into()));
    let verdict = crate::well::play(&mut state, moves, &mut crate::well::Nothing);
    let sticks_out = matches!(state.end(), Some(well::End::StickingOut { .. }));
    let played = verdict.placed + usize::from(sticks_out);
    let fault = match replay.moves.get(played) {
        Some(&refused) => {
            let why = match (well::UncheckedMove::from(refused).check(), state.end()) {
                (Err(error), _) => Refusal::OutOfRange(error),
                (Ok(_), Some(well::End::OutsideRight { .. })) => {
                    Refusal::Well(well::IllegalMove::OutsideRight)
                }
                (Ok(_), _) => Refusal::Well(well::IllegalMove::GameOver),
            };
            Some(Fault::Move { number: played + 1, why })
        }
        None => claim("placed", replay.placed, verdict.placed as u32),
    };
    let outcome = Outcome::Placed { placed: verdict.placed, points: verdict.points };
    Verdict { played, outcome, fault }
}

fn verify_blobwar(replay: &BlobwarReplay) -> Verdict {
    let mut position = replay.start;
    let mut played = 0;
    let ended = play_blobwar(&mut position, &replay.moves, |_, _| played += 1);
    let result = BlobwarResult::of(&position);
    let fault = match ended {
        BlobwarEnded::Refused { number, why, .. } => Some(Fault::Move { number, why: Refusal::Blobwar(why) }),
        BlobwarEnded::Over(_) | BlobwarEnded::Unfinished { .. } => {
            claim("result", replay.result.map(BlobwarResult::name), result.name())
        }
    };
    Verdict { played, outcome: Outcome::Result(result), fault }
}

fn claim<T: PartialEq + fmt::Display>(field: &'static str, found: Option<T>, expected: T) -> Option<Fault> {
    let found = found.filter(|found| *found != expected)?;
    Some(Fault::Claim { field, found: found.to_string(), expected: expected.to_string() })
}
