//! Load: how many boards a second, and how fast many full archives are judged, client included.
//!
//! ```text
//! cargo run --release -p laplace-arena --example load -- board   [DATABASE] [PATH]
//! cargo run --release -p laplace-arena --example load -- uploads [DATABASE]
//! ```
//!
//! The database is new or empty; by default a file of SQLite in the temporary folder. The server runs in a
//! process of its own, on the loopback. Everything is bounded: ten seconds of boards, a hundred archives.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a program for measuring")]

mod client;
mod fill;

use std::net::TcpListener;
use std::process::{Child, Command};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use client::{Client, request};
use laplace_arena::app::{AppState, app};
use laplace_arena::limits::Rate;
use laplace_arena::listen::{Rules, listen};
use laplace_arena::settings::Settings;
use laplace_arena::store::Store;

const TIME: Duration = Duration::from_secs(10);
const CLIENTS: usize = 16;
const ARCHIVES: usize = 100;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |index: usize| words.get(index).map(String::as_str);
    let file = std::env::temp_dir().join(format!("laplace-load-{}.db", std::process::id()));
    let database = word(1).map_or_else(|| file.display().to_string(), str::to_owned);
    match word(0) {
        Some("serve") => serve(&database, word(2).unwrap().parse().unwrap()),
        Some("board") => board(&database, word(2).unwrap_or("/c/load/board")),
        Some("uploads") => uploads(&database),
        _ => println!("expected `board` or `uploads`: see the head of this program"),
    }
    for ending in ["", "-wal", "-shm"] {
        _ = std::fs::remove_file(format!("{}{ending}", file.display()));
    }
}

/// The server, with a rate that lets the load through.
#[tokio::main]
async fn serve(database: &str, port: u16) {
    let store = Store::open(database).await.unwrap();
    let rate = Rate { burst: 1_000, every: Duration::from_millis(1) };
    let settings = Settings { upload_rate: rate, ..Settings::default() };
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await.unwrap();
    listen(Rules::default(), listener, app(AppState::new(store, settings)), std::future::pending()).await;
}

struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

fn start(database: &str) -> (Server, u16) {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut command = Command::new(std::env::current_exe().unwrap());
    let server = Server(command.args(["serve", database, &port.to_string()]).spawn().unwrap());
    while Client::connect(port).is_err() {
        thread::sleep(Duration::from_millis(20));
    }
    (server, port)
}

fn board(database: &str, path: &str) {
    fill::board(database);
    let (_server, port) = start(database);
    let ask = request("GET", path, "Accept-Encoding: gzip\r\n", b"");
    let first = Client::connect(port).unwrap().send(&ask).unwrap();
    println!("{path}: status {}, {} bytes packed", first.0, first.1.len());
    let times = Mutex::new(Vec::new());
    let errors = Mutex::new(0);
    let end = Instant::now() + TIME;
    thread::scope(|scope| {
        for _ in 0..CLIENTS {
            scope.spawn(|| {
                let mut client = Client::connect(port).unwrap();
                let mut own = Vec::new();
                while Instant::now() < end {
                    let began = Instant::now();
                    match client.send(&ask) {
                        Ok((200, _)) => own.push(began.elapsed()),
                        _ => {
                            *errors.lock().unwrap() += 1;
                            client = Client::connect(port).unwrap();
                        }
                    }
                }
                times.lock().unwrap().extend(own);
            });
        }
    });
    let times = times.into_inner().unwrap();
    println!("{:.0} requests a second", times.len() as f64 / TIME.as_secs_f64());
    report(times, errors.into_inner().unwrap());
}

fn uploads(database: &str) {
    let (tokens, archives) = fill::uploads(database, ARCHIVES);
    let bytes: usize = archives.iter().map(Vec::len).sum();
    println!("{ARCHIVES} archives of {} bytes each", bytes / ARCHIVES);
    let (_server, port) = start(database);
    let times = Mutex::new(Vec::new());
    let errors = Mutex::new(0);
    let began = Instant::now();
    thread::scope(|scope| {
        for (token, archive) in tokens.iter().zip(&archives) {
            let (times, errors) = (&times, &errors);
            scope.spawn(move || {
                let head = format!("Authorization: Bearer {token}\r\nX-File-Name: answers.zip\r\n");
                let ask = request("POST", "/api/contests/load/submissions", &head, archive);
                match Client::connect(port).and_then(|mut client| client.send(&ask)) {
                    Ok((201, _)) => times.lock().unwrap().push(began.elapsed()),
                    other => {
                        println!("{:?}", other.map(|(status, body)| (status, String::from_utf8(body))));
                        *errors.lock().unwrap() += 1;
                    }
                }
            });
        }
    });
    println!("all judged and acknowledged after {:.2} s", began.elapsed().as_secs_f64());
    report(times.into_inner().unwrap(), errors.into_inner().unwrap());
}

fn report(mut times: Vec<Duration>, errors: u32) {
    times.sort();
    let at = |share: f64| {
        times.get((times.len() as f64 * share) as usize).or(times.last()).copied().unwrap_or_default()
    };
    println!(
        "p50 {:.2} ms, p99 {:.2} ms, max {:.2} ms, {errors} errors",
        at(0.5).as_secs_f64() * 1e3,
        at(0.99).as_secs_f64() * 1e3,
        at(1.0).as_secs_f64() * 1e3,
    );
}
