//! The number of neighbours in a set, for all cells at once.
//!
//! The numbers are four bitboards, the ones, twos, fours and eights, added up by the gates of a hardware adder: about
//! thirty instructions for the whole board, instead of a table look-up and a population count for every cell.
//! Evaluation and move ordering both use them at every node.

use laplace_games::blobwar::Bitboard;

/// The number of neighbours of each cell in a set, in binary: plane `i` holds the cells whose number has bit `i`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Planes([Bitboard; 4]);

impl Planes {
    /// Counts the neighbours of every cell in `set`.
    #[inline(always)]
    pub(super) fn of(set: Bitboard) -> Self {
        let (left, right) = set.beside();
        let pair = (left ^ right, left & right);
        let three = (pair.0 ^ set, pair.1 | (pair.0 & set));
        let above = three.0.vertically();
        let below = three.1.vertically();
        let ones = above.0 ^ above.1 ^ pair.0;
        let carry = majority(above.0, above.1, pair.0);
        let twos = below.0 ^ below.1 ^ pair.1;
        let fours = majority(below.0, below.1, pair.1);
        let more = twos & carry;
        Self([ones, twos ^ carry, fours ^ more, fours & more])
    }

    /// The planes: ones, twos, fours, eights.
    pub(super) const fn planes(&self) -> &[Bitboard; 4] {
        &self.0
    }

    /// The cells with at least `count` neighbours.
    #[inline(always)]
    pub(super) fn at_least(&self, count: i32) -> Bitboard {
        let [ones, twos, fours, eights] = self.0;
        match count {
            ..=0 => Bitboard::FULL,
            1 => ones | twos | fours | eights,
            2 => twos | fours | eights,
            3 => (ones & twos) | fours | eights,
            4 => fours | eights,
            5 => (fours & (ones | twos)) | eights,
            6 => (fours & twos) | eights,
            7 => (fours & twos & ones) | eights,
            8 => eights,
            _ => Bitboard::EMPTY,
        }
    }

    /// The largest number of neighbours of a cell in `among`; 0 if `among` is empty.
    #[inline(always)]
    pub(super) fn largest(&self, among: Bitboard) -> u32 {
        let mut rest = among;
        let mut count = 0;
        for plane in self.0.iter().rev() {
            let with = rest & *plane;
            count <<= 1;
            if !with.is_empty() {
                rest = with;
                count |= 1;
            }
        }
        count
    }

    /// The largest change of the margin that one move makes, if these are the neighbours among the other player's blobs:
    /// a flipped blob counts twice, a doubling adds one.
    #[inline(always)]
    pub(super) fn best_gain(&self, doublings: Bitboard, reachable: Bitboard) -> u32 {
        let double = if doublings.is_empty() { 0 } else { 2 * self.largest(doublings) + 1 };
        double.max(2 * self.largest(reachable))
    }
}

#[inline(always)]
fn majority(a: Bitboard, b: Bitboard, c: Bitboard) -> Bitboard {
    (a & b) | (c & (a ^ b))
}
