//! UAI, the protocol of Ataxx engines: the chess protocol UCI with `a` for `c`, one line a command.
//!
//! | file | holds |
//! |---|---|
//! | `server`, `command`, `jobs` | our engine as a server: [`serve`] |
//! | `client`, `process`, [`message`] | an engine in a process of its own, as a player: [`UaiPlayer`] |
//! | [`line_reader`] | lines of bounded length, for both ends |
//! | [`conformance`] | checks whether an engine implements the protocol |
//!
//! Source: the protocol as the programs around libataxx implement it.

#[cfg(feature = "native")]
mod client;
mod command;
#[cfg(feature = "native")]
pub mod conformance;
mod jobs;
pub mod line_reader;
pub mod message;
#[cfg(feature = "native")]
mod process;
mod server;

#[cfg(feature = "native")]
pub use client::{EngineConfig, UaiPlayer};
#[cfg(feature = "native")]
pub use laplace_process::kill_all;
pub use server::serve;
