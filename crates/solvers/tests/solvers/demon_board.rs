//! The board of column heights is the game's board: every drop, on hundreds of thousands of boards.

use laplace_games::demon::bound::tight::is_odd;
use laplace_games::demon::{Board, COLUMNS, Column, LINES, Piece, TOP_LINES};
use laplace_games::random::Random;
use laplace_solvers::demon::internals::{Evaluator, Heights, Hole, Placement, Placements, Weights, packed};

/// A piece dropped by the rules.
struct Dropped {
    /// The height of its top.
    crest: i32,
    /// Empty cells below the top of their column, before full lines went.
    covered: u32,
    board: Board,
    lines: usize,
}

fn drop(board: &Board, piece: Piece, placement: &Placement, column: usize) -> Option<Dropped> {
    let chosen = placement.chosen(column)?;
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
    let placements = Placements::new();
    let mut board = Board::EMPTY;
    for _ in 0..steps {
        let piece = *random.pick(&Piece::ALL).unwrap();
        check(&board, piece, &mut random);
        // Mostly moves that fit, or boards would never grow; low ones, or they would not last.
        let mut moves: Vec<Dropped> = placements
            .exact(piece)
            .iter()
            .flat_map(|placement| (0..COLUMNS).filter_map(|column| drop(&board, piece, placement, column)))
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
fn columns(piece: Piece, placement: &Placement) -> impl Iterator<Item = usize> {
    let chosen = placement.chosen(0).unwrap();
    0..=COLUMNS - usize::from(piece.shape(chosen.rotation).width())
}

#[test]
fn a_piece_fits_where_it_covers_nothing_and_the_board_after_it_is_the_same() {
    let placements = Placements::new();
    let mut drops = 0;
    wander(1, 20_000, |board, piece, _| {
        let (heights, hole) = packed(board).unwrap();
        for placement in placements.exact(piece) {
            let places: Vec<usize> = placement.columns(&heights.steps()).collect();
            for column in columns(piece, placement) {
                drops += 1;
                let dropped = drop(board, piece, placement, column).unwrap();
                let is_close = dropped.covered == covered(board);
                assert_eq!(places.contains(&column), is_close, "{heights:?} {piece:?} {column}");
                if is_close {
                    assert_eq!(placement.crest(heights, column), dropped.crest);
                    let (after, lines, left) = placement.put(heights, column).settle_over(hole);
                    assert_eq!((Some((after, left)), lines), (packed(&dropped.board), dropped.lines));
                }
            }
            assert!(places.iter().all(|&place| columns(piece, placement).any(|column| column == place)));
        }
    });
    assert!(drops > 300_000);
}

#[test]
fn a_piece_that_buries_a_cell_leaves_the_same_board() {
    let placements = Placements::new();
    let mut drops = 0;
    wander(2, 60_000, |board, piece, _| {
        let (heights, hole) = packed(board).unwrap();
        if hole != Hole::NONE {
            return;
        }
        for placement in placements.with_gap(piece) {
            for column in placement.columns(&heights.steps()) {
                drops += 1;
                let dropped = drop(board, piece, placement, column).unwrap();
                let under = placement.gap_at(column).unwrap();
                let cell = Hole::new(under, heights.get(under));
                let (after, lines, left) = placement.put(heights, column).settle_over(cell);
                assert_eq!((dropped.covered, placement.crest(heights, column)), (1, dropped.crest));
                assert_eq!((Some((after, left)), lines), (packed(&dropped.board), dropped.lines));
            }
        }
    });
    assert!(drops > 20_000, "{drops}");
}

#[test]
fn a_bridge_is_found_if_and_only_if_its_rows_all_go() {
    let placements = Placements::new();
    let mut bridges = 0;
    wander(3, 60_000, |board, piece, _| {
        let (heights, hole) = packed(board).unwrap();
        if hole != Hole::NONE {
            return;
        }
        for placement in placements.exact(piece) {
            for column in columns(piece, placement) {
                let dropped = drop(board, piece, placement, column).unwrap();
                let clean = packed(&dropped.board).filter(|&(_, left)| left == Hole::NONE);
                let wanted = clean.filter(|_| dropped.lines > 0).map(|(after, _)| (after, dropped.lines));
                assert_eq!(placement.bridge(heights, column), wanted, "{heights:?} {piece:?} {column}");
                bridges += u32::from(wanted.is_some() && dropped.covered > 0);
            }
        }
    });
    assert!(bridges > 100, "{bridges}");
}

#[test]
fn lifting_a_piece_undoes_its_drop() {
    let placements = Placements::new();
    let mut lifts = 0;
    wander(4, 60_000, |board, piece, _| {
        let (heights, hole) = packed(board).unwrap();
        if hole != Hole::NONE {
            return;
        }
        for placement in placements.exact(piece) {
            for column in placement.columns(&heights.steps()) {
                let (after, lines) = placement.put(heights, column).settle();
                assert_eq!(placement.lift(after, column, lines), Some(heights));
                lifts += 1;
            }
        }
    });
    assert!(lifts > 20_000, "{lifts}");
}

#[test]
fn a_cost_by_look_ups_is_the_cost_from_scratch() {
    let placements = Placements::new();
    let evaluators = [Weights::default(), Weights { spike: [0, 9, 17], well: 3, ..Weights::default() }]
        .map(|weights| Evaluator::new(&weights, &placements));
    let mut changes = 0;
    wander(5, 20_000, |board, piece, random| {
        let (heights, _) = packed(board).unwrap();
        let open: Vec<usize> = (0..COLUMNS).filter(|&column| heights.get(column) == 0).collect();
        let Some(&well) = random.pick(&open) else { return };
        for evaluator in &evaluators {
            let (before, surface) =
                (evaluator.cost(heights, well, Hole::NONE), evaluator.surface(heights, well));
            for placement in placements.exact(piece) {
                for column in
                    placement.columns(&heights.steps()).filter(|&column| !placement.covers(column, well))
                {
                    let after = evaluator.cost(placement.put(heights, column), well, Hole::NONE);
                    assert_eq!(before + evaluator.change(piece, placement, column, &surface), after);
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
    for column in Column::ALL {
        for row in 0..20 {
            let cell = Hole::new(column.number().into(), row);
            assert_eq!((cell.row(), cell.column()), (Some(row), column.number().into()));
        }
    }
}

#[test]
fn the_parity_of_heights_is_that_of_the_cells() {
    let mut seen = [[0; 2]; 2];
    wander(7, 60_000, |board, _, _| {
        let (heights, hole) = packed(board).unwrap();
        let mut difference: i32 = 0;
        for line in board.top()..LINES {
            for column in Column::ALL {
                if board.cell(line, column).is_some() {
                    difference += if (line + usize::from(column.number())) % 2 == 0 { 1 } else { -1 };
                }
            }
        }
        let odd = difference / 2 % 2 != 0;
        assert_eq!((heights.is_odd(hole), is_odd(board)), (odd, odd), "{heights:?} {hole:?}");
        seen[usize::from(hole == Hole::NONE)][usize::from(odd)] += 1;
    });
    assert!(seen.as_flattened().iter().all(|&count| count > 1_000), "{seen:?}");
}
