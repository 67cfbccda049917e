//! Games of a match as PGN: written as each one ends, read again by its tags to go on with a match.

mod read;
mod write;

pub use read::{Games, Tags, read};
pub(crate) use write::plain;
pub use write::{Heading, result, termination, time_control, write};

/// The first line of every game that a match writes.
pub const FIRST_LINE: &str = "[Event \"laplace blobwar match\"]";

/// Why a file is not the PGN of a match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct PgnError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What was found there, and what was expected.
    pub reason: String,
}

impl PgnError {
    pub(crate) fn new(line: usize, reason: impl Into<String>) -> Self {
        Self { line, reason: reason.into() }
    }
}
