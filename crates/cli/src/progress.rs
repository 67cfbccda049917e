//! A bar for what takes longer than a second, on a terminal and nowhere else.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// What is done sooner needs no bar.
const SOON: Duration = Duration::from_secs(1);

/// How far something is. It may be shared between threads; what it drew is gone when it is dropped.
pub(crate) struct Progress {
    bar: ProgressBar,
    began: Instant,
}

impl Progress {
    /// So many steps, and what they are.
    pub(crate) fn new(steps: usize, what: &'static str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}, {elapsed} gone, {eta} left");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self { bar: bar.with_message(what), began: Instant::now() }
    }

    /// One step more.
    pub(crate) fn step(&self) {
        if self.bar.is_hidden() && self.began.elapsed() >= SOON {
            // Where standard error is no terminal, this one draws nothing either.
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
