//! The board of column heights is the game's board: every drop, on hundreds of thousands of boards.

use laplace_games::demon::{Board, COLUMNS, Column, LINES, Piece, TOP_LINES};
use laplace_games::random::Random;
use laplace_solvers::demon::{Buried, Evaluator, Fit, Fits, Heights, Weights, packed};

/// A piece dropped by the rules.
struct Dropped {
    /// The height of its top.
    crest: i32,
    /// Empty cells below the top of their column, before full lines went.
    covered: u32,
    board: Board,
    lines: usize,
}

fn drop(board: &Board, piece: Piece, fit: &Fit, column: usize) -> Option<Dropped> {
    let chosen = fit.chosen(column)?;
    let shape = piece.shape(chosen.rotation);
    let line = board.drop_line(shape, chosen.column)?;
    let mut board = board.clone();
    board.place(shape, line, chosen.column);
    let covered = covered(&board);
    let lines = board.remove_full(line, shape.height().into()).len() as usize;
    Some(Dropped { crest: (LINES - line) as i32, covered, board, lines })
}

fn covered(board: &Board) -> u32 {
    let mut above = 0;
    let mut count = 0;
    for line in board.top()..LINES {
        count += (above & !board.row(line)).count_ones();
        above |= board.row(line);
    }
    count
}

/// Plays at random on boards with one buried cell at most and shows each board and piece to a check.
fn wander(seed: u64, steps: usize, mut check: impl FnMut(&Board, Piece, &mut Random)) {
    let mut random = Random::new(seed);
    let fits = Fits::new();
    let mut board = Board::EMPTY;
    for _ in 0..steps {
        let piece = *random.pick(&Piece::ALL).unwrap();
        check(&board, piece, &mut random);
        // Mostly moves that fit, or boards would never grow; low ones, or they would not last.
        let mut moves: Vec<Dropped> = fits
            .close(piece)
            .iter()
            .flat_map(|fit| (0..COLUMNS).filter_map(|column| drop(&board, piece, fit, column)))
            .filter(|d| d.board.top() >= TOP_LINES && packed(&d.board).is_some())
            .collect();
        moves.sort_by_key(|d| (d.covered, d.crest));
        let some = if random.chance(90) { 3 } else { moves.len() };
        let last = moves.len().min(some);
        board = match moves.into_iter().take(last).nth(random.below(last as u32) as usize) {
            Some(dropped) => dropped.board,
            None => Board::EMPTY,
        };
    }
}

/// The columns at which a rotation can be put.
fn columns(piece: Piece, fit: &Fit) -> impl Iterator<Item = usize> {
    let chosen = fit.chosen(0).unwrap();
    0..=COLUMNS - usize::from(piece.shape(chosen.rotation).width())
}

#[test]
fn a_piece_fits_where_it_covers_nothing_and_the_board_after_it_is_the_same() {
    let fits = Fits::new();
    let mut drops = 0;
    wander(1, 20_000, |board, piece, _| {
        let (heights, buried) = packed(board).unwrap();
        for fit in fits.close(piece) {
            let places: Vec<usize> = fit.places(&heights.steps()).collect();
            for column in columns(piece, fit) {
                drops += 1;
                let dropped = drop(board, piece, fit, column).unwrap();
                let is_close = dropped.covered == covered(board);
                assert_eq!(places.contains(&column), is_close, "{heights:?} {piece:?} {column}");
                if is_close {
                    assert_eq!(fit.crest(heights, column), dropped.crest);
                    let (after, lines, left) = fit.put(heights, column).settle_over(buried);
                    assert_eq!((Some((after, left)), lines), (packed(&dropped.board), dropped.lines));
                }
            }
            assert!(places.iter().all(|&place| columns(piece, fit).any(|column| column == place)));
        }
    });
    assert!(drops > 300_000);
}

