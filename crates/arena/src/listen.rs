//! Listens: connections that are bounded in number, and in the time and size of what they ask.
//!
//! Of its own because `axum::serve` has no limits: one that opens connections and sends nothing, or a header
//! a minute, would keep the others out.

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
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tower::ServiceExt;

/// Connections at the same time; further ones wait outside. A process may open 1024 files by default.
const CONNECTIONS: usize = 900;
/// How long the head of a request may take, and how long a connection may lie idle.
const HEAD_TIME: Duration = Duration::from_secs(15);
/// The largest head, and how much of a body is read ahead.
const BUFFER: usize = 32 << 10;
/// How long requests may take to end when the server is asked to stop.
const LAST_REQUESTS: Duration = Duration::from_secs(10);
/// The pause after a connection could not be taken: there are too many files open.
const PAUSE: Duration = Duration::from_millis(50);

/// Serves until `stop`, then lets the requests under way come to their end.
pub async fn listen(listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
    let turns = Arc::new(Semaphore::new(CONNECTIONS));
    let connections = GracefulShutdown::new();
    let take_all = async {
        loop {
            let Ok(turn) = turns.clone().acquire_owned().await else { return };
            match listener.accept().await {
                Ok((stream, peer)) => {
                    let connection = connections.watch(connection(stream, peer, router.clone()));
                    tokio::spawn(async move {
                        // A connection that breaks is its sender's business.
                        _ = connection.await;
                        drop(turn);
                    });
                }
                Err(error) => {
                    tracing::warn!(%error, "accept");
                    sleep(PAUSE).await;
                }
            }
        }
    };
    tokio::select! {
        () = take_all => {}
        () = stop => {}
    }
    drop(listener);
    _ = timeout(LAST_REQUESTS, connections.shutdown()).await;
}

fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
) -> impl hyper_util::server::graceful::GracefulConnection<Error = hyper::Error> + Send {
    // Answers are written whole: nothing is gained by waiting for more.
    _ = stream.set_nodelay(true);
    let answer = move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        answer(router.clone(), request.map(Body::new))
    };
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(stream), service_fn(answer))
}

async fn answer(router: Router, request: Request) -> Result<Response, Infallible> {
    router.oneshot(request).await
}
