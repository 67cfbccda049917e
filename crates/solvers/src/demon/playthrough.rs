//! A game played through by the rules: its score, its boards, and where it fell behind the bound.

use laplace_games::demon::{Move, Piece, State};

use super::node::Problem;
use super::rows::Rows;
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

/// What the rest of a game depends on, and the score so far.
#[derive(Clone, Copy)]
struct Position {
    board: Rows,
    after_tetris: bool,
    score: i32,
}

impl Position {
    fn is_like(&self, other: &Self) -> bool {
        self.board == other.board && self.after_tetris == other.after_tetris
    }
}

/// A game, usually complete.
#[derive(Clone)]
pub(super) struct Playthrough {
    pub(super) moves: Vec<Move>,
    pub(super) score: u32,
    /// The position before each piece, and after the last.
    positions: Vec<Position>,
    /// The points lost against the bound before each piece, and after the last.
    pub(super) regrets: Vec<i32>,
    /// The kind of loss at each piece, for the case that there is one.
    kinds: Vec<LossKind>,
}

impl Playthrough {
    /// Replays a game; `None` if it ends before its last move or has fewer moves than pieces.
    pub(super) fn new(problem: &Problem, moves: Vec<Move>) -> Option<Self> {
        let playthrough = Self::until_it_ends(problem, moves);
        (playthrough.moves.len() == problem.pieces.len()).then_some(playthrough)
    }

    /// Replays a game until it ends.
    pub(super) fn until_it_ends(problem: &Problem, mut moves: Vec<Move>) -> Self {
        let mut state = State::with_limit(problem.seed, problem.pieces.len() as u32);
        let start = Position { board: Rows::EMPTY, after_tetris: false, score: 0 };
        let mut playthrough =
            Self { moves: Vec::new(), score: 0, positions: vec![start], regrets: vec![0], kinds: Vec::new() };
        let mut cell = Some(0);
        for (index, (&chosen, &piece)) in moves.iter().zip(&problem.pieces).enumerate() {
            let kind = cell.map_or(LossKind::Lines, |cell| wanted(problem, index, cell));
            let Ok(landing) = state.play(chosen) else { break };
            cell = cell.and_then(|before| cell_after(before, piece, &landing, state.board()));
            let promise = problem.bound.value(index + 1, cell) as i32;
            playthrough.kinds.push(kind);
            playthrough.regrets.push(problem.bound.start() - state.score() as i32 - promise);
            playthrough.positions.push(Position {
                board: Rows::of_board(state.board()),
                after_tetris: landing.removed.len() == 4,
                score: state.score() as i32,
            });
        }
        moves.truncate(playthrough.kinds.len());
        playthrough.score = state.score();
        playthrough.moves = moves;
        playthrough
    }

    /// The better of two games between any two boards that both come to: where they meet, either can go on as the
    /// other did. The other may have ended earlier; then it counts up to the last board that both come to.
    pub(super) fn cross(&self, other: &Self) -> Vec<Move> {
        let same = |index: &usize| self.positions[*index].is_like(&other.positions[*index]);
        let ends = self.moves.len();
        let mut moves = Vec::with_capacity(ends);
        let meetings = (1..self.positions.len().min(other.positions.len())).filter(same);
        let mut start = 0;
        for end in meetings.chain([ends]) {
            let gained = |playthrough: &Self| Some(playthrough.score_at(end)? - playthrough.score_at(start)?);
            let better = if gained(other) > gained(self) { other } else { self };
            moves.extend_from_slice(&better.moves[start..end]);
            start = end;
        }
        moves
    }

    /// The score before a piece, or at the end; `None` if the game ended before it.
    fn score_at(&self, index: usize) -> Option<i32> {
        self.positions.get(index).map(|position| position.score)
    }

    /// The number of blocks before a piece, and whether the parity of the board is odd.
    pub(super) fn blocks_and_parity(&self, index: usize) -> (usize, bool) {
        let board = &self.positions[index].board;
        (board.blocks(), board.is_odd())
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
