//! Matches and the bench.

use laplace_games::blobwar::{Map, Position, Side, Size, StuckRule};
use laplace_solvers::Control;
use laplace_solvers::blobwar::arena::stats::Pairs;
use laplace_solvers::blobwar::arena::{self, Limited, Tally};
use laplace_solvers::blobwar::{Engine, Limits, Settings, Student, bench};

fn engine(nodes: u64) -> Limited {
    let engine = Engine::new(Settings { megabytes: 1, ..Settings::default() });
    Limited::new(engine, Limits::nodes(nodes))
}

#[test]
fn a_recorded_game_replays_to_its_outcome() {
    let start = Position::start(Size::Seven, StuckRule::Passes);
    let game = arena::play(start, &mut engine(500), &mut Student::new(2));
    let mut position = game.start;
    for &played in &game.moves {
        position.play(played).unwrap();
    }
    assert_eq!(position.end(), game.end);
    assert_eq!(game.end.map(|end| end.outcome), Some(game.outcome));
}

#[test]
fn the_engine_beats_the_student_on_holes_and_without() {
    let starts = ["standard", "quantum"].map(|name| Map::by_name(name).unwrap().start(StuckRule::Passes));
    let openings = arena::openings(&starts, 2, 4, 5);
    let tally = arena::play_match(&mut engine(4_000), &mut Student::new(2), &openings, &mut |game, _| {
        assert!(game.end.is_some(), "a game ended by no legal move: {game:?}");
    });
    assert_eq!((tally.games(), tally.faults), (8, 0));
    assert!(tally.wins >= 7, "{tally}");
}

#[test]
fn the_error_of_a_match_comes_from_its_pairs() {
    /// Plays the first of its moves as x and gives up as o, so that x always wins against its like.
    struct First;
    impl arena::Player for First {
        fn choose(&mut self, position: &Position) -> Option<laplace_games::blobwar::Move> {
            (position.turn() == Side::Blue).then(|| position.legal_moves()[0])
        }
    }
    let start = Position::start(Size::Seven, StuckRule::Passes);
    let openings = arena::openings(&[start], 2, 10, 1);
    let mut seen = Vec::new();
    let tally = arena::play_match(&mut First, &mut First, &openings, &mut |_, tally| seen.push(tally.pairs));
    // By games it would be 10 of 20 with a wide error; the pairs know that every opening was shared.
    assert_eq!((tally.wins, tally.losses, tally.pairs), (10, 10, Pairs([0, 0, 10, 0, 0])));
    assert_eq!((seen[0].count(), seen[1].count(), seen[19].count()), (0, 1, 10));
    assert_eq!(tally.to_string(), "+10 =0 -10, 50.0 %, +0 Elo ± inf");
    let tally = Tally { wins: 3, losses: 1, pairs: Pairs([0, 0, 1, 0, 1]), ..Tally::default() };
    assert_eq!(tally.to_string(), "+3 =0 -1, 75.0 %, +191 Elo ± inf");
    let tally = Tally { pairs: Pairs([10, 20, 40, 20, 10]), wins: 1, losses: 1, ..tally };
    assert_eq!(tally.to_string(), "+1 =0 -1, 50.0 %, +0 Elo ± 37");
}

#[test]
fn openings_differ_and_come_back_with_their_seed() {
    let starts = [Position::start(Size::Eight, StuckRule::Ends)];
    let opened = arena::openings(&starts, 4, 50, 9);
    assert_eq!(opened.len(), 50);
    assert_eq!(opened, arena::openings(&starts, 4, 50, 9));
    assert_ne!(opened, arena::openings(&starts, 4, 50, 10));
    assert_eq!(arena::openings(&starts, 0, 50, 9), starts);
    assert_eq!(arena::openings(&[], 4, 50, 9), []);
}

#[test]
fn a_player_without_a_legal_move_loses() {
    struct Mute;
    impl arena::Player for Mute {
        fn choose(&mut self, _: &Position) -> Option<laplace_games::blobwar::Move> {
            None
        }
    }
    let start = Position::start(Size::Eight, StuckRule::Passes);
    let mut tally = Tally::default();
    tally.add(&arena::play(start, &mut Mute, &mut Student::new(1)), Side::Blue);
    tally.add(&arena::play(start, &mut Mute, &mut Student::new(1)), Side::Red);
    assert_eq!(tally, Tally { wins: 1, losses: 1, faults: 2, ..Tally::default() });
}

#[test]
fn the_bench_is_the_same_twice_and_stops_when_told() {
    let run = || bench::run(4, &Control::default()).unwrap().nodes;
    assert_eq!(run(), run());
    assert_eq!(bench::run(60, &Control::stopped_by(&|| true)), None);
}
