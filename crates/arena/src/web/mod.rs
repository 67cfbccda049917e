//! Pages and forms, for people.
//!
//! Every page is made on the server and works without a script where that is possible; scripts add what only
//! they can: a board that moves by itself, games that play. All of them go through [`frame::Frame`], which
//! knows the language and who is asking.

mod assets;
mod blobwar;
pub mod frame;
mod phrases;
mod replay;
mod words;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;

use crate::app::App;

/// Every page.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/assets/{name}", get(assets::serve))
        .route("/c/{contest}/submissions/{id}/replay/{answer}", get(replay::show))
        .merge(blobwar::routes())
}

/// `/healthz`: whether the server and its database answer.
pub async fn health(State(app): State<App>) -> (StatusCode, &'static str) {
    if app.store.is_well().await {
        (StatusCode::OK, "ok\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "no database\n")
    }
}
