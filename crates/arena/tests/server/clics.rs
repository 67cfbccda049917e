//! The CLICS contest API: one contest from before its start to its end, on both databases.
//!
//! After an intended change: `INSTA_UPDATE=always cargo test -p laplace-arena --test server clics`.

use std::fmt::Write;

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::database;
use crate::test_server::{TestServer, text};

/// A visitor: a server, a token or none, and the ids that no snapshot should show.
struct Visitor<'a> {
    server: &'a TestServer,
    name: &'static str,
    token: Option<String>,
}

impl Visitor<'_> {
    async fn ask(&self, method: &str, path: &str, body: &Value) -> (StatusCode, String) {
        let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
        self.send(Request::builder().method(method).uri(format!("/api/{path}")), body).await
    }

    async fn get(&self, path: &str) -> Value {
        let (status, text) = self.ask("GET", path, &Value::Null).await;
        assert_eq!(status, StatusCode::OK, "{path}: {text}");
        serde_json::from_str(&text).unwrap_or_else(|_| text.into())
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        let (status, text) = self.ask("POST", path, &body).await;
        assert!(status.is_success(), "{path}: {status} {text}");
        serde_json::from_str(&text).unwrap()
    }

    async fn submit(&self, name: &str, body: &str) -> Value {
        let request = Request::post("/api/contests/demo/submissions").header("x-file-name", name);
        let (status, text) = self.send(request, Body::from(body.to_owned())).await;
        assert_eq!(status, StatusCode::CREATED, "{text}");
        serde_json::from_str(&text).unwrap()
    }

    async fn send(&self, request: axum::http::request::Builder, body: Body) -> (StatusCode, String) {
        let request = match &self.token {
            Some(token) => request.header("authorization", format!("Bearer {token}")),
            None => request,
        };
        let response = self.server.send(request.body(body).unwrap()).await;
        (response.status(), text(response).await)
    }

    async fn feed(&self) -> Vec<Value> {
        let path = "contests/demo/event-feed?stream=false";
        let (_, text) = self.ask("GET", path, &Value::Null).await;
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// Replaces times and random ids by placeholders.
fn redact(value: &mut Value, ids: &[(String, &'static str)]) {
    match value {
        Value::String(text) => {
            let is_span = text.contains(':') && text.bytes().all(|byte| b"0123456789:.-".contains(&byte));
            if text.starts_with("20") && text.ends_with("+00:00") {
                *text = "[time]".into();
            } else if text.starts_with("rank,") {
                // A table: each time of it.
                let cells = text.split(',').map(|cell| match cell.ends_with("+00:00") {
                    true => "[time]",
                    false => cell,
                });
                *text = cells.collect::<Vec<_>>().join(",");
            } else if is_span {
                *text = "[span]".into();
            } else if let Some((_, name)) = ids.iter().find(|(id, _)| id == text) {
                *text = format!("[{name}]");
            }
        }
        Value::Array(list) => list.iter_mut().for_each(|value| redact(value, ids)),
        Value::Object(object) => object.values_mut().for_each(|value| redact(value, ids)),
        _ => {}
    }
}

async fn seen(visitor: &Visitor<'_>, paths: &[&str], ids: &[(String, &'static str)]) -> String {
    let mut seen = String::new();
    for path in paths {
        let mut value = visitor.get(&format!("contests/demo{path}")).await;
        redact(&mut value, ids);
        writeln!(seen, "GET {path} ({})\n{value:#}", visitor.name).unwrap();
    }
    seen
}

async fn a_contest_from_its_start_to_its_end(address: &str) {
    let server = TestServer::new(address).await;
    let (_, token) = server.account("", "Organiser").await;
    let organiser = Visitor { server: &server, name: "organiser", token: Some(token) };
    let public = Visitor { server: &server, name: "public", token: None };
    let draft = json!({ "id": "demo", "game": "demon", "title": "Demo", "seed": 7, "inputs": 1,
        "start_time": "+1h", "end_time": "+3h" });
    organiser.post("contests", draft).await;
    let teams = json!([{ "name": "Ada" }, { "name": "=Bob" }]);
    let made = organiser.post("contests/demo/teams", teams).await;
    let team = |place: usize, name| {
        let token = made[place]["token"].as_str().unwrap().to_owned();
        (
            made[place]["id"].as_str().unwrap().to_owned(),
            Visitor { server: &server, name, token: Some(token) },
        )
    };
    let ((ada_id, ada), (bob_id, bob)) = (team(0, "Ada"), team(1, "Bob"));
    let ids = [(ada_id, "ada"), (bob_id, "bob")];

    assert_eq!(public.get("").await["version"], "2023-06");
    let paths = ["", "/state", "/problems", "/teams", "/scoreboard", "/access"];
    assert_snapshot!("before", seen(&public, &paths, &ids).await);
    assert_eq!(organiser.get("contests/demo/problems").await.as_array().unwrap().len(), 5);
    assert_eq!(bob.ask("GET", "contests/demo/problems/1/input", &Value::Null).await.0, StatusCode::NOT_FOUND);

    organiser.post("contests/demo/moments/start", Value::Null).await;
    let inputs = server.state.store.inputs("demo").await.unwrap();
    let right = laplace_games::demon::questions::answer_q1(&inputs[0].content).unwrap();
    ada.submit("q1-output-1", &right).await;
    ada.submit("q2-output-1", "nonsense\n").await;
    let paths =
        ["/problems", "/judgement-types", "/languages", "/submissions", "/judgements/1-1", "/scoreboard"];
    assert_snapshot!("running", seen(&public, &paths, &ids).await);
    let filtered = public.get("contests/demo/submissions?problem_id=2&language_id=text").await;
    assert_eq!((filtered.as_array().unwrap().len(), &filtered[0]["id"]), (1, &json!("2-2")));
    assert_snapshot!("own", seen(&ada, &["/account", "/results", "/submissions/1-1"], &ids).await);

    organiser.post("contests/demo/moments/freeze", Value::Null).await;
    bob.submit("q1-output-1", &right).await;
    frozen(&organiser, &public, &ada, &bob).await;
    assert_snapshot!("frozen", seen(&public, &["/scoreboard", "/judgements"], &ids).await);
    files_are_for_their_team(&organiser, &public, &ada, &bob, &right).await;
    submit_as_clics(&ada, &right).await;

    organising(&organiser, &ada).await;
    organiser.post("contests/demo/moments/end", Value::Null).await;
    organiser.post("contests/demo/moments/finalize", Value::Null).await;
    let path = "contests/demo/submissions/3/files/q1-output-1";
    assert_eq!(public.ask("GET", path, &Value::Null).await, (StatusCode::OK, right));
    assert_snapshot!("over", seen(&public, &["/state", "/scoreboard", "/scoreboard.csv"], &ids).await);
    let mut feed: Value = public.feed().await.into();
    redact(&mut feed, &ids);
    let last = feed.as_array().unwrap().last().unwrap();
    assert!(last["type"] == "state" && !last["data"]["end_of_updates"].is_null(), "{last}");
    let lines: String = feed.as_array().unwrap().iter().map(|line| format!("{line}\n")).collect();
    assert_snapshot!("feed", lines);
}

/// What the freeze hides from each visitor.
async fn frozen(organiser: &Visitor<'_>, public: &Visitor<'_>, ada: &Visitor<'_>, bob: &Visitor<'_>) {
    for (visitor, sees) in [(organiser, true), (bob, true), (public, false), (ada, false)] {
        let status = if sees { StatusCode::OK } else { StatusCode::NOT_FOUND };
        let (found, _) = visitor.ask("GET", "contests/demo/judgements/3-1", &Value::Null).await;
        assert_eq!(found, status, "{}", visitor.name);
        let all = visitor.get("contests/demo/judgements").await;
        assert_eq!(all.as_array().unwrap().len(), if sees { 3 } else { 2 }, "{}", visitor.name);
        let feed = visitor.feed().await;
        let of = |kind: &str| feed.iter().filter(|line| line["type"] == kind && line["id"] == "3-1").count();
        assert_eq!((of("submissions"), of("judgements")), (1, usize::from(sees)), "{}", visitor.name);
    }
}

async fn files_are_for_their_team(
    organiser: &Visitor<'_>,
    public: &Visitor<'_>,
    ada: &Visitor<'_>,
    bob: &Visitor<'_>,
    right: &str,
) {
    let path = "contests/demo/submissions/1/files/q1-output-1";
    for (visitor, sees) in [(organiser, true), (ada, true), (public, false), (bob, false)] {
        let (status, text) = visitor.ask("GET", path, &Value::Null).await;
        assert_eq!(status == StatusCode::OK, sees, "{}", visitor.name);
        assert_eq!(text == right, sees, "{}", visitor.name);
    }
}

/// Submits one problem and one archive as JSON; the submission and its archive can be read again.
async fn submit_as_clics(ada: &Visitor<'_>, right: &str) {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    archive.start_file("any name", zip::write::SimpleFileOptions::default()).unwrap();
    std::io::Write::write_all(&mut archive, right.as_bytes()).unwrap();
    let data = BASE64.encode(archive.finish().unwrap().into_inner());
    let proposed =
        json!({ "problem_id": "1", "language_id": "text", "team_id": null, "files": [{ "data": data }] });
    let request = || {
        let request = Request::post("/api/contests/demo/submissions");
        request.header("content-type", "application/json").header("idempotency-key", "clics")
    };
    let (status, text) = ada.send(request(), Body::from(proposed.to_string())).await;
    assert_eq!(status, StatusCode::CREATED, "{text}");
    let made: Value = serde_json::from_str(&text).unwrap();
    let id = made["id"].as_str().unwrap();
    assert_eq!(made, ada.get(&format!("contests/demo/submissions/{id}")).await);
    assert_eq!(ada.get(&format!("contests/demo/judgements/{id}")).await["judgement_type_id"], "AC");
    assert_eq!(made["files"][0]["mime"], "application/zip");
    let archive = Request::get(format!("/api/{}", made["files"][0]["href"].as_str().unwrap()))
        .header("authorization", format!("Bearer {}", ada.token.as_deref().unwrap()));
    let archive = ada.server.send(archive.body(Body::empty()).unwrap()).await;
    let archive = to_bytes(archive.into_body(), usize::MAX).await.unwrap();
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(archive)).unwrap();
    assert_eq!(std::io::read_to_string(archive.by_name("q1-output-1").unwrap()).unwrap(), right);
    let (again, _) = ada.send(request(), Body::from(proposed.to_string())).await;
    assert_eq!(again, StatusCode::OK, "the same key");
    for (field, value) in [
        ("problem_id", json!("77")),
        ("language_id", json!("rust")),
        ("team_id", json!("other")),
        ("time", json!("2026-01-01T00:00:00Z")),
        ("files", json!([])),
        ("files", json!([{ "data": "AAAA" }])),
    ] {
        let mut wrong = proposed.clone();
        wrong[field] = value;
        let (status, text) = ada.send(request(), Body::from(wrong.to_string())).await;
        assert!(status.is_client_error(), "{field}");
        let reply: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(reply["code"], status.as_u16(), "{reply}");
    }
}

