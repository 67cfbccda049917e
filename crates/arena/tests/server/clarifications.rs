//! Clarifications: private questions, answers to one team or to all, announcements; on the page, in the API, in the feed, live.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use laplace_arena::contest::{Game, Milestone};
use laplace_arena::limits::Rate;
use laplace_arena::settings::Settings;
use serde_json::{Value, json};
use tokio_stream::StreamExt;

use crate::database;
use crate::test_server::{TestServer, text};

const LIST: &str = "/api/contests/demo/clarifications";

/// A contest with two teams and an organiser.
struct Room {
    server: TestServer,
    ada: (String, String),
    blaise: (String, String),
    olga: (String, String),
}

impl Room {
    async fn new(address: &str) -> Self {
        let question_rate = Rate { burst: 3, every: Duration::from_secs(3_600) };
        let server = TestServer::with(address, Settings { question_rate, ..Settings::default() }).await;
        server.contest("demo", Game::Demon, 1).await;
        let ada = server.account("demo", "Ada").await;
        let blaise = server.account("demo", "Blaise").await;
        let olga = server.account("", "Olga").await;
        Self { server, ada, blaise, olga }
    }

    async fn send(&self, token: &str, body: &Value) -> (StatusCode, Value) {
        let request = Request::post(LIST)
            .header("authorization", format!("Bearer {token}"))
            .body(Body::from(body.to_string()));
        let response = self.server.send(request.unwrap()).await;
        (response.status(), serde_json::from_str(&text(response).await).unwrap())
    }

    async fn sent(&self, token: &str, body: Value) -> String {
        let (status, reply) = self.send(token, &body).await;
        assert_eq!(status, StatusCode::OK, "{reply}");
        reply["id"].as_str().unwrap().to_owned()
    }

    async fn get(&self, token: Option<&str>, path: &str) -> String {
        let mut request = Request::get(path);
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let response = self.server.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        text(response).await
    }

    /// The texts that a client reads in the list, and in the feed.
    async fn texts(&self, token: Option<&str>) -> Vec<String> {
        let list: Vec<Value> = serde_json::from_str(&self.get(token, LIST).await).unwrap();
        let feed = self.get(token, "/api/contests/demo/event-feed?stream=false").await;
        let lines = feed.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let fed: Vec<Value> = lines
            .filter(|line| line["type"] == "clarifications")
            .map(|mut line| line["data"].take())
            .collect();
        assert_eq!(fed, list, "the feed has what the list has");
        list.iter().map(|one| one["text"].as_str().unwrap().to_owned()).collect()
    }
}

async fn a_question_is_private_and_an_answer_is_for_one_or_all(address: &str) {
    let room = Room::new(address).await;
    let (ada, blaise, olga) = (&room.ada.1, &room.blaise.1, &room.olga.1);
    let first = room.sent(ada, json!({ "text": " Which way\r\nis up? ", "problem_id": "2" })).await;
    assert_eq!(room.texts(Some(ada)).await, ["Which way\nis up?"]);
    assert_eq!(room.texts(Some(olga)).await, ["Which way\nis up?"]);
    assert!(room.texts(Some(blaise)).await.is_empty() && room.texts(None).await.is_empty());
    // To the team alone.
    let reply = json!({ "text": "Line 0 is the top.", "reply_to_id": first, "to_team_id": room.ada.0 });
    room.sent(olga, reply).await;
    assert_eq!(room.texts(Some(ada)).await.len(), 2);
    assert!(room.texts(Some(blaise)).await.is_empty() && room.texts(None).await.is_empty());
    // To all: others read the answer, not who asked.
    room.sent(olga, json!({ "text": "For all: line 0 is the top.", "reply_to_id": first })).await;
    assert_eq!(room.texts(Some(blaise)).await, ["For all: line 0 is the top."]);
    let list: Vec<Value> = serde_json::from_str(&room.get(Some(blaise), LIST).await).unwrap();
    assert_eq!((&list[0]["reply_to_id"], &list[0]["from_team_id"]), (&Value::Null, &Value::Null));
    room.sent(olga, json!({ "text": "The room closes at six." })).await;
    assert_eq!(room.texts(None).await, ["For all: line 0 is the top.", "The room closes at six."]);
    // The pages say the same; a question that was answered to all is shown without its team.
    let page = room.get(Some(blaise), "/c/demo/clarifications").await;
    assert!(
        page.contains("Which way\nis up?") && page.contains("A team asks") && !page.contains("Ada"),
        "{page}"
    );
    assert!(!page.contains(">Line 0 is the top.<"), "the answer to Ada alone");
    let page = room.get(Some(ada), "/c/demo/clarifications/list").await;
    assert!(page.contains("Your team asks") && page.contains(">Line 0 is the top.<"));
    let page = room.get(Some(olga), "/c/demo/clarifications").await;
    assert!(page.contains("Ada asks") && page.contains("Blaise"), "{page}");
    let log = room.get(Some(olga), "/api/contests/demo/audit").await;
    assert_eq!(log.matches("\"clarification\"").count(), 4);
}

