//! Signing in and out.

use axum::Form;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::http::header::{COOKIE as COOKIES, SET_COOKIE};
use axum::response::{AppendHeaders, IntoResponse, Redirect, Response};
use maud::html;
use serde::Deserialize;

use super::begin_session;
use crate::app::SharedState;
use crate::auth::{COOKIE, Peer, cookie, session_cookie};
use crate::error::{Error, Result};
use crate::store::{Account, AccountState};
use crate::teams::login_of;
use crate::web::errors::{is_client_error, refused_form};
use crate::web::frame::Frame;
use crate::web::parts::{field, refusal};

/// The page to go to after signing in.
#[derive(Debug, Default, Deserialize)]
pub(super) struct LoginQuery {
    next: Option<String>,
}

/// The sign-in form.
#[derive(Debug, Default, Deserialize)]
pub(super) struct LoginForm {
    /// The contest of a team; empty for an organiser.
    #[serde(default)]
    contest: String,
    #[serde(default)]
    login: String,
    #[serde(default)]
    password: String,
    #[serde(default)]
    token: String,
    #[serde(default)]
    next: String,
}

/// `GET /login`
pub(super) async fn form(
    State(app): State<SharedState>,
    Query(query): Query<LoginQuery>,
    frame: Frame,
) -> Result {
    let next = query.next.unwrap_or_default();
    let contest = match next.strip_prefix("/c/").and_then(|rest| rest.split('/').next()) {
        Some(contest) => contest.to_owned(),
        None if next.starts_with("/organise") => String::new(),
        // Most visitors are teams of the newest contest.
        None => {
            let contests = app.store.contests().await?;
            let newest = contests.into_iter().find(|contest| !contest.hidden);
            newest.map(|contest| contest.id.into()).unwrap_or_default()
        }
    };
    let form = LoginForm { contest, next, ..LoginForm::default() };
    page(&app, &frame, &form, None).await
}

/// `POST /login`
pub(super) async fn sign_in(
    State(app): State<SharedState>,
    peer: Peer,
    frame: Frame,
    Form(form): Form<LoginForm>,
) -> Result {
    let account = match find(&app, peer, &form).await {
        Ok(account) => account,
        Err(error) if is_client_error(&error) => {
            let page = page(&app, &frame, &form, Some(&error)).await?;
            return Ok(refused_form(page, &error));
        }
        Err(error) => return Err(error),
    };
    app.sessions.take(&account.id).await?;
    let cookie = begin_session(&app, &account.id).await?;
    let home = match account.contest.as_str() {
        "" => "/organise".to_owned(),
        contest => format!("/c/{contest}"),
    };
    let next = if is_local(&form.next) { form.next } else { home };
    Ok((AppendHeaders([(SET_COOKIE, cookie)]), Redirect::to(&next)).into_response())
}

/// Whether an address is certain to be a page of this server, however a browser reads it.
fn is_local(address: &str) -> bool {
    let second = address.as_bytes().get(1);
    let plain = address.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    address.starts_with('/') && second != Some(&b'/') && plain && address != "/" && address != "/login"
}

async fn find(app: &SharedState, peer: Peer, form: &LoginForm) -> Result<Account> {
    if !form.token.trim().is_empty() {
        let account = app.store.account_by_token(form.token.trim()).await?;
        return account.ok_or(Error::WrongToken);
    }
    let login = form.login.trim();
    let mut account = app.store.account_by_login(&form.contest, login).await?;
    if account.is_none() && !login.is_empty() {
        // The name of the team is accepted in place of its login.
        account = app.store.account_by_login(&form.contest, &login_of(login).unwrap_or_default()).await?;
    }
    // The login has many spellings, the account one id.
    let name = match &account {
        Some(account) => account.id.to_string(),
        None => format!("unknown {}/{}", form.contest, login.to_lowercase()),
    };
    let account = account.filter(|account| account.state == AccountState::Active);
    let kept = account.as_ref().and_then(|account| account.password.as_deref());
    verify(app, peer, &name, &form.password, kept).await?;
    account.ok_or(Error::WrongPassword)
}

/// Verifies a password within the limits of wrong ones for the account of this id.
pub(super) async fn verify(
    app: &SharedState,
    peer: Peer,
    account: &str,
    password: &str,
    kept: Option<&str>,
) -> Result<()> {
    let attempt = app.logins.begin(peer.network(), account).await?;
    let is_right = app.passwords.is_right(password, kept).await;
    match is_right {
        Ok(false) => return Err(Error::WrongPassword),
        Ok(true) | Err(_) => attempt.forgive().await?,
    }
    is_right.map(|_| ())
}

async fn page(app: &SharedState, frame: &Frame, form: &LoginForm, error: Option<&Error>) -> Result {
    let mut contests = app.store.contests().await?;
    contests.retain(|contest| !contest.hidden);
    // The address of a hidden contest leads here with its id, which is offered whether there is such a contest or not.
    let is_listed = form.contest.is_empty() || contests.iter().any(|contest| contest.id == form.contest);
    let words = frame.words();
    let main = html! {
        section.narrow.flow {
            h1 { (words.sign_in) }
            (refusal(frame.language, error))
            form.card.stack method="post" action="/login" {
                input type="hidden" name="next" value=(form.next);
                label.field {
                    span { (words.contest) }
                    select name="contest" {
                        @if !is_listed { option value=(form.contest) selected { (form.contest) } }
                        @for contest in &contests {
                            option value=(contest.id) selected[contest.id == form.contest] { (contest.title) }
                        }
                        option value="" selected[form.contest.is_empty()] { (words.i_organise) }
                    }
                }
                (field("login", "text", words.login, &form.login, true))
                (field("password", "password", words.password, "", true))
                button.primary { (words.sign_in) }
            }
            form.card.stack method="post" action="/login" {
                h2 { (words.or_token) }
                input type="hidden" name="next" value=(form.next);
                (field("token", "password", words.token, "", true))
                button { (words.sign_in) }
            }
        }
    };
    Ok(frame.page(words.sign_in, &[], &main))
}

/// `POST /logout`
pub(super) async fn sign_out(State(app): State<SharedState>, headers: HeaderMap) -> Result<Response> {
    let cookies = headers.get(COOKIES).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if let Some(session) = cookie(cookies, COOKIE) {
        app.store.end_session(session).await?;
    }
    let gone = session_cookie(None, 0, app.settings.secure_cookies);
    Ok((AppendHeaders([(SET_COOKIE, gone)]), Redirect::to("/")).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_local_pages_are_redirected_to_after_signing_in() {
        assert!(is_local("/c/demo/board"));
        for other in ["", "/", "//evil", "/\\evil", "https://evil", "/a\nb", "javascript:1", "/login"] {
            assert!(!is_local(other), "{other}");
        }
    }
}
