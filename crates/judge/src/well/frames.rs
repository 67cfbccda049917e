//! The pictures of a game, one after another, for whoever shows it.

use laplace_games::text::SyntaxError;
use laplace_games::well::{Depth, PaintedBoard, Phase, RowSet, State, format};

/// One picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame<'a> {
    /// The number of the figure, from 1.
    pub figure: usize,
    /// What is shown.
    pub stage: Stage,
    /// The board.
    pub board: &'a PaintedBoard,
}

/// A moment in the life of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The figure has come to lie.
    Landed,
    /// These rows were full and are empty now.
    Deleted(RowSet),
    /// What hung in the air has come down by one row.
    Fell,
}

/// Shows every picture of a game until the game ends or `show` says false.
pub fn watch(
    input: &[u8],
    output: &[u8],
    depth: Depth,
    mut show: impl FnMut(Frame<'_>) -> bool,
) -> Result<(), SyntaxError> {
    let mut state = State::new(format::read_problem(input, depth)?);
    let mut board = PaintedBoard::new(depth);
    let mut going = true;
    for pair in format::read_moves(output).map_while(Result::ok) {
        let figure = state.placed() + 1;
        let facts = state.attempt_watched(pair, &mut |phase| {
            board.follow(&phase);
            let stage = match phase {
                Phase::Landed { .. } => Stage::Landed,
                Phase::Deleted { rows } => Stage::Deleted(rows),
                Phase::Fell { .. } => Stage::Fell,
            };
            going = going && show(Frame { figure, stage, board: &board });
        });
        if facts.is_none() || state.end().is_some() || !going {
            break;
        }
    }
    Ok(())
}
