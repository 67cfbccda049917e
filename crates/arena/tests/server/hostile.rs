//! Malicious uploads and requests: each is refused with a reason, in bounded memory, and nothing is written outside
//! the database.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::Request;
use laplace_archive::Unpacked;
use laplace_arena::app::{AppState, app};
use laplace_arena::contest::Game;
use laplace_arena::intake::{File, Limits, read};
use laplace_arena::listen::{Rules, listen};
use laplace_arena::settings::Settings;
use laplace_games::random::Random;

use crate::bad::{self, Entry, Lies};
use crate::database;
use crate::process::{self, Process, answer, connect, head, send};
use crate::test_server::{TestServer, text};

const MAX_MEMORY: u64 = 200 << 20;
const NAME: &str = "q1-output-1";
/// How long the server listens to a client that sends on after a refusal, at least: it may be slow.
const MIN_LISTENING: Duration = Duration::from_secs(5);

#[tokio::test]
async fn every_hostile_upload_is_refused_with_a_reason() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", Game::Demon, 1).await;
    for (number, (what, bytes, expected)) in bad::uploads().into_iter().enumerate() {
        let (_, token) = server.account("demo", &format!("Team{number}")).await;
        let request = Request::post("/api/contests/demo/submissions")
            .header("authorization", format!("Bearer {token}"))
            .header("x-file-name", NAME);
        let response = server.send(request.body(Body::from(bytes)).unwrap()).await;
        let status = response.status().as_u16();
        let reply = text(response).await;
        assert_eq!(status, expected, "{what}: {reply}");
        assert!(
            reply.contains("\"message\"") && !reply.contains('\u{1b}') && reply.len() < 500,
            "{what}: {reply}"
        );
    }
    assert!(server.state.store.submissions("demo", None).await.unwrap().is_empty());
}

/// Every file under a folder.
fn tree(folder: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        if entry.file_type().unwrap().is_dir() {
            found.extend(tree(&entry.path()));
        }
        found.insert(entry.path());
    }
    found
}

#[allow(clippy::print_stdout, reason = "a figure to look at with --nocapture")]
#[tokio::test(flavor = "multi_thread")]
async fn the_real_server_stays_small_and_writes_nothing_outside() {
    let folder = PathBuf::from(database::sqlite()).with_extension("folder");
    let inner = folder.join("a/b");
    fs::create_dir_all(&inner).unwrap();
    let database = inner.join("arena.db").display().to_string();
    let server = TestServer::new(&database).await;
    server.contest("demo", Game::Demon, 1).await;
    let mut tokens = Vec::new();
    for number in 0..8 {
        tokens.push(server.account("demo", &format!("Team{number}")).await.1);
    }
    let before = tree(&folder);
    let server = Process::start(&database, &inner);
    tokio::task::block_in_place(|| attack(&server, &tokens));
    let peak = server.peak_memory();
    assert!(peak < MAX_MEMORY, "{} MiB", peak >> 20);
    println!("peak memory {} MiB", peak >> 20);
    let new: Vec<_> = tree(&folder).difference(&before).cloned().collect();
    assert!(new.is_empty(), "{new:?}");
    fs::remove_dir_all(folder).unwrap();
}

fn attack(server: &Process, tokens: &[String]) {
    let port = server.port();
    for (number, (what, bytes, expected)) in bad::uploads().into_iter().enumerate() {
        let head = head("demo", &tokens[number % tokens.len()], NAME, Some(bytes.len()));
        assert_eq!(send(port, &head, &bytes).unwrap().0, expected, "{what}");
    }
    endless(port, &tokens[0]);
    odd_requests(port, &tokens[1]);
    at_once(port, tokens);
    // Afterwards it still serves.
    assert_eq!(process::get(port, "/healthz").unwrap().0, 200);
}

