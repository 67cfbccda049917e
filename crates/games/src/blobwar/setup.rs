//! An unchecked position, and the check that it can be played.
//!
//! Texts are read into a [`Setup`], whose fields are public and may contradict each other;
//! [`Position::new`](super::Position::new) checks it. So a fault in the syntax of a text and a fault in the
//! position that it describes are two different errors.

use crate::text::MAX_NATURAL;

use super::bitboard::Bitboard;
use super::cell::Cell;
use super::side::{Side, Size, StuckRule};

/// The number of moves in a row without a doubling that makes a draw.
pub const CLOCK_LIMIT: u32 = 100;

/// The maximum move number: in a longer game the number stays at it.
pub const MAX_MOVE_NUMBER: u32 = MAX_NATURAL;

/// Everything that makes up a position, unchecked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The size of the board.
    pub size: Size,
    /// Cells that nothing can be on.
    pub holes: Bitboard,
    /// The blobs of the first player, `x`.
    pub blue: Bitboard,
    /// The blobs of the second player, `o`.
    pub red: Bitboard,
    /// The player to move.
    pub turn: Side,
    /// The number of moves since the last doubling.
    pub clock: u32,
    /// The number of the move, from 1; it grows after each move of the second player.
    pub number: u32,
    /// What happens when the player to move cannot.
    pub stuck: StuckRule,
}

impl Setup {
    /// A board with nothing on it, before the first move.
    pub const fn bare(size: Size, stuck: StuckRule) -> Self {
        Self {
            size,
            holes: Bitboard::EMPTY,
            blue: Bitboard::EMPTY,
            red: Bitboard::EMPTY,
            turn: Side::Blue,
            clock: 0,
            number: 1,
            stuck,
        }
    }

    /// The start of a game: blue at the top left and bottom right, red in the other corners.
    pub fn start(size: Size, holes: Bitboard, stuck: StuckRule) -> Self {
        let last = size.width() - 1;
        let corners = |places: [(u8, u8); 2]| {
            places.into_iter().filter_map(|(row, column)| Cell::at(row, column)).collect()
        };
        let blue = corners([(last, 0), (0, last)]);
        let red = corners([(0, 0), (last, last)]);
        Self { holes, blue, red, ..Self::bare(size, stuck) }
    }

    /// Finds the first fault, if there is one.
    pub fn check(&self) -> Result<(), SetupError> {
        if let Some(cell) = ((self.holes | self.blue | self.red) - self.size.cells()).first() {
            return Err(SetupError::OffBoard { cell, width: self.size.width() });
        }
        if let Some(cell) = (self.blue & self.red).first() {
            return Err(SetupError::TwoBlobs(cell));
        }
        if let Some(cell) = ((self.blue | self.red) & self.holes).first() {
            return Err(SetupError::BlobInHole(cell));
        }
        if self.clock > CLOCK_LIMIT {
            return Err(SetupError::Clock(self.clock));
        }
        if self.number == 0 || self.number > MAX_MOVE_NUMBER {
            return Err(SetupError::Number(self.number));
        }
        Ok(())
    }
}

/// Why a setup is not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// A blob or hole outside of a 7 x 7 board.
    #[error("{cell} is off the board of {width} x {width}")]
    OffBoard {
        /// The cell.
        cell: Cell,
        /// The width of the board.
        width: u8,
    },
    /// Both players on one cell.
    #[error("{0} has a blob of both players")]
    TwoBlobs(Cell),
    /// A blob in a hole.
    #[error("{0} has a blob in a hole")]
    BlobInHole(Cell),
    /// A clock beyond the end of the game.
    #[error("found a half-move clock of {0}, expected at most {CLOCK_LIMIT}")]
    Clock(u32),
    /// A move number of 0, or above the maximum.
    #[error("found a move number of {0}, expected 1 to {MAX_MOVE_NUMBER}")]
    Number(u32),
}
