//! The panel beside the board: the move and its score, the next pieces, a chart, the progress and the keys.

use std::iter;

use laplace_games::blobwar::{CLOCK_LIMIT, Side};
use laplace_games::{demon, well};
use laplace_judge::recording::{Event, Recording, Step, WellRecording};
use laplace_judge::well::Verdict;
use ratatui::layout::Rect;
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};

use super::palette::Palette;
use super::viewer::Viewer;

mod chart;
mod coming;

/// The width of the names on the left.
const NAMES: usize = 9;
/// The width of the keys in the help.
const KEYS: usize = 13;
/// The width of the marks in the help.
const MARKS: usize = 8;
/// The number of lines that the highest upcoming piece takes.
const COMING_LINES: usize = 4;

/// The panel of a game.
pub(super) fn lines(viewer: &Viewer, area: Rect, palette: Palette) -> Vec<Line<'static>> {
    let width = usize::from(area.width);
    let mut lines = vec![Line::from(viewer.title().to_owned()).bold(), Line::default()];
    lines.push(number(viewer));
    lines.extend(facts(viewer, width));
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

/// A value that may take several lines.
fn named_text(name: &str, value: &str, width: usize) -> Vec<Line<'static>> {
    let lines = wrapped(value, width.saturating_sub(NAMES));
    let names = [name].into_iter().chain(iter::repeat(""));
    names.zip(lines).map(|(name, line)| named(name, line)).collect()
}

/// Breaks a text between its words into lines of at most `width` characters; a longer word has a line of its own.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        if let Some(line) = lines.last_mut().filter(|line| line.is_empty()) {
            line.push_str(word);
        } else if let Some(line) =
            lines.last_mut().filter(|line| line.chars().count() + 1 + word.chars().count() <= width)
        {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// The bounds on the score of the whole game by name, the tightest first, with the share that the game has of it.
fn bounds(viewer: &Viewer, score: i64) -> String {
    let Some(bounds) = viewer.bounds() else { return String::new() };
    let (tightest, least) = bounds.tightest();
    let others = bounds.iter().filter(|&(kind, _)| kind != tightest);
    let others: String = others.map(|(kind, bound)| format!(", {} {bound}", kind.name())).collect();
    format!("{} {least} ({:.2} %){others}", tightest.name(), percent(score, least.into()))
}

fn number(viewer: &Viewer) -> Line<'static> {
    let stage = viewer.frame().map_or("", |frame| frame.stage.name());
    let all = super::total(viewer.recording());
    named(viewer.move_name(), format!("{} of {all}, {stage}", viewer.at()))
}

fn facts(viewer: &Viewer, width: usize) -> Vec<Line<'static>> {
    let recording = viewer.recording();
    // A figure that still falls does not count yet.
    let is_falling = viewer.shows_all_stages() && !viewer.is_settled();
    let counted = viewer.at() - usize::from(is_falling && viewer.at() > 0);
    let score = recording.score(counted);
    let height = recording.height(counted);
    let ended = recording.ended().to_string();
    let mut facts = match recording {
        Recording::Demon(_) => {
            vec![
                named("played", played(viewer)),
                named("score", format!("{score}{}", earned(viewer))),
                named("bounds", bounds(viewer, score)),
                named("height", format!("{height} of {}", demon::LINES - demon::TOP_LINES)),
                named("Tetrises", tetrises(viewer).to_string()),
            ]
        }
        Recording::Well(game) => vec![
            named("played", played(viewer)),
            named("score", format!("{score} placed{}", earned(viewer))),
            named("points", points(game, viewer, score)),
            named("height", format!("{height} of {}", game.depth().rows())),
        ],
        Recording::Blobwar(game) => {
            let position = game.position(viewer.at());
            let count = |side| position.board().blobs(side).len();
            let [blue, red] = Side::BOTH.map(count);
            let [first, second] = game.players().cloned().unwrap_or_default();
            vec![
                named("played", played(viewer)),
                named("blue x", format!("{blue:>2} {first}")),
                named("red o", format!("{red:>2} {second}")),
                named("value", format!("{score:+}{}", earned(viewer))),
                named("clock", format!("{} of {CLOCK_LIMIT} without a doubling", position.clock())),
                named("to move", position.turn().label()),
            ]
        }
    };
    facts.extend(named_text("ends", &ended, width));
    facts
}