/// Requests that only organisers may send.
async fn organising(organiser: &Visitor<'_>, ada: &Visitor<'_>) {
    let rejudging = organiser.post("contests/demo/rejudgings", json!({ "reason": "to be sure" })).await;
    assert_eq!(rejudging["changes"], json!([]));
    let path = format!("contests/demo/rejudgings/{}/apply", rejudging["id"].as_str().unwrap());
    assert_eq!(organiser.post(&path, Value::Null).await["state"], "applied");
    organiser.post("contests/demo/submissions/2/ignore", Value::Null).await;
    assert_eq!(ada.get("contests/demo/submissions").await.as_array().unwrap().len(), 3);
    organiser.post("contests/demo/submissions/2/restore", Value::Null).await;
    let audit = organiser.get("contests/demo/audit").await;
    assert!(audit.as_array().unwrap().iter().any(|entry| entry["kind"] == "submission-ignored"));
    for path in ["moments/end", "teams", "rejudgings", "submissions/1/ignore"] {
        let (status, _) = ada.ask("POST", &format!("contests/demo/{path}"), &Value::Null).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "{path}");
    }
    assert_eq!(ada.ask("GET", "contests/demo/audit", &Value::Null).await.0, StatusCode::FORBIDDEN);
    let (status, _) = ada.ask("POST", "contests", &json!({ "id": "x", "game": "well" })).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_contest_from_its_start_to_its_end_on_sqlite() {
    a_contest_from_its_start_to_its_end(&database::sqlite()).await;
}

