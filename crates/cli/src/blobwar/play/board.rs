//! The board of a game that is being played: blobs, the cursor, the choice, the advice, the last move.
//!
//! Every mark is a character besides a colour, so that nothing depends on colours.

use laplace_games::blobwar::{Cell, Facts, Move, Side};
use laplace_judge::recording::{self, Accent, Content};
use ratatui::style::{Modifier, Style, Stylize};
use ratatui::text::{Line, Span};

use super::keys::Player;
use super::table::Hint;
use crate::view::Palette;

/// The columns that the lines take: the number of a row, then four a cell.
pub(super) const WIDTH: u16 = 2 + 4 * 8;

/// What the marks mean.
pub(super) const MARKS: [&str; 6] = [
    "x o  blobs; x began    ###  a hole",
    "[ ]  the cursor        > <  the picked blob",
    " +   it doubles here    ^   it jumps here",
    "!x!  the hint jumps     !   the hint",
    "( )  has just come     * *  was just turned",
    " ◦   a jump began here",
];

/// The board, from the top row down.
pub(super) fn lines(player: &Player, palette: Palette) -> Vec<Line<'static>> {
    let width = player.table().position().size().width();
    let mut lines = vec![Line::default()];
    for row in (0..width).rev() {
        let mut spans = vec![Span::from(format!("{} ", row + 1)).dim()];
        for cell in (0..width).filter_map(|column| Cell::at(row, column)) {
            spans.extend([span(player, cell, palette), Span::from(" ")]);
        }
        lines.extend([Line::from(spans), Line::default()]);
    }
    let letters: String = ('a'..).take(width.into()).map(|letter| format!(" {letter}  ")).collect();
    lines.push(Line::from(format!("  {letters}")).dim());
    lines
}

fn span(player: &Player, cell: Cell, palette: Palette) -> Span<'static> {
    let content = content(player, cell);
    let accent = accent(player, cell);
    let (middle, [left, right]) =
        (middle(player, cell, content, accent), sides(player, cell, content, accent));
    let mut style = palette.cell(recording::Cell { content, accent });
    if content == Content::Empty && (is_target(player, cell) || is_hinted(player, cell)) {
        style = Style::new().add_modifier(Modifier::BOLD);
    }
    if player.cursor() == cell {
        style = style.remove_modifier(Modifier::DIM).add_modifier(Modifier::BOLD);
    }
    Span::styled(format!("{left}{middle}{right}"), style)
}

fn content(player: &Player, cell: Cell) -> Content {
    let board = player.table().position().board();
    match Side::BOTH.into_iter().find(|&side| board.blobs(side).contains(cell)) {
        Some(side) => Content::Blob(side),
        None if board.holes().contains(cell) => Content::Hole,
        None => Content::Empty,
    }
}

/// What the last move did here; a pass did nothing.
fn accent(player: &Player, cell: Cell) -> Accent {
    match player.table().game().latest().find(|facts| facts.played != Move::Pass) {
        Some(Facts { turned, .. }) if turned.contains(cell) => Accent::Changed,
        Some(Facts { played, .. }) if played.to() == Some(cell) => Accent::New,
        Some(Facts { played: Move::Jump { from, .. }, .. }) if *from == cell => Accent::Left,
        _ => Accent::None,
    }
}

fn is_target(player: &Player, cell: Cell) -> bool {
    player.targets().iter().any(|cells| cells.contains(cell))
}

/// Whether the advice begins or ends here.
fn is_hinted(player: &Player, cell: Cell) -> bool {
    match player.table().hint() {
        Hint::Given(Move::Jump { from, to }) => from == cell || to == cell,
        Hint::Given(Move::Double(to)) => to == cell,
        _ => false,
    }
}

fn middle(player: &Player, cell: Cell, content: Content, accent: Accent) -> char {
    let [doublings, jumps] = player.targets();
    match content {
        Content::Blob(side) => side.letter(),
        Content::Hole => '#',
        _ if is_hinted(player, cell) => '!',
        _ if doublings.contains(cell) => '+',
        _ if jumps.contains(cell) => '^',
        _ if accent == Accent::Left => '◦',
        _ => '·',
    }
}

fn sides(player: &Player, cell: Cell, content: Content, accent: Accent) -> [char; 2] {
    let is_blob = matches!(content, Content::Blob(_));
    match (content, accent) {
        _ if player.cursor() == cell => ['[', ']'],
        _ if player.picked() == Some(cell) => ['>', '<'],
        _ if is_blob && is_hinted(player, cell) => ['!', '!'],
        (Content::Blob(_), Accent::New) => ['(', ')'],
        (Content::Blob(_), Accent::Changed) => ['*', '*'],
        (Content::Hole, _) => ['#', '#'],
        _ => [' ', ' '],
    }
}
