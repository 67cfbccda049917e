//! The contest server `laplace-arena`.
//!
//! ```text
//!  request ──► auth (which account?) ──► web   pages and forms ──┐
//!                                └─► api   JSON, CLICS, CSV ──┤
//!                                                             ▼
//!          intake: archive ──► judge ──► store (one transaction) ──► events
//!                                                             │
//!                              board: judgings ──► standings ◄┘
//! ```
//!
//! An answer is judged before it is stored and stored together with its judging, so there is no queue to
//! lose anything from; the board is computed from the judgings alone. This is the one crate that knows HTTP,
//! SQL and JSON on the wire; it judges with `laplace_judge` and renders games with `laplace_pictures`.

#![forbid(unsafe_code)]
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]
#![cfg_attr(test, allow(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing))]

pub mod api;
pub mod app;
pub mod auth;
pub mod blobwar;
pub mod board;
mod code;
pub mod command;
pub mod csv;
pub mod error;
pub mod i18n;
pub mod intake;
pub mod jury;
pub mod limits;
pub mod listen;
pub mod log;
pub mod metrics;
pub mod settings;
pub mod statements;
pub mod store;
pub mod teams;
pub mod time;
mod visibility;
pub mod web;

pub use laplace_contest as contest;
pub use laplace_contest::judging;
