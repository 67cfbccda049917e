//! The organisers' part of the API. Every handler checks first that the account is an organiser.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};

use super::objects::{self, points};
use super::read::Under;
use crate::app::SharedState;
use crate::auth::{Identity, Secret};
use crate::contest::{
    Contest, ContestLimits, Draft, Edit, Feedback, Game, Input, MEBIBYTE, Refusal, RejudgingId, SubmissionId,
    TeamEdit, TeamFacts, default_count, make, named,
};
use crate::error::{Error, Result};
use crate::i18n::{Message, Missing};
use crate::intake::{File, own_inputs};
use crate::store::{AccountState, Milestone, Millis, NewAccount, RevisedFile, Store, now};
use crate::teams::{self, Made, Wanted};
use crate::time::{self, iso};
use crate::visibility::Viewer;

/// The body of a request for a new contest.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct NewContest {
    id: String,
    game: String,
    title: Option<String>,
    seed: Option<u64>,
    inputs: Option<u32>,
    #[serde(default)]
    files: Vec<OwnInput>,
    #[serde(default)]
    open: bool,
    start_time: Option<String>,
    end_time: Option<String>,
    freeze_time: Option<String>,
    feedback: Option<String>,
}

/// An organiser's own input.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct OwnInput {
    name: String,
    content: String,
}

pub(super) fn body<'a, T: Deserialize<'a>>(bytes: &'a Bytes) -> Result<T> {
    // An empty body is an empty object, since most fields have defaults.
    let bytes = if bytes.is_empty() { b"{}".as_slice() } else { bytes };
    serde_json::from_slice(bytes)
        .map_err(|error| Error::BadRequest(Message::BadBody { reason: error.to_string() }))
}

/// `POST /api/contests`
pub(super) async fn new_contest(
    State(app): State<SharedState>,
    identity: Identity,
    bytes: Bytes,
) -> Result<(StatusCode, Json<Value>)> {
    let by = &identity.organiser()?.id;
    let request: NewContest = body(&bytes)?;
    let at = |text: Option<String>| text.map(|text| time::read(&text, now())).transpose();
    if !request.files.is_empty() && (request.seed.is_some() || request.inputs.is_some()) {
        return Err(Error::BadRequest(Message::FilesAndSeed));
    }
    let game = request.game.parse::<Game>()?;
    let draft = Draft {
        title: request.title.unwrap_or_else(|| request.id.clone()),
        id: request.id,
        game,
        seed: request.seed.unwrap_or_else(random_seed),
        inputs: request.inputs.unwrap_or_else(|| default_count(game)),
        open: request.open,
        starts_at: at(request.start_time)?,
        ends_at: at(request.end_time)?,
        frozen_at: at(request.freeze_time)?,
        feedback: request.feedback.map_or(Ok(Feedback::Position), |name| name.parse())?,
    };
    draft.check(now())?;
    let files = request.files.into_iter();
    let files = files.map(|file| File { name: file.name, content: file.content.into_bytes() }).collect();
    let inputs = contest_inputs(&draft, files).await?;
    app.store.make_contest(&draft, &inputs, by).await?;
    let contest = app.store.contest(&draft.id).await?;
    Ok((StatusCode::CREATED, Json(objects::contest(&Viewer::new(contest, identity)))))
}

/// The inputs of a new contest: an organiser's own files, or generated ones if there are none. The upper bounds of the
/// demon's question 5 take a core for some time each.
pub(crate) async fn contest_inputs(draft: &Draft, files: Vec<File>) -> Result<Vec<Input>> {
    let Draft { game, seed, inputs: each, .. } = *draft;
    let work = move || match files.is_empty() {
        true => Ok(make(game, seed, each)),
        false => own_inputs(game, &files),
    };
    tokio::task::spawn_blocking(work).await.map_err(|error| Error::Internal(error.to_string()))?
}

