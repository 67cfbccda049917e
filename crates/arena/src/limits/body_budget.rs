//! The memory for bodies, in shares: small ones have their own, and nobody has all of any.
//!
//! A body takes its room before its first byte is read, as much as it says it is long, so two halves never wait
//! for each other. It takes it from three purses: that of its account, that of its network and that of its share;
//! whoever finds one of them empty waits, in order. Somebody who only says a length and sends little would keep
//! that room for as long as a body may take. So once others wait for a purse, those who hold of it have to be
//! quick: see [`BodyPermit::contended`]. The smallest bodies take no room and wait for nobody: signing in always works.

use std::collections::HashMap;
use std::future::{Future, poll_fn};
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::error::{Error, Result};

/// Bytes of a piece, in which room is counted.
const UNIT: usize = 1 << 10;
const MIB: usize = 1 << 20;
/// What somebody may send who is not signed in.
pub const MAX_FORM: usize = 64 << 10;
/// What is as good as nothing: all connections together cannot send much of it.
const MAX_TINY: usize = 4 << 10;
/// The archives that are usual: one of ten games of the demon has a seventh of it.
const MAX_SMALL: usize = MIB;

/// Room for pieces, and how many wait for some.
#[derive(Debug)]
struct Budget {
    units: Arc<Semaphore>,
    waiting: watch::Sender<usize>,
}

impl Budget {
    fn new(bytes: usize) -> Arc<Self> {
        let units = Arc::new(Semaphore::new(bytes.div_ceil(UNIT)));
        Arc::new(Self { units, waiting: watch::Sender::new(0) })
    }

    async fn take(self: Arc<Self>, units: u32) -> Result<Permit> {
        let permit = match self.units.clone().try_acquire_many_owned(units) {
            Ok(permit) => permit,
            Err(_) => {
                let _waiter = Waiter::new(&self.waiting);
                let permit = self.units.clone().acquire_many_owned(units).await;
                permit.map_err(|error| Error::Internal(error.to_string()))?
            }
        };
        Ok(Permit { _permit: permit, budget: self })
    }
}

/// Somebody who waits, until it is dropped.
struct Waiter<'a>(&'a watch::Sender<usize>);

impl<'a> Waiter<'a> {
    fn new(waiting: &'a watch::Sender<usize>) -> Self {
        waiting.send_modify(|count| *count += 1);
        Self(waiting)
    }
}

impl Drop for Waiter<'_> {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}

/// Pieces out of a purse, until they are dropped.
#[derive(Debug)]
struct Permit {
    _permit: OwnedSemaphorePermit,
    budget: Arc<Budget>,
}

impl Permit {
    async fn contended(&self) {
        // It cannot end otherwise: we hold the purse.
        _ = self.budget.waiting.subscribe().wait_for(|count| *count > 0).await;
    }
}

/// A purse for each name. One that nobody holds anything of is full, and is forgotten.
#[derive(Debug)]
struct BudgetMap<K> {
    bytes: usize,
    all: Mutex<HashMap<K, Arc<Budget>>>,
}

impl<K: Eq + Hash> BudgetMap<K> {
    fn new(bytes: usize) -> Self {
        Self { bytes, all: Mutex::default() }
    }

    fn of(&self, name: K) -> Arc<Budget> {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, budget| Arc::strong_count(budget) > 1);
        all.entry(name).or_insert_with(|| Budget::new(self.bytes)).clone()
    }
}

/// The room for bodies up to a size.
#[derive(Debug)]
struct SizeClass {
    max_bytes: usize,
    all: Arc<Budget>,
    networks: BudgetMap<IpAddr>,
    accounts: BudgetMap<String>,
}

impl SizeClass {
    /// For bodies up to a size: so many bytes in all, of one network and of one account.
    fn new(max_bytes: usize, [all, network, account]: [usize; 3]) -> Self {
        Self {
            max_bytes,
            all: Budget::new(all),
            networks: BudgetMap::new(network),
            accounts: BudgetMap::new(account),
        }
    }
}

/// The room for all bodies.
#[derive(Debug)]
pub struct BodyBudget([SizeClass; 3]);

impl BodyBudget {
    /// Room where the largest body has so many bytes. A hundred usual archives of one network fit at once: teams
    /// hand in together, in the last minute. A third of a network's is left when an account has all of its own, and a
    /// fifth of all when a network has.
    pub fn new(max_bytes: usize) -> Self {
        let forms = SizeClass::new(MAX_FORM, [4 * MIB, 3 * MIB, 2 * MIB]);
        let small = SizeClass::new(MAX_SMALL, [20 * MIB, 16 * MIB, 2 * MAX_SMALL]);
        let large = SizeClass::new(max_bytes, [2 * max_bytes, max_bytes + max_bytes / 2, max_bytes]);
        Self([forms, small, large])
    }

