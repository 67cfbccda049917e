//! Accepts connections, with limits on their number and on the time and size of request heads.
//!
//! `axum::serve` has no such limits: a client that opens connections and sends nothing, or one header a minute,
//! would keep the others out. One network gets at most half of the connections. A refused connection gets an error
//! response: see `lingering_close`.

mod lingering_close;
mod write_timeout;

use std::convert::Infallible;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};
use tower::ServiceExt;

use write_timeout::WriteTimeout;

use crate::auth::Peer;
use crate::limits::{ConnectionSlots, SlotLimits};

/// Open connections; further ones wait in the listen backlog. A process may open 1024 files by default.
const MAX_CONNECTIONS: u32 = 900;
/// The largest request head in bytes, and how much of a body is read ahead.
const BUFFER: usize = 32 << 10;
/// How long requests under way may take after the server was asked to stop.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(10);
/// The pause after `accept` failed, usually because too many files are open.
const ACCEPT_RETRY: Duration = Duration::from_millis(50);

/// Timeouts of a connection, and how many connections one network may have.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Timeout of a request head and of an idle connection.
    pub head: Duration,
    /// Timeout of a write that makes no progress because the client does not read.
    pub write: Duration,
    /// Open connections of one network.
    pub each: usize,
}

impl Default for Rules {
    /// One network may have half of all connections: a whole classroom is often behind one address.
    fn default() -> Self {
        Self {
            head: Duration::from_secs(15),
            write: Duration::from_secs(30),
            each: MAX_CONNECTIONS as usize / 2,
        }
    }
}

impl Rules {
    /// Rules behind a proxy, from which all connections come.
    pub fn behind_proxy() -> Self {
        Self { each: MAX_CONNECTIONS as usize, ..Self::default() }
    }
}

/// Serves until `stop` resolves, then waits for the requests under way.
pub async fn listen(rules: Rules, listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
    let turns = Arc::new(Semaphore::new(MAX_CONNECTIONS as usize));
    let slots = ConnectionSlots::new(SlotLimits { all: MAX_CONNECTIONS as usize, each: rules.each });
    let (stopping, stops) = watch::channel(false);
    let accept_all = async {
        loop {
            let Ok(turn) = turns.clone().acquire_owned().await else { return };
            match listener.accept().await {
                Ok((stream, peer)) => {
                    let slot = slots.take(Peer(peer.ip()));
                    let router = router.clone();
                    let stops = stops.clone();
                    tokio::spawn(async move {
                        match slot {
                            Ok(_slot) => connection(rules, stream, peer, router, stops).await,
                            Err(error) => lingering_close::refuse(stream, &error).await,
                        }
                        drop(turn);
                    });
                }
                Err(error) => {
                    tracing::warn!(%error, "accept");
                    sleep(ACCEPT_RETRY).await;
                }
            }
        }
    };
    tokio::select! {
        () = accept_all => {}
        () = stop => {}
    }
    drop(listener);
    stopping.send_replace(true);
    // All permits can be acquired when every connection has ended.
    _ = timeout(SHUTDOWN_GRACE, turns.acquire_many(MAX_CONNECTIONS)).await;
}

async fn connection(
    rules: Rules,
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    mut stops: watch::Receiver<bool>,
) {
    // Responses are written whole, so Nagle's algorithm would only add delay.
    _ = stream.set_nodelay(true);
    let answer = move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        answer(router.clone(), request.map(Body::new))
    };
    let mut connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(rules.head)
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(WriteTimeout::new(stream, rules.write)), service_fn(answer));
    let ended = tokio::select! {
        ended = &mut connection => ended,
        () = stopped(&mut stops) => {
            std::pin::Pin::new(&mut connection).graceful_shutdown();
            (&mut connection).await
        }
    };
    let parts = connection.into_parts();
    let partial_head = ended.is_err_and(|error| error.is_timeout()) && !parts.read_buf.is_empty();
    lingering_close::close(parts.io.into_inner().into_inner(), partial_head, stops).await;
}

/// Resolves when the server is asked to stop.
async fn stopped(stops: &mut watch::Receiver<bool>) {
    // An error means that the sender is gone, which is a stop too.
    _ = stops.wait_for(|stops| *stops).await;
}

async fn answer(router: Router, request: Request) -> Result<Response, Infallible> {
    router.oneshot(request).await
}
