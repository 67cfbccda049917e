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

use laplace_games::blobwar::format::{PositionError, TextError};
use laplace_games::blobwar::{IllegalMove, Move};
use laplace_games::text::Found;

/// The first line of every game that a match writes.
pub const FIRST_LINE: &str = "[Event \"laplace blobwar match\"]";

/// Why a file is not PGN, or not that of a match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct PgnError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What was found there, and what was expected.
    pub reason: PgnReason,
}

impl PgnError {
    pub(crate) fn new(line: usize, reason: impl Into<PgnReason>) -> Self {
        Self { line, reason: reason.into() }
    }
}

/// What is wrong with a line of a PGN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the texts say what each is")]
pub enum PgnReason {
    #[error("found no game, expected tags such as `[Black \"A\"]` and moves")]
    NoGame,
    #[error("found {found}, expected a tag such as `[Black \"A\"]`")]
    NotATag { found: Found },
    #[error("tag Rules: found {found}, expected ends or passes")]
    BadRules { found: Found },
    #[error("tag FEN: {error}")]
    BadFen { error: PositionError },
    #[error("{error}")]
    NotAMove { error: TextError },
    #[error("move {number}, {played}: {error}")]
    IllegalMove { number: usize, played: Move, error: IllegalMove },
    #[error("found a comment without its end, expected `}}`")]
    OpenComment,
    #[error("found a variation without its end, expected `)`")]
    OpenVariation,
    #[error("found too many variations within each other")]
    DeepVariations,
    /// What only [`read`] and `resume` refuse: a file that is not one of the match.
    #[error("{0}")]
    OtherMatch(String),
}

impl From<String> for PgnReason {
    fn from(reason: String) -> Self {
        Self::OtherMatch(reason)
    }
}
