//! The board: a block takes two columns of the terminal, a blob four.

use laplace_games::blobwar::Size;
use laplace_games::{demon, well};
use laplace_judge::recording::{Cell, Content, Frame, Highlight, Recording};
use ratatui::style::{Modifier, Style, Stylize};
use ratatui::text::{Line, Span};

use super::palette::Palette;

/// Columns of the terminal that a block takes.
const BLOCK_WIDTH: usize = 2;
/// Columns of the terminal that the two walls take.
const WALLS_WIDTH: usize = 2;
/// Columns of the terminal that a blob takes: its mark, a column on each side, and a gap.
const BLOB_WIDTH: usize = 4;
/// Columns of the terminal before the blobs: the number of the row and a gap.
const ROW_NUMBER_WIDTH: usize = 2;

/// The lines of a board in at most `height` lines of the terminal; the floor and the column numbers are left out first.
pub(super) fn lines(
    recording: &Recording,
    frame: &Frame,
    height: u16,
    palette: Palette,
) -> Vec<Line<'static>> {
    match recording {
        Recording::Blobwar(_) => blobs(frame, palette),
        _ => blocks(frame, height, palette),
    }
}

/// The number of columns of the terminal that the lines take.
pub(super) fn width(recording: &Recording) -> u16 {
    let width = match recording {
        Recording::Demon(_) => BLOCK_WIDTH * demon::COLUMNS + WALLS_WIDTH,
        Recording::Well(_) => BLOCK_WIDTH * well::WIDTH + WALLS_WIDTH,
        // The same for both sizes, so that the panel is always in the same place.
        Recording::Blobwar(_) => ROW_NUMBER_WIDTH + BLOB_WIDTH * usize::from(Size::Eight.width()),
    };
    width as u16
}

fn blocks(frame: &Frame, height: u16, palette: Palette) -> Vec<Line<'static>> {
    let mut lines: Vec<_> = frame
        .lines()
        .enumerate()
        .map(|(line, cells)| row(cells, line < frame.overflow_rows, palette))
        .collect();
    if usize::from(height) > lines.len() {
        lines.push(Line::from(format!("└{}┘", "─".repeat(BLOCK_WIDTH * frame.width()))).dim());
    }
    if usize::from(height) > lines.len() {
        let numbers: String = (0..frame.width()).map(|column| format!("{column:<BLOCK_WIDTH$}")).collect();
        lines.push(Line::from(format!(" {numbers}")).dim());
    }
    lines
}

fn row(cells: &[Cell], is_overflow: bool, palette: Palette) -> Line<'static> {
    let wall = Span::from(if is_overflow { "┊" } else { "│" }).dim();
    let mut spans = vec![wall.clone()];
    spans.extend(cells.iter().map(|&cell| Span::styled(block(cell, is_overflow), palette.cell(cell))));
    spans.push(wall);
    Line::from(spans)
}

fn block(cell: Cell, is_overflow: bool) -> String {
    match cell.content {
        Content::Empty if cell.highlight == Highlight::Left => "--".into(),
        Content::Empty if is_overflow => "  ".into(),
        Content::Empty => "· ".into(),
        _ => format!("{}{}", cell.mark(), highlight_mark(cell.highlight)),
    }
}

const fn highlight_mark(highlight: Highlight) -> char {
    match highlight {
        Highlight::None | Highlight::Left => ' ',
        Highlight::New => '•',
        Highlight::Full => '=',
        Highlight::Changed => '↓',
    }
}

fn blobs(frame: &Frame, palette: Palette) -> Vec<Line<'static>> {
    let height = frame.height();
    let mut lines = vec![Line::default()];
    for (line, cells) in frame.lines().enumerate() {
        let mut spans = vec![Span::from(format!("{} ", height - line)).dim()];
        for &cell in cells {
            spans.push(Span::styled(blob(cell), palette.cell(cell)));
            spans.push(Span::from(" "));
        }
        lines.extend([Line::from(spans), Line::default()]);
    }
    let letters: String = ('a'..).take(frame.width()).map(|letter| format!(" {letter}  ")).collect();
    lines.push(Line::styled(format!("  {letters}"), Style::new().add_modifier(Modifier::DIM)));
    lines
}

fn blob(cell: Cell) -> String {
    let mark = cell.mark();
    match (cell.content, cell.highlight) {
        (Content::Empty, Highlight::Left) => " ◦ ".into(),
        (Content::Empty, _) => " · ".into(),
        (Content::Hole, _) => "###".into(),
        (_, Highlight::New) => format!("({mark})"),
        (_, Highlight::Changed) => format!("*{mark}*"),
        _ => format!(" {mark} "),
    }
}
