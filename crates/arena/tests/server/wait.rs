//! Waits for events, so that no test depends on how fast or how busy the machine is.

use std::thread;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use tokio::time::{sleep, timeout};
use tokio_stream::{Stream, StreamExt};

/// How long a test waits for an event before it fails.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(600);
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);

/// Calls `look` until it returns `Ok`. After [`TIMEOUT`] the test fails and shows the last `Err`: what was seen
/// instead of `what`.
#[track_caller]
pub(crate) fn wait_for<T>(what: &str, mut look: impl FnMut() -> Result<T, String>) -> T {
    let began = Instant::now();
    loop {
        match look() {
            Ok(found) => return found,
            Err(seen) => assert!(began.elapsed() < TIMEOUT, "no {what} within {TIMEOUT:?}; seen: {seen}"),
        }
        thread::sleep(BETWEEN_LOOKS);
    }
}

/// [`wait_for`] with a look that is a future.
pub(crate) async fn wait_until<T>(what: &str, mut look: impl AsyncFnMut() -> Result<T, String>) -> T {
    let began = Instant::now();
    loop {
        match look().await {
            Ok(found) => return found,
            Err(seen) => assert!(began.elapsed() < TIMEOUT, "no {what} within {TIMEOUT:?}; seen: {seen}"),
        }
        sleep(BETWEEN_LOOKS).await;
    }
}

/// Waits until a count is 0.
pub(crate) async fn wait_for_none(what: &str, count: impl Fn() -> usize) {
    wait_until(&format!("end of every {what}"), async || match count() {
        0 => Ok(()),
        left => Err(format!("{left} left")),
    })
    .await;
}

/// Reads a body that stays open until it contains `what`; returns all that was read.
pub(crate) async fn read_until(
    stream: &mut (impl Stream<Item = Result<Bytes, axum::Error>> + Unpin),
    what: &str,
) -> String {
    let mut all = String::new();
    // One deadline for all of it: a stream with heartbeats never is silent for long.
    let read = async {
        while !all.contains(what) {
            let Some(bytes) = stream.next().await else { return false };
            all += std::str::from_utf8(&bytes.unwrap()).unwrap();
        }
        true
    };
    match timeout(TIMEOUT, read).await {
        Ok(true) => all,
        Ok(false) => panic!("the stream ended without {what:?}: {all}"),
        Err(_) => panic!("no {what:?} within {TIMEOUT:?}; seen: {all}"),
    }
}

/// Reads a body until it ends; returns what was read.
pub(crate) async fn wait_for_end(
    stream: &mut (impl Stream<Item = Result<Bytes, axum::Error>> + Unpin),
) -> String {
    let mut all = String::new();
    let read = async {
        while let Some(bytes) = stream.next().await {
            all += std::str::from_utf8(&bytes.unwrap()).unwrap();
        }
    };
    let ended = timeout(TIMEOUT, read).await.is_ok();
    assert!(ended, "no end of the stream within {TIMEOUT:?}; seen: {all}");
    all
}
