//! Rate limits that hold for all servers together: token buckets in the database if several servers can use it.

use super::{Rate, RateLimiter};
use crate::error::Result;
use crate::store::{Kind, Store};

/// Token buckets by key, in PostgreSQL or, on SQLite, in memory.
#[derive(Debug)]
pub struct SharedRateLimiter {
    /// What is limited: part of the names in the database.
    what: &'static str,
    rate: Rate,
    memory: RateLimiter,
    store: Option<Store>,
}

impl SharedRateLimiter {
    /// A limiter of the servers on `store`.
    pub fn new(what: &'static str, rate: Rate, store: &Store) -> Self {
        let store = (store.kind() == Kind::Postgres).then(|| store.clone());
        Self { what, rate, memory: RateLimiter::new(rate), store }
    }

    /// A limiter of this process alone.
    #[cfg(test)]
    pub(super) fn in_memory(rate: Rate) -> Self {
        Self { what: "", rate, memory: RateLimiter::new(rate), store: None }
    }

    fn key(&self, name: &str) -> String {
        format!("{} {name}", self.what)
    }

    /// Takes a token from the bucket of `name`; the error carries the seconds to wait.
    pub async fn take(&self, name: &str) -> Result<()> {
        match &self.store {
            Some(store) => store.take_token(&self.key(name), self.rate).await,
            None => self.memory.take(name),
        }
    }

    /// Puts a token back that was taken.
    pub(super) async fn give_back(&self, name: &str) -> Result<()> {
        match &self.store {
            Some(store) => store.give_token_back(&self.key(name), self.rate).await,
            None => {
                self.memory.give_back(name);
                Ok(())
            }
        }
    }

    /// The seconds until no token is missing, if one is.
    pub(super) async fn seconds_until_full(&self, name: &str) -> Result<Option<u64>> {
        match &self.store {
            Some(store) => store.seconds_until_full(&self.key(name)).await,
            None => Ok(self.memory.seconds_until_full(name)),
        }
    }
}
