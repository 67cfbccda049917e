//! What a surface costs, in points: steps, pits and spikes between neighbouring columns, blocks in the well.
//!
//! The cost is a sum over bends (a column's step on its left and on its right), so what a piece changes
//! depends only on the two steps on either side of it: two look-ups give the cost of a board before it is
//! made. The well, the column kept open for the next I, has no bend of its own.

use laplace_games::demon::{COLUMNS, Piece};

use super::heights::{Heights, Hole};
use super::placements::{Placement, Placements};

/// The cost of each feature of a surface, in points.
#[derive(Clone, Debug)]
pub struct Weights {
    /// A step between neighbours, by its size.
    pub step: [i32; 5],
    /// A column lower than both neighbours, by depth.
    pub pit: [i32; 5],
    /// The same at the wall.
    pub edge_pit: [i32; 5],
    /// A column higher than both neighbours, by height.
    pub spike: [i32; 3],
    /// Each block too many in the well.
    pub well: i32,
    /// A well that is not at a wall.
    pub inner_well: i32,
    /// A hole.
    pub hole: i32,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            step: [0, 3, 10, 22, 35],
            pit: [0, 4, 16, 45, 70],
            edge_pit: [0, 4, 16, 45, 70],
            spike: [0, 2, 5],
            well: 40,
            inner_well: 30,
            hole: 40,
        }
    }
}

/// Steps are distinguished up to this size; they are kept with this added.
const FAR: i32 = 8;
/// From here on a step is a mark: nothing a piece does changes it.
const FIRST_MARK: usize = 17;
/// Between the well and its right neighbour.
const RIGHT_OF_WELL: usize = 17;
/// Between the last column and the wall.
const RIGHT_WALL: usize = 18;
/// Between the well and its left neighbour.
const LEFT_OF_WELL: usize = 19;
/// Between the wall and the first column.
const LEFT_WALL: usize = 20;
/// Outside the board.
const NOTHING: usize = 21;
const STRIDE: usize = 32;
const CELLS: usize = STRIDE * STRIDE;

/// A number for each pair of steps.
type Table = Box<[i16; CELLS]>;

/// The steps of a board, ready for look-ups: entry `c + 2` is between columns `c` and `c + 1`.
pub type Surface = [u8; COLUMNS + 3];

fn tabulate(value: impl Fn(usize, usize) -> i32) -> Table {
    let mut table = Box::new([0; CELLS]);
    for left in 0..STRIDE {
        for right in 0..STRIDE {
            table[left * STRIDE + right] = value(left, right) as i16;
        }
    }
    table
}

/// The number for the steps `at` and `at + 1`; the remainder spares the check of bounds.
fn look_up(table: &Table, surface: &Surface, at: usize) -> i32 {
    table[(usize::from(surface[at]) * STRIDE + usize::from(surface[at + 1])) % CELLS].into()
}

const fn slot(step: i32) -> usize {
    let step = if step > FAR {
        FAR
    } else if step < -FAR {
        -FAR
    } else {
        step
    };
    (step + FAR) as usize
}

/// A step after its sides grew by amounts that differ by `by`.
const fn shift(step: usize, by: i32) -> usize {
    if step >= FIRST_MARK { step } else { slot(step as i32 - FAR + by) }
}

impl Weights {
    /// What a column costs with these steps on its left and right.
    fn bend(&self, left: usize, right: usize) -> i32 {
        // The well and its left neighbour have no bend, nor has what is outside the board.
        let no_left = matches!(left, RIGHT_WALL | LEFT_OF_WELL | NOTHING);
        if no_left || right == RIGHT_OF_WELL || right > RIGHT_WALL {
            return 0;
        }
        let size = |step: usize| (step as i32 - FAR).clamp(-4, 4);
        let (l, r) = (size(left), size(right));
        let rise = if right == RIGHT_WALL { 0 } else { self.step[r.unsigned_abs() as usize] };
        rise + match (left, right) {
            (RIGHT_OF_WELL | LEFT_WALL, RIGHT_WALL) | (RIGHT_OF_WELL, _) => 0,
            (LEFT_WALL, _) => self.edge_pit[r.max(0) as usize],
            (_, RIGHT_WALL) => self.edge_pit[(-l).max(0) as usize],
            _ => self.pit[(-l).min(r).max(0) as usize] + self.spike[l.min(-r).clamp(0, 2) as usize],
        }
    }
}

/// What one rotation changes, by the steps on its left and on its right.
struct Change {
    left: Table,
    right: Table,
    /// Only for rotations one column wide, whose own bend sees both sides.
    middle: Option<Table>,
}

