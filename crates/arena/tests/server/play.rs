//! Watching games and playing Blobwar, also with the site's module.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use laplace_arena::contest::Game;
use laplace_arena::settings::Settings;
use laplace_arena::store::Milestone;
use laplace_arena::web::Site;
use serde_json::{Value, json};

use crate::database;
use crate::test_server::{TestServer, text};

async fn submit(server: &TestServer, token: &str, name: &str, content: &str) -> String {
    let request = Request::post("/api/contests/demo/submissions")
        .header("authorization", format!("Bearer {token}"))
        .header("x-file-name", name)
        .body(Body::from(content.to_owned()));
    let response = server.send(request.unwrap()).await;
    assert_eq!(response.status(), StatusCode::CREATED);
    let answer: Value = serde_json::from_str(&text(response).await).unwrap();
    answer["id"].as_str().unwrap().to_owned()
}

async fn watch(server: &TestServer, token: Option<&str>, id: &str, answer: &str) -> Response<Body> {
    let mut request = Request::get(format!("/c/demo/submissions/{id}/replay/{answer}"));
    if let Some(token) = token {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    server.send(request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn a_replay_is_shown_only_to_those_with_access() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, ada) = server.account("demo", "Ada").await;
    let (_, bob) = server.account("demo", "Bob").await;
    let (_, organiser) = server.account("", "Chief").await;
    let inputs = server.state.store.inputs("demo").await.unwrap();
    let seed = String::from_utf8(inputs[4].content.clone()).unwrap();
    let answer = format!("{}\n<script>alert(1)</script>\n", seed.trim());
    let id = submit(&server, &ada, "q5-output-1", &answer).await;
    for (token, status) in [
        (Some(&ada), StatusCode::OK),
        (Some(&organiser), StatusCode::OK),
        (Some(&bob), StatusCode::NOT_FOUND),
        (None, StatusCode::NOT_FOUND),
    ] {
        assert_eq!(watch(&server, token.map(String::as_str), &id, "q5-output-1").await.status(), status);
    }
    let page = text(watch(&server, Some(&ada), &id, "q5-output-1").await).await;
    assert!(page.contains("application/json") && page.contains("The demon, s = "), "{page}");
    assert!(!page.contains("<script>alert"), "{page}");
    assert_eq!(watch(&server, Some(&ada), &id, "q5-output-2").await.status(), StatusCode::NOT_FOUND);
    assert_eq!(watch(&server, Some(&ada), "x", "q5-output-1").await.status(), StatusCode::NOT_FOUND);
    server.state.store.set_milestone("demo", Milestone::End, None, "server").await.unwrap();
    assert_eq!(watch(&server, None, &id, "q5-output-1").await.status(), StatusCode::OK);
}

#[tokio::test]
async fn a_file_that_is_not_a_game_gives_a_page_and_reveals_nothing() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, ada) = server.account("demo", "Ada").await;
    let inputs = server.state.store.inputs("demo").await.unwrap();
    let right = laplace_games::demon::questions::answer_q1(&inputs[0].content).unwrap();
    let id = submit(&server, &ada, "q1-output-1", "nonsense").await;
    let page = text(watch(&server, Some(&ada), &id, "q1-output-1").await).await;
    assert!(page.contains("no game to watch"), "{page}");
    let telling = right.lines().max_by_key(|line| line.len()).unwrap();
    assert!(telling.len() > 3 && !page.contains(telling), "{telling}: {page}");
    let id = submit(&server, &ada, "q5-output-1", "not a seed").await;
    let page = text(watch(&server, Some(&ada), &id, "q5-output-1").await).await;
    assert!(page.contains("cannot be read"), "{page}");
}

async fn ask(server: &TestServer, address: &str, question: &Value) -> (StatusCode, Value) {
    let request = Request::post(format!("/blobwar/{address}")).body(Body::from(question.to_string()));
    let response = server.send(request.unwrap()).await;
    let status = response.status();
    (status, serde_json::from_str(&text(response).await).unwrap())
}

