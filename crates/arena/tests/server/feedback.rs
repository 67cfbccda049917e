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

/// Sends files as a form; the status and the response.
async fn hand_in(server: &TestServer, token: &str, files: &[(&str, &str)]) -> (u16, serde_json::Value) {
    let mut body = String::new();
    for (name, content) in files {
        body += &format!(
            "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n{content}\r\n"
        );
    }
    body += "--x--\r\n";
    let request = Request::post("/api/contests/demo/submissions")
        .header("authorization", format!("Bearer {token}"))
        .header("content-type", "multipart/form-data; boundary=x");
    let response = server.send(request.body(Body::from(body)).unwrap()).await;
    (response.status().as_u16(), serde_json::from_str(&text(response).await).unwrap())
}

#[tokio::test]
async fn a_wrong_name_is_answered_with_the_names_of_this_contest_and_loose_code_is_not_kept() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, token) = server.account("demo", "Ada").await;
    for (name, why) in [
        (
            "q9-output-1",
            "found `q9-output-1`, which answers no input of this contest, expected one of q1-output-1, q2-output-1, \
             q3-output-1, q4-output-1, q5-output-1",
        ),
        ("Q1-output-1", "found `Q1-output-1`, expected `q1-output-1`: rename it to exactly that"),
        ("q2-output-1.txt", "found `q2-output-1.txt`, expected `q2-output-1`: rename it to exactly that"),
    ] {
        let (status, reply) = hand_in(&server, &token, &[(name, "nonsense")]).await;
        assert_eq!((status, &reply["message"]), (400, &why.into()), "{name}");
    }
    let files = [("q1-output-1", "nonsense"), ("play.sh", "echo"), ("q2-output-1.txt", "nonsense")];
    let (status, reply) = hand_in(&server, &token, &files).await;
    assert_eq!(status, 201, "{reply}");
    let ada = crate::browser::Browser::signed_in(&server, &token).await;
    for (language, whys) in [
        ("en", ["(expected q2-output-1)", "the jury reads code only in an archive", "q1-output-1 +2"]),
        ("fr", ["(il faut q2-output-1)", "le jury ne lit le code que dans une archive", "q1-output-1 +2"]),
    ] {
        let page = ada.page(&format!("/c/demo/submissions/1?lang={language}")).await;
        for why in whys {
            assert!(page.contains(why), "{why}: {page}");
        }
    }
    // Judgements are found by the team and the problem of their submission.
    for (filter, count) in
        [("team_id=none", 0), ("problem_id=1", 1), ("problem_id=2", 0), ("submission_id=1-1", 1)]
    {
        for list in ["judgements", "submissions"] {
            if (list, filter) == ("submissions", "submission_id=1-1") {
                continue;
            }
            let found = ada.page(&format!("/api/contests/demo/{list}?{filter}")).await;
            let found: serde_json::Value = serde_json::from_str(&found).unwrap();
            assert_eq!(found.as_array().unwrap().len(), count, "{list} {filter}");
        }
    }
    // What was not tried is empty, and only organisers have logins.
    let csv = ada.page("/api/contests/demo/scoreboard.csv").await;
    assert!(csv.contains(",1.1 points,1.1 score,") && csv.contains("5.1 score,school,group\r\n"), "{csv}");
    assert!(csv.ends_with("1,Ada,0,,0,,,,,0,0,,,,,,,,,,\r\n"), "{csv}");
    let (_, organiser) = server.account("", "Olga").await;
    let olga = crate::browser::Browser::signed_in(&server, &organiser).await;
    let csv = olga.page("/api/contests/demo/scoreboard.csv").await;
    assert!(csv.contains(",login,school,group\r\n") && csv.ends_with(",ada,,\r\n"), "{csv}");
}

#[tokio::test]
async fn addresses_that_cannot_be_read_have_errors_of_ours() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, organiser) = server.account("", "Olga").await;
    let long = "99999999999999999999";
    for (method, path, status) in [
        ("GET", format!("/api/contests/demo/submissions/{long}/archives"), 400),
        ("GET", format!("/api/contests/demo/problems/{long}"), 400),
        ("GET", format!("/c/demo/submissions/{long}"), 400),
        ("GET", format!("/organise/demo/submissions/{long}/code"), 400),
        ("GET", format!("/c/demo/submissions?before={long}"), 400),
        ("GET", "/api/contests/demo/audit?after=x".to_owned(), 400),
        ("DELETE", "/api/contests/demo/problems".to_owned(), 405),
    ] {
        for accept in ["application/json", "text/html"] {
            let request = Request::builder()
                .method(method)
                .uri(&path)
                .header("authorization", format!("Bearer {organiser}"))
                .header("accept", accept);
            let response = server.send(request.body(Body::empty()).unwrap()).await;
            assert_eq!(response.status().as_u16(), status, "{path}");
            let body = text(response).await;
            if accept == "text/html" && !path.starts_with("/api") {
                assert!(body.contains("<h1>Bad request</h1>") && body.contains("99999"), "{body}");
                continue;
            }
            let error: serde_json::Value = serde_json::from_str(&body).unwrap();
            assert_eq!((&error["code"], &error["error"]), (&status.into(), &"bad-request".into()), "{path}");
            assert!(!error["message"].as_str().unwrap().is_empty(), "{path}");
        }
    }
}
