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
//! Nothing is stored between requests but games between two browsers. The script knows no rule of the game: if the server
//! has the site ([`site`]), the WebAssembly module in the browser answers it, and only games between two browsers send
//! requests.

mod linked;

use std::time::SystemTime;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, State};
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, Router};
use laplace_matches::builtin::Level;
use laplace_matches::interactive::{Analysis, InteractiveGame, Request};
use maud::html;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::api::too_large_or_bad;
use crate::app::SharedState;
use crate::auth::Peer;
use crate::blobwar::{self, GameFault, GameFile, GameForm};
use crate::error::{Error, Result};
use crate::i18n::Message;
use crate::web::frame::Frame;
use crate::web::{download, site};

/// The style sheet and the scripts of the page, in their order: the first ones,
const FIRST_PARTS: [&str; 2] = ["blobwar.css", "blobwar-common.js"];
/// those that let the engine think in the browser, if the server has a site,
const MODULE_PARTS: [&str; 3] = [site::WORKER, "engine.js", "blobwar-module.js"];
/// and the rest.
const PARTS: [&str; 6] = [
    "blobwar-server.js",
    "blobwar-link.js",
    "blobwar-board.js",
    "blobwar-graph.js",
    "blobwar-shown.js",
    "blobwar.js",
];

/// The maximum size of a request: twice that of a game with the maximum number of moves.
const MAX_BYTES: usize = 32 << 10;
/// The maximum number of positions that one request evaluates.
const MAX_EVALUATIONS: usize = 8;

/// The body of a request, or why there is none.
type Body = Result<Bytes, BytesRejection>;

/// Every address of Blobwar.
pub(super) fn routes() -> Router<SharedState> {
    Router::new()
        .route("/blobwar", get(show))
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
        .route("/blobwar/games/{game}/draw", post(linked::draw))
        .route("/blobwar/games/{game}/rematch", post(linked::rematch))
        .layer(DefaultBodyLimit::max(MAX_BYTES))
}

/// `GET /blobwar`
async fn show(State(app): State<SharedState>, frame: Frame) -> Response {
    let main = laplace_pages::blobwar::page(frame.language, true, &html! {});
    if app.settings.site.is_none() {
        return frame.page("Blobwar", &[&FIRST_PARTS[..], &PARTS].concat(), &main);
    }
    let main = html! { (main) (laplace_pages::engine::words(frame.language, site::MODULE)) };
    site::with_module(frame.page("Blobwar", &[&FIRST_PARTS[..], &MODULE_PARTS, &PARTS].concat(), &main))
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
    let game = blobwar::read(&form).map_err(Message::from)?;
    Ok((form, game))
}

async fn moves(State(app): State<SharedState>, peer: Peer, body: Body) -> Result<Json<Value>> {
    let (form, game) = read_game(&app, peer, body)?;
    Ok(Json(blobwar::view(&game, form.since)))
}

async fn pgn(State(app): State<SharedState>, peer: Peer, body: Body) -> Result {
    let file = GameFile::read(parse(&app, peer, body)?).map_err(Message::from)?;
    Ok(download("blobwar.pgn", "application/x-chess-pgn; charset=utf-8", file.pgn(SystemTime::now())))
}

async fn replay(State(app): State<SharedState>, peer: Peer, body: Body) -> Result {
    let file = GameFile::read(parse(&app, peer, body)?).map_err(Message::from)?;
    Ok(download("blobwar.json", "application/json", file.replay()))
}

async fn think(State(app): State<SharedState>, peer: Peer, body: Body) -> Result<Json<Value>> {
    let (form, mut game) = read_game(&app, peer, body)?;
    let level = Level::new(form.level).ok_or(Error::BadRequest(GameFault::BadLevel.into()))?;
    if game.position().end().is_some() {
        return Err(Error::Conflict(Message::GameOver));
    }
    let analysis = analyse_one(&app, peer, blobwar::move_request(&game, level, form.seed.into())).await?;
    if let Some(played) = analysis.best {
        game.play(played).map_err(|error| Error::Internal(format!("the engine plays {played}: {error}")))?;
        game.pass_if_stuck();
    }
    Ok(Json(json!({ "thought": blobwar::thought(&analysis), "game": blobwar::view(&game, form.since) })))
}

async fn hint(State(app): State<SharedState>, peer: Peer, body: Body) -> Result<Json<Value>> {
    let (_, game) = read_game(&app, peer, body)?;
    let analysis = analyse_one(&app, peer, blobwar::hint_request(&game)).await?;
    Ok(Json(blobwar::thought(&analysis)))
}

/// Evaluates some positions from `since` on.
async fn analyse(State(app): State<SharedState>, peer: Peer, body: Body) -> Result<Json<Value>> {
    let (form, game) = read_game(&app, peer, body)?;
    let requests = blobwar::evaluation_requests(&game, form.since, MAX_EVALUATIONS);
    let analyses = app.play.engine.analyse(peer.network(), requests).await?;
    let looks: Vec<_> = analyses.iter().map(blobwar::thought).collect();
    Ok(Json(json!({ "from": form.since, "count": game.len() + 1, "looks": looks })))
}

async fn analyse_one(app: &SharedState, peer: Peer, request: Request) -> Result<Analysis> {
    let analyses = app.play.engine.analyse(peer.network(), vec![request]).await?;
    analyses.into_iter().next().ok_or_else(|| Error::Internal("the engine did not answer".into()))
}
