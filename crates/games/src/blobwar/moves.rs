//! A move, the facts of a move that was played, and the reasons to refuse one.

use super::bitboard::Bitboard;
use super::cell::Cell;
use super::side::Side;

/// A move. Its text (`to_string`, `parse`) is that of UAI: see [`format::uai`](super::format::uai).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A new blob on this cell, next to one of the mover's; which one makes no difference.
    Double(Cell),
    /// A blob goes to a cell at distance exactly 2.
    Jump {
        /// Where it leaves.
        from: Cell,
        /// Where it arrives.
        to: Cell,
    },
    /// No blob moves; legal only when there is no doubling and no jump.
    Pass,
}

impl Move {
    /// Where a blob arrives; `None` for a pass.
    pub const fn to(self) -> Option<Cell> {
        match self {
            Self::Double(to) | Self::Jump { to, .. } => Some(to),
            Self::Pass => None,
        }
    }

    /// Everything that can be written as a move, legal anywhere or not: what tests compare a generator to.
    pub fn all_conceivable() -> impl Iterator<Item = Self> {
        let jumps = Cell::all().flat_map(|from| Cell::all().map(move |to| Self::Jump { from, to }));
        std::iter::once(Self::Pass).chain(Cell::all().map(Self::Double)).chain(jumps)
    }
}

/// What a move did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Facts {
    /// The player that made the move.
    pub side: Side,
    /// The move itself: a doubling, a jump or a pass.
    pub played: Move,
    /// The cells whose blobs changed colour.
    pub turned: Bitboard,
}

/// Why a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// A pass by a player that has another move.
    #[error("a pass, though there is a move to play")]
    NeedlessPass,
    /// The player cannot move and has to pass.
    #[error("{0} cannot be played: the player is stuck and has to pass")]
    MustPass(Move),
    /// The target lies outside of the board or in a hole.
    #[error("{0} is a hole or off the board")]
    NotACell(Cell),
    /// The target has a blob.
    #[error("{0} is not empty")]
    Occupied(Cell),
    /// A doubling with no blob of the mover beside it.
    #[error("no blob of the player to move is next to {0}")]
    NothingToDouble(Cell),
    /// A jump from a cell where the mover has no blob.
    #[error("no blob of the player to move is on {0}")]
    NotYourBlob(Cell),
    /// A jump that is too short or too long.
    #[error("from {from} to {to} is a distance of {}, a jump goes exactly 2", from.distance(*to))]
    Distance {
        /// Where it would leave.
        from: Cell,
        /// Where it would arrive.
        to: Cell,
    },
}
