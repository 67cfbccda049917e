//! The collections of the CLICS contest API, files, and a team's own results.

use std::io::{Cursor, Write};

use axum::Json;
use axum::extract::{Path, State};
use serde_json::{Value, json};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::lists::{Filter, passes};
use super::objects::{self, points};
use crate::app::SharedState;
use crate::auth::Identity;
use crate::contest::SubmissionId;
use crate::error::{Error, Result};
use crate::i18n::Missing;
use crate::store::{Account, Attempt, AttemptFilter};
use crate::time::iso;
use crate::visibility::Viewer;
use crate::web::{TEXT, ZIP, download};

/// The parameters of an address: the contest and what follows it.
pub(super) type Under<T> = Path<(String, T)>;

/// `GET /api/`
pub(crate) async fn about() -> Json<Value> {
    Json(json!({
        "version": "2023-06",
        "version_url": "https://ccs-specs.icpc.io/2023-06/contest_api",
        "provider": { "name": "laplace-arena", "version": env!("CARGO_PKG_VERSION") },
    }))
}

/// `GET /api/contests`
pub(super) async fn contests(State(app): State<SharedState>, identity: Identity) -> Result<Json<Vec<Value>>> {
    let viewer = |contest| Viewer::new(contest, identity.clone());
    let contests = app.store.contests().await?;
    let seen = contests.into_iter().filter(|contest| identity.sees_contest(contest));
    Ok(Json(seen.map(|contest| objects::contest(&viewer(contest))).collect()))
}

/// `GET /api/contests/{contest}`
pub(super) async fn contest(viewer: Viewer) -> Json<Value> {
    Json(objects::contest(&viewer))
}

/// `GET /api/contests/{contest}/state`
pub(super) async fn state(viewer: Viewer) -> Json<Value> {
    Json(objects::state(&viewer))
}

/// `GET /api/contests/{contest}/judgement-types`
pub(super) async fn judgement_types(_: Viewer) -> Json<Vec<Value>> {
    Json(objects::judgement_types())
}

/// `GET /api/contests/{contest}/languages`
pub(super) async fn languages(_: Viewer) -> Json<Vec<Value>> {
    Json(objects::languages())
}

/// `GET /api/contests/{contest}/judgement-types/{type}`
pub(super) async fn judgement_type(_: Viewer, Path((_, id)): Under<String>) -> Result<Json<Value>> {
    one_of(objects::judgement_types(), &id).ok_or(Error::NotFound(Missing::JudgementType))
}

/// `GET /api/contests/{contest}/languages/{language}`
pub(super) async fn language(_: Viewer, Path((_, id)): Under<String>) -> Result<Json<Value>> {
    one_of(objects::languages(), &id).ok_or(Error::NotFound(Missing::Language))
}

fn one_of(all: Vec<Value>, id: &str) -> Option<Json<Value>> {
    all.into_iter().find(|one| one.get("id").and_then(Value::as_str) == Some(id)).map(Json)
}

/// `GET /api/contests/{contest}/organizations`
pub(super) async fn organizations(
    State(app): State<SharedState>,
    viewer: Viewer,
) -> Result<Json<Vec<Value>>> {
    Ok(Json(objects::organizations(visible_teams(&app, &viewer).await?.iter())))
}

/// `GET /api/contests/{contest}/organizations/{organization}`
pub(super) async fn organization(
    State(app): State<SharedState>,
    viewer: Viewer,
    Path((_, id)): Under<String>,
) -> Result<Json<Value>> {
    let all = objects::organizations(visible_teams(&app, &viewer).await?.iter());
    one_of(all, &id).ok_or(Error::NotFound(Missing::Organization))
}

/// `GET /api/contests/{contest}/groups`
pub(super) async fn groups(State(app): State<SharedState>, viewer: Viewer) -> Result<Json<Vec<Value>>> {
    Ok(Json(objects::groups(visible_teams(&app, &viewer).await?.iter())))
}

