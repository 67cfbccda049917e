//! Limits of what submissions take: by question, by team and by contest.

use axum::body::Body;
use axum::http::Request;
use laplace_arena::contest::Game;
use laplace_arena::settings::Settings;
use laplace_arena::store::{StorageLimits, Store};
use laplace_games::random::Random;

use crate::bad;
use crate::browser::Browser;
use crate::database;
use crate::test_server::{TestServer, text};

async fn submit(server: &TestServer, token: &str, name: &str, content: Vec<u8>) -> (u16, String) {
    let request = Request::post("/api/contests/demo/submissions")
        .header("authorization", format!("Bearer {token}"))
        .header("x-file-name", name);
    let response = server.send(request.body(Body::from(content)).unwrap()).await;
    (response.status().as_u16(), text(response).await)
}

/// Bytes that cannot be compressed.
fn noise(random: &mut Random, size: usize) -> Vec<u8> {
    (0..size).map(|_| random.next_u64() as u8).collect()
}

#[tokio::test]
async fn an_answer_has_the_size_that_its_question_needs() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, ada) = server.account("demo", "Ada").await;
    for (name, largest) in [("q1-output-1", 64 << 10), ("q4-output-1", 64 << 10), ("q5-output-1", 512 << 10)]
    {
        let (status, text) = submit(&server, &ada, name, vec![b'x'; largest + 1]).await;
        assert_eq!(status, 413, "{name}: {text}");
        let kibibytes = largest >> 10;
        let sizes = format!("has {kibibytes}.1 KiB: an answer to this question has at most {kibibytes} KiB");
        assert!(text.contains(&sizes), "{text}");
        assert_eq!(submit(&server, &ada, name, vec![b'x'; largest]).await.0, 201, "{name}");
    }
    for game in Game::ALL {
        for question in 1..=5 {
            // The judge reads 10 000 lines of a game; `9 11 3` and a line's end are the longest of them.
            assert!(game.max_answer_bytes(question) >= if question == 5 { 130_000 * 3 } else { 1 << 16 });
        }
    }
}

async fn a_team_and_a_contest_can_store_up_to_their_limits(address: &str) {
    let storage = StorageLimits { team: 200_000, contest: 300_000 };
    let server = TestServer::with(address, Settings { storage, ..Settings::default() }).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, ada) = server.account("demo", "Ada").await;
    let (_, bob) = server.account("demo", "Bob").await;
    let (_, organiser) = server.account("", "Olga").await;
    let mut random = Random::new(1);
    let answer = noise(&mut random, 60_000);
    let send = async |token: &str, content: Vec<u8>| submit(&server, token, "q1-output-1", content).await;
    for _ in 0..3 {
        assert_eq!(send(&ada, noise(&mut random, 60_000)).await.0, 201);
    }
    let (status, refused) = send(&ada, answer.clone()).await;
    assert_eq!(status, 413, "{refused}");
    assert!(
        refused.contains("your team has stored 1") && refused.contains(" of at most 195.4 KiB"),
        "{refused}"
    );
    // What is refused takes nothing, and a small answer still fits.
    assert_eq!(send(&ada, b"nonsense".to_vec()).await.0, 201);
    assert_eq!(send(&bob, answer.clone()).await.0, 201);
    // The same content again counts again: what is left does not tell who submitted what.
    let (status, refused) = send(&bob, answer).await;
    assert_eq!(status, 413, "{refused}");
    assert!(refused.contains("the contest has less left of its 293 KiB"), "{refused}");
    let page = Browser::signed_in(&server, &ada).await.page("/c/demo").await;
    assert!(page.contains("Stored by your team: 0.2 of 0.2 MiB"), "{page}");
    let page = Browser::signed_in(&server, &organiser).await.page("/organise/demo/teams").await;
    assert!(
        page.contains("<td class=\"number\">0.2</td>") && page.contains("<td class=\"number\">0.1</td>"),
        "{page}"
    );
    let page = Browser::signed_in(&server, &organiser).await.page("/organise/demo").await;
    assert!(page.contains("0.3 / 0.3"), "{page}");
}

#[tokio::test]
async fn a_team_and_a_contest_can_store_up_to_their_limits_on_sqlite() {
    a_team_and_a_contest_can_store_up_to_their_limits(&database::sqlite()).await;
}

#[tokio::test]
async fn a_team_and_a_contest_can_store_up_to_their_limits_on_postgresql() {
    a_team_and_a_contest_can_store_up_to_their_limits(&database::postgres().await).await;
}

