//! A set of cells in one machine word: bit `n` is cell `n`. Union, intersection and "every cell next to one
//! of these" are a handful of instructions for the whole board at once, which is where the speed of the game
//! comes from.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

use super::cell::{Cell, GRID};

/// A set of cells.
///
/// ```
/// use laplace_games::blobwar::{Bitboard, Cell, bitboard};
/// let corner = Bitboard::from(Cell::from_number(0).unwrap());
/// assert_eq!(corner.spread() - corner, bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     X X . . . . . .
///     . X . . . . . .
/// });
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bitboard(u64);

impl Bitboard {
    /// No cell.
    pub const EMPTY: Self = Self(0);
    /// Every cell of the 8 x 8 grid.
    pub const FULL: Self = Self(u64::MAX);

    const LEFT_COLUMN: u64 = 0x0101_0101_0101_0101;
    const RIGHT_COLUMN: u64 = Self::LEFT_COLUMN << (GRID - 1);

    /// The set whose cells are the bits that are set.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The bits, one for each cell.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set shown by a picture, top row first. [`bitboard!`](crate::bitboard) draws such pictures.
    pub const fn from_picture(picture: [bool; Cell::COUNT]) -> Self {
        let mut bits = 0;
        let mut place = 0;
        while place < Cell::COUNT {
            // Flipping the row bits turns "from the top" into "from the bottom".
            bits |= (picture[place] as u64) << (place ^ 56);
            place += 1;
        }
        Self(bits)
    }

    /// Whether the cell is in the set.
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.index() & 1 != 0
    }

    /// Puts the cell into the set.
    pub const fn insert(&mut self, cell: Cell) {
        self.0 |= 1 << cell.index();
    }

    /// Takes the cell out of the set.
    pub const fn remove(&mut self, cell: Cell) {
        self.0 &= !(1 << cell.index());
    }

    /// The set and this cell.
    #[must_use]
    pub const fn with(mut self, cell: Cell) -> Self {
        self.insert(cell);
        self
    }

    /// The set without this cell.
    #[must_use]
    pub const fn without(mut self, cell: Cell) -> Self {
        self.remove(cell);
        self
    }

    /// How many cells the set has.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set has no cell.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cell of the lowest number.
    pub const fn first(self) -> Option<Cell> {
        if self.is_empty() { None } else { Some(Cell::wrapping(self.0.trailing_zeros())) }
    }

    /// The cells of the set and all their neighbours.
    ///
    /// Twice over it gives everything within distance 2, since there is always a cell in between.
    #[must_use]
    pub const fn spread(self) -> Self {
        let (right, left) = self.beside();
        let row = self.0 | right.0 | left.0;
        Self(row | row << GRID | row >> GRID)
    }

    /// The set moved one column to the right, and one to the left.
    pub const fn beside(self) -> (Self, Self) {
        (Self(self.0 << 1 & !Self::LEFT_COLUMN), Self(self.0 >> 1 & !Self::RIGHT_COLUMN))
    }

    /// The set moved one row up, and one down.
    pub const fn vertically(self) -> (Self, Self) {
        (Self(self.0 << GRID), Self(self.0 >> GRID))
    }

    /// The cells of the set, in the order of their numbers.
    pub const fn iter(self) -> Cells {
        Cells(self)
    }
}

/// The cells of a [`Bitboard`], lowest number first.
#[derive(Clone, Debug)]
pub struct Cells(Bitboard);

impl Iterator for Cells {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        let cell = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(cell)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.len() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Cells {}

impl FusedIterator for Cells {}

impl IntoIterator for Bitboard {
    type Item = Cell;
    type IntoIter = Cells;

    fn into_iter(self) -> Cells {
        self.iter()
    }
}

impl FromIterator<Cell> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl Extend<Cell> for Bitboard {
    fn extend<I: IntoIterator<Item = Cell>>(&mut self, cells: I) {
        *self |= cells.into_iter().collect::<Self>();
    }
}

/// The set and a cell: [`Bitboard::with`] as an operator.
impl BitOr<Cell> for Bitboard {
    type Output = Self;

    fn bitor(self, cell: Cell) -> Self {
        self.with(cell)
    }
}

impl From<Cell> for Bitboard {
    fn from(cell: Cell) -> Self {
        Self::EMPTY.with(cell)
    }
}

impl Not for Bitboard {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0)
    }
}

macro_rules! set_operator {
    ($trait:ident $function:ident, $assign_trait:ident $assign:ident, $combine:expr) => {
        impl $trait for Bitboard {
            type Output = Self;

            fn $function(self, other: Self) -> Self {
                let combine: fn(u64, u64) -> u64 = $combine;
                Self(combine(self.0, other.0))
            }
        }

        impl $assign_trait for Bitboard {
            fn $assign(&mut self, other: Self) {
                *self = $trait::$function(*self, other);
            }
        }
    };
}

set_operator!(BitAnd bitand, BitAndAssign bitand_assign, |a, b| a & b);
set_operator!(BitOr bitor, BitOrAssign bitor_assign, |a, b| a | b);
set_operator!(BitXor bitxor, BitXorAssign bitxor_assign, |a, b| a ^ b);
set_operator!(Sub sub, SubAssign sub_assign, |a, b| a & !b);

/// Draws the picture that [`bitboard!`](crate::bitboard) reads.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bitboard! {")?;
        for place in 0..Cell::COUNT as u32 {
            let separator = if place % u32::from(GRID) == 0 { "\n    " } else { " " };
            let mark = if self.contains(Cell::wrapping(place ^ 56)) { "X" } else { "." };
            write!(f, "{separator}{mark}")?;
        }
        f.write_str("\n}")
    }
}

/// A set of cells as a picture: eight rows of eight marks, the top row first, `X` in and `.` out.
///
/// A picture of any other size does not compile; neither does one with any other mark.
///
/// ```
/// use laplace_games::blobwar::{Bitboard, bitboard};
/// const LEFT: Bitboard = bitboard! {
///     X . . . . . . .
///     X . . . . . . .
///     X . . . . . . .
///     X . . . . . . .
///     X . . . . . . .
///     X . . . . . . .
///     X . . . . . . .
///     X . . . . . . .
/// };
/// assert_eq!(LEFT.len(), 8);
/// ```
#[macro_export]
macro_rules! bitboard {
    (@mark X) => { true };
    (@mark .) => { false };
    ($($mark:tt)*) => {
        $crate::blobwar::Bitboard::from_picture([$($crate::bitboard!(@mark $mark)),*])
    };
}
