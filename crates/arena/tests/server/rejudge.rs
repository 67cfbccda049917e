//! Rejudgings, applied in any order.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use laplace_arena::board::View;
use laplace_arena::contest::{Game, RejudgingState};
use laplace_arena::store::Milestone;

use crate::database;
use crate::organise::command;
use crate::test_server::TestServer;

async fn points(server: &TestServer) -> i64 {
    let contest = server.state.store.contest("demo").await.unwrap();
    let shown = server.state.boards.get(&server.state.store, &contest, View::Public).await.unwrap();
    shown.board.rows[0].points
}

async fn an_applied_rejudging_counts(address: &str) {
    let server = TestServer::new(address).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, token) = server.account("demo", "Ada").await;
    let store = &server.state.store;
    let inputs = store.inputs("demo").await.unwrap();
    let right = [
        laplace_games::demon::questions::answer_q1(&inputs[0].content).unwrap(),
        laplace_games::demon::questions::answer_q2(
            &inputs[1].content,
            laplace_games::demon::format::BoardStyle::Packed,
        )
        .unwrap(),
    ];
    for (input, right) in inputs.iter().zip(right) {
        let request = Request::post("/api/contests/demo/submissions")
            .header("authorization", format!("Bearer {token}"))
            .header("x-file-name", &input.answer);
        assert_eq!(server.send(request.body(Body::from(right)).unwrap()).await.status(), StatusCode::CREATED);
    }
    assert_eq!(points(&server).await, 20_000);
    // With another first input.
    let mut other = vec![inputs[0].clone()];
    other[0].content = laplace_arena::contest::make(Game::Demon, 8, 1)[0].content.clone();
    let rejudge = |inputs| store.rejudge("demo", Game::Demon, inputs, "", "server");
    let (first, second) = (rejudge(&inputs).await.unwrap(), rejudge(&other).await.unwrap());
    let (apart, open) = (rejudge(&inputs[1..2]).await.unwrap(), rejudge(&inputs).await.unwrap());
    store.settle("demo", second, true, "server").await.unwrap();
    assert_eq!(points(&server).await, 10_000);
    let refused = store.settle("demo", first, true, "server").await.unwrap_err().to_string();
    assert_eq!(refused, format!("rejudging {second} is newer and already applied: judge again"));
    // A rejudging of other files can still be applied.
    store.settle("demo", apart, true, "server").await.unwrap();
    store.settle("demo", first, false, "server").await.unwrap();
    assert_eq!(points(&server).await, 10_000);
    for moment in [Milestone::End, Milestone::Finalize] {
        store.set_milestone("demo", moment, None, "server").await.unwrap();
    }
    // With final results a rejudging can be previewed and cancelled, but not applied.
    assert!(store.settle("demo", open, true, "server").await.is_err());
    store.settle("demo", open, false, "server").await.unwrap();
    assert!(command(address, &["rejudge", "demo"]).0);
    let (done, output) = command(address, &["rejudge", "demo", "--apply"]);
    assert!(!done && output.contains("the results are final"), "{output}");
    assert!(store.rejudgings("demo").await.unwrap().iter().all(|one| one.state != RejudgingState::Open));
}

#[tokio::test]
async fn an_applied_rejudging_counts_on_sqlite() {
    an_applied_rejudging_counts(&database::sqlite()).await;
}

#[tokio::test]
async fn an_applied_rejudging_counts_on_postgresql() {
    an_applied_rejudging_counts(&database::postgres().await).await;
}
