//! Faults of the database under load: its disk runs full, its file cannot be written, its server is away. Every
//! acknowledged submission is stored, none twice, and once the fault is over writing continues by itself.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{Request, StatusCode};
use laplace_arena::contest::Game;
use laplace_arena::store::Store;
use sqlx::{Connection, Executor, PgConnection, SqliteConnection};

use crate::crash::{CONTEST, Load, check, contest};
use crate::database;
use crate::process::{PROGRAM, Process, get, send};
use crate::test_server::{TestServer, text};
use crate::wait::{wait_for, wait_until};

/// Writing must continue within this time after a fault is over.
const MAX_RECOVERY: Duration = Duration::from_secs(5);
/// A response while the database is away must come within this time: health checks of proxies give up after some
/// seconds. On an idle machine it takes two seconds, then milliseconds.
const MAX_ANSWER: Duration = Duration::from_secs(10);
const ROUNDS: usize = 10;

/// A server whose room for the database can be taken away.
struct Limited {
    process: Process,
    room: Room,
    /// The database as this process reaches it.
    database: String,
}

/// How room is taken away.
enum Room {
    /// The database is on a small file system of the server's own, which this file fills.
    SmallDisk(PathBuf),
    /// The system refuses to let files of the server grow (`RLIMIT_FSIZE`).
    FileSize,
}

/// Size of the small file system.
const DISK: &str = "size=32m";

impl Limited {
    /// A server on a small disk of its own: a tmpfs that only the server's namespace has mounted, so that nothing is
    /// left of it afterwards. `None` if the system does not allow that.
    fn on_small_disk(seed: &str) -> Option<Self> {
        let folder = PathBuf::from(seed).with_extension("disk");
        fs::create_dir_all(&folder).unwrap();
        let script = r#"mount -t tmpfs -o "$1" none "$2" && cp "$3" "$2/arena.db" || exit 1
                        shift 3; exec "$@""#;
        let database = folder.join("arena.db").display().to_string();
        let command = |program: &[&str]| {
            let mut command = Command::new("unshare");
            if !database::is_root() {
                command.args(["--user", "--map-root-user"]);
            }
            command.args(["--mount", "sh", "-c", script, "sh", DISK]).arg(&folder).arg(seed).args(program);
            command
        };
        let allowed = command(&["true"]).stderr(Stdio::null()).status().is_ok_and(|status| status.success());
        if !allowed {
            return None;
        }
        let process =
            Process::spawn(&mut command(&[PROGRAM, "--database", &database, "--listen", "127.0.0.1:0"]));
        let inside = |path: &Path| PathBuf::from(format!("/proc/{}/root{}", process.id(), path.display()));
        Some(Self {
            room: Room::SmallDisk(inside(&folder.join("ballast"))),
            database: inside(Path::new(&database)).display().to_string(),
            process,
        })
    }

