//! Answers that take their time: boards that move by themselves, feeds of events, long lists.
//!
//! There is room for so many in all, so that their memory is bounded, and for so many of one address, so that
//! nobody keeps the others out. A stream ends with its longest time, and soon after the account that opened it
//! was disabled or its token or session is gone; clients come back by themselves. One whose client reads
//! nothing is ended by the connection (`listen`).

use std::collections::HashMap;
use std::future::Future;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::time::sleep;
use tokio_stream::Stream;

use crate::app::SharedState;
use crate::auth::{Credential, Identity, Peer};
use crate::error::{Error, Result};

/// After how many seconds somebody who found no place should come back.
const RETRY_AFTER: u64 = 30;
/// How often is looked whether an account may still listen.
const CHECK_EVERY: Duration = Duration::from_secs(3);

/// How many streams may be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotLimits {
    /// In all.
    pub all: usize,
    /// Of one address.
    pub each: usize,
}

/// The places of one kind of stream.
#[derive(Debug)]
pub struct ConnectionSlots {
    limits: SlotLimits,
    in_use: Arc<Mutex<InUse>>,
}

#[derive(Debug, Default)]
struct InUse {
    all: usize,
    by_network: HashMap<IpAddr, usize>,
}

/// A place that is taken, until it is dropped.
#[derive(Debug)]
pub struct Slot {
    network: IpAddr,
    in_use: Arc<Mutex<InUse>>,
}

impl ConnectionSlots {
    /// All free.
    pub fn new(limits: SlotLimits) -> Self {
        Self { limits, in_use: Arc::default() }
    }

    /// Takes a place for an address, or says to whom the room belongs: to others, or to itself.
    pub fn take(&self, peer: Peer) -> Result<Slot> {
        let network = peer.network();
        let mut in_use = self.in_use.lock().unwrap_or_else(PoisonError::into_inner);
        if in_use.by_network.get(&network).is_some_and(|own| *own >= self.limits.each) {
            return Err(Error::RateLimited(RETRY_AFTER));
        }
        if in_use.all >= self.limits.all {
            return Err(Error::Busy(RETRY_AFTER));
        }
        in_use.all += 1;
        *in_use.by_network.entry(network).or_default() += 1;
        Ok(Slot { network, in_use: self.in_use.clone() })
    }

    /// How many are taken.
    pub fn in_use(&self) -> usize {
        self.in_use.lock().unwrap_or_else(PoisonError::into_inner).all
    }
}

/// Places for everybody, and as many of their own for organisers: strangers cannot keep them out.
#[derive(Debug)]
pub struct PerRole {
    everybody: ConnectionSlots,
    organisers: ConnectionSlots,
}

impl PerRole {
    /// All free.
    pub fn new(limits: SlotLimits) -> Self {
        Self { everybody: ConnectionSlots::new(limits), organisers: ConnectionSlots::new(limits) }
    }

    /// Takes a place where these belong.
    pub fn take(&self, identity: &Identity, peer: Peer) -> Result<Slot> {
        if identity.is_organiser() { self.organisers.take(peer) } else { self.everybody.take(peer) }
    }

    /// How many are taken.
    pub fn in_use(&self) -> usize {
        self.everybody.in_use() + self.organisers.in_use()
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut in_use = self.in_use.lock().unwrap_or_else(PoisonError::into_inner);
        in_use.all -= 1;
        if let Some(own) = in_use.by_network.get_mut(&self.network) {
            *own -= 1;
            if *own == 0 {
                in_use.by_network.remove(&self.network);
            }
        }
    }
}

/// Who opened a stream, and with what.
pub(crate) struct Subscriber {
    pub(crate) identity: Identity,
    pub(crate) credential: Credential,
}

impl Subscriber {
    /// Waits until the right to listen has ended, or so long.
    async fn ended(self, app: SharedState, max_age: Duration) {
        let right = async {
            let Some(account) = self.identity.account() else { return std::future::pending().await };
            loop {
                sleep(CHECK_EVERY).await;
                match self.credential.account(&app.store).await {
                    Ok(Some(found)) if found.id == account.id => {}
                    _ => return,
                }
            }
        };
        _ = tokio::time::timeout(max_age, right).await;
    }
}

/// A stream with its place and its end.
pub(crate) struct GuardedStream<S> {
    stream: S,
    end: Pin<Box<dyn Future<Output = ()> + Send>>,
    _slot: Slot,
}

impl<S> GuardedStream<S> {
    pub(crate) fn new(
        stream: S,
        slot: Slot,
        app: &SharedState,
        subscriber: Subscriber,
        max_age: Duration,
    ) -> Self {
        Self { stream, end: Box::pin(subscriber.ended(app.clone(), max_age)), _slot: slot }
    }
}

impl<S: Stream + Unpin> Stream for GuardedStream<S> {
    type Item = S::Item;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<S::Item>> {
        match self.end.as_mut().poll(cx) {
            Poll::Ready(()) => Poll::Ready(None),
            Poll::Pending => Pin::new(&mut self.stream).poll_next(cx),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peer(text: &str) -> Peer {
        Peer(text.parse().unwrap())
    }

    #[test]
    fn one_address_cannot_take_all_places_and_gives_its_own_back() {
        let slots = ConnectionSlots::new(SlotLimits { all: 3, each: 2 });
        let held = [slots.take(peer("10.0.0.1")).unwrap(), slots.take(peer("10.0.0.1")).unwrap()];
        assert!(matches!(slots.take(peer("10.0.0.1")), Err(Error::RateLimited(_))));
        let other = slots.take(peer("10.0.0.2")).unwrap();
        assert!(matches!(slots.take(peer("10.0.0.3")), Err(Error::Busy(_))));
        drop((held, other));
        assert_eq!((slots.in_use(), slots.in_use.lock().unwrap().by_network.len()), (0, 0));
    }

    #[test]
    fn whoever_has_a_network_of_addresses_counts_once() {
        let slots = ConnectionSlots::new(SlotLimits { all: 9, each: 1 });
        let _held = slots.take(peer("2001:db8::1")).unwrap();
        assert!(slots.take(peer("2001:db8::ffff:1")).is_err());
        let _other = slots.take(peer("2001:db8:0:1::1")).unwrap();
        let _old = slots.take(peer("10.0.0.1")).unwrap();
        assert!(slots.take(peer("::ffff:10.0.0.1")).is_err());
    }
}
