//! The evaluation: the score of a node for the player to move, without looking ahead.
//!
//! [`Evaluator`] is the one seam between the search and what it knows of the game. The engine makes one from its
//! settings for the board of a search and shares it among the threads; the search calls
//! [`Evaluator::evaluate`] and nothing else of this file. It is an enum, not a trait object: the call is in the
//! hot path and has to be inlined. There are two: a trained network ([`super::network`]), and counts.
//!
//! The score by counts is a weighted sum of counts that a few bitboard instructions give (see [`Features`]), with weights for five
//! stages from the empty to the full board. How the weights were fitted is in `docs/blobwar.md`.

use std::sync::Arc;

use laplace_games::blobwar::Bitboard;

use super::network::BoardNetwork;
use super::node::{BoardConstants, Node, Targets};
use super::planes::Planes;
use super::score::{MAX_EVAL, Score};
use super::settings::Evaluation;

/// The number of counts.
const FEATURES: usize = 16;

/// The counts of a node. Those of blobs and cells are those of the player to move minus the other player's.
///
/// | number | what is counted |
/// |---|---|
/// | 0 | blobs |
/// | 1 to 4 | blobs in corners, beside corners, on edges, near edges: see [`Zones`] |
/// | 5 | safe blobs: no empty cell beside them |
/// | 6 to 9 | cells that can be reached, by the bits of the number of blobs that would flip: ones, twos, fours, eights |
/// | 10 | targets of doublings |
/// | 11, 12 | the largest gain of one move: of the player to move, of the other player |
/// | 13, 14 | 1 for being to move; 1 more if the number of empty cells is odd |
/// | 15 | blobs that cannot be flipped within two moves |
type Features = [i32; FEATURES];

/// The number of stages of the game at which the counts have weights: a linear sum has to weigh a corner differently
/// at the start and at the end, and five stages won 71 of 120 games against two.
const STAGES: usize = 5;

/// Weights of one node are kept this many times finer while they are blended between two stages, as the rounding of
/// sixteen weights would add up.
const SCALE: i32 = 16;

/// The weights of the evaluation, in hundredths of a blob: with the board empty, a quarter full, and so on.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights([Features; STAGES]);

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
    /// Counts blobs and nothing else, as a first program does.
    pub const MATERIAL: Self = {
        let mut weights = [0; FEATURES];
        weights[0] = 100;
        Self([weights; STAGES])
    };

    /// The weights, [`SCALE`] times finer, with `empty` of `cells` cells empty: between the two nearest stages.
    fn blended(&self, empty: i32, cells: i32) -> Features {
        let filled = (cells - empty) * (STAGES as i32 - 1);
        let stage = (filled / cells).clamp(0, STAGES as i32 - 2);
        let part = filled - stage * cells;
        let from = &self.0[stage as usize];
        let to = &self.0[stage as usize + 1];
        std::array::from_fn(|i| (SCALE * (from[i] * (cells - part) + to[i] * part)) / cells)
    }
}

/// The evaluation for one board.
#[derive(Clone, Debug)]
pub(super) enum Evaluator {
    Counts(Counts),
    Network(Arc<BoardNetwork>),
}

impl Evaluator {
    /// The evaluator for a board. `last` is that of the search before: making the tables of a network takes as long
    /// as a thousand nodes, and most searches are on the board of the last one.
    pub(super) fn new(evaluation: &Evaluation, board: &BoardConstants, last: Option<&Self>) -> Self {
        match (evaluation, last) {
            (Evaluation::Counts(weights), _) => Self::Counts(Counts::new(weights, board)),
            (Evaluation::Network(network), Some(Self::Network(tables))) if tables.is_of(network, board) => {
                Self::Network(Arc::clone(tables))
            }
            (Evaluation::Network(network), _) => Self::Network(Arc::new(BoardNetwork::new(network, board))),
        }
    }

    /// The score of a node, whose game is not over, for the player to move.
    #[inline]
    pub(super) fn evaluate(&self, node: &Node, targets: &Targets) -> Score {
        match self {
            Self::Counts(counts) => counts.evaluate(node, targets),
            Self::Network(network) => network.evaluate(node, targets),
        }
    }
}

/// The evaluation by counts for one board: the weights are blended in advance for every number of empty cells.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    zones: Zones,
    by_empty: Vec<Features>,
}

impl Counts {
    fn new(weights: &Weights, board: &BoardConstants) -> Self {
        let cells = board.playable.len().max(1) as i32;
        let by_empty = (0..=cells).map(|empty| weights.blended(empty, cells)).collect();
        Self { zones: Zones::of(board), by_empty }
    }

    fn evaluate(&self, node: &Node, targets: &Targets) -> Score {
        let weights = &self.by_empty[targets.empty.len() as usize];
        let features = features(node, targets, &self.zones);
        let sum: i32 = weights.iter().zip(&features).map(|(weight, count)| weight * count).sum();
        (sum / SCALE).clamp(-MAX_EVAL, MAX_EVAL)
    }
}

/// The number of zones.
const ZONES: usize = 4;

/// The largest number of cells within distance 2 of a cell of each zone, itself excepted. On a board without holes the
/// zones are the corners; the cells beside them; the other edge cells and the cells diagonally beside corners; the rest
/// of the second row from the edge.
const ZONE_MAX_CELLS: [u32; ZONES] = [8, 11, 15, 19];

/// Cells by the number of other cells within distance 2: the fewer there are, the fewer moves can flip a blob there.
/// With holes, where an edge is depends on the board.
#[derive(Clone, Copy, Debug)]
struct Zones([Bitboard; ZONES]);

impl Zones {
    fn of(board: &BoardConstants) -> Self {
        let mut zones = [Bitboard::EMPTY; ZONES];
        for cell in board.playable {
            let near = ((cell.neighbours() | cell.ring()) & board.playable).len();
            if let Some(zone) = ZONE_MAX_CELLS.iter().position(|&max| near <= max) {
                zones[zone].insert(cell);
            }
        }
        Self(zones)
    }
}

fn features(node: &Node, targets: &Targets, zones: &Zones) -> Features {
    let difference = |of: Bitboard| (node.us & of).len() as i32 - (node.them & of).len() as i32;
    let beside_empty = targets.empty.spread();
    let our_neighbours = Planes::of(node.us);
    let their_neighbours = Planes::of(node.them);
    let they_spread = node.them.spread();
    let they_double = they_spread & targets.empty;
    let they_reach = they_spread.spread() & targets.empty;
    let open = |bit: usize| {
        (they_reach & our_neighbours.planes()[bit]).len() as i32
            - (targets.reachable & their_neighbours.planes()[bit]).len() as i32
    };
    // The cells beside those that can be reached with two moves.
    let within_two = |one: Bitboard| (one.spread().spread() & targets.empty).spread();
    let odd = (targets.empty.len() & 1) as i32;
    [
        node.margin(),
        difference(zones.0[0]),
        difference(zones.0[1]),
        difference(zones.0[2]),
        difference(zones.0[3]),
        difference(!beside_empty),
        open(0),
        open(1),
        open(2),
        open(3),
        targets.doublings.len() as i32 - they_double.len() as i32,
        their_neighbours.best_gain(targets.doublings, targets.reachable) as i32,
        our_neighbours.best_gain(they_double, they_reach) as i32,
        1,
        odd,
        (node.us - within_two(they_reach)).len() as i32
            - (node.them - within_two(targets.reachable)).len() as i32,
    ]
}
