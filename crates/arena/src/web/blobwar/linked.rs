//! Games between two browsers: requests of the players, and the stream of events that players and watchers follow.
//!
//! The secret of a seat is in the bodies of requests only. What a response or an event has in it is for everybody who
//! has the link.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use laplace_games::blobwar::Side;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::sleep_until;

use super::{Body, parse};
use crate::app::SharedState;
use crate::auth::Peer;
use crate::blobwar::{self, ClockForm, GameFault, GameForm, LinkedGame, Opening, Seen, SideForm};
use crate::error::{Error, Result};
use crate::i18n::Message;
use crate::limits::Slot;

/// How often a sign of life is sent on an idle connection, for proxies and for the page.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// Maximum age of a connection; the browser reconnects by itself.
const MAX_AGE: Duration = Duration::from_secs(3_600);
/// How soon a browser reconnects: a player waits for the other's move.
const RECONNECT: Duration = Duration::from_secs(1);
/// The longest time at the beginning of a game, and the longest increment, in seconds.
const MAX_BASE: u32 = 3 * 3_600;
const MAX_INCREMENT: u32 = 180;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BeginForm {
    start: String,
    #[serde(default)]
    rules: Option<String>,
    /// The side of the player who begins the game.
    you: SideForm,
    #[serde(default)]
    clock: Option<ClockForm>,
    /// The secret of that player's seat.
    seat: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeatForm {
    seat: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MoveForm {
    seat: String,
    /// The number of moves before this one.
    count: usize,
    #[serde(rename = "move")]
    played: String,
}

#[derive(Deserialize)]
pub(super) struct Since {
    /// The number of moves that the page knows.
    #[serde(default)]
    since: usize,
}

/// The game of an address and the body of a request, within the rate limit of the network.
fn receive<T: DeserializeOwned>(
    app: &SharedState,
    peer: Peer,
    id: &str,
    body: Body,
) -> Result<(Arc<LinkedGame>, T)> {
    let form = parse(app, peer, body)?;
    Ok((app.play.linked.get(id)?, form))
}

/// `POST /blobwar/games`
pub(super) async fn begin(State(app): State<SharedState>, peer: Peer, body: Body) -> Result {
    let form: BeginForm = parse(&app, peer, body)?;
    app.play.begun.take(&peer.network().to_string())?;
    let is_wrong =
        |clock: &ClockForm| clock.base == 0 || clock.base > MAX_BASE || clock.increment > MAX_INCREMENT;
    if form.clock.as_ref().is_some_and(is_wrong) {
        let message = Message::BadClock { base: MAX_BASE, increment: MAX_INCREMENT };
        return Err(Error::BadRequest(message));
    }
    let game = blobwar::read(&GameForm::new(form.start, form.rules)).map_err(Message::from)?;
    let opening = Opening { start: *game.start(), clock: form.clock.map(ClockForm::fischer) };
    let side = Side::from(form.you);
    let game = app.play.linked.begin(peer.network(), opening, side, &form.seat)?;
    Ok((StatusCode::CREATED, Json(seated(&game, side))).into_response())
}

/// `POST /blobwar/games/{game}/join`
pub(super) async fn join(
    State(app): State<SharedState>,
    peer: Peer,
    Path(id): Path<String>,
    body: Body,
) -> Result<Json<Value>> {
    let (game, form) = receive::<SeatForm>(&app, peer, &id, body)?;
    let side = game.join(&form.seat)?;
    Ok(Json(seated(&game, side)))
}

/// The game for the player of a side.
fn seated(game: &LinkedGame, side: Side) -> Value {
    json!({ "id": game.id, "you": side.letter(), "game": game.view(0).view })
}

/// `GET /blobwar/games/{game}`
pub(super) async fn show(
    State(app): State<SharedState>,
    peer: Peer,
    Path(id): Path<String>,
    Query(Since { since }): Query<Since>,
) -> Result<Json<Value>> {
    app.play.rates.take(&peer.network().to_string())?;
    Ok(Json(app.play.linked.get(&id)?.view(since).view))
}

/// `POST /blobwar/games/{game}/move`
pub(super) async fn play(
    State(app): State<SharedState>,
    peer: Peer,
    Path(id): Path<String>,
    body: Body,
) -> Result<Json<Value>> {
    let (game, form) = receive::<MoveForm>(&app, peer, &id, body)?;
    let number = form.count.saturating_add(1);
    let played = form.played.parse().map_err(|error| Message::from(GameFault::BadMove { number, error }))?;
    game.play(&form.seat, form.count, played)?;
    Ok(Json(game.view(form.count).view))
}

/// `POST /blobwar/games/{game}/resign`
pub(super) async fn resign(
    State(app): State<SharedState>,
    peer: Peer,
    Path(id): Path<String>,
    body: Body,
) -> Result<Json<Value>> {
    let (game, form) = receive::<SeatForm>(&app, peer, &id, body)?;
    game.resign(&form.seat)?;
    Ok(Json(game.view(0).view))
}

/// `POST /blobwar/games/{game}/draw`
pub(super) async fn draw(
    State(app): State<SharedState>,
    peer: Peer,
    Path(id): Path<String>,
    body: Body,
) -> Result<Json<Value>> {
    let (game, form) = receive::<SeatForm>(&app, peer, &id, body)?;
    game.offer_draw(&form.seat)?;
    Ok(Json(game.view(0).view))
}

/// `POST /blobwar/games/{game}/rematch`
pub(super) async fn rematch(
    State(app): State<SharedState>,
    peer: Peer,
    Path(id): Path<String>,
    body: Body,
) -> Result<Json<Value>> {
    let (game, form) = receive::<SeatForm>(&app, peer, &id, body)?;
    app.play.linked.rematch(&game, &form.seat)?;
    Ok(Json(game.view(0).view))
}

/// An open stream of events.
struct Watching {
    game: Arc<LinkedGame>,
    changes: watch::Receiver<u64>,
    stops: watch::Receiver<bool>,
    ends: Instant,
    /// The number of moves that were sent.
    since: usize,
    /// The version that was sent last.
    sent: Option<u64>,
    /// When the running clock runs out.
    runs_out: Option<Instant>,
    _slot: Slot,
}

impl Watching {
    /// The next event; `None` when the stream ends.
    async fn next(mut self) -> Option<(Result<Event, Infallible>, Self)> {
        loop {
            let Seen { view, count, version, runs_out } = self.game.view(self.since);
            self.runs_out = runs_out;
            if self.sent.replace(version) != Some(version) {
                self.since = count;
                let event = Event::default().event("game").retry(RECONNECT).data(view.to_string());
                return Some((Ok(event), self));
            }
            let end = self.ends;
            let clock = self.runs_out.unwrap_or(end).min(end);
            tokio::select! {
                changed = self.changes.changed() => changed.ok()?,
                _ = self.stops.wait_for(|stops| *stops) => return None,
                () = sleep_until(clock.into()) => {
                    if Instant::now() >= end {
                        return None;
                    }
                }
            }
        }
    }
}

/// `GET /blobwar/games/{game}/live`
pub(super) async fn live(
    State(app): State<SharedState>,
    peer: Peer,
    Path(id): Path<String>,
    Query(Since { since }): Query<Since>,
) -> Result {
    let game = app.play.linked.get(&id)?;
    let slot = app.play.watchers.take(peer)?;
    let watching = Watching {
        changes: game.changes(),
        game,
        stops: app.stops(),
        ends: Instant::now() + MAX_AGE,
        since,
        sent: None,
        runs_out: None,
        _slot: slot,
    };
    let events = Box::pin(futures_util::stream::unfold(watching, Watching::next));
    let alive = KeepAlive::new().interval(HEARTBEAT).event(Event::default().event("alive").data(""));
    let events = Sse::new(events).keep_alive(alive);
    // Proxies must not buffer events.
    Ok(([("x-accel-buffering", "no")], events).into_response())
}
