//! A board of any kind: rows of bits, the lowest first.
//!
//! The beam keeps boards as heights; where a loss cannot be avoided without covered cells, and where two games are
//! compared, every board counts.

use laplace_games::demon::{Board, COLUMNS, LINES};

use super::heights::{Heights, Hole};
use super::placements::Placement;

/// A row without an open cell.
pub(super) const FULL_ROW: u16 = (1 << COLUMNS) - 1;
/// The black cells of rows with an even number, and of those with an odd one. That of column 0 in the lowest row is black.
pub(super) const BLACK: [u16; 2] = [0x555, 0xaaa];

/// The rows of a board from the lowest on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Rows(pub(super) [u16; LINES]);

impl Rows {
    /// The empty board.
    pub const EMPTY: Self = Self([0; LINES]);

    /// The rows of a board of the game.
    pub fn of_board(board: &Board) -> Self {
        Self(std::array::from_fn(|row| board.row(LINES - 1 - row)))
    }

    /// The rows of a board of heights, with its hole.
    pub fn of_heights(heights: Heights, hole: Hole) -> Self {
        let mut rows = Self::EMPTY;
        for column in 0..COLUMNS {
            for row in &mut rows.0[..heights.get(column) as usize] {
                *row |= 1 << column;
            }
        }
        if let Some(row) = hole.row() {
            rows.0[row as usize] &= !(1 << hole.column());
        }
        rows
    }

    /// For each column, the row just above its highest block.
    pub fn heights(&self) -> [i32; COLUMNS] {
        let mut heights = [0; COLUMNS];
        let mut seen = 0;
        for (index, &row) in self.0.iter().enumerate().rev() {
            let mut new = row & !seen;
            seen |= row;
            while new != 0 {
                heights[new.trailing_zeros() as usize] = index as i32 + 1;
                new &= new - 1;
            }
            if seen == FULL_ROW {
                break;
            }
        }
        heights
    }

    /// The board as heights, and its hole; `None` if it has more than one.
    pub fn packed(&self) -> Option<(Heights, Hole)> {
        let heights = self.heights();
        let mut hole = Hole::NONE;
        for (column, &height) in heights.iter().enumerate() {
            for row in (0..height).filter(|&row| self.0[row as usize] >> column & 1 == 0) {
                if hole != Hole::NONE {
                    return None;
                }
                hole = Hole::new(column, row);
            }
        }
        Some((Heights::pack(&heights), hole))
    }

    /// The number of blocks.
    pub fn blocks(&self) -> usize {
        self.0.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Whether the parity of the board is odd.
    pub fn is_odd(&self) -> bool {
        let mut black = 0;
        let mut all = 0;
        for (index, &row) in self.0.iter().enumerate() {
            black += (row & BLACK[index % 2]).count_ones();
            all += row.count_ones();
        }
        (2 * black).wrapping_sub(all) & 2 != 0
    }

    /// The row in which the lowest row of a piece comes to rest, on a board of these heights.
    pub(super) fn rest(heights: &[i32; COLUMNS], placement: &Placement, column: usize) -> i32 {
        let own = &heights[column..column + placement.width];
        own.iter().zip(placement.bottom).map(|(height, bottom)| height - bottom).max().unwrap_or(0)
    }

    /// The board after a piece came to rest there, and the number of lines that it took.
    pub(super) fn put(&self, placement: &Placement, column: usize, rest: i32) -> (Self, usize) {
        let mut rows = self.0;
        for c in 0..placement.width {
            for row in rest + placement.bottom[c]..rest + placement.top[c] {
                rows[row as usize] |= 1 << (column + c);
            }
        }
        let touched = rest as usize..(rest + placement.height) as usize;
        if !rows[touched.clone()].contains(&FULL_ROW) {
            return (Self(rows), 0);
        }
        let mut left = [0; LINES];
        let mut to = 0;
        for (index, &row) in rows.iter().enumerate() {
            if !touched.contains(&index) || row != FULL_ROW {
                left[to] = row;
                to += 1;
            }
        }
        (Self(left), LINES - to)
    }

    /// A number that differs for most boards.
    pub(super) fn hash(&self) -> u64 {
        let words =
            self.0.chunks_exact(4).map(|four| four.iter().fold(0, |word, &row| word << 16 | u64::from(row)));
        words.fold(0, |hash: u64, word| (hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}

/// The heights of a board and its hole; `None` if it has more than one.
pub fn packed(board: &Board) -> Option<(Heights, Hole)> {
    Rows::of_board(board).packed()
}
