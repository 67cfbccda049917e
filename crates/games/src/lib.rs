//! The rules of three games in which nothing is hidden, and nothing but the rules.
//!
//! * [`demon`]: Tetris on 24 lines by 12 columns, every piece known in advance, highest score wins.
//! * [`well`]: Tetris on 20 rows by 10 columns where connected components fall after a deletion.
//! * [`blobwar`]: the two-player game of blobs on 8 x 8, and its sibling Ataxx on 7 x 7.
//!
//! Each game's folder has the same files: `board` (the fast board), `state` (a game under way: legal
//! moves, play, the facts of a move, the end), `format` (its texts, both ways), `generate` (seeded
//! inputs) and `slow` (the rules once more, as plainly as they can be written: the specification that
//! tests hold the fast board to).
//!
//! This crate reads no file, starts no thread, prints nothing and knows no other crate of the workspace.

#![forbid(unsafe_code)]

pub mod blobwar;
pub mod demon;
mod number;
pub mod random;
pub mod text;
pub mod well;

pub use number::ValueError;
