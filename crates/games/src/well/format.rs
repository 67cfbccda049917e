//! The texts of the task: the figures that fall, and the moves that answer them.
//!
//! The input is N and then N figures; an answer is pairs `rotation column`. Any white space may stand
//! between two numbers. Memory is bounded by the length of the text, whatever N is. Answers are read
//! one move at a time, so that a fault in one of them leaves those before it to be played.

#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::fmt::Write;

use super::board::Depth;
use super::figure::Figure;
use super::moves::{Move, UncheckedMove};
use super::state::Problem;
use crate::text::{Expected, SyntaxError, Words, natural, words};

/// Reads an input: N and then N figures. The depth of the well is not part of it.
///
/// ```
/// use laplace_games::well::{Depth, Figure, format::read_problem};
/// let problem = read_problem(b"2\n6 1\n", Depth::DEFAULT).unwrap();
/// assert_eq!(problem.figures, [Figure::T, Figure::I]);
/// let error = read_problem(b"2\n6 8\n", Depth::DEFAULT).unwrap_err();
/// assert_eq!(error.to_string(), "line 2: found `8`, expected a figure from 1 to 7");
/// ```
pub fn read_problem(text: &[u8], depth: Depth) -> Result<Problem, SyntaxError> {
    let mut words = words(text);
    let (line, word) = words.next().ok_or_else(|| SyntaxError::end(words.line(), Expected::FigureCount))?;
    let count = natural(word).ok_or_else(|| SyntaxError::new(line, word, Expected::FigureCount))? as usize;
    // A figure takes two bytes at least: a digit and the white space before it.
    let mut figures = Vec::with_capacity(count.min(text.len() / 2));
    while figures.len() < count {
        let (line, word) =
            words.next().ok_or_else(|| SyntaxError::end(words.line(), Expected::MoreFigures))?;
        let figure = natural(word).and_then(Figure::from_number);
        figures.push(figure.ok_or_else(|| SyntaxError::new(line, word, Expected::Figure))?);
    }
    match words.next() {
        Some((line, word)) => Err(SyntaxError::new(line, word, Expected::NoMoreFigures)),
        None => Ok(Problem { figures, depth }),
    }
}

/// Writes an input as the task prints it: N on one line, the figures on the next.
pub fn write_problem(problem: &Problem) -> String {
    let mut text = format!("{}\n", problem.figures.len());
    text.reserve(2 * problem.figures.len() + 1);
    for (place, figure) in problem.figures.iter().enumerate() {
        let gap = if place == 0 { "" } else { " " };
        // Writing to a string cannot fail.
        let _ = write!(text, "{gap}{}", figure.number());
    }
    text.push('\n');
    text
}

/// Reads an answer, one move at a time: `rotation column`, again and again.
///
/// ```
/// use laplace_games::well::{UncheckedMove, format::read_moves};
/// let mut moves = read_moves(b"2 1\n0 x 0 0");
/// assert_eq!(moves.next(), Some(Ok(UncheckedMove { rotation: 2, column: 1 })));
/// let error = moves.next().unwrap().unwrap_err();
/// assert_eq!(error.to_string(), "line 2: found `x`, expected a column after the rotation");
/// assert_eq!(moves.next(), None);
/// ```
pub fn read_moves(text: &[u8]) -> MoveReader<'_> {
    MoveReader { words: Some(words(text)) }
}

/// The moves of an answer up to its first fault: see [`read_moves`].
#[derive(Clone, Debug)]
pub struct MoveReader<'a> {
    // `None` after a fault.
    words: Option<Words<'a>>,
}

impl MoveReader<'_> {
    /// The line in which the last move that was read ends; `None` after a fault.
    pub fn line(&self) -> Option<usize> {
        self.words.as_ref().map(Words::line)
    }

    fn pair(words: &mut Words<'_>) -> Option<Result<UncheckedMove, SyntaxError>> {
        let rotation = number(words.next()?, Expected::Rotation);
        let column = |rotation| match words.next() {
            Some(word) => number(word, Expected::Column).map(|column| UncheckedMove { rotation, column }),
            None => Err(SyntaxError::end(words.line(), Expected::Column)),
        };
        Some(rotation.and_then(column))
    }
}

impl Iterator for MoveReader<'_> {
    type Item = Result<UncheckedMove, SyntaxError>;

    fn next(&mut self) -> Option<Self::Item> {
        let pair = Self::pair(self.words.as_mut()?)?;
        if pair.is_err() {
            self.words = None;
        }
        Some(pair)
    }
}

fn number((line, word): (usize, &[u8]), expected: Expected) -> Result<u32, SyntaxError> {
    natural(word).ok_or_else(|| SyntaxError::new(line, word, expected))
}

/// Writes an answer, one move on each line.
pub fn write_moves(moves: impl IntoIterator<Item = Move>) -> String {
    let mut text = String::new();
    for placed in moves {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{placed}");
    }
    text
}
