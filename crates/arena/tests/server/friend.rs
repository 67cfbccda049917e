//! Blobwar between two browsers, and games as files.

use axum::body::{Body, BodyDataStream};
use axum::http::{Request, StatusCode};
use laplace_arena::settings::Settings;
use laplace_judge::replay::{BlobwarResult, Replay, read, verify};
use laplace_matches::pgn::read_games;
use serde_json::{Value, json};

use crate::database;
use crate::test_server::{TestServer, text};
use crate::wait::{read_until, wait_for_end, wait_for_none};

const START: &str = "x5o/7/7/7/7/7/o5x x 0 1";
const BLUE: &str = "b100000000000000000000000000000000000001";
const RED: &str = "4ed0000000000000000000000000000000000002";
const WATCHER: &str = "3a7c000000000000000000000000000000000003";

async fn post(server: &TestServer, address: &str, body: &Value) -> (StatusCode, Value) {
    let request = Request::post(format!("/blobwar/{address}")).body(Body::from(body.to_string()));
    let response = server.send(request.unwrap()).await;
    let status = response.status();
    (status, serde_json::from_str(&text(response).await).unwrap())
}

/// Begins a game as blue and returns its id.
async fn begin(server: &TestServer, clock: Option<Value>) -> String {
    let form = json!({ "start": START, "rules": "passes", "you": "x", "clock": clock, "seat": BLUE });
    let (status, begun) = post(server, "games", &form).await;
    assert_eq!((status, &begun["you"]), (StatusCode::CREATED, &json!("x")), "{begun}");
    begun["id"].as_str().unwrap().to_owned()
}

async fn join(server: &TestServer, game: &str) {
    let (status, joined) = post(server, &format!("games/{game}/join"), &json!({ "seat": RED })).await;
    assert_eq!((status, &joined["you"]), (StatusCode::OK, &json!("o")), "{joined}");
}

async fn play(
    server: &TestServer,
    game: &str,
    seat: &str,
    count: usize,
    played: &str,
) -> (StatusCode, Value) {
    post(server, &format!("games/{game}/move"), &json!({ "seat": seat, "count": count, "move": played }))
        .await
}

async fn follow(server: &TestServer, game: &str) -> BodyDataStream {
    let request = Request::get(format!("/blobwar/games/{game}/live")).body(Body::empty()).unwrap();
    let response = server.send(request).await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    response.into_body().into_data_stream()
}

async fn show(server: &TestServer, game: &str) -> Value {
    let request = Request::get(format!("/blobwar/games/{game}")).body(Body::empty()).unwrap();
    serde_json::from_str(&text(server.send(request).await).await).unwrap()
}

#[tokio::test]
async fn two_browsers_play_a_game_by_a_link() {
    let server = TestServer::new(&database::sqlite()).await;
    let game = begin(&server, None).await;
    let mut watching = follow(&server, &game).await;
    let seen = read_until(&mut watching, "\"version\":1").await;
    assert!(seen.contains("\"seats\":{\"x\":true,\"o\":false}") && seen.contains("\"legal\":[]"), "{seen}");
    assert_eq!(play(&server, &game, BLUE, 0, "b6").await.0, StatusCode::CONFLICT, "nobody is there yet");
    join(&server, &game).await;
    let mut all = seen;
    all += &read_until(&mut watching, "\"seats\":{\"x\":true,\"o\":true}").await;
    join(&server, &game).await;
    let (status, refused) = post(&server, &format!("games/{game}/join"), &json!({ "seat": WATCHER })).await;
    assert_eq!((status, &refused["error"]), (StatusCode::CONFLICT, &json!("conflict")));
    for (seat, count, played, expected) in [
        (WATCHER, 0, "b6", StatusCode::FORBIDDEN),
        (RED, 0, "f6", StatusCode::CONFLICT),
        (BLUE, 0, "d4", StatusCode::BAD_REQUEST),
        (BLUE, 0, "hello", StatusCode::BAD_REQUEST),
        (BLUE, 0, "b6", StatusCode::OK),
        // Sent again after a lost connection.
        (BLUE, 0, "b6", StatusCode::OK),
        (RED, 1, "f6", StatusCode::OK),
    ] {
        let (status, answer) = play(&server, &game, seat, count, played).await;
        assert_eq!(status, expected, "{seat} {played}: {answer}");
    }
    all += &read_until(&mut watching, "\"move\":\"f6\"").await;
    // A page that is loaded again has the whole game.
    let again = read_until(&mut follow(&server, &game).await, "\"count\":2").await;
    assert!(again.contains("\"move\":\"b6\"") && again.contains("\"from\":0"), "{again}");
    for act in ["resign", "rematch"] {
        let (status, _) = post(&server, &format!("games/{game}/{act}"), &json!({ "seat": WATCHER })).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "{act}");
    }
    let (status, over) = post(&server, &format!("games/{game}/resign"), &json!({ "seat": RED })).await;
    assert_eq!((status, &over["end"]), (StatusCode::OK, &json!({ "winner": "x", "reason": "resigned" })));
    for seat in [RED, BLUE] {
        let (status, _) = post(&server, &format!("games/{game}/rematch"), &json!({ "seat": seat })).await;
        assert_eq!(status, StatusCode::OK);
    }
    all += &read_until(&mut watching, "\"next\":\"").await;
    let next = show(&server, &game).await["next"].as_str().unwrap().to_owned();
    assert_eq!(play(&server, &next, BLUE, 0, "b6").await.0, StatusCode::CONFLICT, "colours are changed");
    assert_eq!(play(&server, &next, RED, 0, "b6").await.0, StatusCode::OK);
    all += &show(&server, &next).await.to_string();
    for secret in [BLUE, RED] {
        assert!(!all.contains(secret) && !all.contains(&laplace_arena::auth::hash_of(secret)), "{all}");
    }
}

