//! A complete game, replayed by the rules: its score, its boards, and where it fell behind the bound.

use laplace_games::demon::{Board, COLUMNS, Column, LINES, Move, Piece, State};

use super::heights::{Buried, Heights};
use super::node::{Guide, Node, Problem};
use super::relaxed::{FLAG_BITS, FLAGS, LEVELS, flags};

/// Points that a game lost against the bound with one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The piece, counted from 0.
    pub piece: u32,
    /// The points.
    pub points: u32,
    /// What could not be done.
    pub kind: LossKind,
}

/// What a game would have had to do to lose nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LossKind {
    /// Leave the board empty.
    Empty,
    /// Leave next to nothing: one piece's blocks.
    NearlyEmpty,
    /// Stand, or go on, with as many blocks as can be.
    Full,
    /// Make a Tetris that leaves more than that.
    Tetris,
    /// Take some other number of lines than it did.
    Lines,
}

/// A complete game.
#[derive(Clone)]
pub(super) struct Course {
    pub(super) moves: Vec<Move>,
    pub(super) score: u32,
    /// The board before each piece, and after the last; fewer if a board had holes beyond what a node can say.
    pub(super) nodes: Vec<Node>,
    /// What the bound had lost before each piece, and after the last.
    pub(super) regrets: Vec<i32>,
    /// The kind of loss, should there be one, at each piece.
    kinds: Vec<LossKind>,
}

impl Course {
    /// Replays a game; `None` if it ends before its last move or has fewer moves than pieces.
    pub(super) fn new(problem: &Problem, guide: &Guide, moves: Vec<Move>) -> Option<Self> {
        let course = Self::as_far_as_it_goes(problem, guide, moves);
        (course.moves.len() == problem.pieces.len()).then_some(course)
    }

    /// Replays a game until it ends.
    pub(super) fn as_far_as_it_goes(problem: &Problem, guide: &Guide, mut moves: Vec<Move>) -> Self {
        let mut state = State::with_limit(problem.seed, problem.pieces.len() as u32);
        let nodes = vec![Node::default()];
        let mut course = Self { moves: Vec::new(), score: 0, nodes, regrets: vec![0], kinds: Vec::new() };
        let mut cell = 0;
        for (index, (&chosen, &piece)) in moves.iter().zip(&problem.pieces).enumerate() {
            let kind = wanted(problem, index, cell);
            let Ok(landing) = state.play(chosen) else { break };
            let flags = flags(piece, landing.removed.len() as usize, cell as u8 & FLAG_BITS);
            cell = FLAGS * (state.board().blocks() / 4) as usize + usize::from(flags);
            let promise = problem.exact.at(index + 1).get(cell).copied().unwrap_or(0);
            course.kinds.push(kind);
            course.regrets.push(problem.exact.start() - state.score() as i32 - promise);
            course.push_node(guide, &state, index, cell);
        }
        moves.truncate(course.kinds.len());
        course.score = state.score();
        course.moves = moves;
        course
    }

    fn push_node(&mut self, guide: &Guide, state: &State, index: usize, cell: usize) {
        if self.nodes.len() != index + 1 || cell >= FLAGS * LEVELS {
            return;
        }
        if let (Some((board, buried)), Some(last)) = (packed(state.board()), self.nodes.last()) {
            let (well, cost) = guide.evaluator.choose_well(board, usize::from(last.well), buried);
            let score = state.score() as i32;
            let (cell, well, cost) = (cell as u8, well as u8, cost as i16);
            self.nodes.push(Node { board, score, cost, cell, buried, well });
        }
    }

    /// The better of two games between any two boards that both come to: where they meet, one can go on as
    /// the other did.
    pub(super) fn cross(&self, other: &Self) -> Vec<Move> {
        let same = |index: &usize| {
            let (a, b) = (&self.nodes[*index], &other.nodes[*index]);
            a.key() == b.key() && a.buried == b.buried
        };
        let ends = self.moves.len();
        let mut moves = Vec::with_capacity(ends);
        let meetings = (1..self.nodes.len().min(other.nodes.len())).filter(same);
        let mut start = 0;
        for end in meetings.chain([ends]) {
            let lost = |course: &Self| course.regrets[end] - course.regrets[start];
            let better = if lost(other) < lost(self) { other } else { self };
            moves.extend_from_slice(&better.moves[start..end]);
            start = end;
        }
        moves
    }

    /// The pieces with which something was lost.
    pub(super) fn loss_places(&self) -> impl Iterator<Item = usize> {
        self.regrets.windows(2).enumerate().filter(|(_, pair)| pair[1] > pair[0]).map(|(index, _)| index)
    }

    /// Where points were lost against the bound, and what for.
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
    let ways: Vec<(usize, usize)> = (0..=4)
        .filter_map(|lines| Some((lines, super::goals::lossless_move(problem, index, cell, lines)? / FLAGS)))
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

/// The heights of a board, and its buried cell; `None` if more than one is buried.
pub fn packed(board: &Board) -> Option<(Heights, Buried)> {
    let mut heights = [0; COLUMNS];
    let mut buried = Buried::NONE;
    for (c, column) in Column::all().enumerate() {
        let is_filled = |row: i32| board.row(LINES - 1 - row as usize) >> column.number() & 1 == 1;
        heights[c] = (0..LINES as i32).rev().find(|&row| is_filled(row)).map_or(0, |row| row + 1);
        for row in (0..heights[c]).filter(|&row| !is_filled(row)) {
            if buried != Buried::NONE {
                return None;
            }
            buried = Buried::new(c, row);
        }
    }
    Some((Heights::pack(&heights), buried))
}