#[test]
fn a_piece_that_buries_a_cell_leaves_the_same_board() {
    let fits = Fits::new();
    let mut drops = 0;
    wander(2, 60_000, |board, piece, _| {
        let (heights, buried) = packed(board).unwrap();
        if buried != Buried::NONE {
            return;
        }
        for fit in fits.loose(piece) {
            for column in fit.places(&heights.steps()) {
                drops += 1;
                let dropped = drop(board, piece, fit, column).unwrap();
                let under = fit.gap_at(column).unwrap();
                let cell = Buried::new(under, heights.get(under));
                let (after, lines, left) = fit.put(heights, column).settle_over(cell);
                assert_eq!((dropped.covered, fit.crest(heights, column)), (1, dropped.crest));
                assert_eq!((Some((after, left)), lines), (packed(&dropped.board), dropped.lines));
            }
        }
    });
    assert!(drops > 20_000, "{drops}");
}

#[test]
fn a_bridge_is_found_if_and_only_if_its_rows_all_go() {
    let fits = Fits::new();
    let mut bridges = 0;
    wander(3, 60_000, |board, piece, _| {
        let (heights, buried) = packed(board).unwrap();
        if buried != Buried::NONE {
            return;
        }
        for fit in fits.close(piece) {
            for column in columns(piece, fit) {
                let dropped = drop(board, piece, fit, column).unwrap();
                let clean = packed(&dropped.board).filter(|&(_, left)| left == Buried::NONE);
                let wanted = clean.filter(|_| dropped.lines > 0).map(|(after, _)| (after, dropped.lines));
                assert_eq!(fit.bridge(heights, column), wanted, "{heights:?} {piece:?} {column}");
                bridges += u32::from(wanted.is_some() && dropped.covered > 0);
            }
        }
    });
    assert!(bridges > 100, "{bridges}");
}

#[test]
fn lifting_a_piece_undoes_its_drop() {
    let fits = Fits::new();
    let mut lifts = 0;
    wander(4, 60_000, |board, piece, _| {
        let (heights, buried) = packed(board).unwrap();
        if buried != Buried::NONE {
            return;
        }
        for fit in fits.close(piece) {
            for column in fit.places(&heights.steps()) {
                let (after, lines) = fit.put(heights, column).settle();
                assert_eq!(fit.lift(after, column, lines), Some(heights));
                lifts += 1;
            }
        }
    });
    assert!(lifts > 20_000, "{lifts}");
}

#[test]
fn a_cost_by_look_ups_is_the_cost_from_scratch() {
    let fits = Fits::new();
    let evaluators = [Weights::default(), Weights { spike: [0, 9, 17], well: 3, ..Weights::default() }]
        .map(|weights| Evaluator::new(&weights, &fits));
    let mut changes = 0;
    wander(5, 20_000, |board, piece, random| {
        let (heights, _) = packed(board).unwrap();
        let open: Vec<usize> = (0..COLUMNS).filter(|&column| heights.get(column) == 0).collect();
        let Some(&well) = random.pick(&open) else { return };
        for evaluator in &evaluators {
            let (before, profile) =
                (evaluator.cost(heights, well, Buried::NONE), evaluator.profile(heights, well));
            for fit in fits.close(piece) {
                for column in fit.places(&heights.steps()).filter(|&column| !fit.covers(column, well)) {
                    let after = evaluator.cost(fit.put(heights, column), well, Buried::NONE);
                    assert_eq!(before + evaluator.change(piece, fit, column, &profile), after);
                    changes += 1;
                }
            }
        }
    });
    assert!(changes > 100_000);
}

#[test]
fn heights_pack_and_unpack() {
    let mut random = Random::new(6);
    for _ in 0..10_000 {
        let heights: [i32; COLUMNS] = std::array::from_fn(|_| random.below(25) as i32);
        let board = Heights::pack(&heights);
        assert_eq!(board.unpack(), heights);
        assert_eq!(board.any_zero(), heights.contains(&0));
        assert_eq!(board.blocks(), heights.iter().sum::<i32>() as usize);
    }
    for column in Column::all() {
        for row in 0..20 {
            let cell = Buried::new(column.number().into(), row);
            assert_eq!((cell.row(), cell.column()), (Some(row), column.number().into()));
        }
    }
}
