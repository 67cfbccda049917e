//! The seven figures and the shapes they take when turned.
//!
//! Only rotation 0 is written down, drawn as the task draws it; the other shapes are turned from it by the
//! compiler. A [`Shape`] is four row masks, bottom row first, pushed against column 0, so that placing it
//! is a shift by the column and four ors.

use std::fmt;

use super::cells::WIDTH;
use super::moves::{Column, Move, Rotation};
use crate::number::{named, numbered};

/// The maximum number of rows or columns of a figure, and the number of its blocks.
pub const FIGURE_SIZE: usize = 4;

/// One of the seven figures; the discriminant is its number in the task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Figure {
    /// Figure 1, the bar.
    I = 1,
    /// Figure 2.
    J = 2,
    /// Figure 3.
    L = 3,
    /// Figure 4, the square.
    O = 4,
    /// Figure 5.
    S = 5,
    /// Figure 6.
    T = 6,
    /// Figure 7.
    Z = 7,
}

impl Figure {
    /// How many figures there are.
    pub const COUNT: usize = 7;
    /// Every figure, by number.
    pub const ALL: [Self; Self::COUNT] = [Self::I, Self::J, Self::L, Self::O, Self::S, Self::T, Self::Z];

    /// The figure with that number in the task; `None` outside 1 to 7.
    ///
    /// ```
    /// use laplace_games::well::Figure;
    /// assert_eq!(Figure::from_number(6), Some(Figure::T));
    /// assert_eq!(Figure::from_number(0), None);
    /// ```
    pub const fn from_number(number: u32) -> Option<Self> {
        if number >= 1 && number <= Self::COUNT as u32 { Some(Self::ALL[number as usize - 1]) } else { None }
    }

    /// The number in the task: 1 to 7.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The shape after that rotation.
    pub const fn shape(self, rotation: Rotation) -> &'static Shape {
        &SHAPES[self as usize - 1][rotation.index()]
    }

    /// The rotations whose shapes all differ: the first one for the square, the first two for the bar, S
    /// and Z, all four for the others.
    pub const fn distinct_rotations(self) -> &'static [Rotation] {
        let count = match self {
            Self::O => 1,
            Self::I | Self::S | Self::Z => 2,
            Self::J | Self::L | Self::T => 4,
        };
        Rotation::ALL.split_at(count).0
    }

    /// Whether the figure stays between the walls.
    pub const fn fits(self, placed: Move) -> bool {
        self.shape(placed.rotation).fits(placed.column)
    }

    /// Every move that stays between the walls, by rotation and then by column. Two of them may put the
    /// same blocks in the same places: see [`Figure::distinct_moves`].
    pub fn moves(self) -> impl Iterator<Item = Move> + Clone {
        Move::all().filter(move |&placed| self.fits(placed))
    }

    /// The moves with [distinct rotations](Figure::distinct_rotations) only: every reachable result once.
    ///
    /// ```
    /// use laplace_games::well::Figure;
    /// assert_eq!(Figure::O.moves().count(), 36);
    /// assert_eq!(Figure::O.distinct_moves().count(), 9);
    /// ```
    pub fn distinct_moves(self) -> impl Iterator<Item = Move> + Clone {
        let distinct = self.distinct_rotations().len();
        self.moves().take_while(move |placed| placed.rotation.index() < distinct)
    }

    /// The figure seen in a mirror.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        match self {
            Self::J => Self::L,
            Self::L => Self::J,
            Self::S => Self::Z,
            Self::Z => Self::S,
            Self::I | Self::O | Self::T => self,
        }
    }

    const fn drawing(self) -> [&'static [u8; 2]; FIGURE_SIZE] {
        match self {
            Self::I => [b"#.", b"#.", b"#.", b"#."],
            Self::J => [b"##", b"#.", b"#.", b".."],
            Self::L => [b"##", b".#", b".#", b".."],
            Self::O => [b"##", b"##", b"..", b".."],
            Self::S => [b"#.", b"##", b".#", b".."],
            Self::T => [b"#.", b"##", b"#.", b".."],
            Self::Z => [b".#", b"##", b"#.", b".."],
        }
    }
}

numbered!(Figure, "a figure from 1 to 7");
named!(Figure, Figure::ALL, "a figure: I, J, L, O, S, T or Z");

/// Writes the usual Tetris letter of the figure.
impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// The blocks of a turned figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    rows: [u16; FIGURE_SIZE],
    width: u8,
    height: u8,
}