/// A seed that cannot be guessed, since with the seed one can generate the inputs before the start.
pub(crate) fn random_seed() -> u64 {
    u64::from_str_radix(Secret::short().as_str(), 16).unwrap_or(1)
}

/// The properties of a contest that CLICS lets clients change, the feedback, and what organisers edit.
#[derive(Debug, Deserialize)]
struct Patch {
    id: Option<String>,
    start_time: Option<String>,
    scoreboard_thaw_time: Option<String>,
    feedback: Option<String>,
    name: Option<String>,
    open: Option<bool>,
    hidden: Option<bool>,
    limits: Option<PatchedLimits>,
}

/// The limits of a contest in MiB; a missing one is the server's.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PatchedLimits {
    upload_mebibytes: Option<i64>,
    team_mebibytes: Option<i64>,
    contest_mebibytes: Option<i64>,
}

impl From<PatchedLimits> for ContestLimits {
    fn from(limits: PatchedLimits) -> Self {
        let bytes = |mebibytes: Option<i64>| mebibytes.map(|count| count.saturating_mul(MEBIBYTE));
        Self {
            upload: bytes(limits.upload_mebibytes),
            team: bytes(limits.team_mebibytes),
            contest: bytes(limits.contest_mebibytes),
        }
    }
}

/// `PATCH /api/contests/{contest}`
pub(super) async fn patch_contest(
    State(app): State<SharedState>,
    viewer: Viewer,
    bytes: Bytes,
) -> Result<Json<Value>> {
    let by = &viewer.identity.organiser()?.id;
    let request: Patch = body(&bytes)?;
    let contest = &viewer.contest.id;
    if request.id.as_ref().is_some_and(|id| *contest != *id) {
        return Err(Error::Conflict(Message::OtherContestId));
    }
    let limits = request.limits.map(ContestLimits::from);
    if let Some(limits) = limits {
        limits.check_within(app.settings.limits())?;
    }
    let edit = Edit { title: request.name, open: request.open, hidden: request.hidden, limits };
    if edit != Edit::default() {
        if request.start_time.is_some()
            || request.scoreboard_thaw_time.is_some()
            || request.feedback.is_some()
        {
            return Err(Error::BadRequest(Message::OneProperty));
        }
        app.store.edit_contest(contest, &edit, by).await?;
        return changed(&app, viewer).await;
    }
    let (milestone, text) = match (request.start_time, request.scoreboard_thaw_time, request.feedback) {
        (Some(start), None, None) => (Milestone::Start, start),
        (None, Some(thaw), None) => (Milestone::Thaw, thaw),
        (None, None, Some(name)) => {
            app.store.set_feedback(contest, name.parse()?, by).await?;
            return changed(&app, viewer).await;
        }
        _ => return Err(Error::BadRequest(Message::OneProperty)),
    };
    let at = time::read(&text, viewer.now)?;
    app.store.set_milestone(contest, milestone, Some(at), by).await?;
    changed(&app, viewer).await
}

/// The properties of a team that organisers change.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TeamPatch {
    name: Option<String>,
    members: Option<String>,
    school: Option<String>,
    group: Option<String>,
    extra_minutes: Option<i64>,
}

/// `PATCH /api/contests/{contest}/teams/{team}`
pub(super) async fn patch_team(
    State(app): State<SharedState>,
    viewer: Viewer,
    Path((_, id)): Under<String>,
    bytes: Bytes,
) -> Result<Json<Value>> {
    let by = &viewer.identity.organiser()?.id;
    let patch: TeamPatch = body(&bytes)?;
    let teams = app.store.accounts(&viewer.contest.id).await?;
    let team = teams.into_iter().find(|team| team.id == id).ok_or(Error::NotFound(Missing::Team))?;
    let edit = TeamEdit {
        name: patch.name,
        members: patch.members,
        school: patch.school,
        group: patch.group,
        extra: patch.extra_minutes.map(|minutes| minutes.saturating_mul(60_000)),
    };
    if edit != TeamEdit::default() {
        app.store.edit_team(&team, &edit, by).await?;
    }
    Ok(Json(objects::team(&viewer, &app.store.account(&team.id).await?)))
}

