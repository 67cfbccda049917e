//! The frames of a recording are the boards of the slow rules, one frame for each thing that happens.

use laplace_games::demon::format::Question;
use laplace_games::demon::generate::{Family, input};
use laplace_games::demon::{COLUMNS, LINES, slow};
use laplace_games::well::format::{read_moves, read_problem};
use laplace_games::well::slow::SlowState;
use laplace_games::well::{Depth, State};
use laplace_judge::demon::play_file;
use laplace_judge::recording::{
    Cell, Content, DemonRecording, Frame, Highlight, Recording, Stage, WellRecording,
};

fn cells(frame: &Frame) -> slow::Cells {
    let mut cells = slow::EMPTY;
    for (row, shown) in cells.iter_mut().zip(frame.lines()) {
        for (cell, shown) in row.iter_mut().zip(shown) {
            *cell = if let Content::Block { kind, .. } = shown.content { kind } else { 0 };
        }
    }
    cells
}

fn slow_game(text: &str) -> slow::SlowState {
    let numbers = |line: &str| line.split(' ').map(|word| word.parse().unwrap()).collect::<Vec<i64>>();
    let mut lines = text.lines();
    let seed = lines.next().unwrap().parse().unwrap();
    let moves: Vec<[i64; 3]> = lines.map(|line| numbers(line).try_into().unwrap()).collect();
    slow::play(seed, &moves).0
}

fn blocks(cells: &slow::Cells) -> usize {
    cells.iter().flatten().filter(|&&cell| cell != 0).count()
}

fn lines_with(frame: &Frame, is_wanted: impl Fn(&[Cell]) -> bool) -> Vec<usize> {
    (0..LINES).zip(frame.lines()).filter(|(_, cells)| is_wanted(cells)).map(|(line, _)| line).collect()
}

/// Checks each frame of a game against the frame before it. Returns the number of frames.
fn check_demon_frames(game: &Recording) -> usize {
    let Recording::Demon(demon) = game else { panic!("a game of the demon") };
    let mut before = cells(&game.frame(0));
    assert_eq!(before, slow::EMPTY);
    let mut shown = 0;
    for (step, number) in demon.steps().iter().zip(1..) {
        let frames = game.frames(number);
        shown += frames.len();
        let placed = &frames[0];
        let after_placing = cells(placed);
        assert_eq!(placed.stage, Stage::Placed);
        assert_eq!(blocks(&after_placing), blocks(&before) + 4);
        assert_eq!(game.score(number) > game.score(number - 1), !step.removed.is_empty());
        let full = lines_with(placed, |cells| cells.iter().all(|cell| cell.content != Content::Empty));
        assert_eq!(full, step.removed.iter().collect::<Vec<_>>());
        let highlighted = lines_with(placed, |cells| cells.iter().any(|c| c.highlight == Highlight::Full));
        assert_eq!(highlighted, full);
        let added = (0..LINES).find(|&line| after_placing[line] != before[line]);
        assert_eq!(added, Some(step.line.into()));
        let mut expected = after_placing;
        match &frames[1..] {
            [] => assert!(step.removed.is_empty()),
            [deleted] => {
                assert_eq!(deleted.stage, Stage::Deleted);
                assert_eq!(slow::remove_full_lines(&mut expected), full);
                assert_eq!(cells(deleted), expected);
            }
            _ => panic!("lines are removed once"),
        }
        before = expected;
    }
    shown
}

#[test]
fn the_demons_frames_follow_the_rules_to_the_last_board() {
    for family in [Family::Plain, Family::Tetrises, Family::TopOut, Family::LastOnTop, Family::WrongPiece] {
        for seed in 0..5 {
            let text = input(Question::Q4, family, seed).unwrap();
            let game = Recording::of_demon(text.as_bytes()).unwrap();
            let shown = check_demon_frames(&game);
            let slow = slow_game(&text);
            let clearings = slow.points.iter().filter(|&&points| points > 0).count();
            assert_eq!(shown, slow.placed + clearings, "{family:?} {seed}");
            let last = game.frame(game.len());
            assert_eq!((last.width(), last.height()), (COLUMNS, LINES));
            assert_eq!(cells(&last), slow.cells);
            let result = play_file(text.as_bytes()).unwrap();
            assert_eq!((game.len(), game.score(game.len())), (result.placed as usize, result.score.into()));
        }
    }
}

#[test]
fn a_full_drop_is_followed_by_its_clearing_and_no_other_is() {
    let text = input(Question::Q4, Family::Tetrises, 1).unwrap();
    let game = DemonRecording::of_file(text.as_bytes()).unwrap();
    let removed: Vec<u32> = game.steps().iter().map(|step| step.removed.len()).collect();
    let game = Recording::from(game);
    for (number, &removed) in (1..).zip(&removed) {
        let stages: Vec<Stage> = game.frames(number).iter().map(|frame| frame.stage).collect();
        let expected: &[Stage] =
            if removed > 0 { &[Stage::Placed, Stage::Deleted] } else { &[Stage::Placed] };
        assert_eq!(stages, expected, "piece {number}");
    }
    assert_eq!(removed.iter().max(), Some(&4), "there is a Tetris among them");
}

#[test]
fn the_wells_frames_are_those_of_the_slow_rules_phase_by_phase() {
    let mut falls = 0;
    for (seed, rows) in (0..12).zip([20, 12, 8, 5].into_iter().cycle()) {
        let depth = Depth::new(rows).unwrap();
        let (input, output) = crate::common::well_game(150, seed);
        let problem = read_problem(input.as_bytes(), depth).unwrap();
        let mut slow = SlowState::new(&problem.figures, depth);
        let mut expected = Vec::new();
        for (figure, pair) in (1..).zip(read_moves(output.as_bytes()).map(Result::unwrap)) {
            let Some(facts) = slow.play(pair.rotation, pair.column) else { break };
            expected.extend(facts.frames.iter().map(|board| (figure, board.to_string())));
        }
        let game = WellRecording::of_answer(input.as_bytes(), output.as_bytes(), depth).unwrap();
        let mut shown = Vec::new();
        for figure in 1..=game.steps().len() {
            let mut board = game.board(figure - 1);
            for phase in game.phases(figure) {
                board.follow(&phase);
                shown.push((figure, board.to_string()));
                falls += usize::from(matches!(phase, laplace_games::well::Phase::Fell { .. }));
            }
            assert_eq!(board, game.board(figure));
        }
        assert_eq!(shown, expected);
    }
    assert!(falls > 100, "only {falls} rows of falling were shown");
}

#[test]
fn the_last_frame_of_the_well_is_its_last_board() {
    let (input, output) = crate::common::well_game(300, 3);
    let mut state = State::new(read_problem(input.as_bytes(), Depth::DEFAULT).unwrap());
    read_moves(output.as_bytes()).for_each(|pair| _ = state.attempt(pair.unwrap()));
    let game = Recording::of_well(input.as_bytes(), output.as_bytes(), Depth::DEFAULT).unwrap();
    let last = game.frame(game.len());
    for (row, cells) in (0..laplace_games::well::HEIGHT).zip(last.lines().rev()) {
        let shown: Vec<bool> = cells.iter().map(|cell| cell.content != Content::Empty).collect();
        let expected =
            laplace_games::well::Column::ALL.map(|column| state.board().blocks().contains(row, column));
        assert_eq!(shown, expected, "row {row}");
    }
}
