//! Matches between two players in one process, for measuring.
//!
//! Each opening is played twice with colours changed, so that neither a good opening nor the first move
//! favours anybody. Openings are some random moves from a start; a seed gives the same ones everywhere.
//! What the results say is in [`stats`].

pub mod stats;

use std::collections::HashSet;
use std::fmt;

use laplace_games::blobwar::{End, Move, Outcome, Position, Side};
use laplace_games::random::Random;

use super::engine::Engine;
use super::repetition::GameHistory;
use super::student::Student;
use super::time::Limits;
use stats::{Pairs, Rating};

/// Somebody who plays.
pub trait Player {
    /// The move to play; `None`, or an illegal move, loses the game.
    fn choose(&mut self, position: &Position) -> Option<Move>;

    /// A new game begins.
    fn begin(&mut self) {}
}

impl Player for Student {
    fn choose(&mut self, position: &Position) -> Option<Move> {
        self.best_move(position)
    }
}

/// An engine that has the same limits for each move.
#[derive(Debug)]
pub struct Limited {
    /// Who thinks.
    pub engine: Engine,
    /// For how long.
    pub limits: Limits,
    /// The game so far, as far as it was asked about it.
    past: GameHistory,
}

impl Limited {
    /// A player who thinks like this for so long.
    pub fn new(engine: Engine, limits: Limits) -> Self {
        Self { engine, limits, past: GameHistory::default() }
    }
}

impl Player for Limited {
    fn choose(&mut self, position: &Position) -> Option<Move> {
        self.past.keep_before(position);
        let answer = self.engine.search(position, &self.past, &self.limits)?;
        self.past.push_move(position, answer.best_move);
        Some(answer.best_move)
    }

    fn begin(&mut self) {
        self.engine.clear_hash();
        self.past = GameHistory::default();
    }
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Where it began.
    pub start: Position,
    /// Its moves.
    pub moves: Vec<Move>,
    /// Who won.
    pub outcome: Outcome,
    /// How it ended by the rules; `None` if somebody had no legal move to offer.
    pub end: Option<End>,
}

/// Plays a game to its end.
pub fn play(start: Position, blue: &mut dyn Player, red: &mut dyn Player) -> Game {
    let (mut position, mut moves) = (start, Vec::new());
    blue.begin();
    red.begin();
    loop {
        if let Some(end) = position.end() {
            return Game { start, moves, outcome: end.outcome, end: Some(end) };
        }
        let side = position.turn();
        let chosen = match side {
            Side::Blue => blue.choose(&position),
            Side::Red => red.choose(&position),
        };
        match chosen {
            Some(played) if position.play(played).is_ok() => moves.push(played),
            _ => return Game { start, moves, outcome: Outcome::Win(side.other()), end: None },
        }
    }
}

/// Different positions after so many random moves from one of the starts, in turn; none is over.
///
/// There may be fewer than asked for, if there are hardly any.
pub fn openings(starts: &[Position], plies: u32, count: usize, seed: u64) -> Vec<Position> {
    let mut random = Random::new(seed);
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    for start in starts.iter().cycle().take(if starts.is_empty() { 0 } else { 20 * count }) {
        let mut position = *start;
        for _ in 0..plies {
            if let Some(&played) = random.pick(&position.legal_moves()) {
                position.play_unchecked(played);
            }
        }
        if position.end().is_none() && seen.insert(position) {
            found.push(position);
        }
        if found.len() == count {
            break;
        }
    }
    found
}

/// The result of a match, as the first player sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Games that ended by an illegal move or none, of either player.
    pub faults: u32,
    /// The openings of which both games were played: what the error comes from.
    pub pairs: Pairs,
}

impl Tally {
    /// How many games were played.
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of points, from 0 to 1.
    pub fn score(&self) -> f64 {
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games().max(1))
    }

    /// Counts a game that the first player played with this colour, and gives its half points.
    pub fn add(&mut self, game: &Game, colour: Side) -> u32 {
        self.faults += u32::from(game.end.is_none());
        let (count, half_points) = match game.outcome {
            Outcome::Win(side) if side == colour => (&mut self.wins, 2),
            Outcome::Draw => (&mut self.draws, 1),
            Outcome::Win(_) => (&mut self.losses, 0),
        };
        *count += 1;
        half_points
    }
}

/// Writes wins, draws and losses, the share of points, and the difference in rating with its error over pairs.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { wins, draws, losses, pairs, .. } = self;
        write!(f, "+{wins} ={draws} -{losses}, {:.1} %", 100.0 * self.score())?;
        match pairs.rating() {
            Some(Rating { elo, error }) => write!(f, ", {elo:+.0} Elo ± {error:.0}"),
            None => Ok(()),
        }
    }
}

/// Plays each opening twice, the colours changed; `watch` sees the tally after each game.
pub fn play_match(
    first: &mut dyn Player,
    second: &mut dyn Player,
    openings: &[Position],
    watch: &mut dyn FnMut(&Game, &Tally),
) -> Tally {
    let mut tally = Tally::default();
    for &opening in openings {
        let game = play(opening, first, second);
        let half_points = tally.add(&game, Side::Blue);
        watch(&game, &tally);
        let game = play(opening, second, first);
        let half_points = half_points + tally.add(&game, Side::Red);
        tally.pairs.add(half_points);
        watch(&game, &tally);
    }
    tally
}
