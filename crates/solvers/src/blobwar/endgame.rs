//! The endgame solver: the exact margin that best play leads to with the last empty cells, and a move that reaches it.
//!
//! Few empty cells do not make a short game: blobs can jump back and forth until the clock runs out. So the game is
//! searched twice to each depth, once with the horizon as the worst case for the player to move and once as the best.
//! The truth lies between; when both agree it is found, nearly always long before the clock. A draw by the clock is a
//! margin of 0. Nothing is pruned but by alpha-beta, and the table keeps positions apart by the clock, so a result is
//! exact or there is none.

use std::collections::HashMap;

use laplace_games::blobwar::{Cell, Move};

use super::node::{BoardConstants, Node, PackedMove, Targets, all_moves};

/// More than any margin: every cell, and one more.
const MAX_MARGIN: i32 = Cell::COUNT as i32 + 1;
/// The depth at which the solver gives up: its node limit ends it long before.
const MAX_DEPTH: u32 = 60;

/// A solved position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Solved {
    /// The final margin for the player to move, if both play best; 0 for a draw by the clock.
    pub(super) margin: i32,
    /// A move that leads to it.
    pub(super) best: Move,
    /// The depth that was needed.
    pub(super) depth: u32,
}

/// Solves a node; `None` if `max_nodes` are too few or the game is over. The second value is the number of nodes that
/// were searched.
pub(super) fn solve(node: &Node, board: &BoardConstants, max_nodes: u64) -> (Option<Solved>, u64) {
    let mut nodes_left = max_nodes;
    let over = Targets::of(node, board).ending(node, board).is_some();
    let solved = if over { None } else { deepen(node, board, &mut nodes_left) };
    (solved, max_nodes - nodes_left)
}

fn deepen(node: &Node, board: &BoardConstants, nodes_left: &mut u64) -> Option<Solved> {
    for depth in 1..=MAX_DEPTH {
        let mut bound = |horizon: i32| {
            let mut solver = Solver { board, horizon, nodes_left: *nodes_left, known: HashMap::new() };
            let found = solver.root(node, depth);
            *nodes_left = solver.nodes_left;
            found
        };
        let (lower, best) = bound(-MAX_MARGIN)?;
        let (upper, _) = bound(MAX_MARGIN)?;
        if lower == upper {
            return best.unpack().map(|best| Solved { margin: lower, best, depth });
        }
    }
    None
}

/// A search that scores every node at the horizon with the same margin, from the view of the player to move at the root.
struct Solver<'a> {
    board: &'a BoardConstants,
    horizon: i32,
    nodes_left: u64,
    /// Lower and upper bounds of the margin, by node and depth.
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

    /// The margin of a node. `horizon` is the margin of a leaf for the player to move here.
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
        let lower = if best > alpha { best } else { known.0 };
        let upper = if best < beta { best } else { known.1 };
        self.known.insert(key, (lower, upper));
        Some(best)
    }
}