async fn a_contest_has_limits_of_its_own(address: &str) {
    let server = TestServer::new(address).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, ada) = server.account("demo", "Ada").await;
    let (_, token) = server.account("", "Olga").await;
    let browser = Browser::signed_in(&server, &token).await;
    let page = browser.page("/organise/demo/settings").await;
    assert!(page.contains("16, 256 and 16\u{202f}384 MiB"), "{page}");
    // What makes no sense is refused, names the reason, and the form keeps what was typed.
    for (limits, reason) in [
        ("max_upload=17", "at most 16 MiB"),
        ("max_team=257", "at most 256 MiB"),
        ("max_upload=3&max_team=2", "should not exceed"),
        ("max_upload=0", "at least 1 MiB"),
        ("max_contest=many", "expected a number"),
        ("max_contest=-1", "expected a number"),
    ] {
        let refused = browser.post("/organise/demo/settings", &format!("title=Demo&{limits}")).await;
        assert_eq!(refused.status(), 400, "{limits}");
        let page = text(refused).await;
        let typed = limits.rsplit('=').next().unwrap();
        assert!(page.contains(reason) && page.contains(&format!("value=\"{typed}\"")), "{limits}: {page}");
    }
    let form = "title=Demo&max_upload=1&max_team=2&max_contest=3";
    assert_eq!(browser.post("/organise/demo/settings", form).await.status(), 303);
    let log = browser.page("/organise/demo/log").await;
    assert!(log.contains("MiB per submission 1") && log.contains("MiB of the contest 3"), "{log}");
    assert!(browser.page("/organise/demo").await.contains("0 / 3"));
    let page = Browser::signed_in(&server, &ada).await.page("/c/demo").await;
    assert!(page.contains("At most 1 MiB.") && page.contains("0 of 2 MiB"), "{page}");
    // One submission.
    let mut random = Random::new(1);
    let archive = |random: &mut Random, size: usize| {
        let noise = noise(random, size);
        let entries = [bad::Entry::new("q1-output-1", "nonsense"), bad::Entry::new("code", noise)];
        bad::zip(&entries, bad::Lies::default())
    };
    let (status, reason) = submit(&server, &ada, "all.zip", archive(&mut random, 1 << 20)).await;
    assert!(status == 413 && reason.contains("larger than 1 MiB"), "{status} {reason}");
    // All of a team.
    for expected in [201, 201, 413] {
        let (status, reason) = submit(&server, &ada, "all.zip", archive(&mut random, 900_000)).await;
        assert_eq!(status, expected, "{reason}");
    }
    // All of the contest, of which another team has a part.
    let (_, bob) = server.account("demo", "Bob").await;
    for expected in [201, 413] {
        let (status, reason) = submit(&server, &bob, "all.zip", archive(&mut random, 900_000)).await;
        assert_eq!(status, expected, "{reason}");
    }
    // Programs set them too; what is missing is the server's again, and a copy has the same.
    let patch = async |body: &str| {
        let request = Request::patch("/api/contests/demo").header("authorization", format!("Bearer {token}"));
        let response = server.send(request.body(Body::from(body.to_owned())).unwrap()).await;
        (response.status().as_u16(), text(response).await)
    };
    let (status, reason) = patch(r#"{"limits":{"team_mebibytes":9999}}"#).await;
    assert!(status == 400 && reason.contains("at most 256 MiB"), "{reason}");
    let (status, contest) = patch(r#"{"limits":{"team_mebibytes":4}}"#).await;
    assert_eq!(status, 200, "{contest}");
    let limits = r#""limits":{"upload_mebibytes":null,"team_mebibytes":4,"contest_mebibytes":null}"#;
    assert!(contest.contains(limits), "{contest}");
    assert_eq!(submit(&server, &bob, "all.zip", archive(&mut random, 900_000)).await.0, 201);
    assert_eq!(browser.post("/organise/demo/copy", "id=copy&title=Copy").await.status(), 303);
    let copy = server.state.store.contest("copy").await.unwrap();
    assert_eq!(copy.limits, server.state.store.contest("demo").await.unwrap().limits);
    let mut backup = Vec::new();
    server.state.store.back_up(&mut backup).await.unwrap();
    let restored = Store::open(&database::sqlite()).await.unwrap();
    restored.restore(backup.as_slice()).await.unwrap();
    assert_eq!(restored.contest("demo").await.unwrap().limits, copy.limits);
}

#[tokio::test]
async fn a_contest_has_limits_of_its_own_on_sqlite() {
    a_contest_has_limits_of_its_own(&database::sqlite()).await;
}

#[tokio::test]
async fn a_contest_has_limits_of_its_own_on_postgresql() {
    a_contest_has_limits_of_its_own(&database::postgres().await).await;
}
