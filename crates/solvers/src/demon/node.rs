//! What the beam keeps: boards, where they came from, and the tables they are compared by.

use laplace_games::demon::{Move, Piece, Seed};

use super::heights::{Heights, Hole};
use super::parts::Parts;
use super::placements::Placements;
use laplace_games::demon::bound::tight::{BoardSize, HISTORY_BITS, TightBound};

/// A board in the beam.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) board: Heights,
    pub(super) score: i32,
    pub(super) cost: i16,
    /// The bound's cell: blocks in pieces, and flags in the low bits.
    pub(super) cell: u16,
    pub(super) hole: Hole,
    pub(super) well: u8,
}

const FLAG_SHIFT: u32 = 62;

/// A board with the flags of its history in one word: what distinguishes boards, but for a hole.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Key(pub(super) u64);

impl Key {
    pub(super) const fn new(board: Heights, flags: u8) -> Self {
        Self(board.0 | (flags as u64) << FLAG_SHIFT)
    }

    pub(super) const fn board(self) -> Heights {
        Heights(self.0 & ((1 << FLAG_SHIFT) - 1))
    }

    pub(super) const fn flags(self) -> u8 {
        (self.0 >> FLAG_SHIFT) as u8
    }
}

impl Node {
    pub(super) const fn key(&self) -> Key {
        Key::new(self.board, self.cell as u8 & HISTORY_BITS)
    }
}

/// Columns of the board, as moves are numbered.
const COLUMNS: u8 = laplace_games::demon::COLUMNS as u8;

/// A move: the rotation's number among the distinct ones, and the column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step(u8);

impl Step {
    pub(super) const fn new(number: u8, column: usize) -> Self {
        Self(number * COLUMNS + column as u8)
    }

    /// The move as the game knows it.
    pub(super) fn chosen(self, placements: &Placements, piece: Piece) -> Option<Move> {
        let placement = placements.exact(piece).get(usize::from(self.0 / COLUMNS))?;
        placement.chosen(usize::from(self.0 % COLUMNS))
    }
}

/// Where a node came from: its parent's place in the layer before, and the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link(u32);

impl Link {
    const STEP_BITS: u32 = 8;

    pub(super) const fn new(parent: usize, step: Step) -> Self {
        Self((parent as u32) << Self::STEP_BITS | step.0 as u32)
    }

    pub(super) const fn parent(self) -> usize {
        (self.0 >> Self::STEP_BITS) as usize
    }

    pub(super) const fn step(self) -> Step {
        Step(self.0 as u8)
    }
}

/// The pieces with what is known about them: the same for every search.
pub(super) struct Problem {
    pub(super) seed: Seed,
    pub(super) pieces: Vec<Piece>,
    pub(super) bound: TightBound,
    pub(super) placements: Placements,
    pub(super) parts: Parts,
}

impl Problem {
    pub(super) fn new(seed: Seed, moves: u32, parts: Parts) -> Self {
        let pieces: Vec<Piece> = seed.pieces().take(moves as usize).collect();
        let bound = TightBound::new(&pieces, BoardSize::DEMON);
        Self { seed, pieces, bound, placements: Placements::new(), parts }
    }

    /// The points that the bound has lost when a board stands before a piece.
    pub(super) fn regret(&self, index: usize, node: &Node) -> i32 {
        self.bound.start() - node.score - self.bound.at(index)[usize::from(node.cell)]
    }
}
