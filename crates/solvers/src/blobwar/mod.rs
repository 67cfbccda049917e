//! The engine for Blobwar and Ataxx.
//!
//! Iterative deepening alpha-beta on bitboards, with a transposition table that all threads share and an evaluation
//! behind one call. What each part is worth is measured by matches: see `docs/blobwar.md`.
//!
//! The public face is [`Engine`] with its [`Settings`], [`Limits`], [`GameHistory`], [`SearchInfo`] and [`SearchResult`],
//! the scores in [`score`], and [`mod@bench`]. The other files are internal:
//!
//! | file | what it is |
//! |---|---|
//! | `node`, `planes` | a position as the search sees it; neighbour counts of all cells at once |
//! | `eval` | the evaluation, the one seam to what the engine knows of the game |
//! | [`network`], `symmetry`, `simd` | the trained network; the eight sides that it sees a board from; its inner loop |
//! | `tt`, `move_picker` | the transposition table; move ordering |
//! | `repetition` | the boards of the game and of the path searched |
//! | `search`, `iterative` | alpha-beta of one thread; iterative deepening, main thread and helpers |
//! | `busy` | which nodes are being searched, so that threads share the work |
//! | `endgame` | the exact solver for the last empty cells |
//! | `time` | limits and the time budget |

pub mod bench;
mod busy;
mod endgame;
mod engine;
mod eval;
mod iterative;
mod move_picker;
pub mod network;
mod node;
mod planes;
mod repetition;
pub mod score;
mod search;
mod settings;
mod simd;
mod symmetry;
#[cfg(test)]
mod tests;
mod time;
mod tt;

pub use engine::{Engine, SearchInfo, SearchResult};
pub use eval::Weights;
pub use repetition::GameHistory;
pub use settings::{Evaluation, HASH_MEGABYTES, MAX_CONTEMPT, MAX_MULTIPV, MAX_THREADS, Settings, Toggles};
pub use time::Limits;

/// The search's own form of positions and moves, for players outside this crate that search by themselves, and wide
/// instructions for the trainer. It may change at any time.
#[doc(hidden)]
pub mod internals {
    pub use super::node::{BoardConstants, Node, PackedMove, Targets, all_moves, unordered_moves};
    pub use super::simd::vectorised;
}
