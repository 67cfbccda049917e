//! `/organise/organisers`: who may do all this.

use axum::Form;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect};
use maud::{Markup, html};
use serde::Deserialize;

use super::super::frame::Frame;
use super::super::headers::unkept;
use super::super::parts::{field, when};
use super::super::words::Words;
use super::log;
use crate::app::App;
use crate::auth::{Secret, hash_of};
use crate::error::{Answer, Error};
use crate::names::NewNames;
use crate::store::{Account, NewAccount};

/// What the form sends.
#[derive(Debug, Deserialize)]
pub(super) struct Given {
    name: String,
    #[serde(default)]
    login: String,
}

/// So many events are shown.
const NEWEST: i64 = 500;

/// `GET /organise/organisers`
pub(super) async fn show(State(app): State<App>, frame: Frame) -> Answer {
    frame.who.organiser()?;
    page(&app, &frame, &html! {}).await
}

/// `POST /organise/organisers`
pub(super) async fn add(State(app): State<App>, frame: Frame, Form(given): Form<Given>) -> Answer {
    let organiser = frame.who.organiser()?;
    let names = NewNames::new(&given.name, &given.login)?;
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
    Ok(unkept(page(&app, &frame, &news).await?))
}

/// `POST /organise/organisers/{organiser}/{verb}`, where the verb is `disable` or `enable`.
pub(super) async fn change(
    State(app): State<App>,
    Path((id, verb)): Path<(String, String)>,
    frame: Frame,
) -> Answer {
    let organiser = frame.who.organiser()?;
    let account = app.store.account(&id).await?;
    if !account.is_organiser() {
        return Err(Error::Missing("account"));
    }
    let disabled = match verb.as_str() {
        "disable" => true,
        "enable" => false,
        _ => return Err(Error::Missing("page")),
    };
    app.store.set_disabled(&account, disabled, &organiser.id).await?;
    Ok(Redirect::to("/organise/organisers").into_response())
}

async fn page(app: &App, frame: &Frame, news: &Markup) -> Answer {
    let organisers = app.store.accounts("").await?;
    let before = app.store.revision("").await? - NEWEST;
    let mut events = app.store.events("", before, NEWEST).await?;
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
                @let (verb, name) = match organiser.disabled { 0 => ("disable", words.disable), _ => ("enable", words.enable) };
                th scope="row" { bdi { (organiser.name) } }
                td { code { (organiser.login) } }
                td { (when(organiser.created_at)) }
                td {
                    @if organiser.disabled == 1 { span.mark.outcome-wrong { (words.disabled) } " " }
                    form.here method="post" action={ "/organise/organisers/" (organiser.id) "/" (verb) } {
                        button.small { (name) }
                    }
                }
            } } }
        } }
    }
}
