//! Pictures of games: from a recorded game to the bytes of a file.
//!
//! ```text
//!  answer ──► film (start, shapes, what each step did) ──┬─► html   one page that plays the game
//!             the rules are asked once, here             ├─► gif    a range, moving
//!                                                        ├─► cast   a range, for terminals
//!                                                        ├─► svg    one position
//!                                                        └─► chart  the course of a game
//! ```
//!
//! A [`Film`] holds what happened, in words that all three games share: a shape came to lie somewhere, lines
//! went, blocks fell, blobs turned. Whoever shows it follows these facts and knows no rule, so a picture
//! cannot disagree with the judge; that goes for the page's script too. Everything here is a pure function:
//! the same game gives the same bytes, nothing is printed and no file is read.
//!
//! ```
//! let film = laplace_pictures::film::demon(b"31\n1 8 2\n3 7 0\n").unwrap();
//! assert_eq!(film.steps.len(), 2);
//! assert!(film.board(2).unwrap().to_string().ends_with(".......31111\n"));
//! assert!(laplace_pictures::svg::position(&film, 2).unwrap().starts_with("<svg"));
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

pub use film::Film;
pub use grid::Grid;
