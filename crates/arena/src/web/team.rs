//! `/c/{contest}/teams/{team}`: what everybody may see of a team: its results, and how they came about.
//!
//! Everything comes from the board of the visitor, which the freeze and the rules of visibility have gone through. A
//! team's own results after the freeze are on the page of the contest, for itself only.

use std::fmt::Write;

use axum::extract::{Path, State};
use laplace_contest::history::{Step, history};
use maud::{Markup, PreEscaped, html};

use super::contest::head;
use super::frame::Frame;
use super::parts::{clock, number, points, when};
use crate::app::SharedState;
use crate::board::{Board, Row};
use crate::error::{Error, Result};
use crate::i18n::{Missing, fill};
use crate::store::Contest;
use crate::visibility::Viewer;

/// The latest steps that the table under the plots has.
const MAX_STEPS: usize = 200;

/// `GET /c/{contest}/teams/{team}`
pub(super) async fn show(
    State(app): State<SharedState>,
    Path((contest, team)): Path<(String, String)>,
    frame: Frame,
) -> Result {
    let contest = app.store.contest(&contest).await?;
    let viewer = Viewer::of(&contest, &frame.identity);
    let shown = app.boards.get(&app.store, &contest, viewer.view()).await?;
    let board = &shown.board;
    let row = board.rows.iter().find(|row| row.team.as_str() == team);
    let row = row.ok_or(Error::NotFound(Missing::Team))?;
    // The same for every visitor of this board: drawn once for each change.
    let name = format!("team/{}/{}", row.team.as_str(), frame.language.code());
    let plots = match shown.cached(&name) {
        Some(plots) => plots,
        None => {
            let inputs = app.store.inputs(&contest.id).await?;
            let entries = app.store.entries(&contest.id).await?;
            let steps = |of: &Row| history(contest.game, &inputs, board, &entries, &of.team);
            let leader = board.rows.first().filter(|leader| leader.team != row.team);
            let plots = Plots {
                frame: &frame,
                contest: &contest,
                board,
                own: steps(row),
                leader: leader.map(|leader| (leader, steps(leader))),
            };
            shown.render_once(&name, |_| plots.markup(row).into_string().into_bytes())
        }
    };
    let words = frame.words();
    let main = html! {
        (head(&frame, &contest, ""))
        section.wide.flow {
            h1 { bdi { (row.name) } }
            @if !row.school.is_empty() { p { bdi { (row.school) } } }
            p.lead { (standing(&frame, board, row)) }
            @if let Some(from) = board.hidden_from {
                p.notice.frozen { strong { (words.frozen) } " " (words.frozen_since) " " (when(from)) ". " (words.frozen_hides) }
            }
            (PreEscaped(String::from_utf8_lossy(&plots)))
            @if viewer.sees_problems() { (results(&frame, &contest, board, row)) }
        }
    };
    Ok(frame.page(&format!("{} – {}", row.name, contest.title), &[], &main))
}

/// `Rank 2 of 14, 512.5 points`.
pub(super) fn standing(frame: &Frame, board: &Board, row: &Row) -> String {
    let teams = number(i64::try_from(board.rows.len()).unwrap_or(i64::MAX));
    fill(frame.words().rank_of, &[&row.rank.to_string(), &teams, &points(frame.language, row.points)])
}

