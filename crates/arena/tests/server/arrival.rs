//! The time of a submission is when its last byte had arrived: waiting for a busy server makes no submission late.

use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{Request, StatusCode};
use laplace_arena::board::View;
use laplace_arena::contest::Game;
use laplace_arena::store::{Milestone, now};
use tokio::sync::oneshot::{Receiver, channel};

use crate::database;
use crate::test_server::TestServer;

/// A body, and a signal that the server has read it to its end.
fn body_with_a_signal(text: &'static str) -> (Body, Receiver<()>) {
    let (sender, arrived) = channel();
    let mut sender = Some(sender);
    let end = std::iter::from_fn(move || {
        _ = sender.take().map(|sender| sender.send(()));
        None
    });
    let pieces = std::iter::once(text).chain(end).map(Ok::<_, std::io::Error>);
    (Body::from_stream(tokio_stream::iter(pieces)), arrived)
}

/// Submits while the judge is busy; `meanwhile` runs before the submission is stored.
async fn submit_while(server: &TestServer, token: &str, meanwhile: impl Future<Output = ()>) -> StatusCode {
    let turns = server.state.judging.available_permits();
    let busy = server.state.judging.acquire_many(u32::try_from(turns).unwrap()).await.unwrap();
    let (body, arrived) = body_with_a_signal("0 0\n");
    let request = Request::post("/api/contests/demo/submissions")
        .header("authorization", format!("Bearer {token}"))
        .header("x-file-name", "Tetris-1.out");
    let sent = server.send(request.body(body).unwrap());
    let others = async {
        arrived.await.unwrap();
        // Times are stored in milliseconds, and the next event should have a later one.
        tokio::time::sleep(Duration::from_millis(5)).await;
        meanwhile.await;
        drop(busy);
    };
    tokio::join!(sent, others).0.status()
}

async fn a_submission_counts_from_its_arrival(address: &str) {
    let server = TestServer::new(address).await;
    server.contest("demo", Game::Well, 1).await;
    let (_, token) = server.account("demo", "Ada").await;
    let store = &server.state.store;
    let set = |moment| async move { store.set_milestone("demo", moment, None, "server").await.unwrap() };
    assert_eq!(submit_while(&server, &token, set(Milestone::Freeze)).await, StatusCode::CREATED);
    assert_eq!(submit_while(&server, &token, async {}).await, StatusCode::CREATED);
    let contest = store.contest("demo").await.unwrap();
    let shown = server.state.boards.get(store, &contest, View::Public).await.unwrap();
    let cell = &shown.board.rows[0].cells[0];
    assert_eq!((cell.judged, cell.hidden), (1, 1), "what came before the freeze is shown");
    assert_eq!(submit_while(&server, &token, set(Milestone::End)).await, StatusCode::CREATED);
    assert_eq!(submit_while(&server, &token, async {}).await, StatusCode::CONFLICT);
    let ends_at = store.contest("demo").await.unwrap().ends_at.unwrap();
    let kept = store.submissions("demo", None).await.unwrap();
    assert!(kept.len() == 3 && kept.iter().all(|submission| submission.at < ends_at));
    // The log has the order in which submissions were stored.
    let events = store.events("demo", 0, 100).await.unwrap();
    assert!(events.is_sorted_by_key(|event| event.at) && events.last().unwrap().at >= ends_at);
    // Once the results are final, an earlier arrival does not help.
    store.clear_milestone("demo", Milestone::End, "server").await.unwrap();
    let finish = async {
        set(Milestone::End).await;
        set(Milestone::Finalize).await;
    };
    assert_eq!(submit_while(&server, &token, finish).await, StatusCode::CONFLICT);
}

#[tokio::test]
async fn a_submission_counts_from_its_arrival_on_sqlite() {
    a_submission_counts_from_its_arrival(&database::sqlite()).await;
}

#[tokio::test]
async fn a_submission_counts_from_its_arrival_on_postgresql() {
    a_submission_counts_from_its_arrival(&database::postgres().await).await;
}

#[tokio::test]
async fn arrival_is_counted_back_by_at_most_a_minute() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest_from("demo", Game::Well, 1, Some(now() - 3_600_000)).await;
    let (team, _) = server.account("demo", "Ada").await;
    let new = laplace_arena::store::NewSubmission {
        contest: "demo".into(),
        team: team.into(),
        origin: "api",
        label: String::new(),
        arrived: Instant::now().checked_sub(Duration::from_secs(600)).unwrap(),
        retry_key: None,
        archives: Vec::new(),
        notes: laplace_arena::store::Notes::default(),
        files: Vec::new(),
    };
    let before = now();
    let id = server.state.store.submit(new).await.unwrap().id();
    let at = server.state.store.submission("demo", id).await.unwrap().at;
    assert!((before - 60_000..=now() - 60_000).contains(&at));
}
