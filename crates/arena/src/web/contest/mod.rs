//! `/c/{contest}`: the statement, the inputs, the upload form, and the results of the signed-in team.

mod inputs;
mod results;

pub(super) use inputs::{archive, input, own_best};

use axum::extract::{Path, Query, State};
use laplace_archive::Bytes;
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;

use self::results::{OwnResult, results};
use super::frame::Frame;
use super::home::{game_name, timing};
use super::parts::{mebibytes, number, phase_mark, points, refusal, share, when};
use super::team::standing;
use crate::app::SharedState;
use crate::auth::Secret;
use crate::board::View;
use crate::contest::{Input, Phase, SubmissionLimits};
use crate::error::{Error, Result};
use crate::i18n::{Message, fill, sentence};
use crate::statements::{StatementLanguage, statement};
use crate::store::{Contest, now};
use crate::visibility::Viewer;

/// The query: the language of the statement.
#[derive(Debug, Deserialize)]
pub(super) struct ContestQuery {
    statement: Option<String>,
}

/// `GET /c/{contest}`
pub(super) async fn show(
    State(app): State<SharedState>,
    Path(id): Path<String>,
    Query(query): Query<ContestQuery>,
    frame: Frame,
) -> Result {
    let contest = app.store.contest(&id).await?;
    let statement_language = query.statement.as_deref().and_then(StatementLanguage::by_code);
    page(&app, &frame, &contest, statement_language, None).await
}

/// The page, with the statement in the language of the page unless another one was chosen, and with the error of a refused
/// upload.
pub(super) async fn page(
    app: &SharedState,
    frame: &Frame,
    contest: &Contest,
    statement_language: Option<StatementLanguage>,
    error: Option<&Error>,
) -> Result {
    let words = frame.words();
    let inputs = Viewer::of(contest, &frame.identity).problems(app).await?;
    let stored = match frame.identity.team_of(contest) {
        Ok(team) => app.store.stored_bytes(&contest.id).await?.get(&team.id).copied().unwrap_or(0),
        Err(_) => 0,
    };
    let limits = app.settings.limits_of(contest);
    let mine = match frame.identity.team_of(contest) {
        Ok(_) if !inputs.is_empty() => Some(results(app, contest, &frame.identity).await?),
        _ => None,
    };
    let standing = own_standing(app, frame, contest).await?;
    let statement_language = statement_language.unwrap_or_else(|| StatementLanguage::of(frame.language));
    let main = html! {
        (head(frame, contest, "contest"))
        section.wide.flow {
            (refusal(frame.language, error))
            @if let Some(standing) = &standing { (standing) }
            (upload_form(frame, contest, &inputs, limits, stored))
            @if inputs.is_empty() {
                p.notice { (words.inputs_secret) }
            } @else {
                (table(frame, contest, &inputs, mine.as_deref()))
            }
            (task(frame, contest, statement_language))
        }
    };
    Ok(frame.page(&contest.title, &[], &main))
}

/// The rank of the signed-in team as everybody sees it, its page and its best files.
async fn own_standing(app: &SharedState, frame: &Frame, contest: &Contest) -> Result<Option<Markup>> {
    let Ok(team) = frame.identity.team_of(contest) else { return Ok(None) };
    let shown = app.boards.get(&app.store, contest, View::Public).await?;
    let Some(row) = shown.board.rows.iter().find(|row| row.team == team.id) else { return Ok(None) };
    let all = app.boards.get(&app.store, contest, View::Organiser).await?;
    let own = all.board.rows.iter().find(|row| row.team == team.id);
    let has_files = own.is_some_and(|row| row.cells.iter().any(|cell| cell.submission.is_some()));
    let words = frame.words();
    Ok(Some(html! {
        div.head {
            p.lead {
                a href={ "/c/" (contest.id) "/teams/" (row.team.as_str()) } { (standing(frame, &shown.board, row)) }
                @if shown.board.hidden_from.is_some() { " " span.mark.hides { (words.frozen) } }
            }
            @if has_files { a.button href={ "/c/" (contest.id) "/best.zip" } download { (words.best_zip) } }
        }
    }))
}

/// The head of every page of a contest: its name, its phase, and its other pages.
pub(super) fn head(frame: &Frame, contest: &Contest, current: &str) -> Markup {
    let words = frame.words();
    let here = |name: &str| (name == current).then_some("page");
    let extra = frame.identity.team_of(contest).map_or(0, |team| team.extra);
    let own = contest.for_team(extra);
    let phase = own.phase(now());
    let may_list =
        frame.identity.is_organiser() || frame.identity.team_of(contest).is_ok() || phase.is_over();
    html! {
        header.contest.wide data-contest=(contest.id) data-live=[frame.identity.account().map(|_| format!("/c/{}/board/live", contest.id))] {
            p.kicker { (game_name(words, contest.game)) }
            @if current == "contest" { h1.title { bdi { (contest.title) } } }
            @else { p.title { bdi { (contest.title) } } }
            p.status {
                (phase_mark(words, phase)) " " (timing(words, &own))
                @if extra > 0 && contest.ends_at.is_some() {
                    span.mark.phase-before { (fill(words.extra_time, &[&(extra / 60_000).to_string()])) }
                }
                // Else a visitor would look for the answers at the end.
                @if let Some(end) = contest.ends_at && phase.is_over() && !contest.answers_are_public(now()) {
                    span.soft { (words.answers_secret_until) " " (when(end.saturating_add(contest.max_extra))) }
                }
            }
            nav.tabs aria-label=(contest.title) {
                a href={ "/c/" (contest.id) } aria-current=[here("contest")] { (words.contest) }
                a href={ "/c/" (contest.id) "/board" } aria-current=[here("board")] { (words.board) }
                a href={ "/c/" (contest.id) "/clarifications" } aria-current=[here("clarifications")] {
                    (words.clarifications)
                }
                @if may_list {
                    a href={ "/c/" (contest.id) "/submissions" } aria-current=[here("submissions")] {
                        (words.submissions)
                    }
                }
                @if frame.identity.is_organiser() {
                    a href={ "/organise/" (contest.id) } aria-current=[here("organise")] { (words.organise) }
                }
            }
            @if frame.identity.account().is_some() && current != "clarifications" {
                p.notice.good role="status" data-messages {}
                template {
                    (words.new_message) " " a href={ "/c/" (contest.id) "/clarifications" } { (words.read_it) }
                }
            }
        }
    }
}

