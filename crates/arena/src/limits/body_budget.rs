//! The memory budget for request bodies.
//!
//! Bodies are grouped by size into three classes, each with its own budget, so that large uploads cannot keep
//! forms and small archives out. Within a class one network and one account may hold only part of the budget.
//! A body reserves its whole declared length before its first byte is read, so two half-received bodies never wait
//! for each other. It acquires memory from three budgets in turn: its account's, its network's and its class's; if
//! one is exhausted the request waits in line. A client that declares a length and then sends slowly would hold
//! that memory for the whole body timeout, so once others wait for a budget its holders get a shorter deadline:
//! see [`BodyPermit::contended`]. The smallest bodies bypass the budget, so that signing in always works.

use std::collections::HashMap;
use std::future::{Future, poll_fn};
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::error::{Error, Result};

/// Budgets are counted in units of this many bytes.
const UNIT: usize = 1 << 10;
const MIB: usize = 1 << 20;
/// The largest body that a client may send without signing in.
pub const MAX_FORM: usize = 64 << 10;
/// Bodies up to this size bypass the budget; even 900 connections add up to less than 4 MiB.
const MAX_TINY: usize = 4 << 10;
/// The largest usual archive: one with ten games of the demon has a seventh of this.
const MAX_SMALL: usize = MIB;

/// Memory units that can be acquired, and the number of requests that wait for some.
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

/// Counts one waiting request until it is dropped.
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

/// Units acquired from a budget; dropping the permit returns them.
#[derive(Debug)]
struct Permit {
    _permit: OwnedSemaphorePermit,
    budget: Arc<Budget>,
}

impl Permit {
    async fn contended(&self) {
        // `wait_for` fails only when the sender is gone, and we hold the sender's owner.
        _ = self.budget.waiting.subscribe().wait_for(|count| *count > 0).await;
    }
}

/// A budget for each key. A budget without permits is full, and is removed from the map.
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

/// The budgets of bodies up to `max_bytes`.
#[derive(Debug)]
struct SizeClass {
    max_bytes: usize,
    all: Arc<Budget>,
    networks: BudgetMap<IpAddr>,
    accounts: BudgetMap<String>,
}

impl SizeClass {
    /// Budgets in bytes for bodies up to `max_bytes`: of all clients, of one network and of one account.
    fn new(max_bytes: usize, [all, network, account]: [usize; 3]) -> Self {
        Self {
            max_bytes,
            all: Budget::new(all),
            networks: BudgetMap::new(network),
            accounts: BudgetMap::new(account),
        }
    }
}

/// The memory budget for all request bodies.
#[derive(Debug)]
pub struct BodyBudget([SizeClass; 3]);

impl BodyBudget {
    /// A budget for bodies up to `max_bytes`. A hundred usual archives of one network fit at once, because teams
    /// submit together in the last minute. When one account has used up its budget, a third of its network's is
    /// left; when one network has used up its budget, a fifth of the class's is left.
    pub fn new(max_bytes: usize) -> Self {
        let forms = SizeClass::new(MAX_FORM, [4 * MIB, 3 * MIB, 2 * MIB]);
        let small = SizeClass::new(MAX_SMALL, [20 * MIB, 16 * MIB, 2 * MAX_SMALL]);
        let large = SizeClass::new(max_bytes, [2 * max_bytes, max_bytes + max_bytes / 2, max_bytes]);
        Self([forms, small, large])
    }

    /// Waits until `bytes` are available to the account, to the network and in the size class.
    pub async fn take(&self, network: IpAddr, account: Option<&str>, bytes: usize) -> Result<BodyPermit> {
        let mut held = BodyPermit(Vec::new());
        if bytes <= MAX_TINY {
            return Ok(held);
        }
        let class = self.0.iter().find(|class| bytes <= class.max_bytes);
        let class = class.ok_or_else(|| Error::Internal(format!("no size class for {bytes} bytes")))?;
        let account = account.map(|account| class.accounts.of(account.to_owned()));
        let budgets = [account, Some(class.networks.of(network)), Some(class.all.clone())];
        let units = u32::try_from(bytes.div_ceil(UNIT)).unwrap_or(u32::MAX);
        for budget in budgets.into_iter().flatten() {
            held.0.push(budget.take(units).await?);
        }
        Ok(held)
    }
}

/// The memory that a request holds until its response is ready.
#[derive(Debug)]
pub struct BodyPermit(Vec<Permit>);

impl BodyPermit {
    /// Resolves when another request waits for a budget that this permit was acquired from.
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
    async fn one_account_or_network_cannot_use_up_the_budget() {
        let budget = BodyBudget::new(16 * MIB);
        let large = budget.take(address(1), Some("a"), 16 * MIB).await.unwrap();
        let second = timeout(MOMENT, budget.take(address(1), Some("a"), 2 * MIB));
        assert!(second.await.is_err(), "an account holds at most one large body");
        let _neighbour = timeout(MOMENT, budget.take(address(1), Some("b"), 8 * MIB)).await.unwrap().unwrap();
        assert!(
            timeout(MOMENT, budget.take(address(1), Some("c"), 2 * MIB)).await.is_err(),
            "the network's budget is used up"
        );
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
            "unused budgets are removed"
        );
    }

    #[tokio::test]
    async fn only_holders_of_a_contended_budget_are_hurried() {
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
            _ = waiting_body => unreachable!("the budget is used up"),
            done = timeout(Duration::from_secs(120), hurried) => done.unwrap(),
        }
        assert!(timeout(MOMENT, slow.contended()).await.is_err(), "no request waits any more");
    }
}