#[tokio::test]
async fn a_draw_is_offered_declined_by_a_move_and_accepted() {
    let server = TestServer::new(&database::sqlite()).await;
    let game = begin(&server, Some(json!({ "base": 60, "increment": 0 }))).await;
    let draw =
        async |seat: &str| post(&server, &format!("games/{game}/draw"), &json!({ "seat": seat })).await;
    assert_eq!(draw(BLUE).await.0, StatusCode::CONFLICT, "nobody is there yet");
    join(&server, &game).await;
    assert_eq!(draw(WATCHER).await.0, StatusCode::FORBIDDEN);
    let mut watching = follow(&server, &game).await;
    assert_eq!(draw(BLUE).await.0, StatusCode::OK);
    // Sent again after a lost connection.
    assert_eq!(draw(BLUE).await.0, StatusCode::OK);
    read_until(&mut watching, "\"draw\":{\"x\":true,\"o\":false}").await;
    let (status, moved) = play(&server, &game, BLUE, 0, "b6").await;
    assert_eq!((status, &moved["draw"]["x"]), (StatusCode::OK, &json!(true)), "an own move keeps the offer");
    let (status, moved) = play(&server, &game, RED, 1, "f6").await;
    assert_eq!((status, &moved["draw"]["x"]), (StatusCode::OK, &json!(false)), "a move declines");
    assert_eq!(draw(RED).await.1["end"], Value::Null);
    let (status, over) = draw(BLUE).await;
    assert_eq!((status, &over["end"]), (StatusCode::OK, &json!({ "winner": null, "reason": "agreed" })));
    assert_eq!((&over["clock"]["runs"], &over["legal"]), (&Value::Null, &json!([])));
    read_until(&mut watching, "\"reason\":\"agreed\"").await;
    assert_eq!(draw(BLUE).await.0, StatusCode::OK);
    assert_eq!(play(&server, &game, BLUE, 2, "c6").await.0, StatusCode::CONFLICT);
    let (status, _) = post(&server, &format!("games/{game}/resign"), &json!({ "seat": RED })).await;
    assert_eq!(status, StatusCode::CONFLICT);
    for seat in [RED, BLUE] {
        assert_eq!(
            post(&server, &format!("games/{game}/rematch"), &json!({ "seat": seat })).await.0,
            StatusCode::OK
        );
    }
    assert!(show(&server, &game).await["next"].is_string());
}

#[tokio::test]
async fn the_server_ends_a_game_when_a_clock_runs_out() {
    let server = TestServer::new(&database::sqlite()).await;
    let game = begin(&server, Some(json!({ "base": 1, "increment": 0 }))).await;
    join(&server, &game).await;
    let mut watching = follow(&server, &game).await;
    assert_eq!(play(&server, &game, BLUE, 0, "b6").await.0, StatusCode::OK);
    read_until(&mut watching, "{\"winner\":\"x\",\"reason\":\"time\"}").await;
    assert_eq!(play(&server, &game, RED, 1, "f6").await.0, StatusCode::CONFLICT);
    let clock = show(&server, &game).await["clock"].clone();
    assert_eq!((&clock["left"]["o"], &clock["runs"]), (&json!(0), &Value::Null));
}

