//! Setting a moment of a contest, and taking one back. What is allowed when is the store's business.

use axum::Form;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect};
use serde::Deserialize;

use crate::app::SharedState;
use crate::error::{Error, Result};
use crate::store::Milestone;
use crate::web::frame::Frame;
use crate::web::parts::read_time;

/// What the form sends.
#[derive(Debug, Deserialize)]
pub(super) struct MilestoneForm {
    moment: String,
    #[serde(default)]
    at: String,
    #[serde(default)]
    at_utc: String,
    confirm: Option<String>,
}

/// `POST /organise/{contest}/moment`
pub(super) async fn set(
    State(app): State<SharedState>,
    Path(contest): Path<String>,
    frame: Frame,
    Form(form): Form<MilestoneForm>,
) -> Result {
    let organiser = frame.identity.organiser()?;
    let contest = app.store.contest(&contest).await?;
    let moment = Milestone::by_name(&form.moment).ok_or(Error::NotFound("moment"))?;
    let at = read_time(&form.at, &form.at_utc)?;
    let undone = matches!(moment, Milestone::Freeze | Milestone::Thaw);
    if !undone && form.confirm.is_none() {
        return Err(Error::BadRequest("tick the box to confirm".into()));
    }
    app.store.set_milestone(&contest.id, moment, at, &organiser.id).await?;
    Ok(Redirect::to(&format!("/organise/{}", contest.id)).into_response())
}

/// `POST /organise/{contest}/take-back`
pub(super) async fn take_back(
    State(app): State<SharedState>,
    Path(contest): Path<String>,
    frame: Frame,
    Form(form): Form<MilestoneForm>,
) -> Result {
    let organiser = frame.identity.organiser()?;
    let contest = app.store.contest(&contest).await?;
    let moment = Milestone::by_name(&form.moment).ok_or(Error::NotFound("moment"))?;
    if form.confirm.is_none() {
        return Err(Error::BadRequest("tick the box to confirm".into()));
    }
    app.store.take_back(&contest.id, moment, &organiser.id).await?;
    Ok(Redirect::to(&format!("/organise/{}", contest.id)).into_response())
}
