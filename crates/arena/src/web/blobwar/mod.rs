//! Blobwar in the browser: one page, and the requests of its script.
//!
//! | address | what |
//! |---|---|
//! | `GET /blobwar` | the page |
//! | `POST /blobwar/moves` | the position after some moves, what can be played and what it does |
//! | `POST /blobwar/think` | the engine's move, and the same |
//! | `POST /blobwar/hint` | the best move and the score of the position |
//! | `POST /blobwar/analyse` | the same for a few positions of a game, in less time each |
//! | `POST /blobwar/pgn`, `POST /blobwar/replay` | a game as a file |
//! | `POST /blobwar/games`, and what is under it | a game between two browsers ([`linked`]) |
//!
//! Nothing is stored between requests but games between two browsers. The script knows no rule of the game.

mod linked;
mod page;
mod words;

#[cfg(test)]
pub(super) use self::words::PAIRS;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, State};
use axum::routing::{get, post};
use axum::{Json, Router};
use laplace_matches::builtin::Level;
use laplace_matches::interactive::{Analysis, InteractiveGame, Request};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::api::too_large_or_bad;
use crate::app::SharedState;
use crate::auth::Peer;
use crate::blobwar::{self, GameFile, GameForm};
use crate::error::{Error, Result};
use crate::i18n::Message;
use crate::web::download;

/// The maximum size of a request: twice that of a game with the maximum number of moves.
const MAX_BYTES: usize = 32 << 10;
/// The maximum number of positions that one request evaluates.
const MAX_EVALUATIONS: usize = 8;
/// The maximum number of moves of a principal variation that the page receives.
const MAX_PV: usize = 6;

/// The body of a request, or why there is none.
type Body = Result<Bytes, BytesRejection>;

/// Every address of Blobwar.
pub(super) fn routes() -> Router<SharedState> {
    Router::new()
        .route("/blobwar", get(page::show))
        .route("/blobwar/moves", post(moves))
        .route("/blobwar/think", post(think))
        .route("/blobwar/hint", post(hint))
        .route("/blobwar/analyse", post(analyse))
        .route("/blobwar/pgn", post(pgn))
        .route("/blobwar/replay", post(replay))
        .route("/blobwar/games", post(linked::begin))
        .route("/blobwar/games/{game}", get(linked::show))
        .route("/blobwar/games/{game}/live", get(linked::live))
        .route("/blobwar/games/{game}/join", post(linked::join))
        .route("/blobwar/games/{game}/move", post(linked::play))
        .route("/blobwar/games/{game}/resign", post(linked::resign))
        .route("/blobwar/games/{game}/rematch", post(linked::rematch))
        .layer(DefaultBodyLimit::max(MAX_BYTES))
}

/// Reads a request, within the rate limit of the network.
fn parse<T: DeserializeOwned>(app: &SharedState, peer: Peer, body: Body) -> Result<T> {
    app.play.rates.take(&peer.network().to_string())?;
    let body = body.map_err(|error| too_large_or_bad(&error))?;
    serde_json::from_slice(&body)
        .map_err(|error| Error::BadRequest(Message::BadBody { reason: error.to_string() }))
}

/// Reads a request and plays its game.
fn read_game(app: &SharedState, peer: Peer, body: Body) -> Result<(GameForm, InteractiveGame)> {
    let form = parse(app, peer, body)?;
    let game = blobwar::read(&form)?;
    Ok((form, game))
}

async fn moves(State(app): State<SharedState>, peer: Peer, body: Body) -> Result<Json<Value>> {
    let (form, game) = read_game(&app, peer, body)?;
    Ok(Json(blobwar::view(&game, form.since)))
}

async fn pgn(State(app): State<SharedState>, peer: Peer, body: Body) -> Result {
    let file = GameFile::read(parse(&app, peer, body)?)?;
    Ok(download("blobwar.pgn", "application/x-chess-pgn; charset=utf-8", file.pgn()))
}

async fn replay(State(app): State<SharedState>, peer: Peer, body: Body) -> Result {
    let file = GameFile::read(parse(&app, peer, body)?)?;
    Ok(download("blobwar.json", "application/json", file.replay()))
}

async fn think(State(app): State<SharedState>, peer: Peer, body: Body) -> Result<Json<Value>> {
    let (form, mut game) = read_game(&app, peer, body)?;
    let level = Level::new(form.level).ok_or(Error::BadRequest(Message::BadLevel))?;
    if game.position().end().is_some() {
        return Err(Error::Conflict(Message::GameOver));
    }
    let analysis = analyse_one(&app, peer, blobwar::move_request(&game, level, form.seed.into())).await?;
    if let Some(played) = analysis.best {
        game.play(played).map_err(|error| Error::Internal(format!("the engine plays {played}: {error}")))?;
        game.pass_if_stuck();
    }
    Ok(Json(json!({ "thought": as_json(&analysis), "game": blobwar::view(&game, form.since) })))
}

async fn hint(State(app): State<SharedState>, peer: Peer, body: Body) -> Result<Json<Value>> {
    let (_, game) = read_game(&app, peer, body)?;
    let analysis = analyse_one(&app, peer, blobwar::hint_request(&game)).await?;
    Ok(Json(as_json(&analysis)))
}

/// Evaluates some positions from `since` on.
async fn analyse(State(app): State<SharedState>, peer: Peer, body: Body) -> Result<Json<Value>> {
    let (form, game) = read_game(&app, peer, body)?;
    let requests = blobwar::evaluation_requests(&game, form.since, MAX_EVALUATIONS);
    let analyses = app.play.engine.analyse(peer.network(), requests).await?;
    let looks: Vec<_> = analyses.iter().map(as_json).collect();
    Ok(Json(json!({ "from": form.since, "count": game.len() + 1, "looks": looks })))
}

async fn analyse_one(app: &SharedState, peer: Peer, request: Request) -> Result<Analysis> {
    let analyses = app.play.engine.analyse(peer.network(), vec![request]).await?;
    analyses.into_iter().next().ok_or_else(|| Error::Internal("the engine did not answer".into()))
}

fn as_json(analysis: &Analysis) -> Value {
    let path: Vec<_> = analysis.pv.iter().take(MAX_PV).map(|played| played.to_string()).collect();
    json!({
        "move": analysis.best.map(|played| played.to_string()),
        "chance": analysis.win_chance(),
        "score": analysis.score.map(score_text),
        "depth": analysis.depth,
        "path": path,
    })
}

/// A score as text: a signed number of blobs, `#` and the number of moves to a proved win, or the result.
fn score_text(score: i32) -> String {
    use laplace_solvers::blobwar::score::{WIN, is_proved};
    let sign = if score < 0 { "−" } else { "+" };
    if score.abs() == WIN {
        return if score > 0 { "1–0" } else { "0–1" }.into();
    }
    if is_proved(score) {
        return format!("{sign}#{}", WIN - score.abs());
    }
    // A score that rounds to zero has no sign.
    match format!("{:.1}", f64::from(score.abs()) / 100.0).as_str() {
        "0.0" => "0.0".into(),
        blobs => format!("{sign}{blobs}"),
    }
}
