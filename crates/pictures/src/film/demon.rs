//! Games of the demon.

use laplace_games::demon::{COLUMNS, LINES, Piece, Rotation, TOP_LINES};
use laplace_judge::GameKind;
use laplace_judge::recording::{DemonRecording, DemonStep};

use super::{Arrival, Effect, Film, Shape, Step, bits};
use crate::grid::Grid;

/// Marks of the seven pieces by number, the empty cell first.
pub(super) const LETTERS: &[u8] = b".1234567";

pub(super) fn film(game: &DemonRecording) -> Film {
    Film {
        game: GameKind::Demon,
        title: format!("The demon, s = {}", game.result().seed.number()),
        start: Grid::new(COLUMNS, LINES, LETTERS),
        top: TOP_LINES,
        shapes: shapes(),
        steps: game.steps().iter().map(step).collect(),
        counted: game.steps().len(),
        end: game.result().ended.to_string(),
        review: None,
    }
}

fn step(played: &DemonStep) -> Step {
    let piece = usize::from(played.piece.number() - 1);
    let shape = piece * Rotation::ALL.len() + usize::from(played.chosen.rotation.number());
    let column = played.chosen.column.number().into();
    let arrival = Some(Arrival { shape, line: played.line.into(), column });
    let mut effects = Vec::new();
    if !played.removed.is_empty() {
        effects.push(Effect::Collapse(played.removed.iter().map(|line| 1 << line).sum()));
        effects.push(Effect::Points(played.points));
    }
    Step { arrival, effects }
}

fn shapes() -> Vec<Shape> {
    let turned = |piece: Piece| Rotation::ALL.map(move |rotation| shape(piece, rotation));
    Piece::ALL.into_iter().flat_map(turned).collect()
}

fn shape(piece: Piece, rotation: Rotation) -> Shape {
    let rows = piece.shape(rotation).rows();
    let blocks = rows.iter().enumerate().flat_map(|(line, &row)| bits(row.into()).map(move |c| (line, c)));
    // The number is what the task and the answers call it.
    let name = format!("{} ({piece:?})", piece.number());
    Shape { name, code: piece.number(), blocks: blocks.collect() }
}
