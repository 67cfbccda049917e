//! Contests about an organiser's own inputs: by the form, the API and the command.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use axum::body::Body;
use axum::http::Request;
use laplace_arena::contest::Game;
use laplace_arena::store::Store;
use laplace_games::demon::questions::answer_q1;
use serde_json::{Value, json};

use crate::bad::{self, Entry, Lies};
use crate::database;
use crate::test_server::{TestServer, text};

async fn post(server: &TestServer, path: &str, kind: &str, token: &str, body: Vec<u8>) -> (u16, String) {
    let request = Request::post(path)
        .header("authorization", format!("Bearer {token}"))
        .header("x-file-name", "q1-output-73")
        .header("content-type", kind);
    let response = server.send(request.body(Body::from(body)).unwrap()).await;
    (response.status().as_u16(), text(response).await)
}

async fn names(store: &Store, contest: &str) -> Vec<String> {
    store
        .inputs(contest)
        .await
        .unwrap()
        .iter()
        .map(|input| format!("{} {}", input.name, input.answer))
        .collect()
}

#[tokio::test]
async fn the_api_takes_own_inputs_and_names_what_is_wrong_with_them() {
    let server = TestServer::new(&database::sqlite()).await;
    let (_, organiser) = server.account("", "Olga").await;
    let contest =
        |files: Value| json!({ "id": "own", "game": "demon", "files": files }).to_string().into_bytes();
    let make = |files: Value| post(&server, "/api/contests", "application/json", &organiser, contest(files));
    for (files, expected) in [
        (json!([{ "name": "q1-input-1", "content": "x" }]), "`q1-input-1`: line 1: found `x`, expected "),
        (json!([{ "name": "notes.txt", "content": "x" }]), "`notes.txt`: expected a name like qN-input-K"),
        (json!([{ "name": "q3-input-2", "content": "1 0 0\n1 11 0\n" }]), "`q3-input-2`: line 2: "),
    ] {
        let (status, reply) = make(files).await;
        let reply: Value = serde_json::from_str(&reply).unwrap();
        assert!(status == 400 && reply["message"].as_str().unwrap().starts_with(expected), "{reply}");
    }
    let seeded = json!({ "id": "own", "game": "demon", "seed": 1, "files": [{ "name": "q1-input-1", "content": "1" }] });
    let (status, _) =
        post(&server, "/api/contests", "application/json", &organiser, seeded.to_string().into_bytes()).await;
    assert_eq!(status, 400);
    let files =
        json!([{ "name": "q5-input-2", "content": "231" }, { "name": "q1-input-73", "content": "231\n" }]);
    assert_eq!(make(files).await.0, 201);
    assert_eq!(
        names(&server.state.store, "own").await,
        ["q1-input-73 q1-output-73", "q5-input-2 q5-output-2"]
    );
    // They are served and judged like generated ones.
    let (_, token) = server.account("own", "Ada").await;
    let answer = answer_q1(b"231").unwrap().into_bytes();
    let (status, reply) = post(&server, "/api/contests/own/submissions", "text/plain", &token, answer).await;
    assert!(status == 201 && reply.contains("\"outcome\":\"right\""), "{reply}");
    let request = Request::get("/c/own/inputs/q1-input-73").body(Body::empty()).unwrap();
    assert_eq!(text(server.send(request).await).await, "231\n");
}

fn multipart(fields: &[(&str, &str)], files: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut body = Vec::new();
    for (name, value) in fields {
        body.extend(
            format!("--b\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n").into_bytes(),
        );
    }
    for (name, content) in files {
        let head =
            format!("--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"{name}\"\r\n\r\n");
        body.extend(head.into_bytes());
        body.extend(content);
        body.extend(b"\r\n");
    }
    body.extend(b"--b--\r\n");
    body
}