#[tokio::test]
async fn a_contest_from_its_start_to_its_end_on_postgresql() {
    a_contest_from_its_start_to_its_end(&database::postgres().await).await;
}

/// A contest that never ends has a duration all the same, as CLICS demands.
#[tokio::test]
async fn a_practice_contest_has_a_duration_and_no_nulls_where_none_may_be() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", laplace_arena::contest::Game::Demon, 1).await;
    let (_, token) = server.account("demo", "Ada").await;
    let public = Visitor { server: &server, name: "public", token: None };
    let contest = public.get("contests/demo").await;
    assert_eq!((&contest["duration"], &contest["endless"]), (&json!("876000:00:00.000"), &json!(true)));
    let row = &public.get("contests/demo/scoreboard").await["rows"][0];
    assert!(row["score"].get("time").is_none() && row["problems"][0].get("time").is_none(), "{row}");
    let basic = format!("Basic {}", BASE64.encode(format!("ada:{token}")));
    let asked = |given: String| {
        let request = Request::get("/api/contests/demo/account").header("authorization", given);
        server.send(request.body(Body::empty()).unwrap())
    };
    assert_eq!(asked(basic).await.status(), StatusCode::OK);
    let other = asked(format!("Basic {}", BASE64.encode(format!("bob:{token}")))).await;
    assert_eq!(other.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(other.headers()["www-authenticate"], "Bearer");
}
