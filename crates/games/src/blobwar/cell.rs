//! One cell of the board, by the numbers of the exercise sheet: 0 at the bottom left, along the rows, 63 at
//! the top right. The 7 x 7 board uses the same numbers and leaves out the last column and the top row, so
//! that one set of tables serves both sizes.

use std::fmt;
use std::str::FromStr;

use super::bitboard::Bitboard;
use crate::number::{ValueError, numbered};

/// The width and height of the grid that every board lies on.
pub(super) const GRID: u8 = 8;

/// A cell, from 0 (bottom left) to 63 (top right).
///
/// ```
/// use laplace_games::blobwar::Cell;
/// let cell = Cell::from_number(49).unwrap();
/// assert_eq!((cell.row(), cell.column()), (6, 1));
/// assert_eq!(cell.to_string(), "b7");
/// assert_eq!(Cell::from_number(64), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// How many cells the grid has.
    pub const COUNT: usize = 64;

    /// The cell with that number; `None` above 63.
    pub const fn from_number(number: u32) -> Option<Self> {
        if number < Self::COUNT as u32 { Some(Self(number as u8)) } else { None }
    }

    /// The cell of that number in its last six bits, whatever the others are.
    pub const fn wrapping(number: u32) -> Self {
        Self((number & 63) as u8)
    }

    /// The cell in that row from the bottom and that column from the left, both counted from 0.
    pub const fn at(row: u8, column: u8) -> Option<Self> {
        if row < GRID && column < GRID { Some(Self(row * GRID + column)) } else { None }
    }

    /// Its number, from 0 to 63.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its number as an index into a table of all cells.
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// Its row, 0 at the bottom.
    pub const fn row(self) -> u8 {
        self.0 / GRID
    }

    /// Its column, 0 at the left.
    pub const fn column(self) -> u8 {
        self.0 % GRID
    }

    /// The cell with those letters in texts: `a` to `h`, `1` to `8`.
    pub(super) fn from_file_and_rank(file: u8, rank: u8) -> Option<Self> {
        Self::at(rank.checked_sub(b'1')?, file.checked_sub(b'a')?)
    }

    /// Every cell of the grid, in the order of the numbers.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The distance in the sense of the rules: the larger of the row and column differences.
    pub const fn distance(self, other: Self) -> u8 {
        let rows = self.row().abs_diff(other.row());
        let columns = self.column().abs_diff(other.column());
        if rows > columns { rows } else { columns }
    }

    /// The cells at distance 1: where a blob doubles to, and where it turns others.
    pub const fn neighbours(self) -> Bitboard {
        NEIGHBOURS[self.index()]
    }

    /// The cells at distance exactly 2: where a blob jumps to.
    pub const fn ring(self) -> Bitboard {
        RING[self.index()]
    }
}

/// Writes file and rank, as moves do: `a1` at the bottom left.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), self.row() + 1)
    }
}

/// Reads file and rank.
///
/// ```
/// use laplace_games::blobwar::Cell;
/// assert_eq!("b7".parse(), Ok(Cell::from_number(49).unwrap()));
/// assert!("i9".parse::<Cell>().is_err());
/// ```
impl FromStr for Cell {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        let read = match *text.as_bytes() {
            [file, rank] => Self::from_file_and_rank(file, rank),
            _ => None,
        };
        read.ok_or_else(|| ValueError::new(text, "a cell from a1 to h8"))
    }
}

numbered!(Cell, "a cell from 0 to 63");

static NEIGHBOURS: [Bitboard; Cell::COUNT] = at_distance(1);
static RING: [Bitboard; Cell::COUNT] = at_distance(2);

const fn at_distance(distance: u8) -> [Bitboard; Cell::COUNT] {
    let mut table = [Bitboard::EMPTY; Cell::COUNT];
    let mut from = 0;
    while from < Cell::COUNT {
        let mut to = 0;
        while to < Cell::COUNT {
            if Cell(from as u8).distance(Cell(to as u8)) == distance {
                table[from].insert(Cell(to as u8));
            }
            to += 1;
        }
        from += 1;
    }
    table
}
