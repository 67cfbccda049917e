//! A page about one game of the demon: how it went against the bound, and where it lost points.
//!
//! Score and bound lie so close together that their chart shows only that; so the points lost have a chart
//! of their own, and every loss a row of a table.

use laplace_judge::demon::{Analysis, GameResult, Loss, Point};

use crate::chart::{Chart, Line};
use crate::markup::escape;

const PAGE: &str = include_str!("report.html");

/// The maximum number of rows in the table of losses.
const MAX_LOSSES: usize = 200;

/// The whole page.
pub fn page(game: &GameResult, analysis: &Analysis) -> String {
    let title = format!("The demon, s = {}", game.seed.number());
    let charts: String = charts(analysis).iter().map(Chart::to_svg).collect();
    PAGE.replace("{{title}}", &escape(&title))
        .replace("{{facts}}", &facts(game, analysis))
        .replace("{{charts}}", &charts)
        .replace("{{losses}}", &losses(analysis))
}

fn facts(game: &GameResult, analysis: &Analysis) -> String {
    let lost = analysis.bound - game.score.min(analysis.bound);
    let share = 100.0 * f64::from(game.score) / f64::from(analysis.bound.max(1));
    let gap =
        if lost == 0 { "proved optimal".into() } else { format!("{lost} below the bound ({share:.3} %)") };
    let rows = [
        ("score", game.score.to_string()),
        ("bound", format!("{}: {gap}", analysis.bound)),
        ("pieces placed", game.placed.to_string()),
        ("lines", game.lines.to_string()),
        ("Tetrises", format!("{}, of which {} back to back", game.tetrises, game.back_to_backs)),
        ("ended", format!("line {} of the file: {}", game.line, game.ended)),
    ];
    rows.iter().map(|(name, value)| format!("<dt>{name}</dt><dd>{}</dd>\n", escape(value))).collect()
}

fn charts(analysis: &Analysis) -> Vec<Chart> {
    let line = |name: &str, of: &dyn Fn(&Point) -> f64| Line::of_values(name, analysis.points.iter().map(of));
    let chart = |title: &str, y_label: &str, lines| Chart {
        title: title.into(),
        x_label: "pieces".into(),
        y_label: y_label.into(),
        lines,
    };
    let lost = |point: &Point| f64::from(analysis.bound - point.reach.min(analysis.bound));
    vec![
        chart("Points lost for good", "points", vec![line("lost", &lost)]),
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

fn losses(analysis: &Analysis) -> String {
    if analysis.losses.is_empty() {
        return "<p>Nothing was lost: no game of these pieces scores more.</p>".into();
    }
    let rows: String = analysis.losses.iter().take(MAX_LOSSES).map(row).collect();
    let more = analysis.losses.len().saturating_sub(MAX_LOSSES);
    let rest = if more > 0 { format!("<p>And {more} more.</p>") } else { String::new() };
    format!(
        "<table><thead><tr><th>piece</th><th>kind</th><th>points</th><th>why</th></tr></thead>\n\
         <tbody>\n{rows}</tbody></table>\n{rest}"
    )
}

fn row(loss: &Loss) -> String {
    let Loss { placed, piece, points, reason } = loss;
    let reason = escape(&reason.to_string());
    format!("<tr><td>{placed}</td><td>{piece:?}</td><td>{points}</td><td>{reason}</td></tr>\n")
}
