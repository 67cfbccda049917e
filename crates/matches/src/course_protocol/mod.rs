//! The protocol of the course's project: lines over TCP on this machine.
//!
//! A program receives a state, 65 characters and a newline, and answers with a move as JSON and a newline.
//! `CourseServer` is such a program; `RemotePlayer` sends states to one, as a player. Only loopback addresses are used:
//! the protocol has neither names nor passwords.

#[cfg(feature = "native")]
mod client;
#[cfg(feature = "native")]
mod server;

#[cfg(feature = "native")]
pub use client::RemotePlayer;
#[cfg(feature = "native")]
pub use server::CourseServer;

use std::time::Duration;

use laplace_games::blobwar::Position;
use laplace_solvers::blobwar::{Engine, Limits, Settings};
use laplace_solvers::platform::Instant;

use crate::builtin::{EnginePlayer, GreedyPlayer, LevelPlayer, RandomPlayer, Student};
use crate::clock::Go;
use crate::forfeit::Forfeit;
use crate::player::{Choice, NewGame, Player};
use crate::spec::{PlayerKind, SpecError};

/// The transposition table of an engine, in MiB: every connection of a server has one of its own.
const MEGABYTES: usize = 16;

/// A built-in player with the same time for every move; other players are an error.
pub fn built_in_player(
    kind: &PlayerKind,
    move_time: Duration,
    seed: u64,
) -> Result<Box<dyn Player + Send>, SpecError> {
    Ok(match kind {
        PlayerKind::Laplace(options) if options.is_empty() => {
            let engine = Engine::new(Settings { megabytes: MEGABYTES, ..Settings::default() });
            Box::new(EnginePlayer::with_limits(engine, Limits::move_time(move_time)))
        }
        PlayerKind::Level(level) => Box::new(LevelOfStates(LevelPlayer::new(*level, move_time, seed))),
        PlayerKind::Student(depth) => Box::new(Student::new(*depth)),
        PlayerKind::Random => Box::new(RandomPlayer::new(seed)),
        PlayerKind::Greedy => Box::new(GreedyPlayer::new(seed)),
        PlayerKind::Laplace(_) | PlayerKind::Command(_) => return Err(SpecError::NotBuiltIn),
    })
}

/// A level that answers states. A state does not contain the number of moves played; the number of empty cells
/// stands in for that, so that the same state gets the same answer.
struct LevelOfStates(LevelPlayer);

impl Player for LevelOfStates {
    fn new_game(&mut self, game: &NewGame) -> Result<(), Forfeit> {
        self.0.new_game(game)
    }

    fn choose(&mut self, position: &Position, _: &Go) -> Result<Choice, Forfeit> {
        let started = Instant::now();
        let empty = position.board().empty().len();
        let played = self.0.choose_at(position, empty as usize);
        let played = played.ok_or_else(|| Forfeit::UnreadableMove("none".into()))?;
        Ok(Choice::new(played, started.elapsed()))
    }
}
