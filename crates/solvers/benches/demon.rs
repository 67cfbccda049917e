//! How fast the demon's boards are: `cargo bench --bench demon`.
//!
//! A placement is evaluated when the board after it and its cost are known. Three ways to do it for the same
//! boards and pieces, in the same run: rows of cells, dropped line by line and looked through column by
//! column; column heights with the cost from scratch; column heights with the cost by look-ups, as the
//! search does it. All three must come to the same sum, which changes only if the costs do.

#![allow(clippy::print_stdout, reason = "a program that prints tables")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use laplace_games::demon::{Board, COLUMNS, LINES, Piece, TOP_LINES};
use laplace_games::random::Random;
use laplace_solvers::demon::internals::{Evaluator, Heights, Hole, Placements, Weights, packed};

const BOARDS: usize = 20_000;
const RUNS: usize = 7;

/// A board in both forms, its well and its cost, and the piece to place.
struct Case {
    board: Board,
    heights: Heights,
    well: usize,
    cost: i32,
    piece: Piece,
}

/// Boards without holes, as a game at random has them.
fn cases(placements: &Placements, evaluator: &Evaluator) -> Vec<Case> {
    let mut random = Random::new(1);
    let mut board = Board::EMPTY;
    let mut cases = Vec::new();
    while cases.len() < BOARDS {
        let piece = Piece::ALL[random.below(7) as usize];
        let Some((heights, Hole::NONE)) = packed(&board) else {
            board = Board::EMPTY;
            continue;
        };
        let (well, cost) = evaluator.choose_well(heights, 0, Hole::NONE);
        cases.push(Case { board: board.clone(), heights, well, cost, piece });
        let places: Vec<_> = placements
            .exact(piece)
            .iter()
            .flat_map(|placement| placement.columns(&heights.steps()).map(move |column| (placement, column)))
            .filter_map(|(placement, column)| placement.chosen(column))
            .collect();
        let low = places.iter().copied().max_by_key(|chosen| {
            board.drop_line(piece.shape(chosen.rotation), chosen.column).unwrap_or(0) * 4
                + random.below(8) as usize
        });
        match low {
            Some(chosen) if board.top() > TOP_LINES + 4 => {
                let shape = piece.shape(chosen.rotation);
                let line = board.drop_line(shape, chosen.column).unwrap_or(0);
                board.place(shape, line, chosen.column);
                board.remove_full(line, shape.height().into());
            }
            _ => board = Board::EMPTY,
        }
    }
    cases
}

/// The straightforward way: copy the rows, drop the piece, remove lines, find heights, add up the cost. The
/// placements that leave a hole, or a line taken, or a block in the well, are distinguished after the drop.
fn by_rows(cases: &[Case], placements: &Placements, evaluator: &Evaluator) -> (u64, i64) {
    let (mut count, mut sum) = (0, 0);
    for case in cases {
        for placement in placements.exact(case.piece) {
            for chosen in (0..COLUMNS).filter_map(|column| placement.chosen(column)) {
                let shape = case.piece.shape(chosen.rotation);
                let Some(line) = case.board.drop_line(shape, chosen.column) else { continue };
                let mut board = case.board.clone();
                board.place(shape, line, chosen.column);
                let lines = board.remove_full(line, shape.height().into()).len();
                let Some(heights) = clean_heights(&board) else { continue };
                let touched = usize::from(chosen.column.number())..;
                let touched = touched.take(shape.width().into()).any(|column| column == case.well);
                if lines == 0 && !touched {
                    count += 1;
                    sum += i64::from(evaluator.cost(Heights::pack(&heights), case.well, Hole::NONE));
                }
            }
        }
    }
    (count, sum)
}

/// The heights of a board, unless some cell is covered.
fn clean_heights(board: &Board) -> Option<[i32; COLUMNS]> {
    let mut heights = [0; COLUMNS];
    let mut above = 0;
    for line in board.top()..LINES {
        let row = board.row(line);
        if above & !row != 0 {
            return None;
        }
        for (column, height) in heights.iter_mut().enumerate() {
            *height += i32::from(row >> column & 1);
        }
        above = row;
    }
    Some(heights)
}

/// Column heights: `look_up` takes the change of the cost from tables, otherwise it is worked out in full.
fn by_heights(cases: &[Case], placements: &Placements, evaluator: &Evaluator, look_up: bool) -> (u64, i64) {
    let (mut count, mut sum) = (0, 0);
    for case in cases {
        let steps = case.heights.steps();
        let surface = evaluator.surface(case.heights, case.well);
        for placement in placements.exact(case.piece) {
            for column in placement.columns(&steps) {
                let after = placement.put(case.heights, column);
                if after.any_zero() && !placement.covers(column, case.well) {
                    count += 1;
                    sum += i64::from(if look_up {
                        case.cost + evaluator.change(case.piece, placement, column, &surface)
                    } else {
                        evaluator.cost(black_box(after), case.well, Hole::NONE)
                    });
                }
            }
        }
    }
    (count, sum)
}

/// Evaluates all cases; how many placements, and the sum of their costs.
type Way<'a> = &'a dyn Fn() -> (u64, i64);

fn best_time(work: impl Fn() -> (u64, i64)) -> ((u64, i64), Duration) {
    let timed = |_| {
        let start = Instant::now();
        let result = black_box(work());
        (result, start.elapsed())
    };
    (0..RUNS).map(timed).min_by_key(|&(_, time)| time).unwrap_or_default()
}

fn main() {
    let placements = Placements::new();
    let evaluator = Evaluator::new(&Weights::default(), &placements);
    let cases = cases(&placements, &evaluator);
    let ways: [(&str, Way<'_>); 3] = [
        ("rows of cells", &|| by_rows(&cases, &placements, &evaluator)),
        ("heights, cost from scratch", &|| by_heights(&cases, &placements, &evaluator, false)),
        ("heights, cost by look-ups", &|| by_heights(&cases, &placements, &evaluator, true)),
    ];
    println!("| evaluated placements       | a second | times the rows | sum of costs |");
    println!("|----------------------------|---------:|---------------:|-------------:|");
    let mut first = None;
    for (name, way) in ways {
        let ((count, sum), time) = best_time(way);
        let rate = count as f64 / time.as_secs_f64();
        let &mut (base, expected) = first.get_or_insert((rate, (count, sum)));
        assert_eq!((count, sum), expected, "all ways evaluate the same placements alike");
        println!("| {name:26} | {:6.1} M | {:.1} | {sum} |", rate / 1e6, rate / base);
    }
}
