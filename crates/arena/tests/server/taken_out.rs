//! A disqualified team is hidden everywhere; once the results are final no team is disqualified or reinstated.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use laplace_arena::board::View;
use laplace_arena::contest::Game;
use laplace_arena::store::{Milestone, Store};
use serde_json::Value;

use crate::browser::Browser;
use crate::database;
use crate::test_server::{TestServer, text};

async fn ask(server: &TestServer, token: Option<&str>, path: &str) -> (StatusCode, String) {
    let mut request = Request::get(format!("/api/contests/demo{path}"));
    if let Some(token) = token {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    let response = server.send(request.body(Body::empty()).unwrap()).await;
    (response.status(), text(response).await)
}

/// The types and ids of the objects that a feed from the beginning leaves.
async fn fed(server: &TestServer, token: Option<&str>) -> Vec<(String, String)> {
    let (_, text) = ask(server, token, "/event-feed?stream=false").await;
    let mut known = Vec::new();
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let Some(id) = line["id"].as_str() else { continue };
        let key = (line["type"].as_str().unwrap().to_owned(), id.to_owned());
        known.retain(|other| *other != key);
        if !line["data"].is_null() {
            known.push(key);
        }
    }
    known.sort();
    known
}

async fn rows(server: &TestServer) -> Vec<(usize, String)> {
    let contest = server.state.store.contest("demo").await.unwrap();
    let shown = server.state.boards.get(&server.state.store, &contest, View::Public).await.unwrap();
    shown.board.rows.iter().map(|row| (row.rank, row.name.clone())).collect()
}

async fn set_disabled(store: &Store, team: &str, disabled: bool) -> bool {
    let account = store.account(team).await.unwrap();
    store.set_disabled(&account, disabled, "server").await.is_ok()
}

async fn a_disqualified_team_is_hidden_unless_the_results_are_final(address: &str) {
    let server = TestServer::new(address).await;
    server.contest("demo", Game::Well, 1).await;
    let (_, boss) = server.account("", "Boss").await;
    let ((ada, token), (bob, bobs)) =
        (server.account("demo", "Ada").await, server.account("demo", "Bob").await);
    for token in [&token, &bobs] {
        let request = Request::post("/api/contests/demo/submissions")
            .header("authorization", format!("Bearer {token}"))
            .header("x-file-name", "Tetris-1.out");
        assert_eq!(
            server.send(request.body(Body::from("0 0\n")).unwrap()).await.status(),
            StatusCode::CREATED
        );
    }
    let store = &server.state.store;
    let everything = fed(&server, None).await;
    assert!(set_disabled(store, &ada, true).await);
    store.set_milestone("demo", Milestone::End, None, "server").await.unwrap();
    for path in ["/submissions", "/judgements", "/teams", "/submissions?team_id=", "/scoreboard"] {
        let (_, public) = ask(&server, None, path).await;
        assert!(!public.contains(&ada) && !public.contains("\"1-1\""), "{path}: {public}");
    }
    for path in ["/submissions/1-1", "/judgements/1-1", "/submissions/1/files/Tetris-1.out"] {
        assert_eq!(ask(&server, None, path).await.0, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(ask(&server, Some(&boss), path).await.0, StatusCode::OK, "{path}");
    }
    let page = Browser::new(&server);
    assert!(!page.page("/c/demo/submissions").await.contains("/submissions/1\""));
    assert_eq!(page.get("/c/demo/submissions/1").await.status(), StatusCode::NOT_FOUND);
    assert!(fed(&server, None).await.iter().all(|(_, id)| *id != ada && id != "1-1"));
    assert_eq!(fed(&server, Some(&boss)).await, everything);
    // Back in, and everything is there again.
    assert!(set_disabled(store, &ada, false).await);
    assert_eq!(fed(&server, None).await, everything);
    assert!(set_disabled(store, &bob, true).await);
    store.set_milestone("demo", Milestone::Finalize, None, "server").await.unwrap();
    // Final results: a team disabled now stays on the board, and a disqualified one stays disqualified.
    let last = rows(&server).await;
    assert_eq!(last, [(1, "Ada".into())]);
    assert!(set_disabled(store, &ada, true).await);
    assert_eq!(ask(&server, Some(&token), "").await.0, StatusCode::UNAUTHORIZED);
    assert!(!set_disabled(store, &bob, false).await);
    assert_eq!(rows(&server).await, last);
    assert!(ask(&server, None, "/teams").await.1.contains(&ada));
    assert!(set_disabled(store, &ada, false).await);
    assert_eq!(ask(&server, Some(&token), "").await.0, StatusCode::OK);
}

#[tokio::test]
async fn a_disqualified_team_is_hidden_unless_the_results_are_final_on_sqlite() {
    a_disqualified_team_is_hidden_unless_the_results_are_final(&database::sqlite()).await;
}

#[tokio::test]
async fn a_disqualified_team_is_hidden_unless_the_results_are_final_on_postgresql() {
    a_disqualified_team_is_hidden_unless_the_results_are_final(&database::postgres().await).await;
}
