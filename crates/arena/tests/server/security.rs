//! Authorisation: a line for every address with the status for each kind of client.
//!
//! The addresses are read from the sources, so a route without a line here fails.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use axum::body::Body;
use axum::http::Request;
use laplace_arena::auth::{Secret, session_cookie};
use laplace_arena::contest::{Game, NewClarification, TeamEdit};
use laplace_arena::judging::judge;
use laplace_arena::limits::Rate;
use laplace_arena::settings::Settings;
use laplace_arena::store::{NewArchive, NewFile, NewSubmission, Notes, Packed, Store, Stored, now};
use serde_json::Value;
use std::time::Duration;

use crate::bad::{self, Lies};
use crate::database;
use crate::test_server::{TestServer, text};

/// Method, address, and the status for: an anonymous client, the team, another team of the contest, a team of another
/// contest, an organiser. Placeholders are filled with what belongs to the team.
const MATRIX: &str = include_str!("matrix.txt");

/// The prefixes of nested routers.
const NESTS: [(&str, &str, &str); 2] = [
    ("src/api/mod.rs", "pub fn routes", "/api"),
    ("src/api/mod.rs", "fn of_a_contest", "/api/contests/{contest}"),
];

/// Every source file with its text.
fn sources(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            found.push((path.display().to_string(), fs::read_to_string(&path).unwrap()));
        }
    }
    found
}

/// Every method and address that the sources declare.
fn declared() -> BTreeSet<String> {
    let mut routes = BTreeSet::new();
    for (file, source) in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        for (at, _) in source.match_indices(".route(") {
            let nest = NESTS.iter().filter(|(name, _, _)| file.ends_with(name));
            let before = |function: &str| source.find(function).filter(|start| *start < at);
            let prefix = nest.max_by_key(|(_, function, _)| before(function)).map_or("", |nest| nest.2);
            let call = &source[at..];
            let end = call[1..]
                .find(".route(")
                .unwrap_or(call.len() - 1)
                .min(call.find('\n').unwrap_or(call.len()));
            let call = &call[..=end];
            let path =
                call.split('"').nth(1).unwrap_or_else(|| panic!("{file}: a route on one line, please"));
            let path = format!("{prefix}{}", path.trim_end_matches('/'));
            for method in ["get", "post", "patch", "put", "delete"] {
                if call.contains(&format!("{method}(")) {
                    let path = if path.is_empty() { "/" } else { &path };
                    routes.insert(format!("{} {path}", method.to_uppercase()));
                }
            }
        }
    }
    routes
}

fn lines() -> Vec<(String, String, Vec<u16>)> {
    let lines = MATRIX.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let mut words = line.split_whitespace();
            let (method, path) = (words.next().unwrap(), words.next().unwrap());
            (method.to_owned(), path.to_owned(), words.map(|status| status.parse().unwrap()).collect())
        })
        .collect()
}

#[test]
fn every_route_of_the_sources_is_in_the_matrix() {
    let listed: BTreeSet<String> =
        lines().into_iter().map(|(method, path, _)| format!("{method} {path}")).collect();
    let declared = declared();
    assert!(declared.len() > 30, "{declared:?}");
    let missing: Vec<_> = declared.difference(&listed).collect();
    assert!(missing.is_empty(), "routes without a line in matrix.txt: {missing:#?}");
    let gone: Vec<_> = listed.difference(&declared).collect();
    assert!(gone.is_empty(), "lines without a route: {gone:#?}");
    let nests: usize = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"))
        .iter()
        .map(|(_, source)| source.matches(".nest(").count())
        .sum();
    assert_eq!(nests, NESTS.len(), "a new `nest` belongs into NESTS");
}

