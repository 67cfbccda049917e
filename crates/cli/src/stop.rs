//! When a command has to stop: at its deadline, or on a signal.
//!
//! The first SIGINT (Ctrl-C), SIGTERM or SIGHUP stops a search with its best result so far, and a screen after the
//! terminal was restored and the game saved; a second one ends the program at once. SIGTSTP (Ctrl-Z) suspends a screen.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, LazyLock, Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

/// What shells add to the number of the signal that ended a program to make an exit code.
const EXIT_BY_SIGNAL: i32 = 128;

static PRESSED: AtomicBool = AtomicBool::new(false);
/// The number of the first signal, 0 for none.
static RECEIVED: AtomicI32 = AtomicI32::new(0);
/// Set by the handler itself: a thread that sets it could do so after the program was continued.
static SUSPEND: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
static EXIT_HOOKS: Mutex<Vec<fn()>> = Mutex::new(Vec::new());

/// A signal that asks the program to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Signal(i32);

impl Signal {
    /// SIGHUP: the terminal is gone.
    pub(crate) const HANGUP: Self = Self(1);

    /// The signal that was received, if one was.
    pub(crate) fn received() -> Option<Self> {
        match RECEIVED.load(Ordering::Relaxed) {
            0 => None,
            number => Some(Self(number)),
        }
    }

    /// The exit code that shells report for a program ended by this signal.
    pub(crate) const fn exit_code(self) -> u8 {
        (EXIT_BY_SIGNAL + self.0) as u8
    }
}

impl fmt::Display for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match signals::name(self.0) {
            Some(name) => f.write_str(name),
            None => write!(f, "signal {}", self.0),
        }
    }
}

/// A deadline, if there is one. A signal counts for every instance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stop {
    deadline: Option<Instant>,
}

impl Stop {
    /// Stops `seconds` from now, or never, and on a signal. Installs the handler for signals.
    pub(crate) fn after(seconds: Option<f64>) -> Self {
        Self::listen();
        let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Self { deadline: time.and_then(|time| Instant::now().checked_add(time)) }
    }

    /// Installs the handler for signals.
    pub(crate) fn listen() {
        static HANDLER: Once = Once::new();
        HANDLER.call_once(|| {
            // Where no handler can be installed, a signal ends the program, as is the default.
            _ = signals::handle(|number| {
                _ = RECEIVED.compare_exchange(0, number, Ordering::Relaxed, Ordering::Relaxed);
                if PRESSED.swap(true, Ordering::Relaxed) {
                    let hooks = EXIT_HOOKS.lock().unwrap_or_else(PoisonError::into_inner);
                    hooks.iter().for_each(|hook| hook());
                    std::process::exit(EXIT_BY_SIGNAL + number);
                }
            });
        });
    }

    /// Adds a function that runs before a second signal ends the program.
    pub(crate) fn on_forced_exit(hook: fn()) {
        EXIT_HOOKS.lock().unwrap_or_else(PoisonError::into_inner).push(hook);
    }

    /// Whether the search must stop now.
    pub(crate) fn is_due(&self) -> bool {
        Self::was_pressed() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Whether Ctrl-C was pressed, or another signal received.
    pub(crate) fn was_pressed() -> bool {
        PRESSED.load(Ordering::Relaxed)
    }

    /// The flag that Ctrl-C sets.
    pub(crate) const fn flag() -> &'static AtomicBool {
        &PRESSED
    }
}

/// Installs a handler that keeps SIGTSTP for [`take_suspend`].
pub(crate) fn listen_for_suspend() {
    signals::handle_suspend();
}

/// Whether a SIGTSTP has arrived since the last call.
pub(crate) fn take_suspend() -> bool {
    SUSPEND.swap(false, Ordering::Relaxed)
}

/// Stops the process group, as Ctrl-Z does outside of raw mode; returns when it is continued. Does nothing if the
/// parent is in another session: no shell could continue the program.
pub(crate) fn suspend() {
    signals::suspend();
    take_suspend();
}

#[cfg(unix)]
mod signals {
    use std::io;
    use std::sync::{Arc, Once};
    use std::thread;

    use rustix::process::{self, getppid, getsid, kill_current_process_group};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;
    use signal_hook::{flag, low_level};

    use super::SUSPEND;

    pub(super) fn name(number: i32) -> Option<&'static str> {
        low_level::signal_name(number)
    }

    pub(super) fn handle(on_signal: fn(i32)) -> io::Result<()> {
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
        thread::Builder::new()
            .name("signals".into())
            .spawn(move || signals.forever().for_each(on_signal))
            .map(drop)
    }

    pub(super) fn handle_suspend() {
        static HANDLER: Once = Once::new();
        // Where no handler can be installed, SIGTSTP stops the program, as is the default.
        HANDLER.call_once(|| _ = flag::register(SIGTSTP, Arc::clone(&SUSPEND)));
    }

    pub(super) fn suspend() {
        let has_a_shell = getppid().is_some_and(|parent| {
            getsid(Some(parent)).is_ok_and(|session| getsid(None).is_ok_and(|own| own == session))
        });
        if !has_a_shell {
            return;
        }
        // The shell waits for the whole group: a script that started us must stop with us. We stop only at the next
        // line, since our own handler catches SIGTSTP.
        _ = kill_current_process_group(process::Signal::TSTP);
        _ = low_level::emulate_default_handler(SIGTSTP);
    }
}

#[cfg(not(unix))]
mod signals {
    use std::io;

    const SIGINT: i32 = 2;

    pub(super) fn name(_: i32) -> Option<&'static str> {
        None
    }

    pub(super) fn handle(on_signal: fn(i32)) -> io::Result<()> {
        ctrlc::set_handler(move || on_signal(SIGINT)).map_err(io::Error::other)
    }

    pub(super) fn handle_suspend() {}

    pub(super) fn suspend() {}
}

/// Parses a number of seconds.
pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    let seconds: Option<f64> = text.parse().ok();
    seconds
        .filter(|seconds| seconds.is_finite() && *seconds >= 0.0)
        .ok_or_else(|| "expected a number of seconds".into())
}
