//! `/organise/{contest}/log`: the events of a contest, newest first.

use std::collections::HashMap;

use axum::extract::{Path, Query, State};
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::Value;

use crate::app::SharedState;
use crate::contest::{AccountId, EventKind};
use crate::csv;
use crate::error::Result;
use crate::i18n::Words;
use crate::store::Event;
use crate::time::iso;
use crate::web::contest::head;
use crate::web::download;
use crate::web::frame::Frame;
use crate::web::parts::when;

/// Events per page.
const PAGE_SIZE: i64 = 200;

/// The query: events before a number.
#[derive(Debug, Deserialize)]
pub(super) struct LogQuery {
    before: Option<i64>,
}

/// `GET /organise/{contest}/log`
pub(super) async fn show(
    State(app): State<SharedState>,
    Path(contest): Path<String>,
    Query(query): Query<LogQuery>,
    frame: Frame,
) -> Result {
    frame.identity.organiser()?;
    let contest = app.store.contest(&contest).await?;
    let last = app.store.revision(&contest.id).await?;
    let last = query.before.map_or(last, |before| before.saturating_sub(1).clamp(0, last));
    let first = (last - PAGE_SIZE).max(0);
    let mut events = app.store.events(&contest.id, first, last - first).await?;
    events.reverse();
    let names = names(&app, &contest.id).await?;
    let words = frame.words();
    let main = html! {
        (head(&frame, &contest, "organise"))
        section.wide.flow {
            h1 { (words.log) }
            (table(&frame, &events, &names))
            @if first > 0 { p { a href={ "?before=" (first + 1) } { (words.earlier) } } }
        }
    };
    Ok(frame.page(words.log, &[], &main))
}

/// Events read at once for the file.
const BATCH: i64 = 1_000;

/// `GET /organise/{contest}/log.csv`: every change of a contest.
pub(super) async fn csv(State(app): State<SharedState>, Path(contest): Path<String>, frame: Frame) -> Result {
    frame.identity.organiser()?;
    let contest = app.store.contest(&contest).await?;
    let names = names(&app, &contest.id).await?;
    let name = |id: &str| names.get(id).cloned().unwrap_or_else(|| id.to_owned());
    let mut text = csv::line(["number", "time", "by", "kind", "subject", "detail"]);
    let mut after = 0;
    loop {
        let events = app.store.events(&contest.id, after, BATCH).await?;
        let Some(last) = events.last() else { break };
        after = last.number;
        for event in &events {
            text += &csv::line([
                &*event.number.to_string(),
                &iso(event.at),
                &name(&event.who),
                event.kind.name(),
                &name(&event.subject),
                &event.detail().to_string(),
            ]);
        }
    }
    Ok(download(&format!("{}-log.csv", contest.id), "text/csv; charset=utf-8", text.into_bytes()))
}

/// The names of accounts by their ids.
pub(super) async fn names(app: &SharedState, contest: &str) -> Result<HashMap<AccountId, String>> {
    let mut accounts = app.store.accounts("").await?;
    if !contest.is_empty() {
        accounts.extend(app.store.accounts(contest).await?);
    }
    Ok(accounts.into_iter().map(|account| (account.id, account.name)).collect())
}

/// Events as a table.
pub(super) fn table(frame: &Frame, events: &[Event], names: &HashMap<AccountId, String>) -> Markup {
    let words = frame.words();
    let name = |id: &str| match id {
        "server" => words.by_server.to_owned(),
        "command line" => words.by_command.to_owned(),
        id => names.get(id).cloned().unwrap_or_else(|| id.to_owned()),
    };
    html! {
        div.scroll tabindex="0" role="region" aria-label=(words.log) { table.log {
            caption.hidden { (words.log) }
            thead { tr {
                th.number scope="col" { "#" }
                th scope="col" { (words.time) }
                th scope="col" { (words.who) }
                th scope="col" { (words.what) }
                th scope="col" { (words.detail) }
            } }
            tbody { @for event in events { tr {
                td.number { (event.number) }
                td { (when(event.at)) }
                td { bdi { (name(&event.who)) } }
                td { (kind_name(words, event.kind)) " " bdi.soft { (name(&event.subject)) } }
                td.soft { (detail(words, &event.detail())) }
            } } }
        } }
    }
}

/// The text for a kind of event.
const fn kind_name(words: &Words, kind: EventKind) -> &'static str {
    match kind {
        EventKind::Contest => words.did_contest,
        EventKind::Organiser => words.did_organiser,
        EventKind::Team => words.did_team,
        EventKind::TeamEdited => words.did_edit_team,
        EventKind::Token => words.did_token,
        EventKind::Password => words.did_password,
        EventKind::AccountDisabled => words.did_disable,
        EventKind::AccountEnabled => words.did_enable,
        EventKind::Invitation => words.did_invite,
        EventKind::InvitationRevoked => words.did_revoke,
        EventKind::Submission => words.did_submit,
        EventKind::SubmissionIgnored => words.did_ignore,
        EventKind::SubmissionRestored => words.did_restore,
        EventKind::Rejudging => words.did_rejudge,
        EventKind::RejudgingApplied => words.did_apply,
        EventKind::Clarification => words.did_clarify,
        EventKind::RejudgingCancelled => words.did_cancel,
        EventKind::Start => words.did_start,
        EventKind::End => words.did_end,
        EventKind::Freeze => words.did_freeze,
        EventKind::EndCleared => words.did_take_back_end,
        EventKind::FreezeCleared => words.did_take_back_freeze,
        EventKind::Settings => words.did_settings,
        EventKind::ContestDeleted => words.did_delete,
        EventKind::Feedback => words.did_feedback,
        EventKind::Thaw => words.did_thaw,
        EventKind::Finalize => words.did_finalize,
    }
}

/// The text for a field of an event; an unknown field is shown as it is.
fn field_name<'a>(words: &'a Words, name: &'a str) -> &'a str {
    match name {
        "at" => words.field_at,
        "feedback" => words.field_feedback,
        "files" => words.field_files,
        "frozen_at" => words.field_frozen_at,
        "extra_minutes" => words.field_extra,
        "upload_mebibytes" => words.field_upload_limit,
        "team_mebibytes" => words.field_team_limit,
        "contest_mebibytes" => words.field_contest_limit,
        "game" => words.field_game,
        "group" => words.field_group,
        "school" => words.field_school,
        "hidden" => words.field_hidden,
        "open" => words.field_open,
        "submissions" => words.field_submissions,
        "inputs" => words.field_inputs,
        "login" => words.field_login,
        "name" => words.field_name,
        "origin" => words.field_origin,
        "reason" => words.field_reason,
        "title" => words.field_title,
        "uses" => words.field_uses,
        other => other,
    }
}

fn detail(words: &Words, detail: &Value) -> Markup {
    let fields = detail.as_object().into_iter().flatten();
    let filled = fields.filter(|(_, value)| value.as_str() != Some(""));
    html! {
        @for (place, (name, value)) in filled.enumerate() {
            @if place > 0 { " · " }
            (field_name(words, name)) " "
            @match (name.as_str(), value) {
                ("at" | "frozen_at", Value::Number(at)) => (when(at.as_i64().unwrap_or_default())),
                (_, Value::Null) => "–",
                (_, Value::Bool(true)) => (words.yes),
                (_, Value::Bool(false)) => (words.no),
                (_, Value::String(text)) => bdi { (text) },
                (_, value) => (value),
            }
        }
    }
}
