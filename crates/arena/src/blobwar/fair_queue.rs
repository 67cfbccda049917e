//! The queue in front of the engine: every network has a line of its own, and the lines take turns.
//!
//! A network that sends many requests waits for itself: a client of another network is served after at most one
//! request of each other line.
//!
//! Every request should be answered within [`MAX_WAIT`]. So a turn comes with a share of time: as much as leaves every
//! request that waits now an equal part of what it may still wait. One client alone has its search limits and nothing
//! else; a class that moves at the same time has shorter searches, not a longer wait.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

/// The maximum number of waiting requests of one network: a class is often behind one address.
pub(super) const MAX_PER_NETWORK: usize = 40;
/// The maximum number of waiting requests.
const MAX_WAITING: usize = 120;
/// The time from a request to its answer that the shares of time aim at.
pub(super) const MAX_WAIT: Duration = Duration::from_secs(4);
/// The smallest share: with fewer, a search finds little. A full queue is then answered 2.4 s later than it should be.
const MIN_SHARE: Duration = Duration::from_millis(20);

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
pub(super) struct Turn {
    queue: Arc<FairQueue>,
    /// The time that the request may take.
    pub(super) share: Duration,
}

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
                return Ok(Turn { queue: Arc::clone(self), share: MAX_WAIT });
            }
            let (sender, receiver) = oneshot::channel();
            state.waiting.push(network, sender, Instant::now())?;
            receiver
        };
        // A sender is never dropped without a turn while the queue exists, and `self` keeps the queue.
        receiver.await.map_err(|_| Full)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let next = {
            let mut state = self.queue.state();
            let next = state.waiting.pop(Instant::now());
            state.is_taken = next.is_some();
            next
        };
        if let Some((next, share)) = next {
            // A client that has gone away returns its turn, which is dropped here and goes to the one after it.
            _ = next.send(Turn { queue: Arc::clone(&self.queue), share });
        }
    }
}

/// What waits, in a line for each network.
#[derive(Debug)]
struct Lines<T> {
    /// The network whose turn it is comes first. None of the lines is empty.
    lines: VecDeque<(IpAddr, VecDeque<Waiting<T>>)>,
}

/// A request that waits.
#[derive(Debug)]
struct Waiting<T> {
    item: T,
    /// When it should be answered.
    deadline: Instant,
}

impl<T> Default for Lines<T> {
    fn default() -> Self {
        Self { lines: VecDeque::new() }
    }
}

impl<T> Lines<T> {
    /// Adds an item at the end of the line of its network.
    fn push(&mut self, network: IpAddr, item: T, now: Instant) -> Result<(), Full> {
        let count: usize = self.lines.iter().map(|(_, line)| line.len()).sum();
        if count >= MAX_WAITING {
            return Err(Full);
        }
        let waiting = Waiting { item, deadline: now + MAX_WAIT };
        match self.lines.iter_mut().find(|(name, _)| *name == network) {
            Some((_, line)) if line.len() >= MAX_PER_NETWORK => return Err(Full),
            Some((_, line)) => line.push_back(waiting),
            None => self.lines.push_back((network, VecDeque::from([waiting]))),
        }
        Ok(())
    }

    /// Takes the first item of the first line, and its share of time; that line becomes the last one.
    fn pop(&mut self, now: Instant) -> Option<(T, Duration)> {
        let share = self.share(now);
        let (network, mut line) = self.lines.pop_front()?;
        let first = line.pop_front();
        if !line.is_empty() {
            self.lines.push_back((network, line));
        }
        first.map(|waiting| (waiting.item, share))
    }

