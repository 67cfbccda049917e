//! The board on the screen: blobs, the cursor, the picked blob and its targets, the hint, the last move.
//!
//! Every mark is a character and not only a colour, so that the board can be read without colours.

use laplace_games::blobwar::{Cell, Facts, Move, Side};
use laplace_judge::recording::{self, Content, Highlight};
use ratatui::style::{Modifier, Style, Stylize};
use ratatui::text::{Line, Span};

use super::keys::Keyboard;
use super::session::Hint;
use crate::view::Palette;

/// The width of the lines in columns: the number of the row, then four per cell.
pub(super) const WIDTH: u16 = 2 + 4 * 8;

/// What the marks mean.
pub(super) const MARKS: [&str; 6] = [
    "x o  blue, red blobs   ###  a hole",
    "[ ]  the cursor        > <  the picked blob",
    " +   it doubles here    ^   it jumps here",
    "!x!  the hint jumps     !   the hint",
    "( )  has just come     * *  was just turned",
    " ◦   a jump began here",
];

/// The board, from the top row down.
pub(super) fn lines(keyboard: &Keyboard, palette: Palette) -> Vec<Line<'static>> {
    let width = keyboard.session().position().size().width();
    let mut lines = vec![Line::default()];
    for row in (0..width).rev() {
        let mut spans = vec![Span::from(format!("{} ", row + 1)).dim()];
        for cell in (0..width).filter_map(|column| Cell::at(row, column)) {
            spans.extend([span(keyboard, cell, palette), Span::from(" ")]);
        }
        lines.extend([Line::from(spans), Line::default()]);
    }
    let letters: String = ('a'..).take(width.into()).map(|letter| format!(" {letter}  ")).collect();
    lines.push(Line::from(format!("  {letters}")).dim());
    lines
}

fn span(keyboard: &Keyboard, cell: Cell, palette: Palette) -> Span<'static> {
    let content = content(keyboard, cell);
    let highlight = highlight(keyboard, cell);
    let middle = middle(keyboard, cell, content, highlight);
    let [left, right] = sides(keyboard, cell, content, highlight);
    let mut style = palette.cell(recording::Cell { content, highlight });
    if content == Content::Empty && (is_target(keyboard, cell) || is_hinted(keyboard, cell)) {
        style = Style::new().add_modifier(Modifier::BOLD);
    }
    if keyboard.cursor() == cell {
        style = style.remove_modifier(Modifier::DIM).add_modifier(Modifier::BOLD);
    }
    Span::styled(format!("{left}{middle}{right}"), style)
}

fn content(keyboard: &Keyboard, cell: Cell) -> Content {
    let board = keyboard.session().position().board();
    match Side::BOTH.into_iter().find(|&side| board.blobs(side).contains(cell)) {
        Some(side) => Content::Blob(side),
        None if board.holes().contains(cell) => Content::Hole,
        None => Content::Empty,
    }
}

/// What the last move that is not a pass did on this cell.
fn highlight(keyboard: &Keyboard, cell: Cell) -> Highlight {
    match keyboard.session().game().facts().rev().find(|facts| facts.played != Move::Pass) {
        Some(Facts { turned, .. }) if turned.contains(cell) => Highlight::Changed,
        Some(Facts { played, .. }) if played.to() == Some(cell) => Highlight::New,
        Some(Facts { played: Move::Jump { from, .. }, .. }) if *from == cell => Highlight::Left,
        _ => Highlight::None,
    }
}

fn is_target(keyboard: &Keyboard, cell: Cell) -> bool {
    keyboard.targets().iter().any(|cells| cells.contains(cell))
}

/// Whether the hint begins or ends on this cell.
fn is_hinted(keyboard: &Keyboard, cell: Cell) -> bool {
    match keyboard.session().hint() {
        Hint::Given(Move::Jump { from, to }) => from == cell || to == cell,
        Hint::Given(Move::Double(to)) => to == cell,
        _ => false,
    }
}

fn middle(keyboard: &Keyboard, cell: Cell, content: Content, highlight: Highlight) -> char {
    let [doublings, jumps] = keyboard.targets();
    match content {
        Content::Blob(side) => side.letter(),
        Content::Hole => '#',
        _ if is_hinted(keyboard, cell) => '!',
        _ if doublings.contains(cell) => '+',
        _ if jumps.contains(cell) => '^',
        _ if highlight == Highlight::Left => '◦',
        _ => '·',
    }
}

fn sides(keyboard: &Keyboard, cell: Cell, content: Content, highlight: Highlight) -> [char; 2] {
    let is_blob = matches!(content, Content::Blob(_));
    match (content, highlight) {
        _ if keyboard.cursor() == cell => ['[', ']'],
        _ if keyboard.picked() == Some(cell) => ['>', '<'],
        _ if is_blob && is_hinted(keyboard, cell) => ['!', '!'],
        (Content::Blob(_), Highlight::New) => ['(', ')'],
        (Content::Blob(_), Highlight::Changed) => ['*', '*'],
        (Content::Hole, _) => ['#', '#'],
        _ => [' ', ' '],
    }
}
