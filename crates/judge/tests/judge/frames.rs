//! The pictures of a game are those of the rules, one for each thing that happens.

use laplace_games::demon::format::Question;
use laplace_games::demon::generate::{Family, input};
use laplace_games::demon::{Board, COLUMNS, Column, LINES, Piece, slow};
use laplace_games::well::format::{read_moves, read_problem};
use laplace_games::well::slow::SlowGame;
use laplace_games::well::{Depth, State};
use laplace_judge::demon::{Frame, Stage, frames, replay};
use laplace_judge::well::{Stage as WellStage, watch};

fn cells(board: &Board) -> slow::Cells {
    let mut cells = slow::EMPTY;
    for (line, row) in cells.iter_mut().enumerate() {
        for (cell, column) in row.iter_mut().zip(Column::all()) {
            *cell = board.cell(line, column).map_or(0, Piece::number);
        }
    }
    cells
}

fn slow_game(text: &str) -> slow::Game {
    let numbers = |line: &str| line.split(' ').map(|word| word.parse().unwrap()).collect::<Vec<u32>>();
    let mut lines = text.lines();
    let seed = lines.next().unwrap().parse().unwrap();
    let moves: Vec<[u32; 3]> = lines.map(|line| numbers(line).try_into().unwrap()).collect();
    slow::play(seed, &moves).0
}

/// Holds each frame of a game to the one before it.
fn check_demon_frames(shown: &[Frame]) {
    let mut before = Frame { board: Board::EMPTY, placed: 0, score: 0, ..shown[0].clone() };
    for frame in shown {
        let mut expected = cells(&before.board);
        match (frame.stage, before.stage) {
            (Stage::Dropped { line, full }, _) => {
                assert_eq!(frame.placed, before.placed + 1);
                assert_eq!(frame.board.blocks(), before.board.blocks() + 4);
                assert_eq!(frame.score > before.score, !full.is_empty());
                let is_full = |line: &usize| frame.board.row(*line).count_ones() as usize == COLUMNS;
                assert!(full.iter().eq((0..LINES).filter(is_full)));
                let added: Vec<usize> =
                    (0..LINES).filter(|&l| frame.board.row(l) != before.board.row(l)).collect();
                assert_eq!(added.first(), Some(&line));
            }
            (Stage::Cleared { removed }, Stage::Dropped { full, .. }) => {
                assert_eq!((removed, frame.placed, frame.score), (full, before.placed, before.score));
                assert_eq!(slow::remove_full_lines(&mut expected), removed.iter().collect::<Vec<_>>());
                assert_eq!(cells(&frame.board), expected);
                assert_eq!(frame.piece, before.piece);
            }
            (Stage::Cleared { .. }, Stage::Cleared { .. }) => panic!("cleared twice"),
        }
        before = frame.clone();
    }
}

#[test]
fn the_demons_frames_follow_the_rules_to_the_last_board() {
    for family in [Family::Plain, Family::Tetrises, Family::TopOut, Family::LastOnTop, Family::WrongPiece] {
        for seed in 0..5 {
            let text = input(Question::Q4, family, seed).unwrap();
            let shown: Vec<Frame> = frames(text.as_bytes()).unwrap().collect();
            check_demon_frames(&shown);
            let (game, slow) = (replay(text.as_bytes()).unwrap(), slow_game(&text));
            let clearings = slow.points.iter().filter(|&&points| points > 0).count();
            assert_eq!(shown.len(), slow.placed + clearings, "{family:?} {seed}");
            let last = shown.last().unwrap();
            assert_eq!(cells(&last.board), slow.cells);
            assert_eq!((last.placed, last.score), (game.placed, game.score));
        }
    }
}

#[test]
fn a_full_drop_is_followed_by_its_clearing_and_no_other_is() {
    let text = input(Question::Q4, Family::Tetrises, 1).unwrap();
    let shown: Vec<Stage> = frames(text.as_bytes()).unwrap().map(|frame| frame.stage).collect();
    let mut most = 0;
    for pair in shown.windows(2) {
        if let Stage::Dropped { full, .. } = pair[0] {
            assert_eq!(matches!(pair[1], Stage::Cleared { .. }), !full.is_empty());
            most = most.max(full.len());
        }
    }
    assert_eq!(most, 4, "there is a Tetris among them");
}

#[test]
fn the_wells_frames_are_those_of_the_slow_rules_phase_by_phase() {
    let mut phases = 0;
    for (seed, rows) in (0..12).zip([20, 12, 8, 5].into_iter().cycle()) {
        let depth = Depth::new(rows).unwrap();
        let (input, output) = crate::common::well_game(150, seed);
        let problem = read_problem(input.as_bytes(), depth).unwrap();
        let mut slow = SlowGame::new(&problem.figures, depth);
        let mut expected = Vec::new();
        for (figure, pair) in (1..).zip(read_moves(output.as_bytes()).map(Result::unwrap)) {
            let Some(facts) = slow.play(pair.rotation, pair.column) else { break };
            expected.extend(facts.frames.iter().map(|board| (figure, board.to_string())));
        }
        let mut shown = Vec::new();
        watch(input.as_bytes(), output.as_bytes(), depth, |frame| {
            shown.push((frame.figure, frame.board.to_string()));
            phases += usize::from(frame.stage == WellStage::Fell);
            true
        })
        .unwrap();
        assert_eq!(shown, expected);
    }
    assert!(phases > 100, "only {phases} rows of falling were shown");
}

#[test]
fn the_last_picture_of_the_well_is_its_last_board() {
    let (input, output) = crate::common::well_game(300, 3);
    let mut state = State::new(read_problem(input.as_bytes(), Depth::DEFAULT).unwrap());
    read_moves(output.as_bytes()).for_each(|pair| _ = state.attempt(pair.unwrap()));
    let mut last = None;
    watch(input.as_bytes(), output.as_bytes(), Depth::DEFAULT, |frame| {
        last = Some(frame.board.clone());
        true
    })
    .unwrap();
    let blocks =
        |row: usize| laplace_games::well::Column::ALL.map(|c| last.as_ref().unwrap().block(row, c).is_some());
    for row in 0..laplace_games::well::HEIGHT {
        let expected =
            laplace_games::well::Column::ALL.map(|column| state.board().blocks().contains(row, column));
        assert_eq!(blocks(row), expected, "row {row}");
    }
}

#[test]
fn a_show_stops_when_it_is_asked_to() {
    let (input, output) = crate::common::well_game(50, 3);
    for wanted in 1..20 {
        let mut shown = 0;
        watch(input.as_bytes(), output.as_bytes(), Depth::DEFAULT, |_| {
            shown += 1;
            shown < wanted
        })
        .unwrap();
        assert_eq!(shown, wanted);
    }
}
