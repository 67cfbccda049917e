//! A player that keeps the board tidy, so that generated games have lines and Tetrises in them.
//!
//! It looks one piece ahead with Dellacherie's features: how high the piece lands, changes between block and
//! gap along rows and columns, holes, wells. It survives for as many moves as the generators need; with
//! `keeps_well`, it keeps the last column free for piece 1, which makes Tetrises and shorter games. The
//! searches that play to win are in another crate.

use crate::demon::{Board, COLUMNS, Facts, LINES, Move, State};

const TETRIS: i32 = 1_000;
const FULL_ROW: u16 = (1 << COLUMNS) - 1;
const LAST_COLUMN: u16 = 1 << (COLUMNS - 1);

/// The move that leaves the tidiest board, if there is any; `keeps_well` leaves the last column to piece 1.
pub(super) fn choose(state: &State, keeps_well: bool) -> Option<Move> {
    state.legal_moves().into_iter().min_by_key(|&chosen| {
        let mut after = state.clone();
        match after.play(chosen) {
            Ok(landing) => untidiness(after.board(), &landing, keeps_well),
            Err(_) => i32::MAX,
        }
    })
}

fn untidiness(board: &Board, landing: &Facts, keeps_well: bool) -> i32 {
    let ignored = if keeps_well { LAST_COLUMN } else { 0 };
    let mut row_changes = 0;
    let mut column_changes = 0;
    let mut holes = 0;
    let mut wells = 0;
    let mut in_well = 0u32;
    let mut above = 0;
    let mut covered = 0;
    let mut depths = [0; COLUMNS];
    for line in 0..LINES {
        let row = board.row(line) | ignored;
        // Walls count as blocks on both sides.
        let walled = row << 1 | 1 | 1 << (COLUMNS + 1);
        row_changes += ((walled ^ walled >> 1) & ((1 << (COLUMNS + 1)) - 1)).count_ones();
        column_changes += (row ^ above).count_ones();
        let well = !row & (walled & walled >> 2);
        for (column, depth) in depths.iter_mut().enumerate() {
            *depth = if (well & !covered) >> column & 1 == 1 { *depth + 1 } else { 0 };
            wells += *depth;
        }
        holes += (covered & !row).count_ones();
        covered |= row;
        above = row;
        in_well += u32::from(board.row(line) & ignored != 0);
    }
    column_changes += (above ^ FULL_ROW).count_ones();
    let height = (LINES - landing.line) as u32;
    let cost = 45 * height + 32 * row_changes + 93 * column_changes + 79 * holes + 34 * wells + 400 * in_well;
    cost as i32 - if landing.is_tetris() { TETRIS } else { 34 * 4 * landing.removed.len() as i32 }
}
