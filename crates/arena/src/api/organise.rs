//! What organisers do by program. Each address asks for an organiser first.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};

use super::objects::{self, points};
use super::read::Under;
use crate::app::App;
use crate::auth::{Secret, Who};
use crate::contest::{Draft, Feedback, Game, make, named};
use crate::error::{Answer, Error};
use crate::roster::{self, Made, Wanted};
use crate::sight::Sight;
use crate::store::{Moment, Revised, now};
use crate::time::{self, iso};

/// A contest, as it is asked for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct NewContest {
    id: String,
    game: String,
    title: Option<String>,
    seed: Option<u64>,
    inputs: Option<u32>,
    #[serde(default)]
    open: bool,
    start_time: Option<String>,
    end_time: Option<String>,
    freeze_time: Option<String>,
    feedback: Option<String>,
}

pub(super) fn body<'a, T: Deserialize<'a>>(bytes: &'a Bytes) -> Answer<T> {
    // No body is an empty object: most fields have defaults.
    let bytes = if bytes.is_empty() { b"{}".as_slice() } else { bytes };
    serde_json::from_slice(bytes).map_err(|error| Error::Bad(format!("the body: {error}")))
}

/// `POST /api/contests`
pub(super) async fn new_contest(
    State(app): State<App>,
    who: Who,
    bytes: Bytes,
) -> Answer<(StatusCode, Json<Value>)> {
    let by = &who.organiser()?.id;
    let asked: NewContest = body(&bytes)?;
    let at = |text: Option<String>| text.map(|text| time::read(&text, now())).transpose().map_err(Error::Bad);
    let draft = Draft {
        title: asked.title.unwrap_or_else(|| asked.id.clone()),
        id: asked.id,
        game: asked.game.parse::<Game>().map_err(Error::Bad)?,
        seed: asked.seed.unwrap_or_else(random_seed),
        inputs: asked.inputs.unwrap_or(2),
        open: asked.open,
        starts_at: at(asked.start_time)?,
        ends_at: at(asked.end_time)?,
        frozen_at: at(asked.freeze_time)?,
        feedback: asked.feedback.map_or(Ok(Feedback::Position), |name| name.parse()).map_err(Error::Bad)?,
    };
    draft.check(now()).map_err(Error::Bad)?;
    let (game, seed, each) = (draft.game, draft.seed, draft.inputs);
    let inputs = tokio::task::spawn_blocking(move || make(game, seed, each)).await;
    let inputs = inputs.map_err(|error| Error::Inside(error.to_string()))?;
    app.store.make_contest(&draft, &inputs, by).await?;
    let contest = app.store.contest(&draft.id).await?;
    Ok((StatusCode::CREATED, Json(objects::contest(&Sight { contest, who, now: now() }))))
}

/// A seed that nobody can guess: whoever knows it knows the inputs before the start.
pub(crate) fn random_seed() -> u64 {
    u64::from_str_radix(Secret::short().as_str(), 16).unwrap_or(1)
}

/// What CLICS lets clients change of a contest, and the feedback.
#[derive(Debug, Deserialize)]
struct Patch {
    id: Option<String>,
    start_time: Option<String>,
    scoreboard_thaw_time: Option<String>,
    feedback: Option<String>,
}

/// `PATCH /api/contests/{contest}`
pub(super) async fn patch_contest(State(app): State<App>, sight: Sight, bytes: Bytes) -> Answer<Json<Value>> {
    let by = &sight.who.organiser()?.id;
    let asked: Patch = body(&bytes)?;
    let contest = &sight.contest.id;
    if asked.id.as_ref().is_some_and(|id| id != contest) {
        return Err(Error::Conflict("the id is that of another contest".into()));
    }
    let (moment, text) = match (asked.start_time, asked.scoreboard_thaw_time, asked.feedback) {
        (Some(start), None, None) => (Moment::Start, start),
        (None, Some(thaw), None) => (Moment::Thaw, thaw),
        (None, None, Some(name)) => {
            app.store.set_feedback(contest, name.parse().map_err(Error::Bad)?, by).await?;
            return changed(&app, sight).await;
        }
        _ => {
            let what = "expected one of `start_time`, `scoreboard_thaw_time` and `feedback`";
            return Err(Error::Bad(what.into()));
        }
    };
    let at = time::read(&text, sight.now).map_err(Error::Bad)?;
    app.store.set_moment(contest, moment, Some(at), by).await?;
    changed(&app, sight).await
}

