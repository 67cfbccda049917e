//! Setting a moment of a contest, and taking one back. What is allowed when is the store's business.

use axum::Form;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect};
use serde::Deserialize;

use super::super::frame::Frame;
use super::super::parts::read_time;
use crate::app::App;
use crate::error::{Answer, Error};
use crate::store::Moment;

/// What the form sends.
#[derive(Debug, Deserialize)]
pub(super) struct Given {
    moment: String,
    #[serde(default)]
    at: String,
    #[serde(default)]
    at_utc: String,
    confirm: Option<String>,
}

/// `POST /organise/{contest}/moment`
pub(super) async fn set(
    State(app): State<App>,
    Path(contest): Path<String>,
    frame: Frame,
    Form(given): Form<Given>,
) -> Answer {
    let organiser = frame.who.organiser()?;
    let contest = app.store.contest(&contest).await?;
    let moment = Moment::by_name(&given.moment).ok_or(Error::Missing("moment"))?;
    let at = read_time(&given.at, &given.at_utc)?;
    let undone = matches!(moment, Moment::Freeze | Moment::Thaw);
    if !undone && given.confirm.is_none() {
        return Err(Error::Bad("tick the box to confirm".into()));
    }
    app.store.set_moment(&contest.id, moment, at, &organiser.id).await?;
    Ok(Redirect::to(&format!("/organise/{}", contest.id)).into_response())
}

/// `POST /organise/{contest}/take-back`
pub(super) async fn take_back(
    State(app): State<App>,
    Path(contest): Path<String>,
    frame: Frame,
    Form(given): Form<Given>,
) -> Answer {
    let organiser = frame.who.organiser()?;
    let contest = app.store.contest(&contest).await?;
    let moment = Moment::by_name(&given.moment).ok_or(Error::Missing("moment"))?;
    if given.confirm.is_none() {
        return Err(Error::Bad("tick the box to confirm".into()));
    }
    app.store.take_back(&contest.id, moment, &organiser.id).await?;
    Ok(Redirect::to(&format!("/organise/{}", contest.id)).into_response())
}