/// A gigabyte, with and without a declared length, from a team and from an anonymous client.
fn endless(port: u16, token: &str) {
    let announced = head("demo", token, NAME, Some(1 << 30));
    let piece = vec![b'a'; 1 << 20];
    for (head, chunked) in
        [(announced, false), (head("demo", token, NAME, None), true), (head("demo", "", NAME, None), true)]
    {
        let mut stream = connect(port).unwrap();
        stream.write_all(format!("{head}\r\n").as_bytes()).unwrap();
        let frame = if chunked { format!("{:x}\r\n", piece.len()) } else { String::new() };
        let end: &[u8] = if chunked { b"\r\n" } else { b"" };
        let piece = [frame.as_bytes(), &piece, end].concat();
        let began = Instant::now();
        if (0..1024).any(|_| stream.write_all(&piece).is_err()) {
            // On a busy machine a gigabyte takes longer than the server listens to a request that it has refused.
            assert!(began.elapsed() >= MIN_LISTENING, "the server closes after {:?}", began.elapsed());
            continue;
        }
        let (status, reply) = answer(&mut stream).unwrap();
        assert!(matches!(status, 401 | 413) && reply.contains("\"message\""), "{reply}");
        assert!(reply.contains("connection: close"), "{reply}");
    }
    let asks = format!("{}Expect: 100-continue\r\n", head("demo", token, NAME, Some(1 << 30)));
    assert_eq!(send(port, &asks, b"").unwrap().0, 413, "asked first");
}

fn odd_requests(port: u16, token: &str) {
    let raw = |text: &str| send(port, text, b"").map(|(status, _)| status);
    let many: String = (0..1_000).map(|number| format!("X-{number}: y\r\n")).collect();
    let (long, longer) = ("y".repeat(60_000), "y".repeat(1 << 20));
    let refused = |text: String| matches!(raw(&text).unwrap(), 414 | 431);
    assert_eq!(raw(&format!("GET / HTTP/1.1\r\nHost: a\r\n{many}")).unwrap(), 431);
    for long in [long, longer] {
        assert!(refused(format!("GET / HTTP/1.1\r\nHost: a\r\nX: {long}\r\n")), "a long header");
        assert!(refused(format!("GET /{long} HTTP/1.1\r\nHost: a\r\n")), "a long address");
    }
    assert_eq!(raw("GET / HTTP/1.1\r\nHost a\r\n").unwrap(), 400);
    let both = format!("{}Content-Length: 5\r\n", head("demo", token, "none", None));
    assert_eq!(send(port, &both, b"0\r\n\r\n").unwrap().0, 400, "two lengths");
    assert_eq!(raw(&head("demo", token, NAME, Some(0)).replace("Length: 0", "Length: -1")).unwrap(), 400);
    // Many parts, none of them an answer.
    let part = |name: usize| {
        format!("--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"{name}\"\r\n\r\nx\r\n")
    };
    for (parts, expected) in [(900, 400), (5_000, 400)] {
        let body: String = (0..parts).map(part).chain(["--b--\r\n".into()]).collect();
        let head = head("demo", token, NAME, Some(body.len()));
        let head = format!("{head}Content-Type: multipart/form-data; boundary=b\r\n");
        assert_eq!(send(port, &head, body.as_bytes()).unwrap().0, expected, "{parts} parts");
    }
    // Half a request, then nothing more to come.
    let mut stream = connect(port).unwrap();
    stream.write_all(format!("{}\r\nhalf", head("demo", token, NAME, Some(100))).as_bytes()).unwrap();
    stream.shutdown(std::net::Shutdown::Write).unwrap();
    assert_eq!(answer(&mut stream).unwrap().0, 400);
}

/// Forty teams' worth of large bodies at once while smaller ones stop before their last byte, passwords are guessed, and
/// a hundred connections say nothing.
fn at_once(port: u16, tokens: &[String]) {
    let silent: Vec<_> = (0..100).map(|_| connect(port).unwrap()).collect();
    let mut stopped: Vec<_> = (0..tokens.len() * 2).map(|_| connect(port).unwrap()).collect();
    for (stream, token) in stopped.iter_mut().zip(tokens.iter().cycle()) {
        let head = head("demo", token, NAME, Some(1 << 20));
        stream.write_all(format!("{head}\r\n{}", "a".repeat((1 << 20) - 1)).as_bytes()).unwrap();
    }
    let sheets: Vec<Entry> =
        (0..7).map(|number| Entry::new(format!("{number}"), vec![number; 2 << 20])).collect();
    let body = bad::zip(&sheets, Lies::default());
    let guess = "contest=demo&login=team0&password=a+guess+that+is+wrong";
    let login = format!(
        "POST /login HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: {}\r\n\
         Content-Type: application/x-www-form-urlencoded\r\n",
        guess.len()
    );
    std::thread::scope(|scope| {
        for _ in 0..20 {
            // Of the guesses for one account some are refused without a look.
            scope.spawn(|| assert!(matches!(send(port, &login, guess.as_bytes()).unwrap().0, 401 | 429)));
        }
        for number in 0..40 {
            let body = &body;
            let head = head("demo", &tokens[number % tokens.len()], NAME, Some(body.len()));
            scope.spawn(move || {
                let (status, reply) = send(port, &head, body).unwrap();
                assert!(matches!(status, 400 | 429 | 503), "{status}: {reply}");
            });
        }
    });
    drop((silent, stopped));
}

