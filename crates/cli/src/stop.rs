//! When a search has to stop: at its deadline, or on Ctrl-C.
//!
//! The first Ctrl-C stops the search with its best result so far; a second one ends the program at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Once, OnceLock};
use std::time::{Duration, Instant};

/// The exit code that shells report for a program ended by SIGINT: 128 + 2.
const EXIT_INTERRUPTED: i32 = 130;

static PRESSED: AtomicBool = AtomicBool::new(false);
static EXIT_HOOK: OnceLock<fn()> = OnceLock::new();

/// A deadline, if there is one. Ctrl-C counts for every instance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stop {
    deadline: Option<Instant>,
}

impl Stop {
    /// Stops `seconds` from now, or never, and on Ctrl-C. Installs the handler for Ctrl-C.
    pub(crate) fn after(seconds: Option<f64>) -> Self {
        static HANDLER: Once = Once::new();
        HANDLER.call_once(|| {
            // Where no handler can be installed, Ctrl-C ends the program, as is the default.
            _ = ctrlc::set_handler(|| {
                if PRESSED.swap(true, Ordering::Relaxed) {
                    if let Some(hook) = EXIT_HOOK.get() {
                        hook();
                    }
                    std::process::exit(EXIT_INTERRUPTED);
                }
            });
        });
        let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Self { deadline: time.and_then(|time| Instant::now().checked_add(time)) }
    }

    /// Sets the function that runs before a second Ctrl-C ends the program. Later calls are ignored.
    pub(crate) fn on_forced_exit(hook: fn()) {
        EXIT_HOOK.get_or_init(|| hook);
    }

    /// Whether the search must stop now.
    pub(crate) fn is_due(&self) -> bool {
        Self::was_pressed() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Whether Ctrl-C was pressed.
    pub(crate) fn was_pressed() -> bool {
        PRESSED.load(Ordering::Relaxed)
    }

    /// The flag that Ctrl-C sets.
    pub(crate) const fn flag() -> &'static AtomicBool {
        &PRESSED
    }
}

/// Parses a number of seconds.
pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    let seconds: Option<f64> = text.parse().ok();
    seconds
        .filter(|seconds| seconds.is_finite() && *seconds >= 0.0)
        .ok_or_else(|| "expected a number of seconds".into())
}
