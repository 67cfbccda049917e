//! Setting and clearing a milestone of a contest. The store checks what is allowed when.

use axum::Form;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect};
use serde::Deserialize;

use super::contest::refused;
use crate::app::SharedState;
use crate::error::{Error, Result};
use crate::i18n::{Message, Missing};
use crate::store::Milestone;
use crate::web::frame::Frame;
use crate::web::parts::read_time;

/// The form of a milestone.
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
    let milestone = Milestone::by_name(&form.moment).ok_or(Error::NotFound(Missing::Milestone))?;
    let reversible = matches!(milestone, Milestone::Freeze | Milestone::Thaw);
    let set = match read_time(&form.at, &form.at_utc) {
        Err(error) => Err(error),
        Ok(_) if !reversible && form.confirm.is_none() => Err(Error::BadRequest(Message::NotConfirmed)),
        Ok(at) => app.store.set_milestone(&contest.id, milestone, at, &organiser.id).await,
    };
    match set {
        Ok(()) => Ok(Redirect::to(&format!("/organise/{}", contest.id)).into_response()),
        Err(error) => refused(&app, &frame, &contest, error).await,
    }
}

/// `POST /organise/{contest}/take-back`
pub(super) async fn clear_milestone(
    State(app): State<SharedState>,
    Path(contest): Path<String>,
    frame: Frame,
    Form(form): Form<MilestoneForm>,
) -> Result {
    let organiser = frame.identity.organiser()?;
    let contest = app.store.contest(&contest).await?;
    let milestone = Milestone::by_name(&form.moment).ok_or(Error::NotFound(Missing::Milestone))?;
    let cleared = match form.confirm {
        None => Err(Error::BadRequest(Message::NotConfirmed)),
        Some(_) => app.store.clear_milestone(&contest.id, milestone, &organiser.id).await,
    };
    match cleared {
        Ok(()) => Ok(Redirect::to(&format!("/organise/{}", contest.id)).into_response()),
        Err(error) => refused(&app, &frame, &contest, error).await,
    }
}
