//! The queue in front of the engine: every network has a line of its own, and the lines take turns.
//!
//! A network that sends many requests waits for itself: a client of another network is served after at most one
//! request of each other line.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// The maximum number of waiting requests of one network: a class is often behind one address.
pub(super) const MAX_PER_NETWORK: usize = 12;
/// The maximum number of waiting requests.
const MAX_WAITING: usize = 60;

/// There are too many waiting requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Full;

/// A queue that lets one request at a time through.
#[derive(Debug, Default)]
pub(super) struct FairQueue {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    waiting: Lines<oneshot::Sender<Turn>>,
    /// Whether there is a [`Turn`].
    is_taken: bool,
}

/// The right to use the engine. Dropping it gives the turn to the next request.
#[derive(Debug)]
pub(super) struct Turn(Arc<FairQueue>);

impl FairQueue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the turn of a request from this network.
    pub(super) async fn turn(self: &Arc<Self>, network: IpAddr) -> Result<Turn, Full> {
        let receiver = {
            let mut state = self.state();
            if !state.is_taken {
                state.is_taken = true;
                return Ok(Turn(Arc::clone(self)));
            }
            let (sender, receiver) = oneshot::channel();
            state.waiting.push(network, sender)?;
            receiver
        };
        // A sender is never dropped without a turn while the queue exists, and `self` keeps the queue.
        receiver.await.map_err(|_| Full)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let next = {
            let mut state = self.0.state();
            let next = state.waiting.pop();
            state.is_taken = next.is_some();
            next
        };
        if let Some(next) = next {
            // A client that has gone away returns its turn, which is dropped here and goes to the one after it.
            _ = next.send(Turn(Arc::clone(&self.0)));
        }
    }
}

/// What waits, in a line for each network.
#[derive(Debug)]
struct Lines<T> {
    /// The network whose turn it is comes first. None of the lines is empty.
    lines: VecDeque<(IpAddr, VecDeque<T>)>,
}

impl<T> Default for Lines<T> {
    fn default() -> Self {
        Self { lines: VecDeque::new() }
    }
}

impl<T> Lines<T> {
    /// Adds an item at the end of the line of its network.
    fn push(&mut self, network: IpAddr, item: T) -> Result<(), Full> {
        let waiting: usize = self.lines.iter().map(|(_, line)| line.len()).sum();
        if waiting >= MAX_WAITING {
            return Err(Full);
        }
        match self.lines.iter_mut().find(|(name, _)| *name == network) {
            Some((_, line)) if line.len() >= MAX_PER_NETWORK => return Err(Full),
            Some((_, line)) => line.push_back(item),
            None => self.lines.push_back((network, VecDeque::from([item]))),
        }
        Ok(())
    }

    /// Takes the first item of the first line; that line becomes the last one.
    fn pop(&mut self) -> Option<T> {
        let (network, mut line) = self.lines.pop_front()?;
        let item = line.pop_front();
        if !line.is_empty() {
            self.lines.push_back((network, line));
        }
        item
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(last: u8) -> IpAddr {
        [10, 0, 0, last].into()
    }

    #[test]
    fn networks_take_turns_and_the_number_of_waiting_requests_is_limited() {
        let mut lines = Lines::default();
        for number in 0..MAX_PER_NETWORK {
            lines.push(network(1), (1, number)).unwrap();
        }
        assert_eq!(lines.push(network(1), (1, 99)), Err(Full));
        lines.push(network(2), (2, 0)).unwrap();
        lines.push(network(2), (2, 1)).unwrap();
        lines.push(network(3), (3, 0)).unwrap();
        let first: Vec<_> = (0..6).map_while(|_| lines.pop()).collect();
        assert_eq!(first, [(1, 0), (2, 0), (3, 0), (1, 1), (2, 1), (1, 2)]);
        let more = (4..20).flat_map(|last| (0..MAX_PER_NETWORK).map(move |_| last));
        let taken = more.filter(|last| lines.push(network(*last), (0, 0)).is_ok()).count();
        assert_eq!(taken, MAX_WAITING - (MAX_PER_NETWORK - 3));
        let rest = std::iter::from_fn(|| lines.pop()).count();
        assert_eq!((rest, lines.pop()), (MAX_WAITING, None));
    }

    #[tokio::test]
    async fn a_client_that_goes_away_does_not_keep_its_turn() {
        let queue = Arc::new(FairQueue::default());
        let first = queue.turn(network(1)).await.unwrap();
        let waiting: Vec<_> = (2..5)
            .map(|last| {
                let queue = Arc::clone(&queue);
                tokio::spawn(async move { queue.turn(network(last)).await.map(drop) })
            })
            .collect();
        tokio::task::yield_now().await;
        waiting[0].abort();
        tokio::task::yield_now().await;
        drop(first);
        waiting[1].abort();
        for (task, is_served) in waiting.into_iter().zip([false, false, true]) {
            assert_eq!(task.await.is_ok(), is_served);
        }
        assert!(queue.turn(network(1)).await.is_ok());
    }
}
