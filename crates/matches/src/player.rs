//! The one trait of everything that plays: built-in players, engines behind UAI, programs of the course's project.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use laplace_games::blobwar::{Move, Position};

use crate::clock::Go;
use crate::forfeit::Forfeit;

/// A player of one game after the other.
pub trait Player {
    /// Prepares for a new game.
    fn new_game(&mut self, game: &NewGame) -> Result<(), Forfeit>;

    /// The move to play in a position of this game. It need not be legal: that is checked by
    /// [`play_game`](crate::game::play_game), and so is the time used.
    fn choose(&mut self, position: &Position, go: &Go) -> Result<Choice, Forfeit>;

    /// As [`choose`](Self::choose); a player that thinks for long ends with [`Forfeit::Stopped`] once `stop` is set.
    fn choose_until(&mut self, position: &Position, go: &Go, stop: &AtomicBool) -> Result<Choice, Forfeit> {
        _ = stop;
        self.choose(position, go)
    }
}

/// A game that is about to begin.
#[derive(Clone, Copy, Debug)]
pub struct NewGame {
    /// The first position.
    pub start: Position,
    /// The seed of players that play by chance.
    pub seed: u64,
}

/// A move, the time it took, and what the player reported about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub played: Move,
    /// The time that counts against the clock.
    pub used: Duration,
    /// What the player reported about its search.
    pub info: SearchStats,
}

impl Choice {
    /// A move of a player that reports nothing about its search.
    pub fn new(played: Move, used: Duration) -> Self {
        Self { played, used, info: SearchStats::default() }
    }
}

/// What a player reports about its search, as far as a match records it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchStats {
    /// The depth of the last iteration.
    pub depth: Option<u32>,
    /// The score for the player to move, in hundredths of a blob.
    pub score: Option<i32>,
    /// Nodes a second.
    pub nps: Option<u64>,
}

impl SearchStats {
    /// Takes over what a newer report has. A new depth has a score of its own, or none if it is a proof.
    pub fn update(&mut self, newer: Self) {
        self.score = if newer.depth.is_some() { newer.score } else { newer.score.or(self.score) };
        self.depth = newer.depth.or(self.depth);
        self.nps = newer.nps.or(self.nps);
    }
}
