//! Streams that stay open: their number, their age, and the accounts that may open them.

use std::time::{Duration, Instant};

use axum::body::{Body, BodyDataStream};
use axum::http::{Request, Response};
use laplace_arena::app::app;
use laplace_arena::auth::Secret;
use laplace_arena::contest::Game;
use laplace_arena::limits::SlotLimits;
use laplace_arena::listen::{Rules, listen};
use laplace_arena::settings::Settings;
use laplace_arena::store::now;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;
use tokio::time::timeout;
use tokio_stream::StreamExt;

use crate::database;
use crate::test_server::TestServer;
use crate::wait::{wait_for_end, wait_for_none};

const FEED: &str = "/api/contests/demo/event-feed";
const BOARD: &str = "/c/demo/board/live";

async fn open(server: &TestServer, path: &str, headers: &[(&str, &str)]) -> Response<Body> {
    let request =
        headers.iter().fold(Request::get(path), |request, (name, value)| request.header(*name, *value));
    server.send(request.body(Body::empty()).unwrap()).await
}

async fn server() -> TestServer {
    let room = SlotLimits { all: 3, each: 2 };
    let settings = Settings { behind_proxy: true, feeds: room, listeners: room, ..Settings::default() };
    let server = TestServer::with(&database::sqlite(), settings).await;
    server.contest("demo", Game::Demon, 1).await;
    server
}

#[tokio::test]
async fn open_streams_are_limited_per_address_and_in_total() {
    let server = server().await;
    let (_, token) = server.account("", "Organiser").await;
    for path in [FEED, BOARD] {
        let from = async |address: &str| open(&server, path, &[("x-forwarded-for", address)]).await;
        let mut held = vec![from("10.0.0.1").await, from("10.0.0.1").await];
        for (address, expected) in [("10.0.0.1", 429), ("10.0.0.2", 200), ("10.0.0.3", 503)] {
            let answer = from(address).await;
            assert_eq!(answer.status().as_u16(), expected, "{path} {address}");
            assert_eq!(answer.headers().contains_key("retry-after"), expected != 200, "{path} {address}");
            held.push(answer);
        }
        held.remove(0);
        assert_eq!(from("10.0.0.3").await.status().as_u16(), 200, "a place was given back");
        // An organiser's feed gets a slot when all others are in use.
        let bearer = format!("Bearer {token}");
        let headers = [("x-forwarded-for", "10.0.0.1"), ("authorization", bearer.as_str())];
        assert_eq!(open(&server, FEED, &headers).await.status().as_u16(), 200);
        drop(held);
        assert_eq!(server.state.feeds.in_use() + server.state.listeners.in_use(), 0);
    }
}

/// Reads until there is nothing new for a while.
async fn is_open(stream: &mut BodyDataStream) -> bool {
    loop {
        match timeout(Duration::from_secs(5), stream.next()).await {
            Ok(Some(Ok(_))) => {}
            ended => return ended.is_err(),
        }
    }
}

#[tokio::test]
async fn a_stream_ends_soon_after_its_credential_is_revoked() {
    let server = server().await;
    let store = &server.state.store;
    let (organiser, organisers_token) = server.account("", "Organiser").await;
    let (team, teams_token) = server.account("demo", "Ada").await;
    let session = Secret::new();
    store.begin_session(&session, &team, now() + 600_000).await.unwrap();
    let opened = async |path, name, value: String| {
        open(&server, path, &[(name, &value)]).await.into_body().into_data_stream()
    };
    let mut by_token = opened(FEED, "authorization", format!("Bearer {organisers_token}")).await;
    let mut by_team = opened(FEED, "authorization", format!("Bearer {teams_token}")).await;
    let mut by_session = opened(BOARD, "cookie", format!("laplace_session={session}")).await;
    let mut anonymous = opened(BOARD, "accept", "*/*".into()).await;
    for stream in [&mut by_token, &mut by_team, &mut by_session] {
        assert!(is_open(stream).await);
    }
    let account = store.account(&organiser).await.unwrap();
    store.set_token(&account, &Secret::new(), "server").await.unwrap();
    wait_for_end(&mut by_token).await;
    let account = store.account(&team).await.unwrap();
    store.set_disabled(&account, true, "server").await.unwrap();
    // The team is disabled, and so are its sessions.
    wait_for_end(&mut by_team).await;
    wait_for_end(&mut by_session).await;
    assert!(is_open(&mut anonymous).await, "what everybody may read goes on");
    drop((by_token, by_team, by_session, anonymous));
    assert_eq!(server.state.feeds.in_use() + server.state.listeners.in_use(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_reads_nothing_is_disconnected() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", Game::Demon, 50).await;
    // Small buffers of the system: what is not read waits in the server.
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_send_buffer_size(4_096).unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let listener = socket.listen(10).unwrap();
    let address = listener.local_addr().unwrap();
    let rules = Rules { write: Duration::from_secs(2), ..Rules::default() };
    tokio::spawn(listen(rules, listener, app(server.state.clone()), std::future::pending()));
    let client = TcpSocket::new_v4().unwrap();
    client.set_recv_buffer_size(4_096).unwrap();
    let mut client = client.connect(address).await.unwrap();
    client.write_all(format!("GET {FEED} HTTP/1.1\r\nHost: a\r\n\r\n").as_bytes()).await.unwrap();
    let began = Instant::now();
    // The feed is open when its first bytes are there; no more are read.
    client.read_exact(&mut [0; 10]).await.unwrap();
    wait_for_none("open feed", || server.state.feeds.in_use()).await;
    assert!(began.elapsed() >= rules.write, "{:?}", began.elapsed());
    drop(client);
}
