//! The event feed: a line of JSON for each object that appears or changes, as it happens.
//!
//! The events of the store give the order; a line shows its object as it is now. What changes by the clock alone
//! (start, freeze, end) has no event: contest, state and problems are sent at the beginning of every feed, and again
//! whenever they have changed. A token is the number of an event. Of the lines of one event only the last carries
//! its number, so a client that was disconnected in between gets all of them again.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

use super::objects;
use super::read::visible_teams;
use crate::app::SharedState;
use crate::auth::{Credential, Peer};
use crate::contest::{ClarificationId, EventKind, Input, RejudgingId, SubmissionId};
use crate::error::{Error, Result};
use crate::i18n::Message;
use crate::limits::{GuardedStream, Subscriber};
use crate::store::{Attempt, AttemptFilter, Event, Millis};
use crate::visibility::Viewer;

/// How often the feed polls for new events.
const POLL_EVERY: Duration = Duration::from_millis(500);
/// An empty line is sent after this time without a line.
const KEEP_ALIVE: Duration = Duration::from_secs(30);
/// Events read at once.
const BATCH: i64 = 50;
/// Lines are sent when they have this many bytes.
const CHUNK: usize = 32 << 10;
/// Maximum age of a connection, longer than any contest; a client reconnects with its last token.
const MAX_AGE: Duration = Duration::from_secs(24 * 3_600);

/// The query of a feed.
#[derive(Debug, serde::Deserialize)]
pub(super) struct FeedQuery {
    since_token: Option<String>,
    stream: Option<bool>,
}

/// `GET /api/contests/{contest}/event-feed`
pub(super) async fn event_feed(
    State(app): State<SharedState>,
    viewer: Viewer,
    peer: Peer,
    credential: Credential,
    Query(query): Query<FeedQuery>,
) -> Result {
    let since = match query.since_token.as_deref().unwrap_or("0").parse() {
        Ok(since) if since >= 0 => since,
        _ => return Err(Error::BadRequest(Message::BadSinceToken)),
    };
    let slot = app.feeds.take(&viewer.identity, peer)?;
    let subscriber = Subscriber { identity: viewer.identity.clone(), credential };
    // One chunk waits while one is sent, so the memory of a feed is bounded.
    let (sender, receiver) = mpsc::channel(1);
    tokio::spawn(Feed::new(app.clone(), viewer, since).run(sender, query.stream != Some(false)));
    let lines = GuardedStream::new(ReceiverStream::new(receiver), slot, &app, subscriber, MAX_AGE);
    Ok(answer(Body::from_stream(lines)))
}

fn answer(body: Body) -> Response {
    let headers =
        [(CONTENT_TYPE.as_str(), "application/x-ndjson"), (CACHE_CONTROL.as_str(), "no-store"), UNBUFFERED];
    (headers, body).into_response()
}

/// Proxies must not buffer lines.
const UNBUFFERED: (&str, &str) = ("x-accel-buffering", "no");

/// A feed for a viewer, and its position.
pub(crate) struct Feed {
    app: SharedState,
    viewer: Viewer,
    /// The last event that was sent.
    token: i64,
    /// The last submission that was sent of the next event, if that is a long one.
    after: i64,
    /// The last version that was sent of each object without an event.
    sent: BTreeMap<&'static str, Value>,
    /// Whether there will be no more lines.
    over: bool,
    inputs: Arc<[Input]>,
}

impl Feed {
    pub(crate) fn new(app: SharedState, viewer: Viewer, since: i64) -> Self {
        Self { app, viewer, token: since, after: 0, sent: BTreeMap::new(), over: false, inputs: [].into() }
    }

    /// All lines up to now.
    pub(crate) async fn all(&mut self) -> Result<String> {
        let mut all = String::new();
        loop {
            let Some(more) = self.more().await? else { return Ok(all) };
            all += &more;
        }
    }

    /// Sends lines until the client disconnects, the contest is final or the server stops; without `goes_on` only the
    /// lines up to now.
    async fn run(mut self, sender: mpsc::Sender<Result<Bytes>>, goes_on: bool) {
        let mut stops = self.app.stops();
        let mut silent = Duration::ZERO;
        loop {
            let lines = match self.more().await {
                Ok(lines) => lines,
                Err(error) => {
                    tracing::error!(%error, "event feed failed");
                    // Breaks the connection: the client must not take this for the end of the feed.
                    _ = sender.send(Err(error)).await;
                    return;
                }
            };
            if let Some(lines) = lines {
                if !lines.is_empty() {
                    silent = Duration::ZERO;
                    if sender.send(Ok(lines.into())).await.is_err() {
                        return;
                    }
                }
                continue;
            }
            if !goes_on || self.over {
                return;
            }
            if silent >= KEEP_ALIVE {
                silent = Duration::ZERO;
                _ = sender.send(Ok(Bytes::from_static(b"\n"))).await;
            }
            tokio::select! {
                () = tokio::time::sleep(POLL_EVERY) => silent += POLL_EVERY,
                () = sender.closed() => return,
                _ = stops.wait_for(|stops| *stops) => return,
            }
        }
    }

