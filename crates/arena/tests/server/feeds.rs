//! A feed sends every judgement in the end, however the freeze was moved meanwhile.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use laplace_arena::contest::Game;
use laplace_arena::store::{Milestone, now};
use serde_json::Value;

use crate::database;
use crate::test_server::{TestServer, text};

/// A client that reconnects with its last token.
struct Listener<'a> {
    server: &'a TestServer,
    token: String,
    judgements: Vec<String>,
}

impl Listener<'_> {
    /// Reads new lines; returns all judgements received so far.
    async fn listen(&mut self) -> &[String] {
        let path = format!("/api/contests/demo/event-feed?stream=false&since_token={}", self.token);
        let news = text(self.server.send(Request::get(path).body(Body::empty()).unwrap()).await).await;
        for line in news.lines() {
            let line: Value = serde_json::from_str(line).unwrap();
            self.token = line["token"].as_str().unwrap().to_owned();
            if line["type"] == "judgements" {
                self.judgements.push(line["id"].as_str().unwrap().to_owned());
            }
        }
        self.judgements.sort();
        self.judgements.dedup();
        &self.judgements
    }
}

async fn moving_the_freeze_loses_no_judgement(address: &str) {
    let server = TestServer::new(address).await;
    server.contest_from("demo", Game::Well, 1, Some(now() - 60_000)).await;
    let (_, token) = server.account("demo", "Ada").await;
    let submit = || async {
        let request = Request::post("/api/contests/demo/submissions")
            .header("authorization", format!("Bearer {token}"))
            .header("x-file-name", "Tetris-1.out");
        let response = server.send(request.body(Body::from("0 0\n")).unwrap()).await;
        assert_eq!(response.status(), StatusCode::CREATED);
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    };
    let store = &server.state.store;
    let set = |moment, at| async move { store.set_milestone("demo", moment, at, "server").await.unwrap() };
    let mut listener = Listener { server: &server, token: "0".into(), judgements: Vec::new() };
    let first = now() - 1_000;
    set(Milestone::Freeze, Some(first)).await;
    submit().await;
    assert!(listener.listen().await.is_empty());
    // Later, so that the answer is shown; then a thaw knows only of the new time.
    let second = now();
    submit().await;
    set(Milestone::Freeze, Some(second)).await;
    assert_eq!(listener.listen().await, ["1-1"]);
    // Thawed and frozen again before the client reconnects.
    set(Milestone::Thaw, None).await;
    set(Milestone::Freeze, None).await;
    submit().await;
    assert_eq!(listener.listen().await, ["1-1", "2-1"]);
    set(Milestone::Thaw, None).await;
    assert_eq!(listener.listen().await, ["1-1", "2-1", "3-1"]);
}

#[tokio::test]
async fn moving_the_freeze_loses_no_judgement_on_sqlite() {
    moving_the_freeze_loses_no_judgement(&database::sqlite()).await;
}

#[tokio::test]
async fn moving_the_freeze_loses_no_judgement_on_postgresql() {
    moving_the_freeze_loses_no_judgement(&database::postgres().await).await;
}
