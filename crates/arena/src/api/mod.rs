//! What programs ask for: JSON in the shape of the CLICS contest API, and handing in.

mod submit;

use axum::Router;
use axum::routing::post;

use crate::app::App;

/// Every address under `/api`.
pub fn routes() -> Router<App> {
    Router::new().route("/contests/{contest}/submissions", post(submit::submit))
}