    /// Waits for the room of a body.
    pub async fn take(&self, network: IpAddr, account: Option<&str>, bytes: usize) -> Result<BodyPermit> {
        let mut held = BodyPermit(Vec::new());
        if bytes <= MAX_TINY {
            return Ok(held);
        }
        let class = self.0.iter().find(|class| bytes <= class.max_bytes);
        let class = class.ok_or_else(|| Error::Internal(format!("no room for {bytes} bytes")))?;
        let account = account.map(|account| class.accounts.of(account.to_owned()));
        let budgets = [account, Some(class.networks.of(network)), Some(class.all.clone())];
        let units = u32::try_from(bytes.div_ceil(UNIT)).unwrap_or(u32::MAX);
        for budget in budgets.into_iter().flatten() {
            held.0.push(budget.take(units).await?);
        }
        Ok(held)
    }
}

/// What a request holds until it is answered.
#[derive(Debug)]
pub struct BodyPermit(Vec<Permit>);

impl BodyPermit {
    /// Waits until somebody waits for room that this one holds.
    pub async fn contended(&self) {
        let mut wanted: Vec<_> = self.0.iter().map(|permit| Box::pin(permit.contended())).collect();
        poll_fn(|cx| match wanted.iter_mut().any(|wanted| wanted.as_mut().poll(cx).is_ready()) {
            true => Poll::Ready(()),
            false => Poll::Pending,
        })
        .await;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::timeout;

    use super::*;

    const MOMENT: Duration = Duration::from_millis(50);

    fn address(last: u8) -> IpAddr {
        [10, 0, 0, last].into()
    }

    #[tokio::test]
    async fn no_account_and_no_network_takes_all() {
        let budget = BodyBudget::new(16 * MIB);
        let large = budget.take(address(1), Some("a"), 16 * MIB).await.unwrap();
        let second = timeout(MOMENT, budget.take(address(1), Some("a"), 2 * MIB));
        assert!(second.await.is_err(), "an account has one large body");
        let _neighbour = timeout(MOMENT, budget.take(address(1), Some("b"), 8 * MIB)).await.unwrap().unwrap();
        assert!(timeout(MOMENT, budget.take(address(1), Some("c"), 2 * MIB)).await.is_err(), "the network's");
        let _other = timeout(MOMENT, budget.take(address(2), Some("d"), 8 * MIB)).await.unwrap().unwrap();
        let _small = timeout(MOMENT, budget.take(address(1), Some("a"), MIB)).await.unwrap().unwrap();
        let mut forms = Vec::new();
        while let Ok(form) = timeout(MOMENT, budget.take(address(1), None, MAX_FORM)).await {
            forms.push(form.unwrap());
        }
        assert!(
            timeout(MOMENT, budget.take(address(1), None, MAX_TINY)).await.is_ok(),
            "signing in always works"
        );
        let _form = timeout(MOMENT, budget.take(address(2), None, MAX_FORM)).await.unwrap().unwrap();
        drop(large);
        assert!(timeout(MOMENT, budget.take(address(1), Some("c"), 2 * MIB)).await.unwrap().is_ok());
        assert!(
            budget.0.iter().all(|class| class.networks.all.lock().unwrap().len() < 3),
            "purses are forgotten"
        );
    }

    #[tokio::test]
    async fn only_those_who_hold_what_others_wait_for_are_hurried() {
        let budget = BodyBudget::new(16 * MIB);
        let slow = budget.take(address(1), Some("a"), 16 * MIB).await.unwrap();
        let elsewhere = budget.take(address(2), Some("b"), 2 * MIB).await.unwrap();
        assert!(timeout(MOMENT, slow.contended()).await.is_err());
        let waiting_body = budget.take(address(1), Some("a"), 2 * MIB);
        let hurried = async {
            slow.contended().await;
            assert!(timeout(MOMENT, elsewhere.contended()).await.is_err());
        };
        tokio::select! {
            _ = waiting_body => unreachable!("there is no room"),
            done = timeout(Duration::from_secs(120), hurried) => done.unwrap(),
        }
        assert!(timeout(MOMENT, slow.contended()).await.is_err(), "nobody waits any more");
    }
}
