//! `/organise/organisers`: the organisers and the log of the server.

use axum::Form;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect};
use maud::{Markup, html};
use serde::Deserialize;

use super::log;
use crate::app::SharedState;
use crate::auth::{Secret, hash_of};
use crate::error::{Error, Result};
use crate::i18n::{Message, Missing, Words};
use crate::store::{Account, AccountState, NewAccount};
use crate::teams::{NewNames, fallback_login};
use crate::web::errors::{is_client_error, refused_form};
use crate::web::frame::Frame;
use crate::web::headers::no_store;
use crate::web::parts::{confirmed, field, is_confirmed, refusal, when};

/// The form for a new organiser.
#[derive(Debug, Deserialize)]
pub(super) struct OrganiserForm {
    name: String,
    #[serde(default)]
    login: String,
}

/// Number of events shown.
const MAX_EVENTS: i64 = 500;

/// `GET /organise/organisers`
pub(super) async fn show(State(app): State<SharedState>, frame: Frame) -> Result {
    frame.identity.organiser()?;
    page(&app, &frame, &html! {}).await
}

/// `POST /organise/organisers`
pub(super) async fn add(
    State(app): State<SharedState>,
    frame: Frame,
    Form(form): Form<OrganiserForm>,
) -> Result {
    let organiser = frame.identity.organiser()?;
    let names = NewNames::new(&form.name, &form.login, fallback_login)?;
    let token = Secret::new();
    let new = NewAccount {
        login: names.login,
        name: names.name.clone(),
        token: Some(hash_of(token.as_str())),
        ..NewAccount::default()
    };
    app.store.make_account(&new, None, &organiser.id).await?;
    let news = html! {
        section.card role="status" {
            h2 { bdi { (names.name) } }
            p { (frame.words().organiser_token) }
            p.secret { code { (token) } }
        }
    };
    Ok(no_store(page(&app, &frame, &news).await?))
}

/// `POST /organise/organisers/{organiser}/{verb}`, where the verb is `disable`, which has to be confirmed, or `enable`.
pub(super) async fn change(
    State(app): State<SharedState>,
    Path((id, verb)): Path<(String, String)>,
    frame: Frame,
    form: String,
) -> Result {
    let organiser = frame.identity.organiser()?;
    let account = app.store.account(&id).await?;
    if !account.is_organiser() {
        return Err(Error::NotFound(Missing::Account));
    }
    let disabled = match verb.as_str() {
        "disable" => true,
        "enable" => false,
        _ => return Err(Error::NotFound(Missing::Page)),
    };
    let changed = match disabled && !is_confirmed(&form) {
        true => Err(Error::BadRequest(Message::NotConfirmed)),
        false => app.store.set_disabled(&account, disabled, &organiser.id).await,
    };
    match changed {
        Ok(()) => Ok(Redirect::to("/organise/organisers").into_response()),
        Err(error) if is_client_error(&error) => {
            let frame = Frame { path: "/organise/organisers".to_owned(), ..frame };
            let news = refusal(frame.language, Some(&error));
            Ok(refused_form(page(&app, &frame, &news).await?, &error))
        }
        Err(error) => Err(error),
    }
}

async fn page(app: &SharedState, frame: &Frame, news: &Markup) -> Result {
    let organisers = app.store.accounts("").await?;
    let before = app.store.revision("").await? - MAX_EVENTS;
    let mut events = app.store.events("", before, MAX_EVENTS).await?;
    events.reverse();
    let names = log::names(app, "").await?;
    let words = frame.words();
    let main = html! {
        section.wide.flow {
            h1 { (words.organisers) }
            (news)
            (table(words, &organisers))
            form.card.stack method="post" {
                h2 { (words.add_organiser) }
                (field("name", "text", words.name, "", true))
                (field("login", "text", words.login_optional, "", false))
                button.primary { (words.add_organiser) }
            }
            h2 { (words.log) }
            (log::table(frame, &events, &names))
        }
    };
    Ok(frame.page(words.organisers, &[], &main))
}

fn table(words: &Words, organisers: &[Account]) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label=(words.organisers) { table {
            caption.hidden { (words.organisers) }
            thead { tr {
                th scope="col" { (words.name) }
                th scope="col" { (words.login) }
                th scope="col" { (words.since) }
                th scope="col" { (words.state) }
            } }
            tbody { @for organiser in organisers { tr {
                th scope="row" { bdi { (organiser.name) } }
                td { code { (organiser.login) } }
                td { (when(organiser.created_at)) }
                td {
                    @let base = format!("/organise/organisers/{}", organiser.id);
                    @if organiser.state == AccountState::Active {
                        (confirmed(words, &format!("{base}/disable"), words.disable))
                    } @else {
                        span.mark.outcome-wrong { (words.disabled) } " "
                        form.here method="post" action={ (base) "/enable" } { button.small { (words.enable) } }
                    }
                }
            } } }
        } }
    }
}
