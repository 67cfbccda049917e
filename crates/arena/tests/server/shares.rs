//! The points of the demon's question 5: the same for the same account on every page and in the API, and they do not
//! reveal what a freeze hides.

use axum::body::Body;
use axum::http::Request;
use laplace_arena::contest::Game;
use laplace_arena::store::Milestone;
use laplace_games::demon::UncheckedMove;
use laplace_games::demon::format::{read_seed, write_moves};
use laplace_solvers::Control;
use laplace_solvers::demon::{Limits, solve};
use serde_json::Value;

use crate::browser::Browser;
use crate::database;
use crate::test_server::{TestServer, text};

/// A game with this number of moves.
fn game(input: &[u8], moves: u32) -> String {
    let seed = read_seed(input).unwrap();
    let solution =
        solve(seed, moves, &Limits { beam_width: Some(10), ..Limits::default() }, &Control::default());
    write_moves(
        seed,
        seed.pieces().zip(solution.moves).map(|(piece, chosen)| UncheckedMove::new(piece, chosen)),
    )
}

async fn ask(server: &TestServer, token: &str, path: &str) -> Value {
    let request =
        Request::get(format!("/api/contests/demo{path}")).header("authorization", format!("Bearer {token}"));
    serde_json::from_str(&text(server.send(request.body(Body::empty()).unwrap()).await).await).unwrap()
}

/// Submits a game; returns its points and its id.
async fn submit(server: &TestServer, token: &str, game: String) -> (f64, String) {
    let request = Request::post("/api/contests/demo/submissions")
        .header("authorization", format!("Bearer {token}"))
        .header("x-file-name", "q5-output-1");
    let reply: Value =
        serde_json::from_str(&text(server.send(request.body(Body::from(game)).unwrap()).await).await)
            .unwrap();
    (reply["files"][0]["points"].as_f64().unwrap(), reply["id"].as_str().unwrap().to_owned())
}

/// The points of question 5 that a page shows: in the row of its file, the first number of the column.
fn shown(page: &str) -> f64 {
    let row = page.split("<tr").skip(1).find(|row| row.contains("q5-output-1")).unwrap();
    let cell = row.split("class=\"number\"").nth(1).unwrap_or_else(|| panic!("{row}"));
    let cell = cell.split_once('>').unwrap().1.split('<').next().unwrap();
    cell.parse().unwrap_or_else(|_| panic!("{row}"))
}

#[tokio::test]
async fn question_5_is_worth_the_same_everywhere_and_gives_nothing_hidden_away() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", Game::Demon, 1).await;
    let store = &server.state.store;
    let input = store.inputs("demo").await.unwrap()[4].content.clone();
    let (_, boss) = server.account("", "Boss").await;
    let ((_, ada), (_, bob)) = (server.account("demo", "Ada").await, server.account("demo", "Bob").await);
    store.set_milestone("demo", Milestone::Freeze, None, "server").await.unwrap();
    let (reply, _) = submit(&server, &ada, game(&input, 400)).await;
    assert_eq!(reply, 100.0);
    let (reply, number) = submit(&server, &bob, game(&input, 200)).await;
    // Hidden or not, Ada's is better: only organisers know.
    let page = Browser::signed_in(&server, &bob).await;
    let everywhere = [
        reply,
        shown(&page.page("/c/demo").await),
        shown(&page.page(&format!("/c/demo/submissions/{number}")).await),
        ask(&server, &bob, "/results").await["results"][4]["points"].as_f64().unwrap(),
        ask(&server, &bob, &format!("/judgements/{number}-5")).await["score"].as_f64().unwrap(),
    ];
    assert_eq!(everywhere, [100.0; 5]);
    let page = Browser::signed_in(&server, &boss).await.page(&format!("/c/demo/submissions/{number}")).await;
    let share = ask(&server, &boss, &format!("/judgements/{number}-5")).await["score"].as_f64().unwrap();
    assert!(share < 90.0 && (shown(&page) - share).abs() < 0.01, "{share} {}", shown(&page));
    store.set_milestone("demo", Milestone::Thaw, None, "server").await.unwrap();
    assert_eq!(ask(&server, &bob, &format!("/judgements/{number}-5")).await["score"], share);
}
