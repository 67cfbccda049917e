//! The panel beside the board: the move and its score, the next pieces, a chart, the progress and the keys.

use laplace_games::blobwar::{CLOCK_LIMIT, Side};
use laplace_games::demon;
use laplace_judge::recording::{Event, Recording, Step};
use ratatui::layout::Rect;
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};

use super::palette::Palette;
use super::viewer::Viewer;

mod chart;
mod coming;

/// The width of the names on the left.
const NAMES: usize = 9;
/// The number of lines that the highest upcoming piece takes.
const COMING_LINES: usize = 4;

/// The panel of a game.
pub(super) fn lines(viewer: &Viewer, area: Rect, palette: Palette) -> Vec<Line<'static>> {
    let width = usize::from(area.width);
    let mut lines = vec![Line::from(viewer.title().to_owned()).bold(), Line::default()];
    lines.push(number(viewer));
    lines.extend(facts(viewer));
    lines.push(Line::default());
    lines.extend(coming::lines(viewer, width, palette));
    lines.extend(chart::lines(viewer, width));
    lines.push(chart::progress(viewer, width));
    lines.push(status(viewer));
    lines.extend(keys(viewer));
    lines
}

fn named(name: &str, value: impl Into<String>) -> Line<'static> {
    Line::from(vec![Span::from(format!("{name:<NAMES$}")).dim(), Span::from(value.into())])
}

fn number(viewer: &Viewer) -> Line<'static> {
    let stage = viewer.frame().map_or("", |frame| frame.stage.name());
    let all = super::total(viewer.recording());
    named(viewer.move_name(), format!("{} of {all}, {stage}", viewer.at()))
}

fn facts(viewer: &Viewer) -> Vec<Line<'static>> {
    let recording = viewer.recording();
    let score = recording.score(viewer.at());
    let height = recording.height(viewer.at());
    let ended = recording.ended().to_string();
    match recording {
        Recording::Demon(_) => {
            let bound = viewer.bound().unwrap_or(0);
            vec![
                named("played", played(viewer)),
                named("score", format!("{score}{}", earned(viewer))),
                named("bound", format!("{bound} for the whole game, {:.2} %", percent(score, bound.into()))),
                named("height", format!("{height} of {}", demon::LINES - demon::TOP_LINES)),
                named("Tetrises", tetrises(viewer).to_string()),
                named("ends", ended),
            ]
        }
        Recording::Well(game) => vec![
            named("played", played(viewer)),
            named("score", format!("{score} placed{}", earned(viewer))),
            named("height", format!("{height} of {}", game.depth().rows())),
            named("ends", ended),
        ],
        Recording::Blobwar(game) => {
            let position = game.position(viewer.at());
            let count = |side| position.board().blobs(side).len();
            let [blue, red] = Side::BOTH.map(count);
            let [first, second] = game.players().cloned().unwrap_or_default();
            vec![
                named("played", played(viewer)),
                named("x", format!("{blue:>2} {first}")),
                named("o", format!("{red:>2} {second}")),
                named("value", format!("{score:+}{}", earned(viewer))),
                named("clock", format!("{} of {CLOCK_LIMIT} without a doubling", position.clock())),
                named("to move", position.turn().letter().to_string()),
                named("ends", ended),
            ]
        }
    }
}

fn tetrises(viewer: &Viewer) -> u32 {
    match viewer.recording().step(viewer.at()) {
        Some(Step::Demon(step)) => step.tetrises,
        _ => 0,
    }
}

fn percent(part: i64, whole: i64) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 }
}

fn played(viewer: &Viewer) -> String {
    match viewer.recording().step(viewer.at()) {
        None => "nothing yet".into(),
        Some(Step::Demon(step)) => {
            let turns = step.chosen.rotation.number();
            let column = step.chosen.column.number();
            format!("{} turned {turns}, column {column}, line {}", step.piece.number(), step.line)
        }
        Some(Step::Well(step)) => {
            let turns = step.chosen.rotation.index();
            let column = step.chosen.column.index();
            format!("{} turned {turns}, column {column}, row {}", step.figure.number(), step.row)
        }
        Some(Step::Blobwar(step)) => format!("{} by {}", step.played, step.side.letter()),
    }
}

fn earned(viewer: &Viewer) -> String {
    let event = viewer.recording().event(viewer.at());
    match (viewer.recording().step(viewer.at()), event) {
        (Some(Step::Demon(step)), Some(Event::Tetris)) => {
            format!("  +{} Tetris", step.points)
        }
        (Some(Step::Demon(step)), _) if step.points > 0 => format!("  +{}", step.points),
        (_, Some(Event::Deletion(1))) => "  1 row deleted".into(),
        (_, Some(Event::Deletion(rows))) => format!("  {rows} rows deleted"),
        (_, Some(Event::Capture(blobs))) => format!("  {blobs} turned"),
        _ => String::new(),
    }
}

fn status(viewer: &Viewer) -> Line<'static> {
    if let Some(typed) = viewer.prompt() {
        return Line::from(format!("go to {}: {typed}_", viewer.move_name())).bold();
    }
    if let Some(message) = viewer.message() {
        return Line::from(message.to_owned()).bold();
    }
    let state = if viewer.is_playing() { "> playing" } else { "# paused" };
    Line::from(format!("{state}, {}", viewer.pace())).bold()
}

fn keys(viewer: &Viewer) -> [Line<'static>; 2] {
    let event = viewer.event_name();
    [
        Line::from("space pause   ←/→ one back/on   ↑/↓ speed").dim(),
        Line::from(format!("g go to   t next {event}   ? help   q quit")).dim(),
    ]
}

/// The help, in place of the panel.
pub(super) fn help(viewer: &Viewer) -> Vec<Line<'static>> {
    let name = viewer.move_name();
    let event = viewer.event_name();
    let keys = [
        ("space", "pause, or go on".into()),
        ("left, right", format!("one {name} back or on")),
        ("up, down", "faster (to 10000 a second), slower".into()),
        ("home, end", "the start, the end".into()),
        ("g N enter", format!("go to {name} N")),
        ("t", format!("the next {event}")),
        ("?", "this help".into()),
        ("q", "quit; escape and Ctrl-C do so too".into()),
    ];
    let mut lines = vec![Line::from("Keys").bold(), Line::default()];
    for (key, what) in keys {
        lines.push(Line::from(vec![Span::from(format!("{key:<12} ")).bold(), Span::from(what)]));
    }
    lines.extend([Line::default(), Line::from("Marks").bold(), Line::default()]);
    lines.extend(marks(viewer.recording()).iter().copied().map(Line::from));
    lines.extend([Line::default(), Line::from("Any key goes back.").dim()]);
    lines
}

const fn marks(recording: &Recording) -> &'static [&'static str] {
    match recording {
        Recording::Demon(_) => {
            &["1 to 7  a block of that piece", "•       just placed", "=       in a full line"]
        }
        Recording::Well(_) => &[
            "1 to Z  the number of the block's figure, its last",
            "        digit in base 36",
            "•       just placed",
            "=       in a full row",
            "--      a row that was just deleted",
            "↓       has just fallen by one row",
        ],
        Recording::Blobwar(_) => &[
            "x o     blobs; x began",
            "( )     has just arrived",
            "* *     was just turned",
            "◦       where a jump began",
            "###     a hole",
        ],
    }
}
