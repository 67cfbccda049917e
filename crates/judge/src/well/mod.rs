//! The well: judges an answer by the number of figures placed before the game ended.
//!
//! ```
//! use laplace_games::well::Depth;
//! let verdict = laplace_judge::well::judge(b"2\n4 4", b"0 0 0 9", Depth::DEFAULT).unwrap();
//! assert_eq!((verdict.placed, verdict.figures, verdict.points), (1, 2, 5));
//! assert_eq!(
//!     verdict.ended.to_string(),
//!     "figure 2: kind 4, rotation 0, column 9, line 1: outside the well on the right"
//! );
//! ```

use std::fmt;
use std::iter;

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
    /// The rules ended it because a move is invalid.
    InvalidMove {
        /// Why it is, with the number of the figure.
        end: End,
        /// The kind of the figure.
        kind: Figure,
        /// The move.
        chosen: UncheckedMove,
        /// Its line in the answer, if the answer has lines.
        line: Option<usize>,
    },
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
        let end = match self {
            Self::Rules(end) | Self::InvalidMove { end, .. } => end,
            Self::Malformed { .. } => return "malformed",
        };
        match end {
            End::AllPlaced => "all-placed",
            End::OutsideRight { .. } => "outside-right",
            End::NoSuchRotation { .. } => "no-such-rotation",
            End::StickingOut { .. } => "sticking-out",
            End::NoMoreMoves { .. } => "no-more-moves",
        }
    }

    /// Whether the answer is at fault: a move is invalid or cannot be read, or there are too few. A game that the rules
    /// ended with a valid move is lost, but played as the task asks.
    pub const fn is_fault(&self) -> bool {
        !matches!(self, Self::Rules(End::AllPlaced | End::StickingOut { .. }))
    }

    /// The figure that ended the game; `None` if all were placed.
    pub const fn figure(&self) -> Option<usize> {
        let end = match self {
            Self::Rules(end) | Self::InvalidMove { end, .. } => end,
            Self::Malformed { figure, .. } => return Some(*figure),
        };
        match end {
            End::AllPlaced => None,
            End::OutsideRight { figure }
            | End::NoSuchRotation { figure, .. }
            | End::StickingOut { figure }
            | End::NoMoreMoves { figure } => Some(*figure),
        }
    }
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(end) => end.fmt(f),
            Self::InvalidMove { end, kind, chosen, line } => {
                let figure = self.figure().unwrap_or(0);
                let UncheckedMove { rotation, column } = chosen;
                write!(f, "figure {figure}: kind {}, rotation {rotation}, column {column}", kind.number())?;
                if let Some(line) = line {
                    write!(f, ", line {line}")?;
                }
                match end {
                    End::NoSuchRotation { .. } => f.write_str(": the rotation should be 0 to 3"),
                    _ => f.write_str(": outside the well on the right"),
                }
            }
            Self::Malformed { figure, error } => write!(f, "figure {figure}: {error}"),
        }
    }
}

/// Judges an answer; fails only if the input cannot be read. Moves after the last figure are not read.
pub fn judge(input: &[u8], output: &[u8], depth: Depth) -> Result<Verdict, SyntaxError> {
    let mut state = State::new(format::read_problem(input, depth)?);
    Ok(play(&mut state, answer_moves(output), &mut Nothing))
}

/// A move and its line in the answer, if the answer has lines.
#[derive(Clone, Copy, Debug)]
pub struct AnswerMove {
    /// The move.
    pub chosen: UncheckedMove,
    /// Its line, from 1.
    pub line: Option<usize>,
}

impl From<UncheckedMove> for AnswerMove {
    fn from(chosen: UncheckedMove) -> Self {
        Self { chosen, line: None }
    }
}

/// The moves of an answer up to its first fault, each with its line.
pub(crate) fn answer_moves(output: &[u8]) -> impl Iterator<Item = Result<AnswerMove, SyntaxError>> {
    let mut reader = format::read_moves(output);
    iter::from_fn(move || {
        let chosen = reader.next()?;
        Some(chosen.map(|chosen| AnswerMove { chosen, line: reader.line() }))
    })
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
    mut moves: impl Iterator<Item = Result<AnswerMove, SyntaxError>>,
    observer: &mut impl Observer,
) -> Verdict {
    let ended = loop {
        if let Some(end) = state.end() {
            break Ended::Rules(end);
        }
        match moves.next() {
            Some(Ok(AnswerMove { chosen, line })) => {
                // A game without an end has a next figure.
                let Some(kind) = state.next_figure() else { continue };
                match state.attempt_watched(chosen, &mut |phase| observer.phase(&phase)) {
                    Ok(facts) => {
                        if let Ok(chosen) = chosen.check() {
                            observer.placed(state, kind, chosen, &facts);
                        }
                    }
                    Err(end) => break Ended::InvalidMove { end, kind, chosen, line },
                }
            }
            Some(Err(error)) => break Ended::Malformed { figure: state.placed() + 1, error },
            None => state.stop(),
        }
    };
    Verdict { placed: state.placed(), figures: state.problem().figures.len(), points: state.points(), ended }
}
