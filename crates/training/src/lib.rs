//! How the Blobwar engine learns: games against itself, a file that keeps them, and a trainer for its network.
//!
//! | file | what |
//! |---|---|
//! | `game` | one training game: its start, its moves, the score of each search, the result |
//! | `file` | the file of games: blocks with checksums, written whole, appended to after an interruption |
//! | `starts` | the boards that games start from: both sizes, the maps, random holes, both rules |
//! | `datagen` | self-play on all cores |
//! | `samples` | the positions of games, as the trainer takes them |
//! | `model`, `trainer` | the network in floating point, gradient descent on it, checkpoints |
//!
//! A block of games depends on the settings and its number alone. So any number of threads makes the same games, and an
//! interrupted run goes on with the blocks that are missing. `docs/training.md` has the recipe.

pub mod datagen;
pub mod file;
pub mod game;
pub mod model;
pub mod samples;
pub mod starts;
pub mod trainer;