    /// The next lines, which may be empty for this viewer; `None` if there are no new events.
    async fn more(&mut self) -> Result<Option<String>> {
        let id = self.viewer.contest.id.clone();
        let was_final = self.is_final();
        let events = self.app.store.events(&id, self.token, BATCH).await?;
        let none_left = events.is_empty();
        // Read after the events and not from the cache, so that a freeze before one of them is known.
        let contest = self.app.store.contest_now(&id).await?;
        self.viewer.look_again(contest);
        let mut text = String::new();
        // Organizations and groups have no events of their own: they come with teams, before them.
        let of_teams = self.sent.is_empty() || events.iter().any(|event| is_about_a_team(event.kind));
        self.write_contest(&mut text).await?;
        if of_teams {
            self.write_organizations(&mut text).await?;
        }
        for event in events {
            self.write_event(&mut text, &event).await?;
            if text.len() >= CHUNK {
                return Ok(Some(text));
            }
        }
        // The state with `end_of_updates` is the last line.
        self.over = was_final && none_left;
        if self.over || !self.is_final() {
            self.write(&mut text, "state", objects::state(&self.viewer));
        }
        Ok((!none_left || !text.is_empty()).then_some(text))
    }

    /// Writes the lines of an event, or the next chunk of a long one.
    async fn write_event(&mut self, text: &mut String, event: &Event) -> Result<()> {
        loop {
            let (lines, next) = self.lines(event).await?;
            let last = lines.len().saturating_sub(1);
            for (index, (kind, id, data)) in lines.into_iter().enumerate() {
                let token = if index == last && next.is_none() { event.number } else { self.token };
                push(text, kind, Some(&id), &data, token);
            }
            self.after = next.unwrap_or(0);
            if next.is_none() {
                self.token = event.number;
                return Ok(());
            }
            if text.len() >= CHUNK {
                return Ok(());
            }
        }
    }

    fn is_final(&self) -> bool {
        self.viewer.contest.finalized_at.is_some()
    }

    /// Writes the objects without events that have changed.
    async fn write_contest(&mut self, text: &mut String) -> Result<()> {
        if self.inputs.is_empty() {
            self.inputs = self.viewer.problems(&self.app).await?;
        }
        let viewer = &self.viewer;
        let problems: Vec<Value> =
            self.inputs.iter().map(|input| objects::problem(viewer, &self.inputs, input)).collect();
        self.write(text, "contest", objects::contest(&self.viewer));
        self.write(text, "judgement-types", objects::judgement_types().into());
        self.write(text, "languages", objects::languages().into());
        if !problems.is_empty() {
            self.write(text, "problems", problems.into());
        }
        Ok(())
    }

    async fn write_organizations(&mut self, text: &mut String) -> Result<()> {
        let teams = visible_teams(&self.app, &self.viewer).await?;
        let lists = [
            ("organizations", objects::organizations(teams.iter())),
            ("groups", objects::groups(teams.iter())),
        ];
        for (kind, list) in lists {
            if !list.is_empty() || self.sent.contains_key(kind) {
                self.write(text, kind, list.into());
            }
        }
        Ok(())
    }

    fn write(&mut self, text: &mut String, kind: &'static str, value: Value) {
        if self.sent.get(kind) != Some(&value) {
            push(text, kind, None, &value, self.token);
            self.sent.insert(kind, value);
        }
    }

    /// The lines of an event, or some of them and the submission after which the others begin.
    async fn lines(&self, event: &Event) -> Result<Chunk> {
        let number = event.subject.parse().unwrap_or(0);
        match event.kind {
            EventKind::Team | EventKind::TeamEdited => Ok((vec![self.team(&event.subject).await?], None)),
            EventKind::AccountEnabled | EventKind::AccountDisabled => {
                self.team_and_attempts(&event.subject).await
            }
            EventKind::Submission | EventKind::SubmissionRestored => {
                self.attempts(AttemptFilter::Submission(SubmissionId(number)), true).await
            }
            EventKind::SubmissionIgnored => {
                self.gone(AttemptFilter::Submission(SubmissionId(number)), |attempt| attempt.ignored).await
            }
            EventKind::Clarification => self.clarification(ClarificationId(number)).await,
            EventKind::RejudgingApplied => {
                self.attempts(AttemptFilter::Rejudging(RejudgingId(number)), false).await
            }
            EventKind::Freeze | EventKind::Thaw | EventKind::Finalize | EventKind::FreezeCleared => {
                match self.frozen_before(event) {
                    Some(frozen) => self.attempts(AttemptFilter::Since(frozen), false).await,
                    None => Ok((Vec::new(), None)),
                }
            }
            _ => Ok((Vec::new(), None)),
        }
    }

