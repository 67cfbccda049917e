//! `laplace submit`, to a real server and to one whose first response is an error.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;

use insta::assert_snapshot;
use laplace_arena::app::{AppState, app};
use laplace_arena::auth::{Secret, hash_of};
use laplace_arena::contest::{Draft, Feedback, Game, Input, make};
use laplace_arena::settings::Settings;
use laplace_arena::store::{NewAccount, Store};

use crate::user::{Folder, laplace};

/// A server that runs until this is dropped.
struct Server {
    _runtime: tokio::runtime::Runtime,
    inputs: Vec<Input>,
    url: String,
    token: Secret,
}

impl Server {
    fn new(folder: &Folder) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let inputs = make(Game::Demon, 7, 1);
        let database = folder.path().join("arena.db");
        let token = Secret::new();
        let hash = hash_of(token.as_str());
        let kept = inputs.clone();
        let url = runtime.block_on(async move {
            let store = Store::open(&database.display().to_string()).await.unwrap();
            let draft = Draft {
                id: "demo".into(),
                title: "Demo".into(),
                game: Game::Demon,
                seed: 7,
                inputs: 1,
                open: false,
                starts_at: None,
                ends_at: None,
                frozen_at: None,
                feedback: Feedback::Full,
            };
            store.make_contest(&draft, &kept, "test").await.unwrap();
            let team = NewAccount {
                contest: "demo".into(),
                login: "ada".into(),
                name: "Ada".into(),
                token: Some(hash),
                ..NewAccount::default()
            };
            store.make_account(&team, None, "test").await.unwrap();
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            let router = app(AppState::new(store, Settings::default()));
            tokio::spawn(axum::serve(listener, router).into_future());
            format!("http://{address}/c/demo")
        });
        Self { _runtime: runtime, inputs, url, token }
    }
}

#[test]
fn a_folder_is_submitted_and_every_file_is_reported() {
    let here = Folder::new("submit");
    let server = Server::new(&here);
    std::fs::create_dir(here.path().join("outputs")).unwrap();
    let right = laplace_games::demon::questions::answer_q1(&server.inputs[0].content).unwrap();
    here.put("outputs/q1-output-1", &right);
    let submit = |words: &[&str]| {
        let args = [&["submit", &server.url, "--token", server.token.as_str()], words].concat();
        laplace(&args, b"", here.path()).replace(&server.url, "URL")
    };
    assert_snapshot!("submit_right", submit(&["outputs"]));
    here.put("outputs/q2-output-1", "nonsense\n");
    here.put("outputs/q9-output-1", "no such question\n");
    here.put("notes.txt", "not an answer\n");
    assert_snapshot!("submit_wrong", submit(&["outputs"]));
    let one = submit(&["outputs/q1-output-1", "notes.txt", "--json"]);
    assert!(one.starts_with("exit code 0\n----- stdout\n{\"id\":\"3\",\"contest_id\":\"demo\""), "{one}");
    assert!(one.contains("\"unknown\":[\"notes.txt\"]"), "{one}");
    // In the root of a project the answers are found in a subfolder.
    let found = submit(&["--json"]);
    assert!(
        found.starts_with("exit code 1\n") && found.contains("laplace: 2 answers in ./outputs\n"),
        "{found}"
    );
    std::fs::create_dir_all(here.path().join("empty/.hidden")).unwrap();
    here.put("empty/.hidden/q1-output-1", &right);
    assert_snapshot!("submit_nothing", submit(&["empty"]));
    for folder in ["two/a", "two/b"] {
        std::fs::create_dir_all(here.path().join(folder)).unwrap();
        here.put(&format!("{folder}/q1-output-1"), &right);
    }
    let twice = submit(&["two"]);
    assert!(twice.starts_with("exit code 2\n") && twice.contains("two files of this name"), "{twice}");
    let token = ["submit", &server.url, "outputs", "--token", "wrong"];
    assert_snapshot!("submit_token", laplace(&token, b"", here.path()).replace(&server.url, "URL"));
}

#[test]
fn wrong_arguments_of_submit_are_refused() {
    let here = Folder::new("submit-usage");
    assert_snapshot!("help_submit", laplace(&["submit", "--help"], b"", here.path()));
    let no_address = laplace(&["submit", "host/c/a", "--token", "x"], b"", here.path());
    assert!(no_address.starts_with("exit code 2\n"), "{no_address}");
    let no_token = laplace(&["submit", "http://127.0.0.1:1/c/a"], b"", here.path());
    assert!(no_token.starts_with("exit code 2\n"), "{no_token}");
}

#[test]
fn a_server_that_cannot_be_reached_is_tried_again_for_a_while_or_not() {
    let here = Folder::new("submit-unreachable");
    here.put("q1-output-1", "1\n");
    // A port that was free a moment ago, and that nothing listens on.
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let url = format!("http://127.0.0.1:{port}/c/demo");
    let once = laplace(&["submit", &url, "--token", "x", "--no-retry"], b"", here.path());
    assert!(once.starts_with("exit code 4\n") && !once.contains("retrying"), "{once}");
    // Far longer than the first try takes, so that there is a second.
    let again = laplace(&["submit", &url, "--token", "x", "--retry", "3"], b"", here.path());
    assert!(again.starts_with("exit code 4\n") && again.contains("retrying in 500 ms"), "{again}");
}

/// Answers one request, and returns its head.
fn answer_one(listener: &TcpListener, answer: &str) -> String {
    let (mut stream, _) = listener.accept().unwrap();
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    let end = |bytes: &[u8]| bytes.windows(4).position(|four| four == b"\r\n\r\n");
    while end(&bytes).is_none() {
        let read = stream.read(&mut buffer).unwrap();
        bytes.extend(&buffer[..read]);
    }
    let head = String::from_utf8_lossy(&bytes[..end(&bytes).unwrap()]).to_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
    while bytes.len() < head.len() + 4 + length.parse::<usize>().unwrap() {
        let read = stream.read(&mut buffer).unwrap();
        bytes.extend(&buffer[..read]);
    }
    stream.write_all(answer.as_bytes()).unwrap();
    head
}

#[test]
fn a_failed_request_is_sent_again_with_the_same_idempotency_key() {
    let here = Folder::new("submit-again");
    here.put("q1-output-1", "1\n");
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/c/demo", listener.local_addr().unwrap());
    let server = thread::spawn(move || {
        let busy = "HTTP/1.1 503 Busy\r\nretry-after: 0\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";
        let body = "{\"id\":\"1\",\"files\":[],\"unknown\":[]}";
        let length = body.len();
        let fine =
            format!("HTTP/1.1 201 Created\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n{body}");
        [answer_one(&listener, busy), answer_one(&listener, &fine)]
    });
    let seen = laplace(&["submit", &url, "--token", "secret"], b"", here.path());
    assert!(seen.starts_with("exit code 0\n----- stdout\nsubmission 1\n"), "{seen}");
    let key = |head: &str| {
        head.lines().find(|line| line.starts_with("idempotency-key: ")).map(str::to_owned).unwrap()
    };
    let heads = server.join().unwrap();
    assert_eq!(key(&heads[0]), key(&heads[1]));
    assert!(heads[0].contains("authorization: bearer secret"));
}
