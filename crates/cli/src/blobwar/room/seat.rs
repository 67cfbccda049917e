//! A player at the board, whatever it is made of.

use std::time::{Duration, Instant};

use laplace_games::blobwar::{Move, Position};
use laplace_games::random::Random;
use laplace_solvers::blobwar::Student;

use super::super::play::Opponent;
use super::control::Go;
use super::fault::Fault;
use super::says::Info;

/// More than the moves of any game, as a power of two: chance differs from game to game.
const PLIES_OF_A_GAME: u32 = 14;

/// What a player chose, how long it took and what it says about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chosen {
    pub(crate) played: Move,
    pub(crate) used: Duration,
    pub(crate) info: Info,
}

/// Somebody who plays one game after the other.
pub(crate) trait Seat {
    /// A new game begins; the number gives players of chance their chance.
    fn begin(&mut self, start: &Position, number: u64) -> Result<(), Fault>;

    /// The move to play. It need not be legal.
    fn choose(&mut self, position: &Position, go: &Go) -> Result<Chosen, Fault>;
}

/// A player in this process, by what it does with a position and the number of the move.
pub(crate) struct Here {
    mind: Mind,
    random: Random,
    ply: usize,
    margin: Duration,
}

/// The built-in players.
pub(crate) enum Mind {
    Random,
    Greedy,
    Student(Student),
    Level(Box<Opponent>),
}

impl Here {
    pub(crate) fn new(mind: Mind, margin: Duration) -> Self {
        Self { mind, random: Random::new(0), ply: 0, margin }
    }

    fn think(&mut self, position: &Position) -> Option<Move> {
        match &mut self.mind {
            Mind::Random => self.random.pick(&position.legal_moves()).copied(),
            Mind::Greedy => greedy(position, &mut self.random),
            Mind::Student(student) => student.best_move(position),
            Mind::Level(opponent) => opponent.choose(position, self.ply),
        }
    }
}

impl Seat for Here {
    fn begin(&mut self, _: &Position, number: u64) -> Result<(), Fault> {
        self.random = Random::new(number);
        self.ply = (number as usize) << PLIES_OF_A_GAME;
        Ok(())
    }

    fn choose(&mut self, position: &Position, go: &Go) -> Result<Chosen, Fault> {
        let began = Instant::now();
        let played = self.think(position).ok_or_else(|| Fault::Illegal("none".into()))?;
        self.ply += 2;
        let used = began.elapsed();
        match go.watch() {
            Some(left) if used > left.allows(self.margin) => Err(Fault::Time { used, left }),
            _ => Ok(Chosen { played, used, info: Info::default() }),
        }
    }
}

/// The move that changes the balance of blobs most, one of them by chance.
pub(crate) fn greedy(position: &Position, random: &mut Random) -> Option<Move> {
    let gain = |played: &Move| {
        let mut next = *position;
        let turned = next.play_unchecked(*played).turned.len() as i32;
        2 * turned + i32::from(matches!(played, Move::Double(_)))
    };
    let moves = position.legal_moves();
    let most = moves.iter().map(gain).max()?;
    let best: Vec<Move> = moves.into_iter().filter(|played| gain(played) == most).collect();
    random.pick(&best).copied()
}
