//! Properties of every game of the well, for any moves.

use crate::common::tidy::tidy_move;
use laplace_games::random::Random;
use laplace_games::well::generate::{Family, generate};
use laplace_games::well::{
    Board, Column, Depth, End, Figure, IllegalMove, Move, PaintedBoard, Problem, State, UncheckedMove, points,
};

/// Plays games of every family and depth and passes each state to `look`, the last one included.
fn for_each_state(mut look: impl FnMut(&State)) {
    let random = &mut Random::new(3);
    for (round, family) in (0..10).flat_map(|round| Family::ALL.map(|family| (round, family))) {
        let depth = Depth::new(1 + (7 * round + random.below(3)) % 20).unwrap();
        let mut state = State::new(Problem { depth, ..generate(family, 60, random.next_u64()) });
        look(&state);
        while state.end().is_none() {
            let placed = tidy_move(&state, random).unwrap();
            state.play(placed).unwrap();
            look(&state);
        }
    }
}

#[test]
fn a_finished_game_refuses_everything() {
    let mut finished = 0;
    for_each_state(|state| {
        if let Some(end) = state.end() {
            finished += 1;
            assert_eq!((state.legal_moves().len(), state.next_figure()), (0, None));
            let mut after = state.clone();
            assert!(Move::all().all(|placed| after.play(placed) == Err(IllegalMove::GameOver)));
            assert_eq!(after.attempt(UncheckedMove { rotation: 9, column: 99 }), Err(end));
            after.stop();
            assert_eq!((after.end(), after.board()), (Some(end), state.board()));
        }
    });
    assert_eq!(finished, 60);
}

#[test]
fn distinct_moves_are_every_landing_once() {
    for figure in Figure::ALL {
        let landing = |placed: Move| {
            let mut board = Board::new(Depth::DEFAULT);
            board.place(figure, placed).unwrap();
            board
        };
        let distinct: Vec<Board> = figure.distinct_moves().map(landing).collect();
        for (place, board) in distinct.iter().enumerate() {
            assert!(!distinct[..place].contains(board), "{figure}");
        }
        assert!(figure.moves().all(|placed| distinct.contains(&landing(placed))), "{figure}");
    }
    let counts = Figure::ALL.map(|figure| (figure.moves().count(), figure.distinct_moves().count()));
    assert_eq!(counts, [(34, 17), (34, 34), (34, 34), (36, 9), (34, 17), (34, 34), (34, 17)]);
}

#[test]
fn a_move_adds_four_blocks_and_each_deleted_row_removes_ten() {
    for_each_state(|start| {
        for placed in start.legal_moves() {
            let mut state = start.clone();
            let facts = state.play(placed).unwrap();
            let expected = start.board().blocks().len() + 4 - 10 * facts.rows_deleted();
            assert_eq!(state.board().blocks().len(), expected);
            assert!(state.board().blocks().full_rows().is_empty());
            assert_eq!(
                state.end().is_some_and(|end| matches!(end, End::StickingOut { .. })),
                facts.sticks_out
            );
            assert_eq!(state.placed(), start.placed() + usize::from(!facts.sticks_out));
        }
    });
}

#[test]
fn every_block_of_a_game_stands_on_the_floor_or_a_neighbour() {
    // What lies on something is connected to it, so between moves each component reaches the floor.
    for_each_state(|state| {
        let mut slow = laplace_games::well::slow::SlowBoard::new(state.board().depth());
        for (row, column) in (0..state.board().top()).flat_map(|row| Column::ALL.map(|column| (row, column)))
        {
            if state.board().blocks().contains(row, column) {
                slow.put((row, column.index()), 1);
            }
        }
        assert!(slow.components().iter().all(|cells| cells.iter().any(|&(row, _)| row == 0)));
    });
}

