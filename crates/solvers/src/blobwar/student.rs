//! The player that a good student hands in: alpha-beta of a fixed depth that counts blobs.
//!
//! It is the yardstick of the engine, and the plainest form of its idea: no table, no ordering beyond
//! captures first, no selection. Among equal moves it takes the first.

use laplace_games::blobwar::{Move, Position};

use super::node::{BoardConstants, Node, PackedMove, Targets, all_moves};

/// More than any margin.
const INFINITE: i32 = 1_000;
/// A won game is worth more than any lead.
const WON: i32 = 100;

/// A fixed depth and nothing else.
///
/// ```
/// use laplace_games::blobwar::{Position, Size, StuckRule};
/// use laplace_solvers::blobwar::Student;
/// let start = Position::start(Size::Eight, StuckRule::Passes);
/// assert!(start.is_legal(&Student::new(2).best_move(&start).unwrap()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Student {
    depth: u32,
}

impl Student {
    /// A student who looks so many moves ahead, at least one.
    pub fn new(depth: u32) -> Self {
        Self { depth: depth.max(1) }
    }

    /// The move; `None` if the game is over.
    pub fn best_move(&self, position: &Position) -> Option<Move> {
        let (ground, node) = (BoardConstants::of(position), Node::of(position));
        let reach = Targets::of(&node, &ground);
        if reach.ending(&node, &ground).is_some() {
            return None;
        }
        let mut best = (-INFINITE, PackedMove::NONE);
        for played in all_moves(&node, &reach) {
            let score = -search(&node.after(played), &ground, self.depth - 1, -INFINITE, -best.0);
            if score > best.0 {
                best = (score, played);
            }
        }
        best.1.unpack()
    }
}

fn search(node: &Node, ground: &BoardConstants, depth: u32, mut alpha: i32, beta: i32) -> i32 {
    let reach = Targets::of(node, ground);
    match reach.ending(node, ground) {
        Some(0) => return 0,
        Some(margin) => return margin + WON * margin.signum(),
        None if depth == 0 => return node.margin(),
        None => {}
    }
    for played in all_moves(node, &reach) {
        let score = -search(&node.after(played), ground, depth - 1, -beta, -alpha);
        if score >= beta {
            return score;
        }
        alpha = alpha.max(score);
    }
    alpha
}
