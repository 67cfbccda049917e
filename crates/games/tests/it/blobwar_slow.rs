//! The fast board equals the plain rules of `blobwar::slow`, over random games of every kind.

use laplace_games::blobwar::slow::SlowPosition;
use laplace_games::blobwar::{MAX_MOVE_NUMBER, Map, Move, Position, Setup, Size, StuckRule, generate};
use laplace_games::random::Random;

/// How many moves each of the tests below plays; together more than a hundred thousand.
const MOVES: usize = 26_000;

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort();
    moves
}

/// Plays one random game on both boards and returns its length.
fn compare_game(mut fast: Position, random: &mut Random) -> usize {
    let mut slow = SlowPosition::new(&fast.setup());
    for length in 0.. {
        let moves = fast.legal_moves();
        assert_eq!(sorted(moves.clone()), sorted(slow.legal_moves()), "{fast}");
        assert_eq!(fast.end(), slow.end(), "{fast}");
        assert_eq!(fast.value(), slow.value(), "{fast}");
        assert_eq!(fast.to_string(), slow.fen());
        let Some(&played) = random.pick(&moves) else { return length };
        assert_eq!(fast.play(played).ok(), slow.play(played), "{played} then {fast}");
    }
    unreachable!("a game has an end")
}

/// Plays random games until enough moves are played, the starts in turn.
fn compare_games(seed: u64, mut start: impl FnMut(usize, &mut Random) -> Position) {
    let mut random = Random::new(seed);
    let mut moves = 0;
    for game in 0.. {
        let position = start(game, &mut random);
        moves += compare_game(position, &mut random);
        if moves >= MOVES {
            return;
        }
    }
}

#[test]
fn games_on_seven_by_seven_agree_by_both_rules() {
    compare_games(1, |game, _| Position::start(Size::Seven, StuckRule::BOTH[game % 2]));
}

#[test]
fn games_on_eight_by_eight_agree_by_both_rules() {
    compare_games(2, |game, _| Position::start(Size::Eight, StuckRule::BOTH[game % 2]));
}

#[test]
fn games_on_all_maps_agree_by_both_rules() {
    compare_games(3, |game, _| Map::all()[game % 14].start(StuckRule::BOTH[game / 14 % 2]));
}

#[test]
fn games_from_random_positions_agree() {
    compare_games(4, |_, random| generate::any_position(random));
}

#[test]
fn games_that_reach_the_maximum_move_number_agree() {
    let late = Setup { number: MAX_MOVE_NUMBER - 3, ..Position::start(Size::Seven, StuckRule::Ends).setup() };
    assert!(compare_game(Position::new(late).unwrap(), &mut Random::new(5)) > 10);
}