impl Shape {
    /// One mask for each row, the lowest row first; bit 0 is the leftmost column of the shape.
    pub const fn rows(&self) -> &[u16; FIGURE_SIZE] {
        &self.rows
    }

    /// How many columns it takes.
    pub const fn width(&self) -> usize {
        self.width as usize
    }

    /// How many rows it takes.
    pub const fn height(&self) -> usize {
        self.height as usize
    }

    /// Whether it stays between the walls with its leftmost block in that column.
    pub const fn fits(&self, column: Column) -> bool {
        column.index() + self.width() <= WIDTH
    }

    /// The row masks with the leftmost block in that column.
    pub const fn rows_at(&self, column: Column) -> [u16; FIGURE_SIZE] {
        let [a, b, c, d] = self.rows;
        let by = column.index();
        [a << by, b << by, c << by, d << by]
    }

    const fn drawn(figure: Figure) -> Self {
        let drawing = figure.drawing();
        let mut rows = [0; FIGURE_SIZE];
        let mut line = 0;
        while line < FIGURE_SIZE {
            let mut column = 0;
            while column < drawing[line].len() {
                if drawing[line][column] == b'#' {
                    rows[FIGURE_SIZE - 1 - line] |= 1 << column;
                }
                column += 1;
            }
            line += 1;
        }
        Self::pushed_into_the_corner(rows)
    }

    /// A quarter turn clockwise: the top row becomes the rightmost column.
    const fn turned(&self) -> Self {
        let mut rows = [0; FIGURE_SIZE];
        let mut row = 0;
        while row < FIGURE_SIZE {
            let mut column = 0;
            while column < FIGURE_SIZE {
                if self.rows[row] >> column & 1 == 1 {
                    rows[FIGURE_SIZE - 1 - column] |= 1 << row;
                }
                column += 1;
            }
            row += 1;
        }
        Self::pushed_into_the_corner(rows)
    }

    const fn pushed_into_the_corner(mut rows: [u16; FIGURE_SIZE]) -> Self {
        while rows[0] == 0 {
            rows = [rows[1], rows[2], rows[3], 0];
        }
        while (rows[0] | rows[1] | rows[2] | rows[3]) & 1 == 0 {
            rows = [rows[0] >> 1, rows[1] >> 1, rows[2] >> 1, rows[3] >> 1];
        }
        let columns = rows[0] | rows[1] | rows[2] | rows[3];
        let width = (u16::BITS - columns.leading_zeros()) as u8;
        let mut height = FIGURE_SIZE as u8;
        while rows[height as usize - 1] == 0 {
            height -= 1;
        }
        Self { rows, width, height }
    }
}

static SHAPES: [[Shape; Rotation::COUNT]; Figure::COUNT] = {
    let mut shapes = [[Shape::drawn(Figure::I); Rotation::COUNT]; Figure::COUNT];
    let mut figure = 0;
    while figure < Figure::COUNT {
        shapes[figure][0] = Shape::drawn(Figure::ALL[figure]);
        let mut turns = 1;
        while turns < Rotation::COUNT {
            shapes[figure][turns] = shapes[figure][turns - 1].turned();
            turns += 1;
        }
        figure += 1;
    }
    shapes
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_is_clockwise() {
        let [upright, lying, ..] = Rotation::ALL;
        assert_eq!(Figure::T.shape(upright).rows(), &[0b01, 0b11, 0b01, 0]);
        assert_eq!(Figure::T.shape(lying).rows(), &[0b010, 0b111, 0, 0]);
        assert_eq!(Figure::J.shape(lying).rows(), &[0b100, 0b111, 0, 0]);
        assert_eq!((Figure::I.shape(lying).width(), Figure::I.shape(lying).height()), (4, 1));
    }

    #[test]
    fn four_quarter_turns_change_nothing() {
        for figure in Figure::ALL {
            let last = figure.shape(Rotation::ALL[3]);
            assert_eq!(&last.turned(), figure.shape(Rotation::ALL[0]), "{figure}");
        }
    }

    #[test]
    fn distinct_rotations_are_all_shapes_once() {
        for figure in Figure::ALL {
            let mut seen: Vec<Shape> = Vec::new();
            for &rotation in figure.distinct_rotations() {
                assert!(!seen.contains(figure.shape(rotation)), "{figure}");
                seen.push(*figure.shape(rotation));
            }
            assert!(Rotation::ALL.iter().all(|&rotation| seen.contains(figure.shape(rotation))), "{figure}");
        }
    }
}
