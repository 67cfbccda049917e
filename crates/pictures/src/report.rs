//! A page about one game of the demon: how it went against the bound, and where it lost points.
//!
//! Score and bound lie so close together that their chart shows only that; so the points lost have a chart
//! of their own, and every loss a row of a table.

use laplace_judge::demon::{Course, Game, Loss, Mark};

use crate::chart::{Chart, Line};
use crate::markup::escape;

const PAGE: &str = include_str!("report.html");

/// The rows of the table; a game that loses more often than this is not read row by row.
const MOST_LOSSES: usize = 200;

/// The whole page.
pub fn page(game: &Game, course: &Course) -> String {
    let title = format!("The demon, s = {}", game.seed.number());
    let charts: String = charts(course).iter().map(Chart::to_svg).collect();
    PAGE.replace("{{title}}", &escape(&title))
        .replace("{{facts}}", &facts(game, course))
        .replace("{{charts}}", &charts)
        .replace("{{losses}}", &losses(course))
}

fn facts(game: &Game, course: &Course) -> String {
    let lost = course.bound - game.score.min(course.bound);
    let share = 100.0 * f64::from(game.score) / f64::from(course.bound.max(1));
    let gap =
        if lost == 0 { "proved optimal".into() } else { format!("{lost} below the bound ({share:.3} %)") };
    let rows = [
        ("score", game.score.to_string()),
        ("bound", format!("{}: {gap}", course.bound)),
        ("pieces placed", game.placed.to_string()),
        ("lines", game.lines.to_string()),
        ("Tetrises", format!("{}, of which {} back to back", game.tetrises, game.back_to_backs)),
        ("ended", format!("line {} of the file: {}", game.line, game.ended)),
    ];
    rows.iter().map(|(name, value)| format!("<dt>{name}</dt><dd>{}</dd>\n", escape(value))).collect()
}

fn charts(course: &Course) -> Vec<Chart> {
    let line = |name: &str, of: &dyn Fn(&Mark) -> f64| Line::of_values(name, course.marks.iter().map(of));
    let chart = |title: &str, y_label: &str, lines| Chart {
        title: title.into(),
        x_label: "pieces".into(),
        y_label: y_label.into(),
        lines,
    };
    let lost = |mark: &Mark| f64::from(course.bound - mark.reach.min(course.bound));
    vec![
        chart("Points lost for good", "points", vec![line("lost", &lost)]),
        chart(
            "Score, and what it could still have come to",
            "points",
            vec![line("score", &|mark| mark.score.into()), line("within reach", &|mark| mark.reach.into())],
        ),
        chart("Height of the stack", "lines", vec![line("height", &|mark| mark.height as f64)]),
        chart(
            "Tetrises",
            "number",
            vec![
                line("Tetrises", &|mark| mark.tetrises.into()),
                line("back to back", &|mark| mark.back_to_backs.into()),
            ],
        ),
    ]
}

fn losses(course: &Course) -> String {
    if course.losses.is_empty() {
        return "<p>Nothing was lost: no game of these pieces scores more.</p>".into();
    }
    let rows: String = course.losses.iter().take(MOST_LOSSES).map(row).collect();
    let more = course.losses.len().saturating_sub(MOST_LOSSES);
    let rest = if more > 0 { format!("<p>And {more} more.</p>") } else { String::new() };
    format!(
        "<table><thead><tr><th>piece</th><th>kind</th><th>points</th><th>why</th></tr></thead>\n\
         <tbody>\n{rows}</tbody></table>\n{rest}"
    )
}

fn row(loss: &Loss) -> String {
    let Loss { placed, piece, points, why } = loss;
    let why = escape(&why.to_string());
    format!("<tr><td>{placed}</td><td>{piece:?}</td><td>{points}</td><td>{why}</td></tr>\n")
}
