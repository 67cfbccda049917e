//! Clarifications as in CLICS: teams ask, organisers answer one team or all, and announce.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use serde::Deserialize;
use serde_json::Value;

use super::lists::{Filter, passes};
use super::objects;
use super::read::Under;
use crate::app::SharedState;
use crate::auth::Identity;
use crate::contest::{Clarification, ClarificationId, Contest, NewClarification};
use crate::error::{Error, Result};
use crate::i18n::{Message, Missing};
use crate::visibility::Viewer;

/// `GET /api/contests/{contest}/clarifications`
pub(super) async fn list(
    State(app): State<SharedState>,
    viewer: Viewer,
    filter: Filter,
) -> Result<Json<Vec<Value>>> {
    let all = app.store.clarifications(&viewer.contest.id).await?;
    let objects = all.iter().filter_map(|one| objects::clarification(&viewer, &all, one));
    Ok(Json(objects.filter(|object| passes(&filter, object, &[])).collect()))
}

/// `GET /api/contests/{contest}/clarifications/{clarification}`
pub(super) async fn one(
    State(app): State<SharedState>,
    viewer: Viewer,
    Path((_, id)): Under<ClarificationId>,
) -> Result<Json<Value>> {
    let all = app.store.clarifications(&viewer.contest.id).await?;
    object(&viewer, &all, id)
}

fn object(viewer: &Viewer, all: &[Clarification], id: ClarificationId) -> Result<Json<Value>> {
    let found = all.iter().find(|one| one.id == id);
    let object = found.and_then(|one| objects::clarification(viewer, all, one));
    object.map(Json).ok_or(Error::NotFound(Missing::Clarification))
}

/// The body of a message. Fields that only judges may set must be missing.
#[derive(Debug, Deserialize)]
struct Sent {
    text: String,
    problem_id: Option<String>,
    reply_to_id: Option<String>,
    from_team_id: Option<String>,
    to_team_id: Option<String>,
    id: Option<Value>,
    time: Option<Value>,
    contest_time: Option<Value>,
}

/// `POST /api/contests/{contest}/clarifications`
pub(super) async fn send(
    State(app): State<SharedState>,
    viewer: Viewer,
    bytes: Bytes,
) -> Result<Json<Value>> {
    if !viewer.is_organiser() {
        viewer.identity.team_of(&viewer.contest)?;
    }
    let sent: Sent = serde_json::from_slice(&bytes)
        .map_err(|error| Error::BadRequest(Message::BadBody { reason: error.to_string() }))?;
    if sent.id.is_some() || sent.time.is_some() || sent.contest_time.is_some() {
        return Err(Error::BadRequest(Message::SetByServer));
    }
    if let Ok(team) = viewer.identity.team_of(&viewer.contest)
        && sent.from_team_id.as_ref().is_some_and(|named| team.id != *named)
    {
        return Err(Error::BadRequest(Message::OtherTeamId));
    }
    let input = sent.problem_id.map(|id| id.parse().map_err(|_| Error::BadRequest(Message::UnknownProblem)));
    let number =
        |id: String| id.parse().map(ClarificationId).map_err(|_| Error::NotFound(Missing::Clarification));
    let new = NewClarification {
        from_team: None,
        to_team: sent.to_team_id.map(Into::into),
        reply_to: sent.reply_to_id.map(number).transpose()?,
        input: input.transpose()?,
        text: sent.text,
    };
    let id = send_as(&app, &viewer.contest, &viewer.identity, new).await?;
    object(&viewer, &app.store.clarifications(&viewer.contest.id).await?, id)
}

/// Sends a message of the account: from a team to the organisers, or from them.
pub(crate) async fn send_as(
    app: &SharedState,
    contest: &Contest,
    identity: &Identity,
    new: NewClarification,
) -> Result<ClarificationId> {
    if let Ok(organiser) = identity.organiser() {
        return app
            .store
            .clarify(&contest.id, &NewClarification { from_team: None, ..new }, &organiser.id)
            .await;
    }
    let team = identity.team_of(contest)?;
    if new.to_team.is_some() || new.reply_to.is_some() {
        return Err(Error::BadRequest(Message::OrganisersAnswer));
    }
    // The inputs are secret before the start, their numbers too.
    if new.input.is_some() && !Viewer::of(contest, identity).sees_problems() {
        return Err(Error::NotFound(Missing::Input));
    }
    // Checked first, so that a text that is refused does not count.
    laplace_contest::clarifications::checked_text(&new.text)?;
    app.questions.take(&team.id).await?;
    app.store
        .clarify(&contest.id, &NewClarification { from_team: Some(team.id.clone()), ..new }, &team.id)
        .await
}
