//! The pieces or figures that come next, drawn as their tasks draw them.

use laplace_games::demon::{Piece, Rotation};
use laplace_games::well::{self, Figure};
use laplace_judge::recording::Recording;
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};

use super::COMING_LINES;
use crate::view::palette::Palette;
use crate::view::viewer::Viewer;

/// The maximum number of pieces that are drawn.
const MAX_PIECES: usize = 9;

/// A heading and the shapes; nothing for Blobwar.
pub(super) fn lines(viewer: &Viewer, width: usize, palette: Palette) -> Vec<Line<'static>> {
    // Always as high as the highest piece, so that the lines below stay where they are.
    let (draw, height): (fn(u8) -> Shape, _) = match viewer.recording() {
        Recording::Demon(_) => (piece, 2),
        Recording::Well(_) => (figure, COMING_LINES),
        Recording::Blobwar(_) => return Vec::new(),
    };
    let mut shapes = Vec::new();
    let mut taken = 0;
    for kind in viewer.recording().upcoming(viewer.at(), MAX_PIECES) {
        let shape = draw(kind);
        taken += 2 * shape.width + 2;
        if taken > width + 2 {
            break;
        }
        shapes.push((kind, shape));
    }
    let mut lines = vec![Line::from("next").dim()];
    lines.extend((0..height).map(|line| {
        Line::from(
            shapes.iter().flat_map(|(kind, shape)| row(*kind, shape, line, palette)).collect::<Vec<_>>(),
        )
    }));
    lines.push(Line::default());
    lines
}

struct Shape {
    /// From the top, bit 0 on the left.
    rows: [u16; COMING_LINES],
    width: usize,
}

fn piece(kind: u8) -> Shape {
    let Some(piece) = Piece::from_number(kind.into()) else { return Shape { rows: [0; 4], width: 0 } };
    let shape = piece.shape(Rotation::R0);
    Shape { rows: shape.rows(), width: shape.width().into() }
}

fn figure(kind: u8) -> Shape {
    let upright = well::Rotation::from_number(0).zip(Figure::from_number(kind.into()));
    let Some((upright, figure)) = upright else { return Shape { rows: [0; 4], width: 0 } };
    let shape = figure.shape(upright);
    let mut rows = [0; COMING_LINES];
    for (row, &mask) in rows.iter_mut().zip(shape.rows().iter().take(shape.height()).rev()) {
        *row = mask;
    }
    Shape { rows, width: shape.width() }
}

fn row(kind: u8, shape: &Shape, line: usize, palette: Palette) -> Vec<Span<'static>> {
    let mask = shape.rows.get(line).copied().unwrap_or(0);
    let cell = |column: usize| match mask >> column & 1 {
        1 => Span::styled(format!("{kind} "), palette.piece(kind)),
        _ => Span::from("  "),
    };
    (0..shape.width).map(cell).chain([Span::from("  ")]).collect()
}
