//! Blobwar and Ataxx: the engine.
//!
//! Iterative deepening alpha-beta on bitboards with a shared transposition table, and the knowledge kept in
//! one place. What pays and what does not is measured by matches: see `docs/blobwar.md`.
//!
//! | file | what |
//! |---|---|
//! | `node`, `planes` | a position as the search sees it; neighbour counts of all cells at once |
//! | [`score`] | scores, proofs, windows |
//! | [`eval`] | the evaluation, the one seam to knowledge |
//! | `table`, `order` | the transposition table; which move first |
//! | `trail` | the way to here, to see when the search runs in circles |
//! | `search`, `deepen`, `engine` | one thread's alpha-beta; deepening and time; threads and what is asked |
//! | [`endgame`] | the last empty cells, solved |
//! | `limits`, `settings` | how long to think; what can be set |
//! | `student` | the yardstick: a fixed depth, counting blobs |
//! | [`laplace_arena`] | matches between players in one process |
//! | [`mod@bench`] | fixed work whose sum of nodes is a checksum |
//! | [`uai`] | the protocol of Ataxx engines |

pub mod arena;
pub mod bench;
mod endgame;
mod engine;
mod eval;
mod iterative;
mod move_picker;
mod node;
mod planes;
mod repetition;
pub mod score;
mod search;
mod settings;
mod student;
#[cfg(test)]
mod tests;
mod time;
mod tt;
pub mod uai;

pub use engine::{Engine, SearchInfo, SearchResult};
pub use eval::Weights;
pub use repetition::GameHistory;
pub use settings::{HASH_MEGABYTES, MAX_CONTEMPT, MAX_MULTIPV, MAX_THREADS, Settings, Toggles};
pub use student::Student;
pub use time::Limits;

/// The search's own form of positions and moves, for players outside this crate that search by themselves. It may
/// change at any time.
#[doc(hidden)]
pub mod internals {
    pub use super::node::{BoardConstants, Node, PackedMove, Targets, all_moves};
}
