//! `/account`: one's own token and password.

use axum::Form;
use axum::extract::State;
use axum::response::Response;
use maud::{Markup, html};
use serde::Deserialize;

use super::super::errors::{again, is_theirs};
use super::super::frame::Frame;
use super::super::parts::{field, refusal};
use super::{begin_session, once, token_card};
use crate::app::App;
use crate::auth::{Peer, Secret};
use crate::error::{Answer, Error};

/// What the form sends.
#[derive(Debug, Deserialize)]
pub(super) struct Given {
    #[serde(default)]
    password: String,
    #[serde(default)]
    new_password: String,
}

/// `GET /account`
pub(super) async fn show(frame: Frame) -> Answer {
    frame.who.account().ok_or(Error::SignIn)?;
    Ok(page(&frame, &html! {}))
}

fn page(frame: &Frame, news: &Markup) -> Response {
    let words = frame.words();
    let account = frame.who.account();
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
                @if has_password { (field("password", "password", words.old_password, "", true)) }
                (field("new_password", "password", words.new_password, "", true))
                button { (words.change_password) }
            }
        }
    };
    frame.page(words.account, &[], &main)
}

/// `POST /account/token`: whoever was signed in is out; whoever asked for it stays in.
pub(super) async fn new_token(State(app): State<App>, frame: Frame) -> Answer {
    let account = frame.who.account().ok_or(Error::SignIn)?;
    let token = Secret::new();
    app.store.set_token(account, &token, &account.id).await?;
    let cookie = begin_session(&app, &account.id).await?;
    let card = token_card(&frame, &account.contest, &token);
    Ok(once(page(&frame, &card), cookie))
}

/// `POST /account/password`
pub(super) async fn new_password(
    State(app): State<App>,
    peer: Peer,
    frame: Frame,
    Form(given): Form<Given>,
) -> Answer {
    match change(&app, &peer.network().to_string(), &frame, &given).await {
        Err(error) if is_theirs(&error) => {
            Ok(again(page(&frame, &refusal(frame.language, Some(&error))), &error))
        }
        answer => answer,
    }
}

/// Whoever was signed in with the old password or had the token is out; whoever changed it stays in.
async fn change(app: &App, peer: &str, frame: &Frame, given: &Given) -> Answer {
    let account = frame.who.account().ok_or(Error::SignIn)?;
    app.logins.take(peer)?;
    if account.password.is_some()
        && !app.passwords.is_right(&given.password, account.password.as_deref()).await?
    {
        return Err(Error::WrongPassword);
    }
    let hash = app.passwords.hash(&given.new_password).await?;
    app.store.set_password(account, &hash, &account.id).await?;
    let cookie = begin_session(app, &account.id).await?;
    let news = html! { p.notice.good role="status" { (frame.words().password_changed) } };
    Ok(once(page(frame, &news), cookie))
}