/// `GET /api/contests/{contest}/groups/{group}`
pub(super) async fn group(
    State(app): State<SharedState>,
    viewer: Viewer,
    Path((_, id)): Under<String>,
) -> Result<Json<Value>> {
    let all = objects::groups(visible_teams(&app, &viewer).await?.iter());
    one_of(all, &id).ok_or(Error::NotFound(Missing::Group))
}

/// The teams that the viewer may see.
pub(super) async fn visible_teams(app: &SharedState, viewer: &Viewer) -> Result<Vec<Account>> {
    let mut teams = app.store.accounts(&viewer.contest.id).await?;
    teams.retain(|team| viewer.sees_team(team.state));
    Ok(teams)
}

/// `GET /api/contests/{contest}/problems`
pub(super) async fn problems(State(app): State<SharedState>, viewer: Viewer) -> Result<Json<Vec<Value>>> {
    let inputs = viewer.problems(&app).await?;
    Ok(Json(inputs.iter().map(|input| objects::problem(&viewer, &inputs, input)).collect()))
}

/// `GET /api/contests/{contest}/problems/{problem}`
pub(super) async fn problem(
    State(app): State<SharedState>,
    viewer: Viewer,
    Path((_, number)): Under<i64>,
) -> Result<Json<Value>> {
    let inputs = viewer.problems(&app).await?;
    let input =
        inputs.iter().find(|input| input.number == number).ok_or(Error::NotFound(Missing::Problem))?;
    Ok(Json(objects::problem(&viewer, &inputs, input)))
}

/// `GET /api/contests/{contest}/problems/{problem}/input`
pub(super) async fn input(
    State(app): State<SharedState>,
    viewer: Viewer,
    Path((_, number)): Under<i64>,
) -> Result {
    let inputs = viewer.problems(&app).await?;
    let input =
        inputs.iter().find(|input| input.number == number).ok_or(Error::NotFound(Missing::Problem))?;
    Ok(download(&input.name, TEXT, input.content.clone()))
}

/// `GET /api/contests/{contest}/teams`
pub(super) async fn teams(
    State(app): State<SharedState>,
    viewer: Viewer,
    filter: Filter,
) -> Result<Json<Vec<Value>>> {
    let teams = visible_teams(&app, &viewer).await?;
    let objects = teams.iter().map(|team| objects::team(&viewer, team));
    Ok(Json(objects.filter(|object| passes(&filter, object, &[])).collect()))
}

/// `GET /api/contests/{contest}/teams/{team}`
pub(super) async fn team(
    State(app): State<SharedState>,
    viewer: Viewer,
    Path((_, id)): Under<String>,
) -> Result<Json<Value>> {
    let found = visible_teams(&app, &viewer).await?.into_iter().find(|team| team.id == id);
    Ok(Json(objects::team(&viewer, &found.ok_or(Error::NotFound(Missing::Team))?)))
}

/// `GET /api/contests/{contest}/submissions/{submission}`
pub(super) async fn submission(
    State(app): State<SharedState>,
    viewer: Viewer,
    Path((_, id)): Under<String>,
) -> Result<Json<Value>> {
    let attempt = find(&app, &viewer, &id).await?;
    Ok(Json(objects::submission(&viewer, &viewer.problems(&app).await?, &attempt)))
}

async fn find(app: &SharedState, viewer: &Viewer, id: &str) -> Result<Attempt> {
    let missing = Error::NotFound(Missing::Submission);
    let Some((submission, _)) = id.split_once('-') else { return Err(missing) };
    let Ok(submission) = submission.parse().map(SubmissionId) else { return Err(missing) };
    let attempts = app.store.attempts(&viewer.contest.id, AttemptFilter::Submission(submission)).await?;
    attempts.into_iter().find(|attempt| objects::id(attempt) == id && viewer.sees(attempt)).ok_or(missing)
}

/// `GET /api/contests/{contest}/judgements/{judgement}`
pub(super) async fn judgement(
    State(app): State<SharedState>,
    viewer: Viewer,
    Path((_, id)): Under<String>,
) -> Result<Json<Value>> {
    let attempt = find(&app, &viewer, &id).await?;
    if !viewer.sees_judgement(&attempt) {
        return Err(Error::NotFound(Missing::Judgement));
    }
    let best = viewer.best(&app).await?;
    Ok(Json(objects::judgement(&viewer, &viewer.problems(&app).await?, &best, &attempt)))
}

