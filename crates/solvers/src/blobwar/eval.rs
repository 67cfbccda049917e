//! The evaluation: how good a position is for the mover, without looking ahead.
//!
//! This is the one seam between search and knowledge: the search calls [`Weights::evaluate`] and nothing
//! else, and does not know what a score is made of. It is a weighted sum of counts that a few bitboard
//! instructions give (see [`Features`]), with one set of weights for the early and one for the late game.
//!
//! What is counted, each for the mover minus for the other player: blobs; blobs with few neighbouring cells
//! (corners, edges, beside holes: harder to turn); blobs with no empty neighbour (safe for now); and for each
//! empty cell that the opponent can reach, how many blobs around it he would turn. Besides, the best capture
//! that the mover has, and having the move at all.

use games::blobwar::Bitboard;

use super::node::{Ground, Node, Reach};
use super::planes::Planes;
use super::score::{MOST_ESTIMATED, Score};

/// How many counts there are.
pub const FEATURES: usize = 15;

/// The counts of a position.
pub type Features = [i32; FEATURES];

/// What the counts are, in their order.
pub const NAMES: [&str; FEATURES] = [
    "blobs",
    "blobs in corners",
    "blobs beside corners",
    "blobs on edges",
    "blobs near edges",
    "safe blobs",
    "open cells with an odd number of blobs around",
    "open cells, twos of the number of blobs around",
    "open cells, fours of the number of blobs around",
    "open cells with all eight around",
    "cells that can be doubled to",
    "the mover's best gain",
    "the other player's best gain",
    "the move",
    "the move, if the cells left are odd in number",
];

/// What the counts are worth, in hundredths of a blob.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// With the board empty.
    pub early: [i32; FEATURES],
    /// With the board full.
    pub late: [i32; FEATURES],
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            early: [-101, 162, 101, -16, -2, 240, -24, 18, 104, 316, 31, -37, 27, 33, -13],
            late: [301, 122, 111, 131, 25, 29, -57, -109, -323, -869, 64, 93, -57, 754, 49],
        }
    }
}

impl Weights {
    /// Blobs and nothing else: what a first program counts.
    pub const MATERIAL: Self = {
        let mut weights = [0; FEATURES];
        weights[0] = 100;
        Self { early: weights, late: weights }
    };

    /// The score of a node for the mover.
    pub fn evaluate(&self, node: &Node, reach: &Reach, lie: &Lie) -> Score {
        let features = features(node, reach, lie);
        let sum = |weights: &[i32; FEATURES]| -> i32 {
            weights.iter().zip(&features).map(|(weight, count)| weight * count).sum()
        };
        let left = reach.empty.len() as i32;
        let blended = (sum(&self.early) * left + sum(&self.late) * (lie.cells - left)) / lie.cells;
        blended.clamp(-MOST_ESTIMATED, MOST_ESTIMATED)
    }
}

/// What the evaluation needs to know of a board, worked out once for a search.
#[derive(Clone, Copy, Debug)]
pub struct Lie {
    /// Cells by how many others lie within distance 2: from there their neighbours can be attacked.
    zones: [Bitboard; ZONES],
    cells: i32,
}

/// The largest number of cells within distance 2 of a cell of each zone, itself excepted. Without holes the
/// first zone are the corners, then the cells beside them, the rest of the edge with the cells diagonally
/// beside corners, and the rest of the row within.
const NEAR: [u32; ZONES] = [8, 11, 15, 19];
const ZONES: usize = 4;

impl Lie {
    /// Looks at a ground.
    pub fn of(ground: &Ground) -> Self {
        let mut zones = [Bitboard::EMPTY; ZONES];
        for cell in ground.playable {
            let near = ((cell.neighbours() | cell.ring()) & ground.playable).len();
            if let Some(zone) = NEAR.iter().position(|&most| near <= most) {
                zones[zone].insert(cell);
            }
        }
        Self { zones, cells: ground.playable.len().max(1) as i32 }
    }
}

/// The counts of a node.
pub fn features(node: &Node, reach: &Reach, lie: &Lie) -> Features {
    let difference = |of: Bitboard| (node.us & of).len() as i32 - (node.them & of).len() as i32;
    let beside_empty = reach.empty.spread();
    let (ours, theirs) = (Planes::of(node.us), Planes::of(node.them));
    let they_spread = node.them.spread();
    let they_double = they_spread & reach.empty;
    let they_reach = they_spread.spread() & reach.empty;
    let open = |bit: usize| {
        (they_reach & ours.planes()[bit]).len() as i32 - (reach.targets & theirs.planes()[bit]).len() as i32
    };
    let odd = (reach.empty.len() & 1) as i32;
    [
        node.margin(),
        difference(lie.zones[0]),
        difference(lie.zones[1]),
        difference(lie.zones[2]),
        difference(lie.zones[3]),
        difference(!beside_empty),
        open(0),
        open(1),
        open(2),
        open(3),
        reach.doublings.len() as i32 - they_double.len() as i32,
        best_gain(&theirs, reach.doublings, reach.targets),
        best_gain(&ours, they_double, they_reach),
        1,
        odd,
    ]
}

/// The largest change of the margin that one move makes.
fn best_gain(turned: &Planes, doublings: Bitboard, targets: Bitboard) -> i32 {
    let double = if doublings.is_empty() { 0 } else { 2 * turned.largest(doublings) + 1 };
    double.max(2 * turned.largest(targets)) as i32
}
