//! Certificates that a game of the demon is optimal, and a slow checker.
//!
//! | file | what |
//! |---|---|
//! | `rules` | the sequence of pieces, the board and the score, as plainly as they can be written |
//! | `relaxed` | the game without its geometry, but for what geometry forbids: the tight upper bound |
//! | `window` | all real boards from a full, an empty or a low board on, as long as nothing is lost |
//! | `format` | the file |
//! | `check` | believes a certificate, or says why not |
//! | `find` | looks for windows that lower the bound to the score |
//!
//! Nothing here is shared with the search, nor with the fast rules and the fast bound: this crate depends on no other
//! crate of the workspace. Only its tests compare the two.

#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used)]

mod check;
mod find;
mod format;
mod relaxed;
mod rules;
mod window;

pub use check::{Refusal, Verified, check};
pub use find::{Failure, prove};
pub use format::{Certificate, FormatError, Move, Strike, read, write};
pub use relaxed::{Situation, bound};
pub use window::MAX_BOARDS;
