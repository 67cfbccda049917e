//! A game played through by the rules: its score, its boards, and where it fell behind the bound.

use laplace_games::demon::{Board, COLUMNS, Column, LINES, Move, Piece, State};

use super::cost::Evaluator;
use super::heights::{Heights, Hole};
use super::node::{Node, Problem};
use laplace_games::demon::bound::tight::{FLAGS, LEVELS, cell_after};

/// Points that a game lost against the tight bound with one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The piece, counted from 0.
    pub piece: u32,
    /// The points.
    pub points: u32,
    /// What the piece failed to do.
    pub kind: LossKind,
}

/// What a game would have had to do to lose nothing against the tight bound.
///
/// The judge's analysis of a game answers another question, what the losing move did, against the plain bound; so its
/// reasons are not these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LossKind {
    /// Leave the board empty.
    Empty,
    /// Leave at most one piece's blocks.
    NearlyEmpty,
    /// Keep the board as full as it can be, or go on from there.
    Full,
    /// Make a Tetris.
    Tetris,
    /// Take another number of lines than it did.
    Lines,
}

/// A game, usually complete.
#[derive(Clone)]
pub(super) struct Playthrough {
    pub(super) moves: Vec<Move>,
    pub(super) score: u32,
    /// The board before each piece, and after the last; fewer if a board had more holes than a node can hold.
    pub(super) nodes: Vec<Node>,
    /// The points lost against the bound before each piece, and after the last.
    pub(super) regrets: Vec<i32>,
    /// The kind of loss at each piece, for the case that there is one.
    kinds: Vec<LossKind>,
}

impl Playthrough {
    /// Replays a game; `None` if it ends before its last move or has fewer moves than pieces.
    pub(super) fn new(problem: &Problem, evaluator: &Evaluator, moves: Vec<Move>) -> Option<Self> {
        let playthrough = Self::until_it_ends(problem, evaluator, moves);
        (playthrough.moves.len() == problem.pieces.len()).then_some(playthrough)
    }

    /// Replays a game until it ends.
    pub(super) fn until_it_ends(problem: &Problem, evaluator: &Evaluator, mut moves: Vec<Move>) -> Self {
        let mut state = State::with_limit(problem.seed, problem.pieces.len() as u32);
        let nodes = vec![Node::default()];
        let mut playthrough =
            Self { moves: Vec::new(), score: 0, nodes, regrets: vec![0], kinds: Vec::new() };
        let mut cell = Some(0);
        for (index, (&chosen, &piece)) in moves.iter().zip(&problem.pieces).enumerate() {
            let kind = cell.map_or(LossKind::Lines, |cell| wanted(problem, index, cell));
            let Ok(landing) = state.play(chosen) else { break };
            cell = cell.and_then(|before| cell_after(before, piece, &landing, state.board()));
            let promise = problem.bound.value(index + 1, cell) as i32;
            playthrough.kinds.push(kind);
            playthrough.regrets.push(problem.bound.start() - state.score() as i32 - promise);
            if let Some(cell) = cell {
                playthrough.push_node(evaluator, &state, index, cell);
            }
        }
        moves.truncate(playthrough.kinds.len());
        playthrough.score = state.score();
        playthrough.moves = moves;
        playthrough
    }

    fn push_node(&mut self, evaluator: &Evaluator, state: &State, index: usize, cell: usize) {
        if self.nodes.len() != index + 1 {
            return;
        }
        if let (Some((board, hole)), Some(last)) = (packed(state.board()), self.nodes.last()) {
            let (well, cost) = evaluator.choose_well(board, usize::from(last.well), hole);
            self.nodes.push(Node {
                board,
                score: state.score() as i32,
                cost: cost as i16,
                cell: cell as u16,
                hole,
                well: well as u8,
            });
        }
    }

    /// The better of two games between any two boards that both come to: where they meet, either can go on as the
    /// other did. The other may have ended earlier; then it counts up to the last board that both come to.
    pub(super) fn cross(&self, other: &Self) -> Vec<Move> {
        let same = |index: &usize| {
            let ours = &self.nodes[*index];
            let theirs = &other.nodes[*index];
            ours.key() == theirs.key() && ours.hole == theirs.hole
        };
        let ends = self.moves.len();
        let mut moves = Vec::with_capacity(ends);
        let meetings = (1..self.nodes.len().min(other.nodes.len())).filter(same);
        let mut start = 0;
        for end in meetings.chain([ends]) {
            let gained = |playthrough: &Self| Some(playthrough.score_at(end)? - playthrough.score_at(start)?);
            let better = if gained(other) > gained(self) { other } else { self };
            moves.extend_from_slice(&better.moves[start..end]);
            start = end;
        }
        moves
    }

    /// The score before a piece, or at the end; `None` where the board is not known.
    fn score_at(&self, index: usize) -> Option<i32> {
        if index == self.moves.len() {
            return Some(self.score as i32);
        }
        self.nodes.get(index).map(|node| node.score)
    }

    /// The pieces with which something was lost.
    pub(super) fn loss_places(&self) -> impl Iterator<Item = usize> {
        self.regrets.windows(2).enumerate().filter(|(_, pair)| pair[1] > pair[0]).map(|(index, _)| index)
    }

    /// Where points were lost against the bound, and why.
    pub(super) fn losses(&self) -> Vec<Loss> {
        let loss = |index: usize| Loss {
            piece: index as u32,
            points: (self.regrets[index + 1] - self.regrets[index]) as u32,
            kind: self.kinds[index],
        };
        self.loss_places().map(loss).collect()
    }
}

/// What a piece would have to do so that nothing is lost.
fn wanted(problem: &Problem, index: usize, cell: usize) -> LossKind {
    let ways: Vec<(usize, usize)> = problem
        .bound
        .lossless_moves(index, cell)
        .map(|chosen| (usize::from(chosen.lines), usize::from(chosen.after) / FLAGS))
        .collect();
    let all = |is_so: &dyn Fn(usize, usize) -> bool| ways.iter().all(|&(lines, left)| is_so(lines, left));
    if ways.is_empty() {
        LossKind::Lines
    } else if all(&|_, left| left == 0) {
        LossKind::Empty
    } else if all(&|_, left| left <= 1) {
        LossKind::NearlyEmpty
    } else if cell / FLAGS + 1 == LEVELS || all(&|_, left| left + 1 == LEVELS) {
        LossKind::Full
    } else if all(&|lines, _| lines == 4) && problem.pieces[index] == Piece::I {
        LossKind::Tetris
    } else {
        LossKind::Lines
    }
}

/// The heights of a board and its hole; `None` if it has more than one.
pub fn packed(board: &Board) -> Option<(Heights, Hole)> {
    let mut heights = [0; COLUMNS];
    let mut hole = Hole::NONE;
    for (c, column) in Column::ALL.into_iter().enumerate() {
        let is_filled = |row: i32| board.row(LINES - 1 - row as usize) >> column.number() & 1 == 1;
        heights[c] = (0..LINES as i32).rev().find(|&row| is_filled(row)).map_or(0, |row| row + 1);
        for row in (0..heights[c]).filter(|&row| !is_filled(row)) {
            if hole != Hole::NONE {
                return None;
            }
            hole = Hole::new(c, row);
        }
    }
    Some((Heights::pack(&heights), hole))
}
