//! The memory for bodies, in shares: small ones have their own, and nobody has all of any.
//!
//! A body takes its room before its first byte is read, as much as it says it is long, so two halves never wait
//! for each other. It takes it from three purses: that of its account, that of its network and that of its share;
//! whoever finds one of them empty waits, in order. Somebody who only says a length and sends little would keep
//! that room for as long as a body may take. So once others wait for a purse, those who hold of it have to be
//! quick: see [`Held::is_wanted`]. The smallest bodies take no room and wait for nobody: signing in always works.

use std::collections::HashMap;
use std::future::{Future, poll_fn};
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::error::{Answer, Error};

/// Bytes of a piece, in which room is counted.
const PIECE: usize = 1 << 10;
const MIB: usize = 1 << 20;
/// What somebody may send who is not signed in.
pub(super) const FORM: usize = 64 << 10;
/// What is as good as nothing: all connections together cannot send much of it.
const TINY: usize = 4 << 10;
/// The archives that are usual: one of ten games of the demon has a seventh of it.
const SMALL: usize = MIB;

/// Room for pieces, and how many wait for some.
#[derive(Debug)]
struct Purse {
    pieces: Arc<Semaphore>,
    waiting: watch::Sender<usize>,
}

impl Purse {
    fn new(bytes: usize) -> Arc<Self> {
        let pieces = Arc::new(Semaphore::new(bytes.div_ceil(PIECE)));
        Arc::new(Self { pieces, waiting: watch::Sender::new(0) })
    }

    async fn take(self: Arc<Self>, pieces: u32) -> Answer<Taken> {
        let permit = match self.pieces.clone().try_acquire_many_owned(pieces) {
            Ok(permit) => permit,
            Err(_) => {
                let _waits = Waits::new(&self.waiting);
                let permit = self.pieces.clone().acquire_many_owned(pieces).await;
                permit.map_err(|error| Error::Inside(error.to_string()))?
            }
        };
        Ok(Taken { _permit: permit, purse: self })
    }
}

/// Somebody who waits, until it is dropped.
struct Waits<'a>(&'a watch::Sender<usize>);

impl<'a> Waits<'a> {
    fn new(waiting: &'a watch::Sender<usize>) -> Self {
        waiting.send_modify(|count| *count += 1);
        Self(waiting)
    }
}

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}

/// Pieces out of a purse, until they are dropped.
#[derive(Debug)]
struct Taken {
    _permit: OwnedSemaphorePermit,
    purse: Arc<Purse>,
}

impl Taken {
    async fn is_wanted(&self) {
        // It cannot end otherwise: we hold the purse.
        _ = self.purse.waiting.subscribe().wait_for(|count| *count > 0).await;
    }
}

/// A purse for each name. One that nobody holds anything of is full, and is forgotten.
#[derive(Debug)]
struct Purses<K> {
    bytes: usize,
    all: Mutex<HashMap<K, Arc<Purse>>>,
}

impl<K: Eq + Hash> Purses<K> {
    fn new(bytes: usize) -> Self {
        Self { bytes, all: Mutex::default() }
    }

    fn of(&self, name: K) -> Arc<Purse> {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, purse| Arc::strong_count(purse) > 1);
        all.entry(name).or_insert_with(|| Purse::new(self.bytes)).clone()
    }
}

/// The room for bodies up to a size.
#[derive(Debug)]
struct Share {
    largest: usize,
    all: Arc<Purse>,
    networks: Purses<IpAddr>,
    accounts: Purses<String>,
}

impl Share {
    /// For bodies up to a size: so many bytes in all, of one network and of one account.
    fn new(largest: usize, [all, network, account]: [usize; 3]) -> Self {
        Self { largest, all: Purse::new(all), networks: Purses::new(network), accounts: Purses::new(account) }
    }
}

/// The room for all bodies.
#[derive(Debug)]
pub(super) struct Room([Share; 3]);

