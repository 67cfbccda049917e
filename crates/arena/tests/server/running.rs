//! Metrics, and streams that stay open.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use laplace_arena::contest::Game;

use crate::database;
use crate::test_server::{TestServer, text};
use crate::wait::{read_until, wait_for_end};

#[tokio::test]
async fn a_feed_stays_open_sends_events_and_ends_with_the_server() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, token) = server.account("demo", "Ada").await;
    let open = Request::get("/api/contests/demo/event-feed").body(Body::empty()).unwrap();
    let response = server.send(open).await;
    assert_eq!(response.headers()["content-type"], "application/x-ndjson");
    let mut stream = response.into_body().into_data_stream();
    let begin = read_until(&mut stream, "\"Ada\"").await;
    assert!(begin.starts_with("{\"type\":\"contest\",\"id\":null,"), "{begin}");
    let submit = Request::post("/api/contests/demo/submissions")
        .header("authorization", format!("Bearer {token}"))
        .header("x-file-name", "q1-output-1");
    let handed_in = server.send(submit.body(Body::from("nonsense")).unwrap()).await;
    assert_eq!(handed_in.status(), StatusCode::CREATED);
    let news = read_until(&mut stream, "\"judgement_type_id\":\"WA\"").await;
    let last = news.lines().last().unwrap();
    assert!(last.ends_with("\"token\":\"3\"}"), "{last}");
    let since = Request::get("/api/contests/demo/event-feed?stream=false&since_token=3");
    let rest = text(server.send(since.body(Body::empty()).unwrap()).await).await;
    assert!(!rest.contains("\"submissions\"") && rest.contains("\"state\""), "{rest}");
    server.state.stopping.send_replace(true);
    assert_eq!(wait_for_end(&mut stream).await, "");
}

#[tokio::test]
async fn metrics_are_for_organisers_and_contain_no_secret() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, token) = server.account("", "Organiser").await;
    let ask = |path: &str, token: &str| {
        let request = Request::get(path).header("authorization", format!("Bearer {token}"));
        server.send(request.body(Body::empty()).unwrap())
    };
    let anonymous = Request::get("/metrics").body(Body::empty()).unwrap();
    assert_eq!(server.send(anonymous).await.status(), StatusCode::NOT_FOUND);
    assert_eq!(ask("/api/contests/demo", "wrong").await.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(ask("/api/contests/demo", &token).await.status(), StatusCode::OK);
    let metrics = text(ask("/metrics", &token).await).await;
    for line in [
        "laplace_requests_total{method=\"GET\",route=\"/api/contests/{contest}\",status=\"200\"} 1",
        "laplace_request_seconds_count{route=\"/api/contests/{contest}\"} 2",
        "laplace_refused_total{reason=\"wrong-password\"} 1",
        "# TYPE laplace_judging_seconds histogram",
        "laplace_feeds 0",
    ] {
        assert!(metrics.lines().any(|found| found == line), "{line}\n{metrics}");
    }
    assert!(!metrics.contains(&token));
}
