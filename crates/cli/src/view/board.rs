//! The board: two columns of the terminal a block, four a blob.

use laplace_judge::recording::{Accent, Cell, Content, Picture, Recording};
use ratatui::style::{Modifier, Style, Stylize};
use ratatui::text::{Line, Span};

use super::palette::Palette;

/// The lines of a board that is at most so high; what does not matter is left out first.
pub(super) fn lines(
    recording: &Recording,
    picture: &Picture,
    height: u16,
    palette: Palette,
) -> Vec<Line<'static>> {
    match recording {
        Recording::Blobwar(_) => blobs(picture, palette),
        _ => blocks(picture, height, palette),
    }
}

/// The columns that the lines take.
pub(super) fn width(recording: &Recording) -> u16 {
    match recording {
        Recording::Demon(_) => 2 * 12 + 2,
        Recording::Well(_) => 2 * 10 + 2,
        Recording::Blobwar(_) => 2 + 4 * 8,
    }
}

fn blocks(picture: &Picture, height: u16, palette: Palette) -> Vec<Line<'static>> {
    let mut lines: Vec<_> =
        picture.lines().enumerate().map(|(line, cells)| row(cells, line < picture.rim, palette)).collect();
    if usize::from(height) > lines.len() {
        lines.push(Line::from(format!("└{}┘", "─".repeat(2 * picture.width()))).dim());
    }
    if usize::from(height) > lines.len() {
        let numbers: String = (0..picture.width()).map(|column| format!("{column:<2}")).collect();
        lines.push(Line::from(format!(" {numbers}")).dim());
    }
    lines
}

fn row(cells: &[Cell], is_rim: bool, palette: Palette) -> Line<'static> {
    let wall = Span::from(if is_rim { "┊" } else { "│" }).dim();
    let mut spans = vec![wall.clone()];
    spans.extend(cells.iter().map(|&cell| Span::styled(block(cell, is_rim), palette.cell(cell))));
    spans.push(wall);
    Line::from(spans)
}

fn block(cell: Cell, is_rim: bool) -> String {
    match cell.content {
        Content::Empty if cell.accent == Accent::Left => "--".into(),
        Content::Empty if is_rim => "  ".into(),
        Content::Empty => "· ".into(),
        _ => format!("{}{}", cell.mark(), accent_mark(cell.accent)),
    }
}

const fn accent_mark(accent: Accent) -> char {
    match accent {
        Accent::None | Accent::Left => ' ',
        Accent::New => '•',
        Accent::Full => '=',
        Accent::Changed => '↓',
    }
}

fn blobs(picture: &Picture, palette: Palette) -> Vec<Line<'static>> {
    let height = picture.height();
    let mut lines = vec![Line::default()];
    for (line, cells) in picture.lines().enumerate() {
        let mut spans = vec![Span::from(format!("{} ", height - line)).dim()];
        for &cell in cells {
            spans.push(Span::styled(blob(cell), palette.cell(cell)));
            spans.push(Span::from(" "));
        }
        lines.extend([Line::from(spans), Line::default()]);
    }
    let letters: String = ('a'..).take(picture.width()).map(|letter| format!(" {letter}  ")).collect();
    lines.push(Line::styled(format!("  {letters}"), Style::new().add_modifier(Modifier::DIM)));
    lines
}

fn blob(cell: Cell) -> String {
    let mark = cell.mark();
    match (cell.content, cell.accent) {
        (Content::Empty, Accent::Left) => " ◦ ".into(),
        (Content::Empty, _) => " · ".into(),
        (Content::Hole, _) => "###".into(),
        (_, Accent::New) => format!("({mark})"),
        (_, Accent::Changed) => format!("*{mark}*"),
        _ => format!(" {mark} "),
    }
}
