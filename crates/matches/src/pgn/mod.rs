//! Games as PGN: those of a match are written as each one ends, and read again by their tags to go on with it
//! ([`read`]). Games of any program are read with their moves ([`read_games`]).

mod games;
mod read;
mod write;

#[cfg(feature = "native")]
pub(crate) use games::with_origin;
pub use games::{PgnFault, PgnGame, is_pgn, read_games};
pub use read::{Games, Tags, read};
pub(crate) use write::plain;
pub use write::{Conclusion, Heading, SingleGame, result, termination, time_control, write, write_single};

/// The first line of every game that a match writes.
pub const FIRST_LINE: &str = "[Event \"laplace blobwar match\"]";

/// Why a file is not PGN, or not that of a match.
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
