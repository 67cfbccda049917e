//! Recordings: every moment is what the judge's own frames show, and any of them is there at once.

use std::time::{Duration, Instant};

use crate::common::{full_demon_game, well_game};
use laplace_games::blobwar::{Map, StuckRule, generate};
use laplace_games::demon::Column;
use laplace_games::demon::format::Question;
use laplace_games::demon::generate::{Family, input};
use laplace_games::random::Random;
use laplace_games::well::Depth;
use laplace_judge::recording::{Accent, Content, Event, Picture, Recording, Stage, Step};
use laplace_judge::replay::{BlobwarReplay, Replay, from_demon};

fn text(picture: &Picture) -> String {
    let line = |line: &[laplace_judge::recording::Cell]| {
        line.iter().map(|cell| cell.mark()).collect::<String>() + "\n"
    };
    picture.lines().map(line).collect()
}

/// A picture as the task draws it: blanks for gaps, and no empty lines above the well.
fn as_the_task_draws(picture: &Picture) -> String {
    let text = text(picture).replace('.', " ");
    let lines: Vec<_> = text.lines().collect();
    let empty = lines.iter().take(picture.rim).take_while(|line| line.trim().is_empty()).count();
    lines[empty..].iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn the_demon_is_recorded_as_the_judge_shows_it() {
    let game = full_demon_game(7);
    let recording = Recording::of_demon(game.as_bytes()).unwrap();
    assert_eq!(recording.len(), 9_999);
    let mut frames = laplace_judge::demon::frames(game.as_bytes()).unwrap();
    for number in 1..=recording.len() {
        for picture in recording.pictures(number) {
            let frame = frames.next().unwrap();
            for (line, cells) in picture.lines().enumerate() {
                for (cell, column) in cells.iter().zip(Column::all()) {
                    let piece = frame.board.cell(line, column).map(|piece| piece.number());
                    let shown = match cell.content {
                        Content::Block { kind, .. } => Some(kind),
                        _ => None,
                    };
                    assert_eq!(shown, piece, "move {number}, line {line}");
                }
            }
            assert_eq!((number, recording.score(number)), (frame.placed as usize, frame.score.into()));
        }
    }
    assert_eq!(frames.next(), None);
}

#[test]
fn the_well_is_recorded_as_the_judge_shows_it() {
    let (input, output) = well_game(700, 11);
    let (input, output) = (input.as_bytes(), output.as_bytes());
    let recording = Recording::of_well(input, output, Depth::DEFAULT).unwrap();
    let (mut number, mut pictures) = (0, Vec::new().into_iter());
    laplace_judge::well::watch(input, output, Depth::DEFAULT, |frame| {
        if frame.figure != number {
            assert!(pictures.next().is_none());
            number = frame.figure;
            pictures = recording.pictures(number).into_iter();
        }
        let picture: Picture = pictures.next().unwrap();
        assert_eq!(as_the_task_draws(&picture), frame.board.to_string());
        true
    })
    .unwrap();
    assert_eq!(number, recording.len());
    let verdict = laplace_judge::well::judge(input, output, Depth::DEFAULT).unwrap();
    assert_eq!(recording.score(number), verdict.placed as i64);
    assert_eq!(recording.ended(), verdict.ended.to_string());
}

#[test]
fn blobwar_is_recorded_as_it_is_played() {
    let start = Map::by_name("rings").unwrap().start(StuckRule::Passes);
    let moves = generate::playout(start, &mut Random::new(9));
    let replay = BlobwarReplay { start, moves: moves.clone(), result: None, players: None };
    let recording = Recording::of_replay(&Replay::Blobwar(replay));
    let mut position = start;
    for (number, &played) in (1..).zip(&moves) {
        let facts = position.play(played).unwrap();
        let Some(Step::Blobwar(step)) = recording.step(number) else { panic!("there is a step {number}") };
        assert_eq!((step.side, step.turned, step.after), (facts.side, facts.turned, position));
        let picture = recording.picture(number);
        let blobs = picture.lines().flatten().filter(|cell| matches!(cell.content, Content::Blob(_)));
        assert_eq!(blobs.count() as u32, recording.height(number));
        assert_eq!(recording.score(number), i64::from(position.value()));
        let turned = picture.lines().flatten().filter(|cell| cell.accent == Accent::Changed).count() as u32;
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
        assert_eq!(recording.pictures(next).len(), 2);
        number = next;
    }
    let Some(Step::Demon(last)) = recording.step(recording.len()) else { panic!("a game of the demon") };
    let found = (1..=recording.len()).filter(|&number| recording.event(number).is_some()).count();
    assert_eq!(found, last.tetrises as usize);
    let (input, output) = well_game(300, 2);
    let well = Recording::of_well(input.as_bytes(), output.as_bytes(), Depth::DEFAULT).unwrap();
    let first = well.next_event(0).unwrap();
    let stages: Vec<_> = well.pictures(first).iter().map(|picture| picture.stage).collect();
    assert_eq!(stages[..2], [Stage::Placed, Stage::Deleted]);
}

#[test]
fn an_empty_game_has_a_start_and_nothing_else() {
    let recording = Recording::of_demon(b"31\n").unwrap();
    assert!(recording.is_empty());
    for number in [0, 1, 63, 64, usize::MAX] {
        assert_eq!(recording.picture(number).stage, Stage::Start);
        assert_eq!((recording.score(number), recording.step(number)), (0, None));
        assert_eq!(recording.next_event(number), None);
    }
    assert_eq!(recording.upcoming(0, 3), [1, 3, 5]);
}

#[test]
fn games_that_end_on_a_kept_state_are_whole() {
    let game = full_demon_game(3);
    for moves in [63, 64, 65, 128] {
        let mut replay = from_demon(game.as_bytes()).unwrap();
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
        assert_eq!(recording.picture(number).height(), 24);
        going += start.elapsed();
        let start = Instant::now();
        Recording::of_demon(game.as_bytes()).unwrap();
        playing += start.elapsed();
    }
    assert!(going < playing / 2, "{going:?} for 200 boards, {playing:?} for 200 games");
}
