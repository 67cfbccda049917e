//! A bar for what takes longer than a second, on a terminal and nowhere else.
//!
//! The bar appears after a second even if no step was done by then: the first step of a deep count alone can
//! take minutes.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use ratatui::crossterm::terminal;

/// Work that ends sooner shows no bar.
const DELAY: Duration = Duration::from_secs(1);
/// How often the times beside the bar are drawn anew.
const TICK: Duration = Duration::from_millis(250);

/// The progress of some work. It may be shared between threads; the bar disappears when it is dropped.
pub(crate) struct Progress {
    bar: ProgressBar,
    /// The thread that shows the bar, and its channel: it ends at once when the sender is dropped.
    delayed: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Progress in `steps` steps; `what` is the plural of what they are.
    pub(crate) fn new(steps: usize, what: &'static str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}, {elapsed} gone, {eta} left");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let bar = bar.with_message(what);
        let shown = bar.clone();
        let (sender, ended) = channel();
        let thread = thread::spawn(move || {
            if ended.recv_timeout(DELAY) == Err(RecvTimeoutError::Timeout) {
                // Where standard error is not a terminal, this one draws nothing either.
                shown.set_draw_target(ProgressDrawTarget::stderr());
                shown.enable_steady_tick(TICK);
            }
        });
        Self { bar, delayed: Some((sender, thread)) }
    }

    /// Hides the bar while `print` runs.
    pub(crate) fn print<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Sets the number of steps done.
    pub(crate) fn set(&self, steps: usize) {
        self.bar.set_position(steps as u64);
    }

    /// Counts one step.
    pub(crate) fn step(&self) {
        self.bar.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.delayed.take() {
            drop(sender);
            _ = thread.join();
        }
        self.bar.finish_and_clear();
    }
}

/// A line on standard error that is drawn over itself, and is gone when it is dropped. Where standard error is not a
/// terminal nothing is drawn.
///
/// The cursor stays behind the text and the last columns stay free, so that the `^C` of a terminal ends up on this
/// line and is cleared with it.
#[derive(Default)]
pub(crate) struct StatusLine {
    drawn: Mutex<Option<Instant>>,
}

/// The pause between two drawings of the line.
const MIN_REDRAW: Duration = Duration::from_millis(50);
/// Columns left free: for `^C`, and the last one, after which terminals wrap.
const FREE_COLUMNS: usize = 4;
/// The width of a terminal that does not report one.
const USUAL_WIDTH: u16 = 80;

impl StatusLine {
    /// Draws the line, unless it was drawn a moment ago. `text` gets the number of columns that it may fill.
    pub(crate) fn show(&self, text: impl FnOnce(usize) -> String) {
        let Ok(mut drawn) = self.drawn.lock() else { return };
        if drawn.is_some_and(|drawn| drawn.elapsed() < MIN_REDRAW) || !io::stderr().is_terminal() {
            return;
        }
        let (width, _) = terminal::size().unwrap_or((USUAL_WIDTH, 0));
        let text = text(usize::from(width).saturating_sub(FREE_COLUMNS));
        // The work goes on whether its progress can be shown or not.
        _ = write!(io::stderr(), "\r{text}\x1b[K");
        *drawn = Some(Instant::now());
    }
}

impl Drop for StatusLine {
    fn drop(&mut self) {
        if self.drawn.lock().is_ok_and(|drawn| drawn.is_some()) {
            _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
