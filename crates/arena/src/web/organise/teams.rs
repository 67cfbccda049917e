//! `/organise/{contest}/teams`: who takes part; one team or a list of them is added.

use axum::extract::{Multipart, Path, State};
use axum::http::HeaderValue;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};

use super::super::account::{NewNames, generated_password};
use super::super::contest::head;
use super::super::frame::Frame;
use super::super::parts::{say, when};
use super::super::submissions::encoded;
use crate::app::App;
use crate::auth::{Secret, hash_of};
use crate::csv;
use crate::error::{Answer, Error};
use crate::store::{Account, Contest, NewAccount};

/// Teams that are added at once.
const MOST: usize = 500;

/// A line of the list, and what became of it.
struct Added {
    name: String,
    login: String,
    password: String,
    /// The token, or why there is none.
    token: Result<Secret, String>,
}

/// `GET /organise/{contest}/teams`
pub(super) async fn show(State(app): State<App>, Path(contest): Path<String>, frame: Frame) -> Answer {
    frame.who.organiser()?;
    let contest = app.store.contest(&contest).await?;
    page(&app, &frame, &contest, &html! {}).await
}

async fn page(app: &App, frame: &Frame, contest: &Contest, news: &Markup) -> Answer {
    let teams = app.store.accounts(&contest.id).await?;
    let words = frame.words();
    let main = html! {
        (head(frame, contest, "organise"))
        section.wide.flow {
            h1 { (words.teams) }
            (news)
            form.card.stack method="post" enctype="multipart/form-data" {
                h2 { (words.add_teams) }
                p.soft { (words.add_teams_hint) }
                label.field {
                    span { (words.add_teams_list) }
                    textarea name="list" rows="4" placeholder="Ada Lovelace\nGrace Hopper,grace\nAlan Turing,alan,correct horse" {}
                }
                label.field {
                    span { (words.add_teams_file) }
                    input type="file" name="file" accept=".csv,text/csv,text/plain";
                }
                button.primary { (words.add_teams) }
            }
            @if teams.is_empty() { p { (words.no_teams) } } @else { (table(frame, contest, &teams)) }
        }
    };
    Ok(frame.page(words.teams, &[], &main))
}

fn table(frame: &Frame, contest: &Contest, teams: &[Account]) -> Markup {
    let words = frame.words();
    html! {
        div.scroll tabindex="0" role="region" aria-label=(words.teams) { table {
            caption.hidden { (words.teams) }
            thead { tr {
                th scope="col" { (words.team) }
                th scope="col" { (words.login) }
                th scope="col" { (words.since) }
                th scope="col" { (words.state) }
            } }
            tbody { @for team in teams { tr {
                @let (verb, name) = match team.disabled { 0 => ("disable", words.disable), _ => ("enable", words.enable) };
                th scope="row" {
                    a href={ "/c/" (contest.id) "/submissions?team=" (team.id) } { bdi { (team.name) } }
                }
                td { code { (team.login) } }
                td { (when(team.created_at)) }
                td {
                    @if team.disabled == 1 { span.mark.outcome-wrong { (words.disabled) } " " }
                    form.here method="post" action={ "/organise/" (contest.id) "/teams/" (team.id) "/" (verb) } {
                        button.small { (name) }
                    }
                    " "
                    form.here method="post" action={ "/organise/" (contest.id) "/teams/" (team.id) "/password" } {
                        button.small { (words.reset_password) }
                    }
                }
            } } }
        } }
    }
}

/// `POST /organise/{contest}/teams/{team}/{verb}`, where the verb is `disable`, `enable` or `password`.
pub(super) async fn change(
    State(app): State<App>,
    Path((contest, team, verb)): Path<(String, String, String)>,
    frame: Frame,
) -> Answer {
    let organiser = frame.who.organiser()?;
    let contest = app.store.contest(&contest).await?;
    let team = app.store.account(&team).await?;
    if team.contest != contest.id {
        return Err(Error::Missing("account"));
    }
    match verb.as_str() {
        "disable" | "enable" => app.store.set_disabled(&team, verb == "disable", &organiser.id).await?,
        "password" => return reset(&app, &frame, &contest, &team, &organiser.id).await,
        _ => return Err(Error::Missing("page")),
    }
    Ok(Redirect::to(&format!("/organise/{}/teams", contest.id)).into_response())
}

/// Gives a team that forgot its password another one, shown this once.
async fn reset(app: &App, frame: &Frame, contest: &Contest, team: &Account, who: &str) -> Answer {
    let password = generated_password();
    let hash = app.passwords.hash(&password).await?;
    app.store.set_password(team, &hash, who).await?;
    let news = html! {
        p.notice.good role="status" {
            (say(frame.words().password_is, &[&team.name])) " " code { (password) }
        }
    };
    Ok(unkept(page(app, frame, contest, &news).await?))
}

