//! Search: plays the three games as well as they can be played.
//!
//! Each game has a module and a feature of its name, all of them on by default:
//!
//! - `demon`: a beam search with upper bounds, for 9 999 known pieces;
//! - `well`: a beam search that places every figure of a known sequence;
//! - `blobwar`: alpha-beta with a transposition table, for two players.
//!
//! `Limits` of a game are plain data: how much work a search may do. A [`Control`] stops a search early and receives its
//! progress. The clock and the threads of the machine are in [`platform`].

#[cfg(feature = "blobwar")]
pub mod blobwar;
mod control;
#[cfg(feature = "demon")]
pub mod demon;
pub mod platform;
#[cfg(any(feature = "blobwar", feature = "demon"))]
mod toggles;
#[cfg(feature = "well")]
pub mod well;

pub use control::Control;
