//! Any bytes have a verdict, whatever the depth; a spoiled move ends the game with its figure.

use laplace_games::well::Depth;
use laplace_games::well::format::read_problem;
use laplace_judge::well::{Verdict, judge};
use proptest::prelude::{any, prop, prop_assert, prop_assert_eq};
use proptest::strategy::Strategy;
use proptest::{proptest, test_runner::Config};

const FIGURES: usize = 60;
const ALPHABET: &[u8] = b"0012345679   \n\r\t-\0\xff";

fn near_text() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(prop::sample::select(ALPHABET), 0..200)
}

fn verdict(input: &str, moves: &[&str]) -> Verdict {
    judge(input.as_bytes(), moves.join("\n").as_bytes(), Depth::DEFAULT).unwrap()
}

proptest! {
    #![proptest_config(Config { cases: 300, failure_persistence: None, ..Config::default() })]

    #[test]
    fn any_bytes_have_a_verdict(
        input in near_text(),
        output in near_text(),
        bytes in any::<Vec<u8>>(),
        rows in 1..=20u32,
    ) {
        let depth = Depth::new(rows).unwrap();
        for (input, output) in [(&input, &output), (&input, &bytes), (&bytes, &output)] {
            // The input decides alone whether there is a verdict.
            let judged = judge(input, output, depth);
            prop_assert_eq!(judged.is_ok(), read_problem(input, depth).is_ok());
            if let Ok(verdict) = judged {
                prop_assert!(verdict.placed <= verdict.figures && verdict.points <= 10);
                prop_assert_eq!(verdict.ended.figure().is_none(), verdict.placed == verdict.figures);
            }
        }
    }

    #[test]
    fn any_answer_to_a_good_input_has_a_verdict(seed in 0..40u64, output in near_text(), rows in 1..=20u32) {
        let (input, _) = crate::common::well_game(FIGURES, seed);
        let verdict = judge(input.as_bytes(), &output, Depth::new(rows).unwrap()).unwrap();
        prop_assert!(verdict.placed < FIGURES);
        prop_assert_eq!(verdict.ended.figure(), Some(verdict.placed + 1));
    }

    #[test]
    fn a_good_answer_is_good_however_it_is_spaced(seed in 0..40u64) {
        let (input, output) = crate::common::well_game(FIGURES, seed);
        for answer in [output.clone(), output.replace('\n', " "), format!("\u{feff}{output}").replace(' ', "\r\n")] {
            let verdict = judge(input.as_bytes(), answer.as_bytes(), Depth::DEFAULT).unwrap();
            prop_assert_eq!((verdict.placed, verdict.points, verdict.ended.word()), (FIGURES, 10, "all-placed"));
        }
    }

    #[test]
    fn a_spoiled_move_ends_the_game_with_its_figure(seed in 0..40u64, at in 0..FIGURES) {
        let (input, output) = crate::common::well_game(FIGURES, seed);
        let mut moves: Vec<&str> = output.lines().collect();
        let spoiled = [("0 10", "outside-right"), ("4 0", "no-such-rotation"), ("x 0", "malformed")];
        for (spoiled, word) in spoiled {
            moves[at] = spoiled;
            let verdict = verdict(&input, &moves);
            prop_assert_eq!((verdict.placed, verdict.ended.word()), (at, word));
            prop_assert_eq!(verdict.ended.figure(), Some(at + 1));
        }
        let cut = verdict(&input, &moves[..at]);
        prop_assert_eq!((cut.placed, cut.ended.word()), (at, "no-more-moves"));
    }
}
