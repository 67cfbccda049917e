//! The fourteen maps of the course's project, as pictures of their holes.
//!
//! No corner is ever a hole, so every map starts with the blobs in the corners: blue, `x`, at the top left
//! and bottom right, where the project numbers the cells 0 and 63. (On most maps both diagonals lead to the
//! same perft counts; on `chess` the counts differ.)
//!
//! Source: the maps that the course's projects play on.

use super::bitboard::Bitboard;
use super::side::{Size, StuckRule};
use super::state::Position;
use crate::bitboard;
use crate::number::named;

/// A board of 8 x 8 with holes.
///
/// ```
/// use laplace_games::blobwar::{Map, StuckRule, perft};
/// let map: Map = "chess".parse().unwrap();
/// assert_eq!(perft(&map.start(StuckRule::Passes), 3), 816);
/// assert!("chequers".parse::<Map>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Map {
    name: &'static str,
    holes: Bitboard,
}

impl Map {
    /// All maps, by name.
    ///
    /// ```
    /// use laplace_games::blobwar::Map;
    /// assert_eq!(Map::all().len(), 14);
    /// ```
    pub const fn all() -> &'static [Self] {
        &MAPS
    }

    /// Its name, in lower case.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The cells that nothing can be on.
    pub const fn holes(&self) -> Bitboard {
        self.holes
    }

    /// The start of a game on this map. The project plays it with passes.
    pub fn start(&self, stuck: StuckRule) -> Position {
        Position::start_around(Size::Eight, self.holes, stuck)
    }
}

named!(names Map, MAPS, "a map such as standard, chess or rings");

const fn map(name: &'static str, holes: Bitboard) -> Map {
    Map { name, holes }
}

#[rustfmt::skip]
const MAPS: [Map; 14] = [
    map("chess", bitboard! {
        . X . X . X . .
        X . X . X . X .
        . X . X . X . X
        X . X . X . X .
        . X . X . X . X
        X . X . X . X .
        . X . X . X . X
        . . X . X . X .
    }),
    map("constrained", bitboard! {
        . X . X X . X .
        X X . X X . X X
        . . . X X . . .
        X X X . . X X X
        X X X . . X X X
        . . . X X . . .
        X X . X X . X X
        . X . X X . X .
    }),
    map("cross", bitboard! {
        . . . X . . . .
        . . . X . . . .
        . . . X . . . .
        . . . X X X X X
        X X X X X . . .
        . . . . X . . .
        . . . . X . . .
        . . . . X . . .
    }),
    map("fortress", bitboard! {
        . . . . . . . .
        . X X X X X X .
        . X X . . X X .
        . X X . . X X .
        . X X . . X X .
        . X X X X X X .
        . X X X X X X .
        . . . . . . . .
    }),
    map("inside", bitboard! {
        . . . . . . . .
        . X X . X X X .
        . X X X X X X .
        . X X . . X X .
        . X X . . X X .
        . X X X X X X .
        . X X . X X X .
        . . . . . . . .
    }),
    map("irregular", bitboard! {
        . . . . . X . .
        . X . . . . . .
        . . . . X . . .
        . . . X . . X .
        . X . . . . . .
        . . . . X . . .
        . . X . . . X .
        . . . . . . . .
    }),
    map("island", bitboard! {
        . . . . . . . .
        . X X X X . . .
        . X . . . X . .
        . X . . . . X .
        . X . . . . X .
        . . X . . . X .
        . . . X X X X .
        . . . . . . . .
    }),
    map("path", bitboard! {
        . X X . . X X .
        X . X . . X . X
        X . X X X X . X
        X X . . . . X X
        X X . . . . X X
        X . X X X X . X
        X . X . . X . X
        . X X . . X X .
    }),
    map("quantum", bitboard! {
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        X X . X X . X X
        X X . X X . X X
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    }),
    map("rings", bitboard! {
        . . . . . . . .
        . X . X X . X .
        . . X . . X . .
        . X . X X . X .
        . X . X X . X .
        . . X . . X . .
        . X . X X . X .
        . . . . . . . .
    }),
    map("standard", bitboard! {
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    }),
    map("strange", bitboard! {
        . X . . . . X .
        . X . . . . X .
        . X X . . X X .
        . . . . . . . .
        X X X . . X X X
        X X X X X X X X
        . . . . . . . .
        . . . . . . . .
    }),
    map("test", bitboard! {
        . X X X X X X .
        . X X X X X X X
        X X X X X X X X
        X X X X X X X X
        X X X X X X X X
        X X X X X X X X
        X X X X X X X X
        . X X X X X X .
    }),
    map("x", bitboard! {
        . . . . . . . .
        . X . . . . X .
        . . X . . X . .
        . . . X X . . .
        . . . X X . . .
        . . X . . X . .
        . X . . . . X .
        . . . . . . . .
    }),
];
