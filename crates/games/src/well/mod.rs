//! The well: Tetris on 20 rows by 10 columns, every figure known in advance, where what is left after a
//! deletion falls as connected components.
//!
//! A task from a Bulgarian programming contest: place as many of the N figures as you can. The player
//! turns each figure and names the column of its leftmost block; it falls; full rows are emptied; what
//! hangs in the air falls, component by component; and so on until no row is full.
//!
//! ```text
//! figure     the seven figures and their shapes        moves      rotation and column, checked and not
//! cells      a set of cells as row masks, flood fill   board      the fast board: drop, delete, fall
//! painted    which figure each block came from         state      a game: legal moves, play, the end
//! format     the input and the answer, both ways       generate   seeded inputs, plain and hard
//! slow       the rules again, as plain as can be: what the tests hold all of the above to
//! ```
//!
//! A game is played like this:
//!
//! ```
//! use laplace_games::well::{Figure, Move, Problem, State};
//!
//! let figures = vec![Figure::I, Figure::I, Figure::O];
//! let mut state = State::new(Problem { figures, ..Problem::default() });
//! for (rotation, column) in [(1, 0), (1, 4)] {
//!     state.play(Move::new(rotation, column).unwrap()).unwrap();
//! }
//! let facts = state.play(Move::new(0, 8).unwrap()).unwrap();
//! assert_eq!((facts.rows_deleted(), state.placed(), state.points()), (1, 3, 10));
//! ```

mod board;
mod cells;
mod figure;
pub mod format;
pub mod generate;
mod moves;
mod painted;
pub mod slow;
mod state;

pub use board::{Board, Depth, Facts, Phase};
pub use cells::{Cells, FULL_ROW, HEIGHT, MAX_DEPTH, RowSet, WIDTH};
pub use figure::{FIGURE_SIZE, Figure, Shape};
pub use moves::{Column, Move, OutOfRange, Rotation, UncheckedMove};
pub use painted::{Block, PaintedBoard};
pub use state::{End, IllegalMove, MAX_POINTS, Problem, State, points};