/// `POST /organise/{contest}/teams`
pub(super) async fn add(
    State(app): State<App>,
    Path(contest): Path<String>,
    frame: Frame,
    mut form: Multipart,
) -> Answer {
    let organiser = frame.who.organiser()?;
    let contest = app.store.contest(&contest).await?;
    let mut list = String::new();
    let bad = |error: axum::extract::multipart::MultipartError| Error::Bad(error.to_string());
    while let Some(field) = form.next_field().await.map_err(bad)? {
        let bytes = field.bytes().await.map_err(bad)?;
        list.push_str(String::from_utf8_lossy(&bytes).trim_start_matches('\u{feff}'));
        list.push('\n');
    }
    let rows = read_rows(&list)?;
    if rows.is_empty() {
        return Err(Error::Bad("there is no team in this list".into()));
    }
    if rows.len() > MOST {
        return Err(Error::TooLarge(format!("found {} teams, expected at most {MOST}", rows.len())));
    }
    let mut added = Vec::new();
    for row in rows {
        added.push(add_one(&app, &contest, &row, &organiser.id).await?);
    }
    Ok(unkept(page(&app, &frame, &contest, &shown_once(&frame, &contest, &added)).await?))
}

fn unkept(mut page: Response) -> Response {
    page.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    page
}

/// The lines of a list, each its fields; where there is no comma at all, semicolons stand between them.
fn read_rows(text: &str) -> Answer<Vec<Vec<String>>> {
    let text = if text.contains(',') { text.to_owned() } else { text.replace([';', '\t'], ",") };
    let mut rows = csv::read(&text).map_err(Error::Bad)?;
    for cell in rows.iter_mut().flatten() {
        *cell = cell.trim().to_owned();
    }
    rows.retain(|row| row.first().is_some_and(|name| !name.is_empty() && name != "name"));
    Ok(rows)
}

/// Adds one team; what is wrong with one line does not stop the others.
async fn add_one(app: &App, contest: &Contest, row: &[String], who: &str) -> Answer<Added> {
    let given = |place: usize| row.get(place).map(String::as_str).unwrap_or_default();
    let password = if given(2).is_empty() { generated_password() } else { given(2).to_owned() };
    let mut added =
        Added { name: given(0).to_owned(), login: given(1).to_owned(), password, token: Err(String::new()) };
    added.token = match store(app, contest, &mut added, who).await {
        Ok(token) => Ok(token),
        Err(error) if error.status().is_client_error() => Err(error.to_string()),
        Err(error) => return Err(error),
    };
    Ok(added)
}

async fn store(app: &App, contest: &Contest, added: &mut Added, who: &str) -> Answer<Secret> {
    let names = NewNames::new(&added.name, &added.login)?;
    (added.name, added.login) = (names.name, names.login);
    let token = Secret::new();
    let new = NewAccount {
        contest: contest.id.clone(),
        login: added.login.clone(),
        name: added.name.clone(),
        password: Some(app.passwords.hash(&added.password).await?),
        token: Some(hash_of(token.as_str())),
    };
    app.store.make_account(&new, None, who).await?;
    Ok(token)
}

/// The passwords and tokens, this once: as a table, and as a file to keep.
fn shown_once(frame: &Frame, contest: &Contest, added: &[Added]) -> Markup {
    let words = frame.words();
    html! {
        section.card.flow role="status" {
            h2 { (words.added_once) }
            p {
                a.button.primary href={ "data:text/csv;charset=utf-8," (encoded(&as_csv(added))) }
                    download={ (contest.id) "-teams.csv" } { (words.download_csv) }
            }
            div.scroll tabindex="0" role="region" aria-label=(words.added_once) { table {
                caption.hidden { (words.added_once) }
                thead { tr {
                    th scope="col" { (words.team) }
                    th scope="col" { (words.login) }
                    th scope="col" { (words.password) }
                    th scope="col" { (words.token) }
                } }
                tbody { @for team in added { tr {
                    th scope="row" { bdi { (team.name) } }
                    td { code { (team.login) } }
                    @match &team.token {
                        Ok(token) => { td { code { (team.password) } } td { code.long { (token) } } }
                        Err(why) => td colspan="2" { span.mark.outcome-wrong { (words.not_added) } " " span lang="en" { (why) } },
                    }
                } } }
            } }
        }
    }
}

fn as_csv(added: &[Added]) -> String {
    let mut text = csv::line(["name", "login", "password", "token"]);
    for team in added {
        if let Ok(token) = &team.token {
            text += &csv::line([&team.name, &team.login, &team.password, token.as_str()]);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_with_quotes_and_without() {
        let rows =
            read_rows("name,login\nAda\n\n\"Hopper, \"\"Grace\"\"\", grace ,pass word\r\n,x\n").unwrap();
        assert_eq!(rows, [vec!["Ada"], vec!["Hopper, \"Grace\"", "grace", "pass word"]]);
        assert_eq!(read_rows("A;b").unwrap(), [["A", "b"]]);
    }
}
