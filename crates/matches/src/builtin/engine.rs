//! Our engine as a player in this process.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use laplace_games::blobwar::Position;
use laplace_solvers::Control;
use laplace_solvers::blobwar::{Engine, GameHistory, Limits, score};
use laplace_solvers::platform::Instant;

use super::no_move;
use crate::clock::Go;
use crate::forfeit::Forfeit;
use crate::player::{Choice, NewGame, Player, SearchStats};

/// The engine, on the thread that calls it.
#[derive(Debug)]
pub struct EnginePlayer {
    engine: Engine,
    /// The limits of every move, in place of those of the game.
    fixed_limits: Option<Limits>,
    /// The positions of the game that this player has seen.
    history: GameHistory,
}

impl EnginePlayer {
    /// An engine that keeps to the time control of the game.
    pub fn new(engine: Engine) -> Self {
        Self { engine, fixed_limits: None, history: GameHistory::default() }
    }

    /// An engine that searches every move with these limits, whatever the time control is.
    pub fn with_limits(engine: Engine, limits: Limits) -> Self {
        Self { engine, fixed_limits: Some(limits), history: GameHistory::default() }
    }
}

impl Player for EnginePlayer {
    fn new_game(&mut self, _: &NewGame) -> Result<(), Forfeit> {
        self.engine.clear_hash();
        self.history = GameHistory::default();
        Ok(())
    }

    fn choose(&mut self, position: &Position, go: &Go) -> Result<Choice, Forfeit> {
        self.choose_until(position, go, &AtomicBool::new(false))
    }

    fn choose_until(&mut self, position: &Position, go: &Go, stop: &AtomicBool) -> Result<Choice, Forfeit> {
        let started = Instant::now();
        self.history.keep_before(position);
        let limits = self.fixed_limits.unwrap_or_else(|| go.limits());
        let is_stopped = || stop.load(Relaxed);
        let control = Control::stopped_by(&is_stopped);
        let found =
            self.engine.search_with(position, &self.history, &limits, &control).ok_or_else(no_move)?;
        if is_stopped() {
            return Err(Forfeit::Stopped);
        }
        self.history.push_move(position, found.best_move);
        let info = &found.info;
        let stats = SearchStats {
            depth: Some(info.depth),
            score: Some(info.score).filter(|&score| !score::is_proved(score)),
            nps: Some((info.nodes as f64 / info.time.as_secs_f64().max(1e-6)) as u64),
        };
        Ok(Choice { played: found.best_move, used: started.elapsed(), info: stats })
    }
}
