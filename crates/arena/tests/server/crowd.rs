//! Clients that use up every limit must not keep other clients from submitting.

use std::io::Write;
use std::net::TcpStream;
use std::time::Duration;

use laplace_arena::app::app;
use laplace_arena::contest::Game;
use laplace_arena::listen::{Rules, listen};
use laplace_arena::settings::Settings;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket};
use tokio::task::block_in_place;
use tokio::time::timeout;

use crate::database;
use crate::process::{answer, connect, head, send};
use crate::test_server::TestServer;
use crate::wait::{TIMEOUT, wait_until};

const NAME: &str = "q1-output-1";
const ATTACKER: &str = "10.0.0.1";
const OTHER: &str = "10.0.0.2";

async fn serving(settings: Settings, rules: Rules) -> (TestServer, u16) {
    let server = TestServer::with(&database::sqlite(), settings).await;
    server.contest("demo", Game::Demon, 1).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(listen(rules, listener, app(server.state.clone()), std::future::pending()));
    (server, port)
}

fn from(network: &str, head: &str) -> String {
    format!("{head}X-Forwarded-For: {network}\r\n")
}

fn form(network: &str, length: usize) -> String {
    let kind = "application/x-www-form-urlencoded";
    let head = format!(
        "POST /login HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: {kind}\r\n\
         Content-Length: {length}\r\n"
    );
    from(network, &head)
}

/// Declares a length and sends one byte of it.
fn drip(port: u16, head: &str) -> TcpStream {
    let mut stream = connect(port).unwrap();
    stream.write_all(format!("{head}\r\na").as_bytes()).unwrap();
    stream
}

/// Sends an ordinary request; returns the status.
fn status(port: u16, head: &str, body: &[u8]) -> u16 {
    send(port, head, body).unwrap().0
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_uses_up_its_budget_does_not_block_others() {
    // A body has hours: an honest request that had to wait for the end of an attacker's would get no answer
    // before the test gives up.
    let body_time = Duration::from_secs(36_000);
    let settings = Settings { behind_proxy: true, body_time, ..Settings::default() };
    let (server, port) = serving(settings, Rules::behind_proxy()).await;
    let (_, mallory) = server.account("demo", "Mallory").await;
    let (_, neighbour) = server.account("demo", "Neighbour").await;
    let (_, other) = server.account("demo", "Other").await;
    block_in_place(|| {
        let mut attack = Vec::new();
        for length in [16 << 20, 16 << 20, 16 << 20, 1 << 20, 1 << 20, 1 << 20, 1 << 20] {
            attack.push(drip(port, &from(ATTACKER, &head("demo", &mallory, NAME, Some(length)))));
        }
        attack.extend((0..100).map(|_| drip(port, &form(ATTACKER, 64 << 10))));
        // A head start for the attack: nothing fails if it needs longer.
        std::thread::sleep(Duration::from_millis(300));
        let body = vec![b'a'; 400 << 10];
        for (network, token) in [(OTHER, &other), (ATTACKER, &neighbour)] {
            let upload = from(network, &head("demo", token, "q5-output-1", Some(body.len())));
            assert_eq!(status(port, &upload, &body), 201, "{network}");
            assert_eq!(status(port, &form(network, 7), b"token=x"), 401, "{network}");
        }
        assert_eq!(status(port, &form(OTHER, 50_000), &[b'a'; 50_000]), 401);
        let large = from(OTHER, &head("demo", &other, NAME, Some(16 << 20)));
        assert_eq!(
            status(port, &large, &vec![b'a'; 16 << 20]),
            413,
            "read, and found too large for an answer"
        );
        // Slow uploads are ended because others wait, long before their timeout.
        assert_eq!(answer(&mut attack[7]).unwrap().0, 408);
    });
}

/// Requests a page from an address of this machine.
async fn ask(from: &str, port: u16) -> std::io::Result<String> {
    let mut stream = silent(from, port).await;
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").await?;
    let mut reply = String::new();
    timeout(TIMEOUT, stream.read_to_string(&mut reply)).await.unwrap()?;
    Ok(reply)
}

async fn silent(from: &str, port: u16) -> tokio::net::TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(format!("{from}:0").parse().unwrap()).unwrap();
    socket.connect(([127, 0, 0, 1], port).into()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn one_network_cannot_take_all_connections() {
    let (_server, port) = serving(Settings::default(), Rules { each: 5, ..Rules::default() }).await;
    let mut held = Vec::new();
    for _ in 0..5 {
        held.push(silent("127.0.0.2", port).await);
    }
    // Connections are taken in the order in which they came. One that is refused is closed soon, which may cut
    // off a client that is slow to read.
    let refused =
        wait_until("refusal", async || ask("127.0.0.2", port).await.map_err(|error| error.to_string()));
    let refused = refused.await;
    assert!(refused.starts_with("HTTP/1.1 429") && refused.contains("\"too-many\""), "{refused}");
    assert!(ask("127.0.0.3", port).await.unwrap().starts_with("HTTP/1.1 200"));
    held.clear();
    wait_until("place that is given back", async || match ask("127.0.0.2", port).await {
        Ok(reply) if reply.starts_with("HTTP/1.1 200") => Ok(()),
        other => Err(format!("{other:?}")),
    })
    .await;
}
