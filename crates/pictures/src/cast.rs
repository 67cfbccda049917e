//! A range of steps as a recording of a terminal: asciinema's second format, JSON line by line.
//!
//! The first event draws the whole board, each later one only the cells that changed. The header has no
//! time stamp, so the same game gives the same file. Format: <https://docs.asciinema.org/manual/asciicast/v2/>.

use std::fmt::Write;

use serde_json::json;

use laplace_judge::GameKind;

use crate::film::Film;
use crate::frames::{Frame, frames};
use crate::palette::{Colour, INK, PAPER, colour, ink_on};

/// Columns of the terminal for each column of the board.
const CELL: usize = 2;
/// Lines above the board: the title and a rule.
const HEAD: usize = 2;
/// The minimum width of the terminal, in columns.
const MIN_WIDTH: usize = 32;

/// The steps after `from` up to `to`, each shown for `ms` milliseconds; `None` if the film does not
/// have them.
pub fn range(film: &Film, from: usize, to: usize, ms: u32) -> Option<String> {
    let frames = frames(film, from, to)?;
    let board = &film.start;
    let width = (board.width() * CELL + 2).max(MIN_WIDTH);
    let height = HEAD + board.height() + 4;
    let header = json!({ "version": 2, "width": width, "height": height, "title": film.title });
    let mut text = format!("{header}\n");
    let mut shown: Option<&Frame> = None;
    let mut seconds = 0.0;
    for frame in &frames {
        let drawn = match shown {
            None => head(film, width) + &picture(film, frame, None),
            before => picture(film, frame, before),
        };
        // Writing to a string cannot fail.
        _ = writeln!(text, "[{seconds:.3},\"o\",{}]", json!(drawn));
        seconds += frame.share * f64::from(ms) / 1000.0;
        shown = Some(frame);
    }
    // The last picture stays for as long as any other.
    _ = writeln!(text, "[{seconds:.3},\"o\",\"\"]");
    Some(text)
}

fn head(film: &Film, width: usize) -> String {
    // Control characters in a title would be commands to the terminal.
    let title: String = film.title.chars().filter(|letter| !letter.is_control()).take(width).collect();
    format!("\u{1b}[2J\u{1b}[?25l\u{1b}[H\u{1b}[1m{title}\u{1b}[0m")
}

/// The cells that differ from the frame before, or all of them.
fn picture(film: &Film, frame: &Frame, before: Option<&Frame>) -> String {
    let mut text = String::new();
    for line in 0..frame.board.height() {
        for column in 0..frame.board.width() {
            let now = look(film, frame, line, column);
            if before.is_none_or(|before| look(film, before, line, column) != now) {
                _ = write!(text, "\u{1b}[{};{}H{now}", HEAD + line + 1, column * CELL + 1);
            }
        }
    }
    for (place, caption) in frame.caption.iter().enumerate() {
        let line = HEAD + frame.board.height() + place + 2;
        _ = write!(text, "\u{1b}[{line};1H{caption}\u{1b}[K");
    }
    text
}

fn look(film: &Film, frame: &Frame, line: usize, column: usize) -> String {
    let code = frame.board.code(line, column);
    let going = frame.going >> line & 1 == 1;
    let mark = frame.board.mark(code);
    if code == 0 {
        let dot = if line < film.top && film.game != GameKind::Blobwar { "··" } else { " ·" };
        return format!("\u{1b}[2m{dot}\u{1b}[0m");
    }
    let fill = colour(film.game, code);
    let (ground, ink) = if going { (PAPER, INK) } else { (fill, ink_on(fill)) };
    let bold = if frame.new.contains(&(line, column)) { "\u{1b}[1;4m" } else { "" };
    format!("{bold}{}{} {mark}\u{1b}[0m", paint(48, ground), paint(38, ink))
}

fn paint(place: u8, [red, green, blue]: Colour) -> String {
    format!("\u{1b}[{place};2;{red};{green};{blue}m")
}
