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
use crate::i18n::Words;
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

/// A text with a button that copies what the element `id` holds; the script shows it.
fn copied(words: &Words, id: &str, text: Markup) -> Markup {
    html! {
        div.copied {
            (text)
            button.small type="button" data-copy=(id) data-copied=(words.copied) hidden { (words.copy) }
        }
    }
}

/// A token, shown only now, and how to use it.
fn token_card(frame: &Frame, contest: &str, token: &Secret) -> Markup {
    let words = frame.words();
    let server = &frame.server;
    html! {
        section.card aria-labelledby="token" {
            h2 #token { (words.your_token) }
            p { (words.token_once) }
            (copied(words, "token-text", html! { p.secret { code #token-text { (token) } } }))
            @if !contest.is_empty() {
                p { (words.token_use) }
                // In the environment, not in the arguments, which every user of a machine can list.
                @let commands = html! { pre.wrap tabindex="0" { code #token-commands {
                    "export LAPLACE_TOKEN=" (token) "\n"
                    "laplace submit " (server) "/c/" (contest) " team.zip\n\n"
                    "curl -H \"Authorization: Bearer $LAPLACE_TOKEN\" -F file=@team.zip \\\n  "
                    (server) "/api/contests/" (contest) "/submissions"
                } } };
                (copied(words, "token-commands", commands))
            }
        }
    }
}
