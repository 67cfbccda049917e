//! The cost of a field: games from a field of lower cost last longer on average.
//!
//! A sum of counts of cells, each count a few bit operations on the whole field and one count of bits. The
//! counts are those of Dellacherie's player and its successors as far as they help here; the weights were found by a
//! random walk that kept weights with longer games.

use super::bits::{Bits, STRIDE};
use super::field::Field;

/// The weight of each count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Weights {
    /// An empty cell below a block.
    hole: i32,
    /// Two neighbours in a row of which one is empty.
    edge: i32,
    /// An empty cell at a wall.
    wall: i32,
    /// Two neighbours in a column of which one is empty.
    step: i32,
    /// An empty cell between two blocks, or between a block and a wall.
    gap: i32,
    /// Two gaps one above the other.
    pit: i32,
    /// A cell at or below a block, in the third row or above.
    high: i32,
}

impl Weights {
    /// For random figures: the longest games in 3 rows with a beam width of 6.
    const CALM: Self = Self { hole: 89, edge: 35, wall: 39, step: 9, gap: 21, pit: 5, high: 13 };
    /// For S and Z alone, which need deep wells: the longest games in 12 rows with a beam width of 30.
    const STAIRS: Self = Self { hole: 144, edge: 36, wall: 10, step: 2, gap: 66, pit: 9, high: 2 };

    /// The weights for a well of this number of rows.
    pub(super) const fn for_rows(rows: usize) -> Self {
        const CALM_ROWS: usize = 6;
        if rows <= CALM_ROWS { Self::CALM } else { Self::STAIRS }
    }
}

/// What the field costs in a well with those cells.
#[inline]
pub(super) fn cost<B: Bits>(field: Field<B>, inside: B, weights: &Weights) -> i32 {
    const HIGH: u32 = 2;
    let blocks = field.0;
    let shadow = field.shadow();
    let left = B::COLUMN_0;
    let right = left << (STRIDE - 1);
    let edges = (blocks ^ blocks >> 1) & !right;
    let walls = !blocks & (left | right) & inside;
    let steps = (blocks ^ blocks >> STRIDE) & inside;
    let gaps = !blocks & (blocks << 1 | left) & (blocks >> 1 | right) & inside;
    let count = |set: B, weight: i32| set.ones() as i32 * weight;
    count(shadow & !blocks, weights.hole)
        + count(edges, weights.edge)
        + count(walls, weights.wall)
        + count(steps, weights.step)
        + count(gaps, weights.gap)
        + count(gaps & gaps >> STRIDE, weights.pit)
        + count(shadow >> (HIGH * STRIDE), weights.high)
}
