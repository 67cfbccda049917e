//! An unchecked position, and the check that it can be played.
//!
//! Texts are read into a [`Setup`], whose fields are public and may contradict each other;
//! [`Position::new`](super::Position::new) checks it. So a fault in the syntax of a text and a fault in the
//! position that it describes are two different errors.

use std::fmt;

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

    /// Checks that it is a position. The error names every fault, so that an editor of positions can show all of them.
    ///
    /// ```
    /// use laplace_games::blobwar::{Cell, Setup, Size, StuckRule};
    /// let mut setup = Setup::start(Size::Eight, Default::default(), StuckRule::Ends);
    /// assert_eq!(setup.check(), Ok(()));
    /// setup.holes.insert("a1".parse()?);
    /// setup.clock = 101;
    /// let error = setup.check().unwrap_err();
    /// assert_eq!(error.faults().len(), 2);
    /// assert_eq!(
    ///     error.to_string(),
    ///     "a1 has a blob in a hole; found a half-move clock of 101, expected at most 100"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(&self) -> Result<(), SetupError> {
        let mut faults = Vec::new();
        let blobs = self.blue | self.red;
        let width = self.size.width();
        let off_board = (self.holes | blobs) - self.size.cells();
        faults.extend(off_board.into_iter().map(|cell| SetupFault::OffBoard { cell, width }));
        faults.extend((self.blue & self.red).into_iter().map(SetupFault::TwoBlobs));
        faults.extend((blobs & self.holes).into_iter().map(SetupFault::BlobInHole));
        if self.clock > CLOCK_LIMIT {
            faults.push(SetupFault::Clock(self.clock));
        }
        if self.number == 0 || self.number > MAX_MOVE_NUMBER {
            faults.push(SetupFault::Number(self.number));
        }
        if faults.is_empty() { Ok(()) } else { Err(SetupError { faults }) }
    }
}

/// Why a setup is not a position: all of its faults, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError {
    faults: Vec<SetupFault>,
}

impl SetupError {
    /// Every fault, in the order of [`SetupFault`]'s variants and then of the cells.
    pub fn faults(&self) -> &[SetupFault] {
        &self.faults
    }
}

/// Writes all faults, separated by semicolons.
impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, fault) in self.faults.iter().enumerate() {
            let separator = if place == 0 { "" } else { "; " };
            write!(f, "{separator}{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for SetupError {}

/// One contradiction in a setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupFault {
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