impl Change {
    fn new(w: &Weights, placement: &Placement) -> Self {
        let last = placement.width - 1;
        let (first_grows, last_grows) =
            (placement.top[0] - placement.bottom[0], placement.top[last] - placement.bottom[last]);
        let outer_left = |a, b| w.bend(a, shift(b, first_grows)) - w.bend(a, b);
        let outer_right = |a, b| w.bend(shift(a, -last_grows), b) - w.bend(a, b);
        if last == 0 {
            let own = |a, b| w.bend(shift(a, first_grows), shift(b, -first_grows)) - w.bend(a, b);
            let (left, right) = (tabulate(outer_left), tabulate(outer_right));
            return Self { left, right, middle: Some(tabulate(own)) };
        }
        let before = |c: usize| slot(placement.bottom[c + 1] - placement.bottom[c]);
        let after = |c: usize| slot(placement.top[c + 1] - placement.top[c]);
        let inner: i32 =
            (1..last).map(|c| w.bend(after(c - 1), after(c)) - w.bend(before(c - 1), before(c))).sum();
        let left = tabulate(|a, b| {
            inner + outer_left(a, b) + w.bend(shift(b, first_grows), after(0)) - w.bend(b, before(0))
        });
        let right = tabulate(|a, b| {
            let own = w.bend(after(last - 1), shift(a, -last_grows)) - w.bend(before(last - 1), a);
            outer_right(a, b) + own
        });
        Self { left, right, middle: None }
    }
}

/// The costs of boards, from tables computed from the weights.
pub struct Evaluator {
    weights: Weights,
    bend: Table,
    changes: [Vec<Change>; 7],
}

impl Evaluator {
    /// Computes the tables; about a tenth of a megabyte.
    pub fn new(weights: &Weights, placements: &Placements) -> Self {
        let changes = Piece::ALL.map(|piece| {
            placements.exact(piece).iter().map(|placement| Change::new(weights, placement)).collect()
        });
        Self { bend: tabulate(|a, b| weights.bend(a, b)), weights: weights.clone(), changes }
    }

    /// The steps of a board with that well.
    pub fn surface(&self, board: Heights, well: usize) -> Surface {
        let heights = board.unpack();
        let mut surface = [NOTHING as u8; COLUMNS + 3];
        for c in 0..COLUMNS - 1 {
            surface[c + 2] = slot(heights[c + 1] - heights[c]) as u8;
        }
        surface[1] = LEFT_WALL as u8;
        surface[COLUMNS + 1] = RIGHT_WALL as u8;
        if well < COLUMNS - 1 {
            surface[well + 2] = RIGHT_OF_WELL as u8;
        }
        if well > 0 {
            surface[well + 1] = LEFT_OF_WELL as u8;
        }
        surface
    }

    /// The cost of a board with that well and that hole; lower is better.
    pub fn cost(&self, board: Heights, well: usize, hole: Hole) -> i32 {
        let w = &self.weights;
        self.surface_cost(board, well)
            + w.well * (board.get(well) - floor(hole)).abs()
            + if hole == Hole::NONE { 0 } else { w.hole }
    }

    /// The cost of what can be seen of a board from above, with that well.
    pub(super) fn surface_cost(&self, board: Heights, well: usize) -> i32 {
        let surface = self.surface(board, well);
        let bends: i32 =
            (0..COLUMNS).filter(|&c| c != well).map(|c| look_up(&self.bend, &surface, c + 1)).sum();
        let inner = well != 0 && well != COLUMNS - 1;
        bends + if inner { self.weights.inner_well } else { 0 }
    }

    /// The well of a board, kept where it was if it still is one, and the cost with it.
    pub fn choose_well(&self, board: Heights, well: usize, hole: Hole) -> (usize, i32) {
        let is_open = |&c: &usize| board.get(c) <= floor(hole);
        if is_open(&well) {
            return (well, self.cost(board, well, hole));
        }
        (0..COLUMNS)
            .filter(is_open)
            .map(|c| (c, self.cost(board, c, hole)))
            .min_by_key(|&(_, cost)| cost)
            .unwrap_or_else(|| (well, self.cost(board, well, hole)))
    }

    /// What a piece that fits at `column`, clear of the well, adds to the cost if no row is removed.
    pub fn change(&self, piece: Piece, placement: &Placement, column: usize, surface: &Surface) -> i32 {
        let change = &self.changes[piece as usize - 1][usize::from(placement.number)];
        let middle = change.middle.as_ref().map_or(0, |table| look_up(table, surface, column + 1));
        look_up(&change.left, surface, column)
            + look_up(&change.right, surface, column + placement.width + 1)
            + middle
    }
}

/// The height of an open well: a hole in the lowest row puts it one up.
fn floor(hole: Hole) -> i32 {
    (hole.row() == Some(0)).into()
}