/// What `DELETE` needs beside the address.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Deletion {
    /// The id once more.
    confirm: String,
    /// Whether submissions are deleted too.
    submissions: bool,
}

/// `DELETE /api/contests/{contest}?confirm=ID&submissions=true`
pub(super) async fn delete_contest(
    State(app): State<SharedState>,
    viewer: Viewer,
    Query(deletion): Query<Deletion>,
) -> Result<StatusCode> {
    let by = &viewer.identity.organiser()?.id;
    let id = &viewer.contest.id;
    if *id != deletion.confirm {
        return Err(Refusal::TypeTheId { id: id.to_string() }.into());
    }
    app.store.delete_contest(id, deletion.submissions, by).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The copy of a contest: its own id and times; the game, the inputs, the feedback and the registration are those of the
/// first.
#[derive(Debug, Deserialize)]
struct Copied {
    id: String,
    name: Option<String>,
    start_time: Option<String>,
    end_time: Option<String>,
    freeze_time: Option<String>,
    #[serde(default)]
    teams: bool,
}

/// `POST /api/contests/{contest}/copy`
pub(super) async fn copy_contest(
    State(app): State<SharedState>,
    viewer: Viewer,
    bytes: Bytes,
) -> Result<(StatusCode, Json<Value>)> {
    let by = &viewer.identity.organiser()?.id;
    let request: Copied = body(&bytes)?;
    let at = |text: Option<String>| text.map(|text| time::read(&text, now())).transpose();
    let new = CopyOf {
        id: request.id,
        title: request.name.unwrap_or_else(|| viewer.contest.title.clone()),
        starts_at: at(request.start_time)?,
        ends_at: at(request.end_time)?,
        frozen_at: at(request.freeze_time)?,
        with_teams: request.teams,
    };
    let id = copy(&app.store, &viewer.contest, new, by).await?;
    let contest = app.store.contest(&id).await?;
    Ok((StatusCode::CREATED, Json(objects::contest(&Viewer::new(contest, viewer.identity)))))
}

/// What is new in a copy of a contest.
#[derive(Clone, Debug)]
pub(crate) struct CopyOf {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) starts_at: Option<Millis>,
    pub(crate) ends_at: Option<Millis>,
    pub(crate) frozen_at: Option<Millis>,
    /// Whether the teams come too, with their passwords; they get no tokens.
    pub(crate) with_teams: bool,
}

/// Creates a contest with the inputs of another one and returns its id.
pub(crate) async fn copy(store: &Store, from: &Contest, new: CopyOf, actor: &str) -> Result<String> {
    let inputs = store.inputs(&from.id).await?;
    let draft = Draft {
        id: new.id.trim().to_owned(),
        title: new.title.trim().to_owned(),
        game: from.game,
        seed: from.seed.cast_unsigned(),
        inputs: 1,
        open: from.open,
        starts_at: new.starts_at,
        ends_at: new.ends_at,
        frozen_at: new.frozen_at,
        feedback: from.feedback,
    };
    draft.check(now())?;
    store.make_contest(&draft, &inputs, actor).await?;
    if from.hidden || from.limits != ContestLimits::default() {
        let edit = Edit { hidden: Some(from.hidden), limits: Some(from.limits), ..Edit::default() };
        store.edit_contest(&draft.id, &edit, actor).await?;
    }
    if new.with_teams {
        let teams =
            store.accounts(&from.id).await?.into_iter().filter(|team| team.state == AccountState::Active);
        let teams: Vec<NewAccount> = teams
            .map(|team| NewAccount {
                contest: draft.id.as_str().into(),
                login: team.login,
                name: team.name,
                password: team.password,
                token: None,
                facts: TeamFacts { members: team.members, school: team.school, group: team.group_name },
            })
            .collect();
        store.make_accounts(&draft.id, &teams, actor).await?;
    }
    Ok(draft.id)
}

