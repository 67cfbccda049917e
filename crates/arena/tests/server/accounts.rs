//! Who is out when a secret is replaced, and who stays in.

use arena::contest::Game;
use axum::body::Body;
use axum::http::{Request, StatusCode};

use crate::browser::{Browser, location};
use crate::database;
use crate::ground::{Ground, text};
use crate::organise::command;

/// Whether a token is good.
async fn is_good(ground: &Ground, token: &str) -> bool {
    let asked = Request::get("/api/contests/demo/account").header("authorization", format!("Bearer {token}"));
    ground.send(asked.body(Body::empty()).unwrap()).await.status() == StatusCode::OK
}

/// Whether somebody is signed in.
async fn is_in(browser: &Browser<'_>) -> bool {
    browser.get("/account").await.status() == StatusCode::OK
}

/// The secret that a page shows this once.
async fn secret(response: axum::http::Response<Body>) -> String {
    assert_eq!(response.status(), StatusCode::OK);
    let page = text(response).await;
    page.split("<p class=\"secret\"><code>").nth(1).unwrap().split('<').next().unwrap().to_owned()
}

async fn a_new_token_puts_everybody_else_out(address: &str) {
    let ground = Ground::new(address).await;
    ground.contest("demo", Game::Demon, 1).await;
    let (_, stolen) = ground.account("", "Boss").await;
    let thief = Browser::signed_in(&ground, &stolen).await;
    assert!(is_in(&thief).await);
    let (done, said) = command(address, &["token", "boss"]);
    assert!(done, "{said}");
    let token = said.lines().next().unwrap();
    assert!(!is_in(&thief).await && !is_good(&ground, &stolen).await);
    // On the page, whoever asks for it stays in with a session of their own.
    let mut owner = Browser::signed_in(&ground, token).await;
    let other = Browser::signed_in(&ground, token).await;
    let answer = owner.post("/account/token", "").await;
    owner.take_cookie(&answer);
    let newest = secret(answer).await;
    assert!(is_in(&owner).await && is_good(&ground, &newest).await);
    assert!(!is_in(&other).await && !is_good(&ground, token).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_token_puts_everybody_else_out_on_sqlite() {
    a_new_token_puts_everybody_else_out(&database::sqlite()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_token_puts_everybody_else_out_on_postgresql() {
    a_new_token_puts_everybody_else_out(&database::postgres().await).await;
}

#[tokio::test]
async fn a_new_password_puts_out_whoever_made_a_token_with_the_old_one() {
    let ground = Ground::new(&database::sqlite()).await;
    ground.contest("demo", Game::Demon, 1).await;
    let (id, token) = ground.account("demo", "Ada").await;
    let (_, boss) = ground.account("", "Boss").await;
    let mut victim = Browser::signed_in(&ground, &token).await;
    let changed = victim.post("/account/password", "new_password=correct+horse").await;
    assert_eq!(changed.status(), StatusCode::OK);
    victim.take_cookie(&changed);
    let mut thief = Browser::new(&ground);
    let came = thief.post("/login", "contest=demo&login=ada&password=correct+horse").await;
    thief.take_cookie(&came);
    // A new token puts the victim out, who comes back and changes the password.
    let answer = thief.post("/account/token", "").await;
    thief.take_cookie(&answer);
    let stolen = secret(answer).await;
    assert!(is_good(&ground, &stolen).await && !is_in(&victim).await);
    let back = victim.post("/login", "contest=demo&login=ada&password=correct+horse").await;
    victim.take_cookie(&back);
    let form = "password=correct+horse&new_password=battery+staple";
    let changed = victim.post("/account/password", form).await;
    victim.take_cookie(&changed);
    assert!(is_in(&victim).await);
    assert!(!is_in(&thief).await && !is_good(&ground, &stolen).await);
    // The same when an organiser gives a team another one.
    let fresh = secret(victim.post("/account/token", "").await).await;
    let boss = Browser::signed_in(&ground, &boss).await;
    assert_eq!(boss.post(&format!("/organise/demo/teams/{id}/password"), "").await.status(), StatusCode::OK);
    assert!(!is_good(&ground, &fresh).await);
}

async fn organisers_are_disabled_but_never_the_last(address: &str) {
    let ground = Ground::new(address).await;
    ground.contest("demo", Game::Demon, 1).await;
    let (boss, token) = ground.account("", "Boss").await;
    let (helper, other) = ground.account("", "Helper").await;
    let (team, _) = ground.account("demo", "Ada").await;
    let (first, second) =
        (Browser::signed_in(&ground, &token).await, Browser::signed_in(&ground, &other).await);
    let verb = |id: &str, verb: &str| format!("/organise/organisers/{id}/{verb}");
    assert_eq!(first.post(&verb(&team, "disable"), "").await.status(), StatusCode::NOT_FOUND);
    assert_eq!(location(&first.post(&verb(&helper, "disable"), "").await), "/organise/organisers");
    assert!(!is_in(&second).await && !is_good(&ground, &other).await);
    assert_eq!(first.post(&verb(&boss, "disable"), "").await.status(), StatusCode::CONFLICT);
    let (done, said) = command(address, &["disable", "boss"]);
    assert!(!done && said.contains("the last organiser"), "{said}");
    assert!(is_in(&first).await);
    // Whoever comes back comes back with the token, not with an old session.
    assert_eq!(location(&first.post(&verb(&helper, "enable"), "").await), "/organise/organisers");
    assert!(!is_in(&second).await && is_good(&ground, &other).await);
    assert!(command(address, &["disable", "boss"]).0);
    assert!(!is_in(&first).await);
    assert!(command(address, &["enable", "boss"]).0 && is_good(&ground, &token).await);
    let log = text(Browser::signed_in(&ground, &token).await.get("/organise/organisers").await).await;
    assert!(log.contains("disabled") && log.contains("enabled"), "{log}");
}

#[tokio::test(flavor = "multi_thread")]
async fn organisers_are_disabled_but_never_the_last_on_sqlite() {
    organisers_are_disabled_but_never_the_last(&database::sqlite()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn organisers_are_disabled_but_never_the_last_on_postgresql() {
    organisers_are_disabled_but_never_the_last(&database::postgres().await).await;
}
