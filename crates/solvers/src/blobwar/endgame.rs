//! The last empty cells, solved: the margin that best play leads to, and a move that gets it.
//!
//! Few empty cells do not make a short game: blobs may jump back and forth until the clock runs out. So the
//! game is searched twice to each depth, once taking the horizon for the mover's worst case and once for the
//! best. The truth lies between; when both agree it is found, and that is nearly always long before the
//! clock. A draw by the clock counts as a margin of 0. Nothing is pruned but by alpha-beta, and the table
//! keeps positions apart by the clock, so the answer is exact or there is none.

use std::collections::HashMap;

use laplace_games::blobwar::{Cell, Move, Position};

use super::node::{BoardConstants, Node, PackedMove, Targets, all_moves};

/// The largest conceivable margin: every cell, and one more.
const MAX_MARGIN: i32 = Cell::COUNT as i32 + 1;
/// No game that goes on for longer is looked at.
const DEEPEST: u32 = 60;

/// A solved position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The final margin for the player to move, if both play best; 0 for a draw by the clock.
    pub margin: i32,
    /// A move that leads to it.
    pub best: Move,
    /// The depth that was needed.
    pub depth: u32,
}

/// Solves a position with at most so many nodes; `None` if they are too few or the game is over.
///
/// ```
/// use laplace_games::blobwar::{Position, StuckRule};
/// use laplace_solvers::blobwar::endgame;
/// let row = "xo1----/-------/-------/-------/-------/-------/------- x 0 1";
/// let solved = endgame::solve(&Position::from_fen(row, StuckRule::Passes).unwrap(), 1_000).unwrap();
/// assert_eq!((solved.margin, solved.best.to_string().as_str()), (2, "a7c7"));
/// ```
pub fn solve(position: &Position, max_nodes: u64) -> Option<Solved> {
    solve_node(&Node::of(position), &BoardConstants::of(position), max_nodes).0
}

/// Solves a node if that many others are enough, and says how many were looked at in any case.
pub(super) fn solve_node(node: &Node, board: &BoardConstants, max_nodes: u64) -> (Option<Solved>, u64) {
    let mut nodes_left = max_nodes;
    let over = Targets::of(node, board).ending(node, board).is_some();
    let solved = if over { None } else { deepen(node, board, &mut nodes_left) };
    (solved, max_nodes - nodes_left)
}

fn deepen(node: &Node, board: &BoardConstants, nodes_left: &mut u64) -> Option<Solved> {
    for depth in 1..=DEEPEST {
        let mut bound = |horizon: i32| {
            let mut solver = Solver { board, horizon, nodes_left: *nodes_left, known: HashMap::new() };
            let found = solver.root(node, depth);
            *nodes_left = solver.nodes_left;
            found
        };
        let ((least, best), (most, _)) = (bound(-MAX_MARGIN)?, bound(MAX_MARGIN)?);
        if least == most {
            return best.unpack().map(|best| Solved { margin: least, best, depth });
        }
    }
    None
}

/// A search that takes every horizon for the same margin, seen from the root's mover.
struct Solver<'a> {
    board: &'a BoardConstants,
    horizon: i32,
    nodes_left: u64,
    /// Margins by node and depth: at least, at most.
    known: HashMap<(u64, u64, u32, u32), (i32, i32)>,
}

impl Solver<'_> {
    fn root(&mut self, node: &Node, depth: u32) -> Option<(i32, PackedMove)> {
        let mut best = (-MAX_MARGIN - 1, PackedMove::NONE);
        for played in all_moves(node, &Targets::of(node, self.board)) {
            let score =
                -self.search(&node.after(played), depth - 1, -MAX_MARGIN - 1, -best.0, -self.horizon)?;
            if score > best.0 {
                best = (score, played);
            }
        }
        Some(best)
    }

    /// `horizon` is the margin of a leaf for the mover here.
    fn search(&mut self, node: &Node, depth: u32, alpha: i32, beta: i32, horizon: i32) -> Option<i32> {
        self.nodes_left = self.nodes_left.checked_sub(1)?;
        let targets = Targets::of(node, self.board);
        if let Some(margin) = targets.ending(node, self.board) {
            return Some(margin);
        }
        if depth == 0 {
            return Some(horizon);
        }
        let key = (node.us.bits(), node.them.bits(), node.clock, depth);
        let known = self.known.get(&key).copied().unwrap_or((-MAX_MARGIN, MAX_MARGIN));
        if known.0 >= beta || known.0 == known.1 {
            return Some(known.0);
        }
        if known.1 <= alpha {
            return Some(known.1);
        }
        let mut best = -MAX_MARGIN - 1;
        for played in all_moves(node, &targets) {
            let score = -self.search(&node.after(played), depth - 1, -beta, -alpha.max(best), -horizon)?;
            best = best.max(score);
            if best >= beta {
                break;
            }
        }
        let least = if best > alpha { best } else { known.0 };
        let most = if best < beta { best } else { known.1 };
        self.known.insert(key, (least, most));
        Some(best)
    }
}
