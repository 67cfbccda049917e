//! The transposition table, shared by all threads without a lock.
//!
//! A slot is two atomic words: the data, and the key XOR the data. Two threads that write one slot at the same time
//! leave a pair that belongs to no key, and a probe takes it for empty. (R. Hyatt and T. Mann, "A lock-less
//! transposition table implementation", 2002.) The slot of a key is found by multiplication, so that any number of slots
//! will do.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::node::PackedMove;
use super::score::Score;
use super::settings::HASH_MEGABYTES;
use super::simd;

/// The number of slots in a MiB: 65 536 of 16 bytes.
const SLOTS_PER_MEGABYTE: usize = (1 << 20) / size_of::<Slot>();
/// The number of different ages: six bits of a slot.
const AGES: u8 = 64;
/// The number of slots that hashfull looks at: a thousand, so that their count is in thousandths.
const HASHFULL_SAMPLE: usize = 1_000;

#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// How a stored score bounds the true score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true score is at most the stored one.
    Upper,
    /// The true score is at least the stored one.
    Lower,
    /// The stored score is the true one.
    Exact,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TtEntry {
    /// The best move found, or [`PackedMove::NONE`].
    pub(super) best: PackedMove,
    /// Its score; the distance to a proved win counts from this position.
    pub(super) score: Score,
    /// The depth of the search that found it.
    pub(super) depth: u8,
    /// How the score bounds the true score.
    pub(super) bound: Bound,
}

/// The transposition table.
#[derive(Debug)]
pub(super) struct TranspositionTable {
    slots: Vec<Slot>,
    age: u8,
}

impl TranspositionTable {
    /// A table of `megabytes` MiB, clamped to [`HASH_MEGABYTES`] and halved as long as the system refuses the memory.
    pub(super) fn new(megabytes: usize) -> Self {
        let mut megabytes = megabytes.clamp(*HASH_MEGABYTES.start(), *HASH_MEGABYTES.end());
        let mut slots = loop {
            match simd::huge_vec(megabytes * SLOTS_PER_MEGABYTE) {
                Ok(slots) => break slots,
                Err(_) if megabytes > 1 => megabytes /= 2,
                Err(_) => break Vec::new(),
            }
        };
        slots.resize_with(megabytes * SLOTS_PER_MEGABYTE, Slot::default);
        Self { slots, age: 0 }
    }

    /// Its size in MiB.
    pub(super) fn megabytes(&self) -> usize {
        self.slots.len() / SLOTS_PER_MEGABYTE
    }

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        self.slots.fill_with(Slot::default);
        self.age = 0;
    }

    /// Begins a new search: entries of earlier searches are replaced first.
    pub(super) fn increase_age(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// Loads the slot of this key in the background, for a probe that follows.
    pub(super) fn prefetch(&self, key: u64) {
        if let Some(slot) = self.slot(key) {
            simd::prefetch(slot);
        }
    }

    /// The entry of the position with this key.
    pub(super) fn probe(&self, key: u64) -> Option<TtEntry> {
        let slot = self.slot(key)?;
        let data = slot.data.load(Relaxed);
        (data != 0 && slot.check.load(Relaxed) ^ data == key).then(|| unpack(data))
    }

    /// Stores an entry, unless the slot has a deeper one of the same search.
    pub(super) fn store(&self, key: u64, mut entry: TtEntry) {
        let Some(slot) = self.slot(key) else { return };
        let old = slot.data.load(Relaxed);
        let same = slot.check.load(Relaxed) ^ old == key;
        // A search that failed low has no best move: the one that is known stays.
        if same && entry.best == PackedMove::NONE {
            entry.best = unpack(old).best;
        }
        // Of the same position a newer result is worth up to three plies, as its window is the one that is needed now.
        let deeper = unpack(old).depth > entry.depth + if same { 3 } else { 0 };
        if old != 0 && age(old) == self.age && deeper && entry.bound != Bound::Exact {
            return;
        }
        let data = pack(entry, self.age);
        slot.check.store(key ^ data, Relaxed);
        slot.data.store(data, Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths, by a sample.
    pub(super) fn hashfull(&self) -> usize {
        let used = |slot: &&Slot| {
            let data = slot.data.load(Relaxed);
            data != 0 && age(data) == self.age
        };
        self.slots.iter().take(HASHFULL_SAMPLE).filter(used).count()
    }

    fn slot(&self, key: u64) -> Option<&Slot> {
        let index = (u128::from(key) * self.slots.len() as u128) >> 64;
        self.slots.get(index as usize)
    }
}

/// Bits 0-15 the move, 16-31 the score, 32-39 the depth, 40-41 the bound, 42-47 the age, 48 always set.
fn pack(entry: TtEntry, age: u8) -> u64 {
    let score = entry.score as i16 as u16;
    u64::from(entry.best.bits())
        | u64::from(score) << 16
        | u64::from(entry.depth) << 32
        | (entry.bound as u64) << 40
        | u64::from(age) << 42
        | 1 << 48
}

fn unpack(data: u64) -> TtEntry {
    let bound = match data >> 40 & 3 {
        0 => Bound::Upper,
        1 => Bound::Lower,
        _ => Bound::Exact,
    };
    let score = Score::from((data >> 16) as u16 as i16);
    TtEntry { best: PackedMove::from_bits(data as u16), score, depth: (data >> 32) as u8, bound }
}

const fn age(data: u64) -> u8 {
    (data >> 42) as u8 & (AGES - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_entry_is_found_by_its_key_alone() {
        let table = TranspositionTable::new(1);
        let entry =
            TtEntry { best: PackedMove::from_bits(77), score: -29_950, depth: 9, bound: Bound::Lower };
        table.store(12_345, entry);
        assert_eq!(table.probe(12_345), Some(entry));
        assert_eq!(table.probe(12_346), None);
    }

    #[test]
    fn a_cleared_table_is_empty() {
        let mut table = TranspositionTable::new(0);
        let entry = TtEntry { best: PackedMove::NONE, score: 0, depth: 0, bound: Bound::Upper };
        table.store(1 << 40, entry);
        assert_eq!(table.probe(1 << 40), Some(entry));
        table.clear();
        assert_eq!(table.probe(1 << 40), None);
    }
}
