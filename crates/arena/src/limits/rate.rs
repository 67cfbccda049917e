//! Rate limits of one process: one token bucket for each key.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::error::{Error, Result};

/// A burst, then one request per interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// How many requests may come at once.
    pub burst: u32,
    /// The interval at which one more request is allowed.
    pub every: Duration,
}

/// Token buckets by key. Full buckets are removed, so memory is bounded by the recent keys.
#[derive(Debug)]
pub struct RateLimiter {
    rate: Rate,
    /// When each bucket will be full again.
    full_at: Mutex<HashMap<String, Instant>>,
}

/// With this many buckets or more, full ones are removed before another is added.
const PRUNE_THRESHOLD: usize = 10_000;

impl RateLimiter {
    /// A limiter without any requests yet.
    pub fn new(rate: Rate) -> Self {
        Self { rate, full_at: Mutex::default() }
    }

    /// Takes a token from the bucket of `name`; the error carries the seconds to wait.
    pub fn take(&self, name: &str) -> Result<()> {
        self.take_at(name, Instant::now())
    }

    /// Puts a token back that was taken.
    pub(super) fn give_back(&self, name: &str) {
        let mut buckets = self.buckets();
        let now = Instant::now();
        if let Some(full_at) = buckets.get_mut(name) {
            *full_at = full_at.checked_sub(self.rate.every).unwrap_or(now);
            if *full_at <= now {
                buckets.remove(name);
            }
        }
    }

    /// The seconds until no token is missing, if one is.
    pub(super) fn seconds_until_full(&self, name: &str) -> Option<u64> {
        let full_at = self.buckets().get(name).copied()?;
        let wait = full_at.saturating_duration_since(Instant::now());
        (!wait.is_zero()).then(|| wait.as_secs() + 1)
    }

    fn buckets(&self) -> MutexGuard<'_, HashMap<String, Instant>> {
        self.full_at.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take_at(&self, name: &str, now: Instant) -> Result<()> {
        let mut buckets = self.buckets();
        if buckets.len() >= PRUNE_THRESHOLD {
            buckets.retain(|_, full_at| *full_at > now);
        }
        let full_at = buckets.get(name).copied().unwrap_or(now).max(now) + self.rate.every;
        let wait = full_at.saturating_duration_since(now + self.rate.every * self.rate.burst);
        if !wait.is_zero() {
            return Err(Error::RateLimited(wait.as_secs() + 1));
        }
        buckets.insert(name.to_owned(), full_at);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_passes_then_one_at_a_time() {
        let rates = RateLimiter::new(Rate { burst: 3, every: Duration::from_secs(10) });
        let start = Instant::now();
        for _ in 0..3 {
            rates.take_at("a", start).unwrap();
        }
        assert!(matches!(rates.take_at("a", start), Err(Error::RateLimited(11))));
        rates.take_at("b", start).unwrap();
        rates.take_at("a", start + Duration::from_secs(10)).unwrap();
        assert!(rates.take_at("a", start + Duration::from_secs(19)).is_err());
    }
}
