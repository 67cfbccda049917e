//! How much a team learns about a wrong answer, on every page and in the API.

use axum::body::Body;
use axum::http::Request;
use laplace_arena::contest::{Feedback, Game};
use serde_json::{Value, json};

use crate::browser::{Browser, location};
use crate::database;
use crate::test_server::{TestServer, text};

/// All texts about judgings that this token can read, as one text.
async fn everywhere(server: &TestServer, token: Option<&str>) -> String {
    let mut all = String::new();
    for path in ["judgements", "judgements/1-1", "submissions", "event-feed?stream=false", "scoreboard"] {
        let mut request = Request::get(format!("/api/contests/demo/{path}"));
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        all += &text(server.send(request.body(Body::empty()).unwrap()).await).await;
    }
    if let Some(token) = token {
        let browser = Browser::signed_in(server, token).await;
        for path in ["submissions", "submissions/1", "submissions/1/replay/q1-output-1", "board?details=1"] {
            all += &text(browser.get(&format!("/c/demo/{path}")).await).await;
        }
    }
    all
}

#[tokio::test]
async fn a_team_reads_what_the_feedback_allows_and_organisers_everything() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, ada) = server.account("demo", "Ada").await;
    let (_, bob) = server.account("demo", "Bob").await;
    let (_, boss) = server.account("", "Boss").await;
    let inputs = server.state.store.inputs("demo").await.unwrap();
    let right = laplace_games::demon::questions::answer_q1(&inputs[0].content).unwrap();
    let expected = format!("`{}`", right.lines().next().unwrap());
    let position = "the first difference is in line 1";
    for feedback in [Feedback::Verdict, Feedback::Position, Feedback::Full] {
        server.state.store.set_feedback("demo", feedback, "server").await.unwrap();
        let request = Request::post("/api/contests/demo/submissions")
            .header("authorization", format!("Bearer {ada}"))
            .header("x-file-name", "q1-output-1");
        let reply = text(server.send(request.body(Body::from("nonsense")).unwrap()).await).await;
        assert!(everywhere(&server, Some(&boss)).await.contains(&expected), "{feedback:?}");
        for reply in [reply, everywhere(&server, Some(&ada)).await, everywhere(&server, Some(&bob)).await] {
            assert_eq!(reply.contains(&expected), feedback == Feedback::Full, "{feedback:?}: {reply}");
            assert_eq!(reply.contains(position), feedback == Feedback::Position, "{feedback:?}: {reply}");
        }
        let public = everywhere(&server, None).await;
        assert_eq!(public.contains(&expected), feedback == Feedback::Full, "{feedback:?}: {public}");
    }
}

#[tokio::test]
async fn the_default_feedback_is_the_position() {
    let server = TestServer::new(&database::sqlite()).await;
    let (_, token) = server.account("", "Boss").await;
    let boss = Browser::signed_in(&server, &token).await;
    let api = |method: &'static str, path: &'static str, body: Value| {
        let request = Request::builder()
            .method(method)
            .uri(format!("/api/contests{path}"))
            .header("authorization", format!("Bearer {token}"));
        server.send(request.body(Body::from(body.to_string())).unwrap())
    };
    let form = "game=well&title=T&seed=1&inputs=1&start=&end=&freeze=";
    assert_eq!(location(&boss.post("/organise/new", &format!("{form}&id=a")).await), "/organise/a");
    boss.post("/organise/new", &format!("{form}&id=b&feedback=verdict")).await;
    api("POST", "", json!({ "id": "c", "game": "well" })).await;
    api("POST", "", json!({ "id": "d", "game": "well", "feedback": "full" })).await;
    let refused = api("POST", "", json!({ "id": "e", "game": "well", "feedback": "loud" })).await;
    assert_eq!(refused.status().as_u16(), 400);
    let store = &server.state.store;
    for (id, feedback) in [
        ("a", Feedback::Position),
        ("b", Feedback::Verdict),
        ("c", Feedback::Position),
        ("d", Feedback::Full),
    ] {
        assert_eq!(store.contest(id).await.unwrap().feedback, feedback, "{id}");
    }
    assert_eq!(location(&boss.post("/organise/a/feedback", "feedback=full").await), "/organise/a");
    let reply = text(api("PATCH", "/d", json!({ "feedback": "verdict" })).await).await;
    assert!(reply.contains("\"feedback\":\"verdict\""), "{reply}");
    assert_eq!(store.contest("a").await.unwrap().feedback, Feedback::Full);
    assert!(boss.page("/organise/a/log").await.contains("set the feedback of"));
}
