//! Two servers on one PostgreSQL behind a real HAProxy with the configuration that is shipped (`packaging/haproxy.cfg`):
//! what is done through one is seen through the other, and clients go on when one is killed.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::Request;
use laplace_arena::contest::Game;
use laplace_arena::limits::Rate;
use laplace_arena::settings::Settings;
use laplace_arena::store::Store;
use serde_json::{Value, json};
use tokio::runtime::Handle;

use crate::crash::{self, CONTEST, Load};
use crate::database;
use crate::process::{PROGRAM, Process, connect, get, head, send};
use crate::test_server::TestServer;
use crate::wait::wait_for;

const SERVERS: [&str; 2] = ["a", "b"];
/// Submissions whose way to the live board is measured.
const MEASURED: usize = 10;
/// Submissions that are acknowledged while a server is down.
const AFTER_KILL: usize = 20;

/// A free port that no other test has, below those that the system gives to outgoing connections, so that a server that
/// was killed can have it again.
fn fixed_port() -> u16 {
    static USED: AtomicU16 = AtomicU16::new(0);
    // Tests may run as processes with numbers in a row.
    let first = 20_000 + 20 * u16::try_from(std::process::id() % 600).unwrap();
    loop {
        let port = first + USED.fetch_add(1, Ordering::Relaxed);
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

/// A server at a port, which trusts the proxy in front of it.
fn server(database: &str, port: u16) -> Process {
    let mut command = Command::new(PROGRAM);
    command.args(["--database", database, "--behind-proxy", "--listen"]).arg(format!("127.0.0.1:{port}"));
    Process::spawn(command.current_dir(std::env::temp_dir()))
}

/// HAProxy in front of two servers.
struct Proxy {
    child: Child,
    port: u16,
}

impl Proxy {
    /// Starts it; it has answered for both servers when this returns.
    fn start(servers: &[Process]) -> Self {
        let configuration =
            PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../packaging/haproxy.cfg").canonicalize();
        let port = fixed_port();
        let child = Command::new("haproxy")
            // In the foreground, and without sharing its port.
            .args(["-db", "-dR", "-q", "-f"])
            .arg(configuration.unwrap())
            .env("LAPLACE_BIND", format!("127.0.0.1:{port}"))
            .env("LAPLACE_A", format!("127.0.0.1:{}", servers[0].port()))
            .env("LAPLACE_B", format!("127.0.0.1:{}", servers[1].port()))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn();
        let proxy = Self { child: child.expect("Debian's package haproxy is installed"), port };
        for name in SERVERS {
            proxy.wait_for_server(name);
        }
        proxy
    }

    /// Waits until a server has answered a request.
    fn wait_for_server(&self, name: &str) {
        wait_for(&format!("response of server {name}"), || match get(self.port, "/login") {
            Ok((200, text)) if served_by(&text) == name => Ok(()),
            other => Err(format!("{other:?}")),
        });
    }

    /// Sends a request with a body of a type; returns the status and the whole response.
    fn post(&self, path: &str, kind: &str, body: &str) -> (u16, String) {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: {kind}\r\n\
             Content-Length: {}\r\n",
            body.len()
        );
        send(self.port, &head, body.as_bytes()).unwrap()
    }

    /// The same for a request of a game by a link; returns the server and the object in the response.
    fn play(&self, path: &str, body: &Value) -> Result<(String, Value), String> {
        let (status, text) =
            self.post(&format!("/blobwar/games{path}"), "application/json", &body.to_string());
        match (status, text.split_once("\r\n\r\n")) {
            (200 | 201, Some((head, body))) => {
                Ok((served_by(head).to_owned(), serde_json::from_str(body).unwrap()))
            }
            _ => Err(text),
        }
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// The value of a header of a response.
fn header<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let head = text.split("\r\n\r\n").next()?;
    let pairs = head.lines().filter_map(|line| line.split_once(": "));
    pairs.into_iter().find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value)
}

/// The name of the server that answered.
fn served_by(text: &str) -> &str {
    header(text, "x-served-by").and_then(|name| name.split_once('/')).map_or("none", |(_, server)| server)
}

/// The last event of a live board.
#[derive(Clone, Debug, Default)]
struct Shown {
    /// The server that sent it.
    server: String,
    revision: i64,
    at: Option<Instant>,
}

/// A page with a live board, which connects again when its stream ends, as browsers do.
#[derive(Clone)]
struct LiveBoard(Arc<Mutex<Shown>>);

impl LiveBoard {
    fn open(port: u16) -> Self {
        let board = Self(Arc::default());
        let shown = board.clone();
        // It ends with the process: the stream of a board has no end of its own.
        thread::spawn(move || {
            loop {
                // The end of a stream and a refused connection mean the same.
                _ = shown.follow(port);
                thread::sleep(Duration::from_millis(10));
            }
        });
        board
    }

    fn follow(&self, port: u16) -> std::io::Result<()> {
        let mut stream = connect(port)?;
        stream.write_all(format!("GET /c/{CONTEST}/board/live HTTP/1.1\r\nHost: a\r\n\r\n").as_bytes())?;
        let mut server = String::new();
        for line in BufReader::new(stream).lines() {
            let line = line?;
            if line.starts_with("x-served-by: ") {
                served_by(&line).clone_into(&mut server);
            }
            let revision = line.strip_prefix("data: ").and_then(|data| data.split('-').next()?.parse().ok());
            if let Some(revision) = revision {
                *self.0.lock().unwrap() =
                    Shown { server: server.clone(), revision, at: Some(Instant::now()) };
            }
        }
        Ok(())
    }

    /// Waits until it has shown a change.
    fn wait_for(&self, revision: i64) -> Shown {
        wait_for(&format!("change {revision} on the live board"), || {
            let shown = self.0.lock().unwrap().clone();
            if shown.at.is_some() && shown.revision >= revision {
                Ok(shown)
            } else {
                Err(format!("{shown:?}"))
            }
        })
    }
}

/// Submits through one server while the live board comes from the other; returns the times from the acknowledgement
/// to the event.
fn delays_of_the_board(proxy: &Proxy, store: &Store, tokens: &[String]) -> Vec<Duration> {
    let revision = || Handle::current().block_on(store.revision(CONTEST)).unwrap();
    let board = LiveBoard::open(proxy.port);
    let mut delays = Vec::new();
    for count in 0.. {
        let body = format!("attempt {count}");
        // Teams take turns: each may submit a few times at once.
        let head = head(
            CONTEST,
            &tokens[count % tokens.len()],
            &format!("live-{count}/q1-output-1"),
            Some(body.len()),
        );
        let watched = board.wait_for(revision()).server;
        let (status, text) = send(proxy.port, &head, body.as_bytes()).unwrap();
        let acknowledged = Instant::now();
        assert_eq!(status, 201, "{text}");
        let shown = board.wait_for(revision());
        if served_by(&text) != watched && shown.server == watched {
            delays.push(shown.at.unwrap().saturating_duration_since(acknowledged));
        }
        if delays.len() == MEASURED {
            break;
        }
    }
    // The table too, whichever server it comes from.
    for _ in SERVERS {
        wait_for("table with the last change", || {
            let (_, text) = get(proxy.port, &format!("/c/{CONTEST}/board/table")).unwrap();
            if text.contains(&format!("data-revision=\"{}\"", revision())) { Ok(()) } else { Err(text) }
        });
    }
    delays
}

/// Signs in and out through the proxy; each server knows the session and its end.
fn sessions_are_shared(proxy: &Proxy, token: &str) {
    let form = "application/x-www-form-urlencoded";
    let (status, text) = proxy.post("/login", form, &format!("token={token}"));
    assert_eq!(status, 303, "{text}");
    let cookie = header(&text, "set-cookie").unwrap().split(';').next().unwrap();
    let request = |path: &str, method: &str, origin: &str| {
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nCookie: {cookie}\r\n{origin}\
             Content-Length: 0\r\n"
        );
        send(proxy.port, &head, b"").unwrap()
    };
    let account_is = |expected: u16| {
        for name in SERVERS {
            wait_for(&format!("response of server {name}"), || {
                let (status, text) = request("/account", "GET", "");
                assert_eq!(status, expected, "{text}");
                if served_by(&text) == name { Ok(()) } else { Err(text) }
            });
        }
    };
    account_is(200);
    assert_eq!(request("/logout", "POST", "Origin: http://a\r\n").0, 303);
    account_is(401);
}

