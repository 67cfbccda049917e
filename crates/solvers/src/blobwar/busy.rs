//! The nodes that some thread is searching now, so that the others search something else first (simplified ABDADA).
//!
//! Threads that share nothing but the transposition table often search the same node at the same time, and only one of them is useful. So a
//! thread marks a node while it searches it, and a move to a marked node is deferred to the end of the moves: mostly its score is in the table by then.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The key of no node.
pub(super) const NO_KEY: u64 = 0;
/// The number of slots: far more than there are threads and plies, so that two nodes seldom share one.
const SLOTS: usize = 1 << 12;

/// Which nodes are being searched. When two of them share a slot, one is forgotten: that changes the order of moves and no score.
pub(super) struct BusyNodes {
    /// Empty for a single thread.
    slots: Box<[AtomicU64]>,
}

impl BusyNodes {
    pub(super) fn new(threads: usize) -> Self {
        let slots = if threads > 1 { SLOTS } else { 0 };
        Self { slots: (0..slots).map(|_| AtomicU64::new(NO_KEY)).collect() }
    }

    /// Whether other threads were asked for.
    pub(super) fn is_shared(&self) -> bool {
        !self.slots.is_empty()
    }

    pub(super) fn contains(&self, key: u64) -> bool {
        self.slot(key).is_some_and(|slot| slot.load(Relaxed) == key)
    }

    pub(super) fn insert(&self, key: u64) {
        if let Some(slot) = self.slot(key) {
            slot.store(key, Relaxed);
        }
    }

    pub(super) fn remove(&self, key: u64) {
        if let Some(slot) = self.slot(key) {
            slot.store(NO_KEY, Relaxed);
        }
    }

    fn slot(&self, key: u64) -> Option<&AtomicU64> {
        if key == NO_KEY { None } else { self.slots.get(key as usize % SLOTS) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_busy_while_it_is_searched() {
        let busy = BusyNodes::new(2);
        busy.insert(7);
        assert!(busy.contains(7) && !busy.contains(7 + SLOTS as u64) && !busy.contains(NO_KEY));
        busy.remove(7);
        assert!(!busy.contains(7));
    }

    #[test]
    fn a_single_thread_defers_nothing() {
        let busy = BusyNodes::new(1);
        busy.insert(7);
        assert!(!busy.is_shared() && !busy.contains(7));
    }
}
