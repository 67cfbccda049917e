//! `/organise/{contest}/teams/{team}`: the name, the facts and the extra time of a team.

use axum::Form;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect};
use maud::html;
use serde::Deserialize;

use crate::app::SharedState;
use crate::contest::{Contest, TeamEdit};
use crate::error::{Error, Result};
use crate::i18n::{Field, Message, Missing, phrases};
use crate::store::Account;
use crate::web::contest::head;
use crate::web::errors::{is_client_error, refused_form};
use crate::web::frame::Frame;
use crate::web::parts::{field, refusal};

phrases! {
    /// The texts of the page.
    Phrases {
        members: "Members", "Membres";
        members_hint: "Shown to the team and to organisers.", "Visibles par l’équipe et par l’organisation.";
        school: "School", "École";
        group: "Group", "Groupe";
        group_hint: "School and group are public; the board can be filtered by group.",
            "L’école et le groupe sont publics ; le classement peut être filtré par groupe.";
        extra: "Extra time in minutes", "Temps supplémentaire en minutes";
        extra_hint: "This team hands in until the end and this long after it. The answers of others stay secret until then.",
            "Cette équipe peut déposer jusqu’à la fin et pendant cette durée. D’ici là, les réponses des autres restent secrètes.";
        save: "Save", "Enregistrer";
        submissions: "Its submissions", "Ses dépôts";
    }
}

/// The texts, for the test of the catalogue.
#[cfg(test)]
pub(in crate::web) const PAIRS: &[(&str, &str)] = Phrases::PAIRS;

/// The form of a team.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct TeamForm {
    name: String,
    members: String,
    school: String,
    group: String,
    extra: String,
}

async fn find(app: &SharedState, contest: &str, team: &str) -> Result<(Contest, Account)> {
    let contest = app.store.contest(contest).await?;
    let team = app.store.account(team).await?;
    match team.contest == contest.id {
        true => Ok((contest, team)),
        false => Err(Error::NotFound(Missing::Account)),
    }
}

/// `GET /organise/{contest}/teams/{team}`
pub(super) async fn show(
    State(app): State<SharedState>,
    Path((contest, team)): Path<(String, String)>,
    frame: Frame,
) -> Result {
    frame.identity.organiser()?;
    let (contest, team) = find(&app, &contest, &team).await?;
    let form = TeamForm {
        name: team.name.clone(),
        members: team.members.clone(),
        school: team.school.clone(),
        group: team.group_name.clone(),
        extra: (team.extra / 60_000).to_string(),
    };
    Ok(page(&frame, &contest, &team, &form, None))
}

fn page(
    frame: &Frame,
    contest: &Contest,
    team: &Account,
    form: &TeamForm,
    error: Option<&Error>,
) -> axum::response::Response {
    let words = frame.words();
    let phrases = Phrases::of(frame.language);
    let main = html! {
        (head(frame, contest, "organise"))
        section.wide.flow {
            h1 { bdi { (team.name) } }
            p.status {
                code { (team.login) }
                a href={ "/c/" (contest.id) "/submissions?team=" (team.id) } { (phrases.submissions) }
                a href={ "/organise/" (contest.id) "/teams" } { (words.teams) }
            }
            (refusal(frame.language, error))
            form.card.stack method="post" {
                (field("name", "text", words.team_name, &form.name, true))
                (field("members", "text", phrases.members, &form.members, false))
                p.soft { (phrases.members_hint) }
                div.columns {
                    (field("school", "text", phrases.school, &form.school, false))
                    (field("group", "text", phrases.group, &form.group, false))
                }
                p.soft { (phrases.group_hint) }
                (field("extra", "number", phrases.extra, &form.extra, false))
                p.soft { (phrases.extra_hint) }
                button.primary { (phrases.save) }
            }
        }
    };
    frame.page(&team.name, &[], &main)
}

/// `POST /organise/{contest}/teams/{team}`
pub(super) async fn save(
    State(app): State<SharedState>,
    Path((contest, team)): Path<(String, String)>,
    frame: Frame,
    Form(form): Form<TeamForm>,
) -> Result {
    let organiser = frame.identity.organiser()?;
    let (contest, team) = find(&app, &contest, &team).await?;
    let saved = match form.edit() {
        Ok(edit) => app.store.edit_team(&team, &edit, &organiser.id).await,
        Err(error) => Err(error),
    };
    match saved {
        Ok(()) => Ok(Redirect::to(&format!("/organise/{}/teams", contest.id)).into_response()),
        Err(error) if is_client_error(&error) => {
            Ok(refused_form(page(&frame, &contest, &team, &form, Some(&error)), &error))
        }
        Err(error) => Err(error),
    }
}

impl TeamForm {
    fn edit(&self) -> Result<TeamEdit> {
        let minutes: i64 = match self.extra.trim() {
            "" => 0,
            text => text.parse().map_err(|_| {
                Error::BadRequest(Message::NotANumber { field: Field::ExtraTime, found: text.to_owned() })
            })?,
        };
        Ok(TeamEdit {
            name: Some(self.name.clone()),
            members: Some(self.members.clone()),
            school: Some(self.school.clone()),
            group: Some(self.group.clone()),
            extra: Some(minutes.saturating_mul(60_000)),
        })
    }
}
