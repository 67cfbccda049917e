//! `/organise/{contest}/rejudge`: rejudgings, first previewed, then applied or cancelled.

use std::collections::HashMap;

use axum::Form;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect};
use maud::{Markup, html};
use serde::Deserialize;

use crate::app::SharedState;
use crate::contest::{Input, RejudgingId, RejudgingState};
use crate::error::{Error, Result};
use crate::i18n::{Message, Missing};
use crate::judging::Outcome;
use crate::store::{Account, Contest, Rejudging, RevisedFile};
use crate::web::contest::head;
use crate::web::frame::Frame;
use crate::web::parts::{field, number, outcome_mark, points, when};

/// `GET /organise/{contest}/rejudge`
pub(super) async fn show(
    State(app): State<SharedState>,
    Path(contest): Path<String>,
    frame: Frame,
) -> Result {
    frame.identity.organiser()?;
    let contest = app.store.contest(&contest).await?;
    let inputs = app.store.inputs(&contest.id).await?;
    let before = app.store.rejudgings(&contest.id).await?;
    let words = frame.words();
    let main = html! {
        (head(&frame, &contest, "organise"))
        section.wide.flow {
            h1 { (words.rejudge) }
            p { (words.rejudge_does) }
            form.card.stack method="post" {
                (field("reason", "text", words.reason, "", true))
                fieldset.choice {
                    legend { (words.inputs) }
                    @for input in inputs.iter() {
                        label.tick {
                            input type="checkbox" name="input" value=(input.number) checked;
                            " " (input.name)
                        }
                    }
                }
                button.primary { (words.rejudge_look) }
            }
            @if !before.is_empty() { (table(&frame, &contest, &before)) }
        }
    };
    Ok(frame.page(words.rejudge, &[], &main))
}

fn table(frame: &Frame, contest: &Contest, rejudgings: &[Rejudging]) -> Markup {
    let words = frame.words();
    html! {
        div.scroll tabindex="0" role="region" aria-label=(words.rejudge) { table {
            caption.hidden { (words.rejudge) }
            thead { tr {
                th scope="col" { (words.rejudge) }
                th scope="col" { (words.time) }
                th scope="col" { (words.reason) }
                th scope="col" { (words.state) }
            } }
            tbody { @for rejudging in rejudgings { tr {
                th scope="row" {
                    a href={ "/organise/" (contest.id) "/rejudge/" (rejudging.id) } { "#" (rejudging.id) }
                }
                td { (when(rejudging.at)) }
                td { bdi { (rejudging.reason) } }
                td { (state_name(frame, rejudging.state)) }
            } } }
        } }
    }
}

const fn state_name(frame: &Frame, state: RejudgingState) -> &'static str {
    let words = frame.words();
    match state {
        RejudgingState::Applied => words.applied,
        RejudgingState::Cancelled => words.cancelled,
        RejudgingState::Open => words.waiting,
    }
}

/// `POST /organise/{contest}/rejudge`
pub(super) async fn begin(
    State(app): State<SharedState>,
    Path(contest): Path<String>,
    frame: Frame,
    Form(form): Form<Vec<(String, String)>>,
) -> Result {
    let organiser = frame.identity.organiser()?;
    let contest = app.store.contest(&contest).await?;
    let reason = form.iter().find(|(name, _)| name == "reason").map_or("", |(_, reason)| reason.trim());
    let reason: String = reason.chars().take(200).collect();
    let is_ticked = |input: &&Input| {
        let number = input.number.to_string();
        form.iter().any(|(name, value)| name == "input" && *value == number)
    };
    let all = app.store.inputs(&contest.id).await?;
    let inputs: Vec<Input> = all.iter().filter(is_ticked).cloned().collect();
    if inputs.is_empty() {
        return Err(Error::BadRequest(Message::NoInputChosen));
    }
    let id = app.store.rejudge(&contest.id, contest.game, &inputs, &reason, &organiser.id).await?;
    Ok(Redirect::to(&format!("/organise/{}/rejudge/{id}", contest.id)).into_response())
}