#[tokio::test]
async fn the_form_takes_own_inputs_also_as_an_archive_and_keeps_what_was_typed() {
    let server = TestServer::new(&database::sqlite()).await;
    let (_, organiser) = server.account("", "Olga").await;
    let kind = "multipart/form-data; boundary=b";
    let fields = |id: &'static str, game: &'static str| {
        [
            ("game", game),
            ("title", "My title"),
            ("id", id),
            ("seed", "7"),
            ("inputs", ""),
            ("feedback", "full"),
        ]
    };
    let make = |body: Vec<u8>| post(&server, "/organise/new", kind, &organiser, body);
    let wrong = [("Tetris-1.in", b"2\n1 9\n".to_vec())];
    let (status, page) = make(multipart(&fields("mine", "well"), &wrong)).await;
    assert!(status == 400 && page.contains("Tetris-1.in") && page.contains("My title"), "{page}");
    let archive = bad::zip(
        &[Entry::new("tests/Tetris-37.in", "2\n1 7\n"), Entry::new("tests/README", "x")],
        Lies::default(),
    );
    assert_eq!(make(multipart(&fields("mine", "well"), &[("tests.zip", archive)])).await.0, 303);
    assert_eq!(names(&server.state.store, "mine").await, ["Tetris-37.in Tetris-37.out"]);
    // A browser sends an empty file if none was chosen: the well then has the task's ten tests.
    assert_eq!(make(multipart(&fields("ten", "well"), &[("", Vec::new())])).await.0, 303);
    let ten = server.state.store.inputs("ten").await.unwrap();
    let figures: Vec<i64> = ten.iter().map(|input| input.bound).collect();
    assert_eq!(figures, [20, 50, 200, 500, 1_000, 2_000, 3_000, 5_000, 10_000, 10_000]);
    assert_eq!(make(multipart(&fields("two", "demon"), &[])).await.0, 303);
    assert_eq!(server.state.store.inputs("two").await.unwrap().len(), 10);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_takes_files_folders_and_archives() {
    let database = database::sqlite();
    let folder = PathBuf::from(&database).with_extension("own");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("q1-input-73"), "231\n").unwrap();
    fs::write(folder.join("q2-input-37"), "1 5 5 0\n").unwrap();
    fs::write(folder.join("notes.txt"), "not an input").unwrap();
    let archive = folder.join("more.zip");
    fs::write(&archive, bad::zip(&[Entry::new("q5-input-4", "12\n")], Lies::default())).unwrap();
    let new = |game: &str, id: &str, options: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_laplace-arena"));
        let run =
            command.args(["--database", &database, "new", game, "--id", id]).args(options).output().unwrap();
        (run.status.code(), String::from_utf8(run.stderr).unwrap())
    };
    let place = folder.display().to_string();
    let packed = archive.display().to_string();
    let (code, message) = new("demon", "own", &["--files", &place, "--files", &packed]);
    assert_eq!((code, message.as_str()), (Some(0), "contest own created, 3 inputs of your own\n"));
    let loose = folder.join("notes.txt").display().to_string();
    let (code, message) = new("demon", "loose", &["--files", &loose]);
    assert!(code == Some(1) && message.contains("`notes.txt`: expected a name like qN-input-K"), "{message}");
    fs::write(folder.join("q4-input-1"), "231\n1 x 0\n").unwrap();
    let (code, message) = new("demon", "broken", &["--files", &place]);
    assert!(code == Some(1) && message.contains("`q4-input-1`: line 2"), "{message}");
    assert_eq!(new("well", "ten", &[]).0, Some(0));
    assert_eq!(new("well", "both", &["--files", &place, "--seed", "1"]).0, Some(2));
    let store = Store::open(&database).await.unwrap();
    let own = names(&store, "own").await;
    assert_eq!(own, ["q1-input-73 q1-output-73", "q2-input-37 q2-output-37", "q5-input-4 q5-output-4"]);
    assert_eq!((store.inputs("ten").await.unwrap().len(), store.contests().await.unwrap().len()), (10, 2));
    assert_eq!(store.contest("ten").await.unwrap().game, Game::Well);
    fs::remove_dir_all(folder).unwrap();
}
