//! News of the board as server-sent events.
//!
//! One task for each contest looks for news while anybody listens, and tells all listeners; each event is
//! the number of the last change, and the page then asks for the table. The number of listeners is bounded;
//! who comes too late is sent away, and the page asks from time to time instead.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use axum::extract::{Path, State};
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use tokio::sync::watch;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::WatchStream;

use crate::app::SharedState;
use crate::auth::{Credential, Identity, Peer};
use crate::board::View;
use crate::error::Result;
use crate::limits::{GuardedStream, Subscriber};
use crate::store::now;

/// How often somebody looks for news.
const LOOK: Duration = Duration::from_millis(500);
/// How often a silent connection is told that it lives.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// How long one connection lasts; the browser opens the next by itself.
const MAX_AGE: Duration = Duration::from_secs(3_600);

/// What listeners wait for: the last change and the phase; `None` until somebody looked.
type News = Option<String>;

/// Who tells listeners, by contest.
#[derive(Debug, Default)]
pub struct Live {
    contests: Mutex<HashMap<String, watch::Sender<News>>>,
}

impl Live {
    /// Listens to a contest; the first listener starts the task that looks.
    fn listen(&self, app: &SharedState, contest: &str) -> watch::Receiver<News> {
        let mut contests = self.contests.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = contests.get(contest)
            && !known.is_closed()
        {
            return known.subscribe();
        }
        let (sender, receiver) = watch::channel(None);
        contests.insert(contest.to_owned(), sender.clone());
        tokio::spawn(look(app.clone(), contest.to_owned(), sender));
        receiver
    }

    /// Lets the listeners of a contest go: their streams end with the last sender.
    fn forget(&self, contest: &str, sender: &watch::Sender<News>) {
        let mut contests = self.contests.lock().unwrap_or_else(PoisonError::into_inner);
        if contests.get(contest).is_some_and(|known| known.same_channel(sender)) {
            contests.remove(contest);
        }
    }
}

/// Looks for news as long as anybody listens and the server does not stop.
async fn look(app: SharedState, contest: String, sender: watch::Sender<News>) {
    let mut stops = app.stops();
    while !sender.is_closed() && !*stops.borrow() {
        if let Ok(news) = news(&app, &contest).await {
            sender.send_if_modified(|known| {
                let changed = known.as_ref() != Some(&news);
                *known = Some(news);
                changed
            });
        }
        // An error means that nobody can ask for the end any more: then the next look comes as always.
        _ = tokio::time::timeout(LOOK, stops.wait_for(|stops| *stops)).await;
    }
    app.live.forget(&contest, &sender);
}

async fn news(app: &SharedState, contest: &str) -> Result<String> {
    let contest = app.store.contest(contest).await?;
    let shown = app.boards.get(&app.store, &contest, View::Public).await?;
    let frozen = if shown.board.hidden_from.is_some() { "-frozen" } else { "" };
    Ok(format!("{}-{}{frozen}", shown.board.revision, contest.phase(now()).name()))
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
    let news = WatchStream::new(app.live.listen(&app, &contest));
    let events = news
        .filter_map(|news| news.map(|news| Ok::<_, Infallible>(Event::default().event("board").data(news))));
    let events = GuardedStream::new(events, slot, &app, Subscriber { identity, credential }, MAX_AGE);
    let events = Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT));
    // Proxies must hand events on as they come.
    Ok(([("x-accel-buffering", "no")], events).into_response())
}
