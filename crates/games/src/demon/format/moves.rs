//! Move files: question 4's inputs, question 5's outputs.
//!
//! [`MoveFile`] is an iterator that reads one move at a time: a bad line in the middle leaves the moves
//! before it playable, and nothing after the 10 000th line is read.

use std::fmt::Write;

use super::lists::{first_seed, write_seed};
use crate::demon::{MOVE_LIMIT, Seed, UncheckedMove};
use crate::text::{Expected, Lines, SyntaxError, integers, lines};

/// A move file whose first line has been read.
#[derive(Clone, Debug)]
pub struct MoveFile<'a> {
    seed: Seed,
    lines: Lines<'a>,
    given: u32,
}

/// Opens a move file: reads s, and leaves the moves to be read.
///
/// ```
/// use laplace_games::demon::format::read_moves;
/// let mut file = read_moves(b"31\n1 8 2\n").unwrap();
/// assert_eq!(file.seed().number(), 31);
/// let (line, first) = file.next().unwrap().unwrap();
/// assert_eq!((line, first.column), (2, 8));
/// ```
pub fn read_moves(text: &[u8]) -> Result<MoveFile<'_>, SyntaxError> {
    let mut lines = lines(text);
    Ok(MoveFile { seed: first_seed(&mut lines)?, lines, given: 0 })
}

impl MoveFile<'_> {
    /// The s of the first line.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// Whether all moves that count have been read and the file has more lines.
    pub fn goes_on_after_the_limit(&self) -> bool {
        self.given == MOVE_LIMIT && self.lines.clone().next().is_some()
    }

    /// The number of the line that the reader has reached.
    pub fn line(&self) -> usize {
        self.lines.line()
    }
}

impl Iterator for MoveFile<'_> {
    type Item = Result<(usize, UncheckedMove), SyntaxError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.given == MOVE_LIMIT {
            return None;
        }
        let (line, text) = self.lines.next()?;
        self.given += 1;
        let Some([piece, column, rotation]) = integers(text) else {
            return Some(Err(SyntaxError::new(line, text, Expected::Move)));
        };
        Some(Ok((line, UncheckedMove { piece, column, rotation })))
    }
}

/// Writes a move file.
pub fn write_moves(seed: Seed, moves: impl IntoIterator<Item = UncheckedMove>) -> String {
    let mut text = write_seed(seed);
    for UncheckedMove { piece, column, rotation } in moves {
        _ = writeln!(text, "{piece} {column} {rotation}");
    }
    text
}
