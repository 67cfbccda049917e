//! Machine words as sets of cells: ten bits for each row, row 0 lowest, column 0 in the lowest bit.
//!
//! A well of 3 rows and a figure that sticks out of it fit into a `u64`, one of 9 rows into a `u128`, one
//! of 20 rows into a [`U256`]. The search is written once, over [`Bits`], and takes the smallest word that suffices:
//! the fewer bits, the faster every shift and every comparison.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use laplace_games::well::WIDTH;

/// The bits of a row.
pub(super) const STRIDE: u32 = WIDTH as u32;

/// A word that holds some rows of ten cells.
pub(super) trait Bits:
    Copy
    + Debug
    + Eq
    + Hash
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The number of rows that fit.
    const ROWS: u32;
    /// No bit.
    const ZERO: Self;
    /// The lowest bit: column 0 of row 0.
    const ONE: Self;
    /// Column 0 of every row that fits.
    const COLUMN_0: Self;

    /// The number of bits that are set.
    fn ones(self) -> u32;
    /// The place of the lowest bit that is set.
    fn lowest(self) -> u32;
    /// Without its lowest bit.
    fn without_lowest(self) -> Self;
    /// A number that differs, nearly always, where the sets differ.
    fn mixed(self) -> u64;

    /// Whether no bit is set.
    #[inline]
    fn is_zero(self) -> bool {
        self == Self::ZERO
    }

    /// For a set of column 0 alone: the whole rows.
    #[inline]
    fn widened(self) -> Self {
        let two = self | self << 1;
        let four = two | two << 2;
        four | four << 4 | two << 8
    }

    /// The lowest rows.
    fn rows(count: u32) -> Self {
        (0..count).fold(Self::ZERO, |set, row| set | Self::ONE << (STRIDE * row)).widened()
    }
}

// An odd number without a pattern: the golden ratio in 64 bits.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

const fn mix(word: u64) -> u64 {
    let product = word.wrapping_mul(MIX);
    product ^ product >> 32
}

/// Column 0 of the lowest rows.
const fn column_0(rows: u32) -> u128 {
    let mut set = 0;
    let mut row = 0;
    while row < rows {
        set |= 1 << (STRIDE * row);
        row += 1;
    }
    set
}

impl Bits for u64 {
    const ROWS: u32 = Self::BITS / STRIDE;
    const ZERO: Self = 0;
    const ONE: Self = 1;
    const COLUMN_0: Self = column_0(<Self as Bits>::ROWS) as Self;

    #[inline]
    fn ones(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }

    #[inline]
    fn without_lowest(self) -> Self {
        self & self.wrapping_sub(1)
    }

    #[inline]
    fn mixed(self) -> u64 {
        mix(self)
    }
}

impl Bits for u128 {
    const ROWS: u32 = Self::BITS / STRIDE;
    const ZERO: Self = 0;
    const ONE: Self = 1;
    const COLUMN_0: Self = column_0(<Self as Bits>::ROWS);

    #[inline]
    fn ones(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }

    #[inline]
    fn without_lowest(self) -> Self {
        self & self.wrapping_sub(1)
    }

    #[inline]
    fn mixed(self) -> u64 {
        mix(mix(self as u64) ^ (self >> u64::BITS) as u64)
    }
}

/// 256 bits, in two halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct U256 {
    low: u128,
    high: u128,
}

const HALF: u32 = u128::BITS;

impl U256 {
    fn each(self, other: Self, join: impl Fn(u128, u128) -> u128) -> Self {
        Self { low: join(self.low, other.low), high: join(self.high, other.high) }
    }
}

impl Bits for U256 {
    const ROWS: u32 = 24;
    const ZERO: Self = Self { low: 0, high: 0 };
    const ONE: Self = Self { low: 1, high: 0 };
    const COLUMN_0: Self = {
        // Twelve rows take 120 bits, so the column goes on 8 bits before the upper half begins.
        let lower_rows = 13;
        let upper = column_0(Self::ROWS - lower_rows);
        Self { low: column_0(lower_rows), high: upper << (STRIDE * lower_rows - HALF) }
    };

    #[inline]
    fn ones(self) -> u32 {
        self.low.count_ones() + self.high.count_ones()
    }

    #[inline]
    fn lowest(self) -> u32 {
        if self.low == 0 { HALF + self.high.trailing_zeros() } else { self.low.trailing_zeros() }
    }

    #[inline]
    fn without_lowest(self) -> Self {
        match self.low {
            0 => Self { low: 0, high: self.high & self.high.wrapping_sub(1) },
            low => Self { low: low & (low - 1), ..self },
        }
    }

    #[inline]
    fn mixed(self) -> u64 {
        mix(self.low.mixed() ^ self.high.mixed().rotate_left(17))
    }
}

impl BitAnd for U256 {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.each(other, |a, b| a & b)
    }
}

impl BitOr for U256 {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.each(other, |a, b| a | b)
    }
}

impl BitXor for U256 {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.each(other, |a, b| a ^ b)
    }
}

impl Not for U256 {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self { low: !self.low, high: !self.high }
    }
}

impl Shl<u32> for U256 {
    type Output = Self;
    #[inline]
    fn shl(self, by: u32) -> Self {
        match by {
            0 => self,
            1..HALF => Self { low: self.low << by, high: self.high << by | self.low >> (HALF - by) },
            _ => Self { low: 0, high: self.low << (by - HALF) },
        }
    }
}

impl Shr<u32> for U256 {
    type Output = Self;
    #[inline]
    fn shr(self, by: u32) -> Self {
        match by {
            0 => self,
            1..HALF => Self { low: self.low >> by | self.high << (HALF - by), high: self.high >> by },
            _ => Self { low: self.high >> (by - HALF), high: 0 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places of the bits that are set.
    fn places<B: Bits>(mut set: B) -> Vec<u32> {
        let mut places = Vec::new();
        while !set.is_zero() {
            places.push(set.lowest());
            set = set.without_lowest();
        }
        places
    }

    #[test]
    fn shifts_move_a_bit_by_their_distance() {
        for from in 0..256 {
            for to in from..256 {
                let (low, high) = (U256::ONE << from, U256::ONE << to);
                assert_eq!((low << (to - from), high >> (to - from)), (high, low), "{from} and {to}");
                assert_eq!((low | high).ones(), 1 + u32::from(from != to));
            }
            assert_eq!(places(U256::ONE << from), [from]);
        }
    }

    #[test]
    fn column_0_has_a_bit_for_each_row_that_fits() {
        fn every_tenth<B: Bits>() -> bool {
            places(B::COLUMN_0).into_iter().eq((0..B::ROWS).map(|row| STRIDE * row))
        }
        assert!(every_tenth::<u64>() && every_tenth::<u128>() && every_tenth::<U256>());
    }

    #[test]
    fn the_lowest_rows_are_whole() {
        assert_eq!(places(u64::rows(2)), (0..20).collect::<Vec<u32>>());
        assert_eq!(places(U256::rows(24)), (0..240).collect::<Vec<u32>>());
    }
}
