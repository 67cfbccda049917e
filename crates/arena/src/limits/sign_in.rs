//! Limits of wrong passwords, which must not keep right ones out.
//!
//! Only wrong passwords count: a whole school behind one address signs in at once. They count by account and address
//! together, so guessing the password of one team does not keep the others of its address out, nor that team at
//! another address. An address with many wrong passwords in all has one attempt for each account instead of
//! several, and its passwords are verified one after the other, since each takes a core for some 20 ms. An account
//! has a large limit over all addresses, against guesses from many networks. Tokens cannot be guessed and are not
//! limited.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::OwnedMutexGuard;

use super::{Rate, SharedRateLimiter};
use crate::error::{Error, Result};
use crate::store::Store;

/// Wrong passwords of one address, for all accounts: everybody of a large room may be wrong once.
const NETWORK: Rate = Rate { burst: 300, every: Duration::from_secs(1) };
/// Wrong passwords for one account, from all addresses.
const ACCOUNT: Rate = Rate { burst: 1_000, every: Duration::from_secs(10) };

/// Wrong passwords, counted.
#[derive(Debug)]
pub struct SignInLimits {
    pairs: SharedRateLimiter,
    networks: SharedRateLimiter,
    accounts: SharedRateLimiter,
    /// Turns of the addresses with many wrong passwords, at this server. One that is not in use is removed.
    turns: Mutex<HashMap<IpAddr, Arc<tokio::sync::Mutex<()>>>>,
}

/// An attempt to sign in. It counts as a wrong password unless it is [forgiven](Attempt::forgive).
#[derive(Debug)]
pub struct Attempt<'a> {
    limits: &'a SignInLimits,
    pair: String,
    account: String,
    /// The address, if it has a wrong password left that this attempt has taken.
    network: Option<String>,
    _turn: Option<OwnedMutexGuard<()>>,
}

impl SignInLimits {
    /// The limits of the servers on `store`; `rate` is the limit for one account from one address.
    pub fn new(rate: Rate, store: &Store) -> Self {
        Self {
            pairs: SharedRateLimiter::new("wrong password of account at address", rate, store),
            networks: SharedRateLimiter::new("wrong password at address", NETWORK, store),
            accounts: SharedRateLimiter::new("wrong password of account", ACCOUNT, store),
            turns: Mutex::default(),
        }
    }

    /// Begins an attempt, counted from now on so that many at the same time count too. An account that does not
    /// exist has a name as well, so that the limits do not reveal which accounts exist.
    pub async fn begin(&self, network: IpAddr, account: &str) -> Result<Attempt<'_>> {
        let pair = format!("{network} {account}");
        let name = network.to_string();
        let taken_from_network = match self.networks.take(&name).await {
            Ok(()) => true,
            Err(Error::RateLimited(_)) => false,
            Err(error) => return Err(error),
        };
        if let Err(error) = self.take(&pair, account, !taken_from_network).await {
            // A refused attempt says nothing about a password.
            if taken_from_network {
                self.networks.give_back(&name).await?;
            }
            return Err(error);
        }
        let turn = if taken_from_network { None } else { Some(self.turn(network).lock_owned().await) };
        let network = taken_from_network.then_some(name);
        Ok(Attempt { limits: self, pair, account: account.to_owned(), network, _turn: turn })
    }

    /// Takes an attempt of an account at an address, and of the account. `only_one`: with none counted yet.
    async fn take(&self, pair: &str, account: &str, only_one: bool) -> Result<()> {
        if only_one && let Some(seconds) = self.pairs.seconds_until_full(pair).await? {
            return Err(Error::RateLimited(seconds));
        }
        self.pairs.take(pair).await?;
        let taken = self.accounts.take(account).await;
        if taken.is_err() {
            self.pairs.give_back(pair).await?;
        }
        taken
    }

    fn turn(&self, network: IpAddr) -> Arc<tokio::sync::Mutex<()>> {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        turns.retain(|_, turn| Arc::strong_count(turn) > 1);
        turns.entry(network).or_default().clone()
    }
}

impl Attempt<'_> {
    /// The password was right, or was not verified.
    pub async fn forgive(self) -> Result<()> {
        let Self { limits, pair, account, network, _turn } = self;
        limits.pairs.give_back(&pair).await?;
        limits.accounts.give_back(&account).await?;
        if let Some(network) = network {
            limits.networks.give_back(&network).await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(burst: u32) -> SignInLimits {
        SignInLimits {
            pairs: SharedRateLimiter::in_memory(Rate { burst, every: Duration::from_secs(3_600) }),
            networks: SharedRateLimiter::in_memory(NETWORK),
            accounts: SharedRateLimiter::in_memory(ACCOUNT),
            turns: Mutex::default(),
        }
    }

    fn address(last: u8) -> IpAddr {
        [10, 0, 0, last].into()
    }

    #[tokio::test]
    async fn wrong_passwords_count_for_one_account_at_one_address() {
        let limits = limits(3);
        for _ in 0..3 {
            drop(limits.begin(address(1), "ada").await.unwrap());
        }
        assert!(matches!(limits.begin(address(1), "ada").await, Err(Error::RateLimited(1..))));
        assert!(limits.begin(address(1), "bob").await.is_ok());
        assert!(limits.begin(address(2), "ada").await.is_ok());
    }

    #[tokio::test]
    async fn right_passwords_are_never_refused() {
        let limits = limits(3);
        for _ in 0..2_000 {
            limits.begin(address(1), "ada").await.unwrap().forgive().await.unwrap();
        }
    }

    #[tokio::test]
    async fn an_address_with_many_wrong_passwords_has_one_attempt_for_each_account() {
        let limits = limits(3);
        for number in 0..NETWORK.burst {
            drop(limits.begin(address(1), &format!("unknown-{number}")).await.unwrap());
        }
        limits.begin(address(1), "ada").await.unwrap().forgive().await.unwrap();
        limits.begin(address(1), "ada").await.unwrap().forgive().await.unwrap();
        drop(limits.begin(address(1), "bob").await.unwrap());
        assert!(limits.begin(address(1), "bob").await.is_err(), "one wrong password is enough now");
        drop(limits.begin(address(2), "bob").await.unwrap());
        assert!(limits.begin(address(2), "bob").await.is_ok(), "the other address has more attempts");
    }
}
