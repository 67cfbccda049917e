//! Signing in: wrong passwords are limited, right ones are not, and tokens never are.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, Response};
use laplace_arena::auth::Passwords;
use laplace_arena::contest::Game;
use laplace_arena::limits::Rate;
use laplace_arena::settings::Settings;
use laplace_arena::teams::{self, Made, Wanted};

use crate::browser::Browser;
use crate::database;
use crate::test_server::{TestServer, text};

/// A server on which an account has three wrong passwords an hour, and some teams.
async fn server_with_teams(count: usize) -> (TestServer, Vec<Made>) {
    let login_rate = Rate { burst: 3, every: Duration::from_secs(3_600) };
    let settings = Settings { login_rate, behind_proxy: true, ..Settings::default() };
    let server = TestServer::with(&database::sqlite(), settings).await;
    server.contest("demo", Game::Demon, 1).await;
    let wanted = (1..=count).map(|number| Wanted { name: format!("Team {number}"), ..Wanted::default() });
    let contest = server.state.store.contest("demo").await.unwrap();
    let passwords = Passwords::default();
    let made = teams::make(&server.state.store, &passwords, &contest, wanted.collect(), "server").await;
    (server, made.unwrap())
}

async fn send(server: &TestServer, address: &str, form: String) -> Response<Body> {
    let request = Request::post("/login")
        .header("content-type", "application/x-www-form-urlencoded")
        .header("x-forwarded-for", address);
    server.send(request.body(Body::from(form)).unwrap()).await
}

async fn sign_in(server: &TestServer, address: &str, login: &str, password: &str) -> u16 {
    let response = send(server, address, format!("contest=demo&login={login}&password={password}")).await;
    assert_eq!(response.headers().contains_key("retry-after"), response.status().as_u16() == 429);
    response.status().as_u16()
}

#[tokio::test(flavor = "multi_thread")]
async fn three_hundred_teams_behind_one_address_all_sign_in_beside_one_that_guesses() {
    let (server, teams) = server_with_teams(300).await;
    let guesses = async {
        for number in 0..400 {
            let login = if number % 2 == 0 { "team-1".into() } else { format!("unknown-{number}") };
            assert!(matches!(sign_in(&server, "10.0.0.1", &login, "a-wrong-guess").await, 401 | 429));
        }
    };
    let right = async {
        // Not the team whose password is guessed from its own address.
        for team in &teams[1..] {
            assert_eq!(sign_in(&server, "10.0.0.1", &team.login, &team.password).await, 303, "{}", team.name);
        }
    };
    tokio::join!(guesses, right);
    let (guessed, other) = (&teams[0], "10.0.0.2");
    assert_eq!(sign_in(&server, "10.0.0.1", &guessed.login, &guessed.password).await, 429);
    assert_eq!(sign_in(&server, other, &guessed.login, &guessed.password).await, 303, "at another address");
    for _ in 0..50 {
        let by_token = send(&server, "10.0.0.1", format!("token={}", guessed.token)).await;
        assert_eq!(by_token.status().as_u16(), 303, "by token");
    }
}

#[tokio::test]
async fn wrong_passwords_count_for_the_account_however_its_login_is_spelled() {
    let (server, teams) = server_with_teams(2).await;
    for login in ["team-1", "Team+1", "TEAM+1"] {
        assert_eq!(sign_in(&server, "10.0.0.1", login, "a-wrong-guess").await, 401, "{login}");
    }
    assert_eq!(sign_in(&server, "10.0.0.1", "team-1", &teams[0].password).await, 429);
    assert_eq!(sign_in(&server, "10.0.0.1", "team-2", &teams[1].password).await, 303);
    // An account that does not exist is limited the same way, so that the limit does not tell which exist.
    for expected in [401, 401, 401, 429] {
        assert_eq!(sign_in(&server, "10.0.0.1", "nobody", "a-wrong-guess").await, expected);
    }
    let wrong = send(&server, "10.0.0.1", "token=wrong".into()).await;
    assert_eq!(wrong.status().as_u16(), 401);
    assert!(text(wrong).await.contains("Wrong token"), "the message names the token");
}

