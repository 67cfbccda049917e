//! Lists and events that are longer than a page: nothing is lost between pages, and one client cannot take all slots.

use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use laplace_arena::contest::Game;
use laplace_arena::judging::{Finding, Judged, Outcome};
use laplace_arena::limits::SlotLimits;
use laplace_arena::settings::Settings;
use laplace_arena::store::{Milestone, NewFile, NewSubmission, Notes, Packed, Store};
use serde_json::Value;

use crate::database;
use crate::test_server::{TestServer, text};
use crate::wait::wait_for_none;

const FILES: i64 = 10;

async fn fill(store: &Store, team: &str, many: usize) {
    let content = Packed::new(b"a game");
    let file = |input: i64| NewFile {
        input,
        content: content.clone(),
        judged: Judged { outcome: Outcome::Right, points: 10_000, score: 0, finding: Finding::Correct },
    };
    for _ in 0..many {
        let new = NewSubmission {
            contest: "demo".into(),
            team: team.into(),
            origin: "api",
            label: String::new(),
            arrived: std::time::Instant::now(),
            retry_key: None,
            archives: Vec::new(),
            notes: Notes::default(),
            files: (1..=FILES).map(file).collect(),
        };
        store.submit(new).await.unwrap();
    }
}

async fn get(server: &TestServer, path: &str) -> Response<Body> {
    let request = Request::get(format!("/api/contests/demo{path}"));
    server.send(request.body(Body::empty()).unwrap()).await
}

async fn ids(server: &TestServer, path: &str) -> Vec<String> {
    let list: Vec<Value> = serde_json::from_str(&text(get(server, path).await).await).unwrap();
    list.iter().map(|object| object["id"].as_str().unwrap().to_owned()).collect()
}

async fn nothing_is_left_out_at_the_edges_of_pages(address: &str) {
    let server = TestServer::new(address).await;
    server.contest("demo", Game::Demon, 2).await;
    let (team, _) = server.account("demo", "Ada").await;
    let store = &server.state.store;
    let all = |many: i64| -> Vec<String> {
        (1..=many).flat_map(|id| (1..=FILES).map(move |input| format!("{id}-{input}"))).collect()
    };
    store.set_milestone("demo", Milestone::Freeze, None, "server").await.unwrap();
    let mut filled = 0;
    // None, one less than a page, a page, one more, and whole pages.
    for many in [0, 24, 25, 26, 50, 75] {
        fill(store, &team, many - filled).await;
        filled = many;
        assert_eq!(ids(&server, "/submissions").await, all(many as i64), "{many}");
    }
    assert_eq!(ids(&server, "/submissions?problem_id=3").await.len(), 75);
    assert!(ids(&server, "/judgements").await.is_empty());
    let inputs = store.inputs("demo").await.unwrap();
    let looked_at = store.rejudge("demo", Game::Demon, &inputs[..1], "", "server").await.unwrap();
    assert_eq!(ids(&server, "/submissions").await.len(), 750, "what is only looked at counts nowhere");
    store.settle("demo", looked_at, true, "server").await.unwrap();
    let before = store.revision("demo").await.unwrap();
    store.set_milestone("demo", Milestone::Thaw, None, "server").await.unwrap();
    assert_eq!(ids(&server, "/judgements").await, all(75));
    // The thaw is one event of many pieces: only its last line has its number.
    let feed = format!("/event-feed?stream=false&since_token={before}");
    let news = text(get(&server, &feed).await).await;
    let lines: Vec<Value> = news.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let reply: Vec<&Value> = lines.iter().filter(|line| line["type"] == "judgements").collect();
    let tokens: Vec<&str> = reply.iter().map(|line| line["token"].as_str().unwrap()).collect();
    assert_eq!(reply.iter().map(|line| line["id"].as_str().unwrap()).collect::<Vec<_>>(), all(75));
    let (last, others) = tokens.split_last().unwrap();
    assert_eq!(*last, (before + 1).to_string());
    assert!(others.iter().all(|token| *token == before.to_string()));
}

#[tokio::test]
async fn nothing_is_left_out_at_the_edges_of_pages_on_sqlite() {
    nothing_is_left_out_at_the_edges_of_pages(&database::sqlite()).await;
}

#[tokio::test]
async fn nothing_is_left_out_at_the_edges_of_pages_on_postgresql() {
    nothing_is_left_out_at_the_edges_of_pages(&database::postgres().await).await;
}

#[tokio::test]
async fn a_feed_that_is_asked_for_once_goes_on_behind_events_that_say_nothing() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", Game::Demon, 2).await;
    let (team, _) = server.account("demo", "Ada").await;
    let account = server.state.store.account(&team).await.unwrap();
    for _ in 0..120 {
        server.state.store.set_token(&account, &laplace_arena::auth::Secret::new(), "server").await.unwrap();
    }
    fill(&server.state.store, &team, 1).await;
    let news = text(get(&server, "/event-feed?stream=false").await).await;
    assert!(news.contains("\"1-10\""), "{news}");
}

#[tokio::test]
async fn an_unread_list_holds_a_slot_until_its_client_is_disconnected() {
    let settings = Settings { feeds: SlotLimits { all: 2, each: 1 }, ..Settings::default() };
    let server = TestServer::with(&database::sqlite(), settings).await;
    server.contest("demo", Game::Demon, 2).await;
    let (team, _) = server.account("demo", "Ada").await;
    fill(&server.state.store, &team, 60).await;
    let unread = get(&server, "/judgements").await;
    assert_eq!(get(&server, "/submissions").await.status(), StatusCode::TOO_MANY_REQUESTS);
    drop(unread);
    wait_for_none("list that holds a slot", || server.state.lists.in_use()).await;
    assert_eq!(ids(&server, "/submissions").await.len(), 600);
}
