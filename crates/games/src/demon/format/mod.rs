//! Every file of the contest, both ways.
//!
//! | file          | holds                                    | read by            | written by            |
//! |---------------|------------------------------------------|--------------------|-----------------------|
//! | `q1-input-K`  | s                                        | [`read_seed`]           | [`write_seed`]        |
//! | `q1-output-K` | s, then 20 pieces, one a line            | [`read_pieces`]         | [`write_pieces`]      |
//! | `q2-input-K`  | lines `P L C R`                          | [`read_placings`]       | [`write_placings`]    |
//! | `q2-output-K` | the incorrect lines, then the board      | [`read_placed`]         | [`write_placed`]      |
//! | `q3-input-K`  | lines `P C R`                            | [`read_droppings`]      | [`write_droppings`]   |
//! | `q3-output-K` | the board                                | [`read_board`]          | [`write_board`]       |
//! | `q4-input-K`  | s, then moves `P C R`                    | [`read_moves`]          | [`write_moves`]       |
//! | `q4-output-K` | the board, then the score                | [`read_board_and_score`]| [`write_board`], score|
//! | `q5-input-K`  | s                                        | [`read_seed`]           | [`write_seed`]        |
//! | `q5-output-K` | as `q4-input-K`                          | [`read_moves`]          | [`write_moves`]       |
//!
//! [`crate::text`] lists what readers accept beyond the plain form; they also accept boards with blanks
//! between the cells. Writers write plain LF text that ends in a newline.

#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod boards;
mod lists;
mod moves;
mod name;

pub use boards::{
    BoardStyle, Picture, read_board, read_board_and_score, read_placed, write_board, write_placed,
};
pub use lists::{
    Dropping, Placing, read_droppings, read_pieces, read_placings, read_seed, write_droppings, write_pieces,
    write_placings, write_seed,
};
pub use moves::{MoveFile, read_moves, write_moves};
pub use name::{FileKind, FileName, Question};
