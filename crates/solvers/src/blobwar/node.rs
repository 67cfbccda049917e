//! A position as the search sees it: the blobs of the player to move, those of the other player, and the clock.
//!
//! [`Position`] knows which player is blue and checks every move. The search makes hundreds of millions of moves that
//! it has generated itself, so a [`Node`] keeps only what changes, always from the view of the player to move. What
//! stays the same in a game, the playable cells and the rule for a stuck player, is in [`BoardConstants`]. A node has
//! 24 bytes and is copied for each move, so there is no unmake.

use laplace_games::blobwar::{Bitboard, CLOCK_LIMIT, Cell, Move, Position, StuckRule};

use super::score::MAX_PLY;

/// From this clock on the draw by the clock is within the horizon, so the clock is part of the key. Below it, positions
/// that differ only by the clock share what the search finds.
const CLOCK_IN_KEY_FROM: u32 = CLOCK_LIMIT - MAX_PLY as u32;

/// What stays the same in a game: the playable cells, the rules, and the seed of the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardConstants {
    /// The cells that are not holes.
    pub playable: Bitboard,
    /// What happens to a player that cannot move.
    pub stuck: StuckRule,
    seed: u64,
}

impl BoardConstants {
    /// The constants of the game that a position belongs to.
    pub fn of(position: &Position) -> Self {
        let playable = position.board().playable();
        let stuck = position.stuck_rule();
        let seed = mix(playable.bits() ^ (stuck as u64 + 1).wrapping_mul(0xd6e8_feb8_6659_fd93));
        Self { playable, stuck, seed }
    }
}

/// What changes in a game, from the view of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// The blobs of the player to move.
    pub us: Bitboard,
    /// The blobs of the other player.
    pub them: Bitboard,
    /// The number of moves since the last doubling.
    pub clock: u32,
}

impl Node {
    /// The node of a position.
    pub fn of(position: &Position) -> Self {
        let board = position.board();
        let turn = position.turn();
        Self { us: board.blobs(turn), them: board.blobs(turn.other()), clock: position.clock() }
    }

    /// The node after a legal move, from the view of the other player.
    pub fn after(&self, played: PackedMove) -> Self {
        if played == PackedMove::PASS {
            return self.passed();
        }
        let (from, to) = played.ends();
        let flipped = to.neighbours() & self.them;
        let mut us = (self.us | flipped).with(to);
        let mut clock = 0;
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

    /// The blobs of the player to move minus those of the other player.
    pub const fn margin(&self) -> i32 {
        self.us.len() as i32 - self.them.len() as i32
    }

    /// The key of the node in the transposition table.
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

/// The cells that the player to move can reach.
#[derive(Clone, Copy, Debug)]
pub struct Targets {
    /// The cells without a blob.
    pub empty: Bitboard,
    /// The empty cells beside a blob: targets of doublings.
    pub doublings: Bitboard,
    /// The empty cells within distance 2 of a blob: targets of any move.
    pub reachable: Bitboard,
}

impl Targets {
    /// The targets of the player to move.
    pub fn of(node: &Node, board: &BoardConstants) -> Self {
        Self::among(node, board.playable)
    }

    /// The targets of the player to move among the cells that are not holes.
    pub(super) fn among(node: &Node, playable: Bitboard) -> Self {
        let empty = playable - (node.us | node.them);
        let near = node.us.spread();
        Self { empty, doublings: near & empty, reachable: near.spread() & empty }
    }

    /// The final margin for the player to move if the game is over here (0 for a draw by the clock); `None` if it is not.
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

/// A move in sixteen bits: the origin in bits 6 to 11 and the target in bits 0 to 5, both the same for a doubling.
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

    /// The move with these bits. Bits from the transposition table may be of another position: see
    /// [`PackedMove::is_possible`].
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// Its number among all pairs of cells.
    pub const fn index(self) -> usize {
        (self.0 & 0xfff) as usize
    }

    /// Whether it is a doubling.
    pub const fn is_double(self) -> bool {
        self.0 < 0x1000 && self.0 >> 6 == self.0 & 63
    }

    /// Origin and target. Meaningless for a pass.
    pub fn ends(self) -> (Cell, Cell) {
        let cell = |bits: u16| Cell::wrapping(u32::from(bits));
        (cell(self.0 >> 6), cell(self.0))
    }

    /// Whether a move from the transposition table is legal here: two positions can share a key.
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

    /// The move in the form of the rules; `None` for [`PackedMove::NONE`].
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

/// All legal moves in no particular order, one by one; or the pass alone.
pub fn unordered_moves<'a>(node: &'a Node, targets: &Targets) -> impl Iterator<Item = PackedMove> + use<'a> {
    let pass = targets.reachable.is_empty().then_some(PackedMove::PASS);
    let jumps = |to: Cell| (to.ring() & node.us).into_iter().map(move |from| PackedMove::jump(from, to));
    let doublings = targets.doublings.into_iter().map(PackedMove::double);
    pass.into_iter().chain(doublings).chain(targets.reachable.into_iter().flat_map(jumps))
}

/// All legal moves of a game that is not over, those that flip most first; or the pass alone.
pub fn all_moves(node: &Node, targets: &Targets) -> Vec<PackedMove> {
    let mut all: Vec<PackedMove> = unordered_moves(node, targets).collect();
    all.sort_by_key(|played| std::cmp::Reverse((played.ends().1.neighbours() & node.them).len()));
    all
}