/// A server on a socket in this process, with settings.
async fn serving(settings: Settings, rules: Rules) -> (TestServer, u16) {
    let server = TestServer::with(&database::sqlite(), settings.clone()).await;
    server.contest("demo", Game::Demon, 1).await;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let router = app(AppState::new(server.state.store.clone(), settings));
    tokio::spawn(listen(rules, listener, router, std::future::pending()));
    (server, port)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_drips_is_cut_off() {
    let settings = Settings { body_time: Duration::from_secs(2), ..Settings::default() };
    let (server, port) = serving(settings, Rules::default()).await;
    let (_, token) = server.account("demo", "Ada").await;
    tokio::task::block_in_place(|| {
        let mut stream = connect(port).unwrap();
        // At a byte every tenth of a second the whole would take hours.
        stream.write_all(format!("{}\r\n", head("demo", &token, NAME, Some(100_000))).as_bytes()).unwrap();
        let is_answered = AtomicBool::new(false);
        let mut drip = stream.try_clone().unwrap();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_answered.load(Ordering::Relaxed) && drip.write_all(b"a").is_ok() {
                    std::thread::sleep(Duration::from_millis(100));
                }
            });
            let answered = answer(&mut stream);
            is_answered.store(true, Ordering::Relaxed);
            assert_eq!(answered.unwrap().0, 408);
        });
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn a_head_that_never_ends_is_cut_off() {
    assert!((10..30).contains(&Rules::default().head.as_secs()));
    let rules = Rules { head: Duration::from_secs(2), ..Rules::default() };
    let (_server, port) = serving(Settings::default(), rules).await;
    tokio::task::block_in_place(|| {
        let began = Instant::now();
        let mut stream = connect(port).unwrap();
        let mut idle = connect(port).unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nHost: a\r\n").unwrap();
        assert_eq!(answer(&mut stream).unwrap().0, 408);
        assert!(began.elapsed() >= rules.head, "{:?}", began.elapsed());
        // A connection without a request gets no response.
        assert_eq!(answer(&mut idle).unwrap_err().kind(), std::io::ErrorKind::UnexpectedEof);
    });
}

/// Honest archives, as other programs write them.
fn honest(files: &[File]) -> [Vec<u8>; 2] {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let mut tar = tar::Builder::new(Vec::new());
    for file in files {
        zip.start_file(&file.name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(&file.content).unwrap();
        let mut header = tar::Header::new_gnu();
        header.set_size(file.content.len() as u64);
        tar.append_data(&mut header, &file.name, file.content.as_slice()).unwrap();
    }
    [zip.finish().unwrap().into_inner(), bad::gzip(&tar.into_inner().unwrap())]
}

fn sent(content: Vec<u8>) -> Vec<File> {
    vec![File { name: "archive".into(), content }]
}

#[test]
fn archives_of_other_programs_give_back_their_files_and_damaged_ones_never_more() {
    let mut random = Random::new(1);
    let limits = Limits { outputs: 50, file: 10_000, all: 50_000, ..Limits::default() };
    for round in 0..200 {
        let files: Vec<File> = (0..random.below(6))
            .map(|number| File {
                name: format!("folder/{}", "n".repeat(1 + 30 * number as usize)),
                content: (0..random.below(3_000)).map(|_| random.below(4) as u8).collect(),
            })
            .collect();
        for archive in honest(&files) {
            let found = read(&sent(archive.clone()), &limits, &|_| true).unwrap();
            assert_eq!(found, Unpacked { files: files.clone(), ..Unpacked::default() }, "round {round}");
            for _ in 0..50 {
                let damaged = sent(damage(&mut random, archive.clone()));
                let read = read(&damaged, &limits, &|_| true).unwrap_or_default().files;
                assert!(read.len() <= limits.outputs);
                assert!(read.iter().map(|file| file.content.len() as u64).sum::<u64>() <= limits.all);
            }
        }
    }
}

/// Changes, cuts or doubles a few bytes.
fn damage(random: &mut Random, mut bytes: Vec<u8>) -> Vec<u8> {
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len().max(1) as u32) as usize;
        match random.below(4) {
            0 => bytes.truncate(at.max(2)),
            1 => bytes.extend_from_within(at..(at + 20).min(bytes.len())),
            2 if at < bytes.len() => bytes[at] = 0xff,
            _ if at < bytes.len() => bytes[at] = random.next_u64() as u8,
            _ => {}
        }
    }
    bytes
}

