//! Values that have a number or a name: the conversions, and the error for a number or name without a value.
//!
//! All three games use the same names. `from_number(u32) -> Option<Self>` and `number() -> u8` go by the numbers
//! of the game's own texts; `index() -> usize` counts from 0, for arrays; `ALL` lists the values in that order.
//! `TryFrom<u32>` is `from_number` with an error that names what was expected, and `FromStr` reads a name.

use crate::text::Found;

/// A number or a name that is not one of a type's values.
///
/// ```
/// use laplace_games::demon::Piece;
/// let error = Piece::try_from(8).unwrap_err();
/// assert_eq!(error.to_string(), "found `8`, expected a piece from 1 to 7");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found {found}, expected {expected}")]
pub struct ValueError {
    /// What was given.
    pub found: Found,
    /// The values of the type.
    pub expected: &'static str,
}

impl ValueError {
    /// The error for a text.
    pub(crate) fn new(found: &str, expected: &'static str) -> Self {
        Self { found: Found::text(found.as_bytes()), expected }
    }
}

/// Implements `TryFrom<u32>` by `from_number`, and the way back.
macro_rules! numbered {
    ($type:ty, $expected:literal) => {
        impl TryFrom<u32> for $type {
            type Error = $crate::number::ValueError;

            fn try_from(number: u32) -> Result<Self, Self::Error> {
                Self::from_number(number)
                    .ok_or_else(|| $crate::number::ValueError::new(&number.to_string(), $expected))
            }
        }

        impl From<$type> for u32 {
            fn from(value: $type) -> Self {
                Self::from(value.number())
            }
        }
    };
}

/// Implements `FromStr` by comparing a text with what `Display` writes for each of some values.
macro_rules! named {
    ($type:ty, $all:expr, $expected:literal) => {
        impl std::str::FromStr for $type {
            type Err = $crate::number::ValueError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let found = $all.into_iter().find(|value| value.to_string() == text);
                found.ok_or_else(|| $crate::number::ValueError::new(text, $expected))
            }
        }
    };
}

pub(crate) use {named, numbered};
