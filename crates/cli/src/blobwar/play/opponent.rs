//! A level as a player for other commands: no terminal, no hints.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use laplace_games::blobwar::{Move, Position};
use laplace_solvers::blobwar::{GameHistory, Question};

use super::level::Level;
use super::mind::{Mind, Purpose, Strength, Wanted};

/// The engine at a level.
pub(in crate::blobwar) struct Opponent {
    mind: Mind,
    /// The game so far, as far as it was asked about it.
    past: GameHistory,
}

impl Opponent {
    /// An opponent of a level from 1 to 10 that thinks for at most so long; others are taken for the nearest.
    pub(in crate::blobwar) fn new(level: u8, time: Duration, seed: u64) -> Self {
        let level = Level::new(level.max(1)).unwrap_or(Level::FULL);
        Self { mind: Mind::new(Strength { level, time, seed }), past: GameHistory::default() }
    }

    /// Its move as the one of this number; `None` if the game is over.
    pub(in crate::blobwar) fn choose(&mut self, position: &Position, ply: usize) -> Option<Move> {
        self.past.keep_before(position);
        let question = Question { position: *position, past: self.past.clone(), ply };
        let wanted = Wanted { question, purpose: Purpose::Move };
        let thought = self.mind.think(&wanted, &AtomicBool::new(false), &mut |_| {})?;
        self.past.push_move(position, thought.played);
        Some(thought.played)
    }
}
