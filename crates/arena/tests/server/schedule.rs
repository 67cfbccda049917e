//! The order of milestones: the same rules on the page, in the API and on the command line.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use laplace_arena::contest::{Draft, Feedback, Game};
use laplace_arena::store::now;

use crate::browser::Browser;
use crate::database;
use crate::organise::command;
use crate::test_server::{TestServer, text};
use crate::wait::wait_until;

const HOUR: i64 = 3_600_000;

struct Moments<'a> {
    server: &'a TestServer,
    address: &'a str,
    token: String,
    boss: Browser<'a>,
}

impl Moments<'_> {
    /// All three ways are refused with this message, and change nothing.
    async fn refused(&self, moment: &str, at: Option<&str>, why: &str) {
        let before = self.server.state.store.revision("demo").await.unwrap();
        let body = at.map_or_else(String::new, |at| format!("{{\"at\":\"{at}\"}}"));
        let request = Request::post(format!("/api/contests/demo/moments/{moment}"))
            .header("authorization", format!("Bearer {}", self.token));
        let reply = self.server.send(request.body(Body::from(body)).unwrap()).await;
        assert_eq!(reply.status(), StatusCode::CONFLICT, "{moment} {at:?}");
        let reply = text(reply).await;
        assert!(reply.contains(why), "{reply}");
        let mut words = vec![moment, "demo"];
        words.extend(at.into_iter().flat_map(|at| ["--at", at]));
        let (done, output) = command(self.address, &words);
        assert!(!done && output.contains(why), "{output}");
        if at.is_none() {
            let form = format!("moment={moment}&confirm=yes");
            let page = self.boss.post("/organise/demo/moment", &form).await;
            assert_eq!(page.status(), StatusCode::CONFLICT, "{moment}");
        }
        assert_eq!(self.server.state.store.revision("demo").await.unwrap(), before, "{moment}");
    }

    fn set(&self, words: &[&str]) {
        let (done, output) = command(self.address, words);
        assert!(done, "{output}");
    }

    /// Waits until the inputs are answered with this status: the server learns of what another process did
    /// after a short time.
    async fn inputs_are(&self, expected: StatusCode) {
        wait_until(&format!("{expected} for the inputs"), async || {
            match Browser::new(self.server).get("/c/demo/inputs.zip").await.status() {
                status if status == expected => Ok(()),
                status => Err(status.to_string()),
            }
        })
        .await;
    }
}

async fn milestones_must_be_set_in_order(address: &str) {
    let server = TestServer::new(address).await;
    server.contest_from("demo", Game::Well, 1, Some(now() + HOUR)).await;
    let (_, token) = server.account("", "Boss").await;
    let boss = Browser::signed_in(&server, &token).await;
    let moments = Moments { server: &server, address, token, boss };
    // Before the start nothing else can happen, and the inputs stay secret.
    moments.refused("end", None, "the end should come after the start").await;
    moments.refused("finalize", None, "the contest is not over yet").await;
    moments.refused("freeze", None, "the freeze should lie between start and end").await;
    moments.inputs_are(StatusCode::NOT_FOUND).await;
    moments.set(&["end", "demo", "--at", "+3h"]);
    moments.set(&["freeze", "demo", "--at", "+2h"]);
    moments.refused("start", Some("+4h"), "the end should come after the start").await;
    moments.refused("start", Some("+150m"), "the freeze should lie between start and end").await;
    moments.refused("thaw", None, "the board is not frozen").await;
    moments.set(&["start", "demo"]);
    moments.inputs_are(StatusCode::OK).await;
    moments.refused("start", Some("+1h"), "the contest has started already").await;
    moments.refused("finalize", None, "the contest is not over yet").await;
    // A thaw before the freeze would mean that the freeze never comes.
    moments.refused("thaw", None, "the board is not frozen").await;
    moments.refused("end", Some("2020-01-01T00:00:00Z"), "the end should come after the start").await;
    moments.set(&["freeze", "demo"]);
    moments.set(&["thaw", "demo"]);
    moments.set(&["end", "demo"]);
    moments.set(&["finalize", "demo"]);
    for moment in ["start", "end", "freeze", "thaw", "finalize"] {
        moments.refused(moment, None, "the results are final").await;
    }
}

#[tokio::test]
async fn milestones_must_be_set_in_order_on_sqlite() {
    milestones_must_be_set_in_order(&database::sqlite()).await;
}

#[tokio::test]
async fn milestones_must_be_set_in_order_on_postgresql() {
    milestones_must_be_set_in_order(&database::postgres().await).await;
}

async fn an_end_before_the_freeze_drops_the_freeze(address: &str) {
    let server = TestServer::new(address).await;
    server.contest("demo", Game::Well, 1).await;
    let set = |words: &[&str]| {
        let (done, output) = command(address, words);
        assert!(done, "{output}");
        output
    };
    set(&["end", "demo", "--at", "+3h"]);
    set(&["freeze", "demo", "--at", "+2h"]);
    let store = &server.state.store;
    assert!(!set(&["end", "demo", "--at", "+150m"]).contains("dropped"));
    assert!(store.contest_now("demo").await.unwrap().frozen_at.is_some());
    let output = set(&["end", "demo", "--at", "+1h"]);
    assert!(output.contains("lies after the end and is dropped"), "{output}");
    assert_eq!(store.contest_now("demo").await.unwrap().frozen_at, None);
    let events = store.events("demo", 0, 100).await.unwrap();
    let last: Vec<&str> = events.iter().rev().take(2).map(|event| event.kind.name()).collect();
    assert_eq!(last, ["freeze-taken-back", "end"], "the log names both");
}

#[tokio::test]
async fn an_end_before_the_freeze_drops_the_freeze_on_sqlite() {
    an_end_before_the_freeze_drops_the_freeze(&database::sqlite()).await;
}

#[tokio::test]
async fn an_end_before_the_freeze_drops_the_freeze_on_postgresql() {
    an_end_before_the_freeze_drops_the_freeze(&database::postgres().await).await;
}

#[test]
fn a_contest_with_an_end_in_the_past_is_refused() {
    let draft = |starts_at, ends_at| Draft {
        id: "demo".into(),
        title: "Demo".into(),
        game: Game::Well,
        seed: 7,
        inputs: 1,
        open: false,
        starts_at,
        ends_at,
        frozen_at: None,
        feedback: Feedback::Full,
    };
    assert!(draft(Some(1_000), Some(2_001)).check(2_000).is_ok());
    assert!(draft(Some(1_000), Some(2_000)).check(2_000).is_err());
    assert!(draft(None, Some(2_000)).check(2_000).is_err());
}
