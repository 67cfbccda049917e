//! The fast board equals the slow rules, in random play and in every generated family.

use laplace_games::demon::format::{self, Dropping, Placing, Question};
use laplace_games::demon::generate::{Family, input};
use laplace_games::demon::{Board, Column, End, Facts, Piece, Seed, State, UncheckedMove, questions, slow};
use laplace_games::random::Random;

fn cells(board: &Board) -> slow::Cells {
    let mut cells = slow::EMPTY;
    for (line, row) in cells.iter_mut().enumerate() {
        for (cell, column) in row.iter_mut().zip(Column::ALL) {
            *cell = board.cell(line, column).map_or(0, Piece::number);
            assert_eq!(*cell != 0, board.row(line) >> column.number() & 1 == 1);
        }
    }
    cells
}

fn same_end(fast: End, slow: slow::End) -> bool {
    matches!(
        (fast, slow),
        (End::TopLines { .. }, slow::End::TopLines)
            | (End::WrongPiece { .. }, slow::End::WrongPiece)
            | (End::CannotDrop(_), slow::End::CannotDrop)
    )
}

/// Plays a line on both and compares results, boards, scores and counts.
fn play_both(fast: &mut State, slow: &mut slow::SlowState, line: UncheckedMove) -> Result<Facts, End> {
    let top = (0..24).find(|&line| slow.cells[line].iter().any(|&cell| cell != 0)).unwrap_or(24);
    assert_eq!(fast.board().top(), top);
    let expected = fast.next_piece().number();
    let left = fast.attempt(line);
    let right = slow.play(expected, [line.piece, line.column, line.rotation]);
    match (left, right) {
        (Ok(landing), Ok(())) => assert_eq!(slow.points.last(), Some(&landing.points)),
        (Err(fast), Err(slow)) => assert!(same_end(fast, slow), "{fast:?} {slow:?}"),
        _ => panic!("{left:?} {right:?}"),
    }
    assert_eq!(cells(fast.board()), slow.cells);
    assert_eq!((fast.score(), fast.placed() as usize), (slow.score, slow.placed));
    left
}

#[test]
fn a_hundred_thousand_random_moves_agree() {
    let random = &mut Random::new(1);
    let mut moves = 0;
    let mut ends = 0;
    while moves < 100_000 {
        let mut fast = State::new(Seed::new(random.below(Seed::MAX + 1)).unwrap());
        let mut slow = slow::SlowState::START;
        loop {
            let piece = fast.next_piece().number();
            // One line in a hundred may have numbers that are out of range.
            let nonsense = random.chance(1);
            let line = UncheckedMove {
                piece: if nonsense && random.chance(50) {
                    i64::from(random.below(11)) - 2
                } else {
                    piece.into()
                },
                column: if nonsense { i64::from(random.below(18)) - 3 } else { random.below(12).into() },
                rotation: if nonsense { i64::from(random.below(8)) - 2 } else { random.below(4).into() },
            };
            moves += 1;
            if play_both(&mut fast, &mut slow, line).is_err() {
                ends += 1;
                break;
            }
        }
    }
    assert!(ends > 1_000);
}

#[test]
fn generated_games_agree_and_end_as_their_families_describe() {
    for &family in Family::of(Question::Q4) {
        let text = input(Question::Q4, family, 3).unwrap();
        let mut file = format::read_moves(text.as_bytes()).unwrap();
        let mut fast = State::new(file.seed());
        let mut slow = slow::SlowState::START;
        let mut end = None;
        for line in &mut file {
            let (_, line) = line.unwrap();
            end = play_both(&mut fast, &mut slow, line).err();
            if end.is_some() {
                break;
            }
        }
        let promised = match family {
            Family::WrongPiece => matches!(end, Some(End::WrongPiece { .. })),
            Family::Outside => matches!(end, Some(End::CannotDrop(_))),
            Family::TopOut => matches!(end, Some(End::TopLines { .. })),
            Family::LastOnTop => end.is_none() && fast.board().top() < 4,
            Family::TooLong => end.is_none() && file.goes_on_after_the_limit() && fast.placed() == 9_999,
            Family::Tetrises => end.is_none() && fast.back_to_backs() > 0,
            _ => end.is_none() && fast.lines() > 0,
        };
        assert!(promised, "{family:?} ended with {end:?}");
    }
}

#[test]
fn placing_and_dropping_agree_on_generated_inputs() {
    for seed in 0..50 {
        for &family in Family::of(Question::Q2) {
            let placings =
                format::read_placings(input(Question::Q2, family, seed).unwrap().as_bytes()).unwrap();
            let (board, incorrect) = questions::place_all(&placings);
            assert_eq!((cells(&board), incorrect), place_slowly(&placings));
        }
        for &family in Family::of(Question::Q3) {
            let droppings =
                format::read_droppings(input(Question::Q3, family, seed).unwrap().as_bytes()).unwrap();
            assert!(!droppings.is_empty());
            assert_eq!(cells(&questions::drop_all(&droppings).unwrap()), drop_slowly(&droppings));
        }
    }
}

fn place_slowly(placings: &[Placing]) -> (slow::Cells, Vec<usize>) {
    let mut cells = slow::EMPTY;
    let mut incorrect = Vec::new();
    for (index, placing) in placings.iter().enumerate() {
        let piece = placing.piece.number();
        let blocks = slow::blocks(piece, placing.rotation.number().into());
        let (line, column) = (placing.line as usize, placing.column as usize);
        if slow::fits(&cells, &blocks, line, column) {
            slow::place(&mut cells, piece, &blocks, line, column);
        } else {
            incorrect.push(index);
        }
    }
    (cells, incorrect)
}

fn drop_slowly(droppings: &[(usize, Dropping)]) -> slow::Cells {
    let mut cells = slow::EMPTY;
    for &(_, Dropping { piece, column, rotation }) in droppings {
        let piece = piece.number();
        let column = column.number() as usize;
        let blocks = slow::blocks(piece, rotation.number().into());
        let line = slow::rest(&cells, &blocks, column).unwrap();
        slow::place(&mut cells, piece, &blocks, line, column);
    }
    cells
}

#[test]
fn sequences_agree() {
    let random = &mut Random::new(2);
    for s in [0, 1, 31, 231, Seed::MAX].into_iter().chain((0..100).map(|_| random.below(Seed::MAX))) {
        let fast: Vec<u8> = Seed::new(s).unwrap().pieces().take(1_000).map(Piece::number).collect();
        assert_eq!(fast, slow::pieces(s.into(), 1_000));
    }
}

#[test]
fn the_score_plus_the_bound_on_the_rest_never_grows_and_ends_at_the_score() {
    for seed in 0..3 {
        let text = input(Question::Q4, Family::Tetrises, seed).unwrap();
        let file = format::read_moves(text.as_bytes()).unwrap();
        let mut state = State::new(file.seed());
        let lines: Vec<UncheckedMove> = file.map(|line| line.unwrap().1).collect();
        let pieces: Vec<Piece> = state_pieces(&state).take(lines.len()).collect();
        let relaxed = laplace_games::demon::bound::Relaxed::new(&pieces);
        let mut reach = relaxed.bound();
        for (index, &line) in lines.iter().enumerate() {
            state.attempt(line).unwrap();
            let now =
                state.score() + relaxed.value(index + 1, state.board().blocks(), state.is_after_tetris());
            assert!(now <= reach, "what can be reached only shrinks");
            reach = now;
        }
        assert_eq!(reach, state.score());
    }
}

fn state_pieces(state: &State) -> impl Iterator<Item = Piece> {
    std::iter::once(state.next_piece()).chain(state.pieces_after())
}
