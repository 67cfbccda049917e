//! Whole games for the tests and the benchmark: seeded, long, and played with some sense.

#![allow(dead_code, reason = "no one target needs all of it")]

use laplace_games::demon::format::Question;
use laplace_games::demon::generate::{self, Family};
use laplace_games::well::{self, Board, FULL_ROW, Figure, Move, WIDTH};

/// Lines of a move file that count: the seed and 9 999 moves.
pub(crate) const COUNTED_LINES: usize = 10_000;

/// A move file of the demon, longer than counts.
pub(crate) fn too_long_demon_game(seed: u64) -> String {
    generate::input(Question::Q4, Family::TooLong, seed).expect("question 4 has such inputs")
}

/// A move file of the demon, as long as counts: 9 999 moves, none of them wrong.
pub(crate) fn full_demon_game(seed: u64) -> String {
    too_long_demon_game(seed).split_inclusive('\n').take(COUNTED_LINES).collect()
}

/// An input of the well and an answer that places many of its figures.
pub(crate) fn well_game(figures: usize, seed: u64) -> (String, String) {
    let problem = well::generate::generate(well::generate::Family::Uniform, figures, seed);
    let input = well::format::write_problem(&problem);
    let mut state = well::State::new(problem);
    let mut moves = Vec::new();
    while let Some(figure) = state.next_figure() {
        let chosen = tidy_move(state.board(), figure);
        moves.push(chosen);
        state.play(chosen).expect("a legal move");
    }
    (input, well::format::write_moves(moves))
}

/// The best-looking move by Dellacherie's features; the first of equals.
fn tidy_move(board: &Board, figure: Figure) -> Move {
    let price = |chosen: &Move| {
        let mut after = *board;
        let facts = after.place(figure, *chosen).expect("a legal move");
        let height = figure.shape(chosen.rotation).height() + 2 * facts.landing_row;
        untidiness(&after) + 22 * height as u32
    };
    figure.distinct_moves().min_by_key(price).expect("every figure has a move")
}

/// Changes between block and gap along rows and columns, buried gaps, and depths of wells.
fn untidiness(board: &Board) -> u32 {
    let (mut above, mut covered, mut sum) = (0, 0, 0);
    let mut depths = [0; WIDTH];
    for &row in board.blocks().rows()[..board.depth().rows()].iter().rev() {
        // Walls count as blocks on both sides.
        let walled = row << 1 | 1 | 1 << (WIDTH + 1);
        sum += 32 * ((walled ^ walled >> 1) & ((1 << (WIDTH + 1)) - 1)).count_ones();
        sum += 93 * (row ^ above).count_ones() + 79 * (covered & !row).count_ones();
        let well = !row & !covered & walled & walled >> 2;
        for (column, depth) in depths.iter_mut().enumerate() {
            *depth = if well >> column & 1 == 1 { *depth + 1 } else { 0 };
            sum += 34 * *depth;
        }
        (above, covered) = (row, covered | row);
    }
    sum + 93 * (above ^ FULL_ROW).count_ones()
}
