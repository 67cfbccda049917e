//! Blobwar.

mod bitboard;
mod board;
mod cell;
pub mod format;
mod moves;
mod perft;
mod setup;
mod side;
mod state;

pub use crate::bitboard;
pub use bitboard::{Bitboard, Cells};
pub use board::Board;
pub use cell::Cell;
pub use moves::{Facts, IllegalMove, Move};
pub use perft::{divide, perft};
pub use setup::{CLOCK_LIMIT, LARGEST_NUMBER, Setup, SetupError};
pub use side::{Side, Size, StuckRule};
pub use state::{End, Outcome, Position, Reason};
