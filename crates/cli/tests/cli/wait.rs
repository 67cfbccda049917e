//! Waits for events, so that no test depends on how fast or how busy the machine is.

use std::thread;
use std::time::{Duration, Instant};

/// How long a test waits for an event before it fails.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(600);
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// Calls `look` until it returns `Ok`. After [`TIMEOUT`] the test fails and shows the last `Err`: what was seen
/// instead of `what`.
#[track_caller]
pub(crate) fn wait_for<T>(what: &str, mut look: impl FnMut() -> Result<T, String>) -> T {
    let began = Instant::now();
    loop {
        match look() {
            Ok(found) => return found,
            Err(seen) => assert!(began.elapsed() < TIMEOUT, "no {what} within {TIMEOUT:?}; seen:\n{seen}"),
        }
        thread::sleep(BETWEEN_LOOKS);
    }
}
