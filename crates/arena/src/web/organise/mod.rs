//! The organisers' pages: plain forms, each of which redirects to the page it came from.

mod code;
mod contest;
mod feedback;
mod invites;
mod list;
mod log;
mod new;
mod organisers;
mod rejudge;
mod schedule;
mod settings;
mod sheets;
mod team;
mod teams;

use axum::Router;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect};
use axum::routing::{get, post};

use super::frame::Frame;
use crate::app::SharedState;
use crate::contest::SubmissionId;
use crate::error::{Error, Result};
use crate::i18n::Missing;

/// The texts of single pages.
#[cfg(test)]
pub(super) const PAIRS: [&[(&str, &str)]; 3] = [settings::PAIRS, sheets::PAIRS, team::PAIRS];

/// The routes of the organisers' pages.
pub(super) fn routes() -> Router<SharedState> {
    Router::new()
        .route("/organise", get(list::show))
        .route("/organise/new", get(new::form).post(new::make))
        .route("/organise/organisers", get(organisers::show).post(organisers::add))
        .route("/organise/organisers/{organiser}/{verb}", post(organisers::change))
        .route("/organise/{contest}", get(contest::show))
        .route("/organise/{contest}/moment", post(schedule::set))
        .route("/organise/{contest}/take-back", post(schedule::clear_milestone))
        .route("/organise/{contest}/feedback", post(feedback::set))
        .route("/organise/{contest}/teams", get(teams::show).post(teams::add))
        .route("/organise/{contest}/teams/{team}", get(team::show).post(team::save))
        .route("/organise/{contest}/teams/{team}/{verb}", post(teams::change))
        .route("/organise/{contest}/passwords", post(sheets::renew))
        .route("/organise/{contest}/invites", get(invites::show).post(invites::make))
        .route("/organise/{contest}/invites/{invite}/revoke", post(invites::revoke))
        .route("/organise/{contest}/submissions/{id}/{verb}", post(ignore))
        .route("/organise/{contest}/submissions/{id}/code", get(code::show))
        .route("/organise/{contest}/submissions/{id}/code/{archive}", get(code::download_archive))
        .route("/organise/{contest}/submissions/{id}/code/{archive}/entry", get(code::entry))
        .route("/organise/{contest}/rejudge", get(rejudge::show).post(rejudge::begin))
        .route("/organise/{contest}/rejudge/{id}", get(rejudge::preview).post(rejudge::settle))
        .route("/organise/{contest}/settings", get(settings::show).post(settings::save))
        .route("/organise/{contest}/copy", post(settings::copy_contest))
        .route("/organise/{contest}/delete", post(settings::delete))
        .route("/organise/{contest}/export.zip", get(settings::export))
        .route("/organise/{contest}/log", get(log::show))
        .route("/organise/{contest}/log.csv", get(log::csv))
}

/// `POST /organise/{contest}/submissions/{id}/{verb}`, where the verb is `ignore` or `restore`.
async fn ignore(
    State(app): State<SharedState>,
    Path((contest, id, verb)): Path<(String, SubmissionId, String)>,
    frame: Frame,
) -> Result {
    let organiser = frame.identity.organiser()?;
    let ignored = match verb.as_str() {
        "ignore" => true,
        "restore" => false,
        _ => return Err(Error::NotFound(Missing::Page)),
    };
    app.store.ignore(&contest, id, ignored, &organiser.id).await?;
    Ok(Redirect::to(&format!("/c/{contest}/submissions")).into_response())
}
