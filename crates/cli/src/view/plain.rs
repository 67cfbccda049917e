//! A game as text, one picture after another with a blank line between, for pipes and plain terminals.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::thread;

use laplace_judge::recording::{Cell, Picture, Recording};

use super::pace::Pace;

/// Prints every picture; waits between two of them if there is somebody to see it.
pub(super) fn print(recording: &Recording, pace: Option<Pace>) -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for number in 0..=recording.len() {
        for picture in recording.pictures(number) {
            writeln!(out, "{}", text(recording, number, &picture))?;
            if let Some(pace) = pace {
                out.flush()?;
                thread::sleep(pace.gap());
            }
        }
    }
    out.flush()
}

/// A heading and the board between walls.
fn text(recording: &Recording, number: usize, picture: &Picture) -> String {
    let (score, stage) = (recording.score(number), picture.stage.name());
    let (name, all) = (super::move_name(recording), super::total(recording));
    let mut text = format!("{name} {number} of {all}: {stage}, score {score}\n");
    for (line, cells) in picture.lines().enumerate() {
        // The lines above a well are worth paper only when something is there.
        if line < picture.rim && cells.iter().all(|cell| cell.mark() == '.') {
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