#[tokio::test]
async fn the_engine_plays_a_game_against_itself_to_the_end() {
    let server = TestServer::new(&database::sqlite()).await;
    let start = "x5o/7/7/7/7/7/o5x x 0 1";
    let mut moves: Vec<Value> = Vec::new();
    // Levels 2 and 1 in turns: a game of a few dozen moves.
    for turn in 0..200 {
        let question = json!({ "start": start, "rules": "passes", "moves": moves, "level": 2 - turn % 2, "since": moves.len() });
        let (status, answer) = ask(&server, "think", &question).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        let steps = answer["game"]["steps"].as_array().unwrap();
        moves.extend(steps.iter().map(|step| step["move"].clone()));
        if !answer["game"]["end"].is_null() {
            let question =
                json!({ "start": start, "rules": "passes", "moves": moves, "since": moves.len() - 1 });
            let (status, analysis) = ask(&server, "analyse", &question).await;
            assert_eq!((status, analysis["looks"].as_array().unwrap().len()), (StatusCode::OK, 2));
            assert_eq!(ask(&server, "think", &question).await.0, StatusCode::CONFLICT);
            return;
        }
    }
    unreachable!("no game lasts 200 moves here");
}

#[tokio::test]
async fn the_rule_is_that_of_the_variant_or_of_the_board() {
    let server = TestServer::new(&database::sqlite()).await;
    let shut_in = "8/8/xxxxxxxx/xxxxxxxx/ooooooox/oooooooo/oooooooo/oooooooo o 0 1";
    for (question, variant, winner) in [
        (json!({ "start": shut_in, "moves": [] }), "sheet", json!("o")),
        (json!({ "start": shut_in, "variant": "sheet", "moves": [] }), "sheet", json!("o")),
        (json!({ "start": shut_in, "variant": "course", "moves": [] }), "course", Value::Null),
        (json!({ "start": shut_in, "rules": "passes", "moves": [] }), "course", Value::Null),
        (json!({ "start": "startpos", "variant": "ataxx", "moves": ["b6"] }), "ataxx", Value::Null),
    ] {
        let (status, game) = ask(&server, "moves", &question).await;
        assert_eq!(status, StatusCode::OK, "{game}");
        assert_eq!((&game["variant"], &game["end"]["winner"]), (&json!(variant), &winner), "{question}");
    }
    let (status, _) =
        ask(&server, "moves", &json!({ "start": shut_in, "variant": "ataxx", "moves": [] })).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    for (language, rule) in
        [("en", "ends as soon as the player to move cannot"), ("fr", "s’arrête dès que le joueur")]
    {
        let request = Request::get(format!("/blobwar?lang={language}")).body(Body::empty()).unwrap();
        let page = text(server.send(request).await).await;
        assert!(page.contains(rule), "the sheet's rule stands on the page: {page}");
    }
}

#[tokio::test]
async fn nonsense_is_refused_and_the_page_is_there() {
    let server = TestServer::new(&database::sqlite()).await;
    for question in [
        json!({}),
        json!({ "start": "x", "rules": "passes", "moves": [] }),
        json!({ "start": "x5o/7/7/7/7/7/o5x x 0 1", "rules": "chess", "moves": [] }),
        json!({ "start": "x5o/7/7/7/7/7/o5x x 0 1", "rules": "ends", "moves": ["e4"] }),
        json!({ "start": "x5o/7/7/7/7/7/o5x x 0 1", "rules": "ends", "moves": [], "level": 11 }),
    ] {
        let (status, reply) = ask(&server, "think", &question).await;
        assert_eq!((status, reply["error"].as_str()), (StatusCode::BAD_REQUEST, Some("bad-request")));
    }
    let large = json!({ "start": "x".repeat(100_000), "rules": "ends", "moves": [] });
    let request = Request::post("/blobwar/moves").body(Body::from(large.to_string())).unwrap();
    assert_eq!(server.send(request).await.status(), StatusCode::PAYLOAD_TOO_LARGE);
    for (language, word) in [("en", "How to play"), ("fr", "Comment jouer")] {
        let request = Request::get(format!("/blobwar?lang={language}")).body(Body::empty()).unwrap();
        assert!(text(server.send(request).await).await.contains(word));
    }
}

