//! Long lists: read from the database page by page and sent as they are read.
//!
//! A list of any length holds a page or two in memory. The number of lists under way is limited like that of feeds,
//! and they take turns at the database.

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_stream::wrappers::ReceiverStream;

use super::objects;
use crate::app::SharedState;
use crate::auth::Peer;
use crate::contest::Input;
use crate::error::{Error, Result};
use crate::store::{Attempt, AttemptFilter};
use crate::visibility::Viewer;

/// The filter of a list: `?team_id=...`, or any other property that is an id or a list of ids.
pub(super) type Filter = Query<Vec<(String, String)>>;

/// Whether an object passes a filter. `also` has ids that belong to the object without being a property of it.
pub(super) fn passes(filter: &Filter, object: &Value, also: &[(&str, &str)]) -> bool {
    let is_id = |name: &str| name.ends_with("_id") || name.ends_with("_ids");
    filter.0.iter().filter(|(name, _)| is_id(name)).all(|(name, id)| {
        let is_also = also.iter().any(|(known, value)| known == name && value == id);
        is_also
            || match object.get(name) {
                Some(Value::String(found)) => found == id,
                Some(Value::Array(found)) => found.iter().any(|one| one.as_str() == Some(id)),
                _ => false,
            }
    })
}

/// Maximum time for sending a list.
const MAX_AGE: Duration = Duration::from_secs(600);
/// Pages are collected until they have this many bytes.
const CHUNK: usize = 32 << 10;

/// The objects of a list.
#[derive(Clone, Copy)]
enum ListKind {
    Submissions,
    Judgements,
}

/// A list for a viewer.
struct List {
    app: SharedState,
    viewer: Viewer,
    filter: Filter,
    kind: ListKind,
}

/// `GET /api/contests/{contest}/submissions`
pub(super) async fn submissions(
    State(app): State<SharedState>,
    viewer: Viewer,
    peer: Peer,
    filter: Filter,
) -> Result {
    List { app, viewer, filter, kind: ListKind::Submissions }.answer(peer)
}

/// `GET /api/contests/{contest}/judgements`
pub(super) async fn judgements(
    State(app): State<SharedState>,
    viewer: Viewer,
    peer: Peer,
    filter: Filter,
) -> Result {
    List { app, viewer, filter, kind: ListKind::Judgements }.answer(peer)
}

impl List {
    fn answer(self, peer: Peer) -> Result {
        let slot = self.app.lists.take(&self.viewer.identity, peer)?;
        // One chunk waits while one is sent.
        let (sender, receiver) = mpsc::channel(1);
        tokio::spawn(async move {
            let sent = timeout(MAX_AGE, self.send(&sender)).await;
            if let Err(error) = sent.unwrap_or(Err(Error::Timeout)) {
                tracing::error!(%error, "list failed");
                // Breaks the connection: the client must not take this for the end of the list.
                _ = sender.send(Err(error)).await;
            }
            drop(slot);
        });
        let body = Body::from_stream(ReceiverStream::new(receiver));
        Ok(([(CONTENT_TYPE, "application/json")], body).into_response())
    }

    /// Sends the list until its end or until the client disconnects.
    async fn send(&self, sender: &mpsc::Sender<Result<Bytes>>) -> Result<()> {
        let inputs = self.viewer.problems(&self.app).await?;
        let mut text = "[".to_owned();
        let mut comma = "";
        let mut after = Some(0);
        while let Some(from) = after {
            let (objects, next) = self.page(&inputs, from).await?;
            for object in objects {
                text.push_str(comma);
                text.push_str(&object.to_string());
                comma = ",";
            }
            if next.is_none() {
                text.push(']');
            }
            let is_due = text.len() >= CHUNK || next.is_none();
            if is_due && sender.send(Ok(std::mem::take(&mut text).into())).await.is_err() {
                return Ok(());
            }
            after = next;
        }
        Ok(())
    }

    async fn page(&self, inputs: &[Input], after: i64) -> Result<(Vec<Value>, Option<i64>)> {
        let turn = self.app.reading.acquire().await;
        let _turn = turn.map_err(|error| Error::Internal(error.to_string()))?;
        let best = self.viewer.best(&self.app).await?;
        let page = self.app.store.attempts_after(&self.viewer.contest.id, AttemptFilter::All, after).await?;
        let objects = page.attempts.iter().filter_map(|attempt| {
            let input = attempt.input.to_string();
            // A judgement is found by the team and the problem of its submission, too.
            let also = [("team_id", attempt.team.as_str()), ("problem_id", input.as_str())];
            self.object(inputs, &best, attempt).filter(|object| passes(&self.filter, object, &also))
        });
        Ok((objects.collect(), page.next))
    }

    fn object(&self, inputs: &[Input], best: &[i64], attempt: &Attempt) -> Option<Value> {
        let viewer = &self.viewer;
        match self.kind {
            ListKind::Submissions => {
                viewer.sees(attempt).then(|| objects::submission(viewer, inputs, attempt))
            }
            ListKind::Judgements => {
                viewer.sees_judgement(attempt).then(|| objects::judgement(viewer, inputs, best, attempt))
            }
        }
    }
}
