//! The pages of teams: what the freeze hides is hidden there, and a team has its own files.

use std::io::{Cursor, Read};

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use laplace_arena::contest::{Game, Milestone};
use laplace_games::demon::format::BoardStyle;
use laplace_games::demon::questions::{answer_q1, answer_q2, answer_q4};

use crate::browser::Browser;
use crate::database;
use crate::test_server::{TestServer, text};

async fn submit(server: &TestServer, token: &str, name: &str, content: &str) {
    let request = Request::post("/api/contests/demo/submissions")
        .header("authorization", format!("Bearer {token}"))
        .header("x-file-name", name)
        .body(Body::from(content.to_owned()));
    assert_eq!(server.send(request.unwrap()).await.status(), StatusCode::CREATED);
}

async fn stories(address: &str) {
    let server = TestServer::new(address).await;
    server.contest("demo", Game::Demon, 1).await;
    let (ada, ada_token) = server.account("demo", "Ada").await;
    let (_, bob_token) = server.account("demo", "Bob").await;
    let (_, chief_token) = server.account("", "Chief").await;
    let inputs = server.state.store.inputs("demo").await.unwrap();
    let [first, second] =
        [answer_q1(&inputs[0].content).unwrap(), answer_q2(&inputs[1].content, BoardStyle::Packed).unwrap()];
    let fourth = answer_q4(&inputs[3].content, BoardStyle::Packed).unwrap();
    let page = format!("/c/demo/teams/{ada}");
    let anonymous = Browser::new(&server);
    assert!(anonymous.page(&page).await.contains("has no points yet"));
    submit(&server, &ada_token, "q1-output-1", &first).await;
    submit(&server, &ada_token, "q4-output-1", &fourth).await;
    submit(&server, &bob_token, "q1-output-1", &first).await;
    let seen = anonymous.page(&page).await;
    assert!(seen.contains("Rank 1 of 2, 200 points") && seen.contains("<polyline class=\"own\""), "{seen}");
    // The last line of the right answer to question 4 is its score.
    let score = fourth.trim().lines().next_back().unwrap();
    assert!(!seen.contains(&format!(">{score}<")), "{score}: {seen}");
    let board = anonymous.page("/c/demo/board").await;
    assert!(board.contains(&format!("href=\"{page}\"")) && board.contains("class=\"legend\""), "{board}");
    assert!(board.contains("class=\"star\"") && board.contains(">#2</abbr>"), "{board}");

    server.state.store.set_milestone("demo", Milestone::Freeze, None, "server").await.unwrap();
    submit(&server, &ada_token, "q2-output-1", &second).await;
    let own = Browser::signed_in(&server, &ada_token).await;
    for browser in [&anonymous, &own] {
        let seen = browser.page(&page).await;
        assert!(seen.contains("Rank 1 of 2, 200 points") && !seen.contains("300"), "{seen}");
        assert!(seen.contains("class=\"freeze\""), "{seen}");
    }
    let chief = Browser::signed_in(&server, &chief_token).await;
    assert!(chief.page(&page).await.contains("Rank 1 of 2, 300 points"));
    let contest = own.page("/c/demo").await;
    assert!(contest.contains("Rank 1 of 2, 200 points") && contest.contains("/c/demo/best.zip"), "{contest}");

    let list = own.page("/c/demo/submissions").await;
    assert!(list.contains("Contest time") && list.contains("data-local=\"seconds\""), "{list}");
    assert_eq!(list.matches("<td class=\"number\">100</td>").count(), 3, "{list}");

    let response = own.get("/c/demo/best.zip").await;
    assert_eq!(response.headers()["content-type"], "application/zip");
    let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes.to_vec())).unwrap();
    assert_eq!(archive.len(), 3);
    let mut found = String::new();
    archive.by_name("q2-output-1").unwrap().read_to_string(&mut found).unwrap();
    assert_eq!(found, second);
    assert_eq!(Browser::signed_in(&server, &bob_token).await.get("/c/demo/teams/none").await.status(), 404);
    let french = text(own.get(&format!("{page}?lang=fr")).await).await;
    assert!(french.contains("Rang 1 sur 2, 200 points"), "{french}");
}

#[tokio::test]
async fn a_team_page_shows_what_the_board_shows_sqlite() {
    stories(&database::sqlite()).await;
}

#[tokio::test]
async fn a_team_page_shows_what_the_board_shows_postgres() {
    stories(&database::postgres().await).await;
}
