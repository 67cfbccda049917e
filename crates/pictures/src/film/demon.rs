//! The demon's move files.

use laplace_games::demon::{COLUMNS, LINES, Landing, MoveLine, Piece, Rotation, State, TOP_LINES, format};
use laplace_games::text::SyntaxError;
use laplace_judge::demon::replay;

use super::{Arrival, Effect, Film, Game, Shape, Step, bits};
use crate::grid::Grid;

/// Marks of the seven pieces by number, the empty cell first.
pub(super) const LETTERS: &[u8] = b".1234567";

/// The film of a move file: a question 4 input or a question 5 output.
///
/// It has the pieces up to where the game ends, whatever the file holds after that; it fails only if the
/// first line is not a seed.
pub fn demon(moves: &[u8]) -> Result<Film, SyntaxError> {
    let file = format::moves(moves)?;
    let game = replay(moves)?;
    let mut state = State::new(file.seed());
    let played = file.map_while(|line| {
        let (_, line) = line.ok()?;
        let landing = state.play_line(line).ok()?;
        step(line, &landing)
    });
    let steps: Vec<_> = played.collect();
    Ok(Film {
        game: Game::Demon,
        title: format!("The demon, s = {}", game.seed.number()),
        start: Grid::new(COLUMNS, LINES, LETTERS),
        top: TOP_LINES,
        shapes: shapes(),
        counted: steps.len(),
        steps,
        end: game.ended.to_string(),
    })
}

fn step(line: MoveLine, landing: &Landing) -> Option<Step> {
    let chosen = line.chosen()?;
    let piece = line.piece.checked_sub(1)? as usize;
    let shape = piece * Rotation::ALL.len() + usize::from(chosen.rotation.turns());
    let arrival = Some(Arrival { shape, line: landing.line, column: chosen.column.number().into() });
    let mut effects = Vec::new();
    if !landing.removed.is_empty() {
        effects.push(Effect::Collapse(landing.removed.iter().map(|line| 1 << line).sum()));
        effects.push(Effect::Points(landing.points));
    }
    Some(Step { arrival, effects })
}

fn shapes() -> Vec<Shape> {
    let turned = |piece: Piece| Rotation::ALL.map(move |rotation| (piece, rotation));
    Piece::ALL.into_iter().flat_map(turned).map(shape).collect()
}

fn shape((piece, rotation): (Piece, Rotation)) -> Shape {
    let rows = piece.shape(rotation).rows();
    let blocks = rows.iter().enumerate().flat_map(|(line, &row)| bits(row.into()).map(move |c| (line, c)));
    Shape { name: format!("{piece:?}"), code: piece.number(), blocks: blocks.collect() }
}