    /// The time that each request may take so that all that wait are answered by their deadlines.
    fn share(&self, now: Instant) -> Duration {
        let longest = self.lines.iter().map(|(_, line)| line.len()).max().unwrap_or(0);
        // In the order of their turns: the first of each line, then the second of each.
        let turns =
            (0..longest).flat_map(|place| self.lines.iter().filter_map(move |(_, line)| line.get(place)));
        let shares = (1..)
            .zip(turns)
            .map(|(number, waiting)| waiting.deadline.saturating_duration_since(now) / number);
        shares.min().unwrap_or(MAX_WAIT).max(MIN_SHARE)
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
        let now = Instant::now();
        let mut lines = Lines::default();
        for number in 0..MAX_PER_NETWORK {
            lines.push(network(1), (1, number), now).unwrap();
        }
        assert_eq!(lines.push(network(1), (1, 99), now), Err(Full));
        lines.push(network(2), (2, 0), now).unwrap();
        lines.push(network(2), (2, 1), now).unwrap();
        lines.push(network(3), (3, 0), now).unwrap();
        let first: Vec<_> = (0..6).map_while(|_| lines.pop(now)).map(|(item, _)| item).collect();
        assert_eq!(first, [(1, 0), (2, 0), (3, 0), (1, 1), (2, 1), (1, 2)]);
        let more = (4..20).flat_map(|last| (0..MAX_PER_NETWORK).map(move |_| last));
        let taken = more.filter(|last| lines.push(network(*last), (0, 0), now).is_ok()).count();
        assert_eq!(taken, MAX_WAITING - (MAX_PER_NETWORK - 3));
        let rest = std::iter::from_fn(|| lines.pop(now)).count();
        assert_eq!((rest, lines.pop(now)), (MAX_WAITING, None));
    }

    /// Plays a class at this queue in computed time: every client sends its next request `pause` after its answer, and
    /// a search takes its whole share, `full` at most. Returns the longest wait and the mean time of a search.
    fn play_class(networks: &[IpAddr], full: Duration, pause: Duration, searches: u32) -> [Duration; 2] {
        let start = Instant::now();
        let mut lines = Lines::default();
        let mut coming: Vec<(Instant, usize)> = (0..networks.len()).map(|client| (start, client)).collect();
        let mut now = start;
        let mut longest = Duration::ZERO;
        let mut searched = Duration::ZERO;
        for _ in 0..searches {
            let first = coming.iter().map(|(at, _)| *at).min();
            if lines.lines.is_empty() {
                now = now.max(first.unwrap());
            }
            let (arrived, later) = coming.into_iter().partition::<Vec<_>, _>(|(at, _)| *at <= now);
            coming = later;
            for (at, client) in arrived {
                lines.push(networks[client], (at, client), at).unwrap();
            }
            let ((at, client), share) = lines.pop(now).unwrap();
            let time = share.min(full);
            now += time;
            searched += time;
            longest = longest.max(now - at);
            coming.push((now + pause, client));
        }
        [longest, searched / searches]
    }

    #[test]
    fn a_class_of_twenty_at_full_strength_is_answered_in_time() {
        let full = Duration::from_secs(1);
        let here = vec![network(1); 20];
        let apart: Vec<_> = (1..=20).map(network).collect();
        let mixed: Vec<_> = (1..=20).map(|client| network(client / 8)).collect();
        for networks in [here, apart, mixed] {
            for pause in [0, 500, 3_000, 20_000].map(Duration::from_millis) {
                let [longest, mean] = play_class(&networks, full, pause, 600);
                assert!(longest <= MAX_WAIT + full, "{longest:?} with pauses of {pause:?}");
                // An equal part of the wait would be 200 ms.
                assert!(mean >= Duration::from_millis(150), "{mean:?} with pauses of {pause:?}");
            }
        }
    }

    #[test]
    fn a_client_alone_has_all_its_time_and_a_full_queue_the_smallest_share() {
        let second = Duration::from_secs(1);
        assert_eq!(play_class(&[network(1)], second, Duration::ZERO, 10), [second; 2]);
        let now = Instant::now();
        let mut lines = Lines::default();
        for client in 0..3 * MAX_PER_NETWORK {
            lines.push(network((client % 3) as u8), client, now).unwrap();
        }
        let late = now + MAX_WAIT;
        assert_eq!(lines.pop(late), Some((0, MIN_SHARE)));
        assert_eq!(Lines::<u8>::default().pop(now), None);
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
