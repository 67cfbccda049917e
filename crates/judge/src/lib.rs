//! Judges any bytes against a problem, and records games for viewers and pictures.
//!
//! There are three entry points:
//!
//! - [`demon::judge`] and [`well::judge`] give the verdict on an answer file;
//! - [`recording::Recording`] keeps what every move did, for viewers, analyses, pictures and replays;
//! - [`replay::read`], [`replay::write()`] and [`replay::verify`] are for the document that holds a game of any kind.
//!
//! ```
//! use laplace_games::well::Depth;
//! use laplace_judge::recording::Recording;
//! use laplace_judge::replay::{Replay, read, write};
//!
//! let input = b"2\n4 4";
//! let output = b"0 0 0 2";
//! let verdict = laplace_judge::well::judge(input, output, Depth::DEFAULT).unwrap();
//! assert_eq!((verdict.placed, verdict.points), (2, 10));
//!
//! let game = Recording::of_well(input, output, Depth::DEFAULT).unwrap();
//! assert_eq!(game.ended().to_string(), "every figure was placed");
//!
//! let document = write(&Replay::from(&game));
//! assert_eq!(read(document.as_bytes()).unwrap().len(), 2);
//! ```
//!
//! A game is played once, by one loop for each game. Verdicts keep nothing of it; a recording keeps every step,
//! and everything that is shown is derived from that.
//!
//! Every answer has a verdict, whatever its bytes, and there is no panic. An answer is read in place, once and move by
//! move, so memory is bounded by the size of the file and time by the part of it that counts. Only an *input* that
//! cannot be read is an error, since the contestant did not write it.
//!
//! This crate depends on the rules alone: it does not see the solvers, and prints nothing.

#![forbid(unsafe_code)]
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

pub mod demon;
mod kind;
pub mod recording;
pub mod replay;
pub mod well;

pub use kind::GameKind;