    /// A server whose files can be kept from growing.
    fn with_file_size(database: &str) -> Self {
        let mut command = Command::new("sh");
        // Without the trap the signal would end the server before it gets the error.
        command.args(["-c", r#"trap "" XFSZ; exec "$@""#, "sh", PROGRAM, "--database", database]);
        let process = Process::spawn(command.args(["--listen", "127.0.0.1:0"]));
        Self { process, room: Room::FileSize, database: database.to_owned() }
    }

    /// Takes the room away.
    fn fill(&self) {
        match &self.room {
            Room::SmallDisk(ballast) => fill(ballast),
            Room::FileSize => self.limit_file_size("4096:unlimited"),
        }
    }

    /// Gives it back.
    fn free(&self) {
        match &self.room {
            Room::SmallDisk(ballast) => fs::remove_file(ballast).unwrap(),
            Room::FileSize => self.limit_file_size("unlimited:unlimited"),
        }
    }

    fn limit_file_size(&self, limit: &str) {
        let id = self.process.id().to_string();
        let limited = Command::new("prlimit").args(["--pid", &id, &format!("--fsize={limit}")]).status();
        assert!(limited.unwrap().success(), "prlimit");
    }
}

/// Fills a disk with a file.
fn fill(ballast: &Path) {
    let mut ballast = OpenOptions::new().create(true).append(true).open(ballast).unwrap();
    for size in [64 << 10, 4 << 10] {
        while ballast.write_all(&vec![b'x'; size]).is_ok() {}
    }
}

/// Creates the contest in a new file and returns its name, a load for it and an organiser's token.
async fn prepared() -> (String, Load, String) {
    let file = database::sqlite();
    let server = TestServer::new(&file).await;
    let store = &server.state.store;
    let load = Load::new(store, contest(store).await, 1).await;
    let (_, organiser) = server.account("", "Olga").await;
    store.close().await;
    move_log_into_file(&file).await;
    (file, load, organiser)
}

/// Moves what is in the write-ahead log of SQLite into the file, which is copied without its log. The last connection does that when it ends, but a connection ends in
/// a thread of its own, maybe after the others.
async fn move_log_into_file(database: &str) {
    let mut connection = SqliteConnection::connect(&format!("sqlite://{database}")).await.unwrap();
    wait_until("database without a log", async || {
        let checkpoint = sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)");
        let (busy, pages, moved): (i64, i64, i64) =
            checkpoint.fetch_one(&mut connection).await.map_err(|error| error.to_string())?;
        if busy == 0 { Ok(()) } else { Err(format!("{moved} of {pages} pages moved, busy")) }
    })
    .await;
    connection.close().await.unwrap();
}

/// Copies a database that no process writes to: SQLite cannot open a file of another namespace.
fn copied(database: &str) -> String {
    let copy = database::sqlite();
    for end in ["", "-wal"] {
        fs::copy(format!("{database}{end}"), format!("{copy}{end}")).unwrap();
    }
    copy
}

/// Requests a page as an organiser.
fn get_as(port: u16, path: &str, token: &str) -> (u16, String) {
    let head =
        format!("GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n");
    send(port, &head, b"").unwrap()
}

#[allow(clippy::print_stdout, reason = "figures to look at with --nocapture")]
async fn nothing_is_lost_without_room(limited: Limited, load: Load, organiser: &str, status: u16) {
    let port = limited.process.port();
    load.ports[0].store(port, Ordering::Relaxed);
    let mut slowest = Duration::ZERO;
    tokio::task::block_in_place(|| {
        load.during(|| {
            for round in 0..ROUNDS {
                load.wait_for_another();
                limited.fill();
                let refused = load.wait_for_refusal();
                assert!(refused.starts_with(&format!("HTTP/1.1 {status} ")), "{refused}");
                assert!(refused.to_lowercase().contains("\r\nretry-after: 5\r\n"), "{refused}");
                if round == 0 {
                    while_it_fails(port, organiser, status);
                }
                let freed = Instant::now();
                limited.free();
                load.wait_for_another();
                slowest = slowest.max(freed.elapsed());
            }
        });
        wait_for("health", || match get(port, "/healthz").unwrap() {
            (200, _) => Ok(()),
            other => Err(format!("{other:?}")),
        });
    });
    println!("{ROUNDS} times without room, {slowest:?} until the next submission was stored");
    assert!(slowest < MAX_RECOVERY, "{slowest:?}");
    let copy = copied(&limited.database);
    let mut connection = SqliteConnection::connect(&format!("sqlite://{copy}")).await.unwrap();
    let found: String =
        sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&mut connection).await.unwrap();
    assert_eq!(found, "ok");
    connection.close().await.unwrap();
    check(&Store::open(&copy).await.unwrap(), &load).await;
}

/// While nothing is stored, reads work, and health, metrics and the organisers' pages report the fault.
fn while_it_fails(port: u16, organiser: &str, status: u16) {
    wait_for("unhealthy server", || match get(port, "/healthz").unwrap() {
        (found, text) if found == status && text.contains("the server's disk ") => Ok(()),
        other => Err(format!("{other:?}")),
    });
    assert_eq!(get(port, &format!("/c/{CONTEST}/board")).unwrap().0, 200);
    let (_, page) = get_as(port, "/organise", organiser);
    assert!(page.contains("The database stores nothing since"), "{page}");
    let (_, board) = get(port, &format!("/c/{CONTEST}/board")).unwrap();
    assert!(!board.contains("The database stores nothing"), "only organisers are warned");
    let (_, metrics) = get_as(port, "/metrics", organiser);
    assert!(metrics.contains("\nlaplace_database_failing 1\n"), "{metrics}");
    assert!(metrics.contains("\nlaplace_database_free_bytes "), "{metrics}");
}