/// The upload form, or a link to sign in. `stored` is the number of bytes that the team has stored.
fn upload_form(
    frame: &Frame,
    contest: &Contest,
    inputs: &[Input],
    limits: SubmissionLimits,
    stored: i64,
) -> Markup {
    let words = frame.words();
    let example = inputs.first().map_or("", |input| input.answer.as_str());
    let next = format!("/login?next=/c/{}", contest.id);
    let max = Bytes(limits.upload.max(0).cast_unsigned());
    let too_large = sentence(frame.language, &Message::LargerThan { max });
    html! {
        @let extra = frame.identity.team_of(contest).map(|team| team.extra);
        @if extra.is_ok_and(|extra| contest.for_team(extra).phase(now()) == Phase::Running) {
            section.card aria-labelledby="hand-in" {
                h2 #hand-in { (words.hand_in) }
                form.upload method="post" enctype="multipart/form-data"
                    action={ "/c/" (contest.id) "/submit?key=" (Secret::short()) }
                    data-max=(limits.upload) data-too-large=(too_large)
                    data-sending=(words.sending) data-failed=(words.sending_failed) {
                    label.drop {
                        span { (words.choose_files) }
                        input type="file" name="files" multiple required;
                    }
                    p.soft { (fill(words.file_names, &[example, &(limits.upload >> 20).to_string()])) }
                    @let shown = [stored, limits.team].map(|bytes| mebibytes(frame.language, bytes));
                    p.soft { (fill(words.stored_bytes, &[&shown[0], &shown[1]])) }
                    p.notice.bad role="alert" data-refused {}
                    button.primary { (words.hand_in) }
                }
            }
        } @else if frame.identity.account().is_none() && !contest.phase(now()).is_over() {
            p.notice {
                (words.take_part) " "
                a href=(next) { (words.sign_in) }
                @if contest.open {
                    " · " a href={ "/c/" (contest.id) "/register" } { (words.register) }
                }
            }
        }
    }
}

fn table(frame: &Frame, contest: &Contest, inputs: &[Input], mine: Option<&[OwnResult]>) -> Markup {
    let words = frame.words();
    html! {
        section aria-labelledby="inputs" {
            div.head {
                h2 #inputs { (words.inputs) }
                a.button href={ "/c/" (contest.id) "/inputs.zip" } download { (words.all_as_zip) }
            }
            div.scroll tabindex="0" role="region" aria-labelledby="inputs" {
                table.inputs {
                    caption.hidden { (words.inputs_caption) }
                    thead { tr {
                        th scope="col" { (words.input) }
                        th scope="col" { (words.your_file) }
                        @if mine.is_some() {
                            th.number scope="col" { (words.points) }
                            th.number scope="col" { (words.score) }
                            th scope="col" { (words.from) }
                        }
                    } }
                    tbody {
                        @for (place, input) in inputs.iter().enumerate() {
                            (row(frame, contest, input, mine.map(|mine| mine.get(place))))
                        }
                    }
                }
            }
            @if mine.is_some() { p.soft { (words.best_counts) } }
        }
    }
}

fn row(frame: &Frame, contest: &Contest, input: &Input, mine: Option<Option<&OwnResult>>) -> Markup {
    let language = frame.language;
    let words = frame.words();
    html! {
        tr {
            th scope="row" {
                a href={ "/c/" (contest.id) "/inputs/" (input.name) } download { (input.name) }
            }
            td { code { (input.answer) } }
            @if let Some(mine) = mine {
                td.number { @if let Some(mine) = mine { @if mine.tries > 0 {
                    (points(language, mine.points))
                } } }
                td.number { @if let Some(mine) = mine { @if mine.score > 0 {
                    (number(mine.score))
                    @if input.bound > 0 {
                        " " span.soft { (share(language, mine.score, input.bound)) }
                    }
                } } }
                td { @if let Some(submission) = mine.and_then(|mine| mine.submission) {
                    a href={ "/c/" (contest.id) "/submissions/" (submission) } { "#" (submission) }
                } @else if let Some(mine) = mine && mine.tries > 0 {
                    a href={ "/c/" (contest.id) "/submissions" } {
                        (fill(if mine.tries == 1 { words.one_try } else { words.tries }, &[&mine.tries.to_string()]))
                    }
                } @else { span.soft { "–" } } }
            }
        }
    }
}

fn task(frame: &Frame, contest: &Contest, statement_language: StatementLanguage) -> Markup {
    html! {
        section.statement aria-labelledby="statement" {
            div.head {
                h2 #statement { (frame.words().statement) }
                nav.tongues aria-label=(frame.words().language) {
                    @for other in StatementLanguage::ALL {
                        a href={ "/c/" (contest.id) "?statement=" (other.code()) "#statement" }
                            lang=(other.code()) hreflang=(other.code())
                            aria-current=[(other == statement_language).then_some("true")] { (other.name()) }
                    }
                }
            }
            div lang=(statement_language.code()) { (PreEscaped(statement(contest.game, statement_language))) }
        }
    }
}
