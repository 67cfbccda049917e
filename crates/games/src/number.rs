//! Values that have a number or a name: the conversions, and the error for a number or name without a value.
//!
//! All three games use the same names. `from_number(u32) -> Option<Self>` and `number() -> u8` go by the numbers
//! of the game's own texts; `index() -> usize` counts from 0, for arrays; `ALL` lists the values in that order.
//! `TryFrom<u32>` is `from_number` with an error that names what was expected, and `FromStr` reads a name.
//! With the feature `serde` a value is serialized as the game's texts write it: as its number or as its text.

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

/// Implements `TryFrom<u32>` by `from_number`, and the way back. For serde the value is its number.
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

        $crate::number::serde_by_number!($type);
    };
}

/// Implements the type of a board's columns: a number from 0 to `$width - 1`, counted from the left.
macro_rules! columns {
    ($(#[$attribute:meta])* $name:ident, $width:expr, $expected:literal) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u8);

        impl $name {
            /// Column 0.
            pub const LEFTMOST: Self = Self(0);

            /// Every column, from left to right.
            pub const ALL: [Self; $width] = {
                let mut all = [Self(0); $width];
                let mut column = 0;
                while column < $width {
                    all[column] = Self(column as u8);
                    column += 1;
                }
                all
            };

            /// The column with that number; `None` if the board is not that wide.
            pub const fn from_number(number: u32) -> Option<Self> {
                if number < $width as u32 { Some(Self(number as u8)) } else { None }
            }

            /// Its number, counted from 0.
            pub const fn number(self) -> u8 {
                self.0
            }

            #[doc = concat!("Its place in [`", stringify!($name), "::ALL`].")]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        $crate::number::numbered!($name, $expected);
    };
}

/// Implements `FromStr` by comparing a text with what `Display` writes for each of some values. With `names`, also
/// `Display` by `name()`, and for serde the value is its name.
macro_rules! named {
    (names $type:ty, $all:expr, $expected:literal) => {
        /// Writes the name.
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        $crate::number::named!($type, $all, $expected);
        $crate::number::serde_by_text!($type);
    };

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

/// Serializes a value as its number and reads it with `TryFrom<u32>`.
macro_rules! serde_by_number {
    ($type:ty) => {
        #[cfg(feature = "serde")]
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_u32(u32::from(*self))
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let number = <u32 as serde::Deserialize>::deserialize(deserializer)?;
                Self::try_from(number).map_err(serde::de::Error::custom)
            }
        }
    };
}

/// Serializes a value as what `Display` writes and reads it with `FromStr`.
macro_rules! serde_by_text {
    ($type:ty) => {
        #[cfg(feature = "serde")]
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <String as serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

pub(crate) use {columns, named, numbered, serde_by_number, serde_by_text};
