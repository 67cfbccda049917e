//! The event feed: a line of JSON for each object that appears or changes, as it happens.
//!
//! The events of the store give the order; a line shows its object as it is now. What changes by the clock
//! alone (start, freeze, end) has no event: contest, state and problems are said at the beginning of every
//! feed, and again whenever they have changed. A token is the number of an event. An event of several lines
//! gives its own number to the last of them only, so whoever was cut off in between gets all of them again.

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
use crate::app::SharedState;
use crate::auth::{Credential, Peer};
use crate::contest::Input;
use crate::error::{Error, Result};
use crate::limits::{GuardedStream, Subscriber};
use crate::store::{Attempt, Event, Millis, Of, now};
use crate::visibility::Viewer;

/// How often news is looked for.
const LOOK: Duration = Duration::from_millis(500);
/// After so long without news an empty line is sent.
const KEEP_ALIVE: Duration = Duration::from_secs(30);
/// How many events are read at once.
const BATCH: i64 = 50;
/// From so many bytes on lines are sent before more are made.
const PIECE: usize = 32 << 10;
/// How long one connection lasts, longer than any contest; whoever wants more comes back with a token.
const MAX_AGE: Duration = Duration::from_secs(24 * 3_600);

/// What was asked for.
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
        _ => return Err(Error::BadRequest("`since_token` should be a token of this feed".into())),
    };
    let slot = app.feeds.take(&viewer.identity, peer)?;
    let subscriber = Subscriber { identity: viewer.identity.clone(), credential };
    // One batch waits while one is sent: what a feed holds in memory is bounded.
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

/// A proxy that gathers lines would make news old.
const UNBUFFERED: (&str, &str) = ("x-accel-buffering", "no");

/// A feed for some eyes, and how far it is.
pub(crate) struct Feed {
    app: SharedState,
    viewer: Viewer,
    /// The last event that was said.
    token: i64,
    /// How far the next one was said, if it is a long one: up to this submission.
    after: i64,
    /// What was said of the contest itself.
    said: BTreeMap<&'static str, Value>,
    /// Whether everything was said that ever will be.
    over: bool,
    inputs: Arc<[Input]>,
}

impl Feed {
    pub(crate) fn new(app: SharedState, viewer: Viewer, since: i64) -> Self {
        Self { app, viewer, token: since, after: 0, said: BTreeMap::new(), over: false, inputs: [].into() }
    }

    /// Everything up to now.
    pub(crate) async fn all(&mut self) -> Result<String> {
        let mut all = String::new();
        loop {
            let Some(more) = self.more().await? else { return Ok(all) };
            all += &more;
        }
    }

    /// Sends news until nobody listens, the contest has no more, or the server stops; or once what there is.
    async fn run(mut self, sender: mpsc::Sender<Result<Bytes>>, goes_on: bool) {
        let mut stops = self.app.stops();
        let mut silent = Duration::ZERO;
        loop {
            let lines = match self.more().await {
                Ok(lines) => lines,
                Err(error) => {
                    tracing::error!(%error, "feed");
                    // Whoever reads must not take this for the end.
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
                () = tokio::time::sleep(LOOK) => silent += LOOK,
                () = sender.closed() => return,
                _ = stops.wait_for(|stops| *stops) => return,
            }
        }
    }

    /// The next lines that are new, which may be none for these eyes; nothing if there is nothing new.
    async fn more(&mut self) -> Result<Option<String>> {
        let id = self.viewer.contest.id.clone();
        let was_final = self.is_final();
        let events = self.app.store.events(&id, self.token, BATCH).await?;
        let all_said = events.is_empty();
        // Looked at after the events, and in the database: a freeze that came before one of them is known.
        self.viewer.now = now();
        self.viewer.contest = self.app.store.contest_now(&id).await?;
        let mut text = String::new();
        self.say_contest(&mut text).await?;
        for event in events {
            self.say_event(&mut text, &event).await?;
            if text.len() >= PIECE {
                return Ok(Some(text));
            }
        }
        // That nothing more will come is the last that is said.
        self.over = was_final && all_said;
        if self.over || !self.is_final() {
            self.say(&mut text, "state", objects::state(&self.viewer));
        }
        Ok((!all_said || !text.is_empty()).then_some(text))
    }

    /// Says an event, or of a long one the next piece.
    async fn say_event(&mut self, text: &mut String, event: &Event) -> Result<()> {
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
            if text.len() >= PIECE {
                return Ok(());
            }
        }
    }

    const fn is_final(&self) -> bool {
        self.viewer.contest.finalized_at.is_some()
    }

    /// Says what belongs to no event, where it is not what was said before.
    async fn say_contest(&mut self, text: &mut String) -> Result<()> {
        if self.inputs.is_empty() {
            self.inputs = self.viewer.problems(&self.app).await?;
        }
        let viewer = &self.viewer;
        let problems: Vec<Value> =
            self.inputs.iter().map(|input| objects::problem(viewer, &self.inputs, input)).collect();
        self.say(text, "contest", objects::contest(&self.viewer));
        self.say(text, "judgement-types", objects::judgement_types().into());
        self.say(text, "languages", objects::languages().into());
        if !problems.is_empty() {
            self.say(text, "problems", problems.into());
        }
        Ok(())
    }

