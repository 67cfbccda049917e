//! Recordings: every moment is a board of the rules, and seeking to any of them is quick.

use std::time::{Duration, Instant};

use crate::common::{full_demon_game, well_game};
use laplace_games::blobwar::{Map, StuckRule, generate};
use laplace_games::demon::format::{self, Question};
use laplace_games::demon::generate::{Family, input};
use laplace_games::demon::{self, Column};
use laplace_games::random::Random;
use laplace_games::well::format::{read_moves, read_problem};
use laplace_games::well::{Depth, PaintedBoard, State};
use laplace_judge::demon::play_file;
use laplace_judge::recording::{
    Cell, Content, DemonRecording, Ending, Event, Frame, Highlight, Recording, Stage, Step, WellRecording,
};
use laplace_judge::replay::{BlobwarReplay, DemonReplay, Replay, WellReplay};

fn text(frame: &Frame) -> String {
    let line = |line: &[Cell]| line.iter().map(|cell| cell.mark()).collect::<String>() + "\n";
    frame.lines().map(line).collect()
}

/// A frame as the task draws it: blanks for gaps, and no empty lines above the well.
fn as_the_task_draws(frame: &Frame) -> String {
    let text = text(frame).replace('.', " ");
    let lines: Vec<_> = text.lines().collect();
    let empty = lines.iter().take(frame.overflow_rows).take_while(|line| line.trim().is_empty()).count();
    lines[empty..].iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn the_demon_is_recorded_as_the_rules_play_it() {
    let game = full_demon_game(7);
    let recording = Recording::of_demon(game.as_bytes()).unwrap();
    assert_eq!(recording.len(), 9_999);
    let mut file = format::read_moves(game.as_bytes()).unwrap();
    let mut state = demon::State::new(file.seed());
    for number in 1..=recording.len() {
        let (_, line) = file.next().unwrap().unwrap();
        state.attempt(line).unwrap();
        for (line, cells) in recording.frame(number).lines().enumerate() {
            for (cell, column) in cells.iter().zip(Column::ALL) {
                let piece = state.board().cell(line, column).map(|piece| piece.number());
                let shown = match cell.content {
                    Content::Block { kind, .. } => Some(kind),
                    _ => None,
                };
                assert_eq!(shown, piece, "move {number}, line {line}");
            }
        }
        assert_eq!((number, recording.score(number)), (state.placed() as usize, state.score().into()));
    }
    assert!(file.next().is_none());
}

#[test]
fn the_well_is_recorded_as_the_rules_play_it() {
    let (input, output) = well_game(700, 11);
    let (input, output) = (input.as_bytes(), output.as_bytes());
    let recording = Recording::of_well(input, output, Depth::DEFAULT).unwrap();
    let mut state = State::new(read_problem(input, Depth::DEFAULT).unwrap());
    let mut board = PaintedBoard::new(Depth::DEFAULT);
    for (number, pair) in (1..=recording.len()).zip(read_moves(output)) {
        let mut frames = recording.frames(number).into_iter();
        _ = state.attempt_watched(pair.unwrap(), &mut |phase| {
            board.follow(&phase);
            assert_eq!(as_the_task_draws(&frames.next().unwrap()), board.to_string());
        });
        assert!(frames.next().is_none());
    }
    let verdict = laplace_judge::well::judge(input, output, Depth::DEFAULT).unwrap();
    assert_eq!(recording.score(recording.len()), verdict.placed as i64);
    assert_eq!(recording.ended(), Ending::Well(&verdict.ended));
}

#[test]
fn a_recording_has_the_verdict_of_the_judge() {
    for &family in Family::of(Question::Q4) {
        let text = input(Question::Q4, family, 3).unwrap();
        let game = DemonRecording::of_file(text.as_bytes()).unwrap();
        assert_eq!(game.result(), &play_file(text.as_bytes()).unwrap());
        let replay = DemonReplay::from(&game);
        let again = DemonRecording::of_replay(&replay);
        assert_eq!((again.steps(), again.result().score), (game.steps(), game.result().score));
    }
    let (input, output) = well_game(200, 4);
    for rows in [3, 8, 20] {
        let depth = Depth::new(rows).unwrap();
        let game = WellRecording::of_answer(input.as_bytes(), output.as_bytes(), depth).unwrap();
        let verdict = laplace_judge::well::judge(input.as_bytes(), output.as_bytes(), depth).unwrap();
        assert_eq!(game.verdict(), &verdict);
        let again = WellRecording::of_replay(&WellReplay::from(&game));
        assert_eq!(again.steps(), game.steps());
    }
}

#[test]
fn blobwar_is_recorded_as_it_is_played() {
    let start = "rings".parse::<Map>().unwrap().start(StuckRule::Passes);
    let moves = generate::playout(start, &mut Random::new(9));
    let replay = BlobwarReplay { start, moves: moves.clone(), result: None, players: None };
    let recording = Recording::of_replay(&Replay::Blobwar(replay));
    let mut position = start;
    for (number, &played) in (1..).zip(&moves) {
        let facts = position.play(played).unwrap();
        let Some(Step::Blobwar(step)) = recording.step(number) else { panic!("there is a step {number}") };
        assert_eq!((step.side, step.turned, step.after), (facts.side, facts.turned, position));
        let frame = recording.frame(number);
        let blobs = frame.lines().flatten().filter(|cell| matches!(cell.content, Content::Blob(_)));
        assert_eq!(blobs.count() as u32, recording.height(number));
        assert_eq!(recording.score(number), i64::from(position.value()));
        let turned =
            frame.lines().flatten().filter(|cell| cell.highlight == Highlight::Changed).count() as u32;
        assert_eq!(turned, facts.turned.len());
    }
    assert_eq!(recording.len(), moves.len());
}

#[test]
fn events_are_the_moves_that_did_something() {
    let game = input(Question::Q4, Family::Tetrises, 7).unwrap();
    let recording = Recording::of_demon(game.as_bytes()).unwrap();
    assert!(recording.next_event(0).is_some());
    let mut number = 0;
    while let Some(next) = recording.next_event(number) {
        assert_eq!(recording.event(next), Some(Event::Tetris));
        assert!((number + 1..next).all(|quiet| recording.event(quiet).is_none()));
        assert_eq!(recording.frames(next).len(), 2);
        number = next;
    }
    let Some(Step::Demon(last)) = recording.step(recording.len()) else { panic!("a game of the demon") };
    let found = (1..=recording.len()).filter(|&number| recording.event(number).is_some()).count();
    assert_eq!(found, last.tetrises as usize);
    let (input, output) = well_game(300, 2);
    let well = Recording::of_well(input.as_bytes(), output.as_bytes(), Depth::DEFAULT).unwrap();
    let first = well.next_event(0).unwrap();
    let stages: Vec<_> = well.frames(first).iter().map(|frame| frame.stage).collect();
    assert_eq!(stages[..2], [Stage::Placed, Stage::Deleted]);
}

#[test]
fn an_empty_game_has_a_start_and_nothing_else() {
    let recording = Recording::of_demon(b"31\n").unwrap();
    assert!(recording.is_empty());
    for number in [0, 1, 63, 64, usize::MAX] {
        assert_eq!(recording.frame(number).stage, Stage::Start);
        assert_eq!((recording.score(number), recording.step(number)), (0, None));
        assert_eq!(recording.next_event(number), None);
    }
    assert_eq!(recording.upcoming(0, 3), [1, 3, 5]);
}

#[test]
fn games_that_end_on_a_checkpoint_are_whole() {
    let game = full_demon_game(3);
    for moves in [63, 64, 65, 128] {
        let mut replay = DemonReplay::from(&DemonRecording::of_file(game.as_bytes()).unwrap());
        replay.moves.truncate(moves);
        let recording = Recording::of_replay(&Replay::Demon(replay));
        let Recording::Demon(demon) = &recording else { panic!("a game of the demon") };
        for number in 0..=moves {
            assert_eq!(demon.state(number).placed() as usize, number);
        }
    }
}

#[test]
fn going_anywhere_in_a_long_game_is_quicker_than_playing_it() {
    let game = full_demon_game(7);
    let recording = Recording::of_demon(game.as_bytes()).unwrap();
    let random = &mut Random::new(1);
    let mut going = Duration::ZERO;
    let mut playing = Duration::ZERO;
    // By turns, so that a machine with other things to do disturbs both.
    for _ in 0..200 {
        let number = random.below(10_000) as usize;
        let start = Instant::now();
        assert_eq!(recording.frame(number).height(), 24);
        going += start.elapsed();
        let start = Instant::now();
        Recording::of_demon(game.as_bytes()).unwrap();
        playing += start.elapsed();
    }
    assert!(going < playing / 2, "{going:?} for 200 boards, {playing:?} for 200 games");
}
