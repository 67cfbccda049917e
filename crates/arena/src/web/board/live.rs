//! Live boards: server-sent events when a board changes.
//!
//! One task per contest polls for changes while there are subscribers, and notifies all of them. An event `board` has the
//! number of the last change, and the page then requests the table; an event `clarification` has the number of the last
//! message that this client may read and has not written itself. The number of subscribers is limited; a refused
//! page polls instead.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::{Path, State};
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use tokio::sync::watch;
use tokio_stream::wrappers::WatchStream;

use crate::app::SharedState;
use crate::auth::{Credential, Identity, Peer};
use crate::board::View;
use crate::contest::{Audience, ClarificationId, Role};
use crate::error::Result;
use crate::limits::{GuardedStream, Subscriber};
use crate::store::now;

/// How often the task polls for changes.
const POLL_EVERY: Duration = Duration::from_millis(500);
/// How often a comment is sent on an idle connection to keep it open.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// Maximum age of a connection; the browser reconnects by itself.
const MAX_AGE: Duration = Duration::from_secs(3_600);

/// What subscribers wait for.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Latest {
    /// The last change and the phase.
    board: String,
    /// The clarifications with their readers.
    clarifications: Arc<[(ClarificationId, Audience)]>,
}

impl Latest {
    /// The last clarification that is new to a role.
    fn clarification_for(&self, role: &Role) -> Option<ClarificationId> {
        let news = self.clarifications.iter().rev().find(|(_, audience)| audience.is_news_for(role));
        news.map(|(id, _)| *id)
    }
}

/// `None` before the first poll.
type News = Option<Latest>;

/// The senders of live boards, by contest.
#[derive(Debug, Default)]
pub struct Live {
    contests: Mutex<HashMap<String, watch::Sender<News>>>,
}

impl Live {
    /// Subscribes to a contest; the first subscriber starts the polling task.
    fn subscribe(&self, app: &SharedState, contest: &str) -> watch::Receiver<News> {
        let mut contests = self.contests.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = contests.get(contest)
            && !known.is_closed()
        {
            return known.subscribe();
        }
        let (sender, receiver) = watch::channel(None);
        contests.insert(contest.to_owned(), sender.clone());
        tokio::spawn(poll(app.clone(), contest.to_owned(), sender));
        receiver
    }

    /// Removes the sender of a contest, which ends the streams of its subscribers.
    fn remove(&self, contest: &str, sender: &watch::Sender<News>) {
        let mut contests = self.contests.lock().unwrap_or_else(PoisonError::into_inner);
        if contests.get(contest).is_some_and(|known| known.same_channel(sender)) {
            contests.remove(contest);
        }
    }
}

/// Polls for changes until there are no subscribers or the server stops.
async fn poll(app: SharedState, contest: String, sender: watch::Sender<News>) {
    let mut stops = app.stops();
    let mut last: News = None;
    while !sender.is_closed() && !*stops.borrow() {
        if let Ok(news) = news(&app, &contest, last.as_ref()).await {
            last = Some(news.clone());
            sender.send_if_modified(|known| {
                let changed = known.as_ref() != Some(&news);
                *known = Some(news);
                changed
            });
        }
        // An error means that the sender is gone; then this is an ordinary pause.
        _ = tokio::time::timeout(POLL_EVERY, stops.wait_for(|stops| *stops)).await;
    }
    app.live.remove(&contest, &sender);
}

/// The state now. The clarifications are read again if something changed since `last`.
async fn news(app: &SharedState, contest: &str, last: Option<&Latest>) -> Result<Latest> {
    let contest = app.store.contest(contest).await?;
    let shown = app.boards.get(&app.store, &contest, View::Public).await?;
    let frozen = if shown.board.hidden_from.is_some() { "-frozen" } else { "" };
    let board = format!("{}-{}{frozen}", shown.board.revision, contest.phase(now()).name());
    if let Some(last) = last.filter(|last| last.board == board) {
        return Ok(last.clone());
    }
    let all = app.store.clarifications(&contest.id).await?;
    let clarifications = all.iter().map(|one| (one.id, one.audience())).collect();
    Ok(Latest { board, clarifications })
}

/// The events of a subscriber, each when it is new: the board's last change, and the last clarification to read.
struct Sent {
    role: Role,
    board: String,
    clarification: Option<ClarificationId>,
}

impl Sent {
    fn events(&mut self, latest: &Latest) -> Vec<Event> {
        let mut events = Vec::new();
        if self.board != latest.board {
            self.board.clone_from(&latest.board);
            events.push(Event::default().event("board").data(&latest.board));
        }
        let clarification = latest.clarification_for(&self.role);
        if let Some(id) = clarification.filter(|_| clarification != self.clarification) {
            self.clarification = clarification;
            events.push(Event::default().event("clarification").data(id.to_string()));
        }
        events
    }
}

/// `GET /c/{contest}/board/live`
pub(in crate::web) async fn live(
    State(app): State<SharedState>,
    Path(contest): Path<String>,
    peer: Peer,
    identity: Identity,
    credential: Credential,
) -> Result {
    app.store.contest(&contest).await?;
    let slot = app.listeners.take(peer)?;
    let news = WatchStream::new(app.live.subscribe(&app, &contest));
    let mut sent = Sent { role: identity.role(), board: String::new(), clarification: None };
    let events = futures_util::StreamExt::flat_map(news, move |news| {
        let events = news.map(|latest| sent.events(&latest)).unwrap_or_default();
        futures_util::stream::iter(events.into_iter().map(Ok::<_, Infallible>))
    });
    let events = GuardedStream::new(events, slot, &app, Subscriber { identity, credential }, MAX_AGE);
    let events = Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT));
    // Proxies must not buffer events.
    Ok(([("x-accel-buffering", "no")], events).into_response())
}
