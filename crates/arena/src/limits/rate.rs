//! How often something may be tried: buckets that fill slowly.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::error::{Error, Result};

/// So many at once, then one in so long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// At once.
    pub burst: u32,
    /// Then one in so long.
    pub every: Duration,
}

/// Buckets by name. Full buckets are forgotten, so what is kept is bounded by what was tried lately.
#[derive(Debug)]
pub struct RateLimiter {
    rate: Rate,
    /// When each bucket will be full again.
    full_at: Mutex<HashMap<String, Instant>>,
}

/// From so many names on, full buckets are looked for and forgotten.
const PRUNE_THRESHOLD: usize = 10_000;

impl RateLimiter {
    /// Empty.
    pub fn new(rate: Rate) -> Self {
        Self { rate, full_at: Mutex::default() }
    }

    /// Takes one out of a bucket, or says how long to wait.
    pub fn take(&self, name: &str) -> Result<()> {
        self.take_at(name, Instant::now())
    }

    fn take_at(&self, name: &str, now: Instant) -> Result<()> {
        let mut buckets = self.full_at.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
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