#[tokio::test]
async fn a_zero_in_an_answer_is_judged_on_postgresql_too() {
    let server = TestServer::new(&database::postgres().await).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, token) = server.account("demo", "Ada").await;
    let request = Request::post("/api/contests/demo/submissions")
        .header("authorization", format!("Bearer {token}"))
        .header("x-file-name", NAME);
    let response = server.send(request.body(Body::from("1\x002 \x00")).unwrap()).await;
    assert_eq!(response.status().as_u16(), 201);
    let asked = server.send(Request::get("/api/contests/%00/submissions").body(Body::empty()).unwrap()).await;
    assert!(asked.status().is_client_error(), "{}", asked.status());
}

async fn a_zero_in_a_text_is_a_mistake_of_its_sender(address: &str) {
    let server = TestServer::new(address).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, ada) = server.account("demo", "Ada").await;
    let (_, boss) = server.account("", "Boss").await;
    let form = "application/x-www-form-urlencoded";
    let zero = "{\"reason\":\"a\\u0000b\"}";
    let contest = "{\"id\":\"x\",\"game\":\"demon\",\"title\":\"a\\u0000b\"}";
    for (method, path, token, kind, body) in [
        ("GET", "/c/demo/submissions?team=%00", &boss, form, ""),
        ("GET", "/c/%00/board", &boss, form, ""),
        ("GET", "/api/contests/demo/teams/%00", &boss, form, ""),
        ("GET", "/api/contests/demo/submissions?team_id=a%00", &boss, form, ""),
        ("GET", "/join/%00", &boss, form, ""),
        ("POST", "/c/demo/submit?key=%00", &ada, "multipart/form-data; boundary=b", "--b--\r\n"),
        ("POST", "/api/contests/demo/rejudgings", &boss, "application/json", zero),
        ("POST", "/api/contests", &boss, "application/json", contest),
        ("POST", "/organise/demo/rejudge", &boss, form, "inputs=q1-input-1&reason=a%00b"),
        ("POST", "/organise/new", &boss, form, "game=demon&title=a%00b&id=x&inputs=1&seed=1"),
        ("POST", "/organise/organisers", &boss, form, "name=a%00b"),
        ("POST", "/login", &boss, form, "contest=%00&login=%00&password=%00"),
        ("POST", "/login", &boss, form, "token=%00"),
        ("POST", "/organise/demo/invites", &boss, form, "name=a%00b&uses=1&days=1"),
    ] {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("authorization", format!("Bearer {token}"))
            .header("content-type", kind);
        let answer = server.send(request.body(Body::from(body)).unwrap()).await;
        assert!(answer.status().is_client_error(), "{method} {path} {body}: {}", answer.status());
    }
    for before in [0, -7, 1, i64::MIN, i64::MAX] {
        let request = Request::get(format!("/organise/demo/log?before={before}"))
            .header("authorization", format!("Bearer {boss}"));
        assert_eq!(
            server.send(request.body(Body::empty()).unwrap()).await.status().as_u16(),
            200,
            "{before}"
        );
    }
}

#[tokio::test]
async fn a_zero_in_a_text_is_a_mistake_of_its_sender_on_sqlite() {
    a_zero_in_a_text_is_a_mistake_of_its_sender(&database::sqlite()).await;
}

#[tokio::test]
async fn a_zero_in_a_text_is_a_mistake_of_its_sender_on_postgresql() {
    a_zero_in_a_text_is_a_mistake_of_its_sender(&database::postgres().await).await;
}
