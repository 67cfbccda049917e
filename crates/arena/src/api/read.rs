//! What can be read: the collections of the CLICS contest API, files, and a team's own results.

use std::io::{Cursor, Write};

use axum::Json;
use axum::extract::{Path, State};
use serde_json::{Value, json};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::objects::{self, points};
use crate::app::App;
use crate::auth::Who;
use crate::download::{TEXT, ZIP, download};
use crate::error::{Answer, Error};
use crate::sight::Sight;
use crate::store::{Attempt, Of, now};
use crate::time::iso;

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
pub(super) async fn contests(State(app): State<App>, who: Who) -> Answer<Json<Vec<Value>>> {
    let sight = |contest| Sight { contest, who: who.clone(), now: now() };
    let contests = app.store.contests().await?;
    Ok(Json(contests.into_iter().map(|contest| objects::contest(&sight(contest))).collect()))
}

/// `GET /api/contests/{contest}`
pub(super) async fn contest(sight: Sight) -> Json<Value> {
    Json(objects::contest(&sight))
}

/// `GET /api/contests/{contest}/state`
pub(super) async fn state(sight: Sight) -> Json<Value> {
    Json(objects::state(&sight))
}

/// `GET /api/contests/{contest}/judgement-types`
pub(super) async fn judgement_types(_: Sight) -> Json<Vec<Value>> {
    Json(objects::judgement_types())
}

/// `GET /api/contests/{contest}/languages`
pub(super) async fn languages(_: Sight) -> Json<Vec<Value>> {
    Json(objects::languages())
}

/// `GET /api/contests/{contest}/judgement-types/{type}`
pub(super) async fn judgement_type(_: Sight, Path((_, id)): Under<String>) -> Answer<Json<Value>> {
    one_of(objects::judgement_types(), &id).ok_or(Error::Missing("judgement type"))
}

/// `GET /api/contests/{contest}/languages/{language}`
pub(super) async fn language(_: Sight, Path((_, id)): Under<String>) -> Answer<Json<Value>> {
    one_of(objects::languages(), &id).ok_or(Error::Missing("language"))
}

fn one_of(all: Vec<Value>, id: &str) -> Option<Json<Value>> {
    all.into_iter().find(|one| one.get("id").and_then(Value::as_str) == Some(id)).map(Json)
}

/// Collections that a contest of this kind has nothing in.
pub(super) async fn nothing(_: Sight) -> Json<Vec<Value>> {
    Json(Vec::new())
}

/// `GET /api/contests/{contest}/problems`
pub(super) async fn problems(State(app): State<App>, sight: Sight) -> Answer<Json<Vec<Value>>> {
    let inputs = sight.problems(&app).await?;
    Ok(Json(inputs.iter().map(|input| objects::problem(&sight, &inputs, input)).collect()))
}

/// `GET /api/contests/{contest}/problems/{problem}`
pub(super) async fn problem(
    State(app): State<App>,
    sight: Sight,
    Path((_, number)): Under<i64>,
) -> Answer<Json<Value>> {
    let inputs = sight.problems(&app).await?;
    let input = inputs.iter().find(|input| input.number == number).ok_or(Error::Missing("problem"))?;
    Ok(Json(objects::problem(&sight, &inputs, input)))
}

/// `GET /api/contests/{contest}/problems/{problem}/input`
pub(super) async fn input(State(app): State<App>, sight: Sight, Path((_, number)): Under<i64>) -> Answer {
    let inputs = sight.problems(&app).await?;
    let input = inputs.iter().find(|input| input.number == number).ok_or(Error::Missing("problem"))?;
    Ok(download(&input.name, TEXT, input.content.clone()))
}

/// `GET /api/contests/{contest}/teams`
pub(super) async fn teams(State(app): State<App>, sight: Sight) -> Answer<Json<Vec<Value>>> {
    let teams = app.store.accounts(&sight.contest.id).await?.into_iter();
    let seen = teams.filter(|team| sight.sees_team(team));
    Ok(Json(seen.map(|team| objects::team(&sight, &team)).collect()))
}

/// `GET /api/contests/{contest}/teams/{team}`
pub(super) async fn team(
    State(app): State<App>,
    sight: Sight,
    Path((_, id)): Under<String>,
) -> Answer<Json<Value>> {
    let mut teams = app.store.accounts(&sight.contest.id).await?.into_iter();
    let found = teams.find(|team| team.id == id && sight.sees_team(team));
    Ok(Json(objects::team(&sight, &found.ok_or(Error::Missing("team"))?)))
}

/// `GET /api/contests/{contest}/submissions/{submission}`
pub(super) async fn submission(
    State(app): State<App>,
    sight: Sight,
    Path((_, id)): Under<String>,
) -> Answer<Json<Value>> {
    let attempt = find(&app, &sight, &id).await?;
    Ok(Json(objects::submission(&sight, &sight.problems(&app).await?, &attempt)))
}

