//! The whole screen: the board on the left, everything else beside it, so that 24 lines are enough.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect, Size};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::palette::Palette;
use super::viewer::Viewer;
use super::{board, panel};

/// The minimum terminal that shows everything.
const MIN_SIZE: Size = Size::new(64, 24);
/// The maximum width of the panel.
const MAX_PANEL_WIDTH: u16 = 64;
/// Columns between the board and the panel, and before the board.
const GAP: u16 = 2;

/// Draws what the viewer shows.
pub(super) fn draw(frame: &mut Frame<'_>, viewer: &Viewer, palette: Palette) {
    if !fits(frame, MIN_SIZE) {
        return;
    }
    let [_, left, _, right, _] = Layout::horizontal([
        Constraint::Length(1),
        Constraint::Length(board::width(viewer.recording())),
        Constraint::Length(GAP),
        Constraint::Max(MAX_PANEL_WIDTH),
        Constraint::Fill(0),
    ])
    .areas(frame.area());
    if let Some(shown) = viewer.frame() {
        let lines = board::lines(viewer.recording(), shown, left.height, palette);
        frame.render_widget(Paragraph::new(lines), left);
    }
    let lines = if viewer.shows_help() {
        panel::help(viewer, right.width)
    } else {
        panel::lines(viewer, right, palette)
    };
    frame.render_widget(Paragraph::new(lines), right);
}

/// Whether the terminal has at least the size `minimum`; if not, draws a message with both sizes.
pub(crate) fn fits(frame: &mut Frame<'_>, minimum: Size) -> bool {
    let area = frame.area();
    let is_large_enough = area.width >= minimum.width && area.height >= minimum.height;
    if !is_large_enough {
        draw_too_small(frame, area, minimum);
    }
    is_large_enough
}

fn draw_too_small(frame: &mut Frame<'_>, area: Rect, minimum: Size) {
    let lines = [
        "This terminal is too small.".into(),
        format!("It has {} x {}.", area.width, area.height),
        format!("Needed: {} x {}.", minimum.width, minimum.height),
        "q quits.".into(),
    ];
    frame.render_widget(Paragraph::new(lines.map(Line::from).to_vec()), area);
}
