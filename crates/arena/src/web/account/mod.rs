//! Signing in and out, registration, invitations, and the account page.

mod join;
mod login;
mod own;

use axum::Router;
use axum::http::HeaderValue;
use axum::http::header::SET_COOKIE;
use axum::response::Response;
use axum::routing::{get, post};
use maud::{Markup, html};

use super::frame::Frame;
use super::headers::no_store;
use crate::app::SharedState;
use crate::auth::{Secret, session_cookie};
use crate::error::{Error, Result};
use crate::store::now;

/// Every page about accounts.
pub(super) fn routes() -> Router<SharedState> {
    Router::new()
        .route("/login", get(login::form).post(login::sign_in))
        .route("/logout", post(login::sign_out))
        .route("/c/{contest}/register", get(join::register_form).post(join::register))
        .route("/join/{invite}", get(join::invited_form).post(join::invited))
        .route("/account", get(own::show))
        .route("/account/token", post(own::new_token))
        .route("/account/password", post(own::new_password))
}

/// Begins a session and returns the header that sets its cookie.
async fn begin_session(app: &SharedState, account: &str) -> Result<HeaderValue> {
    let session = Secret::new();
    let seconds = app.settings.session_seconds;
    app.store.begin_session(&session, account, now() + 1_000 * seconds).await?;
    let cookie = session_cookie(Some(&session), seconds, app.settings.secure_cookies);
    cookie.parse().map_err(|_| Error::Internal("the session cookie is not a valid header".into()))
}

/// A page that sets a cookie and must not be cached, because it shows a secret.
fn uncached_with_cookie(page: Response, cookie: HeaderValue) -> Response {
    let mut page = no_store(page);
    page.headers_mut().append(SET_COOKIE, cookie);
    page
}

/// A token, shown only now, and how to use it.
fn token_card(frame: &Frame, contest: &str, token: &Secret) -> Markup {
    let words = frame.words();
    let server = &frame.server;
    html! {
        section.card aria-labelledby="token" {
            h2 #token { (words.your_token) }
            p { (words.token_once) }
            p.secret { code { (token) } }
            @if !contest.is_empty() {
                p { (words.token_use) }
                pre tabindex="0" { code {
                    "laplace submit " (server) "/c/" (contest) " --token " (token) " q1-output-1 ...\n"
                    "curl -H 'Authorization: Bearer " (token) "' -F file=@answers.zip \\\n  "
                    (server) "/api/contests/" (contest) "/submissions"
                } }
            }
        }
    }
}