async fn find(app: &App, sight: &Sight, id: &str) -> Answer<Attempt> {
    let missing = Error::Missing("submission");
    let Some((submission, _)) = id.split_once('-') else { return Err(missing) };
    let Ok(submission) = submission.parse() else { return Err(missing) };
    let attempts = app.store.attempts(&sight.contest.id, Of::Submission(submission)).await?;
    attempts.into_iter().find(|attempt| objects::id(attempt) == id && sight.sees(attempt)).ok_or(missing)
}

/// `GET /api/contests/{contest}/judgements/{judgement}`
pub(super) async fn judgement(
    State(app): State<App>,
    sight: Sight,
    Path((_, id)): Under<String>,
) -> Answer<Json<Value>> {
    let attempt = find(&app, &sight, &id).await?;
    if !sight.sees_judgement(&attempt) {
        return Err(Error::Missing("judgement"));
    }
    let best = sight.best(&app).await?;
    Ok(Json(objects::judgement(&sight, &sight.problems(&app).await?, &best, &attempt)))
}

/// `GET /api/contests/{contest}/submissions/{submission}/files`: an archive, as CLICS has it.
pub(super) async fn archive(State(app): State<App>, sight: Sight, Path((_, id)): Under<String>) -> Answer {
    let attempt = find(&app, &sight, &id).await?;
    if !sight.sees_file(&attempt) {
        return Err(Error::Missing("submission"));
    }
    let inputs = sight.problems(&app).await?;
    let input = inputs.iter().find(|input| input.number == attempt.input).ok_or(Error::Missing("file"))?;
    let content = app.store.content(attempt.submission, input).await?;
    let packed = pack(&input.answer, &content).map_err(|error| Error::Inside(format!("zip: {error}")))?;
    Ok(download(&format!("{id}.zip"), ZIP, packed))
}

fn pack(name: &str, content: &[u8]) -> zip::result::ZipResult<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    // As it is: what serves should not spend its time on packing.
    archive.start_file(name, SimpleFileOptions::default().compression_method(CompressionMethod::Stored))?;
    archive.write_all(content)?;
    Ok(archive.finish()?.into_inner())
}

/// `GET /api/contests/{contest}/submissions/{submission}/files/{answer}`
pub(super) async fn answer(
    State(app): State<App>,
    sight: Sight,
    Path((_, submission, answer)): Path<(String, i64, String)>,
) -> Answer {
    let kept = app.store.submission(&sight.contest.id, submission).await?;
    // Nobody learns from this address which submissions there are.
    sight.may_see(&kept)?;
    let inputs = sight.problems(&app).await?;
    let input = inputs.iter().find(|input| input.answer == answer).ok_or(Error::Missing("file"))?;
    Ok(download(&input.answer, TEXT, app.store.content(submission, input).await?))
}

/// `GET /api/contests/{contest}/account`
pub(super) async fn account(sight: Sight) -> Answer<Json<Value>> {
    let account = sight.who.account().ok_or(Error::Missing("account"))?;
    let is_team = !account.is_organiser();
    Ok(Json(json!({
        "id": account.id,
        "username": account.login,
        "name": account.name,
        "type": if is_team { "team" } else { "admin" },
        "team_id": is_team.then_some(&account.id),
    })))
}

/// `GET /api/contests/{contest}/results`: the best of the team that asks, whatever the freeze hides from others.
pub(super) async fn results(State(app): State<App>, sight: Sight) -> Answer<Json<Value>> {
    let team = sight.who.team_of(&sight.contest)?;
    let inputs = sight.problems(&app).await?;
    let best = sight.best(&app).await?;
    let attempts = app.store.attempts(&sight.contest.id, Of::Team(&team.id)).await?;
    let mut results = Vec::new();
    for input in inputs.iter() {
        let of_it = attempts.iter().filter(|attempt| attempt.ignored == 0 && attempt.input == input.number);
        let merit = |attempt: &&Attempt| (attempt.points, attempt.score, std::cmp::Reverse(attempt.file));
        let own = of_it.clone().max_by_key(merit);
        results.push(json!({
            "problem_id": input.number.to_string(),
            "answer": input.answer,
            "attempts": of_it.count(),
            "outcome": own.map(|own| &own.outcome),
            "points": own.map(|own| points(objects::worth(&sight.contest, &inputs, &best, own))),
            "score": own.map(|own| own.score),
            "bound": input.bound,
            "submission": own.map(|own| own.submission.to_string()),
            "time": own.map(|own| iso(own.at)),
        }));
    }
    Ok(Json(json!({ "team_id": team.id, "name": team.name, "results": results })))
}
