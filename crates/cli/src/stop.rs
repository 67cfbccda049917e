//! When a search has to stop: its time is up, or the user pressed Ctrl-C.
//!
//! The first Ctrl-C asks for the best answer so far; a second one ends the program at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Once, OnceLock};
use std::time::{Duration, Instant};

/// The exit code of a program that was interrupted, as shells have it.
const INTERRUPTED: i32 = 130;

static PRESSED: AtomicBool = AtomicBool::new(false);
static LAST_DEED: OnceLock<fn()> = OnceLock::new();

/// A moment to stop at, and an ear for Ctrl-C.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stop {
    deadline: Option<Instant>,
}

impl Stop {
    /// Stops after that many seconds from now, or never; and on Ctrl-C.
    pub(crate) fn after(seconds: Option<f64>) -> Self {
        static LISTENING: Once = Once::new();
        LISTENING.call_once(|| {
            // Where no handler can be set, Ctrl-C ends the program as it always did.
            _ = ctrlc::set_handler(|| {
                if PRESSED.swap(true, Ordering::Relaxed) {
                    if let Some(deed) = LAST_DEED.get() {
                        deed();
                    }
                    std::process::exit(INTERRUPTED);
                }
            });
        });
        let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Self { deadline: time.and_then(|time| Instant::now().checked_add(time)) }
    }

    /// What a second Ctrl-C does before it ends the program; the first one to ask is heard.
    pub(crate) fn before_exit(deed: fn()) {
        LAST_DEED.get_or_init(|| deed);
    }

    /// Whether it is time.
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

/// Reads a number of seconds that was typed.
pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    let seconds: Option<f64> = text.parse().ok();
    seconds
        .filter(|seconds| seconds.is_finite() && *seconds >= 0.0)
        .ok_or_else(|| "expected a number of seconds".into())
}