/// Plays a game by a link, with several requests; returns the server that has it.
fn play_by_link(proxy: &Proxy) -> Result<String, String> {
    let [blue, red] = ["b1", "4e"].map(|start| format!("{start}{}", "0".repeat(38)));
    let begin = json!({ "start": "x5o/7/7/7/7/7/o5x x 0 1", "rules": "passes", "you": "x", "seat": blue });
    let (server, begun) = proxy.play("", &begin)?;
    let id = begun["id"].as_str().unwrap();
    let mut servers = vec![proxy.play(&format!("/{id}/join"), &json!({ "seat": red }))?.0];
    for (count, seat, played) in [(0, &blue, "b6"), (1, &red, "f6"), (2, &blue, "a6")] {
        let form = json!({ "seat": seat, "count": count, "move": played });
        servers.push(proxy.play(&format!("/{id}/move"), &form)?.0);
    }
    assert!(servers.iter().all(|one| *one == server), "begun on {server}, continued on {servers:?}");
    Ok(server)
}

/// Two servers on a database of their own, with a contest and its teams, behind a proxy.
struct Cluster {
    database: String,
    store: Store,
    tokens: Vec<String>,
    servers: [Process; 2],
    proxy: Proxy,
}

impl Cluster {
    async fn start(database: String) -> Self {
        let store = Store::open(&database).await.unwrap();
        let tokens = crash::contest(&store).await;
        let (servers, proxy) = tokio::task::block_in_place(|| {
            let servers = SERVERS.map(|_| server(&database, fixed_port()));
            let proxy = Proxy::start(&servers);
            (servers, proxy)
        });
        Self { database, store, tokens, servers, proxy }
    }
}

