//! The pieces or figures that come next, drawn as their tasks draw them.

use laplace_games::demon::{Piece, Rotation};
use laplace_games::well::{self, Block, Figure};
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
    for (place, kind) in (viewer.at() + 1..).zip(viewer.recording().upcoming(viewer.at(), MAX_PIECES)) {
        let shape = draw(kind);
        taken += 2 * shape.width + 2;
        if taken > width + 2 {
            break;
        }
        shapes.push(Coming { kind, mark: mark(viewer.recording(), kind, place), shape });
    }
    let is_well = matches!(viewer.recording(), Recording::Well(_));
    let heading = if is_well { "next, with their marks on the board; below, their kinds" } else { "next" };
    let mut lines = vec![Line::from(heading).dim()];
    lines.extend((0..height).map(|line| {
        Line::from(shapes.iter().flat_map(|coming| row(coming, line, palette)).collect::<Vec<_>>())
    }));
    if is_well {
        let kind = |coming: &Coming| format!("{:<1$}", coming.kind, 2 * coming.shape.width + 2);
        lines.push(Line::from(shapes.iter().map(kind).collect::<String>()).dim());
    } else {
        lines.push(Line::default());
    }
    lines
}

/// A piece or figure that comes.
struct Coming {
    kind: u8,
    /// What its blocks will show on the board.
    mark: char,
    shape: Shape,
}

/// The mark on the board of the piece or figure that is played as number `place`.
fn mark(recording: &Recording, kind: u8, place: usize) -> char {
    match (recording, Figure::from_number(kind.into())) {
        (Recording::Well(_), Some(figure)) => {
            Block { number: u32::try_from(place).unwrap_or(u32::MAX), figure }.digit()
        }
        _ => char::from_digit(kind.into(), 10).unwrap_or(' '),
    }
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

fn row(coming: &Coming, line: usize, palette: Palette) -> Vec<Span<'static>> {
    let mask = coming.shape.rows.get(line).copied().unwrap_or(0);
    let cell = |column: usize| match mask >> column & 1 {
        1 => Span::styled(format!("{} ", coming.mark), palette.piece(coming.kind)),
        _ => Span::from("  "),
    };
    (0..coming.shape.width).map(cell).chain([Span::from("  ")]).collect()
}
