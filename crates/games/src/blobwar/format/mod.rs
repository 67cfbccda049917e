//! The texts of the game, both ways.
//!
//! * [`fen`]: a position as Ataxx programs write it.
//! * [`uai`]: a move as they write it.
//! * [`course`]: the states and moves of the course's project.
//!
//! A reader gives an unchecked value, or an error that says where, what was found and what was expected;
//! whether it makes sense in the game is for [`Position`](super::Position) to say.

pub mod course;
pub mod fen;
pub mod uai;

use std::fmt;

use crate::text::Found;

/// A short text that is not what its format asks for.
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

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.found {
            Found::End => write!(f, "found the end of the text, expected {}", self.expected),
            found => write!(f, "character {}: found {found}, expected {}", self.at, self.expected),
        }
    }
}

impl std::error::Error for TextError {}
