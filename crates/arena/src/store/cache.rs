//! In-memory caches of values that are read again and again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Maximum age of a cached value: other servers on the same database make changes that this one does not see.
pub(crate) const FRESH: Duration = Duration::from_millis(200);
/// With this many values or more, expired ones are removed before another is added.
const PRUNE_THRESHOLD: usize = 1_000;

/// Values by name, each with the time at which it was read and the number of changes of this process then.
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
    /// The value, if it is fresh.
    pub(crate) fn get(&self, name: &str, changes: u64) -> Option<T> {
        let values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, seen, value) = values.get(name)?;
        (at.elapsed() < FRESH && *seen == changes).then(|| value.clone())
    }

    /// The value, however old it is.
    pub(crate) fn last(&self, name: &str) -> Option<T> {
        let values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        values.get(name).map(|(_, _, value)| value.clone())
    }

    /// Stores a value that was read when this process had made `changes` changes.
    pub(crate) fn put(&self, name: &str, changes: u64, value: T) {
        let mut values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if values.len() >= PRUNE_THRESHOLD {
            values.retain(|_, (at, _, _)| at.elapsed() < FRESH);
        }
        values.insert(name.to_owned(), (Instant::now(), changes, value));
    }
}

/// Maximum number of cached lists; when it is reached the cache is cleared.
const MAX_LISTS: usize = 64;

/// Lists that never change, by name. An empty list is not cached: it may not have been created yet.
#[derive(Debug)]
pub(crate) struct PermanentCache<T>(Mutex<HashMap<String, Arc<[T]>>>);

impl<T> Default for PermanentCache<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> PermanentCache<T> {
    /// The list, if it is cached.
    pub(crate) fn get(&self, name: &str) -> Option<Arc<[T]>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// Stores a list.
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
