//! The fast board: a row is twelve bits, one for each block, and forty-eight bits of colour, four for each
//! block.
//!
//! Row order: row 0, called line 0 as in the contest's text, is at the top, and line 23 is the lowest.
//!
//! The rules use only the blocks; the colours, which are the numbers of the pieces, are for pictures. The
//! board also keeps its topmost line that holds a block: pieces start their fall just above it instead of at
//! line 0, which is most of what makes judging fast. A piece spans four lines at most, so four rows make one
//! word, and whether it fits is one comparison; rows of solid floor under the board make the bottom a
//! collision like any other.

use std::fmt;

use super::{COLUMNS, Column, LINES, Piece, Shape};

/// A board of 24 lines by 12 columns.
///
/// ```
/// use laplace_games::demon::{Board, Column, Piece, Rotation};
/// let mut board = Board::EMPTY;
/// let shape = Piece::O.shape(Rotation::R0);
/// let column = Column::from_number(3).unwrap();
/// let line = board.drop_line(shape, column).unwrap();
/// board.place(shape, line, column);
/// assert_eq!(board.cell(23, column), Some(Piece::O));
/// assert!(board.to_string().ends_with("...77.......\n...77.......\n"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    rows: [u16; ROWS],
    paint: [u64; ROWS],
    /// The topmost line that holds a block, or `LINES`.
    top: u8,
}

/// The lines, and the floor under them.
const ROWS: usize = LINES + Shape::ROWS;
const FLOOR: u16 = u16::MAX;

impl Board {
    /// The board on which a game starts.
    pub const EMPTY: Self = {
        let mut rows = [0; ROWS];
        let mut row = LINES;
        while row < ROWS {
            rows[row] = FLOOR;
            row += 1;
        }
        Self { rows, paint: [0; ROWS], top: LINES as u8 }
    };

    const FULL_ROW: u16 = (1 << COLUMNS) - 1;

    /// The four rows from a line on, the first in the lowest bits.
    fn window(&self, line: usize) -> u64 {
        let rows = &self.rows[line..line + Shape::ROWS];
        rows.iter().rev().fold(0, |window, &row| window << 16 | u64::from(row))
    }

    /// Whether every block of the shape falls inside the board on an empty cell, with the top left corner
    /// of its box there.
    pub fn fits(&self, shape: &Shape, line: usize, column: Column) -> bool {
        shape.fits_at(column) && line < LINES && self.window(line) & shape.blocks_at(column) == 0
    }

    /// The line on which the shape comes to rest when let go on line 0; `None` if it does not fit there.
    pub fn drop_line(&self, shape: &Shape, column: Column) -> Option<usize> {
        // Everything above the top is empty, so the fall to there needs no test.
        let mut line = (self.top as usize).saturating_sub(shape.height() as usize);
        if !self.fits(shape, line, column) {
            return None;
        }
        let blocks = shape.blocks_at(column);
        while self.window(line + 1) & blocks == 0 {
            line += 1;
        }
        Some(line)
    }

    /// Puts the blocks of a shape that [fits](Self::fits) there.
    pub fn place(&mut self, shape: &Shape, line: usize, column: Column) {
        // Rows past the height of the shape are empty: four fixed steps are cheaper than `height` steps.
        let rows = shape.rows();
        let paint = shape.paint();
        for row in 0..Shape::ROWS {
            self.rows[line + row] |= rows[row] << column.number();
            self.paint[line + row] |= paint[row] << (4 * column.number());
        }
        self.top = self.top.min(line as u8);
    }

    /// Removes the full lines among the `height` lines from `line` on; what is above comes down by one
    /// line for each. Only lines that a piece has just touched can be full in a game.
    pub fn remove_full(&mut self, line: usize, height: usize) -> LineSet {
        let mut removed = LineSet::EMPTY;
        if !self.rows[line..line + height].contains(&Self::FULL_ROW) {
            return removed;
        }
        for line in line..line + height {
            if self.rows[line] == Self::FULL_ROW {
                removed.insert(line);
                let top = self.top as usize;
                self.rows.copy_within(top..line, top + 1);
                self.paint.copy_within(top..line, top + 1);
                self.rows[top] = 0;
                self.paint[top] = 0;
                self.top += 1;
            }
        }
        while (self.top as usize) < LINES && self.rows[self.top as usize] == 0 {
            self.top += 1;
        }
        removed
    }

    /// The topmost line that holds a block; `LINES` if there is none.
    pub fn top(&self) -> usize {
        self.top as usize
    }

    /// The blocks of a line, bit 0 the leftmost column.
    pub fn row(&self, line: usize) -> u16 {
        self.rows[..LINES][line]
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> u32 {
        self.rows[..LINES].iter().map(|row| row.count_ones()).sum()
    }

    /// The piece that a block came with; `None` for an empty cell.
    pub fn cell(&self, line: usize, column: Column) -> Option<Piece> {
        Piece::from_number((self.paint[line] >> (4 * column.number())) as u32 & 0xf)
    }
}

/// Draws the 24 lines from the top, packed as in the contest's samples: see
/// [`write_board`](super::format::write_board).
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&super::format::write_board(self, super::format::BoardStyle::Packed))
    }
}

/// A set of lines of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct LineSet(u32);

impl LineSet {
    /// No line.
    pub const EMPTY: Self = Self(0);

    /// Whether the line is in the set.
    pub const fn contains(self, line: usize) -> bool {
        self.0 >> line & 1 == 1
    }

    /// Puts a line into the set.
    pub const fn insert(&mut self, line: usize) {
        self.0 |= 1 << line;
    }

    /// How many lines there are.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set has no line.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lines from the top.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..LINES).filter(move |&line| self.contains(line))
    }
}
