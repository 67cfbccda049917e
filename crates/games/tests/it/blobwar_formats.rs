//! Texts: what is read is written again, what is not a text of the format is refused with the right error.

use crate::common::texts::{check_accepted, check_refused};
use laplace_games::blobwar::format::sheet;
use laplace_games::blobwar::format::{course, fen, uai};
use laplace_games::blobwar::{Cell, Move, Position, RuleChoice, Setup, Size, StuckRule, generate};
use laplace_games::random::Random;
use proptest::prelude::{any, prop};
use proptest::{proptest, test_runner::Config};

const ACCEPTED: &str = include_str!("../data/blobwar/accepted.txt");
const REFUSED: &str = include_str!("../data/blobwar/refused.txt");

/// Reads a text of the named format and writes it again; the error in words if it is refused.
fn rewritten(format: &str, text: &[u8]) -> Result<String, String> {
    match format {
        "fen" => Position::from_fen(text, StuckRule::Passes)
            .map(|position| position.to_string())
            .map_err(|error| error.to_string()),
        "position" => Position::read(text, RuleChoice::default())
            .map(|position| position.to_string())
            .map_err(|error| error.to_string()),
        "uai" => uai::read(text).map(|read| read.to_string()).map_err(|error| error.to_string()),
        "move" => course::read_move(text).map(course::write_move).map_err(|error| error.to_string()),
        "state" => course::read_state(text)
            .map(|setup| course::write_state(&setup).expect("states are 8 x 8"))
            .map_err(|error| error.to_string()),
        other => panic!("no format {other}"),
    }
}

#[test]
fn every_accepted_text_is_read_and_written_as_the_file_says() {
    check_accepted(ACCEPTED, 20, rewritten);
}

#[test]
fn every_refused_text_is_refused_in_the_words_of_the_file() {
    check_refused(REFUSED, 40, rewritten);
}

#[test]
fn positions_are_read_back_from_their_fens() {
    let mut random = Random::new(1);
    for _ in 0..2_000 {
        let position = generate::any_position(&mut random);
        assert_eq!(Position::from_fen(position.to_string(), position.stuck_rule()), Ok(position));
    }
}

#[test]
fn positions_are_read_back_from_both_forms_of_the_sheet() {
    let mut random = Random::new(3);
    for _ in 0..2_000 {
        let position = generate::any_position(&mut random);
        let setup = position.setup();
        let Some((plateau, pions)) = sheet::write_plateau(&setup).zip(sheet::write_pions(&setup)) else {
            assert!(setup.size == Size::Seven || !setup.holes.is_empty());
            continue;
        };
        let choice = RuleChoice { variant: None, stuck: Some(setup.stuck) };
        for board in [plateau, pions] {
            let text = format!("{board} {} {} {}", setup.turn, setup.clock, setup.number);
            assert_eq!(Position::read(text, choice), Ok(position));
        }
    }
}

#[test]
fn every_conceivable_move_is_read_back_from_both_notations() {
    for written in Move::all_conceivable() {
        assert_eq!(written.to_string().parse(), Ok(written));
        assert_eq!(course::read_move(course::write_move(written)), Ok(written));
    }
}

#[test]
fn states_of_the_project_are_read_back_but_for_the_clock_and_the_number() {
    let mut random = Random::new(2);
    for _ in 0..2_000 {
        let setup = generate::position(&mut random, Size::Eight, StuckRule::Passes).setup();
        let text = course::write_state(&setup).unwrap();
        assert_eq!(course::read_state(&text), Ok(Setup { clock: 0, number: 1, ..setup }));
        assert_eq!(course::read_state(text.clone() + "\r\n"), course::read_state(text));
    }
}

#[test]
fn a_seven_by_seven_board_is_not_a_state_of_the_project() {
    let setup = Position::start(Size::Seven, StuckRule::Passes).setup();
    assert_eq!(course::write_state(&setup), None);
}

#[test]
fn the_projects_numbers_run_from_the_top_left_and_its_red_is_our_first_player() {
    let first = |number: u8| course::read_move(format!("{{\"Duplicate\":{number}}}")).unwrap().to();
    assert_eq!([0, 7, 56, 63].map(first), [56, 63, 0, 7].map(Cell::from_number));
    let start = Position::start(Size::Eight, StuckRule::Passes).setup();
    let text = course::write_state(&start).unwrap();
    let red: Vec<usize> = text.bytes().skip(1).enumerate().filter(|c| c.1 == b'r').map(|c| c.0).collect();
    assert_eq!((red, text.starts_with('0')), (vec![0, 63], true));
}

/// Bytes that come close to the formats, so that random texts get past their first letters.
const ALPHABET: &[u8] = b"xo-12345678/ 0abgh{}[]:,\"JumpDuplicatenl\n\xff";

fn any_text() -> impl proptest::strategy::Strategy<Value = Vec<u8>> {
    let letter = prop::sample::select(ALPHABET);
    prop::collection::vec(letter, 0..80)
}

proptest! {
    #![proptest_config(Config { cases: 2_000, failure_persistence: None, ..Config::default() })]

    #[test]
    fn no_text_makes_a_reader_panic_and_what_is_read_is_written_and_read_again(text in any_text()) {
        if let Ok(setup) = fen::read(&text, StuckRule::Ends) {
            assert_eq!(fen::read(fen::write(&setup), StuckRule::Ends), Ok(setup));
        }
        if let Ok(read) = uai::read(&text) {
            assert_eq!(read.to_string().as_bytes(), text);
        }
        if let Ok(read) = course::read_move(&text) {
            assert_eq!(course::read_move(course::write_move(read)), Ok(read));
        }
        if let Ok(setup) = course::read_state(&text) {
            assert_eq!(course::read_state(course::write_state(&setup).unwrap()), Ok(setup));
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(text in prop::collection::vec(any::<u8>(), 0..200)) {
        let refused = [
            fen::read(&text, StuckRule::Ends).is_err(),
            uai::read(&text).is_err(),
            course::read_move(&text).is_err(),
            course::read_state(&text).is_err(),
        ];
        // The formats have no text in common.
        assert!(refused.iter().filter(|refused| !**refused).count() <= 1);
    }
}
