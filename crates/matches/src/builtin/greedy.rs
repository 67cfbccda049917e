//! A player that looks one move ahead and takes what it can.

use laplace_games::blobwar::{Move, Position};
use laplace_games::random::Random;
use laplace_solvers::platform::Instant;

use super::no_move;
use crate::clock::Go;
use crate::forfeit::Forfeit;
use crate::player::{Choice, NewGame, Player};

/// Plays the move that changes the balance of blobs most; the seed of a game decides between equal ones.
#[derive(Clone, Debug)]
pub struct GreedyPlayer {
    random: Random,
}

impl GreedyPlayer {
    /// A player with this seed until the first game begins.
    pub fn new(seed: u64) -> Self {
        Self { random: Random::new(seed) }
    }

    fn best_move(&mut self, position: &Position) -> Option<Move> {
        let gain = |played: &Move| {
            let mut next = *position;
            let turned = next.play_unchecked(*played).turned.len() as i32;
            2 * turned + i32::from(matches!(played, Move::Double(_)))
        };
        let moves = position.legal_moves();
        let most = moves.iter().map(gain).max()?;
        let best: Vec<Move> = moves.into_iter().filter(|played| gain(played) == most).collect();
        self.random.pick(&best).copied()
    }
}

impl Default for GreedyPlayer {
    fn default() -> Self {
        Self::new(0)
    }
}

impl Player for GreedyPlayer {
    fn new_game(&mut self, game: &NewGame) -> Result<(), Forfeit> {
        self.random = Random::new(game.seed);
        Ok(())
    }

    fn choose(&mut self, position: &Position, _: &Go) -> Result<Choice, Forfeit> {
        let started = Instant::now();
        let played = self.best_move(position).ok_or_else(no_move)?;
        Ok(Choice::new(played, started.elapsed()))
    }
}
