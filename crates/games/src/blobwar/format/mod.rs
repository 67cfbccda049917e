//! The texts of the game, both ways.
//!
//! * [`fen`]: a position as Ataxx programs write it.
//! * [`uai`]: a move as they write it.
//! * [`course`]: the states and moves of the course's project.
//! * [`sheet`]: the boards and moves of the exercise sheet.
//! * [`position`]: a position in any of these forms.
//! * [`picture`]: a board for a terminal, written only.
//!
//! A reader returns an unchecked value, or an error with the place, what was found and what was expected;
//! [`Position`](super::Position) checks whether the value is legal in the game.

#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

pub mod course;
pub mod fen;
pub mod picture;
pub mod position;
pub mod sheet;
pub mod uai;

pub use course::{
    read_move as read_course_move, read_state as read_course_state, write_move as write_course_move,
    write_state as write_course_state,
};
pub use fen::{FenError, read as read_fen, write as write_fen};
pub use picture::write as write_picture;
pub use position::PositionError;
pub use sheet::SheetError;
pub use uai::read as read_uai;

use std::fmt;

use crate::text::Found;

/// A short text that does not follow its format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The place of the fault, in bytes counted from 1.
    pub at: usize,
    /// What stands there.
    pub found: Found,
    /// What should stand there.
    pub expected: &'static str,
}

impl TextError {
    /// The error for what begins after `before` bytes.
    fn new(before: usize, rest: &[u8], expected: &'static str) -> Self {
        let found = if rest.is_empty() { Found::End } else { Found::text(rest) };
        Self { at: before + 1, found, expected }
    }
}

/// The bytes of the first UTF-8 character, by its first byte; fewer if the text is cut off.
fn first_character(text: &[u8]) -> &[u8] {
    let length = match text.first() {
        Some(0xc0..=0xdf) => 2,
        Some(0xe0..=0xef) => 3,
        Some(0xf0..) => 4,
        _ => 1,
    };
    text.get(..length).unwrap_or(text)
}

/// Names the place, unless it is the very start or the end.
impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.found {
            Found::End => write!(f, "found the end of the text, expected {}", self.expected),
            found if self.at == 1 => write!(f, "found {found}, expected {}", self.expected),
            found => write!(f, "character {}: found {found}, expected {}", self.at, self.expected),
        }
    }
}

impl std::error::Error for TextError {}