/// A folder with the files of a site, and its removal.
struct SiteFolder(std::path::PathBuf);

impl SiteFolder {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = std::env::temp_dir().join(database::fresh_name());
        std::fs::create_dir(&folder).unwrap();
        for (name, content) in files {
            std::fs::write(folder.join(name), content).unwrap();
        }
        Self(folder)
    }
}

impl Drop for SiteFolder {
    fn drop(&mut self) {
        _ = std::fs::remove_dir_all(&self.0);
    }
}

const VERSION: (&str, &str) = ("version.txt", concat!(env!("CARGO_PKG_VERSION"), "\n"));
const WORKER: (&str, &str) = ("worker-source.js", "site.workerSource = \"\";");
const MODULE: (&str, &str) = ("module-source.js", "site.moduleSource = \"\";");

#[tokio::test]
async fn a_site_is_served_and_its_module_is_on_the_page_of_blobwar() {
    let folder =
        SiteFolder::new(&[VERSION, WORKER, MODULE, ("index.html", "<!doctype html><title>s</title>")]);
    let site = Some(Arc::new(Site::load(&folder.0).unwrap()));
    let settings = Settings { site, ..Settings::default() };
    let server = TestServer::with(&database::sqlite(), settings).await;
    let get = async |path: &str, tag: &str| {
        let request = Request::get(path).header("if-none-match", tag).body(Body::empty()).unwrap();
        server.send(request).await
    };
    let header =
        |response: &Response<Body>, name: &str| response.headers()[name].to_str().unwrap().to_owned();
    for (path, kind) in [
        ("/site/", "text/html; charset=utf-8"),
        ("/site/index.html", "text/html; charset=utf-8"),
        ("/site/module-source.js", "text/javascript; charset=utf-8"),
    ] {
        let response = get(path, "").await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        assert_eq!(header(&response, "content-type"), kind);
        assert!(header(&response, "content-security-policy").contains("'wasm-unsafe-eval'"), "{path}");
        let tag = header(&response, "etag");
        assert_eq!(get(path, &tag).await.status(), StatusCode::NOT_MODIFIED, "{path}");
    }
    assert_eq!(header(&get("/site", "").await, "location"), "/site/");
    for path in ["/site/other.js", "/site/..%2fversion.txt", "/site/%2e%2e", "/site/index.html/"] {
        assert_eq!(get(path, "").await.status(), StatusCode::NOT_FOUND, "{path}");
    }
    let blobwar = get("/blobwar", "").await;
    assert!(header(&blobwar, "content-security-policy").contains("'wasm-unsafe-eval'"));
    let page = text(blobwar).await;
    assert!(page.contains("/site/worker-source.js") && page.contains("/site/module-source.js"), "{page}");
    assert!(text(get("/?lang=fr", "").await).await.contains("/site/index.fr.html"));
    // Other pages run no WebAssembly.
    let home = get("/", "").await;
    assert!(!header(&home, "content-security-policy").contains("wasm"));
}

#[tokio::test]
async fn without_a_site_nothing_of_it_is_on_a_page() {
    let server = TestServer::new(&database::sqlite()).await;
    for path in ["/", "/blobwar"] {
        let response = server.send(Request::get(path).body(Body::empty()).unwrap()).await;
        assert!(!response.headers()["content-security-policy"].to_str().unwrap().contains("wasm"));
        assert!(!text(response).await.contains("/site/"), "{path}");
    }
}

#[test]
fn a_folder_that_is_not_a_site_of_this_version_is_refused() {
    let refused = |files: &[(&str, &str)]| Site::load(&SiteFolder::new(files).0).unwrap_err();
    assert!(refused(&[]).ends_with("no version.txt in it, so not a site"));
    assert!(
        refused(&[("version.txt", "0.0.9\n"), WORKER, MODULE]).contains("a site of version 0.0.9, expected")
    );
    assert!(refused(&[VERSION, WORKER]).ends_with("no module-source.js in it"));
    let missing = Site::load(std::path::Path::new("/no/such/folder")).unwrap_err();
    assert!(missing.starts_with("/no/such/folder: No such file"), "{missing}");
}