async fn changed(app: &App, sight: Sight) -> Answer<Json<Value>> {
    let contest = app.store.contest(&sight.contest.id).await?;
    Ok(Json(objects::contest(&Sight { contest, now: now(), ..sight })))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct At {
    at: Option<String>,
}

/// `POST /api/contests/{contest}/moments/{moment}`
pub(super) async fn moment(
    State(app): State<App>,
    sight: Sight,
    Path((_, moment)): Under<String>,
    bytes: Bytes,
) -> Answer<Json<Value>> {
    let by = &sight.who.organiser()?.id;
    let moment = Moment::by_name(&moment).ok_or(Error::Missing("moment of that name"))?;
    let at = body::<At>(&bytes)?.at.map(|text| time::read(&text, sight.now)).transpose();
    let at = at.map_err(Error::Bad)?;
    // Both take effect at once, whatever time is written beside them.
    if matches!(moment, Moment::Thaw | Moment::Finalize) && at.is_some() {
        return Err(Error::Bad(format!("`{}` happens now: it takes no time", moment.name())));
    }
    app.store.set_moment(&sight.contest.id, moment, at, by).await?;
    changed(&app, sight).await
}

/// `DELETE /api/contests/{contest}/moments/{moment}`: takes back an end or a freeze.
pub(super) async fn take_back(
    State(app): State<App>,
    sight: Sight,
    Path((_, moment)): Under<String>,
) -> Answer<Json<Value>> {
    let by = &sight.who.organiser()?.id;
    let moment = Moment::by_name(&moment).ok_or(Error::Missing("moment of that name"))?;
    app.store.take_back(&sight.contest.id, moment, by).await?;
    changed(&app, sight).await
}

/// `POST /api/contests/{contest}/teams`
pub(super) async fn new_teams(
    State(app): State<App>,
    sight: Sight,
    headers: HeaderMap,
    bytes: Bytes,
) -> Answer<(StatusCode, Json<Vec<Value>>)> {
    let by = &sight.who.organiser()?.id;
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let wanted: Vec<Wanted> = if kind.starts_with("text/csv") {
        let text = std::str::from_utf8(&bytes).map_err(|error| Error::Bad(format!("the body: {error}")))?;
        roster::read(text)?
    } else {
        body(&bytes)?
    };
    let made = roster::make(&app.store, &app.passwords, &sight.contest, wanted, by).await?;
    let object = |Made { id, name, login, password, token }| json!({ "id": id, "name": name, "login": login, "password": password, "token": token.as_str() });
    Ok((StatusCode::CREATED, Json(made.into_iter().map(object).collect())))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct NewRejudging {
    #[serde(default)]
    inputs: Vec<String>,
    #[serde(default)]
    reason: String,
}

/// `POST /api/contests/{contest}/rejudgings`: judges again and says what would change.
pub(super) async fn new_rejudging(
    State(app): State<App>,
    sight: Sight,
    bytes: Bytes,
) -> Answer<(StatusCode, Json<Value>)> {
    let by = &sight.who.organiser()?.id;
    let NewRejudging { inputs: names, reason } = body(&bytes)?;
    let inputs = named(&app.store.inputs(&sight.contest.id).await?, &names).map_err(Error::Bad)?;
    let (contest, game) = (&sight.contest.id, sight.contest.game());
    let id = app.store.rejudge(contest, game, &inputs, &reason, by).await?;
    Ok((StatusCode::CREATED, Json(preview(&app, &sight, id).await?)))
}

/// `GET /api/contests/{contest}/rejudgings/{rejudging}`
pub(super) async fn rejudging(
    State(app): State<App>,
    sight: Sight,
    Path((_, id)): Under<i64>,
) -> Answer<Json<Value>> {
    sight.who.organiser()?;
    Ok(Json(preview(&app, &sight, id).await?))
}

/// `GET /api/contests/{contest}/rejudgings`
pub(super) async fn rejudgings(State(app): State<App>, sight: Sight) -> Answer<Json<Vec<Value>>> {
    sight.who.organiser()?;
    let all = app.store.rejudgings(&sight.contest.id).await?;
    let object = |one: crate::store::Rejudging| json!({ "id": one.id.to_string(), "time": iso(one.at), "by": one.who, "reason": one.reason, "state": one.state });
    Ok(Json(all.into_iter().map(object).collect()))
}

async fn preview(app: &App, sight: &Sight, id: i64) -> Answer<Value> {
    let all = app.store.rejudgings(&sight.contest.id).await?;
    let one = all.into_iter().find(|one| one.id == id).ok_or(Error::Missing("rejudging"))?;
    let changes: Vec<Value> = app.store.revised(&sight.contest.id, id).await?.iter().map(change).collect();
    Ok(json!({ "id": id.to_string(), "state": one.state, "reason": one.reason, "changes": changes }))
}

fn change(revised: &Revised) -> Value {
    json!({
        "submission_id": format!("{}-{}", revised.submission, revised.input),
        "team_id": revised.team,
        "old": { "outcome": revised.old_outcome, "points": points(revised.old_points), "score": revised.old_score },
        "new": { "outcome": revised.new_outcome, "points": points(revised.new_points), "score": revised.new_score },
    })
}

/// `POST /api/contests/{contest}/rejudgings/{rejudging}/{apply|cancel}`
pub(super) async fn settle(
    State(app): State<App>,
    sight: Sight,
    Path((_, id, what)): Path<(String, i64, String)>,
) -> Answer<Json<Value>> {
    let by = &sight.who.organiser()?.id;
    let apply = match what.as_str() {
        "apply" => true,
        "cancel" => false,
        _ => return Err(Error::Missing("such address")),
    };
    app.store.settle(&sight.contest.id, id, apply, by).await?;
    Ok(Json(preview(&app, &sight, id).await?))
}

/// `POST /api/contests/{contest}/submissions/{submission}/ignore`
pub(super) async fn ignore(
    State(app): State<App>,
    sight: Sight,
    Path((_, id)): Under<i64>,
) -> Answer<Json<Value>> {
    set_ignored(&app, &sight, id, true).await
}

/// `POST /api/contests/{contest}/submissions/{submission}/restore`
pub(super) async fn restore(
    State(app): State<App>,
    sight: Sight,
    Path((_, id)): Under<i64>,
) -> Answer<Json<Value>> {
    set_ignored(&app, &sight, id, false).await
}

async fn set_ignored(app: &App, sight: &Sight, id: i64, ignored: bool) -> Answer<Json<Value>> {
    let by = &sight.who.organiser()?.id;
    app.store.ignore(&sight.contest.id, id, ignored, by).await?;
    Ok(Json(json!({ "submission": id.to_string(), "ignored": ignored })))
}

#[derive(Debug, Deserialize)]
pub(super) struct After {
    after: Option<i64>,
}

/// The most entries of the audit log in one answer.
const MOST_ENTRIES: i64 = 1_000;

/// `GET /api/contests/{contest}/audit`
pub(super) async fn audit(
    State(app): State<App>,
    sight: Sight,
    Query(After { after }): Query<After>,
) -> Answer<Json<Vec<Value>>> {
    sight.who.organiser()?;
    let events = app.store.events(&sight.contest.id, after.unwrap_or(0), MOST_ENTRIES).await?;
    let entry = |event: crate::store::Event| {
        json!({
            "number": event.number,
            "time": iso(event.at),
            "kind": event.kind,
            "by": event.who,
            "subject": event.subject,
            "detail": event.detail(),
        })
    };
    Ok(Json(events.into_iter().map(entry).collect()))
}
