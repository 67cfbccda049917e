//! Pictures of games: from a recorded game to the bytes of a file.
//!
//! ```text
//!  judge::recording ──► film (start, shapes, what each step did) ──┬─► html   one page that plays the game
//!                                                                  ├─► gif    a range of steps, moving
//!                                                                  ├─► cast   a range of steps, for terminals
//!                                                                  ├─► svg    one position
//!                                                                  └─► chart  the numbers of the game
//! ```
//!
//! A [`Film`] is made from a recording, in words that all three games share: a shape arrived somewhere, lines
//! were removed, blocks fell, blobs changed colour. The drawing code follows these facts and knows no rule, so a picture
//! cannot disagree with the judge; that holds for the page's script too. Everything here is a pure function:
//! the same game gives the same bytes, nothing is printed and no file is read.
//!
//! ```
//! use laplace_judge::recording::Recording;
//! use laplace_pictures::{Film, svg};
//! let film = Film::of(&Recording::of_demon(b"31\n1 8 2\n3 7 0\n").unwrap());
//! assert_eq!(film.steps.len(), 2);
//! assert!(film.board(2).unwrap().to_string().ends_with(".......31111\n"));
//! assert!(svg::position(&film, 2).unwrap().starts_with("<svg"));
//! ```

#![forbid(unsafe_code)]
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

pub mod cast;
pub mod chart;
pub mod film;
mod font;
mod frames;
pub mod gif;
mod grid;
pub mod html;
mod markup;
mod palette;
pub mod report;
pub mod svg;
pub mod table;

pub use film::Film;
pub use grid::Grid;
