//! Any answer to any input of any question has a verdict; our own answer is right; a game's score is the
//! one of the slow rules and within the bound.

#![no_main]

use laplace_games::demon::format::{self, BoardStyle::Packed, Question};
use laplace_games::demon::{Column, Move, Rotation, Seed, UncheckedMove, bound, questions, slow};
use laplace_judge::demon::{GameResult, judge};
use laplace_judge::recording::DemonRecording;
use laplace_fuzz::{demon_cells, split};
use libfuzzer_sys::fuzz_target;

fn check_game(game: &GameResult, text: &[u8]) {
    assert!(game.score <= bound::bound(game.seed, game.placed));
    let moves: Vec<[i64; 3]> = format::read_moves(text)
        .expect("it was played")
        .map_while(Result::ok)
        .map(|(_, line)| [line.piece, line.column, line.rotation])
        .collect();
    let (slow, _) = slow::play(game.seed.number().into(), &moves);
    assert_eq!((game.score, game.placed as usize), (slow.score, slow.placed));
    let recording = DemonRecording::of_file(text).expect("it was played");
    assert_eq!((recording.result().score, recording.steps().len()), (slow.score, slow.placed));
    assert_eq!(demon_cells(recording.state(slow.placed).board()), slow.cells);
}

/// A game of one legal move.
fn first_move(seed: Seed) -> String {
    let piece = seed.pieces().next_piece();
    let chosen = Move { rotation: Rotation::R0, column: Column::LEFTMOST };
    format::write_moves(seed, [UncheckedMove::new(piece, chosen)])
}

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, input, output)) = split(bytes) else { return };
    let question = Question::from_number(u32::from(choice) % 5 + 1).expect("1 to 5");
    let answer = match question {
        Question::Q1 => questions::answer_q1(input),
        Question::Q2 => questions::answer_q2(input, Packed),
        Question::Q3 => questions::answer_q3(input, Packed),
        Question::Q4 => questions::answer_q4(input, Packed),
        Question::Q5 => format::read_seed(input).map(first_move).map_err(Into::into),
    };
    let verdict = judge(question, input, output);
    let Ok(answer) = answer else { return assert!(verdict.is_err()) };
    let verdict = verdict.expect("the input has an answer");
    assert_eq!(verdict.is_right(), verdict.fault().is_none());
    if let Some(game) = &verdict.game {
        check_game(game, if question == Question::Q4 { input } else { output });
    }
    let lines = output.split(|&byte| byte == b'\n').count();
    assert!(verdict.difference.is_none_or(|difference| (1..=lines + 1).contains(&difference.line)));
    assert_eq!(judge(question, input, answer.as_bytes()).expect("as before").fault(), None);
});
