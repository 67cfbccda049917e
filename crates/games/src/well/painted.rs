//! The board for people: which figure each block came from.
//!
//! It has no rules of its own. It follows the [`Phase`]s that the fast board reports, so pictures cannot
//! disagree with the game, and games without a viewer pay nothing for it.

use std::fmt;

use super::board::{Depth, Phase};
use super::cells::{HEIGHT, RowSet, WIDTH};
use super::figure::Figure;
use super::moves::Column;

/// A block in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// The number of the figure it came from: 1 for the first figure of the game.
    pub number: u32,
    /// The kind of that figure.
    pub figure: Figure,
}

impl Block {
    /// How the task's pictures show the block: the last base 36 digit of the figure's number.
    pub fn digit(self) -> char {
        char::from_digit(self.number % 36, 36).map_or('?', |digit| digit.to_ascii_uppercase())
    }
}

/// A board that remembers where its blocks came from.
///
/// ```
/// use laplace_games::well::{Board, Depth, Figure, Move, PaintedBoard};
/// let mut board = Board::new(Depth::new(2).unwrap());
/// let mut painted = PaintedBoard::new(board.depth());
/// for (figure, placed) in [(Figure::O, Move::new(0, 8)), (Figure::I, Move::new(1, 0))] {
///     board.place_watched(figure, placed.unwrap(), &mut |phase| painted.follow(&phase));
/// }
/// assert_eq!(painted.to_string(), "        11\n2222    11\n");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaintedBoard {
    rows: [[Option<Block>; WIDTH]; HEIGHT],
    depth: Depth,
    landed: u32,
}

impl PaintedBoard {
    /// An empty well before the first figure.
    pub const fn new(depth: Depth) -> Self {
        Self { rows: [[None; WIDTH]; HEIGHT], depth, landed: 0 }
    }

    /// The block in a cell, if there is one.
    pub fn block(&self, row: usize, column: Column) -> Option<Block> {
        *self.rows.get(row)?.get(column.index())?
    }

    /// How deep the well is.
    pub const fn depth(&self) -> Depth {
        self.depth
    }

    /// The number of figures that have landed, counted or not.
    pub const fn landed(&self) -> u32 {
        self.landed
    }

    /// Updates the picture by one phase. The phases must come from one game, all of them and in order.
    pub fn follow(&mut self, phase: &Phase<'_>) {
        match *phase {
            Phase::Landed { figure, placed, row } => {
                self.landed += 1;
                let block = Block { number: self.landed, figure };
                let masks = figure.shape(placed.rotation).rows_at(placed.column);
                for (cells, mask) in self.rows.iter_mut().skip(row).zip(masks) {
                    columns(mask).for_each(|column| cells[column] = Some(block));
                }
            }
            Phase::Deleted { rows } => self.delete(rows),
            Phase::Fell { blocks } => {
                // From the floor up, so that a cell is left before the block above comes into it.
                for (row, &mask) in blocks.rows().iter().enumerate().skip(1) {
                    columns(mask).for_each(|column| {
                        self.rows[row - 1][column] = self.rows[row][column].take();
                    });
                }
            }
        }
    }

    fn delete(&mut self, rows: RowSet) {
        rows.iter().for_each(|row| self.rows[row] = [None; WIDTH]);
    }

    fn is_empty_from(&self, row: usize) -> bool {
        self.rows.iter().skip(row).all(|cells| cells.iter().all(Option::is_none))
    }
}

fn columns(mask: u16) -> impl Iterator<Item = usize> {
    (0..WIDTH).filter(move |column| mask >> column & 1 == 1)
}

/// The picture, the highest row first: the rows of the well, and those above it that are not empty.
impl fmt::Display for PaintedBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let top = (self.depth.rows()..HEIGHT).find(|&row| self.is_empty_from(row)).unwrap_or(HEIGHT);
        for cells in self.rows.iter().take(top).rev() {
            let line: String = cells.iter().map(|cell| cell.map_or(' ', Block::digit)).collect();
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}
