//! A board as people draw it in a terminal.

use std::fmt::Write as _;

use crate::blobwar::{Cell, Position, Side};

/// The rows from the top, with their numbers, and the letters below: `x` and `o` the blobs, `.` empty, `#` a hole.
///
/// ```
/// use laplace_games::blobwar::{Position, StuckRule, format::picture};
/// let position = Position::from_fen("x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1", StuckRule::Passes).unwrap();
/// assert!(picture::write(&position).starts_with("7  x . . . . . o\n6  . . ."));
/// ```
pub fn write(position: &Position) -> String {
    let width = position.size().width();
    let mut text = String::new();
    for row in (0..width).rev() {
        // Writing to a string does not fail.
        _ = write!(text, "{} ", row + 1);
        let marks = (0..width).filter_map(|column| Cell::at(row, column)).map(|cell| mark(position, cell));
        text.extend(marks.flat_map(|mark| [' ', mark]));
        text.push('\n');
    }
    text.push_str("  ");
    text.extend(('a'..).take(width.into()).flat_map(|letter| [' ', letter]));
    text.push('\n');
    text
}

fn mark(position: &Position, cell: Cell) -> char {
    let board = position.board();
    match Side::BOTH.into_iter().find(|&side| board.blobs(side).contains(cell)) {
        Some(side) => side.letter(),
        None if board.holes().contains(cell) => '#',
        None => '.',
    }
}
