//! A level as a player for other commands: no terminal, no hints.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use games::blobwar::{Move, Position};

use super::level::Level;
use super::mind::{Mind, Purpose, Question, Strength};

/// The engine at a level.
pub(in crate::blobwar) struct Opponent(Mind);

impl Opponent {
    /// An opponent of a level from 1 to 10 that thinks for at most so long; others are taken for the nearest.
    pub(in crate::blobwar) fn new(level: u8, time: Duration, seed: u64) -> Self {
        let level = Level::new(level.max(1)).unwrap_or(Level::FULL);
        Self(Mind::new(Strength { level, time, seed }))
    }

    /// Its move as the one of this number; `None` if the game is over.
    pub(in crate::blobwar) fn choose(&mut self, position: &Position, ply: usize) -> Option<Move> {
        let question = Question { position: *position, ply, purpose: Purpose::Move };
        self.0.think(&question, &AtomicBool::new(false), &mut |_| {}).map(|thought| thought.played)
    }
}
