//! Those who wait for the engine: every network has a line of its own, and the lines take turns.
//!
//! So whoever asks a lot waits for themselves: somebody from elsewhere is served after one question of each
//! other line at most.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// How many of one network wait at most: a class is often behind one address.
pub(super) const EACH: usize = 12;
/// How many wait at most.
const ALL: usize = 60;

/// Why somebody may not wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// There are too many.
    Full,
    /// Nobody serves here any more.
    Closed,
}

/// The lines.
#[derive(Debug)]
pub(super) struct Line<T> {
    waiting: Mutex<Waiting<T>>,
    news: Condvar,
}

#[derive(Debug)]
struct Waiting<T> {
    /// The network whose turn it is stands first. None of them is empty.
    lines: VecDeque<(IpAddr, VecDeque<T>)>,
    closed: bool,
}

impl<T> Line<T> {
    pub(super) const fn new() -> Self {
        let waiting = Waiting { lines: VecDeque::new(), closed: false };
        Self { waiting: Mutex::new(waiting), news: Condvar::new() }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting<T>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets one wait in the line of its network.
    pub(super) fn push(&self, network: IpAddr, one: T) -> Result<(), Refused> {
        let mut waiting = self.waiting();
        if waiting.closed {
            return Err(Refused::Closed);
        }
        let all: usize = waiting.lines.iter().map(|(_, line)| line.len()).sum();
        let own = waiting.lines.iter_mut().find(|(name, _)| *name == network).map(|(_, line)| line);
        match own {
            _ if all >= ALL => return Err(Refused::Full),
            Some(line) if line.len() >= EACH => return Err(Refused::Full),
            Some(line) => line.push_back(one),
            None => waiting.lines.push_back((network, VecDeque::from([one]))),
        }
        self.news.notify_one();
        Ok(())
    }

    /// Waits for the next; `None` after the end.
    pub(super) fn next(&self) -> Option<T> {
        let mut waiting = self.waiting();
        loop {
            if let Some((network, mut line)) = waiting.lines.pop_front() {
                let one = line.pop_front();
                if !line.is_empty() {
                    waiting.lines.push_back((network, line));
                }
                return one;
            }
            if waiting.closed {
                return None;
            }
            waiting = self.news.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Ends: whoever waits is sent away.
    pub(super) fn close(&self) {
        let mut waiting = self.waiting();
        waiting.closed = true;
        waiting.lines.clear();
        self.news.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(last: u8) -> IpAddr {
        [10, 0, 0, last].into()
    }

    #[test]
    fn networks_take_turns_and_nobody_waits_without_end() {
        let line = Line::new();
        for number in 0..EACH {
            line.push(network(1), (1, number)).unwrap();
        }
        assert_eq!(line.push(network(1), (1, 99)), Err(Refused::Full));
        line.push(network(2), (2, 0)).unwrap();
        line.push(network(2), (2, 1)).unwrap();
        line.push(network(3), (3, 0)).unwrap();
        let first: Vec<_> = (0..6).map_while(|_| line.next()).collect();
        assert_eq!(first, [(1, 0), (2, 0), (3, 0), (1, 1), (2, 1), (1, 2)]);
        let more = (4..20).flat_map(|last| (0..EACH).map(move |_| last));
        let taken = more.filter(|last| line.push(network(*last), (0, 0)).is_ok()).count();
        assert_eq!(taken, ALL - (EACH - 3));
        line.close();
        assert_eq!((line.next(), line.push(network(1), (0, 0))), (None, Err(Refused::Closed)));
    }
}
