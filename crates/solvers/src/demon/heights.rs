//! A board without holes is its twelve column heights, five bits each in one word.
//!
//! A piece that fits without a hole adds a constant to the word, and where it fits is a few shifts and masks
//! over the differences of neighbouring columns. So a move costs a nanosecond or two, where rows of cells
//! would have to be dropped into and looked through. One hole may be kept beside the heights, for the boards that no
//! piece fits: its row cannot be full until the hole is open again.

use laplace_games::demon::COLUMNS;

/// Rows in which blocks may stand before a piece.
pub(super) const MAX_ROWS: i32 = (laplace_games::demon::LINES - laplace_games::demon::TOP_LINES) as i32;
pub(super) const BITS: usize = 5;
/// One in every field.
pub(super) const ONES: u64 = 0x0084_2108_4210_8421;
const LOW: u64 = ONES * 15;
/// The top bit of every field.
pub(super) const TOP: u64 = ONES * 16;
const ALL: u64 = (1 << (BITS * COLUMNS)) - 1;
/// One in the field of every second column, from the second on.
const ODD_COLUMNS: u64 = 0x0080_2008_0200_8020;
/// Top bits of the fields that have a right neighbour.
const PAIRS: u64 = TOP & (ALL >> BITS);

/// Twelve column heights of at most 31.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Heights(pub(super) u64);

/// The one hole that a board may have: an empty cell below a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hole(pub(super) u8);

impl Hole {
    /// No hole.
    pub const NONE: Self = Self(0);

    /// The cell of a column and a row, row 0 the lowest.
    pub const fn new(column: usize, row: i32) -> Self {
        Self(1 + row as u8 * COLUMNS as u8 + column as u8)
    }

    /// Its row, if there is a hole.
    pub fn row(self) -> Option<i32> {
        self.0.checked_sub(1).map(|k| i32::from(k) / COLUMNS as i32)
    }

    /// Its column, if there is a hole; otherwise 0.
    pub const fn column(self) -> usize {
        (self.0.saturating_sub(1) as usize) % COLUMNS
    }
}

/// Marks the fields that are zero by their top bit.
const fn zero_fields(x: u64) -> u64 {
    !(((x & LOW) + LOW) | x) & TOP
}

impl Heights {
    /// The height of a column.
    pub const fn get(self, column: usize) -> i32 {
        (self.0 >> (BITS * column)) as i32 & 31
    }

    /// All heights from the left.
    pub fn unpack(self) -> [i32; COLUMNS] {
        std::array::from_fn(|column| self.get(column))
    }

    /// The board with these heights.
    pub fn pack(heights: &[i32; COLUMNS]) -> Self {
        Self(heights.iter().rev().fold(0, |word, &height| word << BITS | height as u64))
    }

    /// The number of blocks, if there is no hole.
    pub fn blocks(self) -> usize {
        self.unpack().iter().sum::<i32>() as usize
    }

    /// Whether the parity of the board is odd: half the difference of its black and white blocks, if cells are
    /// coloured like a chessboard.
    ///
    /// The colours of a column without a hole balance but for one block if the height is odd; that block has the colour
    /// of the column's lowest cell.
    pub fn is_odd(self, hole: Hole) -> bool {
        let unbalanced = self.0 & ONES;
        let white = (unbalanced & ODD_COLUMNS).count_ones() as i32;
        let black = unbalanced.count_ones() as i32 - white;
        let missing = match hole.row() {
            Some(row) if (row + hole.column() as i32) % 2 == 0 => 1,
            Some(_) => -1,
            None => 0,
        };
        (black - white - missing) & 2 != 0
    }

    /// For every step from -2 to 2, the columns whose right neighbour is that much higher.
    pub const fn steps(self) -> Steps {
        let here = self.0 & (ALL >> BITS);
        let right = self.0 >> BITS;
        let ones = ONES >> BITS;
        Steps([
            zero_fields((right + 2 * ones) ^ here) & PAIRS,
            zero_fields((right + ones) ^ here) & PAIRS,
            zero_fields(right ^ here) & PAIRS,
            zero_fields(right ^ (here + ones)) & PAIRS,
            zero_fields(right ^ (here + 2 * ones)) & PAIRS,
        ])
    }

    /// Whether some column is empty.
    pub const fn any_zero(self) -> bool {
        zero_fields(self.0) != 0
    }

    /// The leftmost empty column; `COLUMNS` if there is none.
    pub(super) fn first_zero(self) -> usize {
        (zero_fields(self.0).trailing_zeros() as usize / BITS).min(COLUMNS)
    }

    /// The board without its full rows, and their number.
    pub const fn settle(self) -> (Self, usize) {
        let mut word = self.0;
        let mut lines = 0;
        while zero_fields(word) == 0 {
            word -= ONES;
            lines += 1;
        }
        (Self(word), lines)
    }

    /// The same for a board with a hole, which may be open after it: the hole that is left comes last.
    pub fn settle_over(self, hole: Hole) -> (Self, usize, Hole) {
        let Some(row) = hole.row() else {
            let (board, lines) = self.settle();
            return (board, lines, hole);
        };
        let low = self.unpack().into_iter().min().unwrap_or(0);
        let lines = low - i32::from(row < low);
        let board = Self(self.0 - ONES * lines as u64);
        // Rows below the hole went first; those above it only bring its cover down.
        let row = row - lines.min(row);
        if board.get(hole.column()) == row + 1 {
            return (Self(board.0 - (1 << (BITS * hole.column()))), lines as usize, Hole::NONE);
        }
        (board, lines as usize, Hole::new(hole.column(), row))
    }
}

/// For every step from -2 to 2, the columns whose right neighbour is that much higher.
pub struct Steps(pub(super) [u64; 5]);
