//! The well: judges an answer by the number of figures placed before the game ended.
//!
//! ```
//! use laplace_games::well::Depth;
//! let verdict = laplace_judge::well::judge(b"2\n4 4", b"0 0 0 9", Depth::DEFAULT).unwrap();
//! assert_eq!((verdict.placed, verdict.figures, verdict.points), (1, 2, 5));
//! assert_eq!(verdict.ended.to_string(), "figure 2: outside the well on the right");
//! ```

use std::fmt;

use laplace_games::text::SyntaxError;
use laplace_games::well::{Depth, End, Facts, Figure, Move, Phase, State, UncheckedMove, format};

/// The judge's verdict on an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// X: the figures that count.
    pub placed: usize,
    /// N: the figures of the input.
    pub figures: usize,
    /// round(10 X / N), halves up.
    pub points: u32,
    /// Why the game ended, and with which figure.
    pub ended: Ended,
}

/// Why a game ended: by the rules, or because the rest of its answer cannot be read.
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
    /// A fixed identifier for programs; `Display` writes the reason for people.
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

/// Judges an answer; fails only if the input cannot be read. Moves after the last figure are not read.
pub fn judge(input: &[u8], output: &[u8], depth: Depth) -> Result<Verdict, SyntaxError> {
    let mut state = State::new(format::read_problem(input, depth)?);
    Ok(play(&mut state, format::read_moves(output), &mut Nothing))
}

/// Receives what happens in a game while [`play`] plays it.
pub(crate) trait Observer {
    /// One phase of the placement of a figure.
    fn phase(&mut self, phase: &Phase<'_>);
    /// A figure was placed, whether it counts or not; `state` is the one after it.
    fn placed(&mut self, state: &State, figure: Figure, chosen: Move, facts: &Facts);
}

/// Observes nothing: for verdicts, which keep nothing.
pub(crate) struct Nothing;

impl Observer for Nothing {
    fn phase(&mut self, _: &Phase<'_>) {}
    fn placed(&mut self, _: &State, _: Figure, _: Move, _: &Facts) {}
}

/// Plays recorded moves to the end of the game: the only loop that does.
pub(crate) fn play(
    state: &mut State,
    mut moves: impl Iterator<Item = Result<UncheckedMove, SyntaxError>>,
    observer: &mut impl Observer,
) -> Verdict {
    let ended = loop {
        if let Some(end) = state.end() {
            break Ended::Rules(end);
        }
        match moves.next() {
            Some(Ok(unchecked)) => {
                let figure = state.next_figure();
                let facts = state.attempt_watched(unchecked, &mut |phase| observer.phase(&phase));
                if let (Ok(facts), Some(figure), Ok(chosen)) = (facts, figure, unchecked.check()) {
                    observer.placed(state, figure, chosen, &facts);
                }
            }
            Some(Err(error)) => break Ended::Malformed { figure: state.placed() + 1, error },
            None => state.stop(),
        }
    };
    Verdict { placed: state.placed(), figures: state.problem().figures.len(), points: state.points(), ended }
}
