//! The engines on a thread of their own, so that a front end stays responsive during a search.
//!
//! The result of a request can be polled, waited for and awaited: the terminal looks between two keys, the server is
//! asynchronous. There is no dependency on an asynchronous runtime.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::thread::{Builder, JoinHandle};

use laplace_solvers::Control;

use super::analysis::{Analysis, Request};
use super::engines::Engines;

/// Why a request has no analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unanswered {
    /// A newer request replaced it, or its result was no longer wanted.
    #[error("the request was cancelled")]
    Cancelled,
    /// The thread has ended, because it panicked.
    #[error("the engine thread has ended")]
    ThreadEnded,
}

/// The state of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It waits or is searched; the analysis is that of the last finished iteration.
    Searching(Option<Analysis>),
    /// The final analysis.
    Finished(Analysis),
    /// There is none, and there will be none.
    Unanswered(Unanswered),
}

/// What the two threads share about a request.
#[derive(Debug)]
struct Shared {
    stop: AtomicBool,
    state: Mutex<State>,
    ended: Condvar,
}

#[derive(Debug)]
struct State {
    progress: Progress,
    /// The task that awaits the result.
    waker: Option<Waker>,
}

impl Shared {
    fn new() -> Self {
        let state = State { progress: Progress::Searching(None), waker: None };
        Self { stop: AtomicBool::new(false), state: Mutex::new(state), ended: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn cancel(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn is_cancelled(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Sets the final state, unless there is one already.
    fn end(&self, progress: Progress) {
        let mut state = self.state();
        if !matches!(state.progress, Progress::Searching(_)) {
            return;
        }
        state.progress = progress;
        let waker = state.waker.take();
        drop(state);
        self.ended.notify_all();
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

/// A request on its way to the thread. However it ends, the front end learns of it.
struct Job {
    request: Request,
    shared: Arc<Shared>,
}

impl Drop for Job {
    fn drop(&mut self) {
        let reason = if self.shared.is_cancelled() { Unanswered::Cancelled } else { Unanswered::ThreadEnded };
        self.shared.end(Progress::Unanswered(reason));
    }
}

/// A request that was submitted. Dropping it cancels the request.
#[derive(Debug)]
pub struct PendingAnalysis(Arc<Shared>);

impl PendingAnalysis {
    /// The state of the request now.
    pub fn progress(&self) -> Progress {
        self.0.state().progress.clone()
    }

    /// Blocks until the request has ended.
    pub fn wait(self) -> Result<Analysis, Unanswered> {
        let mut state = self.0.state();
        loop {
            match &state.progress {
                Progress::Finished(analysis) => return Ok(analysis.clone()),
                Progress::Unanswered(reason) => return Err(*reason),
                Progress::Searching(_) => {}
            }
            state = self.0.ended.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Future for PendingAnalysis {
    type Output = Result<Analysis, Unanswered>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut state = self.0.state();
        match &state.progress {
            Progress::Finished(analysis) => Poll::Ready(Ok(analysis.clone())),
            Progress::Unanswered(reason) => Poll::Ready(Err(*reason)),
            Progress::Searching(_) => {
                state.waker = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }
}

impl Drop for PendingAnalysis {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// The engines and their thread. Dropping it cancels the search and waits for the thread to end.
///
/// ```
/// use laplace_games::blobwar::{Position, Size, StuckRule};
/// use laplace_matches::interactive::{EngineThread, InteractiveGame, Purpose};
/// use laplace_solvers::blobwar::Limits;
///
/// let game = InteractiveGame::new(Position::start(Size::Seven, StuckRule::Passes));
/// let mut engine = EngineThread::start(1, || {}).unwrap();
/// let pending = engine.submit(game.request(Purpose::Hint, Limits::depth(4)));
/// assert_eq!(pending.wait().unwrap().depth, 4);
/// ```
#[derive(Debug)]
pub struct EngineThread {
    /// `None` only while it is dropped: the thread ends when the sender is gone.
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    /// The last request that was submitted.
    latest: Option<Arc<Shared>>,
}

impl EngineThread {
    /// Starts the thread, whose transposition table at full strength has this size in MiB.
    ///
    /// `prepare` runs first on the new thread; a server lowers its priority there.
    pub fn start(megabytes: usize, prepare: impl FnOnce() + Send + 'static) -> io::Result<Self> {
        let (jobs, receiver) = mpsc::channel();
        let thread = Builder::new().name("blobwar".into()).spawn(move || {
            prepare();
            answer_all(&mut Engines::new(megabytes), &receiver);
        })?;
        Ok(Self { jobs: Some(jobs), thread: Some(thread), latest: None })
    }

    /// Starts the analysis of a position, and cancels the request before it.
    pub fn submit(&mut self, request: Request) -> PendingAnalysis {
        let shared = Arc::new(Shared::new());
        if let Some(older) = self.latest.replace(Arc::clone(&shared)) {
            older.cancel();
        }
        if let Some(jobs) = &self.jobs {
            // If the thread has ended, the job comes back and is dropped here: the result reports that.
            _ = jobs.send(Job { request, shared: Arc::clone(&shared) });
        }
        PendingAnalysis(shared)
    }
}

impl Drop for EngineThread {
    fn drop(&mut self) {
        if let Some(latest) = &self.latest {
            latest.cancel();
        }
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // The message of a panic is on standard error already.
            _ = thread.join();
        }
    }
}

fn answer_all(engines: &mut Engines, jobs: &Receiver<Job>) {
    for job in jobs {
        let Job { request, shared } = &job;
        if shared.is_cancelled() {
            continue;
        }
        let control = Control {
            stop: &|| shared.is_cancelled(),
            progress: &|found: &Analysis| shared.state().progress = Progress::Searching(Some(found.clone())),
        };
        let analysis = engines.answer(request, &control);
        if !shared.is_cancelled() {
            shared.end(Progress::Finished(analysis));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use laplace_games::blobwar::{Position, Size, StuckRule};
    use laplace_solvers::blobwar::Limits;

    use super::*;
    use crate::builtin::Level;
    use crate::interactive::{InteractiveGame, Purpose};

    const PATIENCE: Duration = Duration::from_secs(600);

    fn start() -> InteractiveGame {
        InteractiveGame::new(Position::start(Size::Eight, StuckRule::Passes))
    }

    fn endless() -> Request {
        start().request(Purpose::Hint, Limits { infinite: true, ..Limits::default() })
    }

    #[test]
    fn a_request_is_answered() {
        let mut engine = EngineThread::start(1, || {}).unwrap();
        let level = Level::new(6).unwrap();
        let limits = Limits::move_time(Duration::from_secs(600));
        let analysis =
            engine.submit(start().request(Purpose::Move { level, seed: 1 }, limits)).wait().unwrap();
        assert_eq!(analysis.depth, 4);
        assert!(start().position().is_legal(analysis.best.unwrap()));
    }

    #[test]
    fn the_last_iteration_can_be_read_during_the_search() {
        let mut engine = EngineThread::start(1, || {}).unwrap();
        let pending = engine.submit(endless());
        let began = Instant::now();
        while pending.progress() == Progress::Searching(None) {
            assert!(began.elapsed() < PATIENCE, "no iteration ends");
        }
        assert!(matches!(pending.progress(), Progress::Searching(Some(analysis)) if analysis.depth > 0));
    }

    #[test]
    fn a_newer_request_cancels_the_older_one() {
        let mut engine = EngineThread::start(1, || {}).unwrap();
        let older = engine.submit(endless());
        let waiting = engine.submit(endless());
        let newer = engine.submit(start().request(Purpose::Evaluation, Limits::depth(2)));
        assert_eq!(newer.wait().unwrap().depth, 2);
        assert_eq!(older.wait(), Err(Unanswered::Cancelled));
        assert_eq!(waiting.progress(), Progress::Unanswered(Unanswered::Cancelled));
    }

    #[test]
    fn dropping_a_result_or_the_thread_stops_the_search() {
        let began = Instant::now();
        let mut engine = EngineThread::start(1, || {}).unwrap();
        drop(engine.submit(endless()));
        let kept = engine.submit(endless());
        drop(engine);
        assert_eq!(kept.progress(), Progress::Unanswered(Unanswered::Cancelled));
        assert!(began.elapsed() < PATIENCE, "{:?}", began.elapsed());
    }

    #[test]
    fn a_request_to_a_thread_that_has_ended_fails_without_blocking() {
        let mut engine = EngineThread::start(1, || panic!("as this test wants")).unwrap();
        assert_eq!(engine.submit(endless()).wait(), Err(Unanswered::ThreadEnded));
    }
}
