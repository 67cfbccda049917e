//! A position as the search sees it: the mover's blobs, the other's, and the clock.
//!
//! [`Position`] says who is blue and checks every move; the search makes hundreds of millions of moves that
//! it has generated itself, so it keeps only what changes, always from the mover's side. What stays the same
//! in a game, the playable cells and the rule for a stuck player, is the [`BoardConstants`]. A node is 24 bytes and
//! is copied for each move: there is nothing to take back.

use laplace_games::blobwar::{Bitboard, CLOCK_LIMIT, Cell, Move, Position, StuckRule};

use super::score::MAX_PLY;

/// From here on the clock can run out within a search, so positions that differ by it are different.
const CLOCK_IN_KEY_FROM: u32 = CLOCK_LIMIT - MAX_PLY as u32;

/// What stays the same in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardConstants {
    /// The cells that are not holes.
    pub playable: Bitboard,
    /// What happens when the player to move cannot.
    pub stuck: StuckRule,
    seed: u64,
}

impl BoardConstants {
    /// The ground of a game.
    pub fn of(position: &Position) -> Self {
        let (playable, stuck) = (position.board().playable(), position.stuck_rule());
        let seed = mix(playable.bits() ^ (stuck as u64 + 1).wrapping_mul(0xd6e8_feb8_6659_fd93));
        Self { playable, stuck, seed }
    }
}

/// What changes in a game, from the mover's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// The blobs of the player to move.
    pub us: Bitboard,
    /// The blobs of the other player.
    pub them: Bitboard,
    /// How many moves in a row were no doublings.
    pub clock: u32,
}

impl Node {
    /// The node of a position.
    pub fn of(position: &Position) -> Self {
        let (board, turn) = (position.board(), position.turn());
        Self { us: board.blobs(turn), them: board.blobs(turn.other()), clock: position.clock() }
    }

    /// The node after a legal move, from the other player's side.
    pub fn after(&self, played: PackedMove) -> Self {
        if played == PackedMove::PASS {
            return self.passed();
        }
        let (from, to) = played.ends();
        let flipped = to.neighbours() & self.them;
        let (mut us, mut clock) = ((self.us | flipped).with(to), 0);
        if from != to {
            us.remove(from);
            clock = self.clock + 1;
        }
        Self { us: self.them - flipped, them: us, clock }
    }

    /// The node after a pass.
    pub const fn passed(&self) -> Self {
        Self { us: self.them, them: self.us, clock: self.clock + 1 }
    }

    /// The mover's blobs minus the other's.
    pub const fn margin(&self) -> i32 {
        self.us.len() as i32 - self.them.len() as i32
    }

    /// A number that stands for the node on this ground.
    pub fn key(&self, board: &BoardConstants) -> u64 {
        let clock = if self.clock < CLOCK_IN_KEY_FROM { 0 } else { u64::from(self.clock) };
        let us = mix(self.us.bits() ^ board.seed);
        mix(us ^ self.them.bits().wrapping_add(clock.wrapping_mul(0xa076_1d64_78bd_642f)))
    }
}

const fn mix(mut word: u64) -> u64 {
    word = (word ^ (word >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word = (word ^ (word >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word ^ (word >> 32)
}

/// Where the mover can go.
#[derive(Clone, Copy, Debug)]
pub struct Targets {
    /// The cells without a blob.
    pub empty: Bitboard,
    /// The cells that can be doubled to.
    pub doublings: Bitboard,
    /// The cells that can be got to at all.
    pub reachable: Bitboard,
}

impl Targets {
    /// Where the mover of a node can go.
    pub fn of(node: &Node, board: &BoardConstants) -> Self {
        let empty = board.playable - (node.us | node.them);
        let near = node.us.spread();
        Self { empty, doublings: near & empty, reachable: near.spread() & empty }
    }

    /// How the game ended, as the final margin for the mover; `None` while it goes on.
    pub fn ending(&self, node: &Node, board: &BoardConstants) -> Option<i32> {
        let wiped_out = node.us.is_empty() || (node.them.is_empty() && board.stuck == StuckRule::Passes);
        if wiped_out || (self.reachable.is_empty() && !self.can_pass(node, board)) {
            Some(node.margin())
        } else if node.clock >= CLOCK_LIMIT {
            Some(0)
        } else {
            None
        }
    }

    fn can_pass(&self, node: &Node, board: &BoardConstants) -> bool {
        board.stuck == StuckRule::Passes && !(node.them.spread().spread() & self.empty).is_empty()
    }
}

/// A move in sixteen bits: where from and where to, which are the same for a doubling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedMove(u16);

impl PackedMove {
    /// No move.
    pub const NONE: Self = Self(u16::MAX);
    /// The pass.
    pub const PASS: Self = Self(u16::MAX - 1);

    /// A doubling.
    pub const fn double(to: Cell) -> Self {
        Self::jump(to, to)
    }

    /// A jump.
    pub const fn jump(from: Cell, to: Cell) -> Self {
        Self((from.number() as u16) << 6 | to.number() as u16)
    }

    /// The sixteen bits.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The move of sixteen bits, whatever they are.
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// Its place in a table of all pairs of cells.
    pub const fn index(self) -> usize {
        (self.0 & 0xfff) as usize
    }

    /// Whether it is a doubling.
    pub const fn is_double(self) -> bool {
        self.0 < 0x1000 && self.0 >> 6 == self.0 & 63
    }

    /// Where from and where to; meaningless for a pass.
    pub fn ends(self) -> (Cell, Cell) {
        let cell = |bits: u16| Cell::wrapping(u32::from(bits));
        (cell(self.0 >> 6), cell(self.0))
    }

    /// Whether a move out of a table can be played here: it may belong to another position.
    pub fn is_possible(self, node: &Node, targets: &Targets) -> bool {
        if self.0 >= 0x1000 {
            return false;
        }
        let (from, to) = self.ends();
        if from == to {
            targets.doublings.contains(to)
        } else {
            targets.empty.contains(to) && node.us.contains(from) && from.ring().contains(to)
        }
    }

    /// The move as the rules have it; `None` for no move.
    pub fn unpack(self) -> Option<Move> {
        let (from, to) = self.ends();
        match self {
            Self::NONE => None,
            Self::PASS => Some(Move::Pass),
            _ if from == to => Some(Move::Double(to)),
            _ => Some(Move::Jump { from, to }),
        }
    }
}

impl From<Move> for PackedMove {
    fn from(played: Move) -> Self {
        match played {
            Move::Pass => Self::PASS,
            Move::Double(to) => Self::double(to),
            Move::Jump { from, to } => Self::jump(from, to),
        }
    }
}

/// All moves, those that turn most first; or the pass.
pub fn all_moves(node: &Node, targets: &Targets) -> Vec<PackedMove> {
    if targets.reachable.is_empty() {
        return vec![PackedMove::PASS];
    }
    let jumps = |to: Cell| (to.ring() & node.us).into_iter().map(move |from| PackedMove::jump(from, to));
    let doublings = targets.doublings.into_iter().map(PackedMove::double);
    let mut all: Vec<PackedMove> = doublings.chain(targets.reachable.into_iter().flat_map(jumps)).collect();
    all.sort_by_key(|played| std::cmp::Reverse((played.ends().1.neighbours() & node.them).len()));
    all
}