fn results(frame: &Frame, contest: &Contest, board: &Board, row: &Row) -> Markup {
    let words = frame.words();
    html! {
        section aria-labelledby="results" {
            h2 #results { (words.inputs) }
            div.scroll tabindex="0" role="region" aria-labelledby="results" {
                table {
                    caption.hidden { (words.inputs) }
                    thead { tr {
                        th scope="col" { (words.input) }
                        th.number scope="col" { (words.points) }
                        th.number scope="col" { (words.score) }
                        th.number scope="col" { (words.contest_time) }
                    } }
                    tbody {
                        @for (column, cell) in board.inputs.iter().zip(&row.cells) {
                            tr {
                                th scope="row" { (column.name) }
                                td.number {
                                    @if cell.judged == 0 { span.soft { "–" } } @else { (points(frame.language, cell.points)) }
                                    @if cell.leads { " " abbr.star title=(words.leads) { "★" } }
                                    @if cell.hidden > 0 {
                                        " " abbr.mark.hides title=(words.hidden_answers) { "+" (cell.hidden) }
                                    }
                                }
                                td.number { @if cell.score > 0 { (number(cell.score)) } }
                                td.number.soft { @if let Some(at) = cell.at { (clock(at - contest.starts_at)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The two plots of a team, and their numbers as a table.
struct Plots<'a> {
    frame: &'a Frame,
    contest: &'a Contest,
    board: &'a Board,
    own: Vec<Step>,
    /// The first team of the board, if it is another one.
    leader: Option<(&'a Row, Vec<Step>)>,
}

/// The size of a plot, and the place of its axes, in its own units.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 200.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 26.0;

impl Plots<'_> {
    fn markup(&self, row: &Row) -> Markup {
        let words = self.frame.words();
        if self.own.is_empty() {
            return html! { p { (words.no_points_yet) } };
        }
        let language = self.frame.language;
        let leader = self.leader.as_ref();
        let most = leader.map_or(row.points, |(leader, _)| leader.points.max(row.points));
        let last = self.board.rows.len().max(2);
        html! {
            figure.plot {
                figcaption {
                    (words.points_over_time)
                    span.key.own { bdi { (row.name) } }
                    @if let Some((leader, _)) = leader { span.key.leader { (words.leader) " " bdi { (leader.name) } } }
                }
                (self.plot(words.points_over_time, [&points(language, most), "0"], |steps| {
                    self.line(steps, |step| step.points as f64 / most.max(1) as f64)
                }))
            }
            figure.plot {
                figcaption { (words.rank_over_time) }
                (self.plot(words.rank_over_time, ["1", &last.to_string()], |steps| {
                    self.line(steps, |step| 1.0 - (step.rank - 1) as f64 / (last - 1) as f64)
                }))
            }
            details.apart {
                summary { (words.as_a_table) }
                div.scroll tabindex="0" role="region" aria-label=(words.points_over_time) {
                    table {
                        caption.hidden { (words.points_over_time) }
                        thead { tr {
                            th.number scope="col" { (words.contest_time) }
                            th.number scope="col" { (words.points) }
                            th.number scope="col" { (words.rank) }
                        } }
                        tbody { @for step in self.own.iter().rev().take(MAX_STEPS) {
                            tr {
                                td.number { (clock(step.at - self.contest.starts_at)) }
                                td.number { (points(language, step.points)) }
                                td.number { (step.rank) }
                            }
                        } }
                    }
                }
            }
        }
    }

    /// A plot with the values at the top and the bottom of its axis; `line` draws the steps of a team.
    fn plot(&self, name: &str, ends: [&str; 2], line: impl Fn(&[Step]) -> String) -> Markup {
        let [top, bottom] = ends;
        let words = self.frame.words();
        html! {
            svg viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-label=(name) {
                line.axis x1=(LEFT) y1=(TOP) x2=(LEFT) y2=(HEIGHT - BOTTOM) {}
                line.axis x1=(LEFT) y1=(HEIGHT - BOTTOM) x2=(WIDTH - RIGHT) y2=(HEIGHT - BOTTOM) {}
                text x=(LEFT - 6.0) y=(TOP + 5.0) text-anchor="end" { (top) }
                text x=(LEFT - 6.0) y=(HEIGHT - BOTTOM) text-anchor="end" { (bottom) }
                text x=(LEFT) y=(HEIGHT - 8.0) { (clock(0)) }
                text x=(WIDTH - RIGHT) y=(HEIGHT - 8.0) text-anchor="end" { (clock(self.end() - self.contest.starts_at)) }
                @if let Some(from) = self.board.hidden_from {
                    @let x = self.x(from);
                    line.freeze x1=(x) y1=(TOP) x2=(x) y2=(HEIGHT - BOTTOM) {}
                    text.freeze x=(x - 4.0) y=(TOP + 5.0) text-anchor="end" { (words.freeze) }
                }
                @if let Some((_, steps)) = &self.leader { polyline.leader points=(line(steps)) {} }
                polyline.own points=(line(&self.own)) {}
            }
        }
    }

    /// The right end of the plots: the end of the contest, or the last change that is shown.
    fn end(&self) -> i64 {
        let last = self.last_shown();
        self.contest.ends_at.unwrap_or(last).max(last).max(self.contest.starts_at + 1)
    }

    fn x(&self, at: i64) -> f64 {
        let whole = (self.end() - self.contest.starts_at) as f64;
        let part = ((at - self.contest.starts_at) as f64 / whole).clamp(0.0, 1.0);
        ((LEFT + part * (WIDTH - LEFT - RIGHT)) * 10.0).round() / 10.0
    }

    /// The points of a line with a corner at each step, from the start of the contest to the last change that is shown.
    fn line(&self, steps: &[Step], height: impl Fn(&Step) -> f64) -> String {
        let y = |height: f64| ((HEIGHT - BOTTOM - height * (HEIGHT - TOP - BOTTOM)) * 10.0).round() / 10.0;
        let mut level = y(0.0);
        let mut line = format!("{LEFT},{level}");
        for step in steps {
            let [x, next] = [self.x(step.at), y(height(step))];
            // Writing to a string does not fail.
            _ = write!(line, " {x},{level} {x},{next}");
            level = next;
        }
        _ = write!(line, " {},{level}", self.x(self.last_shown()));
        line
    }

    /// The time of the last change that is shown, of this team or the leader.
    fn last_shown(&self) -> i64 {
        let leader = self.leader.iter().flat_map(|(_, steps)| steps);
        self.own.iter().chain(leader).map(|step| step.at).max().unwrap_or(0)
    }
}
