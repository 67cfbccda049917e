//! Any bytes have a verdict; right answers are right however they are spaced; a changed one is wrong where it
//! was changed.

use laplace_games::demon::format::{BoardStyle, Question};
use laplace_games::demon::generate::{Family, input};
use laplace_games::demon::questions;
use laplace_judge::demon::{Ended, judge, play_file};
use proptest::prelude::{any, prop, prop_assert, prop_assert_eq};
use proptest::strategy::Strategy;
use proptest::{proptest, test_runner::Config};

/// Bytes that come close to the formats, so that random texts get past their first line.
const ALPHABET: &[u8] = b"0123456789.... \n\n\r-\0\xff";

fn near_text() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(prop::sample::select(ALPHABET), 0..200)
}

/// A question that has one right answer, an input of it and that answer.
fn solved() -> impl Strategy<Value = (Question, String, String)> {
    (1..=4u32, any::<prop::sample::Index>(), 0..40u64, any::<bool>()).prop_map(
        |(number, family, seed, spaced)| {
            let question = Question::from_number(number).unwrap();
            let families: Vec<Family> =
                Family::of(question).iter().copied().filter(|&family| family != Family::TooLong).collect();
            let input = input(question, *family.get(&families), seed).unwrap();
            let style = if spaced { BoardStyle::Spaced } else { BoardStyle::Packed };
            let answer = answer(question, input.as_bytes(), style);
            (question, input, answer)
        },
    )
}

fn answer(question: Question, input: &[u8], style: BoardStyle) -> String {
    match question {
        Question::Q1 => questions::answer_q1(input),
        Question::Q2 => questions::answer_q2(input, style),
        Question::Q3 => questions::answer_q3(input, style),
        _ => questions::answer_q4(input, style),
    }
    .unwrap()
}

fn first_different_line(left: &str, right: &str) -> Option<usize> {
    let (left, right): (Vec<&str>, Vec<&str>) = (left.lines().collect(), right.lines().collect());
    (0..left.len().max(right.len())).find(|&line| left.get(line) != right.get(line)).map(|line| line + 1)
}

proptest! {
    #![proptest_config(Config { cases: 150, failure_persistence: None, ..Config::default() })]

    #[test]
    fn any_bytes_have_a_verdict(input in near_text(), output in near_text(), bytes in any::<Vec<u8>>()) {
        for question in Question::ALL {
            for answer in [&output, &bytes] {
                // The input decides alone whether there is a verdict.
                let verdict = judge(question, &input, answer);
                prop_assert_eq!(verdict.is_ok(), judge(question, &input, b"").is_ok());
                _ = judge(question, &bytes, answer);
            }
        }
        _ = play_file(&output);
        _ = play_file(&bytes);
    }

    #[test]
    fn any_answer_to_a_good_input_has_a_verdict((question, input, right) in solved(), output in near_text()) {
        let verdict = judge(question, input.as_bytes(), &output).unwrap();
        prop_assert!(verdict.difference.is_some());
        // A right answer with something after it is not right.
        if !output.trim_ascii().is_empty() {
            let more = [right.as_bytes(), &output].concat();
            let difference = judge(question, input.as_bytes(), &more).unwrap().difference.unwrap();
            prop_assert!(difference.line > right.lines().count());
        }
    }

    #[test]
    fn a_right_answer_is_right_however_it_is_spaced((question, input, right) in solved()) {
        let spaced = [
            right.clone(),
            right.trim_end().to_owned(),
            right.replace('\n', "\r\n"),
            right.replace('\n', " \n\n"),
            format!("\u{feff}\n{right}\n\n"),
        ];
        for answer in spaced {
            let verdict = judge(question, input.as_bytes(), answer.as_bytes()).unwrap();
            prop_assert_eq!(verdict.difference, None, "{:?}", answer);
        }
    }

    #[test]
    fn a_changed_answer_is_wrong_where_it_was_changed(
        (question, input, right) in solved(),
        place in any::<prop::sample::Index>(),
        mark in prop::sample::select(&b"0189.x\0"[..]),
    ) {
        let mut changed = right.clone().into_bytes();
        let places: Vec<usize> =
            (0..changed.len()).filter(|&at| !changed[at].is_ascii_whitespace() && changed[at] != mark).collect();
        let at = *place.get(&places);
        changed[at] = mark;
        let line = 1 + changed[..at].iter().filter(|&&byte| byte == b'\n').count();
        let difference = judge(question, input.as_bytes(), &changed).unwrap().difference.unwrap();
        prop_assert_eq!(difference.line, line);
        prop_assert!(!difference.expected.is_empty() && !difference.to_string().is_empty());
    }

    #[test]
    fn a_missing_line_is_noticed_where_the_answers_part(
        (question, input, right) in solved(),
        missing in any::<prop::sample::Index>(),
    ) {
        let mut lines: Vec<&str> = right.lines().collect();
        lines.remove(missing.index(lines.len()));
        let changed = lines.join("\n");
        let difference = judge(question, input.as_bytes(), changed.as_bytes()).unwrap().difference;
        prop_assert_eq!(difference.map(|difference| difference.line), first_different_line(&right, &changed));
    }
}

proptest! {
    // Whole games take their time to generate.
    #![proptest_config(Config { cases: 50, failure_persistence: None, ..Config::default() })]

    #[test]
    fn a_spoiled_move_ends_the_game_on_its_line(seed in 0..40u64, at in any::<prop::sample::Index>()) {
        let text = input(Question::Q4, Family::Plain, seed).unwrap();
        let mut lines: Vec<&str> = text.lines().collect();
        let whole = play_file(text.as_bytes()).unwrap();
        prop_assert_eq!((whole.placed as usize, whole.line), (lines.len() - 1, lines.len()));
        let at = 1 + at.index(lines.len() - 1);
        for (spoiled, word) in [("0 0 0", "wrong-piece"), ("1 8", "malformed"), ("-1 0 0", "wrong-piece")] {
            lines[at] = spoiled;
            let game = play_file(lines.join("\n").as_bytes()).unwrap();
            prop_assert_eq!((game.line, game.placed as usize, game.ended.word()), (at + 1, at - 1, word));
            prop_assert!(game.score <= whole.score);
        }
    }

    #[test]
    fn a_game_of_another_seed_is_no_answer(seed in 0..40u64, other in 0..=1_000_000u32) {
        let text = input(Question::Q4, Family::Plain, seed).unwrap();
        let own = text.lines().next().unwrap();
        let right = judge(Question::Q5, own.as_bytes(), text.as_bytes()).unwrap();
        prop_assert_eq!(right.difference, None);
        prop_assert!(matches!(right.game.unwrap().ended, Ended::Rules(_)));
        if other.to_string() != own {
            let wrong = judge(Question::Q5, other.to_string().as_bytes(), text.as_bytes()).unwrap();
            prop_assert_eq!((wrong.difference.unwrap().line, wrong.game), (1, None));
        }
    }
}
