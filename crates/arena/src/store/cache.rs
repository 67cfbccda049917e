//! What was read a moment ago and is asked for again and again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How old it may be: other servers on the same database make changes that this one does not see at once.
pub(crate) const FRESH: Duration = Duration::from_millis(200);
/// From so many names on, old values are looked for and forgotten.
const PRUNE_THRESHOLD: usize = 1_000;

/// Values by name, each with the time and the number of changes of this process when it was read.
///
/// A change that this process makes is seen at once; one of another process after [`FRESH`].
#[derive(Debug)]
pub(crate) struct ShortCache<T>(Mutex<HashMap<String, (Instant, u64, T)>>);

impl<T> Default for ShortCache<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Clone> ShortCache<T> {
    /// The value if it is fresh.
    pub(crate) fn get(&self, name: &str, changes: u64) -> Option<T> {
        let values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, seen, value) = values.get(name)?;
        (at.elapsed() < FRESH && *seen == changes).then(|| value.clone())
    }

    /// Keeps a value that was read after so many changes.
    pub(crate) fn put(&self, name: &str, changes: u64, value: T) {
        let mut values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if values.len() >= PRUNE_THRESHOLD {
            values.retain(|_, (at, _, _)| at.elapsed() < FRESH);
        }
        values.insert(name.to_owned(), (Instant::now(), changes, value));
    }
}

/// So many lists that never change are kept; then all are forgotten and read again.
const MAX_LISTS: usize = 64;

/// Lists that never change, by name. An empty one may be one that is not there yet, and is not kept.
#[derive(Debug)]
pub(crate) struct PermanentCache<T>(Mutex<HashMap<String, Arc<[T]>>>);

impl<T> Default for PermanentCache<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> PermanentCache<T> {
    /// The list, if it was read before.
    pub(crate) fn get(&self, name: &str) -> Option<Arc<[T]>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// Keeps a list.
    pub(crate) fn put(&self, name: &str, list: Arc<[T]>) {
        let mut lists = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lists.len() >= MAX_LISTS {
            lists.clear();
        }
        if !list.is_empty() {
            lists.insert(name.to_owned(), list);
        }
    }
}
