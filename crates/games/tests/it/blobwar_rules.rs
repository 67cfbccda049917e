//! The rules by example: every ending, every refusal, passes and the clock.

use StuckRule::{Ends, Passes};
use laplace_games::blobwar::{
    Bitboard, Cell, End, Facts, IllegalMove, MAX_MOVE_NUMBER, Map, Move, Outcome, Position, Reason,
    RuleChoice, Setup, SetupFault, Side, Size, StuckRule, Variant,
};

fn position(fen: &str, stuck: StuckRule) -> Position {
    Position::from_fen(fen, stuck).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn cell(text: &str) -> Cell {
    text.parse::<Move>().unwrap().to().unwrap()
}

fn end(outcome: Outcome, reason: Reason) -> Option<End> {
    Some(End { outcome, reason })
}

const BLUE_WINS: Outcome = Outcome::Win(Side::Blue);
const RED_WINS: Outcome = Outcome::Win(Side::Red);

#[test]
fn a_board_without_a_variant_has_the_rule_of_its_own() {
    let rule = |fen: &str| Position::read(fen, RuleChoice::default()).unwrap().stuck_rule();
    assert_eq!(rule("x6o/8/8/8/8/8/8/o6x x 0 1"), StuckRule::Ends, "8 x 8 is the sheet's");
    assert_eq!(rule("x6o/8/8/3-4/8/8/8/o6x x 0 1"), StuckRule::Passes, "holes are the course's");
    assert_eq!(rule("x5o/7/7/7/7/7/o5x x 0 1"), StuckRule::Passes, "7 x 7 is Ataxx");
}

#[test]
fn the_winner_depends_on_the_variant() {
    const SHUT_IN: &str = "8/8/xxxxxxxx/xxxxxxxx/ooooooox/oooooooo/oooooooo/oooooooo o 0 1";
    let read = |variant| Position::read(SHUT_IN, RuleChoice { variant: Some(variant), stuck: None });
    let end = read(Variant::Sheet).unwrap().end().unwrap();
    assert_eq!((end.outcome, end.reason), (Outcome::Win(Side::Red), Reason::NoMove));
    let course = read(Variant::Course).unwrap();
    assert_eq!((course.end(), course.legal_moves()), (None, vec![Move::Pass]));
    assert!(read(Variant::Ataxx).is_err(), "8 x 8 is not Ataxx");
    let passes = RuleChoice { variant: Some(Variant::Sheet), stuck: Some(StuckRule::Passes) };
    assert!(Position::read(SHUT_IN, passes).unwrap().must_pass(), "a rule overrides the variant");
}

#[test]
fn a_stuck_player_ends_the_sheets_game_and_passes_in_ataxx() {
    let fen = "7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1";
    assert_eq!(position(fen, Ends).end(), end(RED_WINS, Reason::NoMove));
    let mut ataxx = position(fen, Passes);
    assert!(ataxx.must_pass());
    assert_eq!(ataxx.legal_moves(), [Move::Pass]);
    let facts = ataxx.play(Move::Pass).unwrap();
    assert_eq!(facts, Facts { side: Side::Blue, played: Move::Pass, turned: Bitboard::EMPTY });
    assert_eq!(ataxx.to_string(), "7/7/7/7/ooooooo/ooooooo/xxxxxxx o 1 1");
}

#[test]
fn a_player_without_blobs_has_lost_by_both_rules() {
    let mover_gone = "7/7/7/3o3/7/7/7 x 0 1";
    assert_eq!(position(mover_gone, Ends).end(), end(RED_WINS, Reason::WipedOut));
    assert_eq!(position(mover_gone, Passes).end(), end(RED_WINS, Reason::WipedOut));
}

#[test]
fn the_sheet_ends_only_when_the_player_to_move_cannot() {
    let other_gone = "7/7/7/3o3/7/7/7 o 0 1";
    assert_eq!(position(other_gone, Passes).end(), end(RED_WINS, Reason::WipedOut));
    assert_eq!(position(other_gone, Ends).end(), None);
}

#[test]
fn an_ataxx_game_ends_when_neither_player_can_move() {
    let full = format!("{}xxxoooo x 0 1", "xxxxxxx/ooooooo/".repeat(3));
    assert_eq!(position(&full, Passes).end(), end(RED_WINS, Reason::NobodyCanMove));
    let level = "x-----o/-------/-------/-------/-------/-------/7 x 0 1";
    assert_eq!(position(level, Passes).end(), end(Outcome::Draw, Reason::NobodyCanMove));
}

#[test]
fn an_empty_board_is_a_draw() {
    for stuck in StuckRule::BOTH {
        assert_eq!(position("8/8/8/8/8/8/8/8 x 0 1", stuck).end(), end(Outcome::Draw, Reason::WipedOut));
    }
}

#[test]
fn the_hundredth_move_without_a_doubling_is_a_draw_whatever_the_blobs() {
    let mut game = position("xx5o/8/8/8/8/8/8/8 x 99 60", Ends);
    let mut doubled = game;
    game.play("a8a6".parse().unwrap()).unwrap();
    assert_eq!(game.end(), end(Outcome::Draw, Reason::TooLong));
    doubled.play("a7".parse().unwrap()).unwrap();
    assert_eq!((doubled.clock(), doubled.end()), (0, None));
}

#[test]
fn a_decided_board_takes_precedence_over_the_clock() {
    let mut game = position("x1o4/7/7/7/7/7/7 x 99 60", Passes);
    game.play("a7a5".parse().unwrap()).unwrap();
    assert_eq!(game.end(), end(Outcome::Draw, Reason::TooLong));
    let mut game = position("x2o3/7/7/7/7/7/7 x 99 60", Passes);
    game.play("a7c7".parse().unwrap()).unwrap();
    assert_eq!(game.end(), end(BLUE_WINS, Reason::WipedOut));
}

#[test]
fn a_pass_moves_the_clock_and_the_number() {
    let mut game = position("7/7/7/7/xxxxxxx/xxxxxxx/ooooooo o 99 7", Passes);
    game.play(Move::Pass).unwrap();
    assert_eq!((game.clock(), game.number(), game.turn()), (100, 8, Side::Blue));
    assert_eq!(game.end(), end(Outcome::Draw, Reason::TooLong));
}

#[test]
fn the_move_number_stops_at_its_maximum() {
    let mut game = position("x5o/7/7/7/7/7/o5x o 0 999999999", Passes);
    game.play("f6".parse().unwrap()).unwrap();
    assert_eq!((game.number(), game.validity_check()), (MAX_MOVE_NUMBER, Ok(())));
}

#[test]
fn what_lies_between_does_not_stop_a_jump() {
    let mut game = position("x-5/--5/7/7/7/7/6o x 0 1", Passes);
    assert_eq!(game.play("a7c5".parse().unwrap()).map(|facts| facts.turned), Ok(Bitboard::EMPTY));
    assert_eq!(game.to_string(), "1-5/--5/2x4/7/7/7/6o o 1 1");
}

#[test]
fn every_refusal_names_its_reason() {
    let fen = "xo5/7/2-4/7/7/7/6o x 0 1";
    let refusal = |text: &str| position(fen, Passes).play(text.parse().unwrap()).unwrap_err();
    assert_eq!(refusal("0000"), IllegalMove::NeedlessPass);
    assert_eq!(refusal("a8"), IllegalMove::NotACell(cell("a8")));
    assert_eq!(refusal("c5"), IllegalMove::NotACell(cell("c5")));
    assert_eq!(refusal("b7"), IllegalMove::Occupied(cell("b7")));
    assert_eq!(refusal("d4"), IllegalMove::NothingToDouble(cell("d4")));
    assert_eq!(refusal("b7d7"), IllegalMove::NotYourBlob(cell("b7")));
    assert_eq!(refusal("a7a6"), IllegalMove::Distance { from: cell("a7"), to: cell("a6") });
    assert_eq!(refusal("a7d7").to_string(), "from a7 to d7 is a distance of 3, a jump goes exactly 2");
    let stuck = position("7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1", Passes);
    let double = Move::Double(cell("a4"));
    assert_eq!(stuck.clone().play(double), Err(IllegalMove::MustPass(double)));
    let over = position("x5o/7/7/7/7/7/o5x x 100 1", Passes);
    assert_eq!(over.clone().play(Move::Pass), Err(IllegalMove::GameOver));
}

#[test]
fn every_fault_of_a_setup_is_named() {
    let sound = Setup::start(Size::Seven, Bitboard::EMPTY, Passes);
    let faults = |setup: Setup| Position::new(setup).unwrap_err().faults().to_vec();
    let corner = Bitboard::from(cell("a1"));
    let off = Bitboard::from(cell("h3"));
    let off_board = SetupFault::OffBoard { cell: cell("h3"), width: 7 };
    assert_eq!(off_board.to_string(), "h3 is off the board of 7 x 7");
    assert_eq!(faults(Setup { holes: off, ..sound }), [off_board]);
    assert_eq!(faults(Setup { red: sound.red | off, ..sound }), [off_board]);
    assert_eq!(faults(Setup { blue: sound.blue | corner, ..sound }), [SetupFault::TwoBlobs(cell("a1"))]);
    assert_eq!(faults(Setup { holes: corner, ..sound }), [SetupFault::BlobInHole(cell("a1"))]);
    assert_eq!(faults(Setup { clock: 101, ..sound }), [SetupFault::Clock(101)]);
    assert_eq!(faults(Setup { number: 0, ..sound }), [SetupFault::Number(0)]);
    let all = Setup { holes: corner | off, clock: 101, number: 0, ..sound };
    assert_eq!(
        Position::new(all).unwrap_err().to_string(),
        "h3 is off the board of 7 x 7; a1 has a blob in a hole; \
         found a half-move clock of 101, expected at most 100; \
         found a move number of 0, expected 1 to 999999999"
    );
    assert_eq!(Position::new(sound), Ok(Position::start(Size::Seven, Passes)));
}

/// The maps as the course's projects write them: two bands of seven, `x` a hole.
const MAPS: &str = include_str!("../data/blobwar/maps.txt");

fn maps_of_the_file() -> Vec<(&'static str, Bitboard)> {
    let lines: Vec<Vec<&str>> = MAPS
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .map(|line| line.split_whitespace().collect())
        .collect();
    let holes = |rows: &[Vec<&str>], map: usize| {
        let marks = (0..8)
            .rev()
            .zip(rows)
            .flat_map(|(row, words)| (0..).zip(words[map].chars()).map(move |m| (row, m)));
        marks
            .filter(|(_, (_, mark))| *mark == 'x')
            .map(|(row, (column, _))| Cell::at(row, column).unwrap())
            .collect()
    };
    lines
        .chunks(9)
        .flat_map(|band| (0..band[0].len()).map(move |map| (band[0][map], holes(&band[1..], map))))
        .collect()
}

#[test]
fn the_fourteen_maps_are_those_of_the_file() {
    let found: Vec<_> = Map::all().iter().map(|map| (map.name(), map.holes())).collect();
    assert_eq!(found, maps_of_the_file());
    assert_eq!(found.len(), 14);
}

#[test]
fn every_map_has_a_sound_start_with_blobs_in_the_corners() {
    for map in Map::all() {
        let setup = Setup::start(Size::Eight, map.holes(), Passes);
        assert_eq!(Position::new(setup), Ok(map.start(Passes)), "{}", map.name());
        assert_eq!(map.name().parse(), Ok(*map));
    }
}
