//! Editing, hiding, copying and deleting a contest, and its downloads, on the page and in the API.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use laplace_arena::contest::{Game, Milestone, NewClarification};
use laplace_arena::store::now;
use serde_json::{Value, json};
use sqlx::{Connection, Executor, PgConnection};

use crate::browser::Browser;
use crate::database;
use crate::organise::command;
use crate::test_server::{TestServer, text};
use crate::wait::wait_until;

/// The status and the body of a request.
async fn send(server: &TestServer, method: &str, token: &str, path: &str, body: &str) -> (u16, String) {
    let mut request = Request::builder().method(method).uri(path);
    if !token.is_empty() {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    let response = server.send(request.body(Body::from(body.to_owned())).unwrap()).await;
    (response.status().as_u16(), text(response).await)
}

/// A contest with a team, a submission and a message; returns the token of the team.
async fn filled(server: &TestServer, contest: &str, team: &str) -> String {
    server.contest(contest, Game::Demon, 1).await;
    let (account, token) = server.account(contest, team).await;
    let request = Request::post(format!("/api/contests/{contest}/submissions"))
        .header("authorization", format!("Bearer {token}"))
        .header("x-file-name", "q1-output-1");
    let response = server.send(request.body(Body::from("the same nonsense")).unwrap()).await;
    assert_eq!(response.status(), StatusCode::CREATED);
    let question = NewClarification {
        from_team: Some(account.as_str().into()),
        to_team: None,
        reply_to: None,
        input: Some(1),
        text: "Why?".into(),
    };
    server.state.store.clarify(contest, &question, &account).await.unwrap();
    token
}

async fn a_contest_is_hidden_copied_and_deleted(address: &str) {
    let server = TestServer::new(address).await;
    let team = filled(&server, "demo", "Ada").await;
    let other = filled(&server, "other", "Blaise").await;
    let (_, organiser) = server.account("", "Olga").await;
    // Hidden: not found for all but its teams and organisers, at every address and in every list.
    let edit = r#"{"name":"Demo 2","hidden":true}"#;
    let (status, reply) = send(&server, "PATCH", &organiser, "/api/contests/demo", edit).await;
    assert_eq!(status, 200, "{reply}");
    assert_eq!(serde_json::from_str::<Value>(&reply).unwrap()["name"], "Demo 2");
    for path in [
        "/c/demo",
        "/c/%64emo",
        "/c/demo/board",
        "/c/demo/board.csv",
        "/api/contests/demo",
        "/api/contests/demo/event-feed?stream=false",
    ] {
        for (token, expected) in [("", 404), (&*other, 404), (&*team, 200), (&*organiser, 200)] {
            assert_eq!(send(&server, "GET", token, path, "").await.0, expected, "{path} {token}");
        }
    }
    for path in ["/", "/login", "/api/contests"] {
        let shown = send(&server, "GET", "", path, "").await.1;
        assert!(
            !shown.contains("Demo 2") && !shown.contains("\"demo\"") && shown.contains("other"),
            "{path}"
        );
    }
    assert!(send(&server, "GET", &team, "/", "").await.1.contains("Demo 2"));
    assert!(send(&server, "GET", "", "/login?next=/c/demo", "").await.1.contains("value=\"demo\""));
    // Copied, with its teams and without its submissions.
    let copy = json!({ "id": "again", "start_time": "+1h", "end_time": "+2h", "teams": true }).to_string();
    let (status, reply) = send(&server, "POST", &organiser, "/api/contests/demo/copy", &copy).await;
    assert_eq!(status, 201, "{reply}");
    let store = &server.state.store;
    assert_eq!(store.inputs("again").await.unwrap(), store.inputs("demo").await.unwrap());
    assert!(store.contest("again").await.unwrap().hidden, "the copy of a hidden contest is hidden");
    let teams = store.accounts("again").await.unwrap();
    assert_eq!((teams.len(), teams[0].name.as_str()), (1, "Ada"));
    assert_eq!(store.count_submissions("again").await.unwrap(), 0);
    assert_eq!(send(&server, "POST", &organiser, "/api/contests/demo/copy", &copy).await.0, 409);
    // Deleted only with its id, and with submissions only if they are named.
    for (query, expected) in [("", 400), ("?confirm=other", 400), ("?confirm=demo", 409)] {
        let path = format!("/api/contests/demo{query}");
        assert_eq!(send(&server, "DELETE", &organiser, &path, "").await.0, expected, "{query}");
    }
    assert_eq!(store.count_submissions("demo").await.unwrap(), 1);
    let path = "/api/contests/demo?confirm=demo&submissions=true";
    assert_eq!(send(&server, "DELETE", &organiser, path, "").await.0, 204);
    assert_eq!(send(&server, "GET", &organiser, "/api/contests/demo", "").await.0, 404);
    assert_eq!(send(&server, "GET", &team, "/api/contests/other", "").await.0, 401, "the team is gone");
    // The other contest is whole, also the file that both had.
    let submission = store.submissions("other", None).await.unwrap()[0].id;
    let inputs = store.inputs("other").await.unwrap();
    assert_eq!(store.content(submission, &inputs[0]).await.unwrap(), b"the same nonsense");
    assert_eq!(store.clarifications("other").await.unwrap().len(), 1);
    // The log of the server has it, and the id is not used again.
    let log = store.events("", 0, 100).await.unwrap();
    assert_eq!(log.last().unwrap().kind.name(), "contest-deleted");
    let again = r#"{"id":"demo","game":"demon"}"#;
    let (status, reply) = send(&server, "POST", &organiser, "/api/contests", again).await;
    assert!(status == 409 && reply.contains("deleted"), "{status} {reply}");
    let path = "/api/contests/other?confirm=other&submissions=true";
    assert_eq!(send(&server, "DELETE", &organiser, path, "").await.0, 204);
}

#[tokio::test]
async fn a_contest_is_hidden_copied_and_deleted_on_sqlite() {
    a_contest_is_hidden_copied_and_deleted(&database::sqlite()).await;
}

#[tokio::test]
async fn a_contest_is_hidden_copied_and_deleted_on_postgresql() {
    a_contest_is_hidden_copied_and_deleted(&database::postgres().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_commands_name_their_options_and_what_is_hidden() {
    let address = database::sqlite();
    let server = TestServer::new(&address).await;
    filled(&server, "demo", "Ada").await;
    let refused = |words: &[&str], why: &str| {
        let (done, output) = command(&address, words);
        assert!(!done && output.contains(why), "{output}");
    };
    assert!(!command(&address, &["contests"]).1.contains("(hidden)"));
    assert!(command(&address, &["edit", "demo", "--hidden", "true"]).0);
    assert!(command(&address, &["contests"]).1.contains("demo (hidden)\n"));
    let listed = command(&address, &["messages", "demo"]).1;
    assert!(listed.contains(" from ada, about q1-input-1\n    Why?"), "{listed}");
    refused(&["organiser", "-x"], "");
    assert!(command(&address, &["organiser", "olga"]).0);
    refused(&["organiser", "olga"], "the login `olga` is taken");
    refused(&["delete", "demo"], "--confirm demo");
    refused(&["delete", "demo", "--confirm", "other"], "--confirm demo");
    refused(
        &["delete", "demo", "--confirm", "demo"],
        "demo has 1 submissions: --with-submissions deletes them too",
    );
    assert!(command(&address, &["delete", "demo", "--confirm", "demo", "--with-submissions"]).0);
}

#[tokio::test]
async fn a_freeze_that_replaces_a_plan_names_no_earlier_time() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", Game::Demon, 1).await;
    let store = &server.state.store;
    let hour = 3_600_000;
    let freeze = async |at: Option<i64>| {
        store.set_milestone("demo", Milestone::Freeze, at, "server").await.unwrap();
        store.events("demo", 0, 100).await.unwrap().pop().unwrap().detail()
    };
    assert!(freeze(Some(now() + hour)).await.get("frozen_at").is_none());
    assert!(freeze(None).await.get("frozen_at").is_none(), "nothing was hidden before");
    assert!(freeze(None).await.get("frozen_at").is_some(), "the feed sends what was hidden");
}

#[tokio::test]
async fn the_page_edits_copies_exports_and_deletes() {
    let server = TestServer::new(&database::sqlite()).await;
    filled(&server, "demo", "Ada").await;
    let (_, token) = server.account("", "Olga").await;
    let browser = Browser::signed_in(&server, &token).await;
    let page = browser.page("/organise/demo/settings").await;
    assert!(page.contains("name=\"typed\"") && page.contains("/organise/demo/export.zip"), "{page}");
    let refused = browser.post("/organise/demo/settings", "title=+&open=yes").await;
    assert_eq!(refused.status(), StatusCode::BAD_REQUEST);
    let saved = browser.post("/organise/demo/settings", "title=Renamed&open=yes").await;
    assert_eq!(saved.status(), StatusCode::SEE_OTHER);
    let contest = server.state.store.contest("demo").await.unwrap();
    assert_eq!((contest.title.as_str(), contest.open, contest.hidden), ("Renamed", true, false));
    let archive = browser.get("/organise/demo/export.zip").await;
    assert_eq!(archive.status(), StatusCode::OK);
    let length: usize = archive.headers()["content-length"].to_str().unwrap().parse().unwrap();
    let archive = axum::body::to_bytes(archive.into_body(), usize::MAX).await.unwrap();
    assert_eq!(archive.len(), length);
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(archive)).unwrap();
    for name in ["results.csv", "standings.json", "event-feed.ndjson", "jury.json", "inputs/q1-input-1"] {
        assert!(archive.by_name(name).is_ok(), "{name}");
    }
    let log = browser.page("/organise/demo/log.csv").await;
    assert!(log.starts_with("number,time,by,kind,subject,detail\r\n1,"), "{log}");
    assert!(log.contains(",Olga,settings,demo,"), "{log}");
    let copied = browser.post("/organise/demo/copy", "id=second&title=Second&start=2030-01-01T10:00").await;
    assert_eq!(copied.status(), StatusCode::SEE_OTHER);
    assert_eq!(server.state.store.contest("second").await.unwrap().title, "Second");
    // A final contest can be hidden, not renamed.
    for milestone in [Milestone::End, Milestone::Finalize] {
        server.state.store.set_milestone("demo", milestone, None, "server").await.unwrap();
    }
    let refused = browser.post("/organise/demo/settings", "title=Other&open=yes").await;
    assert_eq!(refused.status(), StatusCode::CONFLICT);
    let hidden = browser.post("/organise/demo/settings", "title=Renamed&open=yes&hidden=yes").await;
    assert_eq!(hidden.status(), StatusCode::SEE_OTHER);
    for (form, expected) in [
        ("typed=dem&submissions=yes", StatusCode::BAD_REQUEST),
        ("typed=demo", StatusCode::CONFLICT),
        ("typed=demo&submissions=yes", StatusCode::SEE_OTHER),
    ] {
        assert_eq!(browser.post("/organise/demo/delete", form).await.status(), expected, "{form}");
    }
    assert!(!browser.page("/organise").await.contains("Renamed"));
}

/// The number of statements of this database that wait for a lock.
async fn waiting(connection: &mut PgConnection) -> i64 {
    let query = "SELECT COUNT(*) FROM pg_locks l JOIN pg_stat_activity a USING (pid) \
                 WHERE NOT l.granted AND a.datname = current_database()";
    sqlx::query_scalar(query).fetch_one(connection).await.unwrap()
}

#[tokio::test]
async fn a_file_of_a_deleted_contest_is_stored_for_another_one_at_the_same_moment() {
    let address = database::postgres().await;
    let server = Arc::new(TestServer::new(&address).await);
    filled(&server, "demo", "Ada").await;
    server.contest("other", Game::Demon, 1).await;
    let (_, blaise) = server.account("other", "Blaise").await;
    let (_, organiser) = server.account("", "Olga").await;
    // A submission of the same file to the other contest stops where it takes its number.
    let mut holder = PgConnection::connect(&address).await.unwrap();
    let mut observer = PgConnection::connect(&address).await.unwrap();
    holder.execute("BEGIN").await.unwrap();
    holder.execute("SELECT * FROM revisions WHERE contest = 'other' FOR UPDATE").await.unwrap();
    let submission = {
        let server = server.clone();
        tokio::spawn(async move {
            let request = Request::post("/api/contests/other/submissions")
                .header("authorization", format!("Bearer {blaise}"))
                .header("x-file-name", "q1-output-1");
            let response = server.send(request.body(Body::from("the same nonsense")).unwrap()).await;
            (response.status().as_u16(), text(response).await)
        })
    };
    let seen = async |observer: &mut PgConnection, count: i64| match waiting(observer).await {
        found if found >= count => Ok(()),
        found => Err(format!("{found} waiting")),
    };
    wait_until("waiting submission", async || seen(&mut observer, 1).await).await;
    // The deletion has ended, or waits too.
    let deletion = {
        let server = server.clone();
        tokio::spawn(async move {
            send(&server, "DELETE", &organiser, "/api/contests/demo?confirm=demo&submissions=true", "").await
        })
    };
    wait_until("deletion that ended or waits", async || match deletion.is_finished() {
        true => Ok(()),
        false => seen(&mut observer, 2).await,
    })
    .await;
    holder.execute("COMMIT").await.unwrap();
    assert_eq!(deletion.await.unwrap().0, 204);
    let (status, receipt) = submission.await.unwrap();
    assert_eq!(status, 201, "{receipt}");
    let submission = server.state.store.submissions("other", None).await.unwrap().remove(0);
    let inputs = server.state.store.inputs("other").await.unwrap();
    assert_eq!(server.state.store.content(submission.id, &inputs[0]).await.unwrap(), b"the same nonsense");
}