#[tokio::test]
async fn an_account_cannot_fill_the_disk_with_sessions() {
    let session_rate = Rate { burst: 130, every: Duration::from_secs(3_600) };
    let server =
        TestServer::with(&database::sqlite(), Settings { session_rate, ..Settings::default() }).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, ada) = server.account("demo", "Ada").await;
    let (_, bob) = server.account("demo", "Bob").await;
    let first = Browser::signed_in(&server, &ada).await;
    let mut last = first.cookie.clone();
    for _ in 1..130 {
        last = Browser::signed_in(&server, &ada).await.cookie;
    }
    assert_eq!(send(&server, "10.0.0.1", format!("token={ada}")).await.status().as_u16(), 429);
    assert_eq!(send(&server, "10.0.0.1", format!("token={bob}")).await.status().as_u16(), 303);
    assert_eq!(first.get("/account").await.status().as_u16(), 303, "the oldest session has ended");
    let last = Browser { server: &server, cookie: last };
    assert_eq!(last.get("/account").await.status().as_u16(), 200);
    let ended = server.state.store.forget_sessions(laplace_arena::store::now() + 15 * 24 * 3_600_000).await;
    assert_eq!(ended.unwrap(), 100 + 1, "a hundred of the one account, one of the other");
}

#[tokio::test]
async fn pages_of_an_account_are_not_kept_by_the_browser() {
    let (server, teams) = server_with_teams(1).await;
    let browser = Browser::signed_in(&server, teams[0].token.as_str()).await;
    for path in ["/account", "/c/demo", "/c/demo/board", "/c/demo/submissions", "/"] {
        let response = browser.get(path).await;
        assert_eq!(response.headers()["cache-control"], "no-store", "{path}");
    }
    let asset = browser.get("/assets/page.js").await;
    assert!(asset.headers()["cache-control"].to_str().unwrap().contains("immutable"));
    let anonymous = Browser::new(&server).get("/c/demo/board").await;
    assert_eq!(anonymous.headers()["cache-control"], "no-cache");
}

#[tokio::test]
async fn the_scheme_of_a_token_is_read_in_any_case() {
    let (server, teams) = server_with_teams(1).await;
    for scheme in ["Bearer", "bearer", "BEARER"] {
        let request = Request::get("/api/contests/demo/account")
            .header("authorization", format!("{scheme} {}", teams[0].token));
        assert_eq!(
            server.send(request.body(Body::empty()).unwrap()).await.status().as_u16(),
            200,
            "{scheme}"
        );
    }
}

#[tokio::test]
async fn names_of_files_left_aside_come_from_the_server_and_not_from_a_link() {
    let (server, teams) = server_with_teams(1).await;
    let browser = Browser::signed_in(&server, teams[0].token.as_str()).await;
    let files = [("files", "q1-output-1", "nonsense"), ("files", "notes & more.txt", "x")];
    let response = browser.upload("/c/demo/submit", &files).await;
    assert_eq!(response.headers()["location"], "/c/demo/submissions/1");
    let crafted = browser.page("/c/demo/submissions/1?aside=You+have+won").await;
    assert!(!crafted.contains("You have won") && !crafted.contains("You+have+won"), "{crafted}");
    let page = browser.page("/c/demo/submissions/1").await;
    assert!(page.contains("notes &amp; more.txt"), "{page}");
}

#[tokio::test]
async fn the_time_of_the_server_is_sent_and_a_large_body_of_blobwar_is_refused_as_json() {
    let (server, _) = server_with_teams(1).await;
    let time = text(Browser::new(&server).get("/time").await).await;
    assert!((laplace_arena::store::now() - time.parse::<i64>().unwrap()).abs() < 3_600_000, "{time}");
    let request = Request::post("/blobwar/moves").body(Body::from("x".repeat(40 << 10))).unwrap();
    let response = server.send(request).await;
    assert_eq!(response.status().as_u16(), 413);
    let body = text(response).await;
    assert!(body.starts_with("{\"code\":413,"), "{body}");
}
