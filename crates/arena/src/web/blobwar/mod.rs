//! Blobwar in the browser: one page, and what its script asks.
//!
//! | address | what |
//! |---|---|
//! | `GET /blobwar` | the page |
//! | `POST /blobwar/moves` | the position after some moves, what can be played and what it does |
//! | `POST /blobwar/think` | the engine's move, and the same |
//! | `POST /blobwar/hint` | the best move, and what the position is worth |
//! | `POST /blobwar/analyse` | the same of a few positions of a game, quickly |
//!
//! Nothing is kept between requests. All knowledge of the rules is on this side.

mod page;
mod words;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::routing::{get, post};
use axum::{Json, Router};
use laplace_solvers::blobwar::Level;
use serde_json::{Value, json};

use crate::app::App;
use crate::auth::Peer;
use crate::blobwar::{Asked, Game, Task, Thought};
use crate::error::{Answer, Error};

/// A game of the most moves fits twice.
const MOST_BYTES: usize = 32 << 10;
/// How many positions one request has looked at.
const LOOKS: usize = 8;

/// Every address of Blobwar.
pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/blobwar", get(page::show))
        .route("/blobwar/moves", post(moves))
        .route("/blobwar/think", post(think))
        .route("/blobwar/hint", post(hint))
        .route("/blobwar/analyse", post(analyse))
        .layer(DefaultBodyLimit::max(MOST_BYTES))
}

/// Reads a request and plays its game, if this network has not asked too often.
fn game(app: &App, peer: Peer, body: &[u8]) -> Answer<(Asked, Game)> {
    app.play.rates.take(&peer.network().to_string())?;
    let asked = serde_json::from_slice(body).map_err(|error| Error::Bad(error.to_string()))?;
    let game = Game::read(&asked)?;
    Ok((asked, game))
}

async fn moves(State(app): State<App>, peer: Peer, body: Bytes) -> Answer<Json<Value>> {
    let (asked, game) = game(&app, peer, &body)?;
    Ok(Json(game.view(asked.since)))
}

async fn think(State(app): State<App>, peer: Peer, body: Bytes) -> Answer<Json<Value>> {
    let (asked, mut game) = game(&app, peer, &body)?;
    let level =
        Level::new(asked.level).ok_or_else(|| Error::Bad("level: expected a number from 1 to 10".into()))?;
    if game.now().end().is_some() {
        return Err(Error::Conflict("the game is over".into()));
    }
    let task = Task::Move { level, seed: asked.seed.into(), question: game.question() };
    let thought = one(app.play.pool.ask(peer.network(), task).await?)?;
    if let Some(played) = thought.played {
        game.go_on(played)?;
    }
    Ok(Json(json!({ "thought": said(&thought), "game": game.view(asked.since) })))
}

async fn hint(State(app): State<App>, peer: Peer, body: Bytes) -> Answer<Json<Value>> {
    let (_, game) = game(&app, peer, &body)?;
    let thought = one(app.play.pool.ask(peer.network(), Task::Hint(game.question())).await?)?;
    Ok(Json(said(&thought)))
}

/// Looks at some positions from `since` on.
async fn analyse(State(app): State<App>, peer: Peer, body: Bytes) -> Answer<Json<Value>> {
    let (asked, game) = game(&app, peer, &body)?;
    let questions = game.questions(asked.since, LOOKS);
    let thoughts = app.play.pool.ask(peer.network(), Task::Look(questions)).await?;
    let looks: Vec<_> = thoughts.iter().map(said).collect();
    Ok(Json(json!({ "from": asked.since, "count": game.len() + 1, "looks": looks })))
}

fn one(thoughts: Vec<Thought>) -> Answer<Thought> {
    thoughts.into_iter().next().ok_or_else(|| Error::Inside("the engine said nothing".into()))
}

fn said(thought: &Thought) -> Value {
    let path: Vec<_> = thought.path.iter().take(6).map(|played| played.to_string()).collect();
    json!({
        "move": thought.played.map(|played| played.to_string()),
        "chance": thought.chance,
        "score": thought.score.map(in_words),
        "depth": thought.depth,
        "path": path,
    })
}

/// A score as people write it: blobs with a sign, `#` and the moves to a proved win, or the result.
fn in_words(score: i32) -> String {
    use laplace_solvers::blobwar::score::{WIN, is_proved};
    let sign = if score < 0 { "−" } else { "+" };
    if score.abs() == WIN {
        return if score > 0 { "1–0" } else { "0–1" }.into();
    }
    if is_proved(score) {
        return format!("{sign}#{}", WIN - score.abs());
    }
    // Nobody is ahead by nothing.
    match format!("{:.1}", f64::from(score.abs()) / 100.0).as_str() {
        "0.0" => "0.0".into(),
        blobs => format!("{sign}{blobs}"),
    }
}
