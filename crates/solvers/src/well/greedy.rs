//! The baseline: a player that looks at one figure only and takes the move that looks best.
//!
//! Its features are those of Pierre Dellacherie's player (2003), the best one-ply player written by hand: the height
//! of the landing, the rows deleted, the changes along rows and columns, the holes and the wells. It plays on the
//! rules' own board and shares no code with the solver that is compared with it.

use laplace_games::well::{Board, FULL_ROW, Facts, Figure, Move, Problem, WIDTH};

/// The moves of a player that places each figure without regard to the next, until one does not fit.
///
/// ```
/// use laplace_games::well::generate::{Family, generate};
/// let problem = generate(Family::Uniform, 100, 1);
/// assert_eq!(laplace_solvers::well::greedy(&problem).len(), 100);
/// ```
pub fn greedy(problem: &Problem) -> Vec<Move> {
    let mut board = Board::new(problem.depth);
    let mut moves = Vec::with_capacity(problem.figures.len());
    for &figure in &problem.figures {
        let Some((placed, after)) = best_move(&board, figure) else { break };
        moves.push(placed);
        board = after;
    }
    moves
}

fn best_move(board: &Board, figure: Figure) -> Option<(Move, Board)> {
    let mut best: Option<(i32, Move, Board)> = None;
    for placed in figure.distinct_moves() {
        let mut after = *board;
        let Some(facts) = after.place(figure, placed) else { continue };
        let height = facts.landing_row * 2 + figure.shape(placed.rotation).height();
        let value = value(&after, &facts, height as i32);
        if !facts.sticks_out && best.is_none_or(|(highest, ..)| value > highest) {
            best = Some((value, placed, after));
        }
    }
    best.map(|(_, placed, after)| (placed, after))
}

/// Dellacherie's sum, doubled to keep the middle of the landed figure a whole number.
fn value(board: &Board, facts: &Facts, doubled_height: i32) -> i32 {
    let rows = &board.blocks().rows()[..=board.top()];
    let deleted = facts.rows_deleted() as i32;
    2 * (deleted - across(rows) - up(rows) - 4 * holes(rows) - wells(rows)) - doubled_height
}

/// The changes between block and no block along the rows, the walls being blocks.
fn across(rows: &[u16]) -> i32 {
    let walled = |row: u16| u32::from(row) << 1 | 1 | 1 << (WIDTH + 1);
    let change = |row: u32| (row ^ row >> 1) & ((1 << (WIDTH + 1)) - 1);
    rows.iter().map(|&row| change(walled(row)).count_ones() as i32).sum()
}

/// The changes between block and no block up the columns, the floor being blocks.
fn up(rows: &[u16]) -> i32 {
    let below = std::iter::once(FULL_ROW).chain(rows.iter().copied());
    below.zip(rows).map(|(below, &row)| (below ^ row).count_ones() as i32).sum()
}

/// The empty cells below a block.
fn holes(rows: &[u16]) -> i32 {
    let mut covered = 0;
    let count = |&row: &u16| {
        covered |= row;
        (covered & !row).count_ones() as i32
    };
    rows.iter().rev().map(count).sum()
}

/// For each empty cell between two blocks that is open above: how many cells deep the well is there.
fn wells(rows: &[u16]) -> i32 {
    (0..WIDTH).map(|column| wells_in_column(rows, column)).sum()
}

fn wells_in_column(rows: &[u16], column: usize) -> i32 {
    let mut sum = 0;
    let mut depth = 0;
    for &row in rows.iter().rev() {
        let walled = u32::from(row) << 1 | 1 | 1 << (WIDTH + 1);
        match walled >> column & 0b111 {
            0b101 => {
                depth += 1;
                sum += depth;
            }
            pattern if pattern & 0b010 != 0 => depth = 0,
            _ => {}
        }
    }
    sum
}
