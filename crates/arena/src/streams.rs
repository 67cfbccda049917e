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

use crate::app::App;
use crate::auth::{Credential, Peer, Who};
use crate::error::{Answer, Error};

/// After how many seconds somebody who found no place should come back.
const COME_BACK: u64 = 30;
/// How often is looked whether an account may still listen.
const LOOK: Duration = Duration::from_secs(3);

/// How many streams may be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// In all.
    pub all: usize,
    /// Of one address.
    pub each: usize,
}

/// The places of one kind of stream.
#[derive(Debug)]
pub struct Places {
    room: Room,
    taken: Arc<Mutex<Taken>>,
}

#[derive(Debug, Default)]
struct Taken {
    all: usize,
    by_network: HashMap<IpAddr, usize>,
}

/// A place that is taken, until it is dropped.
#[derive(Debug)]
pub struct Place {
    network: IpAddr,
    taken: Arc<Mutex<Taken>>,
}

impl Places {
    /// All free.
    pub fn new(room: Room) -> Self {
        Self { room, taken: Arc::default() }
    }

    /// Takes a place for an address, or says to whom the room belongs: to others, or to itself.
    pub fn take(&self, peer: Peer) -> Answer<Place> {
        let network = peer.network();
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if taken.by_network.get(&network).is_some_and(|own| *own >= self.room.each) {
            return Err(Error::TooMany(COME_BACK));
        }
        if taken.all >= self.room.all {
            return Err(Error::Busy(COME_BACK));
        }
        taken.all += 1;
        *taken.by_network.entry(network).or_default() += 1;
        Ok(Place { network, taken: self.taken.clone() })
    }

    /// How many are taken.
    pub fn taken(&self) -> usize {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner).all
    }
}

/// Places for everybody, and as many of their own for organisers: strangers cannot keep them out.
#[derive(Debug)]
pub struct Apart {
    everybody: Places,
    organisers: Places,
}

impl Apart {
    /// All free.
    pub fn new(room: Room) -> Self {
        Self { everybody: Places::new(room), organisers: Places::new(room) }
    }

    /// Takes a place where these belong.
    pub fn take(&self, who: &Who, peer: Peer) -> Answer<Place> {
        if who.is_organiser() { self.organisers.take(peer) } else { self.everybody.take(peer) }
    }

    /// How many are taken.
    pub fn taken(&self) -> usize {
        self.everybody.taken() + self.organisers.taken()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.all -= 1;
        if let Some(own) = taken.by_network.get_mut(&self.network) {
            *own -= 1;
            if *own == 0 {
                taken.by_network.remove(&self.network);
            }
        }
    }
}

/// Who opened a stream, and with what.
pub(crate) struct Opener {
    pub(crate) who: Who,
    pub(crate) credential: Credential,
}

impl Opener {
    /// Waits until the right to listen has ended, or so long.
    async fn ends(self, app: App, longest: Duration) {
        let right = async {
            let Some(account) = self.who.account() else { return std::future::pending().await };
            loop {
                sleep(LOOK).await;
                match self.credential.account(&app.store).await {
                    Ok(Some(found)) if found.id == account.id => {}
                    _ => return,
                }
            }
        };
        _ = tokio::time::timeout(longest, right).await;
    }
}

/// A stream with its place and its end.
pub(crate) struct Held<S> {
    stream: S,
    end: Pin<Box<dyn Future<Output = ()> + Send>>,
    _place: Place,
}

impl<S> Held<S> {
    pub(crate) fn new(stream: S, place: Place, app: &App, opener: Opener, longest: Duration) -> Self {
        Self { stream, end: Box::pin(opener.ends(app.clone(), longest)), _place: place }
    }
}

impl<S: Stream + Unpin> Stream for Held<S> {
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
        let places = Places::new(Room { all: 3, each: 2 });
        let held = [places.take(peer("10.0.0.1")).unwrap(), places.take(peer("10.0.0.1")).unwrap()];
        assert!(matches!(places.take(peer("10.0.0.1")), Err(Error::TooMany(_))));
        let other = places.take(peer("10.0.0.2")).unwrap();
        assert!(matches!(places.take(peer("10.0.0.3")), Err(Error::Busy(_))));
        drop((held, other));
        assert_eq!((places.taken(), places.taken.lock().unwrap().by_network.len()), (0, 0));
    }

    #[test]
    fn whoever_has_a_network_of_addresses_counts_once() {
        let places = Places::new(Room { all: 9, each: 1 });
        let _held = places.take(peer("2001:db8::1")).unwrap();
        assert!(places.take(peer("2001:db8::ffff:1")).is_err());
        let _other = places.take(peer("2001:db8:0:1::1")).unwrap();
        let _old = places.take(peer("10.0.0.1")).unwrap();
        assert!(places.take(peer("::ffff:10.0.0.1")).is_err());
    }
}
