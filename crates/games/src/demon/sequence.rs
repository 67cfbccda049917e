//! Question 1: the sequence of pieces that a seed gives, forever.

use super::Piece;

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

/// T(s): the three top bits of each term of u, without the zeros. It never ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    u: u32,
}

impl Sequence {
    /// The next piece, and on to the one after.
    pub const fn next_piece(&mut self) -> Piece {
        loop {
            let top_bits = self.u >> 29;
            self.u = self.u.wrapping_mul(22_695_477).wrapping_add(1);
            if let Some(piece) = Piece::new(top_bits) {
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