#[allow(clippy::print_stdout, reason = "says which mechanism was tried")]
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_when_the_disk_of_sqlite_runs_full() {
    let (file, load, organiser) = prepared().await;
    match Limited::on_small_disk(&file) {
        Some(limited) => nothing_is_lost_without_room(limited, load, &organiser, 507).await,
        None => {
            println!("this system allows no mount: the size of files is limited instead of the disk");
            nothing_is_lost_without_room(Limited::with_file_size(&file), load, &organiser, 503).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_when_the_file_of_sqlite_cannot_be_written() {
    let (file, load, organiser) = prepared().await;
    nothing_is_lost_without_room(Limited::with_file_size(&file), load, &organiser, 503).await;
}

#[allow(clippy::print_stdout, reason = "figures to look at with --nocapture")]
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_when_postgresql_is_stopped_and_started() {
    let postgres = database::Server::start();
    let address = postgres.address("postgres");
    let store = Store::open(&address).await.unwrap();
    let load = Load::new(&store, contest(&store).await, 1).await;
    let process = Process::start(&address, &std::env::temp_dir());
    let port = process.port();
    load.ports[0].store(port, Ordering::Relaxed);
    let board = format!("/c/{CONTEST}/board");
    let mut slowest_answer = Duration::ZERO;
    let mut slowest_recovery = Duration::ZERO;
    tokio::task::block_in_place(|| {
        load.during(|| {
            for mode in ["fast", "immediate", "fast", "immediate"] {
                load.wait_for_another();
                assert_eq!(get(port, &board).unwrap().0, 200);
                postgres.stop(mode);
                let refused = load.wait_for_refusal();
                assert!(refused.starts_with("HTTP/1.1 503 "), "{refused}");
                for (path, status) in [("/healthz", 503), ("/login", 503), (board.as_str(), 200)] {
                    let asked = Instant::now();
                    let (found, text) = get(port, path).unwrap();
                    assert_eq!(found, status, "{path}: {text}");
                    slowest_answer = slowest_answer.max(asked.elapsed());
                }
                assert!(postgres.run());
                let started = Instant::now();
                load.wait_for_another();
                slowest_recovery = slowest_recovery.max(started.elapsed());
            }
        });
    });
    println!("answers within {slowest_answer:?} while away, stored again after {slowest_recovery:?}");
    assert!(slowest_answer < MAX_ANSWER, "{slowest_answer:?}");
    assert!(slowest_recovery < MAX_RECOVERY, "{slowest_recovery:?}");
    check(&store, &load).await;
}

#[allow(clippy::print_stdout, reason = "says which mechanism was tried, and figures to look at")]
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_when_the_disk_of_postgresql_runs_full() {
    let Some(postgres) = database::Server::start_with_small_disk() else {
        println!(
            "not tried: this system allows no mount; the test of a read-only PostgreSQL covers the way back"
        );
        return;
    };
    let address = postgres.database_on_small_disk().await;
    let store = Store::open(&address).await.unwrap();
    let load = Load::new(&store, contest(&store).await, 1).await;
    let process = Process::start(&address, &std::env::temp_dir());
    load.ports[0].store(process.port(), Ordering::Relaxed);
    let mut slowest = Duration::ZERO;
    tokio::task::block_in_place(|| {
        load.during(|| {
            for _ in 0..ROUNDS {
                load.wait_for_another();
                fill(&postgres.ballast());
                let refused = load.wait_for_refusal();
                assert!(refused.starts_with("HTTP/1.1 507 "), "{refused}");
                let freed = Instant::now();
                fs::remove_file(postgres.ballast()).unwrap();
                load.wait_for_another();
                slowest = slowest.max(freed.elapsed());
            }
        });
    });
    println!("{ROUNDS} full disks, {slowest:?} until the next submission was stored");
    assert!(slowest < MAX_RECOVERY, "{slowest:?}");
    check(&store, &load).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_postgresql_that_is_read_only_refuses_with_the_reason_and_stores_again_afterwards() {
    let postgres = database::Server::start();
    let server = TestServer::new(&postgres.address("postgres")).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, token) = server.account("demo", "Ada").await;
    let mut admin = PgConnection::connect(&postgres.address("template1")).await.unwrap();
    let submit = async || {
        let request = Request::post("/api/contests/demo/submissions")
            .header("authorization", format!("Bearer {token}"))
            .header("x-file-name", "q1-output-1");
        server.send(request.body(Body::from("nonsense")).unwrap()).await
    };
    assert_eq!(submit().await.status(), StatusCode::CREATED);
    for (value, expected) in [("on", StatusCode::SERVICE_UNAVAILABLE), ("off", StatusCode::CREATED)] {
        let set = format!("ALTER DATABASE postgres SET default_transaction_read_only = {value}");
        admin.execute(set.as_str()).await.unwrap();
        // Sessions that are open keep their setting; the server opens new ones.
        let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'postgres'";
        admin.execute(end).await.unwrap();
        let response = crate::wait::wait_until("response of the kind expected", async || {
            let response = submit().await;
            // The connections that were just ended may fail once each.
            match response.status() == expected {
                true => Ok(response),
                false => Err(format!("{response:?}")),
            }
        })
        .await;
        let body = text(response).await;
        assert_eq!(body.contains("the server's database is read-only"), value == "on", "{body}");
    }
}