/// The points of the well's task: for the figures placed so far, or for the whole game at its end.
fn points(game: &WellRecording, viewer: &Viewer, placed: i64) -> String {
    if viewer.is_at_the_end() {
        format!("{} of {}, at the end", game.verdict().points, well::MAX_POINTS)
    } else {
        let points = well::points(usize::try_from(placed).unwrap_or(0), game.figures().len());
        format!("{points} of {} so far", well::MAX_POINTS)
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
            format!("{} rotation {turns}, column {column}, line {}", step.piece.number(), step.line)
        }
        Some(Step::Well(step)) => {
            let turns = step.chosen.rotation.index();
            let column = step.chosen.column.index();
            let number = u32::try_from(viewer.at()).unwrap_or(u32::MAX);
            let mark = well::Block { number, figure: step.figure }.digit();
            let kind = step.figure.number();
            format!("{mark} on the board: kind {kind}, rotation {turns}, column {column}")
        }
        Some(Step::Blobwar(step)) => format!("{} by {}", step.played, step.side.label()),
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
    let state = match viewer.recording() {
        _ if viewer.is_playing() => "> playing".into(),
        Recording::Well(game) if viewer.is_at_the_end() => {
            let verdict = game.verdict();
            let points = if verdict.points == 1 { "point" } else { "points" };
            let Verdict { placed, figures, .. } = verdict;
            return Line::from(format!(
                "# the end: {} {points}, {placed} of {figures} placed",
                verdict.points
            ))
            .bold();
        }
        _ if viewer.is_at_the_end() => "# the end".to_owned(),
        _ => "# paused".into(),
    };
    let pace = if viewer.shows_all_stages() {
        format!("a step every {:.0} ms", viewer.pace().gap().as_secs_f64() * 1000.0)
    } else {
        viewer.pace().to_string()
    };
    Line::from(format!("{state}, {pace}")).bold()
}

fn keys(viewer: &Viewer) -> [Line<'static>; 2] {
    let event = viewer.event_name();
    [
        Line::from("space pause   ←/→ one back/on   ↑/↓ speed").dim(),
        Line::from(format!("g go to   t next {event}   ? help   q quit")).dim(),
    ]
}

/// The help, in place of the panel.
pub(super) fn help(viewer: &Viewer, width: u16) -> Vec<Line<'static>> {
    let name = viewer.move_name();
    let event = viewer.event_name();
    let keys = [
        ("space", "pause, or go on".into()),
        ("left, right", format!("one {name} back or on")),
        (", .", "one step back or on".into()),
        ("up, down", format!("faster, slower; {}", fastest(viewer))),
        ("home, end", "the start, the end".into()),
        ("g N enter", format!("go to {name} N")),
        ("t", format!("the next {event}")),
        ("Ctrl-Z", "suspend; fg comes back".into()),
        ("q", "quit; escape and Ctrl-C too".into()),
    ];
    let mut lines = vec![Line::from("Keys").bold()];
    lines.extend(keys.iter().flat_map(|(key, what)| explained(key, KEYS, what, width)));
    lines.extend([Line::default(), Line::from("Marks").bold()]);
    lines.extend(
        marks(viewer.recording()).iter().flat_map(|(mark, what)| explained(mark, MARKS, what, width)),
    );
    lines.extend([Line::default(), Line::from("Any key goes back.").dim()]);
    lines
}

fn fastest(viewer: &Viewer) -> String {
    if viewer.shows_all_stages() {
        "at most 1000 steps a second".into()
    } else {
        "at most 10000 a second".into()
    }
}

/// A key or a mark, and what it means, in as many lines as that takes.
fn explained(what: &'static str, width_of_names: usize, meaning: &str, width: u16) -> Vec<Line<'static>> {
    let lines = wrapped(meaning, usize::from(width).saturating_sub(width_of_names));
    let names = [what].into_iter().chain(iter::repeat(""));
    let line = |(name, text)| {
        Line::from(vec![Span::from(format!("{name:<width_of_names$}")).bold(), Span::from(text)])
    };
    names.zip(lines).map(line).collect()
}

const fn marks(recording: &Recording) -> &'static [(&'static str, &'static str)] {
    match recording {
        Recording::Demon(_) => {
            &[("1 to 7", "a block of that piece"), ("•", "just placed"), ("=", "in a full line")]
        }
        Recording::Well(_) => &[
            (
                "1 to Z",
                "the figure's place in the order, as in the task: 1 to 9, A is the 10th, Z the 35th, then 0, 1 again",
            ),
            ("colour", "its kind, whose number is below the next figures"),
            ("•", "falls, or was just placed"),
            ("=", "in a full row"),
            ("--", "a row that was just deleted"),
            ("↓", "has just fallen by one row"),
        ],
        Recording::Blobwar(_) => &[
            ("x o", "blobs; x began"),
            ("( )", "has just arrived"),
            ("* *", "was just turned"),
            ("◦", "where a jump began"),
            ("###", "a hole"),
        ],
    }
}
