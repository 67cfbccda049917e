//! `/organise/{contest}/invites`: invitation links for teams.

use axum::Form;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect};
use maud::{Markup, html};
use serde::Deserialize;

use crate::api::NewInvite;
use crate::app::SharedState;
use crate::contest::Phase;
use crate::error::Result;
use crate::store::{Contest, DEFAULT_INVITE_DAYS, Invite, now};
use crate::web::contest::head;
use crate::web::errors::{is_client_error, refused_form};
use crate::web::frame::Frame;
use crate::web::headers::no_store;
use crate::web::parts::{field, refusal, when};

/// The form of a new invitation.
#[derive(Debug, Deserialize)]
#[serde(default)]
pub(super) struct InviteForm {
    name: String,
    uses: i64,
    days: i64,
}

impl Default for InviteForm {
    fn default() -> Self {
        Self { name: String::new(), uses: 1, days: DEFAULT_INVITE_DAYS }
    }
}

/// `GET /organise/{contest}/invites`
pub(super) async fn show(
    State(app): State<SharedState>,
    Path(contest): Path<String>,
    frame: Frame,
) -> Result {
    frame.identity.organiser()?;
    let contest = app.store.contest(&contest).await?;
    page(&app, &frame, &contest, &html! {}).await
}

/// `POST /organise/{contest}/invites`
pub(super) async fn make(
    State(app): State<SharedState>,
    Path(contest): Path<String>,
    frame: Frame,
    Form(form): Form<InviteForm>,
) -> Result {
    let organiser = frame.identity.organiser()?;
    let contest = app.store.contest(&contest).await?;
    let wanted = NewInvite { name: form.name, uses: form.uses, hours: form.days.saturating_mul(24) };
    let (_, secret) = match wanted.make(&app, &contest.id, &organiser.id).await {
        Err(error) if is_client_error(&error) => {
            let news = refusal(frame.language, Some(&error));
            return Ok(refused_form(page(&app, &frame, &contest, &news).await?, &error));
        }
        made => made?,
    };
    let link = format!("{}/join/{secret}", frame.server);
    let news = html! {
        section.card role="status" {
            h2 { (frame.words().invite_once) }
            p.secret { code { (link) } }
        }
    };
    Ok(no_store(page(&app, &frame, &contest, &news).await?))
}

/// `POST /organise/{contest}/invites/{invite}/revoke`
pub(super) async fn revoke(
    State(app): State<SharedState>,
    Path((contest, invite)): Path<(String, String)>,
    frame: Frame,
) -> Result {
    let organiser = frame.identity.organiser()?;
    let contest = app.store.contest(&contest).await?;
    app.store.revoke(&contest.id, &invite, &organiser.id).await?;
    Ok(Redirect::to(&format!("/organise/{}/invites", contest.id)).into_response())
}

async fn page(app: &SharedState, frame: &Frame, contest: &Contest, news: &Markup) -> Result {
    let invites = app.store.invites(&contest.id, now()).await?;
    let words = frame.words();
    let main = html! {
        (head(frame, contest, "organise"))
        section.wide.flow {
            h1 { (words.invites) }
            (news)
            @if contest.phase(now()) == Phase::Final { p.notice { (words.final_teams) } } @else { form.card.stack method="post" {
                h2 { (words.new_invite) }
                (field("name", "text", words.invite_name, "", false))
                div.columns {
                    (field("uses", "number", words.invite_uses, "1", true))
                    (field("days", "number", words.invite_days, &DEFAULT_INVITE_DAYS.to_string(), true))
                }
                button.primary { (words.new_invite) }
            } }
            @if invites.is_empty() { p { (words.no_invites) } } @else { (table(frame, &invites)) }
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
                th scope="col" { span.hidden { (words.action) } }
            } }
            tbody { @for invite in invites { tr {
                td { @if invite.name.is_empty() { (words.team_chooses) } @else { bdi { (invite.name) } } }
                td.number { (invite.uses_left) }
                td { (when(invite.expires_at)) }
                td {
                    form.here method="post"
                        action={ "/organise/" (invite.contest) "/invites/" (invite.id) "/revoke" } {
                        button.small { (words.revoke) }
                    }
                }
            } } }
        } }
    }
}