#[test]
fn the_painted_board_holds_just_the_blocks_of_the_board() {
    let random = &mut Random::new(4);
    let problem = generate(Family::Uniform, 300, 5);
    let mut painted = PaintedBoard::new(problem.depth);
    let mut state = State::new(problem);
    while state.end().is_none() {
        let placed = tidy_move(&state, random).unwrap();
        state.play_watched(placed, &mut |phase| painted.follow(&phase)).unwrap();
        for (row, column) in (0..24).flat_map(|row| Column::ALL.map(|column| (row, column))) {
            let block = painted.block(row, column);
            assert_eq!(block.is_some(), state.board().blocks().contains(row, column));
            let kind = block.map(|block| state.problem().figures[block.number as usize - 1]);
            assert_eq!(block.map(|block| block.figure), kind);
        }
    }
    assert!(state.placed() > 100 && painted.landed() as usize >= state.placed());
}

#[test]
fn an_answer_that_stops_early_ends_the_game_there() {
    let mut state = State::new(generate(Family::Uniform, 3, 1));
    state.attempt(UncheckedMove { rotation: 0, column: 0 }).unwrap();
    state.stop();
    assert_eq!((state.placed(), state.end()), (1, Some(End::NoMoreMoves { figure: 2 })));
}

#[test]
fn numbers_out_of_range_end_the_game_with_their_reason() {
    let start = State::new(generate(Family::Uniform, 3, 1));
    let end = |rotation, column| {
        let mut state = start.clone();
        assert!(state.attempt(UncheckedMove { rotation, column }).is_err());
        assert_eq!((state.placed(), state.board()), (0, start.board()));
        state.end().unwrap()
    };
    assert_eq!(end(0, 10), End::OutsideRight { figure: 1 });
    assert_eq!(end(0, 999_999_999), End::OutsideRight { figure: 1 });
    assert_eq!(end(4, 0), End::NoSuchRotation { figure: 1, rotation: 4 });
}

#[test]
fn a_game_of_no_figures_is_over_at_once() {
    let state = State::new(Problem::default());
    assert_eq!((state.end(), state.points()), (Some(End::AllPlaced), 0));
}

#[test]
fn points_are_rounded_with_halves_up() {
    for figures in 1..=200_usize {
        for placed in 0..=figures {
            let points = points(placed, figures) as usize;
            // The only whole number p with p - 1/2 <= 10 placed / figures < p + 1/2.
            let share = 20 * placed;
            assert!(share + figures >= 2 * points * figures, "{placed} of {figures}");
            assert!(share < (2 * points + 1) * figures, "{placed} of {figures}");
        }
    }
    assert_eq!((points(72, 100), points(963, 1000), points(13, 20)), (7, 10, 7));
    assert_eq!(points(usize::MAX, usize::MAX), 10);
}

#[test]
fn families_keep_what_their_names_promise() {
    for family in Family::ALL {
        assert_eq!(family.name().parse(), Ok(family));
        let figures = generate(family, 1_000, 11).figures;
        assert_eq!(figures.len(), 1_000);
        assert_eq!(figures, generate(family, 1_000, 11).figures, "{family}");
        assert_eq!(figures[..300], generate(family, 300, 11).figures, "{family}");
    }
    assert!("tame".parse::<Family>().is_err());
    let longest_run = |family, is_in: fn(&Figure) -> bool| {
        let figures = generate(family, 1_000, 11).figures;
        figures.split(|figure| !is_in(figure)).map(<[Figure]>::len).max().unwrap()
    };
    assert_eq!(longest_run(Family::OnlySAndZ, |f| matches!(f, Figure::S | Figure::Z)), 1_000);
    assert_eq!(longest_run(Family::AlternatingSAndZ, |f| matches!(f, Figure::S)), 1);
    assert_eq!(longest_run(Family::AlternatingSAndZ, |f| matches!(f, Figure::Z)), 1);
    assert!(longest_run(Family::Droughts, |&f| f != Figure::I) >= 20);
    assert_eq!(longest_run(Family::Droughts, |&f| f == Figure::I), 1);
    assert!(longest_run(Family::Floods, |&f| f != Figure::I) >= 20);
    assert!(longest_run(Family::Floods, |&f| f == Figure::I) >= 20);
    let uniform = generate(Family::Uniform, 70_000, 11).figures;
    for figure in Figure::ALL {
        let count = uniform.iter().filter(|&&other| other == figure).count();
        assert!((9_500..10_500).contains(&count), "{figure}: {count}");
    }
    let one = generate(Family::OneFigure, 50, 11).figures;
    assert!(one.iter().all(|figure| figure == &one[0]));
}
