//! The list of submissions.

use std::collections::HashMap;

use axum::extract::{Path, Query, State};
use maud::{Markup, html};
use serde::Deserialize;

use crate::app::SharedState;
use crate::contest::SubmissionId;
use crate::error::{Error, Result};
use crate::store::{Account, Contest, Submission, now};
use crate::visibility::Viewer;
use crate::web::contest::head;
use crate::web::frame::Frame;
use crate::web::parts::{clock, number, points, when_exactly};

/// Submissions per page.
const PAGE_SIZE: usize = 100;

/// The query: one team, and submissions before an id.
#[derive(Debug, Deserialize)]
pub(in crate::web) struct ListQuery {
    team: Option<String>,
    before: Option<i64>,
}

/// `GET /c/{contest}/submissions`
pub(in crate::web) async fn list(
    State(app): State<SharedState>,
    Path(contest): Path<String>,
    Query(query): Query<ListQuery>,
    frame: Frame,
) -> Result {
    let contest = app.store.contest(&contest).await?;
    let team = listed_team(&frame, &contest, query.team.as_deref())?;
    let viewer = Viewer::of(&contest, &frame.identity);
    let mut teams = app.store.accounts(&contest.id).await?;
    teams.retain(|team| viewer.sees_team(team.state));
    let mut submissions = app.store.submissions(&contest.id, team.as_deref()).await?;
    submissions.retain(|submission| {
        viewer.check_submission(submission).is_ok()
            && query.before.is_none_or(|before| submission.id.0 < before)
    });
    let more = submissions.len() > PAGE_SIZE;
    submissions.truncate(PAGE_SIZE);
    let earned = earned(&app, &viewer).await?;
    let words = frame.words();
    let main = html! {
        (head(&frame, &contest, "submissions"))
        section.wide.flow {
            h1 { (words.submissions) }
            @if frame.identity.team_of(&contest).is_err() { (filter(&frame, &teams, team.as_deref())) }
            @if submissions.is_empty() {
                p.lead { (words.no_submissions) }
            } @else {
                (table(&frame, &contest, &teams, &submissions, &earned))
            }
            @if more {
                @let last = submissions.last().map_or(0, |submission| submission.id.0);
                p { a href={ "?before=" (last) @if let Some(team) = &team { "&team=" (team) } } {
                    (words.earlier)
                } }
            }
        }
    };
    Ok(frame.page(words.submissions, &[], &main))
}

/// The team whose submissions are listed (`None`: all), if this visitor may see them.
fn listed_team(frame: &Frame, contest: &Contest, requested: Option<&str>) -> Result<Option<String>> {
    let requested = requested.filter(|team| !team.is_empty()).map(str::to_owned);
    match frame.identity.team_of(contest) {
        _ if frame.identity.is_organiser() => Ok(requested),
        Ok(team) => Ok(Some(requested.unwrap_or_else(|| team.id.to_string()))),
        Err(_) if contest.phase(now()).is_over() => Ok(requested),
        Err(Error::SignIn) => Err(Error::SignIn),
        Err(error) => Err(error),
    }
}

fn filter(frame: &Frame, teams: &[Account], chosen: Option<&str>) -> Markup {
    let words = frame.words();
    html! {
        form.row method="get" {
            label.field {
                span { (words.team) }
                select name="team" {
                    option value="" { (words.all_teams) }
                    @for team in teams {
                        option value=(team.id) selected[Some(team.id.as_str()) == chosen] { (team.name) }
                    }
                }
            }
            button { (words.show) }
        }
    }
}

/// What the files of a submission are worth now.
#[derive(Clone, Copy, Debug, Default)]
struct Earned {
    files: i64,
    points: i64,
}

/// What each submission that counts has earned, measured by the best scores that the viewer may see.
async fn earned(app: &SharedState, viewer: &Viewer) -> Result<HashMap<SubmissionId, Earned>> {
    let contest = &viewer.contest;
    let inputs = app.store.inputs(&contest.id).await?;
    let best = viewer.best(app).await?;
    let mut earned: HashMap<SubmissionId, Earned> = HashMap::new();
    for entry in app.store.entries(&contest.id).await? {
        let found = inputs.iter().zip(&best).find(|(input, _)| input.number == entry.input);
        let Some((input, best)) = found else { continue };
        let of_it = earned.entry(entry.submission).or_default();
        of_it.files += 1;
        of_it.points += contest.game.worth(input.question, entry.points, entry.score, *best);
    }
    Ok(earned)
}

fn table(
    frame: &Frame,
    contest: &Contest,
    teams: &[Account],
    submissions: &[Submission],
    earned: &HashMap<SubmissionId, Earned>,
) -> Markup {
    let words = frame.words();
    let names: HashMap<&str, &str> =
        teams.iter().map(|team| (team.id.as_str(), team.name.as_str())).collect();
    html! {
        div.scroll tabindex="0" role="region" aria-label=(words.submissions) {
            table {
                caption.hidden { (words.submissions) }
                thead { tr {
                    th scope="col" { (words.submission) }
                    th scope="col" { (words.time) }
                    th.number scope="col" { (words.contest_time) }
                    th scope="col" { (words.team) }
                    th scope="col" { (words.file) }
                    th.number scope="col" { (words.files) }
                    th.number scope="col" { (words.points) }
                    th scope="col" { (words.state) }
                } }
                tbody { @for submission in submissions {
                    tr {
                        th scope="row" {
                            a href={ "/c/" (contest.id) "/submissions/" (submission.id) } { "#" (submission.id) }
                        }
                        td { (when_exactly(submission.at)) }
                        td.number { (clock(submission.at - contest.starts_at)) }
                        td { bdi { (names.get(submission.team.as_str()).copied().unwrap_or_default()) } }
                        td { bdi { (submission.label) } " " span.soft { (submission.origin) } }
                        // A submission that was excluded has none.
                        @let of_it = earned.get(&submission.id);
                        td.number { @if let Some(of_it) = of_it { (number(of_it.files)) } }
                        td.number { @if let Some(of_it) = of_it { (points(frame.language, of_it.points)) } }
                        td { (state(frame, contest, submission)) }
                    }
                } }
            }
        }
    }
}

/// Whether it counts, and for organisers a button that changes that.
fn state(frame: &Frame, contest: &Contest, submission: &Submission) -> Markup {
    let words = frame.words();
    let ignored = submission.ignored;
    let (verb, name) = if ignored { ("restore", words.restore) } else { ("ignore", words.ignore) };
    html! {
        @if ignored { span.mark.outcome-wrong { (words.ignored) } } @else { (words.counts) }
        @if frame.identity.is_organiser() {
            " "
            form.here method="post" action={ "/organise/" (contest.id) "/submissions/" (submission.id) "/" (verb) } {
                button.small { (name) }
            }
        }
    }
}