#[tokio::test(flavor = "multi_thread")]
#[allow(clippy::print_stdout, reason = "figures to look at with --nocapture")]
async fn what_is_done_through_one_server_is_seen_through_the_other() {
    let cluster = Cluster::start(database::postgres().await).await;
    let Cluster { store, tokens, servers: _servers, proxy, .. } = cluster;
    tokio::task::block_in_place(|| {
        for path in ["/healthz", "/metrics"] {
            assert_eq!(get(proxy.port, path).unwrap().0, 404, "{path} is not for clients");
        }
        sessions_are_shared(&proxy, &tokens[0]);
        let delays = delays_of_the_board(&proxy, &store, &tokens);
        println!("from the acknowledgement of one server to the live board of the other: {delays:.0?}");
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_go_on_and_nothing_is_lost_when_a_server_behind_the_proxy_is_killed() {
    let cluster = Cluster::start(database::postgres().await).await;
    let Cluster { database, store, tokens, mut servers, proxy } = cluster;
    let load = Load::new(&store, tokens, 1).await;
    load.ports[0].store(proxy.port, Ordering::Relaxed);
    tokio::task::block_in_place(|| {
        let board = LiveBoard::open(proxy.port);
        let kill_both_in_turn = || {
            // Each time the server that has the game; the proxy then sends the next game to the other one.
            let mut with_game = play_by_link(&proxy).unwrap();
            for _ in SERVERS {
                let which = SERVERS.iter().position(|name| *name == with_game).unwrap();
                load.wait_for_another();
                servers[which].kill();
                for _ in 0..AFTER_KILL {
                    load.wait_for_another();
                }
                let next = wait_for("game on the other server", || play_by_link(&proxy));
                assert_ne!(next, with_game);
                servers[which] = server(&database, servers[which].port());
                proxy.wait_for_server(SERVERS[which]);
                assert_eq!(play_by_link(&proxy).unwrap(), next, "the killed server is back, the game stays");
                with_game = next;
            }
        };
        load.during(kill_both_in_turn);
        board.wait_for(Handle::current().block_on(store.revision(CONTEST)).unwrap());
    });
    crash::check(&store, &load).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_servers_answer_themselves_while_the_database_is_away() {
    let postgres = tokio::task::block_in_place(database::Server::start);
    let Cluster { servers: _servers, proxy, .. } = Cluster::start(postgres.address("postgres")).await;
    let board = || get(proxy.port, &format!("/c/{CONTEST}/board")).unwrap();
    tokio::task::block_in_place(|| {
        for name in SERVERS {
            wait_for(&format!("board of server {name}"), || match board() {
                (200, text) if served_by(&text) == name => Ok(()),
                (_, text) => Err(text),
            });
        }
        postgres.stop("fast");
        let backend = |text: &str| header(text, "x-served-by").unwrap_or("none").to_owned();
        wait_for("board from memory, of a server that is not healthy", || match board() {
            (200, text) if backend(&text).starts_with("arena_unhealthy/") => Ok(()),
            (_, text) => Err(text),
        });
        let (status, text) = get(proxy.port, "/api/contests").unwrap();
        assert!(status == 503 && text.contains("\"away\"") && text.contains("retry-after"), "{text}");
        assert!(postgres.run());
        wait_for("contests of a healthy server", || match get(proxy.port, "/api/contests").unwrap() {
            (200, text) if backend(&text).starts_with("arena/") => Ok(()),
            (_, text) => Err(text),
        });
    });
}

#[tokio::test]
async fn limits_hold_for_both_servers_together() {
    let database = database::postgres().await;
    let hourly = Rate { burst: 3, every: Duration::from_secs(3_600) };
    let settings =
        Settings { login_rate: hourly, upload_rate: hourly, behind_proxy: true, ..Settings::default() };
    let servers =
        [TestServer::with(&database, settings.clone()).await, TestServer::with(&database, settings).await];
    servers[0].contest("demo", Game::Demon, 1).await;
    let (_, ada) = servers[0].account("demo", "Ada").await;
    let (_, bob) = servers[0].account("demo", "Bob").await;
    let sign_in = async |server: usize, address: &str, login: &str| {
        let request = Request::post("/login")
            .header("content-type", "application/x-www-form-urlencoded")
            .header("x-forwarded-for", address);
        let form = format!("contest=demo&login={login}&password=a-wrong-guess");
        let response = servers[server].send(request.body(Body::from(form)).unwrap()).await;
        assert_eq!(response.headers().contains_key("retry-after"), response.status().as_u16() == 429);
        response.status().as_u16()
    };
    // A login longer than an index of PostgreSQL takes is one that does not exist.
    let long = "x".repeat(3_000);
    for login in ["ada", "nobody", &long] {
        for (server, expected) in [(0, 401), (1, 401), (0, 401), (1, 429), (0, 429)] {
            assert_eq!(sign_in(server, "10.0.0.1", login).await, expected, "{login} on {server}");
        }
        assert_eq!(sign_in(1, "10.0.0.2", login).await, 401, "{login} at another address");
    }
    let submit = async |server: usize, token: &str| {
        let request = Request::post("/api/contests/demo/submissions")
            .header("authorization", format!("Bearer {token}"))
            .header("x-file-name", "q1-output-1");
        servers[server].send(request.body(Body::from("nonsense")).unwrap()).await.status().as_u16()
    };
    for (server, expected) in [(0, 201), (1, 201), (0, 201), (1, 429), (0, 429)] {
        assert_eq!(submit(server, &ada).await, expected, "on {server}");
    }
    // Requests at the same time count one by one.
    let at_once = (0..10).map(|number| submit(number % 2, &bob));
    let mut statuses = futures_util::future::join_all(at_once).await;
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 201, 201, 429, 429, 429, 429, 429, 429, 429]);
    // Nothing that is still counted is deleted.
    servers[0].state.store.forget_full_buckets().await.unwrap();
    assert_eq!((submit(1, &ada).await, sign_in(0, "10.0.0.1", "ada").await), (429, 429));
    // A burst of nothing lets nothing through, as in memory.
    let none = Rate { burst: 0, ..hourly };
    let closed = TestServer::with(&database, Settings { login_rate: none, ..Settings::default() }).await;
    let request = Request::post("/login").header("content-type", "application/x-www-form-urlencoded");
    let form = "contest=demo&login=carol&password=a-wrong-guess";
    let response = closed.send(request.body(Body::from(form)).unwrap()).await;
    assert_eq!(response.status().as_u16(), 429);
}
