//! Listens: connections that are bounded in number, and in the time and size of what they ask.
//!
//! Of its own because `axum::serve` has no limits: one that opens connections and sends nothing, or a header
//! a minute, would keep the others out. Nobody has more than half of them. Whoever is refused hears why: see `lingering_close`.

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

/// Connections at the same time; further ones wait outside. A process may open 1024 files by default.
const MAX_CONNECTIONS: u32 = 900;
/// The largest head, and how much of a body is read ahead.
const BUFFER: usize = 32 << 10;
/// How long requests may take to end when the server is asked to stop.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(10);
/// The pause after a connection could not be taken: there are too many files open.
const ACCEPT_RETRY: Duration = Duration::from_millis(50);

/// How long a connection is waited for, and how many one network has.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The head of a request, and an idle connection.
    pub head: Duration,
    /// A client that does not take what is sent to it.
    pub write: Duration,
    /// Connections of one network at the same time.
    pub each: usize,
}

impl Default for Rules {
    /// A network has half of all connections: a whole room is often behind one address.
    fn default() -> Self {
        let (head, write) = (Duration::from_secs(15), Duration::from_secs(30));
        Self { head, write, each: MAX_CONNECTIONS as usize / 2 }
    }
}

impl Rules {
    /// Behind a proxy all connections are its own.
    pub fn behind_proxy() -> Self {
        Self { each: MAX_CONNECTIONS as usize, ..Self::default() }
    }
}

/// Serves until `stop`, then lets the requests under way come to their end.
pub async fn listen(rules: Rules, listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
    let turns = Arc::new(Semaphore::new(MAX_CONNECTIONS as usize));
    let slots = ConnectionSlots::new(SlotLimits { all: MAX_CONNECTIONS as usize, each: rules.each });
    let (stopping, stops) = watch::channel(false);
    let take_all = async {
        loop {
            let Ok(turn) = turns.clone().acquire_owned().await else { return };
            match listener.accept().await {
                Ok((stream, peer)) => {
                    let slot = slots.take(Peer(peer.ip()));
                    let (router, stops) = (router.clone(), stops.clone());
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
        () = take_all => {}
        () = stop => {}
    }
    drop(listener);
    stopping.send_replace(true);
    // Every connection has given back its turn when all turns can be had.
    _ = timeout(SHUTDOWN_GRACE, turns.acquire_many(MAX_CONNECTIONS)).await;
}

async fn connection(
    rules: Rules,
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    mut stops: watch::Receiver<bool>,
) {
    // Answers are written whole: nothing is gained by waiting for more.
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

/// Waits until the server is asked to stop.
async fn stopped(stops: &mut watch::Receiver<bool>) {
    // An error means that nobody is left to ask for it.
    _ = stops.wait_for(|stops| *stops).await;
}

async fn answer(router: Router, request: Request) -> Result<Response, Infallible> {
    router.oneshot(request).await
}
