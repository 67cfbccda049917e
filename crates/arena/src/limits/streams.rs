//! Limits for responses that stay open: live boards, event feeds, long lists.
//!
//! The number of open streams is limited in total, which bounds their memory, and per network, so that one network
//! cannot keep the others out. A stream ends after its maximum age, or soon after its account was disabled or its
//! token or session was revoked; clients reconnect by themselves. A stream whose client reads nothing is ended by
//! the write timeout of its connection (see `listen`).

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

/// `Retry-After` of a refused stream, in seconds.
const RETRY_AFTER: u64 = 30;
/// How often the credential of an open stream is checked.
const CHECK_EVERY: Duration = Duration::from_secs(3);

/// How many streams may be open at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotLimits {
    /// In total.
    pub all: usize,
    /// Per network.
    pub each: usize,
}

/// Slots for one kind of stream or connection.
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

/// A slot in use; dropping it frees the slot.
#[derive(Debug)]
pub struct Slot {
    network: IpAddr,
    in_use: Arc<Mutex<InUse>>,
}

impl ConnectionSlots {
    /// All slots free.
    pub fn new(limits: SlotLimits) -> Self {
        Self { limits, in_use: Arc::default() }
    }

    /// Takes a slot for the network of `peer`. Fails with 429 if the network has used up its own slots, with 503
    /// if all slots are in use.
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

    /// The number of slots in use.
    pub fn in_use(&self) -> usize {
        self.in_use.lock().unwrap_or_else(PoisonError::into_inner).all
    }
}

/// Separate slots for organisers, so that other clients cannot keep them out.
#[derive(Debug)]
pub struct PerRole {
    everybody: ConnectionSlots,
    organisers: ConnectionSlots,
}

impl PerRole {
    /// All slots free.
    pub fn new(limits: SlotLimits) -> Self {
        Self { everybody: ConnectionSlots::new(limits), organisers: ConnectionSlots::new(limits) }
    }

    /// Takes a slot among the organisers' or among everybody else's.
    pub fn take(&self, identity: &Identity, peer: Peer) -> Result<Slot> {
        if identity.is_organiser() { self.organisers.take(peer) } else { self.everybody.take(peer) }
    }

    /// The number of slots in use.
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

/// The account that opened a stream, and the credential it used.
pub(crate) struct Subscriber {
    pub(crate) identity: Identity,
    pub(crate) credential: Credential,
}

impl Subscriber {
    /// Resolves when the credential is revoked, or after `max_age`.
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

/// A stream that holds a slot and ends when its subscriber loses access or its maximum age is reached.
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
    fn one_address_cannot_take_all_slots_and_frees_its_own() {
        let slots = ConnectionSlots::new(SlotLimits { all: 3, each: 2 });
        let held = [slots.take(peer("10.0.0.1")).unwrap(), slots.take(peer("10.0.0.1")).unwrap()];
        assert!(matches!(slots.take(peer("10.0.0.1")), Err(Error::RateLimited(_))));
        let other = slots.take(peer("10.0.0.2")).unwrap();
        assert!(matches!(slots.take(peer("10.0.0.3")), Err(Error::Busy(_))));
        drop((held, other));
        assert_eq!((slots.in_use(), slots.in_use.lock().unwrap().by_network.len()), (0, 0));
    }

    #[test]
    fn addresses_of_one_ipv6_network_count_as_one() {
        let slots = ConnectionSlots::new(SlotLimits { all: 9, each: 1 });
        let _held = slots.take(peer("2001:db8::1")).unwrap();
        assert!(slots.take(peer("2001:db8::ffff:1")).is_err());
        let _other = slots.take(peer("2001:db8:0:1::1")).unwrap();
        let _old = slots.take(peer("10.0.0.1")).unwrap();
        assert!(slots.take(peer("::ffff:10.0.0.1")).is_err());
    }
}
