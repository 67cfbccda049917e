//! Blobwar, the two-player game of blobs on 8 x 8, and its sibling Ataxx on 7 x 7.
//!
//! A blob doubles to an empty cell beside it or jumps to one at distance exactly 2; where it arrives, the
//! other player's blobs around it change colour. A position has a size, holes, and one of two rules for a
//! player that cannot move: the game ends (the exercise sheet) or the player passes (Ataxx, the course's
//! project). A hundred moves in a row without a doubling are a draw.
//!
//! The idea: a set of cells is one 64-bit word, and **both sizes lie on the same 8 x 8 grid**. The 7 x 7
//! board has the last column and the top row off the board, just as holes are; so there is one numbering,
//! one set of tables and one move generator, and what is playable is a mask like any other.
//!
//! | file | what |
//! |---|---|
//! | `cell`, `bitboard`, `side` | cells, sets of cells and their pictures, players, sizes, rules |
//! | `moves` | a move, the facts of a move, why a move is refused |
//! | `board` | the fast board: targets, moves, play |
//! | `setup`, `state` | an unchecked setup, the checked position: legal moves, play, the end |
//! | `variant` | the variants by name: `sheet`, `course`, `ataxx` |
//! | [`mod@format`] | FEN, UAI moves, the texts of the sheet and of the course's project |
//! | `maps` | the fourteen maps of the course's project |
//! | `perft` | counting paths of moves |
//! | [`generate`] | seeded positions and games |
//! | [`slow`] | the rules once more, plainly: the specification |
//! | [`sheet`] | the exercise sheet's questions, one function each |
//!
//! Source: the sheet "Blobwar" of "Bases de la programmation impérative", Ensimag, first year. It names no
//! start, no first player and no end to jumping about: the corners, blue and the hundred moves are settled
//! here, as Ataxx has them.

mod bitboard;
mod board;
mod cell;
pub mod format;
pub mod generate;
mod maps;
mod moves;
mod perft;
mod setup;
pub mod sheet;
mod side;
pub mod slow;
mod state;
mod variant;

pub use crate::bitboard;
pub use bitboard::{Bitboard, Cells};
pub use board::Board;
pub use cell::Cell;
pub use maps::Map;
pub use moves::{Facts, IllegalMove, Move};
pub use perft::{divide, perft};
pub use setup::{CLOCK_LIMIT, MAX_MOVE_NUMBER, Setup, SetupError, SetupFault};
pub use side::{Side, Size, StuckRule};
pub use state::{End, Outcome, Position, Reason};
pub use variant::{RuleChoice, Variant, WrongSize};
