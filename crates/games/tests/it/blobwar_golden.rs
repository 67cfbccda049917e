//! Whole games as text, one for each size and rule: a change of behaviour shows as a change of these files.
//!
//! `LAPLACE_BLESS=1 cargo test -p laplace-games --test it blobwar_golden` writes them anew.

use std::fmt::Write as _;

use laplace_games::blobwar::{Map, Move, Position, Size, StuckRule, generate};
use laplace_games::random::Random;

/// One random game, a line for each move: the move, the cells turned, the position after it.
fn playthrough(start: Position, seed: u64) -> String {
    let mut position = start;
    let mut text = format!("rule {:?}, seed {seed}\nstart {start}\n", start.stuck_rule());
    for played in generate::playout(start, &mut Random::new(seed)) {
        let facts = position.play(played).expect("a playout is legal");
        let turned: Vec<String> = facts.turned.into_iter().map(|cell| cell.to_string()).collect();
        writeln!(text, "{} {played} turns [{}] {position}", facts.side.letter(), turned.join(" ")).unwrap();
    }
    let end = position.end().expect("a playout goes to the end");
    writeln!(text, "{:?} {:?} value {}", end.outcome, end.reason, position.value()).unwrap();
    text
}

fn compare(name: &str, start: Position, seed: u64) {
    crate::common::golden::compare(&format!("blobwar/{name}"), &playthrough(start, seed));
}

#[test]
fn a_game_of_the_sheet_equals_its_golden_file() {
    compare("golden_8x8_ends.txt", Position::start(Size::Eight, StuckRule::Ends), 1);
}

#[test]
fn a_game_of_the_project_equals_its_golden_file() {
    let map = "path".parse::<Map>().expect("a map of the project");
    compare("golden_8x8_passes.txt", map.start(StuckRule::Passes), 4);
}

#[test]
fn a_seven_by_seven_game_by_the_sheets_rule_equals_its_golden_file() {
    compare("golden_7x7_ends.txt", Position::start(Size::Seven, StuckRule::Ends), 3);
}

#[test]
fn a_game_of_ataxx_equals_its_golden_file() {
    let gaps = "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1";
    compare("golden_7x7_passes.txt", Position::from_fen(gaps, StuckRule::Passes).unwrap(), 20);
}

#[test]
fn the_golden_games_with_passes_contain_a_pass() {
    let kept = [
        include_str!("../data/blobwar/golden_7x7_passes.txt"),
        include_str!("../data/blobwar/golden_8x8_passes.txt"),
    ];
    for game in kept {
        assert!(game.contains(&format!(" {} ", Move::Pass)), "choose a seed with a pass: {game}");
    }
}
