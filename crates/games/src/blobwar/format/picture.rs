//! A board as people draw it in a terminal.

use std::fmt::Write as _;

use crate::blobwar::{Cell, Position, Side, Size};

/// The rows from the top, with their numbers, and the letters below: `x` and `o` the blobs, `.` empty, `#` a hole.
///
/// ```
/// use laplace_games::blobwar::{Position, StuckRule, format::picture};
/// let position = Position::from_fen("x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1", StuckRule::Passes).unwrap();
/// assert!(picture::write(&position).starts_with("7  x . . . . . o\n6  . . ."));
/// ```
pub fn write(position: &Position) -> String {
    write_lettered(position, Side::BOTH.map(Side::letter))
}

/// The same with other letters for the first and the second player.
///
/// ```
/// use laplace_games::blobwar::{Variant, format::picture};
/// assert!(picture::write_lettered(&Variant::Course.start(), ['r', 'b']).starts_with("8  r . . . . . . b"));
/// ```
pub fn write_lettered(position: &Position, letters: [char; 2]) -> String {
    let width = position.size().width();
    let mut text = String::new();
    for row in (0..width).rev() {
        // Writing to a string does not fail.
        _ = write!(text, "{} ", row + 1);
        let marks =
            (0..width).filter_map(|column| Cell::at(row, column)).map(|cell| mark(position, cell, letters));
        text.extend(marks.flat_map(|mark| [' ', mark]));
        text.push('\n');
    }
    text.push_str("  ");
    text.extend(('a'..).take(width.into()).flat_map(|letter| [' ', letter]));
    text.push('\n');
    text
}

/// The cells with the sheet's numbers, 0 at the bottom left, as its first figure draws them. A letter before a number is
/// the blob on that cell; a hole is `##`. `None` for 7 x 7, whose cells have no numbers.
///
/// ```
/// use laplace_games::blobwar::{Variant, format::picture};
/// let text = picture::write_numbered(&Variant::Sheet.start()).unwrap();
/// assert!(text.starts_with("x56  57  58  59  60  61  62 o63\n 48  49"));
/// assert_eq!(picture::write_numbered(&Variant::Ataxx.start()), None);
/// ```
pub fn write_numbered(position: &Position) -> Option<String> {
    let width = Some(position.size()).filter(|size| *size == Size::Eight)?.width();
    let cell = |cell: Cell| match mark(position, cell, Side::BOTH.map(Side::letter)) {
        '#' => " ##".into(),
        '.' => format!("{:>3}", cell.number()),
        letter => format!("{:>3}", format!("{letter}{}", cell.number())),
    };
    let row =
        |row| (0..width).filter_map(|column| Cell::at(row, column)).map(cell).collect::<Vec<_>>().join(" ");
    Some((0..width).rev().map(|number| row(number) + "\n").collect())
}

fn mark(position: &Position, cell: Cell, letters: [char; 2]) -> char {
    let board = position.board();
    let mut blobs = Side::BOTH.into_iter().zip(letters);
    match blobs.find(|&(side, _)| board.blobs(side).contains(cell)) {
        Some((_, letter)) => letter,
        None if board.holes().contains(cell) => '#',
        None => '.',
    }
}
