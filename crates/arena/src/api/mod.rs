//! The API for programs: JSON in the shape of the CLICS contest API, and uploads.
//!
//! `crate::visibility` decides what a client may see, `objects` builds the JSON objects, and everything else uses
//! these two.

mod access;
mod archives;
pub(crate) mod clarifications;
pub(crate) mod feed;
mod invites;
mod lists;
mod objects;
mod organise;
mod propose;
mod read;
pub(crate) mod scoreboard;
mod submit;

pub(crate) use invites::NewInvite;
pub(crate) use organise::{CopyOf, contest_inputs, copy, random_seed};
pub(crate) use read::about;
pub(crate) use submit::{files, too_large_or_bad};

use axum::Router;
use axum::routing::{delete, get, post};

use crate::app::SharedState;

/// The routes under `/api`.
pub fn routes() -> Router<SharedState> {
    Router::new()
        .route("/", get(read::about))
        .route("/contests", get(read::contests).post(organise::new_contest))
        .route("/contests/{contest}", get(read::contest).patch(organise::patch_contest))
        .route("/contests/{contest}", delete(organise::delete_contest))
        .nest("/contests/{contest}", of_a_contest())
}

fn of_a_contest() -> Router<SharedState> {
    Router::new()
        .route("/state", get(read::state))
        .route("/access", get(access::access))
        .route("/account", get(read::account))
        .route("/judgement-types", get(read::judgement_types))
        .route("/judgement-types/{type}", get(read::judgement_type))
        .route("/languages", get(read::languages))
        .route("/languages/{language}", get(read::language))
        .route("/organizations", get(read::organizations))
        .route("/organizations/{organization}", get(read::organization))
        .route("/groups", get(read::groups))
        .route("/groups/{group}", get(read::group))
        .route("/problems", get(read::problems))
        .route("/problems/{problem}", get(read::problem))
        .route("/problems/{problem}/input", get(read::input))
        .route("/teams", get(read::teams).post(organise::new_teams))
        .route("/teams/{team}", get(read::team).patch(organise::patch_team))
        .route("/submissions", get(lists::submissions).post(submit::submit))
        .route("/submissions/{submission}", get(read::submission))
        .route("/submissions/{submission}/files", get(read::archive))
        .route("/submissions/{submission}/files/{answer}", get(read::answer))
        .route("/submissions/{submission}/archives", get(archives::list))
        .route("/submissions/{submission}/archives/{archive}", get(archives::download))
        .route("/submissions/{submission}/ignore", post(organise::ignore))
        .route("/submissions/{submission}/restore", post(organise::restore))
        .route("/judgements", get(lists::judgements))
        .route("/judgements/{judgement}", get(read::judgement))
        .route("/clarifications", get(clarifications::list).post(clarifications::send))
        .route("/clarifications/{clarification}", get(clarifications::one))
        .route("/scoreboard", get(scoreboard::scoreboard))
        .route("/scoreboard.csv", get(scoreboard::csv))
        .route("/event-feed", get(feed::event_feed))
        .route("/results", get(read::results))
        .route("/moments/{moment}", post(organise::milestone).delete(organise::clear_milestone))
        .route("/invites", get(invites::all).post(invites::make))
        .route("/invites/{invite}", delete(invites::revoke))
        .route("/rejudgings", get(organise::rejudgings).post(organise::new_rejudging))
        .route("/rejudgings/{rejudging}", get(organise::rejudging))
        .route("/rejudgings/{rejudging}/{what}", post(organise::settle))
        .route("/copy", post(organise::copy_contest))
        .route("/audit", get(organise::audit))
}
