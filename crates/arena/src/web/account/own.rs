//! `/account`: the token and the password of the signed-in account.

use axum::Form;
use axum::extract::State;
use axum::response::Response;
use maud::{Markup, html};
use serde::Deserialize;

use super::login::verify;
use super::{begin_session, token_card, uncached_with_cookie};
use crate::app::SharedState;
use crate::auth::{Peer, Secret};
use crate::error::{Error, Result};
use crate::web::errors::{is_client_error, refused_form};
use crate::web::frame::Frame;
use crate::web::parts::{field, refusal};

/// The form for a new password.
#[derive(Debug, Deserialize)]
pub(super) struct PasswordForm {
    #[serde(default)]
    password: String,
    #[serde(default)]
    new_password: String,
}

/// `GET /account`
pub(super) async fn show(frame: Frame) -> Result {
    frame.identity.account().ok_or(Error::SignIn)?;
    Ok(page(&frame, &html! {}))
}

fn page(frame: &Frame, news: &Markup) -> Response {
    let words = frame.words();
    let account = frame.identity.account();
    let has_password = account.is_some_and(|account| account.password.is_some());
    let main = html! {
        section.narrow.flow {
            h1 { (words.account) }
            @if let Some(account) = account {
                p.lead { bdi { (account.name) } " · " (words.login) " " code { (account.login) } }
            }
            (news)
            form.card.stack method="post" action="/account/token" {
                h2 { (words.new_token) }
                p { (words.new_token_hint) }
                button { (words.new_token) }
            }
            form.card.stack method="post" action="/account/password" {
                h2 { (words.change_password) }
                // Password managers store the new password for this name.
                @if let Some(account) = account {
                    input name="username" autocomplete="username" value=(account.login) readonly hidden;
                }
                @if has_password { (field("password", "password", words.old_password, "", true)) }
                (field("new_password", "password", words.new_password, "", true))
                button { (words.change_password) }
            }
        }
    };
    frame.page(words.account, &[], &main)
}

/// `POST /account/token`: ends all sessions of the account and begins a new one for this client.
pub(super) async fn new_token(State(app): State<SharedState>, frame: Frame) -> Result {
    let account = frame.identity.account().ok_or(Error::SignIn)?;
    app.sessions.take(&account.id).await?;
    let token = Secret::new();
    app.store.set_token(account, &token, &account.id).await?;
    let cookie = begin_session(&app, &account.id).await?;
    let card = token_card(&frame, &account.contest, &token);
    Ok(uncached_with_cookie(page(&frame, &card), cookie))
}

/// `POST /account/password`
pub(super) async fn new_password(
    State(app): State<SharedState>,
    peer: Peer,
    frame: Frame,
    Form(form): Form<PasswordForm>,
) -> Result {
    match change(&app, peer, &frame, &form).await {
        Err(error) if is_client_error(&error) => {
            Ok(refused_form(page(&frame, &refusal(frame.language, Some(&error))), &error))
        }
        answer => answer,
    }
}

/// Changes the password, which ends all sessions and revokes the token, and begins a new session for this client.
async fn change(app: &SharedState, peer: Peer, frame: &Frame, form: &PasswordForm) -> Result {
    let account = frame.identity.account().ok_or(Error::SignIn)?;
    app.sessions.take(&account.id).await?;
    if account.password.is_some() {
        verify(app, peer, &account.id, &form.password, account.password.as_deref()).await?;
    }
    let hash = app.passwords.hash(&form.new_password).await?;
    app.store.set_password(account, &hash, &account.id).await?;
    let cookie = begin_session(app, &account.id).await?;
    let news = html! { p.notice.good role="status" { (frame.words().password_changed) } };
    Ok(uncached_with_cookie(page(frame, &news), cookie))
}
