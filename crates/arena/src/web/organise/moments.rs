//! Setting a moment of a contest: what is allowed when.

use axum::Form;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect};
use serde::Deserialize;

use super::super::frame::Frame;
use super::super::parts::read_time;
use crate::app::App;
use crate::contest::Phase;
use crate::error::{Answer, Error};
use crate::store::{Contest, Millis, Moment, now};

/// What the form sends.
#[derive(Debug, Deserialize)]
pub(super) struct Given {
    moment: String,
    #[serde(default)]
    at: String,
    #[serde(default)]
    east: String,
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
    let at = read_time(&given.at, given.east.parse().unwrap_or(0))?;
    let undone = matches!(moment, Moment::Freeze | Moment::Thaw);
    if !undone && given.confirm.is_none() {
        return Err(Error::Bad("tick the box to confirm".into()));
    }
    check(&contest, moment, at, now())?;
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

/// Why a moment may not be set so.
fn check(contest: &Contest, moment: Moment, at: Option<Millis>, now: Millis) -> Answer<()> {
    let phase = contest.phase(now);
    let refuse = |why: &str| Err(Error::Conflict(why.into()));
    let at = at.unwrap_or(now);
    match moment {
        _ if phase == Phase::Final => refuse("the results are final"),
        Moment::Start if phase != Phase::Before => refuse("the contest has started already"),
        Moment::Start if contest.ends_at.is_some_and(|end| end <= at) => {
            refuse("the end should come after the start")
        }
        Moment::End if at <= contest.starts_at => refuse("the end should come after the start"),
        Moment::Freeze if at < contest.starts_at || contest.ends_at.is_some_and(|end| at > end.max(now)) => {
            refuse("the freeze should lie between start and end")
        }
        Moment::Thaw if contest.hidden_from(now).is_none() => refuse("the board is not frozen"),
        Moment::Finalize if phase != Phase::Ended => refuse("the contest is not over yet"),
        _ => Ok(()),
    }
}
