//! `/organise/{contest}/teams`: the teams of a contest, and a form to add one or a list of them.

use std::collections::HashMap;

use axum::extract::{Multipart, Path, State};
use axum::response::{IntoResponse, Redirect};
use maud::{Markup, html};

use super::sheets::{self, Card};
use crate::app::SharedState;
use crate::auth::Generated;
use crate::contest::{AccountId, Phase};
use crate::error::{Error, Result};
use crate::i18n::{Message, Missing, Words};
use crate::store::{Account, AccountState, Contest, now};
use crate::teams::{self, Made};
use crate::web::contest::head;
use crate::web::errors::{is_client_error, refused_form};
use crate::web::frame::Frame;
use crate::web::headers::no_store;
use crate::web::parts::{confirmed, filled, is_confirmed, mebibytes, refusal, when};
use crate::web::submissions::percent_encoded;

/// `GET /organise/{contest}/teams`
pub(super) async fn show(
    State(app): State<SharedState>,
    Path(contest): Path<String>,
    frame: Frame,
) -> Result {
    frame.identity.organiser()?;
    let contest = app.store.contest(&contest).await?;
    page(&app, &frame, &contest, "", &html! {}).await
}

async fn page(app: &SharedState, frame: &Frame, contest: &Contest, list: &str, news: &Markup) -> Result {
    let teams = app.store.accounts(&contest.id).await?;
    let stored = app.store.stored_bytes(&contest.id).await?;
    let words = frame.words();
    let main = html! {
        (head(frame, contest, "organise"))
        section.wide.flow {
            h1 { (words.teams) }
            (news)
            @if contest.phase(now()) == Phase::Final { p.notice { (words.final_teams) } } @else { (list_form(words, contest, list)) }
            @if !teams.is_empty() { (sheets::form(frame, contest)) }
            @if teams.is_empty() { p { (words.no_teams) } } @else { (table(frame, contest, &teams, &stored)) }
        }
    };
    Ok(frame.page(words.teams, &[], &main))
}

fn list_form(words: &Words, contest: &Contest, list: &str) -> Markup {
    html! {
        form.card.stack method="post" enctype="multipart/form-data" action={ "/organise/" (contest.id) "/teams" } {
            h2 { (words.add_teams) }
            p.soft { (words.add_teams_hint) }
            label.field {
                span { (words.add_teams_list) }
                textarea name="list" rows="4" placeholder="Ada Lovelace\nGrace Hopper,grace\nAlan Turing,alan,correct horse\nEmmy Noether,emmy,,Göttingen,beginners" { (list) }
            }
            label.field {
                span { (words.add_teams_file) }
                input type="file" name="file" accept=".csv,text/csv,text/plain";
            }
            button.primary { (words.add_teams) }
        }
    }
}

fn table(frame: &Frame, contest: &Contest, teams: &[Account], stored: &HashMap<AccountId, i64>) -> Markup {
    let words = frame.words();
    html! {
        div.scroll tabindex="0" role="region" aria-label=(words.teams) { table {
            caption.hidden { (words.teams) }
            thead { tr {
                th scope="col" { (words.team) }
                th scope="col" { (words.login) }
                th scope="col" { (words.since) }
                th.number scope="col" { (words.stored) }
                th scope="col" { (words.state) }
            } }
            tbody { @for team in teams { tr {
                th scope="row" {
                    a href={ "/organise/" (contest.id) "/teams/" (team.id) } { bdi { (team.name) } }
                    @if !team.school.is_empty() { span.more { (team.school) } }
                    @if !team.group_name.is_empty() { " " span.mark { (team.group_name) } }
                    @if team.extra > 0 { " " span.mark.phase-before { "+" (team.extra / 60_000) " min" } }
                }
                td { code { (team.login) } }
                td { (when(team.created_at)) }
                td.number { (mebibytes(frame.language, stored.get(&team.id).copied().unwrap_or(0))) }
                @let base = format!("/organise/{}/teams/{}", contest.id, team.id);
                td {
                    @if team.state == AccountState::Active {
                        (confirmed(words, &format!("{base}/disable"), words.disable))
                    } @else {
                        span.mark.outcome-wrong { (words.disabled) } " "
                        form.here method="post" action={ (base) "/enable" } { button.small { (words.enable) } }
                    }
                    (confirmed(words, &format!("{base}/password"), words.reset_password))
                }
            } } }
        } }
    }
}

