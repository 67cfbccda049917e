//! Databases and backups of the version that stored judgings as English sentences: see `tests/data/before_findings`.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use laplace_arena::contest::tight_bound;
use laplace_arena::judging::Finding;
use laplace_arena::store::Store;
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection, Executor, PgConnection, Row, SqliteConnection};

use crate::database;
use crate::test_server::{TestServer, text};

const SQLITE: &str = include_str!("../data/before_findings/sqlite.sql");
const SQLITE_ANSWERS: &str = include_str!("../data/before_findings/sqlite.json");
const POSTGRES: &str = include_str!("../data/before_findings/postgres.sql");
const POSTGRES_ANSWERS: &str = include_str!("../data/before_findings/postgres.json");
const BACKUP: &str = include_str!("../data/before_findings/backup.jsonl");

/// The body of a page or an answer of the API.
async fn get(server: &TestServer, path: &str, headers: &[(&str, &str)]) -> String {
    let request =
        headers.iter().fold(Request::get(path), |request, (name, value)| request.header(*name, *value));
    let response = server.send(request.body(Body::empty()).unwrap()).await;
    assert_eq!(response.status(), StatusCode::OK, "{path}");
    text(response).await
}

/// Everything is as the earlier version answered, the sentences too, and each of them has become a finding.
async fn is_as_before(server: &TestServer, answers: &str, reader: &str) {
    let (_, token) = server.account("", reader).await;
    let token = format!("Bearer {token}");
    let organiser: &[(&str, &str)] = &[("authorization", &token)];
    let before: Value = serde_json::from_str(answers).unwrap();
    for (contest, answers) in before.as_object().unwrap() {
        let now: Value = json!({
            "scoreboard": read(server, &format!("/api/contests/{contest}/scoreboard"), organiser).await,
            "judgements": read(server, &format!("/api/contests/{contest}/judgements"), organiser).await,
        });
        for name in ["/scoreboard/rows", "/scoreboard/state", "/scoreboard/event_id", "/judgements"] {
            assert_eq!(now.pointer(name).unwrap(), answers.pointer(name).unwrap(), "{contest} {name}");
        }
        for submission in server.state.store.submissions(contest, None).await.unwrap() {
            for file in server.state.store.files(submission.id).await.unwrap() {
                assert!(!matches!(file.finding, Finding::Sentence { .. }), "{file:?}");
            }
            // A stored sentence would be English in a French page.
            let path = format!("/c/{contest}/submissions/{}", submission.id);
            let page = get(server, &path, &[("authorization", &token), ("accept-language", "fr")]).await;
            // Without what it quotes of the answers, which may be anything.
            let parts = page.split('«').map(|part| part.split_once('»').map_or(part, |(_, rest)| rest));
            let page: String = parts.collect();
            for english in ["expected", "found", "figure was", "no more", "the end of"] {
                assert!(!page.contains(english), "{path}: {english}");
            }
        }
        // The version before knew the plain bound only.
        for input in server.state.store.inputs(contest).await.unwrap().iter().filter(|one| one.question == 5)
        {
            assert_eq!(Some(input.bound), tight_bound(&input.content), "{}", input.name);
            assert!((700_000..=input.plain_bound).contains(&input.bound), "{input:?}");
        }
        // The name of a team is the same in every language, also where it is a message.
        let board = get(server, &format!("/c/{contest}/board"), &[("accept-language", "fr")]).await;
        assert!(board.contains("<bdi>the results are final</bdi>"));
    }
}

/// The longest extra time of a contest, which is read with every contest, is looked up in an index.
async fn finds_the_longest_extra_time(url: &str, explain: &str) {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(url).await.unwrap();
    let statement = format!("{explain} SELECT MAX(extra) FROM accounts WHERE contest = 'demo'");
    let rows = connection.fetch_all(statement.as_str()).await.unwrap();
    // The plan is the last column of SQLite, and the only one of PostgreSQL.
    let plan: Vec<String> = rows.iter().map(|row| row.get(row.len() - 1)).collect();
    assert!(plan.iter().any(|line| line.contains("accounts_by_extra_time")), "{plan:?}");
}

async fn read(server: &TestServer, path: &str, headers: &[(&str, &str)]) -> Value {
    serde_json::from_str(&get(server, path, headers).await).unwrap()
}

#[tokio::test]
async fn sentences_in_sqlite_become_findings() {
    let address = database::sqlite();
    let mut connection = SqliteConnection::connect(&format!("sqlite://{address}?mode=rwc")).await.unwrap();
    // The dump has the tables in the order of their names.
    connection.execute("PRAGMA foreign_keys = OFF").await.unwrap();
    connection.execute(SQLITE).await.unwrap();
    connection.close().await.unwrap();
    is_as_before(&TestServer::new(&address).await, SQLITE_ANSWERS, "Ann").await;
    finds_the_longest_extra_time(&format!("sqlite://{address}"), "EXPLAIN QUERY PLAN").await;
    // Opened again, there is nothing left to do.
    is_as_before(&TestServer::new(&address).await, SQLITE_ANSWERS, "Ben").await;
    std::fs::remove_file(address).unwrap();
}

#[tokio::test]
async fn sentences_in_postgresql_become_findings() {
    let address = database::postgres().await;
    let mut connection = PgConnection::connect(&address).await.unwrap();
    connection.execute(POSTGRES).await.unwrap();
    connection.close().await.unwrap();
    is_as_before(&TestServer::new(&address).await, POSTGRES_ANSWERS, "Ann").await;
    // For the few teams of the test it would read them all.
    finds_the_longest_extra_time(&address, "SET enable_seqscan = off; EXPLAIN").await;
}

#[tokio::test]
async fn sentences_in_a_backup_become_findings() {
    for address in [database::sqlite(), database::postgres().await] {
        Store::open(&address).await.unwrap().restore(BACKUP.as_bytes()).await.unwrap();
        is_as_before(&TestServer::new(&address).await, SQLITE_ANSWERS, "Ann").await;
    }
}
