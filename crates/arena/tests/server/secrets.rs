//! Ways to a right answer, or to an input before the start, that must be closed while a contest runs.

use axum::body::Body;
use axum::http::Request;
use laplace_arena::contest::{Feedback, Game};
use laplace_arena::store::{Milestone, now};
use laplace_games::demon::format::BoardStyle;
use laplace_games::demon::questions::answer_q4;

use crate::browser::Browser;
use crate::database;
use crate::test_server::{TestServer, text};

const HOUR: i64 = 3_600_000;
/// An answer to question 4 whose game has a score.
const ANSWER: &str = "q4-output-1";

async fn submit(server: &TestServer, token: &str, content: &str) -> String {
    let request = Request::post("/api/contests/demo/submissions")
        .header("authorization", format!("Bearer {token}"))
        .header("x-file-name", ANSWER);
    let response = server.send(request.body(Body::from(content.to_owned())).unwrap()).await;
    assert_eq!(response.status().as_u16(), 201);
    text(response).await
}

/// Everything that a client can read about the contest, beside the input itself.
async fn everything(server: &TestServer, token: Option<&str>) -> String {
    let mut all = String::new();
    let api = [
        "",
        "/problems",
        "/judgements",
        "/submissions",
        "/event-feed?stream=false",
        "/scoreboard",
        "/scoreboard.csv",
        "/results",
    ];
    for path in api {
        let mut request = Request::get(format!("/api/contests/demo{path}"));
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        all += &text(server.send(request.body(Body::empty()).unwrap()).await).await;
    }
    let browser = match token {
        Some(token) => Browser::signed_in(server, token).await,
        None => Browser::new(server),
    };
    let mut pages =
        vec!["".to_owned(), "/board?details=1".into(), "/board.csv".into(), "/submissions".into()];
    for id in 1..=4 {
        pages.push(format!("/submissions/{id}"));
        pages.push(format!("/submissions/{id}/replay/{ANSWER}"));
        pages.push(format!("/submissions/{id}/files/{ANSWER}"));
    }
    for path in pages {
        let response = browser.get(&format!("/c/demo{path}")).await;
        all += &format!("\n{path}\n{:?}\n", response.headers().get("etag"));
        all += &text(response).await;
    }
    all
}

/// A running contest with an end; returns the tokens of two teams and of an organiser.
async fn contest(server: &TestServer, feedback: Feedback) -> [String; 3] {
    server.contest("demo", Game::Demon, 2).await;
    let store = &server.state.store;
    store.set_feedback("demo", feedback, "server").await.unwrap();
    store.set_milestone("demo", Milestone::End, Some(now() + HOUR), "server").await.unwrap();
    let (_, ada) = server.account("demo", "Ada").await;
    let (_, bob) = server.account("demo", "Bob").await;
    let (_, organiser) = server.account("", "Olga").await;
    [ada, bob, organiser]
}

#[tokio::test]
async fn the_game_of_question_4_is_secret_until_the_answer_is_right_or_the_contest_over() {
    for feedback in [Feedback::Verdict, Feedback::Position] {
        let server = TestServer::new(&database::sqlite()).await;
        let [ada, bob, organiser] = contest(&server, feedback).await;
        let inputs = server.state.store.inputs("demo").await.unwrap();
        let input = inputs.iter().find(|input| input.answer == ANSWER).unwrap();
        let right = answer_q4(&input.content, BoardStyle::Packed).unwrap();
        let lines: Vec<&str> = right.lines().collect();
        let (score, board) = lines.split_last().unwrap();
        let telling = board.iter().find(|line| line.chars().any(|cell| cell != '.')).unwrap();
        assert!(score.parse::<u32>().unwrap() > 0, "a score that can be looked for");
        submit(&server, &ada, "").await;
        let seen = everything(&server, Some(&ada)).await;
        assert!(seen.contains("This game ends with the right answer"), "{seen}");
        assert!(!seen.contains("id=\"film\"") && !seen.contains(*telling), "{telling}: {seen}");
        assert!(!seen.contains(&format!("/replay/{ANSWER}\"")), "no link to what is not shown: {seen}");
        // Another team is right: its score is a part of the answer, and nothing shows it.
        assert!(submit(&server, &bob, &right).await.contains("\"outcome\":\"right\""));
        let shapes = ["\"raw_score\":{},", "<span class=\"more\">{}", ",100,{}"]
            .map(|shape| shape.replace("{}", score));
        for other in [Some(ada.as_str()), None] {
            let seen = everything(&server, other).await;
            assert!(!shapes.iter().any(|shape| seen.contains(shape)), "{feedback:?}: {shapes:?} in {seen}");
        }
        assert!(everything(&server, Some(&bob)).await.contains("id=\"film\""), "the team itself is right");
        let seen = everything(&server, Some(&organiser)).await;
        assert!(seen.contains("id=\"film\"") && seen.contains(&shapes[0]), "{seen}");
        server.state.store.set_milestone("demo", Milestone::End, None, "server").await.unwrap();
        assert!(everything(&server, Some(&ada)).await.contains("id=\"film\""), "after the end");
    }
}

#[tokio::test]
async fn a_practice_contest_with_full_feedback_shows_the_game_of_question_4() {
    let server = TestServer::new(&database::sqlite()).await;
    let [ada, ..] = contest(&server, Feedback::Full).await;
    submit(&server, &ada, "").await;
    assert!(!everything(&server, Some(&ada)).await.contains("id=\"film\""), "a contest with an end");
    server.state.store.clear_milestone("demo", Milestone::End, "server").await.unwrap();
    assert!(everything(&server, Some(&ada)).await.contains("id=\"film\""));
}

#[tokio::test]
async fn names_and_bounds_of_the_inputs_are_secret_before_the_start() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest_from("demo", Game::Demon, 1, Some(now() + HOUR)).await;
    let (_, ada) = server.account("demo", "Ada").await;
    let (_, organiser) = server.account("", "Olga").await;
    let inputs = server.state.store.inputs("demo").await.unwrap();
    let bound = inputs[4].bound.to_string();
    let shown_bound = grouped(inputs[4].bound);
    for token in [Some(ada.as_str()), None] {
        let seen = everything(&server, token).await;
        assert!(!seen.contains("q5-input-1"), "{seen}");
        assert!(!seen.contains(&shown_bound) && !seen.contains(&bound), "{bound}: {seen}");
    }
    assert!(everything(&server, Some(&organiser)).await.contains(&shown_bound), "organisers see everything");
}

/// A number as pages write it, with narrow spaces between thousands.
fn grouped(number: i64) -> String {
    let digits = number.to_string();
    let (begin, end) = digits.split_at(digits.len() - 3);
    format!("{begin}\u{202f}{end}")
}