/// `POST /organise/{contest}/teams/{team}/{verb}`, where the verb is `disable`, `enable` or `password`. All but `enable` have
/// to be confirmed.
pub(super) async fn change(
    State(app): State<SharedState>,
    Path((contest, team, verb)): Path<(String, String, String)>,
    frame: Frame,
    form: String,
) -> Result {
    let organiser = frame.identity.organiser()?;
    let contest = app.store.contest(&contest).await?;
    let team = app.store.account(&team).await?;
    if team.contest != contest.id {
        return Err(Error::NotFound(Missing::Account));
    }
    let changed = match verb.as_str() {
        "enable" => app.store.set_disabled(&team, false, &organiser.id).await,
        "disable" | "password" if !is_confirmed(&form) => Err(Error::BadRequest(Message::NotConfirmed)),
        "disable" => app.store.set_disabled(&team, true, &organiser.id).await,
        "password" => return reset(&app, &frame, &contest, &team, &organiser.id).await,
        _ => return Err(Error::NotFound(Missing::Page)),
    };
    match changed {
        Ok(()) => Ok(Redirect::to(&format!("/organise/{}/teams", contest.id)).into_response()),
        Err(error) if is_client_error(&error) => refused(&app, &frame, &contest, "", &error).await,
        Err(error) => Err(error),
    }
}

/// Sets a generated password for a team that forgot its own, and shows it once, also as a card to print.
async fn reset(app: &SharedState, frame: &Frame, contest: &Contest, team: &Account, actor: &str) -> Result {
    let made = Generated::new();
    app.store.set_password(team, &made.hash, actor).await?;
    let card = Card { name: &team.name, login: &team.login, password: &made.password };
    let frame = &Frame { path: format!("/organise/{}/teams", contest.id), ..frame.clone() };
    let news = html! {
        p.notice.good role="status" {
            (filled(frame.words().password_is, &[&team.name])) " " code { (made.password) }
        }
        p.buttons { (sheets::button(frame)) }
        (sheets::cards(frame, contest, &[card]))
    };
    Ok(no_store(page(app, frame, contest, "", &news).await?))
}

/// `POST /organise/{contest}/teams`: adds all teams of the list, or none and shows the list again.
pub(super) async fn add(
    State(app): State<SharedState>,
    Path(contest): Path<String>,
    frame: Frame,
    mut form: Multipart,
) -> Result {
    let organiser = frame.identity.organiser()?;
    let contest = app.store.contest(&contest).await?;
    let mut lists = Vec::new();
    let bad = |error: axum::extract::multipart::MultipartError| {
        Error::BadRequest(Message::BadForm { reason: error.to_string() })
    };
    while let Some(field) = form.next_field().await.map_err(bad)? {
        let bytes = field.bytes().await.map_err(bad)?;
        let list = match teams::decoded(&bytes) {
            Ok(list) => list.trim_end().to_owned(),
            Err(message) => return refused(&app, &frame, &contest, "", &Error::BadRequest(message)).await,
        };
        // A browser sends the text field and the file even if they are empty.
        if !list.is_empty() {
            lists.push(list);
        }
    }
    match make(&app, &contest, &lists, &organiser.id).await {
        Ok(made) => {
            let news = shown_once(&frame, &contest, &made);
            Ok(no_store(page(&app, &frame, &contest, "", &news).await?))
        }
        Err(error) if is_client_error(&error) => {
            refused(&app, &frame, &contest, &lists.join("\n"), &error).await
        }
        Err(error) => Err(error),
    }
}

/// The page again with the error of a refused form, and the list that was sent.
pub(super) async fn refused(
    app: &SharedState,
    frame: &Frame,
    contest: &Contest,
    list: &str,
    error: &Error,
) -> Result {
    let frame = Frame { path: format!("/organise/{}/teams", contest.id), ..frame.clone() };
    let news = refusal(frame.language, Some(error));
    Ok(refused_form(no_store(page(app, &frame, contest, list, &news).await?), error))
}

/// Creates the teams of all lists. Each list has its own head and line numbers.
async fn make(app: &SharedState, contest: &Contest, lists: &[String], actor: &str) -> Result<Vec<Made>> {
    let mut teams = Vec::new();
    for list in lists {
        teams.extend(teams::read(list)?);
    }
    teams::make(&app.store, &app.passwords, contest, teams, actor).await
}

/// The passwords and tokens, shown only now: as a table, and as a file to download.
fn shown_once(frame: &Frame, contest: &Contest, made: &[Made]) -> Markup {
    let words = frame.words();
    html! {
        section.card.flow role="status" {
            h2 { (words.added_once) }
            p.buttons {
                a.button.primary href={ "data:text/csv;charset=utf-8," (percent_encoded(&teams::as_csv(made))) }
                    download={ (contest.id) "-teams.csv" } { (words.download_csv) }
                (sheets::button(frame))
            }
            div.scroll tabindex="0" role="region" aria-label=(words.added_once) { table {
                caption.hidden { (words.added_once) }
                thead { tr {
                    th scope="col" { (words.team) }
                    th scope="col" { (words.login) }
                    th scope="col" { (words.password) }
                    th scope="col" { (words.token) }
                } }
                tbody { @for team in made { tr {
                    th scope="row" { bdi { (team.name) } }
                    td { code { (team.login) } }
                    td { code { (team.password) } }
                    td { code.long { (team.token) } }
                } } }
            } }
        }
        @let cards: Vec<Card<'_>> = made.iter().map(|team| Card { name: &team.name, login: &team.login, password: &team.password }).collect();
        (sheets::cards(frame, contest, &cards))
    }
}
