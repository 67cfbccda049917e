//! The player that a good student hands in: alpha-beta of a fixed depth that counts blobs.
//!
//! It is the yardstick of the engine, and the plainest form of its idea: no transposition table, no move
//! ordering beyond captures first, no pruning beyond alpha-beta. Among equal moves it takes the first.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use laplace_games::blobwar::{Move, Position};
use laplace_solvers::blobwar::internals::{BoardConstants, Node, PackedMove, Targets, all_moves};
use laplace_solvers::platform::Instant;

use super::no_move;
use crate::clock::Go;
use crate::forfeit::Forfeit;
use crate::player::{Choice, NewGame, Player};

/// More than any score.
const INFINITE: i32 = 1_000;
/// Added to the margin of a won game: it is worth more than any lead of a game under way.
const WON: i32 = 100;
/// Searches of this depth look whether to stop; smaller ones end soon.
const STOPPABLE_DEPTH: u32 = 3;

/// A search of a fixed depth and nothing else.
///
/// ```
/// use laplace_games::blobwar::{Position, Size, StuckRule};
/// use laplace_matches::builtin::Student;
/// let start = Position::start(Size::Eight, StuckRule::Passes);
/// assert!(start.is_legal(Student::new(2).best_move(&start).unwrap()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Student {
    depth: u32,
}

impl Student {
    /// A student that searches `depth` plies, at least one.
    pub fn new(depth: u32) -> Self {
        Self { depth: depth.max(1) }
    }

    /// The move to play; `None` if the game is over.
    pub fn best_move(&self, position: &Position) -> Option<Move> {
        self.best_move_until(position, &AtomicBool::new(false))
    }

    /// As [`best_move`](Self::best_move); once `stop` is set, any move is returned soon.
    fn best_move_until(&self, position: &Position, stop: &AtomicBool) -> Option<Move> {
        let board = BoardConstants::of(position);
        let node = Node::of(position);
        let targets = Targets::of(&node, &board);
        if targets.ending(&node, &board).is_some() {
            return None;
        }
        let mut best = (-INFINITE, PackedMove::NONE);
        for played in all_moves(&node, &targets) {
            let score = -search(&node.after(played), &board, self.depth - 1, -INFINITE, -best.0, stop);
            if score > best.0 {
                best = (score, played);
            }
        }
        best.1.unpack()
    }
}

impl Player for Student {
    fn new_game(&mut self, _: &NewGame) -> Result<(), Forfeit> {
        Ok(())
    }

    fn choose(&mut self, position: &Position, go: &Go) -> Result<Choice, Forfeit> {
        self.choose_until(position, go, &AtomicBool::new(false))
    }

    fn choose_until(&mut self, position: &Position, _: &Go, stop: &AtomicBool) -> Result<Choice, Forfeit> {
        let started = Instant::now();
        let played = self.best_move_until(position, stop).ok_or_else(no_move)?;
        if stop.load(Relaxed) {
            return Err(Forfeit::Stopped);
        }
        Ok(Choice::new(played, started.elapsed()))
    }
}

/// The score for the player to move.
fn search(
    node: &Node,
    board: &BoardConstants,
    depth: u32,
    mut alpha: i32,
    beta: i32,
    stop: &AtomicBool,
) -> i32 {
    if depth >= STOPPABLE_DEPTH && stop.load(Relaxed) {
        return alpha;
    }
    let targets = Targets::of(node, board);
    match targets.ending(node, board) {
        Some(0) => return 0,
        Some(margin) => return margin + WON * margin.signum(),
        None if depth == 0 => return node.margin(),
        None => {}
    }
    for played in all_moves(node, &targets) {
        let score = -search(&node.after(played), board, depth - 1, -beta, -alpha, stop);
        if score >= beta {
            return score;
        }
        alpha = alpha.max(score);
    }
    alpha
}
