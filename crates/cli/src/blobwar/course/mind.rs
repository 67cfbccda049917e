//! Who thinks for a connection: the engine, or one of the weaker players, each move for itself.

use std::time::Duration;

use laplace_games::blobwar::{Move, Position};
use laplace_games::random::Random;
use laplace_solvers::blobwar::arena::{Limited, Player};
use laplace_solvers::blobwar::{Engine, Limits, Settings, Student};

use super::super::play::Opponent;
use super::super::room::player::Spec;
use super::super::room::seat::greedy;

/// The table of an engine, in MiB: every connection has one of its own. Levels take what they need.
const MEGABYTES: usize = 16;

/// A player that needs nothing but a position.
pub(super) enum Mind {
    Engine(Box<Limited>),
    Level(Box<Opponent>),
    Student(Student),
    Random(Random),
    Greedy(Random),
}

impl Mind {
    /// The player that was asked for; an error says which ones there are.
    pub(super) fn new(spec: &Spec, time: Duration, seed: u64) -> Result<Self, String> {
        Ok(match spec {
            Spec::Laplace(settings) if settings.is_empty() => {
                let settings = Settings { megabytes: MEGABYTES, ..Settings::default() };
                Self::Engine(Box::new(Limited::new(Engine::new(settings), Limits::move_time(time))))
            }
            Spec::Level(level) => Self::Level(Box::new(Opponent::new(*level, time, seed))),
            Spec::Student(depth) => Self::Student(Student::new(*depth)),
            Spec::Random => Self::Random(Random::new(seed)),
            Spec::Greedy => Self::Greedy(Random::new(seed)),
            Spec::Laplace(_) | Spec::Command(_) => {
                return Err("expected laplace, level:N, student:N, random or greedy".into());
            }
        })
    }

    /// Its move; `None` if the game is over.
    pub(super) fn choose(&mut self, position: &Position) -> Option<Move> {
        match self {
            Self::Engine(engine) => engine.choose(position),
            Self::Level(opponent) => {
                // A state has no number; how full the board is serves as one.
                let empty = position.board().empty().len();
                opponent.choose(position, empty as usize)
            }
            Self::Student(student) => student.best_move(position),
            Self::Random(random) => random.pick(&position.legal_moves()).copied(),
            Self::Greedy(random) => greedy(position, random),
        }
    }
}
