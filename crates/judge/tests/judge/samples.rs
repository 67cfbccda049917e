//! The contests' own samples have the verdicts that the contests give them.

use laplace_games::demon::format::Question;
use laplace_games::well::Depth;
use laplace_judge::demon::Ended;

/// The input and the answer of each of the demon's samples.
const DEMON: [(Question, &[u8], &[u8]); 4] = [
    (
        Question::Q1,
        include_bytes!("../../../games/tests/data/demon/q1-input-73"),
        include_bytes!("../../../games/tests/data/demon/q1-output-73"),
    ),
    (
        Question::Q2,
        include_bytes!("../../../games/tests/data/demon/q2-input-37"),
        include_bytes!("../../../games/tests/data/demon/q2-output-37"),
    ),
    (
        Question::Q3,
        include_bytes!("../../../games/tests/data/demon/q3-input-73"),
        include_bytes!("../../../games/tests/data/demon/q3-output-73"),
    ),
    (
        Question::Q4,
        include_bytes!("../../../games/tests/data/demon/q4-input-73"),
        include_bytes!("../../../games/tests/data/demon/q4-output-73"),
    ),
];

#[test]
fn the_demons_sample_answers_are_right() {
    for (question, input, output) in DEMON {
        let verdict = laplace_judge::demon::judge(question, input, output).unwrap();
        assert_eq!(verdict.difference, None, "{question}");
        assert_eq!(verdict.game.is_some(), question == Question::Q4);
    }
}

#[test]
fn the_sample_answer_of_one_question_is_wrong_for_another() {
    for (question, input, _) in DEMON {
        for (other, _, output) in DEMON.iter().filter(|(other, ..)| *other != question) {
            let verdict = laplace_judge::demon::judge(question, input, output).unwrap();
            assert!(verdict.difference.is_some(), "{other} for {question}");
        }
    }
}

#[test]
fn the_sample_of_question_4_is_a_game_of_question_5() {
    let (_, moves, board_and_score) = DEMON[3];
    let score = str::from_utf8(board_and_score).unwrap().lines().last().unwrap().parse().unwrap();
    let game = laplace_judge::demon::judge(Question::Q5, b"31\n", moves).unwrap().game.unwrap();
    assert_eq!((game.seed.number(), game.score), (31, score));
    assert_eq!(game.ended.word(), "no-more-moves");
    assert_eq!(game.line, str::from_utf8(moves).unwrap().lines().count());
    assert!(matches!(game.ended, Ended::Rules(laplace_games::demon::End::NoMoreMoves)));
    // With the moves given, the bound is that of their number; with all of them free, that of 9 999.
    let given = laplace_judge::demon::judge(Question::Q4, moves, board_and_score).unwrap().game.unwrap();
    assert!(given.score <= given.bound() && given.bound() < game.bound());
    assert_eq!(game.bound(), 738_100);
}

#[test]
fn the_wells_sample_has_the_verdict_that_the_task_prints() {
    let input = include_bytes!("../../../games/tests/data/well/sample.in");
    let output = include_bytes!("../../../games/tests/data/well/sample.out");
    let verdict = laplace_judge::well::judge(input, output, Depth::DEFAULT).unwrap();
    let printed = format!(
        "placed {} of {}\npoints {}\nended by {}\n",
        verdict.placed, verdict.figures, verdict.points, verdict.ended
    );
    let printed = printed.replace("kind 1, rotation 1, column 8, line 1: ", "");
    assert_eq!(printed, include_str!("../../../games/tests/data/well/sample.verdict"));
    assert_eq!((verdict.ended.word(), verdict.ended.figure()), ("outside-right", Some(14)));
}
