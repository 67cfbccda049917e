//! Long calls: they run on a thread of their own without the GIL, Ctrl-C ends them, and progress goes to a Python function.
//!
//! The calling thread waits, looks for signals twenty times a second and calls the function: so it is always called on the
//! thread that made the call, and an exception that it raises ends the work and reaches the caller.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Which reports a function receives.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reports {
    /// The newest one: reports that are out of date are left out.
    Newest,
    /// All of them.
    All,
}

/// What a search asks before it goes on: whether the caller wants an end, or the time is over.
pub(crate) struct Stop<'a> {
    flag: &'a AtomicBool,
    deadline: Option<Instant>,
}

impl Stop<'_> {
    /// Whether the work should end.
    pub(crate) fn is_set(&self) -> bool {
        self.flag.load(Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The flag alone, without the time limit.
    pub(crate) fn flag(&self) -> &AtomicBool {
        self.flag
    }
}

/// Does `work` without the GIL. `work` receives what stops it and where to report; `call` passes a report to Python.
pub(crate) fn run<T: Send, M: Send>(
    py: Python<'_>,
    seconds: Option<f64>,
    reports: Reports,
    work: impl FnOnce(&Stop<'_>, &(dyn Fn(M) + Sync)) -> T + Send,
    call: impl Fn(Python<'_>, M) -> PyResult<()> + Send,
) -> PyResult<T> {
    // A time that is too long for a duration means no limit.
    let deadline = seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .and_then(|time| Instant::now().checked_add(time));
    let (finished, error) = py.detach(move || {
        let flag = AtomicBool::new(false);
        let (sender, receiver) = channel();
        std::thread::scope(|scope| {
            let stop = Stop { flag: &flag, deadline };
            let worker = scope.spawn(move || {
                let report = |message: M| {
                    // The receiver stays until this thread has ended.
                    _ = sender.send(message);
                };
                work(&stop, &report)
            });
            let mut error = None;
            loop {
                let received = receiver.recv_timeout(POLL_INTERVAL);
                if matches!(received, Err(RecvTimeoutError::Disconnected)) {
                    break;
                }
                if error.is_some() {
                    continue;
                }
                let handled = Python::attach(|py| {
                    py.check_signals()?;
                    match received {
                        Ok(message) if reports == Reports::All => call(py, message),
                        Ok(message) => call(py, receiver.try_iter().last().unwrap_or(message)),
                        Err(_) => Ok(()),
                    }
                });
                if let Err(raised) = handled {
                    flag.store(true, Relaxed);
                    error = Some(raised);
                }
            }
            (worker.join(), error)
        })
    });
    match (finished, error) {
        (_, Some(error)) => Err(error),
        (Ok(value), None) => Ok(value),
        (Err(_), None) => Err(PyRuntimeError::new_err("the search broke down: please report this as a bug")),
    }
}
