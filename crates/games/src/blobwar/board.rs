//! The fast board: a set of cells for each player and one for the cells that can be played on.
//!
//! Row order: row 0 is at the bottom, rank 1 of the texts, and rows are counted upwards.
//!
//! A doubling is counted once for each target, so all of them are one intersection: the cells next to the
//! blobs, and the empty cells. Every jump counts, by one table look-up for each blob. Being at distance 2 is
//! mutual, so when there are fewer empty cells than blobs the sum runs over the empty cells instead.
//!
//! The board knows neither whose turn it is nor when a game is over; [`Position`](super::Position) does.

use super::bitboard::Bitboard;
use super::cell::Cell;
use super::moves::Move;
use super::side::{Side, Size};

/// Blobs on cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    blobs: [Bitboard; 2],
    playable: Bitboard,
    size: Size,
}

impl Board {
    /// The caller has checked that no cell has two blobs and no blob is in a hole.
    pub(super) const fn new(size: Size, playable: Bitboard, blue: Bitboard, red: Bitboard) -> Self {
        Self { blobs: [blue, red], playable, size }
    }

    /// The size of the board.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The cells that are not holes.
    pub const fn playable(&self) -> Bitboard {
        self.playable
    }

    /// The holes.
    pub fn holes(&self) -> Bitboard {
        self.size.cells() - self.playable
    }

    /// A player's blobs.
    pub const fn blobs(&self, side: Side) -> Bitboard {
        self.blobs[side as usize]
    }

    /// The cells without a blob, holes excepted.
    pub fn empty(&self) -> Bitboard {
        self.playable - (self.blobs[0] | self.blobs[1])
    }

    /// Blue blobs minus red blobs.
    pub const fn value(&self) -> i32 {
        self.blobs[0].len() as i32 - self.blobs[1].len() as i32
    }

    /// The cells a player can double to.
    pub fn doublings(&self, side: Side) -> Bitboard {
        self.blobs(side).spread() & self.empty()
    }

    /// The cells a player can reach by doubling or by jumping.
    pub fn targets(&self, side: Side) -> Bitboard {
        self.blobs(side).spread().spread() & self.empty()
    }

    /// The player's blobs that can jump to this cell, if it is empty.
    pub fn jumpers(&self, side: Side, to: Cell) -> Bitboard {
        to.ring() & self.blobs(side)
    }

    /// Whether a player has a doubling or a jump.
    pub fn can_move(&self, side: Side) -> bool {
        !self.targets(side).is_empty()
    }

    /// How many doublings and jumps a player has.
    pub fn count_moves(&self, side: Side) -> u32 {
        count_moves(self.blobs(side), self.empty())
    }

    /// The doublings by target, then the jumps by origin and target.
    pub fn moves(&self, side: Side) -> impl Iterator<Item = Move> + use<> {
        let empty = self.empty();
        let jumps =
            move |from: Cell| (from.ring() & empty).into_iter().map(move |to| Move::Jump { from, to });
        self.doublings(side).into_iter().map(Move::Double).chain(self.blobs(side).into_iter().flat_map(jumps))
    }

    /// Plays a move that is known to be legal and returns the cells whose blobs changed colour.
    pub fn play_unchecked(&mut self, side: Side, played: Move) -> Bitboard {
        let [mine, theirs] = [side as usize, side.other() as usize];
        let to = match played {
            Move::Pass => return Bitboard::EMPTY,
            Move::Double(to) => to,
            Move::Jump { from, to } => {
                self.blobs[mine].remove(from);
                to
            }
        };
        let turned = to.neighbours() & self.blobs[theirs];
        self.blobs[mine] |= turned.with(to);
        self.blobs[theirs] -= turned;
        turned
    }
}

/// How many doublings and jumps there are from these blobs to these empty cells.
pub(super) fn count_moves(blobs: Bitboard, empty: Bitboard) -> u32 {
    let (fewer, more) = if blobs.len() <= empty.len() { (blobs, empty) } else { (empty, blobs) };
    let jumps: u32 = fewer.into_iter().map(|cell| (cell.ring() & more).len()).sum();
    (blobs.spread() & empty).len() + jumps
}
