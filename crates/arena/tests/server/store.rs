//! The store, and the board computed from it.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use laplace_arena::board::View;
use laplace_arena::contest::Game;
use laplace_arena::store::Store;
use sqlx::{AnyConnection, Connection, Executor};

use crate::database;
use crate::test_server::{TestServer, text};

async fn each_answer_counts_once_and_the_best_result_counts(address: &str) {
    let server = TestServer::new(address).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, token) = server.account("demo", "Ada").await;
    let inputs = server.state.store.inputs("demo").await.unwrap();
    let right = laplace_games::demon::questions::answer_q1(&inputs[0].content).unwrap();
    let send = |key: &'static str, body: String| {
        let request = Request::post("/api/contests/demo/submissions")
            .header("authorization", format!("Bearer {token}"))
            .header("x-file-name", "q1-output-1")
            .header("idempotency-key", key);
        server.send(request.body(Body::from(body)).unwrap())
    };
    assert_eq!(send("a", right.clone()).await.status(), StatusCode::CREATED);
    assert_eq!(send("a", right).await.status(), StatusCode::OK);
    let wrong = send("b", "nonsense".into()).await;
    assert_eq!(wrong.status(), StatusCode::CREATED);
    assert!(text(wrong).await.contains("\"outcome\":\"wrong\""));
    let contest = server.state.store.contest("demo").await.unwrap();
    let shown = server.state.boards.get(&server.state.store, &contest, View::Public).await.unwrap();
    assert_eq!((shown.board.rows[0].points, shown.board.rows[0].cells[0].judged), (10_000, 2));
    let id = server.state.store.rejudge("demo", Game::Demon, &inputs, "to be sure", "server").await.unwrap();
    assert!(server.state.store.revised("demo", id).await.unwrap().is_empty());
    server.state.store.settle("demo", id, true, "server").await.unwrap();
    let events = server.state.store.events("demo", 0, 100).await.unwrap();
    assert!(events.iter().map(|event| event.number).eq(1..=6), "{events:?}");
}

#[tokio::test]
async fn each_answer_counts_once_and_the_best_result_counts_on_sqlite() {
    each_answer_counts_once_and_the_best_result_counts(&database::sqlite()).await;
}

#[tokio::test]
async fn each_answer_counts_once_and_the_best_result_counts_on_postgresql() {
    each_answer_counts_once_and_the_best_result_counts(&database::postgres().await).await;
}

/// What the database says about a contest that this version does not know is an error, never another value.
async fn an_unknown_word_in_the_database_is_an_error(address: &str) {
    let url =
        if address.starts_with("postgres") { address.to_owned() } else { format!("sqlite://{address}") };
    let server = TestServer::new(address).await;
    server.contest("demo", Game::Demon, 1).await;
    server.state.store.close().await;
    let edited = |statement: &'static str| {
        let url = url.clone();
        async move {
            let mut connection = AnyConnection::connect(&url).await.unwrap();
            connection.execute(statement).await.unwrap();
            connection.close().await.unwrap();
            Store::open(address).await.unwrap()
        }
    };
    let store = edited("UPDATE contests SET game = 'chess'").await;
    assert!(store.contest("demo").await.is_err() && store.contests().await.is_err());
    let store = edited("UPDATE contests SET game = 'demon', feedback = 'all'").await;
    assert!(store.contest("demo").await.is_err());
    let store = edited("UPDATE contests SET feedback = 'full'").await;
    assert_eq!(store.contest("demo").await.unwrap().game, Game::Demon);
    assert!(store.events("demo", 0, 10).await.is_ok());
    let store = edited("UPDATE events SET kind = 'nonsense'").await;
    assert!(store.events("demo", 0, 10).await.is_err());
}

#[tokio::test]
async fn an_unknown_word_in_the_database_is_an_error_on_sqlite() {
    an_unknown_word_in_the_database_is_an_error(&database::sqlite()).await;
}

#[tokio::test]
async fn an_unknown_word_in_the_database_is_an_error_on_postgresql() {
    an_unknown_word_in_the_database_is_an_error(&database::postgres().await).await;
}
