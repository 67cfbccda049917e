//! The evaluation: how good a position is for the mover, without looking ahead.
//!
//! This is the one seam between search and knowledge: the search asks a `Evaluator`, made from the [`Weights`] for the
//! board at hand, and does not know what a score is made of. It is a weighted sum of counts that a few bitboard
//! instructions give (see [`Features`]), with weights for five stages from the empty to the full board.

use laplace_games::blobwar::Bitboard;

use super::node::{BoardConstants, Node, Targets};
use super::planes::Planes;
use super::score::{MAX_EVAL, Score};

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
    pub fn evaluate(&self, node: &Node, targets: &Targets, zones: &Zones) -> Score {
        weigh(&self.with_left(targets.empty.len() as i32, zones), &features(node, targets, zones))
    }

    /// The weights when so many cells are left: between the two nearest stages.
    fn with_left(&self, left: i32, zones: &Zones) -> Features {
        let filled = (zones.cells - left) * (STAGES as i32 - 1);
        let stage = (filled / zones.cells).clamp(0, STAGES as i32 - 2);
        let part = filled - stage * zones.cells;
        let (from, to) = (&self.0[stage as usize], &self.0[stage as usize + 1]);
        std::array::from_fn(|i| (SCALE * (from[i] * (zones.cells - part) + to[i] * part)) / zones.cells)
    }
}

/// Blended weights are kept this many times finer.
const SCALE: i32 = 16;

fn weigh(weights: &Features, features: &Features) -> Score {
    let sum: i32 = weights.iter().zip(features).map(|(weight, count)| weight * count).sum();
    (sum / SCALE).clamp(-MAX_EVAL, MAX_EVAL)
}

/// Weights for one ground, worked out for every number of cells left.
#[derive(Clone, Debug)]
pub(super) struct Evaluator {
    zones: Zones,
    by_left: Vec<Features>,
}

impl Evaluator {
    pub(super) fn new(weights: &Weights, board: &BoardConstants) -> Self {
        let zones = Zones::of(board);
        Self { zones, by_left: (0..=zones.cells).map(|left| weights.with_left(left, &zones)).collect() }
    }

    /// The score of a node for the mover.
    pub(super) fn evaluate(&self, node: &Node, targets: &Targets) -> Score {
        weigh(&self.by_left[targets.empty.len() as usize], &features(node, targets, &self.zones))
    }
}

/// What the evaluation needs to know of a board, worked out once for a search.
#[derive(Clone, Copy, Debug)]
pub struct Zones {
    /// Cells by how many others lie within distance 2: from there their neighbours can be attacked.
    zones: [Bitboard; ZONES],
    cells: i32,
}

/// The largest number of cells within distance 2 of a cell of each zone, itself excepted. Without holes the
/// first zone are the corners, then the cells beside them, the rest of the edge with the cells diagonally
/// beside corners, and the rest of the row within.
const ZONE_MAX_CELLS: [u32; ZONES] = [8, 11, 15, 19];
const ZONES: usize = 4;

impl Zones {
    /// Looks at a ground.
    pub fn of(board: &BoardConstants) -> Self {
        let mut zones = [Bitboard::EMPTY; ZONES];
        for cell in board.playable {
            let near = ((cell.neighbours() | cell.ring()) & board.playable).len();
            if let Some(zone) = ZONE_MAX_CELLS.iter().position(|&most| near <= most) {
                zones[zone].insert(cell);
            }
        }
        Self { zones, cells: board.playable.len().max(1) as i32 }
    }
}

/// The counts of a node.
pub fn features(node: &Node, targets: &Targets, zones: &Zones) -> Features {
    let difference = |of: Bitboard| (node.us & of).len() as i32 - (node.them & of).len() as i32;
    let beside_empty = targets.empty.spread();
    let (ours, theirs) = (Planes::of(node.us), Planes::of(node.them));
    let they_spread = node.them.spread();
    let they_double = they_spread & targets.empty;
    let they_reach = they_spread.spread() & targets.empty;
    let open = |bit: usize| {
        (they_reach & ours.planes()[bit]).len() as i32
            - (targets.reachable & theirs.planes()[bit]).len() as i32
    };
    // The cells beside those that can be got to with two moves.
    let within_two = |one: Bitboard| (one.spread().spread() & targets.empty).spread();
    let odd = (targets.empty.len() & 1) as i32;
    [
        node.margin(),
        difference(zones.zones[0]),
        difference(zones.zones[1]),
        difference(zones.zones[2]),
        difference(zones.zones[3]),
        difference(!beside_empty),
        open(0),
        open(1),
        open(2),
        open(3),
        targets.doublings.len() as i32 - they_double.len() as i32,
        best_gain(&theirs, targets.doublings, targets.reachable),
        best_gain(&ours, they_double, they_reach),
        1,
        odd,
        (node.us - within_two(they_reach)).len() as i32
            - (node.them - within_two(targets.reachable)).len() as i32,
    ]
}

/// The largest change of the margin that one move makes.
fn best_gain(flipped: &Planes, doublings: Bitboard, targets: Bitboard) -> i32 {
    let double = if doublings.is_empty() { 0 } else { 2 * flipped.largest(doublings) + 1 };
    double.max(2 * flipped.largest(targets)) as i32
}
