//! One submission: the judging of each file.

use axum::extract::{Path, State};
use maud::{Markup, html};

use crate::app::SharedState;
use crate::auth::Identity;
use crate::board::{Cell, View};
use crate::contest::{Game, Input, SubmissionId};
use crate::error::{Error, Result};
use crate::i18n::{Localized, Missing, Words, fill};
use crate::intake::almost_answered;
use crate::judging::Outcome;
use crate::store::{Contest, FileRow, Notes, Submission};
use crate::visibility::Viewer;
use crate::web::contest::head;
use crate::web::frame::Frame;
use crate::web::parts::{clock, number, of_bound, outcome_mark, points, share, when_exactly};
use crate::web::{TEXT, download};

/// The data of the page of a submission.
struct Feedback<'a> {
    frame: &'a Frame,
    viewer: &'a Viewer,
    contest: &'a Contest,
    submission: &'a Submission,
    inputs: &'a [Input],
    files: &'a [FileRow],
    /// The best score for each input that this visitor may see.
    best: &'a [i64],
}

/// `GET /c/{contest}/submissions/{id}`
pub(in crate::web) async fn show(
    State(app): State<SharedState>,
    Path((contest, id)): Path<(String, SubmissionId)>,
    frame: Frame,
) -> Result {
    let contest = app.store.contest(&contest).await?;
    let submission = app.store.submission(&contest.id, id).await?;
    let viewer = Viewer::of(&contest, &frame.identity);
    viewer.check_submission(&submission)?;
    let team = app.store.account(&submission.team).await?;
    let inputs = app.store.inputs(&contest.id).await?;
    let files = app.store.files(id).await?;
    let best = app.boards.visible_best(&app.store, &contest, &frame.identity).await?;
    let all = app.boards.get(&app.store, &contest, View::Organiser).await?;
    let row = all.board.rows.iter().find(|row| row.team == submission.team);
    let feedback = Feedback {
        frame: &frame,
        viewer: &viewer,
        contest: &contest,
        submission: &submission,
        inputs: &inputs,
        files: &files,
        best: &best,
    };
    let words = frame.words();
    let title = format!("{} #{id}", words.submission);
    let is_own = frame.identity.is_organiser() || frame.identity.is_team(&submission.team);
    let passed_over = match is_own {
        true => Some(app.store.notes(id).await?),
        false => None,
    };
    let archives = match is_own {
        true => app.store.archives(id).await?,
        false => Vec::new(),
    };
    let main = html! {
        (head(&frame, &contest, ""))
        section.wide.flow {
            h1 { (title) }
            p.status {
                strong { bdi { (team.name) } } " · " (when_exactly(submission.at)) " · " (clock(submission.at - contest.starts_at)) " · "
                bdi { (submission.label) } " (" (submission.origin) ")"
            }
            @if submission.ignored { p.notice.bad { (words.is_ignored) } }
            @if let Some(passed_over) = &passed_over { (notes(words, passed_over, &inputs, archives.is_empty())) }
            @if !archives.is_empty() && frame.identity.is_organiser() {
                p { a.button href={ "/organise/" (contest.id) "/submissions/" (id) "/code" } { (words.read_code) } }
            }
            (feedback.table())
            @if let Some(row) = row { (feedback.carried(&row.cells)) }
        }
    };
    Ok(frame.page(&title, &[], &main))
}

/// What was passed over in a submission. Without an archive nothing of it is kept.
fn notes(words: &Words, notes: &Notes, inputs: &[Input], is_loose: bool) -> Markup {
    let named = notes.names.len() + notes.invalid_names.len();
    let more = notes.passed_over.saturating_sub(named as u64);
    html! {
        @if !notes.names.is_empty() {
            p.notice {
                (words.left_aside)
                @for name in &notes.names {
                    " " code { (name) }
                    @if let Some(input) = almost_answered(inputs, name) {
                        " (" (fill(words.expected_name, &[&input.answer])) ")"
                    }
                }
                @if more > 0 { " " (fill(words.and_more, &[&more.to_string()])) }
                @if is_loose { " " (words.code_not_kept) }
            }
        }
        @if !notes.invalid_names.is_empty() {
            p.notice {
                (words.invalid_names)
                @for name in &notes.invalid_names { " " code { (name) } }
            }
        }
        @if !notes.duplicates.is_empty() {
            div.notice {
                p { (words.duplicates) }
                ul {
                    @for (used, unused) in &notes.duplicates {
                        li {
                            code { (used) } ", " (words.duplicate_unused) " " code { (unused) }
                            " (" (why_used(words, used, unused)) ")"
                        }
                    }
                }
            }
        }
    }
}

