//! Games of Blobwar and Ataxx.

use laplace_games::blobwar::{Bitboard, Cell, Move, Position, Side, Size};
use laplace_judge::GameKind;
use laplace_judge::recording::{BlobwarEnded, BlobwarRecording, BlobwarStep};

use super::{Arrival, Effect, Film, Shape, Step};
use crate::grid::Grid;

/// Marks: an empty cell, the two players, a hole.
const LETTERS: &[u8] = b".xo#";
const HOLE: u8 = 3;

pub(super) fn film(game: &BlobwarRecording) -> Film {
    let start = game.position(0);
    let width = start.size().width();
    let title = match (game.players(), start.size()) {
        (Some([x, o]), _) => format!("{x} (x) against {o} (o)"),
        (None, Size::Seven) => "Ataxx".into(),
        (None, Size::Eight) => "Blobwar".into(),
    };
    Film {
        game: GameKind::Blobwar,
        title,
        start: grid(&start),
        top: 0,
        shapes: Side::BOTH.map(shape).into(),
        steps: game.steps().iter().map(|played| step(played, width)).collect(),
        counted: game.steps().len(),
        end: ending(game.ended()),
        review: None,
    }
}

const fn code(side: Side) -> u8 {
    side as u8 + 1
}

fn shape(side: Side) -> Shape {
    Shape { name: side.letter().into(), code: code(side), blocks: vec![(0, 0)] }
}

/// Line and column of a cell: pictures count lines from the top, Blobwar counts rows from the bottom.
fn place(cell: Cell, width: u8) -> (usize, usize) {
    (usize::from((width - 1).saturating_sub(cell.row())), cell.column().into())
}

fn grid(position: &Position) -> Grid {
    let width = position.size().width();
    let board = position.board();
    let mut grid = Grid::new(width.into(), width.into(), LETTERS);
    let mut fill = |cells: Bitboard, code| {
        for (line, column) in cells.into_iter().map(|cell| place(cell, width)) {
            grid.set(line, column, code);
        }
    };
    Side::BOTH.into_iter().for_each(|side| fill(board.blobs(side), code(side)));
    fill(board.holes(), HOLE);
    grid
}

fn step(played: &BlobwarStep, width: u8) -> Step {
    let mut step = Step::default();
    if let Some(to) = played.played.to() {
        let (line, column) = place(to, width);
        step.arrival = Some(Arrival { shape: played.side as usize, line, column });
    }
    if let Move::Jump { from, .. } = played.played {
        let (line, column) = place(from, width);
        step.effects.push(Effect::Lift { line, column });
    }
    if !played.turned.is_empty() {
        let cells = played.turned.into_iter().map(|cell| place(cell, width)).collect();
        step.effects.push(Effect::Turn { code: code(played.side), cells });
    }
    step
}

fn ending(ended: &BlobwarEnded) -> String {
    match ended {
        BlobwarEnded::Over(end) => end.to_string(),
        BlobwarEnded::Unfinished { turn } => format!("{} to move", turn.label()),
        BlobwarEnded::Refused { number, why, .. } => format!("move {number} cannot be played: {why}"),
    }
}