#[tokio::test]
async fn streams_are_limited_and_end_with_the_server() {
    let server =
        TestServer::with(&database::sqlite(), Settings { behind_proxy: true, ..Settings::default() }).await;
    let game = begin(&server, None).await;
    let open = async |network: usize| {
        let request = Request::get(format!("/blobwar/games/{game}/live"))
            .header("x-forwarded-for", format!("10.0.0.{network}"));
        server.send(request.body(Body::empty()).unwrap()).await
    };
    let mut held = Vec::new();
    let mut refused = 0;
    for network in 0..3 {
        for _ in 0..160 {
            let response = open(network).await;
            if response.status() == StatusCode::OK {
                held.push(response.into_body().into_data_stream());
            } else {
                assert!(response.headers().contains_key("retry-after"));
                refused += 1;
            }
        }
    }
    assert_eq!((held.len(), refused), (400, 80));
    assert_eq!(server.state.listeners.in_use(), 0, "live boards have slots of their own");
    let mut last = held.pop().unwrap();
    drop(held);
    wait_for_none("stream", || server.state.play.watchers.in_use() - 1).await;
    read_until(&mut last, "\"version\":1").await;
    server.state.stopping.send_replace(true);
    wait_for_end(&mut last).await;
}

#[tokio::test]
async fn what_is_not_a_game_is_refused_and_games_are_limited() {
    let server = TestServer::new(&database::sqlite()).await;
    let good = json!({ "start": START, "rules": "passes", "you": "x", "seat": BLUE });
    for (field, value) in [
        ("start", json!("nonsense")),
        ("start", json!("7/7/7/7/7/7/7 x 0 1")),
        ("you", json!("z")),
        ("seat", json!("guess")),
        ("clock", json!({ "base": 0, "increment": 0 })),
        ("clock", json!({ "base": 60, "increment": 1000 })),
        ("more", json!(1)),
    ] {
        let mut form = good.clone();
        form[field] = value;
        assert_eq!(post(&server, "games", &form).await.0, StatusCode::BAD_REQUEST, "{form}");
    }
    let mut over = good.clone();
    over["start"] = json!("xx5/7/7/7/7/7/7 x 0 1");
    assert_eq!(post(&server, "games", &over).await.0, StatusCode::CONFLICT);
    let mut statuses = Vec::new();
    for _ in 0..80 {
        statuses.push(post(&server, "games", &good).await.0);
    }
    assert!(statuses.contains(&StatusCode::CREATED), "{statuses:?}");
    assert_eq!(statuses.last(), Some(&StatusCode::TOO_MANY_REQUESTS));
    let (status, missing) = post(&server, "games/none/join?lang=fr", &json!({ "seat": RED })).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert!(missing["message"].as_str().unwrap().starts_with("cette partie n’existe pas"), "{missing}");
}

#[tokio::test]
async fn a_game_is_downloaded_as_pgn_and_as_a_replay() {
    let server = TestServer::new(&database::sqlite()).await;
    let file = async |kind: &str, form: &Value| {
        let request = Request::post(format!("/blobwar/{kind}")).body(Body::from(form.to_string()));
        let response = server.send(request.unwrap()).await;
        assert_eq!(response.status(), StatusCode::OK);
        assert!(response.headers()["content-disposition"].to_str().unwrap().starts_with("attachment"));
        text(response).await
    };
    let resigned = json!({
        "start": START, "rules": "passes", "moves": ["b6", "f6"], "players": ["Ada \"A\"", "Bob\n[x]"],
        "loss": { "winner": "o", "reason": "resigned" }, "used": [0, 1500], "clock": { "base": 60, "increment": 2 },
    });
    let pgn = file("pgn", &resigned).await;
    let games = read_games(pgn.as_bytes()).unwrap();
    assert_eq!((games.len(), games[0].moves.len(), &games[0].fault), (1, 2, &None), "{pgn}");
    for line in [
        "[Result \"0-1\"]",
        "[Termination \"x: resigned\"]",
        "[TimeControl \"60+2\"]",
        "[Black \"Ada 'A'\"]",
        "[White \"Bob [x]\"]",
    ] {
        assert!(pgn.lines().any(|found| found == line), "{line}\n{pgn}");
    }
    assert!(pgn.contains("f6 { movetime 1500 } 0-1"), "{pgn}");
    let replay = read(file("replay", &resigned).await.as_bytes()).unwrap();
    assert_eq!((verify(&replay).played, verify(&replay).fault), (2, None));
    let open = json!({ "start": "startpos", "moves": [], "players": ["a", "b"] });
    let Replay::Blobwar(replay) = read(file("replay", &open).await.as_bytes()).unwrap() else {
        unreachable!("a game of Blobwar")
    };
    assert_eq!(replay.result, Some(BlobwarResult::Unfinished));
    assert!(file("pgn", &open).await.contains("[Result \"*\"]"));
    let agreed = json!({ "start": START, "moves": ["b6"], "players": ["a", "b"], "agreed": true });
    let pgn = file("pgn", &agreed).await;
    assert!(pgn.contains("[Result \"1/2-1/2\"]") && pgn.contains("draw by agreement"), "{pgn}");
    let illegal = json!({ "start": START, "moves": ["d4"], "players": ["a", "b"] });
    assert_eq!(post(&server, "pgn", &illegal).await.0, StatusCode::BAD_REQUEST);
}
