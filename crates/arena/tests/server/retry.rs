//! Idempotency keys: the same files under the same key are stored once; other files are refused or stored anew.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use laplace_arena::contest::Game;

use crate::browser::{Browser, location};
use crate::database;
use crate::test_server::{TestServer, text};

async fn other_files_under_the_same_key_are_not_a_retry(address: &str) {
    let server = TestServer::new(address).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, token) = server.account("demo", "Ada").await;
    let browser = Browser::signed_in(&server, &token).await;
    let page = browser.page("/c/demo").await;
    let form = page.split("action=\"").find(|rest| rest.starts_with("/c/demo/submit")).unwrap();
    let form = form.split('"').next().unwrap();
    let upload = |files: &'static [(&str, &str, &str)]| {
        let browser = &browser;
        async move { location(&browser.upload(form, files).await).to_owned() }
    };
    // The same form sent twice is one submission, in whatever order the files come.
    let first = upload(&[("files", "q1-output-1", "one"), ("files", "q2-output-1", "two")]).await;
    assert_eq!(upload(&[("files", "q2-output-1", "two"), ("files", "q1-output-1", "one")]).await, first);
    // The same form with other files: each set is stored once.
    let better = upload(&[("files", "q1-output-1", "better"), ("files", "q2-output-1", "two")]).await;
    let less = upload(&[("files", "q1-output-1", "one")]).await;
    assert!(first != better && first != less && better != less);
    assert_eq!(upload(&[("files", "q1-output-1", "one")]).await, less);
    assert_eq!(server.state.store.submissions("demo", None).await.unwrap().len(), 3);

    let send = |name: &'static str, content: &'static str| {
        let request = Request::post("/api/contests/demo/submissions")
            .header("authorization", format!("Bearer {token}"))
            .header("x-file-name", name)
            .header("idempotency-key", "a");
        server.send(request.body(Body::from(content)).unwrap())
    };
    assert_eq!(send("q1-output-1", "one").await.status(), StatusCode::CREATED);
    assert_eq!(send("q1-output-1", "one").await.status(), StatusCode::OK);
    for (name, content) in [("q1-output-1", "two"), ("q2-output-1", "one")] {
        let refused = send(name, content).await;
        assert_eq!(refused.status(), StatusCode::CONFLICT);
        assert!(text(refused).await.contains("this key was already used with other files"));
    }
    assert_eq!(server.state.store.submissions("demo", None).await.unwrap().len(), 4);
}

#[tokio::test]
async fn other_files_under_the_same_key_are_not_a_retry_on_sqlite() {
    other_files_under_the_same_key_are_not_a_retry(&database::sqlite()).await;
}

#[tokio::test]
async fn other_files_under_the_same_key_are_not_a_retry_on_postgresql() {
    other_files_under_the_same_key_are_not_a_retry(&database::postgres().await).await;
}