/// Why one of two outputs for the same input counts and not the other.
fn why_used(words: &Words, used: &str, unused: &str) -> &'static str {
    let depth = |name: &str| name.matches('/').count();
    let base = |name: &str| name.rsplit('/').next().map(str::to_owned);
    if base(used) != base(unused) {
        words.used_by_its_name
    } else if depth(used) != depth(unused) {
        words.used_nearer
    } else if used == unused {
        words.used_earlier
    } else {
        words.used_first
    }
}

impl Feedback<'_> {
    fn table(&self) -> Markup {
        let words = self.frame.words();
        html! {
            div.scroll tabindex="0" role="region" aria-label=(words.files) {
                // With roles: on a phone the rows are blocks, and browsers then forget that they are rows.
                table.feedback role="table" {
                    caption.hidden { (words.feedback_caption) }
                    thead role="rowgroup" { tr role="row" {
                        th scope="col" role="columnheader" { (words.file) }
                        th scope="col" role="columnheader" { (words.outcome) }
                        th.number scope="col" role="columnheader" { (words.points) }
                        th.number scope="col" role="columnheader" { (words.score) }
                        th scope="col" role="columnheader" { (words.detail) }
                        th scope="col" role="columnheader" { (words.look) }
                    } }
                    tbody role="rowgroup" { @for file in self.files {
                        @if let Some((place, input)) = self.input(file.input) { (self.row(file, place, input)) }
                    } }
                }
            }
        }
    }

    fn input(&self, number: i64) -> Option<(usize, &Input)> {
        self.inputs.iter().enumerate().find(|(_, input)| input.number == number)
    }

    fn row(&self, file: &FileRow, place: usize, input: &Input) -> Markup {
        let words = self.frame.words();
        let language = self.frame.language;
        let game = self.contest.game;
        let best = self.best.get(place).copied().unwrap_or_default();
        let earned = game.worth(input.question, file.points, file.score, best);
        let base = format!("/c/{}/submissions/{}", self.contest.id, self.submission.id);
        html! {
            tr role="row" {
                th scope="row" role="rowheader" { (input.answer) }
                td role="cell" { (outcome_mark(words, file.outcome)) }
                td.number role="cell" data-label=(words.points) { (points(language, earned)) }
                td.number role="cell" data-label=(words.score) {
                    @if file.score > 0 || file.outcome == Outcome::Played { (number(file.score)) }
                    @if file.score > 0 && input.bound > 0 {
                        br; span.soft { (share(language, file.score, input.bound)) " " (of_bound(words, game)) }
                    }
                }
                td.finding role="cell" { (self.viewer.shown(file.outcome, &file.finding).text(language)) }
                td.links role="cell" {
                    @if is_game(game, input) && self.viewer.sees_game(input, file.outcome) { a href={ (base) "/replay/" (input.answer) } { (words.replay) } }
                    a href={ (base) "/files/" (input.answer) } download { (words.download) }
                }
            }
        }
    }

    /// The inputs that this submission does not answer, and the submissions that its team's results come from.
    fn carried(&self, cells: &[Cell]) -> Markup {
        let words = self.frame.words();
        let own = self.frame.identity.is_organiser() || self.frame.identity.is_team(&self.submission.team);
        let carried: Vec<(&Input, SubmissionId)> = self
            .inputs
            .iter()
            .zip(cells)
            .filter(|(input, _)| self.files.iter().all(|file| file.input != input.number))
            .filter_map(|(input, cell)| cell.submission.map(|submission| (input, submission)))
            .collect();
        html! {
            @if own && !carried.is_empty() {
                section {
                    h2 { (words.carried) }
                    p { (words.best_counts) }
                    ul.inline {
                        @for (input, submission) in carried {
                            li {
                                (input.answer) " "
                                a href={ "/c/" (self.contest.id) "/submissions/" (submission) } {
                                    "#" (submission)
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Whether an answer can be replayed: answers to the demon's first three questions are not games.
const fn is_game(game: Game, input: &Input) -> bool {
    matches!(game, Game::Well) || input.question >= 4
}

/// `GET /c/{contest}/submissions/{id}/files/{answer}`
pub(in crate::web) async fn file(
    State(app): State<SharedState>,
    Path((contest, id, answer)): Path<(String, SubmissionId, String)>,
    identity: Identity,
) -> Result {
    let contest = app.store.contest(&contest).await?;
    let submission = app.store.submission(&contest.id, id).await?;
    Viewer::of(&contest, &identity).check_submission(&submission)?;
    let inputs = app.store.inputs(&contest.id).await?;
    let input = inputs.iter().find(|input| input.answer == answer).ok_or(Error::NotFound(Missing::File))?;
    Ok(download(&input.answer, TEXT, app.store.content(id, input).await?))
}
