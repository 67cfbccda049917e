//! The transposition table: what is known of positions met before, shared by all threads without a lock.
//!
//! An entry is two atomic words, the knowledge and the key XOR the knowledge. Two threads that write one
//! entry at once leave a pair that belongs to no key, and a reader takes it for absent. (The idea is
//! R. Hyatt's and T. Mann's, "A lock-less transposition table implementation", 2002.) Places are found by
//! multiplication, so that any number of entries will do.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::node::Packed;
use super::score::Score;

const ENTRIES_A_MEGABYTE: usize = (1 << 20) / size_of::<Entry>();
/// The smallest and the largest table, in MiB.
pub(super) const MEGABYTES: std::ops::RangeInclusive<usize> = 1..=65_536;
const AGES: u8 = 64;
/// How many entries a sample of the filling looks at.
const SAMPLE: usize = 1_000;

#[derive(Debug, Default)]
struct Entry {
    check: AtomicU64,
    data: AtomicU64,
}

/// What a score says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// It is the true score.
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The best move found.
    pub(super) best: Packed,
    /// Its score, wins counted from here.
    pub(super) score: Score,
    /// How far it was searched.
    pub(super) depth: u8,
    /// What the score says.
    pub(super) bound: Bound,
}

/// The table.
#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
    age: u8,
}

impl Table {
    /// A table of so many MiB, as near as [`MEGABYTES`] and the machine's memory allow.
    pub(super) fn new(megabytes: usize) -> Self {
        let mut megabytes = megabytes.clamp(*MEGABYTES.start(), *MEGABYTES.end());
        let mut entries = Vec::new();
        while entries.try_reserve_exact(megabytes * ENTRIES_A_MEGABYTE).is_err() && megabytes > 1 {
            megabytes /= 2;
        }
        entries.resize_with(megabytes * ENTRIES_A_MEGABYTE, Entry::default);
        Self { entries, age: 0 }
    }

    /// Its size in MiB.
    pub(super) fn megabytes(&self) -> usize {
        self.entries.len() / ENTRIES_A_MEGABYTE
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.entries.fill_with(Entry::default);
        self.age = 0;
    }

    /// Makes what is known so far the first to be replaced.
    pub(super) fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// What is known of the position with this key.
    pub(super) fn look_up(&self, key: u64) -> Option<Known> {
        let entry = self.entry(key)?;
        let data = entry.data.load(Relaxed);
        (data != 0 && entry.check.load(Relaxed) ^ data == key).then(|| unpack(data))
    }

    /// Remembers, unless something deeper of the same search is there.
    pub(super) fn remember(&self, key: u64, mut known: Known) {
        let Some(entry) = self.entry(key) else { return };
        let (old, check) = (entry.data.load(Relaxed), entry.check.load(Relaxed));
        let same = check ^ old == key;
        if same && known.best == Packed::NONE {
            known.best = unpack(old).best;
        }
        let deeper = unpack(old).depth > known.depth + if same { 3 } else { 0 };
        if old != 0 && age(old) == self.age && deeper && known.bound != Bound::Exact {
            return;
        }
        let data = pack(known, self.age);
        entry.check.store(key ^ data, Relaxed);
        entry.data.store(data, Relaxed);
    }

    /// How full the table is, in thousandths, by a sample.
    pub(super) fn filling(&self) -> usize {
        let used = |entry: &&Entry| {
            let data = entry.data.load(Relaxed);
            data != 0 && age(data) == self.age
        };
        self.entries.iter().take(SAMPLE).filter(used).count()
    }

    fn entry(&self, key: u64) -> Option<&Entry> {
        let place = (u128::from(key) * self.entries.len() as u128) >> 64;
        self.entries.get(place as usize)
    }
}

/// Bits 0-15 the move, 16-31 the score, 32-39 the depth, 40-41 the bound, 42-47 the age, 48 always set.
fn pack(known: Known, age: u8) -> u64 {
    let score = known.score as i16 as u16;
    u64::from(known.best.bits())
        | u64::from(score) << 16
        | u64::from(known.depth) << 32
        | (known.bound as u64) << 40
        | u64::from(age) << 42
        | 1 << 48
}

fn unpack(data: u64) -> Known {
    let bound = match data >> 40 & 3 {
        0 => Bound::Upper,
        1 => Bound::Lower,
        _ => Bound::Exact,
    };
    let score = Score::from((data >> 16) as u16 as i16);
    Known { best: Packed::from_bits(data as u16), score, depth: (data >> 32) as u8, bound }
}

const fn age(data: u64) -> u8 {
    (data >> 42) as u8 & (AGES - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_found_again() {
        let table = Table::new(1);
        let known = Known { best: Packed::from_bits(77), score: -29_950, depth: 9, bound: Bound::Lower };
        table.remember(12_345, known);
        assert_eq!(table.look_up(12_345), Some(known));
        assert_eq!(table.look_up(12_346), None);
    }

    #[test]
    fn a_cleared_table_knows_nothing() {
        let mut table = Table::new(0);
        let known = Known { best: Packed::NONE, score: 0, depth: 0, bound: Bound::Upper };
        table.remember(1 << 40, known);
        assert_eq!(table.look_up(1 << 40), Some(known));
        table.clear();
        assert_eq!(table.look_up(1 << 40), None);
    }
}
