//! The players that are part of this crate. They think on the thread that calls them.

mod engine;
mod greedy;
mod level;
mod random;
mod student;

pub use engine::EnginePlayer;
pub use greedy::GreedyPlayer;
pub use level::{InvalidLevel, Level, LevelPlayer};
pub use random::RandomPlayer;
pub use student::Student;

use crate::forfeit::Forfeit;

/// The forfeit of a player that has to move after the end of the game.
fn no_move() -> Forfeit {
    Forfeit::UnreadableMove("none".into())
}
