//! The engine on a thread of its own, so that keys are heard while it thinks.
//!
//! It thinks about one question at a time. Whoever asks another one stops it; what it still says about the
//! old one is not passed on.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::mind::{Mind, Purpose, Strength, Thought, Wanted};

/// A move takes at least so long: the eye has to follow.
const LEAST: Duration = Duration::from_millis(400);
/// How often it looks whether it still has to wait.
const GLANCE: Duration = Duration::from_millis(10);

/// What came of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum News {
    /// So far.
    Report(Thought),
    /// In the end.
    Answer(Thought),
}

/// A question on its way, with its number and what stops it.
struct Job {
    number: u64,
    wanted: Wanted,
    stop: Arc<AtomicBool>,
}

/// The engine and its thread.
pub(super) struct Thinker {
    jobs: Option<Sender<Job>>,
    news: Receiver<(u64, News)>,
    thread: Option<JoinHandle<()>>,
    number: u64,
    current: Option<(Wanted, Arc<AtomicBool>)>,
}

impl Thinker {
    /// Starts the thread.
    pub(super) fn start(strength: Strength) -> Self {
        let (jobs, jobs_to_do) = mpsc::channel();
        let (teller, news) = mpsc::channel();
        let thread = thread::spawn(move || work(&mut Mind::new(strength), &jobs_to_do, &teller));
        Self { jobs: Some(jobs), news, thread: Some(thread), number: 0, current: None }
    }

    pub(super) fn is_busy(&self) -> bool {
        self.current.is_some()
    }

    /// Fails if the thread has died; why was told by itself.
    pub(super) fn check(&self) -> io::Result<()> {
        match &self.thread {
            Some(thread) if thread.is_finished() => Err(io::Error::other("the engine is gone")),
            _ => Ok(()),
        }
    }

    /// Thinks about this from now on; it goes on if it already does.
    pub(super) fn turn_to(&mut self, wanted: Option<Wanted>) {
        if self.current.as_ref().map(|(current, _)| current) == wanted.as_ref() {
            return;
        }
        self.stop();
        self.number += 1;
        if let (Some(wanted), Some(jobs)) = (wanted, &self.jobs) {
            let stop = Arc::new(AtomicBool::new(false));
            self.current = Some((wanted.clone(), Arc::clone(&stop)));
            // A thread that is gone is found out by `check`.
            _ = jobs.send(Job { number: self.number, wanted, stop });
        }
    }

    /// What is new about the current question.
    pub(super) fn news(&mut self) -> Option<(Wanted, News)> {
        while let Ok((number, news)) = self.news.try_recv() {
            if number != self.number {
                continue;
            }
            let wanted = self.current.as_ref()?.0.clone();
            if matches!(news, News::Answer(_)) {
                self.current = None;
            }
            return Some((wanted, news));
        }
        None
    }

    fn stop(&mut self) {
        if let Some((_, stop)) = self.current.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop();
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            _ = thread.join();
        }
    }
}

fn work(mind: &mut Mind, jobs: &Receiver<Job>, teller: &Sender<(u64, News)>) {
    for Job { number, wanted, stop } in jobs {
        let started = Instant::now();
        // Nobody listens any more only when all is over.
        let mut tell = |thought| _ = teller.send((number, News::Report(thought)));
        let Some(answer) = mind.think(&wanted, &stop, &mut tell) else { continue };
        while wanted.purpose == Purpose::Move && started.elapsed() < LEAST && !stop.load(Ordering::Relaxed) {
            thread::sleep(GLANCE);
        }
        _ = teller.send((number, News::Answer(answer)));
    }
}
