//! A set of cells of the well, one `u16` for each row: the bits that the rules work on.
//!
//! Row 0 is the floor row, bit 0 is column 0. Four rows more than the deepest well has leave room for a
//! figure that sticks out on top. The flood fill is [`Cells::spread`]: whole rows are filled sideways by
//! doubling shifts (Kogge and Stone), and sweeps up and down carry the filling from row to row until a test
//! of all rows at once finds no cell left to fill. A sweep costs about thirty operations a row; in greedy
//! games of 10 columns by 20 rows, 998 fills of 1000 took a single one.

use super::figure::FIGURE_SIZE;
use super::moves::Column;

/// The columns of the well.
pub const WIDTH: usize = 10;
/// The rows of the deepest well.
pub const MAX_DEPTH: usize = 20;
/// The rows of the deepest well and those a figure can stick out into.
pub const HEIGHT: usize = MAX_DEPTH + FIGURE_SIZE;
/// A row whose every column holds a block.
pub const FULL_ROW: u16 = (1 << WIDTH) - 1;

/// A set of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cells([u16; HEIGHT]);

impl Cells {
    /// No cell.
    pub const EMPTY: Self = Self([0; HEIGHT]);

    /// The set with those row masks, the lowest row first; `None` for a bit outside the ten columns.
    pub fn from_rows(rows: [u16; HEIGHT]) -> Option<Self> {
        rows.iter().all(|&row| row <= FULL_ROW).then_some(Self(rows))
    }

    /// The row masks, the lowest row first.
    pub const fn rows(&self) -> &[u16; HEIGHT] {
        &self.0
    }

    /// Whether the cell is in the set; cells above all rows are not.
    pub fn contains(&self, row: usize, column: Column) -> bool {
        self.0.get(row).is_some_and(|mask| mask >> column.index() & 1 == 1)
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.0.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Whether the set has no cell.
    pub fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }

    /// The number of rows up to the highest one that holds a cell.
    pub fn top(&self) -> usize {
        self.top_below(HEIGHT)
    }

    /// The [top](Cells::top) when it is known to be at most `bound`.
    pub(super) fn top_below(&self, bound: usize) -> usize {
        self.0[..bound].iter().rposition(|&row| row != 0).map_or(0, |row| row + 1)
    }

    /// The rows in which every column is in the set.
    pub fn full_rows(&self) -> RowSet {
        self.full_rows_below(HEIGHT)
    }

    /// The full rows below row `top`: a board keeps its top, and the rows above it are empty.
    pub(super) fn full_rows_below(&self, top: usize) -> RowSet {
        let rows = self.0[..top].iter().enumerate();
        RowSet(rows.fold(0, |set, (row, &mask)| set | u32::from(mask == FULL_ROW) << row))
    }

    /// The set seen in a mirror: column 0 becomes column 9.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self(self.0.map(|row| row.reverse_bits() >> (u16::BITS as usize - WIDTH)))
    }

    pub(super) fn insert(&mut self, row: usize, masks: [u16; FIGURE_SIZE]) {
        for (mine, mask) in self.0[row..].iter_mut().zip(masks) {
            *mine |= mask;
        }
    }

    /// Whether none of those masks meets a cell when the lowest lies in that row.
    #[inline]
    pub(super) fn is_free(&self, row: usize, masks: [u16; FIGURE_SIZE]) -> bool {
        let mine = &self.0[row..row + FIGURE_SIZE];
        mine[0] & masks[0] | mine[1] & masks[1] | mine[2] & masks[2] | mine[3] & masks[3] == 0
    }

    pub(super) fn clear_rows(&mut self, rows: RowSet) {
        rows.iter().for_each(|row| self.0[row] = 0);
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(mine, theirs)| *mine |= theirs);
    }

    pub(super) fn remove(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(mine, theirs)| *mine &= !theirs);
    }

    /// Moves every cell down a row. The floor row must be empty.
    pub(super) fn fall(&mut self) {
        self.0.copy_within(1.., 0);
        self.0[HEIGHT - 1] = 0;
    }

    /// The cells that lie on the floor.
    pub(super) fn on_the_floor(&self) -> Self {
        let mut found = Self::EMPTY;
        found.0[0] = self.0[0];
        found
    }

    /// The cells that lie on the floor or on a cell of `ground`.
    pub(super) fn lying_on(&self, ground: &Self) -> Self {
        let mut found = self.on_the_floor();
        for row in 1..HEIGHT {
            found.0[row] = self.0[row] & ground.0[row - 1];
        }
        found
    }

    /// Of the set, the connected components that hold a cell of `seeds`, a subset. All must lie below `top`.
    pub(super) fn spread(&self, seeds: &Self, top: usize) -> Self {
        let mut reached = *seeds;
        loop {
            reached.sweep(self, 0..top);
            if !reached.could_go_down(self) {
                return reached;
            }
            reached.sweep(self, (0..top).rev());
            if !reached.could_go_up(self) {
                return reached;
            }
        }
    }

    /// Spreads along each row and on to the next, in one direction.
    #[inline]
    fn sweep(&mut self, within: &Self, rows: impl Iterator<Item = usize>) {
        let mut before = 0;
        for row in rows {
            let room = within.0[row];
            before = fill_row(self.0[row] | before & room, room);
            self.0[row] = before;
        }
    }

    #[inline]
    fn could_go_down(&self, within: &Self) -> bool {
        (1..HEIGHT).fold(0, |open, row| open | self.0[row] & within.0[row - 1] & !self.0[row - 1]) != 0
    }

    #[inline]
    fn could_go_up(&self, within: &Self) -> bool {
        (1..HEIGHT).fold(0, |open, row| open | self.0[row - 1] & within.0[row] & !self.0[row]) != 0
    }
}

/// Of the runs of ones in `room`, those that hold a seed.
#[inline]
const fn fill_row(seeds: u16, room: u16) -> u16 {
    let (mut left, mut right) = (seeds, seeds);
    let (mut left_room, mut right_room) = (room, room);
    let mut by = 1;
    while by < WIDTH {
        left |= left_room & (left << by);
        right |= right_room & (right >> by);
        left_room &= left_room << by;
        right_room &= right_room >> by;
        by *= 2;
    }
    left | right
}

/// A set of rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RowSet(u32);

impl RowSet {
    /// Whether the row is in the set.
    pub const fn contains(self, row: usize) -> bool {
        row < HEIGHT && self.0 >> row & 1 == 1
    }

    /// The number of rows.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set has no row.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The rows, from the lowest up.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let row = (rest != 0).then(|| rest.trailing_zeros() as usize);
            rest &= rest.wrapping_sub(1);
            row
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_filled_run_by_run() {
        for room in 0..=FULL_ROW {
            for column in 0..WIDTH {
                let seed = room & (1 << column);
                let mut run = seed;
                for _ in 0..WIDTH {
                    run |= (run << 1 | run >> 1) & room;
                }
                assert_eq!(fill_row(seed, room), run, "{room:#b} from {column}");
            }
        }
    }

    #[test]
    fn spreading_follows_a_winding_path() {
        let mut rows = [0; HEIGHT];
        rows[..7].copy_from_slice(&[FULL_ROW, 1 << 9, FULL_ROW, 1, FULL_ROW, 0, FULL_ROW]);
        let all = Cells(rows);
        let mut seed = Cells::EMPTY;
        seed.0[0] = 1;
        let mut path = all;
        path.0[6] = 0;
        assert_eq!(all.spread(&seed, all.top()), path);
    }
}
