//! Question 1: the sequence of pieces that a seed gives, forever.

use std::fmt;
use std::str::FromStr;

use super::Piece;
use crate::number::{ValueError, serde_by_number};
use crate::text::natural;

const A_SEED: &str = "a seed from 0 to 1000000";

/// The number s from which a sequence starts, 0 to 1 000 000.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seed(u32);

impl Seed {
    /// The largest seed.
    pub const MAX: u32 = 1_000_000;

    /// The seed with this number.
    pub const fn new(s: u32) -> Option<Self> {
        if s <= Self::MAX { Some(Self(s)) } else { None }
    }

    /// Its number.
    pub const fn number(self) -> u32 {
        self.0
    }

    /// The sequence T(s).
    ///
    /// ```
    /// use laplace_games::demon::Seed;
    /// let numbers: Vec<_> = Seed::new(31).unwrap().pieces().take(6).map(|p| p.number()).collect();
    /// assert_eq!(numbers, [1, 3, 5, 3, 4, 4]);
    /// ```
    pub const fn pieces(self) -> Sequence {
        Sequence { u: self.0 }
    }
}

/// Writes the number s.
impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// Reads the number s.
///
/// ```
/// use laplace_games::demon::Seed;
/// assert_eq!("231".parse(), Ok(Seed::new(231).unwrap()));
/// assert_eq!("x".parse::<Seed>().unwrap_err().to_string(), "found `x`, expected a seed from 0 to 1000000");
/// ```
impl FromStr for Seed {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        let read = natural(text.as_bytes()).and_then(Self::new);
        read.ok_or_else(|| ValueError::new(text, A_SEED))
    }
}

impl TryFrom<u32> for Seed {
    type Error = ValueError;

    fn try_from(number: u32) -> Result<Self, ValueError> {
        Self::new(number).ok_or_else(|| ValueError::new(&number.to_string(), A_SEED))
    }
}

impl From<Seed> for u32 {
    fn from(seed: Seed) -> Self {
        seed.0
    }
}

serde_by_number!(Seed);

/// T(s): the three top bits of each term of u, without the zeros. It never ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    u: u32,
}

impl Sequence {
    /// Returns the next piece and advances the sequence.
    pub const fn next_piece(&mut self) -> Piece {
        loop {
            let top_bits = self.u >> 29;
            self.u = self.u.wrapping_mul(22_695_477).wrapping_add(1);
            if let Some(piece) = Piece::from_number(top_bits) {
                return piece;
            }
        }
    }
}

impl Iterator for Sequence {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        Some(self.next_piece())
    }
}
