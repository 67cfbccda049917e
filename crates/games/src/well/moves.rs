//! A player's choice for one figure: the number of its quarter turns, and where its leftmost block goes.
//!
//! [`Move`] holds numbers that are in range by construction. [`UncheckedMove`] holds whatever numbers an
//! answer gave; only [`UncheckedMove::check`] turns one into the other.

use std::fmt;
use std::str::FromStr;

use super::cells::WIDTH;
use crate::number::{ValueError, columns, numbered, serde_by_text};
use crate::text::naturals;

/// How many times a figure is turned by 90 degrees clockwise: 0 to 3.
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
    /// How many rotations there are.
    pub const COUNT: usize = 4;
    /// Every rotation, in order.
    pub const ALL: [Self; Self::COUNT] = [Self::R0, Self::R1, Self::R2, Self::R3];

    /// The rotation by a number of quarter turns; `None` above 3.
    pub const fn from_number(turns: u32) -> Option<Self> {
        if turns < Self::COUNT as u32 { Some(Self::ALL[turns as usize]) } else { None }
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
    /// A column of the well: 0 on the left to 9 on the right.
    Column, WIDTH, "a column from 0 to 9"
}

/// One move: the rotation of the figure and the column of its leftmost block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// How the figure is turned.
    pub rotation: Rotation,
    /// Where its leftmost block goes.
    pub column: Column,
}

impl Move {
    /// The move of those numbers; `None` if one is out of range.
    ///
    /// ```
    /// use laplace_games::well::Move;
    /// assert_eq!(Move::new(3, 9).unwrap().to_string(), "3 9");
    /// assert_eq!(Move::new(4, 0), None);
    /// ```
    pub const fn new(rotation: u32, column: u32) -> Option<Self> {
        match (Rotation::from_number(rotation), Column::from_number(column)) {
            (Some(rotation), Some(column)) => Some(Self { rotation, column }),
            _ => None,
        }
    }

    /// All 40 moves, by rotation and then by column. Not every figure can make each of them.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        let columns = |rotation| Column::ALL.into_iter().map(move |column| Self { rotation, column });
        Rotation::ALL.into_iter().flat_map(columns)
    }
}

/// The move as answers write it: `rotation column`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.rotation.number(), self.column.number())
    }
}

/// Reads `rotation column`.
impl FromStr for Move {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        let read = naturals(text.as_bytes()).and_then(|[rotation, column]| Self::new(rotation, column));
        read.ok_or_else(|| ValueError::new(text, "a rotation from 0 to 3 and a column from 0 to 9"))
    }
}

serde_by_text!(Move);

/// A pair of numbers from an answer, before any check.
///
/// ```
/// use laplace_games::well::UncheckedMove;
/// let read: UncheckedMove = "3 12".parse().unwrap();
/// assert_eq!(read.check().unwrap_err().to_string(), "column 12, expected 0 to 9");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UncheckedMove {
    /// Should be 0 to 3.
    pub rotation: u32,
    /// Should be 0 to 9.
    pub column: u32,
}

impl UncheckedMove {
    /// The move these numbers make, or the number that is out of range.
    pub const fn check(self) -> Result<Move, OutOfRange> {
        match (Rotation::from_number(self.rotation), Column::from_number(self.column)) {
            (Some(rotation), Some(column)) => Ok(Move { rotation, column }),
            (None, _) => Err(OutOfRange::Rotation(self.rotation)),
            (_, None) => Err(OutOfRange::Column(self.column)),
        }
    }
}

/// Writes the numbers as answers do: `rotation column`.
impl fmt::Display for UncheckedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.rotation, self.column)
    }
}

/// Reads `rotation column`.
impl FromStr for UncheckedMove {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        let [rotation, column] = naturals(text.as_bytes())
            .ok_or_else(|| ValueError::new(text, "two numbers: rotation, column"))?;
        Ok(Self { rotation, column })
    }
}

impl From<Move> for UncheckedMove {
    fn from(checked: Move) -> Self {
        Self { rotation: checked.rotation.into(), column: checked.column.into() }
    }
}

/// Why a pair of numbers is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OutOfRange {
    /// A figure is turned 0 to 3 times.
    #[error("rotation {0}, expected 0 to 3")]
    Rotation(u32),
    /// The columns are 0 to 9.
    #[error("column {0}, expected 0 to 9")]
    Column(u32),
}