    fn say(&mut self, text: &mut String, kind: &'static str, value: Value) {
        if self.said.get(kind) != Some(&value) {
            push(text, kind, None, &value, self.token);
            self.said.insert(kind, value);
        }
    }

    /// The lines of an event, or some of them and where the others begin.
    async fn lines(&self, event: &Event) -> Result<Piece> {
        let number = event.subject.parse().unwrap_or(0);
        match event.kind.as_str() {
            "team" => Ok((vec![self.team(&event.subject).await?], None)),
            "account-enabled" | "account-disabled" => self.in_or_out(&event.subject).await,
            "submission" | "submission-restored" => self.attempts(Of::Submission(number), true).await,
            "submission-ignored" => self.gone(Of::Submission(number), |attempt| attempt.ignored != 0).await,
            "rejudging-applied" => self.attempts(Of::Rejudging(number), false).await,
            "freeze" | "thaw" | "finalize" | "freeze-taken-back" => match self.frozen_before(event) {
                Some(frozen) => self.attempts(Of::Since(frozen), false).await,
                None => Ok((Vec::new(), None)),
            },
            _ => Ok((Vec::new(), None)),
        }
    }

    /// From when on judgements were hidden before this event: some of them may be shown now.
    fn frozen_before(&self, event: &Event) -> Option<Millis> {
        let detail = event.detail();
        let time = |name: &str| detail.get(name).and_then(Value::as_i64);
        match event.kind.as_str() {
            "freeze" => time("frozen_at"),
            "freeze-taken-back" => time("at"),
            // Older events do not say it.
            _ => time("frozen_at").or(self.viewer.contest.frozen_at),
        }
    }

    async fn team(&self, id: &str) -> Result<Line> {
        let team = self.app.store.account(id).await?;
        let seen = self.viewer.sees_team(&team);
        let data = if seen { objects::team(&self.viewer, &team) } else { Value::Null };
        Ok(("teams", team.id, data))
    }

    /// A team that was taken out, with all that it handed in, or put back with it.
    async fn in_or_out(&self, id: &str) -> Result<Piece> {
        let team = self.team(id).await?;
        if team.2.is_null() {
            let (mut lines, next) = self.gone(Of::Team(id), |_| true).await?;
            lines.extend(next.is_none().then_some(team));
            return Ok((lines, next));
        }
        let (lines, next) = self.attempts(Of::Team(id), true).await?;
        let team = (self.after == 0).then_some(team);
        Ok((team.into_iter().chain(lines).collect(), next))
    }

    /// Submissions if they are new, and their judgements if these eyes may see them.
    async fn attempts(&self, of: Of<'_>, new: bool) -> Result<Piece> {
        let contest = &self.viewer.contest;
        let page = self.app.store.attempts_after(&contest.id, of, self.after).await?;
        let best = self.viewer.best(&self.app).await?;
        let (viewer, inputs) = (&self.viewer, &self.inputs);
        let counting = || page.attempts.iter().filter(|attempt| viewer.sees(attempt));
        let mut lines: Vec<Line> = Vec::new();
        for attempt in counting().filter(|_| new) {
            lines.push(("submissions", objects::id(attempt), objects::submission(viewer, inputs, attempt)));
        }
        // What came after the contest was looked at has an event of its own, and a freeze may be before it.
        let known = |attempt: &&Attempt| new || attempt.at <= viewer.now;
        for attempt in counting().filter(known).filter(|attempt| viewer.sees_judgement(attempt)) {
            let judgement = objects::judgement(viewer, inputs, &best, attempt);
            lines.push(("judgements", objects::id(attempt), judgement));
        }
        Ok((lines, page.next))
    }

    /// What is no longer there.
    async fn gone(&self, of: Of<'_>, is_gone: impl Fn(&Attempt) -> bool) -> Result<Piece> {
        let page = self.app.store.attempts_after(&self.viewer.contest.id, of, self.after).await?;
        let null = |attempt: &Attempt| {
            ["judgements", "submissions"].map(|kind| (kind, objects::id(attempt), Value::Null))
        };
        let lines = page.attempts.iter().filter(|attempt| is_gone(attempt)).flat_map(null).collect();
        Ok((lines, page.next))
    }
}

/// A kind of object, its id, and the object; null if it is no longer there.
type Line = (&'static str, String, Value);

/// Lines of an event, and after which submission the others begin, if there are more.
type Piece = (Vec<Line>, Option<i64>);

fn push(text: &mut String, kind: &str, id: Option<&str>, data: &Value, token: i64) {
    let line = json!({ "type": kind, "id": id, "data": data, "token": token.to_string() });
    text.push_str(&line.to_string());
    text.push('\n');
}
