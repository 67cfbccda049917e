//! Lingering close: ends a connection so that its client can still read the last response.
//!
//! A socket that is closed while bytes are still coming in sends a reset, and the reset can overtake the response:
//! a client that sends too much would see a broken connection instead of the reason. So our side is shut down for
//! writing first, and the rest of the request is read and discarded, up to a size and for a time.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::error::Error;

/// Maximum time spent draining the rest of a request after the response was sent.
const MAX_DRAIN_TIME: Duration = Duration::from_secs(30);
/// How long a client may send nothing before it is considered gone.
const IDLE_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum time spent on one connection once the server stops, or once it is refused.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(1);
/// How long to wait for the request of a connection that will be refused.
const REFUSED_READ_TIMEOUT: Duration = Duration::from_millis(100);
/// Maximum number of bytes drained: enough for programs that read the response only after sending everything.
const MAX_DRAIN_BYTES: u64 = 2 << 30;
const BUFFER: usize = 16 << 10;

/// Closes a connection. If it timed out in the middle of a request head it first gets a 408 response.
pub(super) async fn close(mut stream: TcpStream, partial_head: bool, mut stops: watch::Receiver<bool>) {
    if partial_head
        && timeout(IDLE_TIMEOUT, stream.write_all(raw_response(&Error::Timeout).as_bytes())).await.is_err()
    {
        return;
    }
    // The client has already closed its side.
    if stream.shutdown().await.is_err() {
        return;
    }
    let stopped = async {
        super::stopped(&mut stops).await;
        sleep(SHUTDOWN_GRACE).await;
    };
    tokio::select! {
        _ = timeout(MAX_DRAIN_TIME, drain(&mut stream)) => {}
        () = stopped => {}
    }
}

async fn drain(stream: &mut TcpStream) {
    let mut buffer = vec![0; BUFFER];
    let mut drained = 0;
    while drained < MAX_DRAIN_BYTES {
        match timeout(IDLE_TIMEOUT, stream.read(&mut buffer)).await {
            Ok(Ok(count)) if count > 0 => drained += count as u64,
            _ => return,
        }
    }
}

/// Sends `error` to a connection that gets no slot, without waiting long for its request.
pub(super) async fn refuse(mut stream: TcpStream, error: &Error) {
    let mut buffer = vec![0; BUFFER];
    let answered = async {
        _ = timeout(REFUSED_READ_TIMEOUT, stream.read(&mut buffer)).await;
        stream.write_all(raw_response(error).as_bytes()).await?;
        stream.shutdown().await
    };
    _ = timeout(SHUTDOWN_GRACE, answered).await;
}

/// A whole HTTP response as text: without a request the router cannot make one.
fn raw_response(error: &Error) -> String {
    let body = error.body().to_string();
    format!(
        "HTTP/1.1 {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        error.status(),
        body.len()
    )
}