#[tokio::test]
async fn a_question_is_private_and_an_answer_is_for_one_or_all_on_sqlite() {
    a_question_is_private_and_an_answer_is_for_one_or_all(&database::sqlite()).await;
}

#[tokio::test]
async fn a_question_is_private_and_an_answer_is_for_one_or_all_on_postgresql() {
    a_question_is_private_and_an_answer_is_for_one_or_all(&database::postgres().await).await;
}

#[tokio::test]
async fn what_a_team_may_not_send_is_refused_and_its_questions_are_limited() {
    let room = Room::new(&database::sqlite()).await;
    let (ada, olga) = (&room.ada.1, &room.olga.1);
    for (token, body, expected) in [
        (ada, json!({ "text": " \n " }), 400),
        (ada, json!({ "text": "a\u{0}b" }), 400),
        (ada, json!({ "text": "x".repeat(2_001) }), 400),
        (ada, json!({ "text": "x", "to_team_id": room.blaise.0 }), 400),
        (ada, json!({ "text": "x", "reply_to_id": "1" }), 400),
        (ada, json!({ "text": "x", "from_team_id": room.blaise.0 }), 400),
        (ada, json!({ "text": "x", "id": "7" }), 400),
        (ada, json!({ "text": "x", "problem_id": "99" }), 404),
        (ada, json!({ "text": "x", "problem_id": "one" }), 400),
        (olga, json!({ "text": "x", "reply_to_id": "99" }), 400),
        (olga, json!({ "text": "x", "to_team_id": "nobody" }), 404),
    ] {
        let (status, reply) = room.send(token, &body).await;
        assert_eq!(status.as_u16(), expected, "{body} {reply}");
    }
    assert!(room.texts(Some(olga)).await.is_empty());
    // The question with an unknown input took one of the three.
    let first = room.sent(ada, json!({ "text": "one" })).await;
    room.sent(ada, json!({ "text": "two" })).await;
    assert_eq!(room.send(ada, &json!({ "text": "three" })).await.0, StatusCode::TOO_MANY_REQUESTS);
    // An answer goes to the team that asked.
    let other = json!({ "text": "x", "reply_to_id": first, "to_team_id": room.blaise.0 });
    assert_eq!(room.send(olga, &other).await.0, StatusCode::BAD_REQUEST);
    // Organisers have no such limit.
    for number in 0..10 {
        room.sent(olga, json!({ "text": format!("announcement {number}") })).await;
    }
    for milestone in [Milestone::End, Milestone::Finalize] {
        room.server.state.store.set_milestone("demo", milestone, None, "server").await.unwrap();
    }
    assert_eq!(room.send(olga, &json!({ "text": "late" })).await.0, StatusCode::CONFLICT);
}

#[tokio::test]
async fn a_new_message_is_announced_to_those_who_may_read_it() {
    let room = Room::new(&database::sqlite()).await;
    let live = async |token: Option<&str>| {
        let mut request = Request::get("/c/demo/board/live");
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        room.server.send(request.body(Body::empty()).unwrap()).await.into_body().into_data_stream()
    };
    let mut streams = [live(Some(&room.ada.1)).await, live(Some(&room.blaise.1)).await, live(None).await];
    let question = room.sent(&room.ada.1, json!({ "text": "May I?" })).await;
    let answer = json!({ "text": "You may.", "reply_to_id": question, "to_team_id": room.ada.0 });
    let answer = room.sent(&room.olga.1, answer).await;
    // What comes last is for all, so every stream has ended its wait by then.
    let last = room.sent(&room.olga.1, json!({ "text": "Lunch." })).await;
    for (place, stream) in streams.iter_mut().enumerate() {
        let mut received = String::new();
        while !received.contains(&format!("event: clarification\ndata: {last}\n")) {
            received += &String::from_utf8_lossy(&stream.next().await.unwrap().unwrap());
        }
        assert!(!received.contains(&format!("event: clarification\ndata: {question}\n")), "{received}");
        let private = received.contains(&format!("event: clarification\ndata: {answer}\n"));
        assert!(place == 0 || !private, "{received}");
    }
}
