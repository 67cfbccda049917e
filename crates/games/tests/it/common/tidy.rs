//! A player of the well that keeps the board tidy enough for long games, with some randomness.

use laplace_games::random::Random;
use laplace_games::well::{Board, Move, State};

/// A move that covers few holes and lands low; `None` when the game is over.
pub(crate) fn tidy_move(state: &State, random: &mut Random) -> Option<Move> {
    let figure = state.next_figure()?;
    let price = |placed: &Move| {
        let mut after = *state.board();
        let facts = after.place(figure, *placed).unwrap();
        8 * covered_holes(&after) + 2 * facts.landing_row as u32 + random.below(4)
    };
    state.distinct_moves().min_by_key(price)
}

/// The empty cells that have a block somewhere above them.
fn covered_holes(board: &Board) -> u32 {
    let mut covered = 0;
    let mut holes = 0;
    for row in board.blocks().rows().iter().rev() {
        holes += (covered & !row).count_ones();
        covered |= row;
    }
    holes
}
