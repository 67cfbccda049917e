//! Which sessions and tokens end when a secret is replaced or an account is disabled.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use laplace_arena::auth::Secret;
use laplace_arena::contest::{Draft, Feedback, Game};
use laplace_arena::limits::Rate;
use laplace_arena::settings::Settings;
use laplace_arena::store::{Invite, now};

use crate::browser::{Browser, location};
use crate::database;
use crate::organise::command;
use crate::test_server::{TestServer, text};

/// Whether a token is valid.
async fn is_good(server: &TestServer, token: &str) -> bool {
    let asked = Request::get("/api/contests/demo/account").header("authorization", format!("Bearer {token}"));
    server.send(asked.body(Body::empty()).unwrap()).await.status() == StatusCode::OK
}

/// Whether the browser is signed in.
async fn is_in(browser: &Browser<'_>) -> bool {
    browser.get("/account").await.status() == StatusCode::OK
}

/// The secret that a page shows once.
async fn secret(response: axum::http::Response<Body>) -> String {
    assert_eq!(response.status(), StatusCode::OK);
    let page = text(response).await;
    page.split("<code id=\"token-text\">").nth(1).unwrap().split('<').next().unwrap().to_owned()
}

async fn a_new_token_ends_all_other_sessions(address: &str) {
    let server = TestServer::new(address).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, stolen) = server.account("", "Boss").await;
    let thief = Browser::signed_in(&server, &stolen).await;
    assert!(is_in(&thief).await);
    let (done, output) = command(address, &["token", "boss"]);
    assert!(done, "{output}");
    let token = output.lines().next().unwrap();
    assert!(!is_in(&thief).await && !is_good(&server, &stolen).await);
    // On the page, the browser that requested it gets a new session.
    let mut owner = Browser::signed_in(&server, token).await;
    let other = Browser::signed_in(&server, token).await;
    let answer = owner.post("/account/token", "").await;
    owner.take_cookie(&answer);
    let newest = secret(answer).await;
    assert!(is_in(&owner).await && is_good(&server, &newest).await);
    assert!(!is_in(&other).await && !is_good(&server, token).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_token_ends_all_other_sessions_on_sqlite() {
    a_new_token_ends_all_other_sessions(&database::sqlite()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_token_ends_all_other_sessions_on_postgresql() {
    a_new_token_ends_all_other_sessions(&database::postgres().await).await;
}

#[tokio::test]
async fn a_new_password_revokes_the_token_and_ends_all_sessions() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", Game::Demon, 1).await;
    let (id, token) = server.account("demo", "Ada").await;
    let (_, boss) = server.account("", "Boss").await;
    let mut victim = Browser::signed_in(&server, &token).await;
    let changed = victim.post("/account/password", "new_password=correct+horse").await;
    assert_eq!(changed.status(), StatusCode::OK);
    victim.take_cookie(&changed);
    let mut thief = Browser::new(&server);
    let came = thief.post("/login", "contest=demo&login=ada&password=correct+horse").await;
    thief.take_cookie(&came);
    // A new token ends the owner's session; the owner signs in again and changes the password.
    let answer = thief.post("/account/token", "").await;
    thief.take_cookie(&answer);
    let stolen = secret(answer).await;
    assert!(is_good(&server, &stolen).await && !is_in(&victim).await);
    let back = victim.post("/login", "contest=demo&login=ada&password=correct+horse").await;
    victim.take_cookie(&back);
    let form = "password=correct+horse&new_password=battery+staple";
    let changed = victim.post("/account/password", form).await;
    victim.take_cookie(&changed);
    assert!(is_in(&victim).await);
    assert!(!is_in(&thief).await && !is_good(&server, &stolen).await);
    // The same when an organiser resets the password of a team.
    let fresh = secret(victim.post("/account/token", "").await).await;
    let boss = Browser::signed_in(&server, &boss).await;
    let path = format!("/organise/demo/teams/{id}/password");
    assert_eq!(boss.post(&path, "").await.status(), StatusCode::BAD_REQUEST, "it has to be confirmed");
    assert!(is_good(&server, &fresh).await);
    assert_eq!(boss.post(&path, "confirm=yes").await.status(), StatusCode::OK);
    assert!(!is_good(&server, &fresh).await);
}

async fn the_last_active_organiser_cannot_be_disabled(address: &str) {
    let server = TestServer::new(address).await;
    server.contest("demo", Game::Demon, 1).await;
    let (boss, token) = server.account("", "Boss").await;
    let (helper, other) = server.account("", "Helper").await;
    let (team, _) = server.account("demo", "Ada").await;
    let (first, second) =
        (Browser::signed_in(&server, &token).await, Browser::signed_in(&server, &other).await);
    let verb = |id: &str, verb: &str| format!("/organise/organisers/{id}/{verb}");
    let yes = "confirm=yes";
    assert_eq!(first.post(&verb(&team, "disable"), yes).await.status(), StatusCode::NOT_FOUND);
    assert_eq!(first.post(&verb(&helper, "disable"), "").await.status(), StatusCode::BAD_REQUEST);
    assert!(is_in(&second).await);
    assert_eq!(location(&first.post(&verb(&helper, "disable"), yes).await), "/organise/organisers");
    assert!(!is_in(&second).await && !is_good(&server, &other).await);
    assert_eq!(first.post(&verb(&boss, "disable"), yes).await.status(), StatusCode::CONFLICT);
    let (done, output) = command(address, &["disable", "boss"]);
    assert!(!done && output.contains("the last organiser"), "{output}");
    assert!(is_in(&first).await);
    // An enabled account signs in again with its token; its old sessions have ended.
    assert_eq!(location(&first.post(&verb(&helper, "enable"), "").await), "/organise/organisers");
    assert!(!is_in(&second).await && is_good(&server, &other).await);
    assert!(command(address, &["disable", "boss"]).0);
    assert!(!is_in(&first).await);
    assert!(command(address, &["enable", "boss"]).0 && is_good(&server, &token).await);
    let log = text(Browser::signed_in(&server, &token).await.get("/organise/organisers").await).await;
    assert!(log.contains("disabled") && log.contains("enabled"), "{log}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_active_organiser_cannot_be_disabled_on_sqlite() {
    the_last_active_organiser_cannot_be_disabled(&database::sqlite()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_active_organiser_cannot_be_disabled_on_postgresql() {
    the_last_active_organiser_cannot_be_disabled(&database::postgres().await).await;
}

async fn open_registration_is_limited_by_rate_and_number_of_teams(address: &str) {
    let register_rate = Rate { burst: 3, every: Duration::from_secs(3_600) };
    let settings = Settings { register_rate, max_teams: 4, behind_proxy: true, ..Settings::default() };
    let server = TestServer::with(address, settings).await;
    let draft = Draft {
        id: "demo".into(),
        title: "demo".into(),
        game: Game::Demon,
        seed: 7,
        inputs: 1,
        open: true,
        starts_at: None,
        ends_at: None,
        frozen_at: None,
        feedback: Feedback::Full,
    };
    server.state.store.make_contest(&draft, &[], "server").await.unwrap();
    let (_, boss) = server.account("", "Boss").await;
    let register = async |network: &str, name: &str| {
        let request = Request::post("/c/demo/register")
            .header("content-type", "application/x-www-form-urlencoded")
            .header("x-forwarded-for", network);
        let form = format!("name={name}&new_password=correct+horse");
        server.send(request.body(Body::from(form)).unwrap()).await.status().as_u16()
    };
    for (network, name, expected) in [
        ("10.0.0.1", "a", 200),
        ("10.0.0.1", "b", 200),
        ("10.0.0.1", "c", 200),
        ("10.0.0.1", "d", 429),
        ("10.0.0.2", "a", 409),
        ("10.0.0.2", "d", 200),
        ("10.0.0.2", "e", 409),
    ] {
        assert_eq!(register(network, name).await, expected, "{network} {name}");
    }
    // Organisers may add more.
    let boss = Browser::signed_in(&server, &boss).await;
    assert_eq!(boss.upload("/organise/demo/teams", &[("list", "", "e\nf")]).await.status(), StatusCode::OK);
    assert_eq!(server.state.store.accounts("demo").await.unwrap().len(), 6);
}

#[tokio::test]
async fn open_registration_is_limited_by_rate_and_number_of_teams_on_sqlite() {
    open_registration_is_limited_by_rate_and_number_of_teams(&database::sqlite()).await;
}

#[tokio::test]
async fn open_registration_is_limited_by_rate_and_number_of_teams_on_postgresql() {
    open_registration_is_limited_by_rate_and_number_of_teams(&database::postgres().await).await;
}

#[tokio::test]
async fn expired_sessions_are_deleted() {
    let server = TestServer::new(&database::sqlite()).await;
    let (id, _) = server.account("", "Boss").await;
    let (store, young) = (&server.state.store, Secret::new());
    store.begin_session(&Secret::new(), &id, now() - 1).await.unwrap();
    store.begin_session(&young, &id, now() + 3_600_000).await.unwrap();
    assert_eq!(store.forget_sessions(now()).await.unwrap(), 1);
    assert!(store.account_by_session(young.as_str(), now()).await.unwrap().is_some());
    store.end_session(young.as_str()).await.unwrap();
    assert!(store.account_by_session(young.as_str(), now()).await.unwrap().is_none());
}

#[tokio::test]
async fn a_page_without_a_database_is_an_error_and_not_signed_out() {
    let server = TestServer::new(&database::sqlite()).await;
    let (_, token) = server.account("", "Boss").await;
    let boss = Browser::signed_in(&server, &token).await;
    server.state.store.close().await;
    for path in ["/organise", "/account", "/"] {
        let answer = boss.get(path).await;
        assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE, "{path}");
        assert!(answer.headers().contains_key("retry-after"), "{path}");
        assert!(text(answer).await.contains("The database is not available"), "{path}");
    }
}

#[tokio::test]
async fn two_teams_of_a_contest_cannot_be_confused_and_passwords_cannot_be_guessed() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", Game::Demon, 1).await;
    server.contest("other", Game::Demon, 1).await;
    let invite = async |contest: &str| {
        let secret = Secret::new();
        let invite = Invite::new(&secret, contest, "", 1, now() + 60_000).unwrap();
        server.state.store.invite(&secret, &invite, "server").await.unwrap();
        secret.to_string()
    };
    let join = async |contest: &str, name: &str, login: &str, password: &str| {
        let form = format!("name={name}&login={login}&new_password={password}");
        let response = Browser::new(&server).post(&format!("/join/{}", invite(contest).await), &form).await;
        (response.status().as_u16(), text(response).await)
    };
    assert_eq!(join("demo", "Ada", "one", "correct+horse").await.0, 200);
    for (name, login) in [("Ada", "two"), ("ADA", "two"), ("%D0%90d%D0%B0", "two"), ("A+da", "two")] {
        let (status, page) = join("demo", name, login, "correct+horse").await;
        assert!(matches!(status, 400 | 409), "{name}: {status}");
        assert!(page.contains("looks like one that is") || page.contains("look alike"), "{name}: {page}");
    }
    assert_eq!(join("other", "Ada", "one", "correct+horse").await.0, 200, "another contest");
    for password in ["password", "++++++++", "12345678"] {
        let (status, page) = join("demo", "Bob", "bob", password).await;
        assert_eq!(status, 400, "{password}");
        assert!(page.contains("easy to guess"), "{page}");
    }
    assert_eq!(join("demo", "Bob", "bob", "correct+horse").await.0, 200);
}