impl Room {
    /// Room where the largest body has so many bytes. A hundred usual archives of one network fit at once: teams
    /// hand in together, in the last minute. A third of a network's is left when an account has all of its own, and a
    /// fifth of all when a network has.
    pub(super) fn new(most: usize) -> Self {
        let forms = Share::new(FORM, [4 * MIB, 3 * MIB, 2 * MIB]);
        let small = Share::new(SMALL, [20 * MIB, 16 * MIB, 2 * SMALL]);
        let large = Share::new(most, [2 * most, most + most / 2, most]);
        Self([forms, small, large])
    }

    /// Waits for the room of a body.
    pub(super) async fn take(&self, network: IpAddr, account: Option<&str>, bytes: usize) -> Answer<Held> {
        let mut held = Held(Vec::new());
        if bytes <= TINY {
            return Ok(held);
        }
        let share = self.0.iter().find(|share| bytes <= share.largest);
        let share = share.ok_or_else(|| Error::Inside(format!("no room for {bytes} bytes")))?;
        let account = account.map(|account| share.accounts.of(account.to_owned()));
        let purses = [account, Some(share.networks.of(network)), Some(share.all.clone())];
        let pieces = u32::try_from(bytes.div_ceil(PIECE)).unwrap_or(u32::MAX);
        for purse in purses.into_iter().flatten() {
            held.0.push(purse.take(pieces).await?);
        }
        Ok(held)
    }
}

/// What a request holds until it is answered.
#[derive(Debug)]
pub(super) struct Held(Vec<Taken>);

impl Held {
    /// Waits until somebody waits for room that this one holds.
    pub(super) async fn is_wanted(&self) {
        let mut wanted: Vec<_> = self.0.iter().map(|taken| Box::pin(taken.is_wanted())).collect();
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
        let room = Room::new(16 * MIB);
        let large = room.take(address(1), Some("a"), 16 * MIB).await.unwrap();
        let second = timeout(MOMENT, room.take(address(1), Some("a"), 2 * MIB));
        assert!(second.await.is_err(), "an account has one large body");
        let _neighbour = timeout(MOMENT, room.take(address(1), Some("b"), 8 * MIB)).await.unwrap().unwrap();
        assert!(timeout(MOMENT, room.take(address(1), Some("c"), 2 * MIB)).await.is_err(), "the network's");
        let _other = timeout(MOMENT, room.take(address(2), Some("d"), 8 * MIB)).await.unwrap().unwrap();
        let _small = timeout(MOMENT, room.take(address(1), Some("a"), MIB)).await.unwrap().unwrap();
        let mut forms = Vec::new();
        while let Ok(form) = timeout(MOMENT, room.take(address(1), None, FORM)).await {
            forms.push(form.unwrap());
        }
        assert!(timeout(MOMENT, room.take(address(1), None, TINY)).await.is_ok(), "signing in always works");
        let _form = timeout(MOMENT, room.take(address(2), None, FORM)).await.unwrap().unwrap();
        drop(large);
        assert!(timeout(MOMENT, room.take(address(1), Some("c"), 2 * MIB)).await.unwrap().is_ok());
        assert!(
            room.0.iter().all(|share| share.networks.all.lock().unwrap().len() < 3),
            "purses are forgotten"
        );
    }

    #[tokio::test]
    async fn only_those_who_hold_what_others_wait_for_are_hurried() {
        let room = Room::new(16 * MIB);
        let slow = room.take(address(1), Some("a"), 16 * MIB).await.unwrap();
        let elsewhere = room.take(address(2), Some("b"), 2 * MIB).await.unwrap();
        assert!(timeout(MOMENT, slow.is_wanted()).await.is_err());
        let waits = room.take(address(1), Some("a"), 2 * MIB);
        let hurried = async {
            slow.is_wanted().await;
            assert!(timeout(MOMENT, elsewhere.is_wanted()).await.is_err());
        };
        tokio::select! {
            _ = waits => unreachable!("there is no room"),
            done = timeout(Duration::from_secs(120), hurried) => done.unwrap(),
        }
        assert!(timeout(MOMENT, slow.is_wanted()).await.is_err(), "nobody waits any more");
    }
}
