//! The clock and the threads of the machine, for everything that searches or plays.
//!
//! The same code runs natively and as WebAssembly in a browser. There, `std::time::Instant` panics and no thread can
//! be started. So the crates that must run in both worlds read time and start threads through this module only;
//! `tests/platform_seam.rs` checks it for this crate.

use std::io;
use std::panic::resume_unwind;
use std::thread::ScopedJoinHandle;
use std::time::Duration;

#[cfg(not(target_arch = "wasm32"))]
pub use std::time::Instant;
#[cfg(target_arch = "wasm32")]
pub use web_time::Instant;

pub use std::thread::{Scope, scope};

/// Whether threads can be started here.
pub const HAS_THREADS: bool = cfg!(not(target_arch = "wasm32"));

/// The number of threads that can run at the same time: 1 where it is not known or there are no threads.
pub fn available_threads() -> usize {
    if HAS_THREADS { std::thread::available_parallelism().map_or(1, usize::from) } else { 1 }
}

/// Lets other threads work for a while; returns at once where there are none.
pub fn sleep(duration: Duration) {
    if HAS_THREADS {
        std::thread::sleep(duration);
    }
}

/// Work that [`spawn`] or [`spawn_or_run`] has started.
#[derive(Debug)]
pub struct Task<'scope, T>(Started<'scope, T>);

#[derive(Debug)]
enum Started<'scope, T> {
    OnThread(ScopedJoinHandle<'scope, T>),
    Finished(T),
}

impl<T> Task<'_, T> {
    /// Waits for the result. Fails if the work panicked on its thread.
    pub fn join(self) -> std::thread::Result<T> {
        match self.0 {
            Started::OnThread(thread) => thread.join(),
            Started::Finished(result) => Ok(result),
        }
    }
}

/// Starts work on a named thread of the scope. Fails where the system gives no more threads, or has none.
pub fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    name: &str,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<Task<'scope, T>> {
    let thread = std::thread::Builder::new().name(name.into()).spawn_scoped(scope, work)?;
    Ok(Task(Started::OnThread(thread)))
}

/// Starts work on a named thread of the scope, or finishes it before returning where there are no threads.
///
/// Work that waits for something that the caller does later must not be started so.
pub fn spawn_or_run<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    name: &str,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<Task<'scope, T>> {
    if HAS_THREADS { spawn(scope, name, work) } else { Ok(Task(Started::Finished(work()))) }
}

/// The result of `work` for each item, in their order: a thread for each item, the calling thread for the first one.
/// An item for which no thread can be started is worked on by the calling thread.
///
/// ```
/// use laplace_solvers::platform::map_in_parallel;
/// assert_eq!(map_in_parallel(&[1, 2, 3], |number| number * 10), [10, 20, 30]);
/// ```
pub fn map_in_parallel<I: Sync, T: Send>(items: &[I], work: impl Fn(&I) -> T + Sync) -> Vec<T> {
    let work = &work;
    let Some((first, others)) = items.split_first() else { return Vec::new() };
    scope(|scope| {
        let others: Vec<_> =
            others.iter().map(|item| (item, spawn(scope, "solver", move || work(item)))).collect();
        let mut results = vec![work(first)];
        results.extend(others.into_iter().map(|(item, task)| match task {
            Ok(task) => task.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(_) => work(item),
        }));
        results
    })
}
