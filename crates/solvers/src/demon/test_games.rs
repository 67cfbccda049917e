//! Boards of real games, for tests of what the coming Tetrises can take.

use laplace_games::demon::{Seed, State};

use super::rows::Rows;
use super::{Limits, solve};
use crate::Control;

/// A board of a real game, and what happened next.
pub(super) struct Situation {
    pub(super) board: Rows,
    /// The number of pieces without a line before each coming Tetris, as long as nothing else takes lines.
    pub(super) quiet: Vec<i32>,
    /// The seed and the piece.
    pub(super) name: String,
}

/// All boards of some short games, each with this number of Tetrises at most.
pub(super) fn situations(max_tetrises: usize) -> Vec<Situation> {
    let mut found = Vec::new();
    for (number, width) in [(7, 30), (31, 30), (231, 2)] {
        let seed = Seed::new(number).unwrap();
        let limits = Limits { beam_width: Some(width), ..Limits::default() };
        let solution = solve(seed, 1_200, &limits, &Control::default());
        let mut state = State::with_limit(seed, 1_200);
        let mut boards = Vec::new();
        let mut lines = Vec::new();
        for &chosen in &solution.moves {
            boards.push(Rows::of_board(state.board()));
            lines.push(state.play(chosen).unwrap().removed.len());
        }
        for (index, board) in boards.into_iter().enumerate() {
            let mut quiet = Vec::new();
            let mut count = 0;
            for &taken in lines[index..].iter().take_while(|&&taken| taken == 0 || taken == 4) {
                match taken {
                    0 => count += 1,
                    _ if quiet.len() < max_tetrises => quiet.push(count),
                    _ => {}
                }
            }
            found.push(Situation { board, quiet, name: format!("piece {index} of seed {number}") });
        }
    }
    found
}