/// `GET /api/contests/{contest}/submissions/{submission}/files`: an archive, as in CLICS.
pub(super) async fn archive(
    State(app): State<SharedState>,
    viewer: Viewer,
    Path((_, id)): Under<String>,
) -> Result {
    let attempt = find(&app, &viewer, &id).await?;
    if !viewer.sees_file(&attempt) {
        return Err(Error::NotFound(Missing::Submission));
    }
    let inputs = viewer.problems(&app).await?;
    let input =
        inputs.iter().find(|input| input.number == attempt.input).ok_or(Error::NotFound(Missing::File))?;
    let content = app.store.content(attempt.submission, input).await?;
    let packed = pack(&input.answer, &content).map_err(|error| Error::Internal(format!("zip: {error}")))?;
    Ok(download(&format!("{id}.zip"), ZIP, packed))
}

fn pack(name: &str, content: &[u8]) -> zip::result::ZipResult<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    // Stored without compression, which would cost the serving thread time.
    archive.start_file(name, SimpleFileOptions::default().compression_method(CompressionMethod::Stored))?;
    archive.write_all(content)?;
    Ok(archive.finish()?.into_inner())
}

/// `GET /api/contests/{contest}/submissions/{submission}/files/{answer}`
pub(super) async fn answer(
    State(app): State<SharedState>,
    viewer: Viewer,
    Path((_, submission, answer)): Path<(String, SubmissionId, String)>,
) -> Result {
    let stored = app.store.submission(&viewer.contest.id, submission).await?;
    // Not found also for a hidden submission, so that this address does not reveal which ones exist.
    viewer.check_submission(&stored)?;
    let inputs = viewer.problems(&app).await?;
    let input = inputs.iter().find(|input| input.answer == answer).ok_or(Error::NotFound(Missing::File))?;
    Ok(download(&input.answer, TEXT, app.store.content(submission, input).await?))
}

/// `GET /api/contests/{contest}/account`
pub(super) async fn account(viewer: Viewer) -> Result<Json<Value>> {
    let account = viewer.identity.account().ok_or(Error::NotFound(Missing::Account))?;
    let is_team = !account.is_organiser();
    Ok(Json(json!({
        "id": account.id,
        "username": account.login,
        "name": account.name,
        "type": if is_team { "team" } else { "admin" },
        "team_id": is_team.then_some(&account.id),
    })))
}

/// `GET /api/contests/{contest}/results`: the best results of the requesting team, including those that the freeze
/// hides from others.
pub(super) async fn results(State(app): State<SharedState>, viewer: Viewer) -> Result<Json<Value>> {
    let team = viewer.identity.team_of(&viewer.contest)?;
    let inputs = viewer.problems(&app).await?;
    let best = viewer.best(&app).await?;
    let attempts = app.store.attempts(&viewer.contest.id, AttemptFilter::Team(&team.id)).await?;
    let mut results = Vec::new();
    for input in inputs.iter() {
        let of_it = attempts.iter().filter(|attempt| !attempt.ignored && attempt.input == input.number);
        let merit = |attempt: &&Attempt| (attempt.points, attempt.score, std::cmp::Reverse(attempt.file));
        let own = of_it.clone().max_by_key(merit);
        results.push(json!({
            "problem_id": input.number.to_string(),
            "answer": input.answer,
            "attempts": of_it.count(),
            "outcome": own.map(|own| own.outcome.name()),
            "points": own.map(|own| points(objects::worth(&viewer.contest, &inputs, &best, own))),
            "score": own.map(|own| own.score),
            "bound": input.bound,
            "submission": own.map(|own| own.submission.to_string()),
            "time": own.map(|own| iso(own.at)),
        }));
    }
    Ok(Json(json!({ "team_id": team.id, "name": team.name, "results": results })))
}