    /// A clarification, for those who may read it.
    async fn clarification(&self, id: ClarificationId) -> Result<Chunk> {
        let all = self.app.store.clarifications(&self.viewer.contest.id).await?;
        let found = all.iter().find(|one| one.id == id);
        let object = found.and_then(|one| objects::clarification(&self.viewer, &all, one));
        let lines = object.map(|object| ("clarifications", id.to_string(), object)).into_iter().collect();
        Ok((lines, None))
    }

    /// Start of the freeze in force before this event; judgements since then may now be visible.
    fn frozen_before(&self, event: &Event) -> Option<Millis> {
        let detail = event.detail();
        let time = |name: &str| detail.get(name).and_then(Value::as_i64);
        match event.kind {
            EventKind::Freeze => time("frozen_at"),
            EventKind::FreezeCleared => time("at"),
            // Older events do not have the field.
            _ => time("frozen_at").or(self.viewer.contest.frozen_at),
        }
    }

    async fn team(&self, id: &str) -> Result<Line> {
        let team = self.app.store.account(id).await?;
        let seen = self.viewer.sees_team(team.state);
        let data = if seen { objects::team(&self.viewer, &team) } else { Value::Null };
        Ok(("teams", team.id.into(), data))
    }

    /// A team that was disqualified or reinstated, with all its submissions.
    async fn team_and_attempts(&self, id: &str) -> Result<Chunk> {
        let team = self.team(id).await?;
        if team.2.is_null() {
            let (mut lines, next) = self.gone(AttemptFilter::Team(&id.into()), |_| true).await?;
            lines.extend(next.is_none().then_some(team));
            return Ok((lines, next));
        }
        let (lines, next) = self.attempts(AttemptFilter::Team(&id.into()), true).await?;
        let team = (self.after == 0).then_some(team);
        Ok((team.into_iter().chain(lines).collect(), next))
    }

    /// The submissions, if they are new, and their visible judgements.
    async fn attempts(&self, of: AttemptFilter<'_>, new: bool) -> Result<Chunk> {
        let contest = &self.viewer.contest;
        let page = self.app.store.attempts_after(&contest.id, of, self.after).await?;
        let best = self.viewer.best(&self.app).await?;
        let viewer = &self.viewer;
        let inputs = &self.inputs;
        let counting = || page.attempts.iter().filter(|attempt| viewer.sees(attempt));
        let mut lines: Vec<Line> = Vec::new();
        for attempt in counting().filter(|_| new) {
            lines.push(("submissions", objects::id(attempt), objects::submission(viewer, inputs, attempt)));
        }
        // A later attempt has an event of its own, and a freeze may have come before it.
        let known = |attempt: &&Attempt| new || attempt.at <= viewer.now;
        for attempt in counting().filter(known).filter(|attempt| viewer.sees_judgement(attempt)) {
            let judgement = objects::judgement(viewer, inputs, &best, attempt);
            lines.push(("judgements", objects::id(attempt), judgement));
        }
        Ok((lines, page.next))
    }

    /// Null lines for attempts that are no longer visible.
    async fn gone(&self, of: AttemptFilter<'_>, is_gone: impl Fn(&Attempt) -> bool) -> Result<Chunk> {
        let page = self.app.store.attempts_after(&self.viewer.contest.id, of, self.after).await?;
        let null = |attempt: &Attempt| {
            ["judgements", "submissions"].map(|kind| (kind, objects::id(attempt), Value::Null))
        };
        let lines = page.attempts.iter().filter(|attempt| is_gone(attempt)).flat_map(null).collect();
        Ok((lines, page.next))
    }
}

/// Whether an event may change the list of teams, or what is known of one.
const fn is_about_a_team(kind: EventKind) -> bool {
    matches!(
        kind,
        EventKind::Team | EventKind::TeamEdited | EventKind::AccountEnabled | EventKind::AccountDisabled
    )
}

/// The type of an object, its id, and the object; null if it is no longer visible.
type Line = (&'static str, String, Value);

/// Lines of an event, and the submission after which the others begin, if there are more.
type Chunk = (Vec<Line>, Option<i64>);

fn push(text: &mut String, kind: &str, id: Option<&str>, data: &Value, token: i64) {
    let line = json!({ "type": kind, "id": id, "data": data, "token": token.to_string() });
    text.push_str(&line.to_string());
    text.push('\n');
}