/// `GET /organise/{contest}/rejudge/{id}`
pub(super) async fn preview(
    State(app): State<SharedState>,
    Path((contest, id)): Path<(String, RejudgingId)>,
    frame: Frame,
) -> Result {
    frame.identity.organiser()?;
    let contest = app.store.contest(&contest).await?;
    let all = app.store.rejudgings(&contest.id).await?;
    let rejudging =
        all.into_iter().find(|rejudging| rejudging.id == id).ok_or(Error::NotFound(Missing::Page))?;
    let revised = app.store.revised(&contest.id, id).await?;
    let inputs = app.store.inputs(&contest.id).await?;
    let teams = app.store.accounts(&contest.id).await?;
    let words = frame.words();
    let main = html! {
        (head(&frame, &contest, "organise"))
        section.wide.flow {
            h1 { (words.rejudge) " #" (id) }
            p.status {
                strong { (state_name(&frame, rejudging.state)) } " · " (when(rejudging.at)) " · "
                bdi { (rejudging.reason) }
            }
            @if revised.is_empty() {
                p.notice { (words.nothing_changes) }
            } @else {
                (changes(&frame, &contest, &revised, &inputs, &teams))
            }
            @if rejudging.state == RejudgingState::Open {
                form.row method="post" {
                    @if contest.finalized_at.is_none() {
                        button.primary name="do" value="apply" { (words.apply) }
                    }
                    button name="do" value="cancel" { (words.cancel) }
                }
            }
        }
    };
    Ok(frame.page(words.rejudge, &[], &main))
}

fn changes(
    frame: &Frame,
    contest: &Contest,
    revised: &[RevisedFile],
    inputs: &[Input],
    teams: &[Account],
) -> Markup {
    let words = frame.words();
    let names: HashMap<&str, &str> =
        teams.iter().map(|team| (team.id.as_str(), team.name.as_str())).collect();
    let answers: HashMap<i64, &str> =
        inputs.iter().map(|input| (input.number, input.answer.as_str())).collect();
    let result = |outcome: Outcome, earned: i64, score: i64| {
        html! { (outcome_mark(words, outcome)) " " (points(frame.language, earned)) " (" (number(score)) ")" }
    };
    html! {
        div.scroll tabindex="0" role="region" aria-label=(words.rejudge) { table {
            caption { (words.changes_caption) }
            thead { tr {
                th scope="col" { (words.submission) }
                th scope="col" { (words.team) }
                th scope="col" { (words.file) }
                th scope="col" { (words.before) }
                th scope="col" { (words.after) }
            } }
            tbody { @for one in revised { tr {
                th scope="row" {
                    a href={ "/c/" (contest.id) "/submissions/" (one.submission) } { "#" (one.submission) }
                }
                td { bdi { (names.get(one.team.as_str()).copied().unwrap_or_default()) } }
                td { (answers.get(&one.input).copied().unwrap_or_default()) }
                td { (result(one.old_outcome, one.old_points, one.old_score)) }
                td { (result(one.new_outcome, one.new_points, one.new_score)) }
            } } }
        } }
    }
}

/// The form that applies or cancels a rejudging.
#[derive(Debug, Deserialize)]
pub(super) struct SettleForm {
    #[serde(rename = "do")]
    verb: String,
}

/// `POST /organise/{contest}/rejudge/{id}`
pub(super) async fn settle(
    State(app): State<SharedState>,
    Path((contest, id)): Path<(String, RejudgingId)>,
    frame: Frame,
    Form(form): Form<SettleForm>,
) -> Result {
    let organiser = frame.identity.organiser()?;
    let apply = match form.verb.as_str() {
        "apply" => true,
        "cancel" => false,
        _ => return Err(Error::NotFound(Missing::Page)),
    };
    app.store.settle(&contest, id, apply, &organiser.id).await?;
    Ok(Redirect::to(&format!("/organise/{contest}/rejudge/{id}")).into_response())
}