/// A contest with a submission of the first team; the tokens of the five kinds of clients, and the values of placeholders.
async fn people(server: &TestServer) -> (Vec<Option<String>>, Vec<(&'static str, String)>) {
    server.contest("demo", Game::Demon, 1).await;
    server.contest("other", Game::Demon, 1).await;
    let (team, token) = server.account("demo", "Ada").await;
    let (_, second) = server.account("demo", "Blaise").await;
    let (_, stranger) = server.account("other", "Carl").await;
    let (chief, organiser) = server.account("", "Olga").await;
    let inputs = server.state.store.inputs("demo").await.unwrap();
    let new = NewSubmission {
        contest: "demo".into(),
        team: team.as_str().into(),
        origin: "api",
        label: "q1-output-1".into(),
        arrived: std::time::Instant::now(),
        retry_key: None,
        files: vec![NewFile {
            input: 1,
            content: Packed::new(b"nonsense"),
            judged: judge(Game::Demon, &inputs[0], b"nonsense"),
        }],
        archives: vec![NewArchive {
            name: "team.zip".into(),
            content: Packed::uncompressed(&bad::zip(&[bad::Entry::new("play.sh", "true")], Lies::default())),
        }],
        notes: Notes::default(),
    };
    let id = server.state.store.submit(new).await.unwrap().id();
    let rejudging =
        server.state.store.rejudge("demo", Game::Demon, &inputs, "a look", "server").await.unwrap();
    let question = NewClarification {
        from_team: Some(team.as_str().into()),
        to_team: None,
        reply_to: None,
        input: None,
        text: "Is it so?".into(),
    };
    let clarification = server.state.store.clarify("demo", &question, &team).await.unwrap();
    let account = server.state.store.account(&team).await.unwrap();
    let facts =
        TeamEdit { school: Some("Lycée".into()), group: Some("Beginners".into()), ..TeamEdit::default() };
    server.state.store.edit_team(&account, &facts, "server").await.unwrap();
    let first_id = async |list: &str| {
        let request = Request::get(format!("/api/contests/demo/{list}")).body(Body::empty()).unwrap();
        let list: Value = serde_json::from_str(&text(server.send(request).await).await).unwrap();
        list[0]["id"].as_str().unwrap().to_owned()
    };
    let names = vec![
        ("{clarification}", clarification.to_string()),
        ("{contest}", "demo".to_owned()),
        ("{organization}", first_id("organizations").await),
        ("{group}", first_id("groups").await),
        ("{submission}/files/{answer}", format!("{id}/files/q1-output-1")),
        ("{submission}/files", format!("{id}-1/files")),
        ("{archive}", "1".to_owned()),
        ("{type}", "AC".to_owned()),
        ("{language}", "text".to_owned()),
        ("/submissions/{submission}/", format!("/submissions/{id}/")),
        ("{submission}", format!("{id}-1")),
        ("{judgement}", format!("{id}-1")),
        ("{id}", id.to_string()),
        ("{answer}", "q1-output-1".to_owned()),
        ("{problem}", "1".to_owned()),
        ("{team}", team),
        ("{organiser}", chief),
        ("{rejudging}", rejudging.to_string()),
        ("{name}", "arena.css".to_owned()),
        ("{moment}", "nonsense".to_owned()),
        ("{what}", "nonsense".to_owned()),
        ("{verb}", "nonsense".to_owned()),
        ("{invite}", "nonsense".to_owned()),
    ];
    (vec![None, Some(token), Some(second), Some(stranger), Some(organiser)], names)
}

/// The type and the fields of a valid but empty form, so that only the account decides the status.
fn form(method: &str, path: &str) -> (&'static str, &'static str) {
    match (method, path.starts_with("/api"), path.ends_with("/teams")) {
        ("POST", false, true) => ("multipart/form-data; boundary=b", "--b--\r\n"),
        ("POST", false, false) => {
            ("application/x-www-form-urlencoded", "name=&moment=nonsense&do=nonsense&uses=0&days=0")
        }
        _ => ("application/octet-stream", ""),
    }
}

#[tokio::test]
async fn every_client_gets_the_status_in_the_matrix() {
    let server = TestServer::new(&database::sqlite()).await;
    let (people, names) = people(&server).await;
    let mut wrong = Vec::new();
    for (method, template, expected) in lines() {
        assert_eq!(expected.len(), people.len(), "{method} {template}");
        let path = names.iter().fold(template.clone(), |path, (name, value)| path.replace(name, value));
        let path = path.replace("inputs/arena.css", "inputs/q1-input-1");
        let mut found = Vec::new();
        for token in &people {
            let mut request = Request::builder().method(method.as_str()).uri(&path);
            let (kind, form) = form(&method, &path);
            request = request.header("content-type", kind);
            if let Some(token) = token {
                request = request.header("authorization", format!("Bearer {token}"));
            }
            // A stream that stays open has its status at once; the rest is not waited for.
            found.push(server.send(request.body(Body::from(form)).unwrap()).await.status().as_u16());
        }
        if found != expected {
            wrong.push(format!("{method} {template}: found {found:?}, expected {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[tokio::test]
async fn a_cookie_from_another_site_changes_nothing() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", Game::Demon, 1).await;
    let (team, _) = server.account("demo", "Ada").await;
    let session = Secret::new();
    server.state.store.begin_session(&session, &team, now() + 3_600_000).await.unwrap();
    let cookie = format!("laplace_session={session}");
    let send = |site: &'static str| {
        let request = Request::post("/api/contests/demo/submissions")
            .header("cookie", cookie.as_str())
            .header("sec-fetch-site", site)
            .header("x-file-name", "q1-output-1");
        server.send(request.body(Body::from("nonsense")).unwrap())
    };
    assert_eq!(send("cross-site").await.status().as_u16(), 403);
    assert_eq!(send("same-site").await.status().as_u16(), 403);
    assert!(server.state.store.submissions("demo", None).await.unwrap().is_empty());
    assert_eq!(send("same-origin").await.status().as_u16(), 201);
    let bare = Request::post("/api/contests/demo/submissions").header("cookie", cookie.as_str());
    assert_eq!(server.send(bare.body(Body::from("x")).unwrap()).await.status().as_u16(), 403);
}

#[tokio::test]
async fn sessions_end_with_their_time_and_with_their_account() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", Game::Demon, 1).await;
    let (team, token) = server.account("demo", "Ada").await;
    let store = &server.state.store;
    let (old, young) = (Secret::new(), Secret::new());
    store.begin_session(&old, &team, now() - 1).await.unwrap();
    store.begin_session(&young, &team, now() + 3_600_000).await.unwrap();
    assert!(store.account_by_session(old.as_str(), now()).await.unwrap().is_none());
    assert!(store.account_by_session(young.as_str(), now()).await.unwrap().is_some());
    let account = store.account(&team).await.unwrap();
    store.set_disabled(&account, true, "server").await.unwrap();
    assert!(store.account_by_session(young.as_str(), now()).await.unwrap().is_none());
    assert!(store.account_by_token(&token).await.unwrap().is_none());
    let asked = Request::get("/api/contests/demo/account").header("authorization", format!("Bearer {token}"));
    assert_eq!(server.send(asked.body(Body::empty()).unwrap()).await.status().as_u16(), 401);
}

#[tokio::test]
async fn another_site_cannot_sign_a_visitor_in() {
    let server = TestServer::new(&database::sqlite()).await;
    let (_, token) = server.account("", "Mallory").await;
    for (name, value, expected) in [
        ("sec-fetch-site", "cross-site", 403),
        ("sec-fetch-site", "same-site", 403),
        ("origin", "http://evil.example", 403),
        ("origin", "null", 403),
        ("origin", "http://here.example", 303),
        ("sec-fetch-site", "same-origin", 303),
        ("user-agent", "curl", 303),
    ] {
        let request = Request::post("/login")
            .header("host", "here.example")
            .header("content-type", "application/x-www-form-urlencoded")
            .header(name, value);
        let answer = server.send(request.body(Body::from(format!("token={token}"))).unwrap()).await;
        assert_eq!(answer.status().as_u16(), expected, "{name}: {value}");
        assert_eq!(answer.headers().contains_key("set-cookie"), expected == 303);
    }
}

#[tokio::test]
async fn an_api_submission_counts_against_the_rate_limit_before_it_is_unpacked() {
    let upload_rate = Rate { burst: 1, every: Duration::from_secs(3_600) };
    let server = TestServer::with(&database::sqlite(), Settings { upload_rate, ..Settings::default() }).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, token) = server.account("demo", "Ada").await;
    for expected in [400, 429] {
        let request = Request::post("/api/contests/demo/submissions")
            .header("authorization", format!("Bearer {token}"))
            .header("content-type", "application/json");
        let answer = server.send(request.body(Body::from("nonsense")).unwrap()).await;
        assert_eq!(answer.status().as_u16(), expected);
    }
}

#[test]
fn scripts_and_other_sites_never_see_the_cookie() {
    let session = Secret::new();
    let (plain, tls) = (session_cookie(Some(&session), 60, false), session_cookie(Some(&session), 60, true));
    for cookie in [&plain, &tls] {
        assert!(cookie.contains("; HttpOnly") && cookie.contains("; SameSite=Lax"), "{cookie}");
    }
    assert!(tls.ends_with("; Secure") && !plain.contains("Secure"));
    assert!(session_cookie(None, 60, true).contains("Max-Age=0"));
}

#[tokio::test]
async fn a_team_that_submits_too_often_has_to_wait() {
    let upload_rate = Rate { burst: 3, every: Duration::from_secs(3_600) };
    let server = TestServer::with(&database::sqlite(), Settings { upload_rate, ..Settings::default() }).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, token) = server.account("demo", "Ada").await;
    for expected in [201, 201, 201, 429] {
        let request = Request::post("/api/contests/demo/submissions")
            .header("authorization", format!("Bearer {token}"))
            .header("x-file-name", "q1-output-1");
        let response = server.send(request.body(Body::from("nonsense")).unwrap()).await;
        assert_eq!(response.status().as_u16(), expected);
        assert_eq!(response.headers().contains_key("retry-after"), expected == 429);
        assert!(!text(response).await.is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn equal_keys_at_two_servers_at_once_are_stored_once() {
    let address = database::postgres().await;
    let server = TestServer::new(&address).await;
    server.contest("demo", Game::Demon, 1).await;
    let (team, _) = server.account("demo", "Ada").await;
    let stores = [server.state.store.clone(), Store::open(&address).await.unwrap()];
    let input = server.state.store.inputs("demo").await.unwrap()[0].clone();
    for round in 0..20 {
        let new = NewSubmission {
            contest: "demo".into(),
            team: team.as_str().into(),
            origin: "api",
            label: String::new(),
            arrived: std::time::Instant::now(),
            retry_key: Some(format!("round {round}")),
            archives: Vec::new(),
            notes: Notes::default(),
            files: vec![NewFile {
                input: 1,
                content: Packed::new(b"x"),
                judged: judge(Game::Demon, &input, b"x"),
            }],
        };
        let both = stores.clone().map(|store| {
            let new = new.clone();
            tokio::spawn(async move { store.submit(new).await.unwrap() })
        });
        let [a, b] = both;
        let (a, b) = (a.await.unwrap(), b.await.unwrap());
        assert_eq!(a.id(), b.id());
        assert!(matches!(
            (a, b),
            (Stored::New(_), Stored::Existing(_)) | (Stored::Existing(_), Stored::New(_))
        ));
    }
}
