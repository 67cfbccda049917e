//! The end of a connection, such that its client can read the last answer.
//!
//! A socket that is closed while bytes are still coming in sends a reset, and the reset overtakes the answer:
//! whoever sends too much would see a broken connection instead of the reason. So the end of our side is
//! announced first, and what still comes is read and dropped, up to a size and for a time.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::error::Error;

/// How long is read what nobody needs.
const MAX_DRAIN_TIME: Duration = Duration::from_secs(30);
/// How long a client may say nothing before it is taken for gone.
const IDLE_TIMEOUT: Duration = Duration::from_secs(5);
/// The same when the server stops.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(1);
/// How long the request is waited for of somebody who is refused anyway.
const REFUSED_READ_TIMEOUT: Duration = Duration::from_millis(100);
/// How many bytes are dropped: programs that read an answer only when they have sent everything get theirs.
const MAX_DRAIN_BYTES: u64 = 2 << 30;
const BUFFER: usize = 16 << 10;

/// Ends a connection; one that had sent half a head is told that its time is over.
pub(super) async fn close(mut stream: TcpStream, partial_head: bool, mut stops: watch::Receiver<bool>) {
    if partial_head
        && timeout(IDLE_TIMEOUT, stream.write_all(raw_response(&Error::Timeout).as_bytes())).await.is_err()
    {
        return;
    }
    // Who has gone already needs no more.
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

/// Tells a connection that there is no place for it, without waiting long for what it asks.
pub(super) async fn refuse(mut stream: TcpStream, error: &Error) {
    let mut buffer = vec![0; BUFFER];
    let answered = async {
        _ = timeout(REFUSED_READ_TIMEOUT, stream.read(&mut buffer)).await;
        stream.write_all(raw_response(error).as_bytes()).await?;
        stream.shutdown().await
    };
    _ = timeout(SHUTDOWN_GRACE, answered).await;
}

/// There is no request that the router could answer.
fn raw_response(error: &Error) -> String {
    let body = error.body().to_string();
    format!(
        "HTTP/1.1 {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        error.status(),
        body.len()
    )
}
