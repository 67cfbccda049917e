//! The seven pieces, how they turn, and where they may be put.
//!
//! Shapes are turned at compile time from the pictures of the contest's text, so that there is one place
//! where a piece is drawn.

use std::fmt;

use super::COLUMNS;
use crate::number::{columns, named, numbered};

/// A piece, by its usual Tetris letter; the contest numbers them 1 to 7 in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Piece {
    /// `####`
    I = 1,
    /// `###` over `..#`
    J,
    /// `###` over `#..`
    L,
    /// `.##` over `##.`
    S,
    /// `##.` over `.##`
    Z,
    /// `###` over `.#.`
    T,
    /// `##` over `##`
    O,
}

impl Piece {
    /// All pieces, in the contest's order.
    pub const ALL: [Self; 7] = [Self::I, Self::J, Self::L, Self::S, Self::Z, Self::T, Self::O];

    /// The piece with a number from 1 to 7.
    pub const fn from_number(number: u32) -> Option<Self> {
        if number >= 1 && number <= 7 { Some(Self::ALL[number as usize - 1]) } else { None }
    }

    /// The contest's number, 1 to 7.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The piece turned clockwise.
    ///
    /// ```
    /// use laplace_games::demon::{Piece, Rotation};
    /// let turned = Piece::J.shape(Rotation::R1); // .2 / .2 / 22
    /// assert_eq!((turned.width(), turned.height()), (2, 3));
    /// ```
    pub const fn shape(self, rotation: Rotation) -> &'static Shape {
        &SHAPES[self as usize - 1][rotation as usize]
    }

    /// Rotation 0 as drawn in the contest's text: the rows from the top, the leftmost column first.
    const fn drawing(self) -> [&'static [u8; 4]; 2] {
        match self {
            Self::I => [b"####", b"...."],
            Self::J => [b"###.", b"..#."],
            Self::L => [b"###.", b"#..."],
            Self::S => [b".##.", b"##.."],
            Self::Z => [b"##..", b".##."],
            Self::T => [b"###.", b".#.."],
            Self::O => [b"##..", b"##.."],
        }
    }
}

/// Writes the usual Tetris letter of the piece.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

numbered!(Piece, "a piece from 1 to 7");
named!(Piece, Piece::ALL, "a piece: I, J, L, S, Z, T or O");

/// How many quarter turns clockwise. All four are legal for every piece, also where two look the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Rotation {
    /// As drawn.
    R0,
    /// One quarter turn.
    R1,
    /// Two quarter turns.
    R2,
    /// Three quarter turns.
    R3,
}

impl Rotation {
    /// All rotations, in order.
    pub const ALL: [Self; 4] = [Self::R0, Self::R1, Self::R2, Self::R3];

    /// The rotation by a number of quarter turns; `None` above 3.
    pub const fn from_number(turns: u32) -> Option<Self> {
        if turns < 4 { Some(Self::ALL[turns as usize]) } else { None }
    }

    /// The number of quarter turns.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Its place in [`Rotation::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

numbered!(Rotation, "a rotation from 0 to 3");

columns! {
    /// A column of the board, 0 to 11; for a piece, that of its leftmost block.
    Column, COLUMNS, "a column from 0 to 11"
}

/// A turned piece in its bounding box, whose top left corner is what a move names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    rows: [u16; Self::ROWS],
    paint: [u64; Self::ROWS],
    blocks: u64,
    width: u8,
    height: u8,
}

impl Shape {
    /// Rows that are kept of every shape: as many as the highest has.
    pub(super) const ROWS: usize = 4;

    /// The blocks of each row from the top, bit 0 the leftmost column; rows past the height are 0.
    pub const fn rows(&self) -> [u16; 4] {
        self.rows
    }

    /// The same rows with the piece's number in four bits a block, bits 0 to 3 the leftmost column.
    pub(super) const fn paint(&self) -> &[u64; 4] {
        &self.paint
    }

    /// The rows with the leftmost block in that column, sixteen bits each, the first in the lowest.
    pub(super) const fn blocks_at(&self, column: Column) -> u64 {
        self.blocks << column.0
    }

    /// Columns of the bounding box.
    pub const fn width(&self) -> u8 {
        self.width
    }

    /// Lines of the bounding box.
    pub const fn height(&self) -> u8 {
        self.height
    }

    /// Whether the shape stays between the walls with its leftmost block there.
    pub const fn fits_at(&self, column: Column) -> bool {
        (column.0 + self.width) as usize <= COLUMNS
    }

    const fn drawn(piece: Piece) -> Self {
        let drawing = piece.drawing();
        let mut rows = [0; 4];
        let mut row = 0;
        while row < drawing.len() {
            let mut column = 0;
            while column < 4 {
                if drawing[row][column] == b'#' {
                    rows[row] |= 1 << column;
                }
                column += 1;
            }
            row += 1;
        }
        Self::boxed(rows, piece)
    }

    /// The quarter turn clockwise: row r, column c goes to row c, column height - 1 - r.
    const fn turned(&self, piece: Piece) -> Self {
        let mut rows = [0; 4];
        let mut row = 0;
        while row < self.height {
            let mut column = 0;
            while column < self.width {
                if self.rows[row as usize] >> column & 1 == 1 {
                    rows[column as usize] |= 1 << (self.height - 1 - row);
                }
                column += 1;
            }
            row += 1;
        }
        Self::boxed(rows, piece)
    }

    const fn boxed(rows: [u16; 4], piece: Piece) -> Self {
        let all = rows[0] | rows[1] | rows[2] | rows[3];
        let width = (16 - all.leading_zeros()) as u8;
        let mut shape = Self { rows, paint: [0; 4], blocks: 0, width, height: 0 };
        let mut row = 0;
        while row < 4 {
            shape.height += (rows[row] != 0) as u8;
            shape.blocks |= (rows[row] as u64) << (16 * row);
            let mut column = 0;
            while column < 4 {
                shape.paint[row] |= ((rows[row] >> column & 1) as u64 * piece as u64) << (4 * column);
                column += 1;
            }
            row += 1;
        }
        shape
    }
}

static SHAPES: [[Shape; 4]; 7] = {
    let mut shapes = [[Shape::drawn(Piece::I); 4]; 7];
    let mut number = 0;
    while number < 7 {
        let piece = Piece::ALL[number];
        shapes[number][0] = Shape::drawn(piece);
        let mut turn = 1;
        while turn < 4 {
            shapes[number][turn] = shapes[number][turn - 1].turned(piece);
            turn += 1;
        }
        number += 1;
    }
    shapes
};

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(piece: Piece, rotation: Rotation) -> String {
        let shape = piece.shape(rotation);
        let row = |row: &u16| (0..shape.width()).map(|c| if row >> c & 1 == 1 { '#' } else { '.' }).collect();
        shape.rows()[..shape.height() as usize].iter().map(row).collect::<Vec<String>>().join("/")
    }

    #[test]
    fn piece_2_turns_as_the_contest_draws_it() {
        let turns = Rotation::ALL.map(|rotation| picture(Piece::J, rotation));
        assert_eq!(turns, ["###/..#", ".#/.#/##", "#../###", "##/#./#."]);
    }

    #[test]
    fn every_shape_has_four_blocks_and_four_turns_bring_it_back() {
        for piece in Piece::ALL {
            for rotation in Rotation::ALL {
                let shape = piece.shape(rotation);
                assert_eq!(shape.rows().map(u16::count_ones).iter().sum::<u32>(), 4);
            }
            assert_eq!(&piece.shape(Rotation::R3).turned(piece), piece.shape(Rotation::R0));
        }
    }
}