async fn changed(app: &SharedState, viewer: Viewer) -> Result<Json<Value>> {
    let contest = app.store.contest(&viewer.contest.id).await?;
    Ok(Json(objects::contest(&Viewer::new(contest, viewer.identity))))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct At {
    at: Option<String>,
}

/// `POST /api/contests/{contest}/moments/{moment}`
pub(super) async fn milestone(
    State(app): State<SharedState>,
    viewer: Viewer,
    Path((_, milestone)): Under<String>,
    bytes: Bytes,
) -> Result<Json<Value>> {
    let by = &viewer.identity.organiser()?.id;
    let milestone = Milestone::by_name(&milestone).ok_or(Error::NotFound(Missing::Milestone))?;
    let at = body::<At>(&bytes)?.at.map(|text| time::read(&text, viewer.now)).transpose()?;
    // Both always take effect at once.
    if matches!(milestone, Milestone::Thaw | Milestone::Finalize) && at.is_some() {
        return Err(Error::BadRequest(Message::AtOnce { milestone }));
    }
    app.store.set_milestone(&viewer.contest.id, milestone, at, by).await?;
    changed(&app, viewer).await
}

/// `DELETE /api/contests/{contest}/moments/{moment}`: clears an end or a freeze.
pub(super) async fn clear_milestone(
    State(app): State<SharedState>,
    viewer: Viewer,
    Path((_, milestone)): Under<String>,
) -> Result<Json<Value>> {
    let by = &viewer.identity.organiser()?.id;
    let milestone = Milestone::by_name(&milestone).ok_or(Error::NotFound(Missing::Milestone))?;
    app.store.clear_milestone(&viewer.contest.id, milestone, by).await?;
    changed(&app, viewer).await
}

/// `POST /api/contests/{contest}/teams`
pub(super) async fn new_teams(
    State(app): State<SharedState>,
    viewer: Viewer,
    headers: HeaderMap,
    bytes: Bytes,
) -> Result<(StatusCode, Json<Vec<Value>>)> {
    let by = &viewer.identity.organiser()?.id;
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let wanted: Vec<Wanted> =
        if kind.starts_with("text/csv") { teams::read(&teams::decoded(&bytes)?)? } else { body(&bytes)? };
    let made = teams::make(&app.store, &app.passwords, &viewer.contest, wanted, by).await?;
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

/// `POST /api/contests/{contest}/rejudgings`: judges again and returns what would change.
pub(super) async fn new_rejudging(
    State(app): State<SharedState>,
    viewer: Viewer,
    bytes: Bytes,
) -> Result<(StatusCode, Json<Value>)> {
    let by = &viewer.identity.organiser()?.id;
    let NewRejudging { inputs: names, reason } = body(&bytes)?;
    let inputs = named(&app.store.inputs(&viewer.contest.id).await?, &names)?;
    let contest = &viewer.contest.id;
    let game = viewer.contest.game;
    let id = app.store.rejudge(contest, game, &inputs, &reason, by).await?;
    Ok((StatusCode::CREATED, Json(preview(&app, &viewer, id).await?)))
}

/// `GET /api/contests/{contest}/rejudgings/{rejudging}`
pub(super) async fn rejudging(
    State(app): State<SharedState>,
    viewer: Viewer,
    Path((_, id)): Under<RejudgingId>,
) -> Result<Json<Value>> {
    viewer.identity.organiser()?;
    Ok(Json(preview(&app, &viewer, id).await?))
}

/// `GET /api/contests/{contest}/rejudgings`
pub(super) async fn rejudgings(State(app): State<SharedState>, viewer: Viewer) -> Result<Json<Vec<Value>>> {
    viewer.identity.organiser()?;
    let all = app.store.rejudgings(&viewer.contest.id).await?;
    let object = |one: crate::store::Rejudging| json!({ "id": one.id.to_string(), "time": iso(one.at), "by": one.who, "reason": one.reason, "state": one.state.name() });
    Ok(Json(all.into_iter().map(object).collect()))
}

async fn preview(app: &SharedState, viewer: &Viewer, id: RejudgingId) -> Result<Value> {
    let all = app.store.rejudgings(&viewer.contest.id).await?;
    let one = all.into_iter().find(|one| one.id == id).ok_or(Error::NotFound(Missing::Rejudging))?;
    let changes: Vec<Value> = app.store.revised(&viewer.contest.id, id).await?.iter().map(change).collect();
    Ok(json!({ "id": id.to_string(), "state": one.state.name(), "reason": one.reason, "changes": changes }))
}

fn change(revised: &RevisedFile) -> Value {
    json!({
        "submission_id": format!("{}-{}", revised.submission, revised.input),
        "team_id": revised.team,
        "old": { "outcome": revised.old_outcome.name(), "points": points(revised.old_points), "score": revised.old_score },
        "new": { "outcome": revised.new_outcome.name(), "points": points(revised.new_points), "score": revised.new_score },
    })
}

/// `POST /api/contests/{contest}/rejudgings/{rejudging}/{apply|cancel}`
pub(super) async fn settle(
    State(app): State<SharedState>,
    viewer: Viewer,
    Path((_, id, what)): Path<(String, RejudgingId, String)>,
) -> Result<Json<Value>> {
    let by = &viewer.identity.organiser()?.id;
    let apply = match what.as_str() {
        "apply" => true,
        "cancel" => false,
        _ => return Err(Error::NotFound(Missing::Page)),
    };
    app.store.settle(&viewer.contest.id, id, apply, by).await?;
    Ok(Json(preview(&app, &viewer, id).await?))
}

/// `POST /api/contests/{contest}/submissions/{submission}/ignore`
pub(super) async fn ignore(
    State(app): State<SharedState>,
    viewer: Viewer,
    Path((_, id)): Under<SubmissionId>,
) -> Result<Json<Value>> {
    set_ignored(&app, &viewer, id, true).await
}

/// `POST /api/contests/{contest}/submissions/{submission}/restore`
pub(super) async fn restore(
    State(app): State<SharedState>,
    viewer: Viewer,
    Path((_, id)): Under<SubmissionId>,
) -> Result<Json<Value>> {
    set_ignored(&app, &viewer, id, false).await
}

async fn set_ignored(
    app: &SharedState,
    viewer: &Viewer,
    id: SubmissionId,
    ignored: bool,
) -> Result<Json<Value>> {
    let by = &viewer.identity.organiser()?.id;
    app.store.ignore(&viewer.contest.id, id, ignored, by).await?;
    Ok(Json(json!({ "submission": id.to_string(), "ignored": ignored })))
}

#[derive(Debug, Deserialize)]
pub(super) struct After {
    after: Option<i64>,
}

/// Maximum number of entries of the audit log in one response.
const MAX_ENTRIES: i64 = 1_000;

/// `GET /api/contests/{contest}/audit`
pub(super) async fn audit(
    State(app): State<SharedState>,
    viewer: Viewer,
    Query(After { after }): Query<After>,
) -> Result<Json<Vec<Value>>> {
    viewer.identity.organiser()?;
    let events = app.store.events(&viewer.contest.id, after.unwrap_or(0), MAX_ENTRIES).await?;
    let entry = |event: crate::store::Event| {
        json!({
            "number": event.number,
            "time": iso(event.at),
            "kind": event.kind.name(),
            "by": event.who,
            "subject": event.subject,
            "detail": event.detail(),
        })
    };
    Ok(Json(events.into_iter().map(entry).collect()))
}
