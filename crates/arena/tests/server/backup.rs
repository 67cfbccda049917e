//! Backups: the same from SQLite and PostgreSQL, and restored into either.

use std::io::BufReader;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use laplace_arena::board::View;
use laplace_arena::contest::{Feedback, Game};
use laplace_arena::store::Store;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::database;
use crate::test_server::{TestServer, text};

async fn filled(address: &str) -> (TestServer, String) {
    let server = TestServer::new(address).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, token) = server.account("demo", "Ada").await;
    assert_eq!(submit(&server, &token, "nonsense").await, StatusCode::CREATED);
    (server, token)
}

async fn submit(server: &TestServer, token: &str, body: &'static str) -> StatusCode {
    let request = Request::post("/api/contests/demo/submissions")
        .header("authorization", format!("Bearer {token}"))
        .header("x-file-name", "q1-output-1");
    let response = server.send(request.body(Body::from(body)).unwrap()).await;
    let status = response.status();
    assert!(status.is_success(), "{}", text(response).await);
    status
}

async fn backup_of(store: &Store) -> Vec<u8> {
    let mut bytes = Vec::new();
    store.back_up(&mut bytes).await.unwrap();
    bytes
}

/// The lines, sorted: databases return rows in any order.
fn sorted(bytes: &[u8]) -> Vec<&str> {
    let mut lines: Vec<&str> = std::str::from_utf8(bytes).unwrap().lines().collect();
    lines.pop();
    lines.sort_unstable();
    lines
}

async fn a_backup_moves(from: &str, to: &str) {
    let (server, token) = filled(from).await;
    let bytes = backup_of(&server.state.store).await;
    let moved = TestServer::new(to).await;
    assert!(moved.state.store.is_empty().await.unwrap());
    moved.state.store.restore(BufReader::new(bytes.as_slice())).await.unwrap();
    assert_eq!(sorted(&backup_of(&moved.state.store).await), sorted(&bytes));
    // The tokens are valid, and new rows get new ids.
    assert_eq!(submit(&moved, &token, "more nonsense").await, StatusCode::CREATED);
    let contest = moved.state.store.contest("demo").await.unwrap();
    let shown = moved.state.boards.get(&moved.state.store, &contest, View::Public).await.unwrap();
    assert_eq!(shown.board.rows[0].cells[0].judged, 2);
}

#[tokio::test]
async fn a_backup_moves_from_sqlite_to_postgresql() {
    a_backup_moves(&database::sqlite(), &database::postgres().await).await;
}

#[tokio::test]
async fn a_backup_moves_from_postgresql_to_sqlite() {
    a_backup_moves(&database::postgres().await, &database::sqlite()).await;
}

/// The same backup as it was before contests had a feedback and teams a school.
fn older(bytes: &[u8]) -> Vec<u8> {
    let mut hash = Sha256::new();
    let mut text = String::new();
    for line in std::str::from_utf8(bytes).unwrap().lines() {
        let mut value: Value = serde_json::from_str(line).unwrap();
        // The columns that each had then: later ones are behind them.
        match value["t"].as_str() {
            Some("contests") => value["r"].as_array_mut().unwrap().truncate(11),
            Some("accounts") => value["r"].as_array_mut().unwrap().truncate(8),
            _ => {}
        }
        if value.get("end").is_some() {
            let digest = hash.clone().finalize();
            let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
            value["end"]["sha256"] = hex.into();
        }
        let line = format!("{value}\n");
        hash.update(&line);
        text += &line;
    }
    text.into_bytes()
}

#[tokio::test]
async fn an_older_backup_is_restored_with_the_defaults_of_new_columns() {
    let (server, _) = filled(&database::sqlite()).await;
    let store = &server.state.store;
    store.set_feedback("demo", Feedback::Verdict, "server").await.unwrap();
    let older = older(&backup_of(store).await);
    for address in [database::sqlite(), database::postgres().await] {
        let moved = Store::open(&address).await.unwrap();
        moved.restore(BufReader::new(older.as_slice())).await.unwrap();
        let contest = moved.contest("demo").await.unwrap();
        assert_eq!((contest.feedback, contest.hidden, contest.max_extra), (Feedback::Full, false, 0));
        let teams = moved.accounts("demo").await.unwrap();
        assert!(!teams.is_empty() && teams.iter().all(|team| team.school.is_empty() && team.extra == 0));
    }
}

#[tokio::test]
async fn a_broken_backup_changes_nothing() {
    let (server, _) = filled(&database::sqlite()).await;
    let store = &server.state.store;
    let good = backup_of(store).await;
    let mut changed = good.clone();
    let place = changed.windows(5).position(|bytes| bytes == b"\"Ada\"").unwrap();
    changed[place + 1] = b'B';
    for broken in [&good[..good.len() / 2], &changed, b"{}\n", b"", b"nonsense"] {
        assert!(store.restore(BufReader::new(broken)).await.is_err());
        assert_eq!(backup_of(store).await, good);
    }
}
