//! Moves as the Ataxx protocol UAI writes them: `b6` doubles to b6, `g1g3` jumps, `0000` passes.
//!
//! Files `a` to `h` from the left, ranks `1` to `8` from the bottom. The reader does not know the size of the
//! board: on 7 x 7, `h8` is read, and the position refuses it. `b2b3` is read as a jump, not as the doubling
//! `b3`, and every position refuses it.
//!
//! Source: the Universal Ataxx Interface, as the programs around libataxx implement it.

#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::fmt;
use std::str::FromStr;

use super::TextError;
use crate::blobwar::cell::Cell;
use crate::blobwar::moves::Move;
use crate::number::serde_by_text;

const MOVE: &str = "a move such as b6, g1g3 or 0000";

/// Reads a move.
///
/// ```
/// use laplace_games::blobwar::{Move, format::uai};
/// assert_eq!(uai::read("0000"), Ok(Move::Pass));
/// assert_eq!(uai::read("g1g3").unwrap().to_string(), "g1g3");
/// assert!(uai::read("j1").is_err());
/// ```
pub fn read(text: impl AsRef<[u8]>) -> Result<Move, TextError> {
    let text = text.as_ref();
    let read = match *text {
        [b'0', b'0', b'0', b'0'] => Some(Move::Pass),
        [file, rank] => Cell::from_file_and_rank(file, rank).map(Move::Double),
        [file, rank, to_file, to_rank] => {
            let from = Cell::from_file_and_rank(file, rank);
            let to = Cell::from_file_and_rank(to_file, to_rank);
            from.zip(to).map(|(from, to)| Move::Jump { from, to })
        }
        _ => None,
    };
    read.ok_or_else(|| TextError::new(0, text, MOVE))
}

/// Writes a move as UAI does.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Double(to) => write!(f, "{to}"),
            Self::Jump { from, to } => write!(f, "{from}{to}"),
            Self::Pass => f.write_str("0000"),
        }
    }
}

/// Reads a move as UAI does.
impl FromStr for Move {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        read(text)
    }
}

serde_by_text!(Move);
