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
const LONGEST: Duration = Duration::from_secs(30);
/// How long a client may say nothing before it is taken for gone.
const SILENCE: Duration = Duration::from_secs(5);
/// The same when the server stops.
const LAST_MOMENT: Duration = Duration::from_secs(1);
/// How long the request is waited for of somebody who is refused anyway.
const A_MOMENT: Duration = Duration::from_millis(100);
/// How many bytes are dropped: programs that read an answer only when they have sent everything get theirs.
const MOST: u64 = 2 << 30;
const BUFFER: usize = 16 << 10;

/// Ends a connection; one that had sent half a head is told that its time is over.
pub(super) async fn farewell(mut stream: TcpStream, half_a_head: bool, mut stops: watch::Receiver<bool>) {
    if half_a_head && timeout(SILENCE, stream.write_all(raw(&Error::TooSlow).as_bytes())).await.is_err() {
        return;
    }
    // Who has gone already needs no more.
    if stream.shutdown().await.is_err() {
        return;
    }
    let stopped = async {
        super::stopped(&mut stops).await;
        sleep(LAST_MOMENT).await;
    };
    tokio::select! {
        _ = timeout(LONGEST, drop_rest(&mut stream)) => {}
        () = stopped => {}
    }
}

async fn drop_rest(stream: &mut TcpStream) {
    let mut buffer = vec![0; BUFFER];
    let mut dropped = 0;
    while dropped < MOST {
        match timeout(SILENCE, stream.read(&mut buffer)).await {
            Ok(Ok(count)) if count > 0 => dropped += count as u64,
            _ => return,
        }
    }
}

/// Tells a connection that there is no place for it, without waiting long for what it asks.
pub(super) async fn refuse(mut stream: TcpStream, error: &Error) {
    let mut buffer = vec![0; BUFFER];
    let told = async {
        _ = timeout(A_MOMENT, stream.read(&mut buffer)).await;
        stream.write_all(raw(error).as_bytes()).await?;
        stream.shutdown().await
    };
    _ = timeout(LAST_MOMENT, told).await;
}

/// There is no request that the router could answer.
fn raw(error: &Error) -> String {
    let body = error.body().to_string();
    format!(
        "HTTP/1.1 {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        error.status(),
        body.len()
    )
}
