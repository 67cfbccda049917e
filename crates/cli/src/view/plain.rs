//! A game as text, one frame after another with a blank line between, for pipes and for terminals without cursor control.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::thread;

use laplace_judge::recording::{Cell, Frame, Recording};

use super::pace::Pace;

/// Prints every frame from a move on; with a pace, waits between two of them.
pub(super) fn print(recording: &Recording, from: usize, pace: Option<Pace>) -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for number in from..=recording.len() {
        for frame in recording.frames(number) {
            writeln!(out, "{}", text(recording, number, &frame))?;
            if let Some(pace) = pace {
                out.flush()?;
                thread::sleep(pace.gap());
            }
        }
    }
    out.flush()
}

/// A heading and the board between walls.
fn text(recording: &Recording, number: usize, frame: &Frame) -> String {
    let name = recording.kind().step_name();
    let all = super::total(recording);
    let score = recording.score(number);
    let mut text = format!("{name} {number} of {all}: {}, score {score}\n", frame.stage.name());
    for (line, cells) in frame.lines().enumerate() {
        // Rows above the board are left out while they are empty.
        if line < frame.overflow_rows && cells.iter().all(|cell| cell.mark() == '.') {
            continue;
        }
        let marks: String = cells.iter().map(|&cell| mark(cell)).collect();
        _ = writeln!(text, "|{marks}|");
    }
    text
}

fn mark(cell: Cell) -> char {
    match cell.mark() {
        '.' => ' ',
        mark => mark,
    }
}
