//! Pages and forms, for people.
//!
//! Every page is rendered on the server and works without a script where that is possible; scripts add live boards
//! and replays. All pages go through [`frame::Frame`], which holds the language and the visitor.

mod account;
mod assets;
mod blobwar;
mod board;
mod clarifications;
mod contest;
mod errors;
pub mod frame;
mod headers;
mod home;
mod organise;
pub(crate) mod parts;
mod replay;
mod site;
pub(crate) mod submissions;
mod team;

pub use board::Live;
pub use errors::{missing, render_errors};
pub use headers::guard;
pub(crate) use headers::{TEXT, ZIP, download};
pub use site::Site;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::app::SharedState;
use crate::error::DATABASE_RETRY_AFTER;
use crate::i18n::{Language, Localized};
use crate::store::{Fault, now};

/// The routes of all pages.
pub fn routes() -> Router<SharedState> {
    Router::new()
        .route("/assets/{name}", get(assets::serve))
        .route("/site", get(site::redirect))
        .route("/site/", get(site::home))
        .route("/site/{name}", get(site::serve))
        .route("/time", get(time))
        .route("/c/{contest}/submissions/{id}/replay/{answer}", get(replay::show))
        .merge(blobwar::routes())
        .route("/", get(home::show))
        .route("/c/{contest}", get(contest::show))
        .route("/c/{contest}/inputs/{name}", get(contest::input))
        .route("/c/{contest}/inputs.zip", get(contest::archive))
        .route("/c/{contest}/best.zip", get(contest::own_best))
        .route("/c/{contest}/teams/{team}", get(team::show))
        .route("/c/{contest}/submit", get(submissions::to_form).post(submissions::submit))
        .route("/c/{contest}/submissions", get(submissions::list))
        .route("/c/{contest}/submissions/{id}", get(submissions::show))
        .route("/c/{contest}/submissions/{id}/files/{answer}", get(submissions::file))
        .route("/c/{contest}/clarifications", get(clarifications::show).post(clarifications::send))
        .route("/c/{contest}/clarifications/list", get(clarifications::list))
        .route("/c/{contest}/board", get(board::page))
        .route("/c/{contest}/board/table", get(board::fragment))
        .route("/c/{contest}/board/live", get(board::live))
        .merge(account::routes())
        .merge(organise::routes())
}

/// `/time`: the server's clock in milliseconds since 1970, which countdowns follow.
async fn time() -> impl IntoResponse {
    ([(CACHE_CONTROL, "no-store"), (CONTENT_TYPE, TEXT)], now().to_string())
}

/// `/healthz`: whether the server can store. It tries a write, at most once a second.
pub async fn health(State(app): State<SharedState>) -> Response {
    match app.store.check_writing().await {
        Ok(()) => "ok\n".into_response(),
        Err(fault) => {
            let status = match fault {
                Fault::DiskFull => StatusCode::INSUFFICIENT_STORAGE,
                _ => StatusCode::SERVICE_UNAVAILABLE,
            };
            let retry_after = [(RETRY_AFTER, DATABASE_RETRY_AFTER.to_string())];
            (status, retry_after, format!("{}\n", fault.text(Language::English))).into_response()
        }
    }
}

/// The texts of single pages, English and French.
#[cfg(test)]
pub(crate) const PHRASES: [&[(&str, &str)]; 5] =
    [clarifications::PAIRS, organise::PAIRS[0], organise::PAIRS[1], organise::PAIRS[2], replay::PAIRS];
