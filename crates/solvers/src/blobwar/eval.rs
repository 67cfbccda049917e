//! The evaluation: how good a position is for the mover, without looking ahead.
//!
//! This is the one seam between search and knowledge: the search asks a `Judge`, made from the [`Weights`] for the
//! board at hand, and does not know what a score is made of. It is a weighted sum of counts that a few bitboard
//! instructions give (see [`Features`]), with weights for five stages from the empty to the full board.

use laplace_games::blobwar::Bitboard;

use super::node::{Ground, Node, Reach};
use super::planes::Planes;
use super::score::{MOST_ESTIMATED, Score};

/// How many counts there are.
pub const FEATURES: usize = 16;

/// The counts of a position. Those of blobs and cells are the mover's minus the other player's.
///
/// | number | what is counted |
/// |---|---|
/// | 0 | blobs |
/// | 1 to 4 | blobs in corners, beside corners, on edges, near edges: by how many cells they can be attacked from |
/// | 5 | safe blobs: no empty cell beside them |
/// | 6 to 9 | cells that can be got to, by the bits of how many blobs stand around: ones, twos, fours, all eight |
/// | 10 | cells that can be doubled to |
/// | 11, 12 | the best gain of one move: the mover's, the other player's |
/// | 13, 14 | the move; and once more if the cells left are odd in number |
/// | 15 | blobs that cannot be turned for three moves |
pub type Features = [i32; FEATURES];

/// At how many stages of the game the counts have weights of their own.
pub const STAGES: usize = 5;

/// What the counts are worth, in hundredths of a blob: with the board empty, a quarter full, and so on.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights(pub [[i32; FEATURES]; STAGES]);

impl Default for Weights {
    fn default() -> Self {
        Self([
            [411, -61, 7, -64, -64, -87, 2, 6, -16, 0, 11, 215, -3, -75, 52, -178],
            [32, 69, 36, -8, 1, 47, -11, -13, -34, -115, 7, 29, -3, -59, -6, 36],
            [52, 138, 75, 37, -5, 73, -20, -7, -34, -3, 29, 5, 7, 240, 18, 59],
            [102, 212, 162, 125, 49, -18, -40, -56, -129, -516, 64, 25, 1, 467, -41, 162],
            [388, 79, 73, 69, 10, -162, -145, -252, -573, -1160, 292, 120, 4, 279, 208, 179],
        ])
    }
}

impl Weights {
    /// Blobs and nothing else: what a first program counts.
    pub const MATERIAL: Self = {
        let mut weights = [0; FEATURES];
        weights[0] = 100;
        Self([weights; STAGES])
    };

    /// The score of a node for the mover.
    pub fn evaluate(&self, node: &Node, reach: &Reach, lie: &Lie) -> Score {
        weigh(&self.with_left(reach.empty.len() as i32, lie), &features(node, reach, lie))
    }

    /// The weights when so many cells are left: between the two nearest stages.
    fn with_left(&self, left: i32, lie: &Lie) -> Features {
        let filled = (lie.cells - left) * (STAGES as i32 - 1);
        let stage = (filled / lie.cells).clamp(0, STAGES as i32 - 2);
        let part = filled - stage * lie.cells;
        let (from, to) = (&self.0[stage as usize], &self.0[stage as usize + 1]);
        std::array::from_fn(|i| (SCALE * (from[i] * (lie.cells - part) + to[i] * part)) / lie.cells)
    }
}

/// Blended weights are kept this many times finer.
const SCALE: i32 = 16;

fn weigh(weights: &Features, features: &Features) -> Score {
    let sum: i32 = weights.iter().zip(features).map(|(weight, count)| weight * count).sum();
    (sum / SCALE).clamp(-MOST_ESTIMATED, MOST_ESTIMATED)
}

/// Weights for one ground, worked out for every number of cells left.
#[derive(Clone, Debug)]
pub(super) struct Judge {
    lie: Lie,
    by_left: Vec<Features>,
}

impl Judge {
    pub(super) fn new(weights: &Weights, ground: &Ground) -> Self {
        let lie = Lie::of(ground);
        Self { lie, by_left: (0..=lie.cells).map(|left| weights.with_left(left, &lie)).collect() }
    }

    /// The score of a node for the mover.
    pub(super) fn evaluate(&self, node: &Node, reach: &Reach) -> Score {
        weigh(&self.by_left[reach.empty.len() as usize], &features(node, reach, &self.lie))
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
    // The cells beside those that can be got to with two moves.
    let within_two = |one: Bitboard| (one.spread().spread() & reach.empty).spread();
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
        (node.us - within_two(they_reach)).len() as i32
            - (node.them - within_two(reach.targets)).len() as i32,
    ]
}

/// The largest change of the margin that one move makes.
fn best_gain(turned: &Planes, doublings: Bitboard, targets: Bitboard) -> i32 {
    let double = if doublings.is_empty() { 0 } else { 2 * turned.largest(doublings) + 1 };
    double.max(2 * turned.largest(targets)) as i32
}
