//! `/organise/{contest}/invites`: links that let teams in.

use axum::Form;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, HOST};
use axum::http::{HeaderMap, HeaderValue};
use maud::{Markup, html};
use serde::Deserialize;

use super::super::contest::head;
use super::super::frame::Frame;
use super::super::parts::{field, when};
use crate::app::App;
use crate::auth::Secret;
use crate::error::{Answer, Error};
use crate::names::visible;
use crate::store::{Contest, Invite, now};

const HOUR: i64 = 3_600_000;
/// The most uses and the longest time, in hours.
const MOST_USES: i64 = 1_000;
const MOST_HOURS: i64 = 24 * 366;

/// What the form sends.
#[derive(Debug, Deserialize)]
pub(super) struct Given {
    #[serde(default)]
    name: String,
    uses: i64,
    hours: i64,
}

/// `GET /organise/{contest}/invites`
pub(super) async fn show(State(app): State<App>, Path(contest): Path<String>, frame: Frame) -> Answer {
    frame.who.organiser()?;
    let contest = app.store.contest(&contest).await?;
    page(&app, &frame, &contest, &html! {}).await
}

/// `POST /organise/{contest}/invites`
pub(super) async fn make(
    State(app): State<App>,
    Path(contest): Path<String>,
    headers: HeaderMap,
    frame: Frame,
    Form(given): Form<Given>,
) -> Answer {
    let organiser = frame.who.organiser()?;
    let contest = app.store.contest(&contest).await?;
    if !(1..=MOST_USES).contains(&given.uses) || !(1..=MOST_HOURS).contains(&given.hours) {
        return Err(Error::Bad(format!("expected 1 to {MOST_USES} uses and 1 to {MOST_HOURS} hours")));
    }
    let name = if given.name.trim().is_empty() { String::new() } else { visible(&given.name)? };
    let secret = Secret::new();
    let invite = Invite {
        contest: contest.id.clone(),
        name,
        uses_left: given.uses,
        expires_at: now() + given.hours * HOUR,
    };
    app.store.invite(&secret, &invite, &organiser.id).await?;
    let link = format!("{}/join/{secret}", server(&app, &headers));
    let news = html! {
        section.card role="status" {
            h2 { (frame.words().invite_once) }
            p.secret { code { (link) } }
        }
    };
    let mut page = page(&app, &frame, &contest, &news).await?;
    page.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(page)
}

/// What people type to come here: as set, else what this organiser typed.
fn server(app: &App, headers: &HeaderMap) -> String {
    if !app.settings.public_url.is_empty() {
        return app.settings.public_url.clone();
    }
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    let scheme = if app.settings.secure_cookies { "https" } else { "http" };
    format!("{scheme}://{host}")
}

async fn page(app: &App, frame: &Frame, contest: &Contest, news: &Markup) -> Answer {
    let invites = app.store.invites(&contest.id, now()).await?;
    let words = frame.words();
    let main = html! {
        (head(frame, contest, "organise"))
        section.wide.flow {
            h1 { (words.invites) }
            (news)
            form.card.stack method="post" {
                h2 { (words.new_invite) }
                (field("name", "text", words.invite_name, "", false))
                div.columns {
                    (field("uses", "number", words.invite_uses, "1", true))
                    (field("hours", "number", words.invite_hours, "72", true))
                }
                button.primary { (words.new_invite) }
            }
            @if !invites.is_empty() { (table(frame, &invites)) }
        }
    };
    Ok(frame.page(words.invites, &[], &main))
}

fn table(frame: &Frame, invites: &[Invite]) -> Markup {
    let words = frame.words();
    html! {
        div.scroll tabindex="0" role="region" aria-label=(words.invites) { table {
            caption.hidden { (words.invites) }
            thead { tr {
                th scope="col" { (words.team_name) }
                th.number scope="col" { (words.uses_left) }
                th scope="col" { (words.expires) }
            } }
            tbody { @for invite in invites { tr {
                td { @if invite.name.is_empty() { (words.team_chooses) } @else { bdi { (invite.name) } } }
                td.number { (invite.uses_left) }
                td { (when(invite.expires_at)) }
            } } }
        } }
    }
}
