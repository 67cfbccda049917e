//! A request to the engine, and the analysis that answers it.

use laplace_games::blobwar::{Move, Outcome, Position, Side};
use laplace_solvers::blobwar::score::{self, Score};
use laplace_solvers::blobwar::{GameHistory, Limits, SearchInfo};

use crate::builtin::Level;

/// What an analysis is for: it decides the strength of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The engine plays this move itself.
    Move {
        /// The strength.
        level: Level,
        /// The seed of the random moves of low levels.
        seed: u64,
    },
    /// A suggestion to the player to move, at full strength.
    Hint,
    /// The value of the position, at full strength.
    Evaluation,
}

/// A position of a game for the engine to analyse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The position.
    pub position: Position,
    /// The positions before it.
    pub history: GameHistory,
    /// The number of moves before it.
    pub ply: usize,
    /// What the analysis is for.
    pub purpose: Purpose,
    /// What ends the search.
    pub limits: Limits,
}

/// What the engine found about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The move to play; `None` if the game is over.
    pub best: Option<Move>,
    /// The score for blue, the first player, in hundredths of a blob; `None` for a random move of a low level.
    pub score: Option<Score>,
    /// The depth of the search in plies; 0 without a search.
    pub depth: u32,
    /// The principal variation: the moves that the engine expects, `best` first.
    pub pv: Vec<Move>,
}

impl Analysis {
    /// How likely blue is to win, from 0 to 1, if there is a score.
    pub fn win_chance(&self) -> Option<f64> {
        self.score.map(score::chance)
    }

    /// What a search found about a position, and the move it prefers.
    pub(super) fn of_search(position: &Position, best: Option<Move>, info: &SearchInfo) -> Self {
        let sign = if position.turn() == Side::Blue { 1 } else { -1 };
        // A search that was stopped in its first iteration has no score yet.
        let score = (info.depth > 0).then_some(sign * info.score);
        Self { best, score, depth: info.depth, pv: info.pv.clone() }
    }

    pub(super) fn of_random_move(played: Move) -> Self {
        Self { best: Some(played), score: None, depth: 0, pv: vec![played] }
    }

    /// A finished game is worth its result.
    pub(super) fn of_finished_game(position: &Position) -> Self {
        let margin = match position.end().map(|end| end.outcome) {
            Some(Outcome::Win(Side::Blue)) => 1,
            Some(Outcome::Win(Side::Red)) => -1,
            Some(Outcome::Draw) | None => 0,
        };
        Self { best: None, score: Some(score::of_end(margin, 0)), depth: 0, pv: Vec::new() }
    }
}
