//! The demon: Tetris on 24 lines by 12 columns with the whole sequence of pieces known in advance.
//!
//! From the Journée Francilienne de Programmation 12 (May 2022), a contest of five questions: compute the
//! sequence, place pieces, drop them, score a game, and play one.
//!
//! ```text
//! piece      the seven pieces and their shapes       sequence   the pieces that a seed s gives
//! board      the fast board: bits and colours        state      a game: moves, play, score, end
//! questions  the answers to questions 1 to 4         format     every file of the contest, both ways
//! bound      an upper bound on any score             generate   seeded inputs, plain and hard
//! slow       the rules again, as plain as can be: what the tests hold all of the above to
//! ```
//!
//! A game is played like this:
//!
//! ```
//! use laplace_games::demon::{Move, Seed, State};
//!
//! let mut state = State::new(Seed::new(31).unwrap());
//! let facts = state.play(Move::new(2, 8).unwrap()).unwrap();
//! assert_eq!((facts.line, facts.points), (23, 0));
//! ```

mod board;
pub mod bound;
pub mod format;
pub mod generate;
mod piece;
pub mod questions;
mod sequence;
pub mod slow;
mod state;

pub use board::{Board, LineSet};
pub use piece::{Column, Piece, Rotation, Shape};
pub use sequence::{Seed, Sequence};
pub use state::{CannotDrop, End, Facts, IllegalMove, Move, State, UncheckedMove};

/// Lines of the board; line 0 is at the top.
pub const LINES: usize = 24;
/// Columns of the board; column 0 is at the left.
pub const COLUMNS: usize = 12;
/// Lines at the top that must be empty before each piece.
pub const TOP_LINES: usize = 4;
/// The moves that count: a move file has at most 10 000 lines, and the first holds s.
pub const MOVE_LIMIT: u32 = 9_999;
