use laplace_contest::judging::{InputFault, judge};
use laplace_contest::{Feedback, Game, Milestone, Refusal, make};

use super::*;
use crate::typography::{check_french, check_pairs};

#[test]
fn every_text_is_in_both_languages_with_french_typography() {
    for pairs in [
        rules::MILESTONES,
        rules::REFUSALS,
        findings::FINDINGS,
        findings::SHOWN_FINDINGS,
        findings::DEMON_ENDS,
        findings::MISFIT,
        findings::SYNTAX,
        findings::WELL_ENDS,
        findings::MOVE_FAULTS,
        findings::INPUT_FAULTS,
        findings::EXPECTED,
        #[cfg(feature = "archives")]
        archives::ARCHIVES,
        #[cfg(feature = "archives")]
        archives::ARCHIVE_FAULTS,
        #[cfg(feature = "archives")]
        archives::FILE_TYPES,
        words::PAIRS,
    ] {
        check_pairs(pairs);
    }
    for (_, french) in positions::tests::examples() {
        check_french(&french);
    }
}

#[test]
fn values_are_put_in_their_order_and_never_looked_into() {
    assert_eq!(fill("{} of {}", &["{}", "b"]), "{} of b");
    assert_eq!(fill("nothing", &["a"]), "nothing");
}

#[test]
fn the_browsers_first_known_language_is_taken() {
    assert_eq!(Language::preferred("de, fr-CH;q=0.9, en"), Language::French);
    assert_eq!(Language::preferred(""), Language::English);
}

#[test]
fn what_the_rules_refuse_has_the_same_english_in_the_library() {
    let name = || "q1-input-1".to_owned();
    let fault = InputFault::Other { text: "x".into() };
    for refusal in [
        Refusal::BadId { id: name() },
        Refusal::BadInputName { name: name(), game: Game::Demon },
        Refusal::NoInput { game: Game::Well },
        Refusal::BadInput { name: name(), fault },
        Refusal::CannotBeCleared { milestone: Milestone::Thaw },
        Refusal::NameTwice { name: name() },
        Refusal::InputCount { found: 51, max: 50 },
        Refusal::Final,
    ] {
        assert_eq!(refusal.to_string(), refusal.text(Language::English).to_string());
    }
    for content in ["x", "1 0 0\n1 11 0"] {
        for name in ["q1-input-1", "q3-input-1"] {
            let files = vec![(name.to_owned(), content.as_bytes().to_vec())];
            if let Err(refusal) = laplace_contest::own(Game::Demon, files) {
                assert_eq!(refusal.to_string(), refusal.text(Language::English).to_string());
            }
        }
    }
}

#[test]
fn only_full_feedback_writes_what_was_expected() {
    for input in &make(Game::Demon, 1, 1)[..4] {
        let judged = judge(Game::Demon, input, b"nonsense: line 7, expected `x`");
        let shown = |feedback: Feedback| {
            feedback.shown(judged.outcome, &judged.finding).text(Language::English).to_string()
        };
        assert!(shown(Feedback::Full).contains("expected"), "{judged:?}");
        assert_eq!(shown(Feedback::Position), "the first difference is in line 1", "{judged:?}");
        assert_eq!(shown(Feedback::Verdict), "");
    }
}
