//! The well: how many of the figures were placed before the game ended.
//!
//! ```
//! use laplace_games::well::Depth;
//! let verdict = laplace_judge::well::judge(b"2\n4 4", b"0 0 0 9", Depth::DEFAULT).unwrap();
//! assert_eq!((verdict.placed, verdict.figures, verdict.points), (1, 2, 5));
//! assert_eq!(verdict.ended.to_string(), "figure 2: outside the well on the right");
//! ```

mod frames;

pub use frames::{Frame, Stage, watch};

use std::fmt;

use laplace_games::text::SyntaxError;
use laplace_games::well::{Depth, End, State, format};

/// What the judge says of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// X: the figures that count.
    pub placed: usize,
    /// N: the figures there were.
    pub figures: usize,
    /// round(10 X / N), halves up.
    pub points: u32,
    /// Why the game ended, and with which figure.
    pub ended: Ended,
}

/// Why a game ended: by the rules, or because its answer could not be read on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The rules ended it.
    Rules(End),
    /// What should be the move of a figure is not two numbers.
    Malformed {
        /// The figure, from 1.
        figure: usize,
        /// What is wrong with the text.
        error: SyntaxError,
    },
}

impl Ended {
    /// A word for programs; the text of it is for people.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Rules(End::AllPlaced) => "all-placed",
            Self::Rules(End::OutsideRight { .. }) => "outside-right",
            Self::Rules(End::NoSuchRotation { .. }) => "no-such-rotation",
            Self::Rules(End::StickingOut { .. }) => "sticking-out",
            Self::Rules(End::NoMoreMoves { .. }) => "no-more-moves",
            Self::Malformed { .. } => "malformed",
        }
    }

    /// The figure that ended the game; `None` if all were placed.
    pub const fn figure(&self) -> Option<usize> {
        match self {
            Self::Rules(End::AllPlaced) => None,
            Self::Rules(
                End::OutsideRight { figure }
                | End::NoSuchRotation { figure, .. }
                | End::StickingOut { figure }
                | End::NoMoreMoves { figure },
            )
            | Self::Malformed { figure, .. } => Some(*figure),
        }
    }
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(end) => end.fmt(f),
            Self::Malformed { figure, error } => write!(f, "figure {figure}: {error}"),
        }
    }
}

/// Judges an answer; fails only if the input cannot be read. Moves past the last figure are not looked at.
pub fn judge(input: &[u8], output: &[u8], depth: Depth) -> Result<Verdict, SyntaxError> {
    let mut state = State::new(format::read_problem(input, depth)?);
    let mut moves = format::read_moves(output);
    let mut malformed = None;
    while state.end().is_none() && malformed.is_none() {
        match moves.next() {
            Some(Ok(pair)) => _ = state.attempt(pair),
            Some(Err(error)) => malformed = Some(Ended::Malformed { figure: state.placed() + 1, error }),
            None => state.stop(),
        }
    }
    let end = malformed.or(state.end().map(Ended::Rules));
    let ended = end.unwrap_or(Ended::Rules(End::NoMoreMoves { figure: state.placed() + 1 }));
    Ok(Verdict {
        placed: state.placed(),
        figures: state.problem().figures.len(),
        points: state.points(),
        ended,
    })
}
