//! How a caller stops a search early and follows its progress: the same for the three games.

/// What a search calls while it runs. Limits describe the work and are data; this connects a search to its caller.
///
/// Both functions may be called from several threads. The default never stops and reports nothing.
///
/// ```
/// use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
/// use laplace_games::demon::Seed;
/// use laplace_solvers::Control;
/// use laplace_solvers::demon::{Limits, Progress, solve};
/// let last_round = AtomicU32::new(0);
/// let control = Control {
///     stop: &|| last_round.load(Relaxed) >= 2,
///     progress: &|progress: &Progress| last_round.store(progress.round, Relaxed),
/// };
/// let solution = solve(Seed::new(1005).unwrap(), 100, &Limits::default(), &control);
/// assert_eq!(solution.moves.len(), 100);
/// ```
pub struct Control<'a, P> {
    /// Called often; once it returns true, the search ends with the best result so far.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Receives the state of the search: how often depends on the search.
    pub progress: &'a (dyn Fn(&P) + Sync),
}

impl<'a, P> Control<'a, P> {
    /// Stops when the function returns true; reports nothing.
    pub const fn stopped_by(stop: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Self { stop, progress: &|_| {} }
    }

    /// Never stops; reports to the function.
    pub const fn reporting_to(progress: &'a (dyn Fn(&P) + Sync)) -> Self {
        Self { stop: &|| false, progress }
    }

    /// Whether the caller wants the search to end.
    pub fn is_stopped(&self) -> bool {
        (self.stop)()
    }

    /// Sends the state of the search to the caller.
    pub fn report(&self, progress: &P) {
        (self.progress)(progress);
    }
}

impl<P> Default for Control<'_, P> {
    fn default() -> Self {
        Self { stop: &|| false, progress: &|_| {} }
    }
}

// Derived, these would require a `P` that can be copied.
impl<P> Clone for Control<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Control<'_, P> {}

impl<P> std::fmt::Debug for Control<'_, P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Control").finish_non_exhaustive()
    }
}
