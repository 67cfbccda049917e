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

use laplace_solvers::blobwar::{Engine, HASH_MEGABYTES, MAX_THREADS, Settings};

use crate::clock::TimeControl;
use crate::forfeit::Forfeit;
use crate::player::Player;
use crate::spec::{EngineOption, PlayerKind};

/// A player of this process; `None` for a command, which needs a process of its own.
///
/// ```
/// use laplace_matches::{PlayerSpec, TimeControl, builtin};
/// let spec: PlayerSpec = "student:2".parse().unwrap();
/// assert!(builtin::new_player(&spec.kind, TimeControl::Depth(1), 1).is_some());
/// ```
pub fn new_player(kind: &PlayerKind, control: TimeControl, seed: u64) -> Option<Box<dyn Player + Send>> {
    Some(match kind {
        PlayerKind::Laplace(options) => Box::new(EnginePlayer::new(Engine::new(engine_settings(options)))),
        PlayerKind::Greedy => Box::new(GreedyPlayer::new(seed)),
        PlayerKind::Student(depth) => Box::new(Student::new(*depth)),
        PlayerKind::Level(level) => Box::new(LevelPlayer::new(*level, control.steady_time(), seed)),
        PlayerKind::Random => Box::new(RandomPlayer::new(seed)),
        PlayerKind::Command(_) => return None,
    })
}

/// The settings that options named as in UAI give: `hash` in MiB and `threads`. Others, and values out of range, change
/// nothing.
fn engine_settings(options: &[EngineOption]) -> Settings {
    let mut settings = Settings::default();
    for EngineOption { name, value } in options {
        let Ok(number) = value.parse::<usize>() else { continue };
        if name.eq_ignore_ascii_case("hash") && HASH_MEGABYTES.contains(&number) {
            settings.megabytes = number;
        } else if name.eq_ignore_ascii_case("threads") && (1..=MAX_THREADS).contains(&number) {
            settings.threads = number;
        }
    }
    settings
}

/// The forfeit of a player that has to move after the end of the game.
fn no_move() -> Forfeit {
    Forfeit::UnreadableMove("none".into())
}
