//! A page about one game of the demon: how it went against the bound, and where it lost points.
//!
//! Score and bound lie so close together that their chart shows only that; so the points lost have a chart
//! of their own, and every loss a row of a table, with the board that the losing piece left.

use laplace_games::demon::bound::BoundKind;
use laplace_games::demon::format::{BoardStyle, write_board};
use laplace_judge::demon::{Analysis, Loss, Point};
use laplace_judge::recording::DemonRecording;

use crate::chart::{Chart, Line};
use crate::markup::escape;

const PAGE: &str = include_str!("report.html");

/// The maximum number of losses in the table.
const MAX_LOSSES: usize = 200;

/// The reason that a report gives for points that are lost by the plain bound alone.
pub const UNAVOIDABLE: &str =
    "proved unavoidable: no game has these points, only the plain bound counts them";

/// The whole page. `viewer` is the address of the game's own page, if there is one: every loss links to its piece.
pub fn page(recording: &DemonRecording, analysis: &Analysis, viewer: Option<&str>) -> String {
    let title = format!("The demon, s = {}", recording.result().seed.number());
    let charts: String = charts(analysis).iter().map(Chart::to_svg).collect();
    let facts = facts(recording, analysis)
        .into_iter()
        .map(|(name, value)| format!("<dt>{}</dt><dd>{}</dd>\n", escape(&name), escape(&value)));
    PAGE.replace("{{title}}", &escape(&title))
        .replace("{{facts}}", &facts.collect::<String>())
        .replace("{{charts}}", &charts)
        .replace("{{losses}}", &losses(recording, analysis, viewer))
}

/// The names and values at the top of a report.
pub fn facts(recording: &DemonRecording, analysis: &Analysis) -> Vec<(String, String)> {
    let game = recording.result();
    let mut facts = vec![("score".to_owned(), game.score.to_string())];
    for (kind, bound) in analysis.bounds.iter() {
        facts.push((format!("{} bound", kind.name()), against(game.score, kind, bound)));
    }
    facts.extend(
        [
            ("pieces placed", game.placed.to_string()),
            ("lines", game.lines.to_string()),
            ("Tetrises", format!("{}, of which {} back to back", game.tetrises, game.back_to_backs)),
            ("ended", format!("line {} of the file: {}", game.line, game.ended)),
        ]
        .map(|(name, value)| (name.to_owned(), value)),
    );
    facts
}

/// A bound, what it is computed from, and how far the score is below it.
fn against(score: u32, kind: BoundKind, bound: u32) -> String {
    let what = kind.description();
    match bound.saturating_sub(score) {
        0 => format!("{bound} ({what}), reached: no game of these pieces scores more"),
        less => {
            let share = 100.0 * f64::from(score) / f64::from(bound);
            format!("{bound} ({what}); the score is {less} points less, {share:.3} % of it")
        }
    }
}

fn charts(analysis: &Analysis) -> Vec<Chart> {
    let line = |name: &str, of: &dyn Fn(&Point) -> f64| Line::of_values(name, analysis.points.iter().map(of));
    let chart = |title: &str, y_label: &str, lines| Chart {
        title: title.into(),
        x_label: "pieces".into(),
        y_label: y_label.into(),
        lines,
    };
    let (kind, bound) = analysis.bounds.tightest();
    let lost = |point: &Point| f64::from(bound.saturating_sub(point.reach));
    vec![
        chart(
            &format!("Points lost for good, by the {} bound", kind.name()),
            "points",
            vec![line("lost", &lost)],
        ),
        chart(
            "Score, and what it could still have come to",
            "points",
            vec![
                line("score", &|point| point.score.into()),
                line("within reach", &|point| point.reach.into()),
            ],
        ),
        chart("Height of the stack", "lines", vec![line("height", &|point| point.height as f64)]),
        chart(
            "Tetrises",
            "number",
            vec![
                line("Tetrises", &|point| point.tetrises.into()),
                line("back to back", &|point| point.back_to_backs.into()),
            ],
        ),
    ]
}

fn losses(recording: &DemonRecording, analysis: &Analysis, viewer: Option<&str>) -> String {
    if analysis.losses.is_empty() {
        return "<p>Nothing was lost: no game of these pieces scores more.</p>".into();
    }
    let shown = analysis.losses.iter().take(MAX_LOSSES);
    let rows: String = shown.map(|loss| row(recording, loss, viewer)).collect();
    let more = analysis.losses.len().saturating_sub(MAX_LOSSES);
    let rest = if more > 0 { format!("<p>And {more} more.</p>") } else { String::new() };
    format!(
        "<table><thead><tr><th>piece</th><th>kind</th><th>points</th><th>why</th><th>board after it</th></tr></thead>\n\
         <tbody>\n{rows}</tbody></table>\n{rest}"
    )
}

/// A loss, or points that are proved unavoidable; one piece can have both.
fn row(recording: &DemonRecording, loss: &Loss, viewer: Option<&str>) -> String {
    let placed = loss.placed;
    let number = match viewer {
        Some(address) => format!("<a href=\"{}#piece={placed}\">{placed}</a>", escape(address)),
        None => placed.to_string(),
    };
    let board = write_board(recording.state(placed).board(), BoardStyle::Packed);
    let board = format!("<details><summary>show</summary><pre>{board}</pre></details>");
    let row = |class: &str, points: u32, why: &str, board: &str| {
        let piece = loss.piece;
        format!(
            "<tr{class}><td>{number}</td><td>{} ({piece:?})</td><td>{points}</td><td>{}</td><td>{board}</td></tr>\n",
            piece.number(),
            escape(why)
        )
    };
    let mut rows = String::new();
    if loss.points > 0 {
        rows.push_str(&row("", loss.points, &loss.reason.to_string(), &board));
    }
    if loss.unavoidable > 0 {
        let board = if loss.points > 0 { "" } else { &board };
        rows.push_str(&row(" class=\"unavoidable\"", loss.unavoidable, UNAVOIDABLE, board));
    }
    rows
}
