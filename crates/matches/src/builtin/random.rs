//! A player that plays any legal move.

use laplace_games::blobwar::Position;
use laplace_games::random::Random;
use laplace_solvers::platform::Instant;

use super::no_move;
use crate::clock::Go;
use crate::forfeit::Forfeit;
use crate::player::{Choice, NewGame, Player};

/// Plays any legal move, all equally likely; the seed of a game decides which.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    random: Random,
}

impl RandomPlayer {
    /// A player with this seed until the first game begins.
    pub fn new(seed: u64) -> Self {
        Self { random: Random::new(seed) }
    }
}

impl Default for RandomPlayer {
    fn default() -> Self {
        Self::new(0)
    }
}

impl Player for RandomPlayer {
    fn new_game(&mut self, game: &NewGame) -> Result<(), Forfeit> {
        self.random = Random::new(game.seed);
        Ok(())
    }

    fn choose(&mut self, position: &Position, _: &Go) -> Result<Choice, Forfeit> {
        let started = Instant::now();
        let played = self.random.pick(&position.legal_moves()).copied().ok_or_else(no_move)?;
        Ok(Choice::new(played, started.elapsed()))
    }
}
