//! What is kept, and what the board makes of it.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use laplace_arena::board::View;
use laplace_arena::contest::Game;

use crate::database;
use crate::ground::{Ground, text};

async fn answers_count_once_and_the_best_counts(address: &str) {
    let ground = Ground::new(address).await;
    ground.contest("demo", Game::Demon, 1).await;
    let (_, token) = ground.account("demo", "Ada").await;
    let inputs = ground.inside.store.inputs("demo").await.unwrap();
    let right = laplace_games::demon::questions::answer_q1(&inputs[0].content).unwrap();
    let send = |key: &'static str, body: String| {
        let request = Request::post("/api/contests/demo/submissions")
            .header("authorization", format!("Bearer {token}"))
            .header("x-file-name", "q1-output-1")
            .header("idempotency-key", key);
        ground.send(request.body(Body::from(body)).unwrap())
    };
    assert_eq!(send("a", right.clone()).await.status(), StatusCode::CREATED);
    assert_eq!(send("a", right).await.status(), StatusCode::OK);
    let wrong = send("b", "nonsense".into()).await;
    assert_eq!(wrong.status(), StatusCode::CREATED);
    assert!(text(wrong).await.contains("\"outcome\":\"wrong\""));
    let contest = ground.inside.store.contest("demo").await.unwrap();
    let shown = ground.inside.boards.get(&ground.inside.store, &contest, View::Public).await.unwrap();
    assert_eq!((shown.board.rows[0].points, shown.board.rows[0].cells[0].judged), (10_000, 2));
    let id = ground.inside.store.rejudge("demo", Game::Demon, &inputs, "to be sure", "server").await.unwrap();
    assert!(ground.inside.store.revised("demo", id).await.unwrap().is_empty());
    ground.inside.store.settle("demo", id, true, "server").await.unwrap();
    let events = ground.inside.store.events("demo", 0, 100).await.unwrap();
    assert!(events.iter().map(|event| event.number).eq(1..=6), "{events:?}");
}

#[tokio::test]
async fn answers_count_once_and_the_best_counts_on_sqlite() {
    answers_count_once_and_the_best_counts(&database::sqlite()).await;
}

#[tokio::test]
async fn answers_count_once_and_the_best_counts_on_postgresql() {
    answers_count_once_and_the_best_counts(&database::postgres().await).await;
}
