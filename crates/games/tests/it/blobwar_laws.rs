//! Properties of every position, checked on seeded ones: generated, and reached in random games.

use laplace_games::blobwar::{
    Bitboard, Cell, End, Facts, Map, Move, Outcome, Position, Setup, StuckRule, bitboard, generate, perft,
};
use laplace_games::random::Random;

/// `generated` positions of any kind, then positions of random games from every map.
fn positions(seed: u64, generated: usize) -> Vec<Position> {
    let mut random = Random::new(seed);
    let mut found: Vec<Position> = (0..generated).map(|_| generate::any_position(&mut random)).collect();
    for map in Map::all() {
        let mut position = map.start(*random.pick(&StuckRule::BOTH).unwrap());
        for played in generate::playout(position, &mut random) {
            found.extend(random.chance(10).then_some(position));
            position.play(played).unwrap();
        }
        found.push(position);
    }
    found
}

fn after(position: &Position, played: Move) -> Position {
    let mut next = *position;
    next.play_unchecked(played);
    next
}

#[test]
fn blobs_are_kept_doubled_and_turned_but_never_lost() {
    for position in positions(4, 400) {
        let side = position.turn();
        let count = |position: &Position, side| position.board().blobs(side).len();
        for played in position.legal_moves() {
            let mut next = position;
            let Facts { side: by, turned, .. } = next.play(played).unwrap();
            assert_eq!(by, side);
            let grown = u32::from(matches!(played, Move::Double(_)));
            assert_eq!(count(&next, side), count(&position, side) + turned.len() + grown);
            assert_eq!(count(&next, !side), count(&position, !side) - turned.len());
            assert_eq!(turned - position.board().blobs(!side), Bitboard::EMPTY);
        }
    }
}

#[test]
fn counting_two_plies_at_once_equals_playing_them() {
    for position in positions(5, 3_000) {
        let replies = |played| u64::from(after(&position, played).count_legal_moves());
        let played: u64 = position.legal_moves().into_iter().map(replies).sum();
        assert_eq!(perft(&position, 2), played, "{position} {:?}", position.stuck_rule());
    }
}

/// The same with the colours exchanged. The move number grows after red's moves, so it is set to 1.
fn swapped(position: &Position) -> Position {
    let setup = position.setup();
    let swapped = Setup { blue: setup.red, red: setup.blue, turn: !setup.turn, number: 1, ..setup };
    Position::new(swapped).unwrap()
}

fn numbered_one(position: &Position) -> Position {
    Position::new(Setup { number: 1, ..position.setup() }).unwrap()
}

fn swapped_end(end: End) -> End {
    let outcome = match end.outcome {
        Outcome::Win(side) => Outcome::Win(!side),
        Outcome::Draw => Outcome::Draw,
    };
    End { outcome, ..end }
}

#[test]
fn exchanging_the_colours_commutes_with_every_move() {
    for position in positions(7, 400) {
        let image = swapped(&position);
        assert_eq!(image.value(), -position.value());
        assert_eq!(image.end(), position.end().map(swapped_end));
        assert_eq!(image.legal_moves(), position.legal_moves());
        for played in position.legal_moves() {
            assert_eq!(swapped(&after(&position, played)), numbered_one(&after(&image, played)));
        }
    }
}

#[test]
fn a_set_is_shown_as_the_picture_that_it_is_read_from() {
    let shown = bitboard! {
        X . . . . . . X
        . . . . . . . .
        . . X . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . X . . . . . .
    };
    assert_eq!(shown.into_iter().map(Cell::number).collect::<Vec<_>>(), [1, 42, 56, 63]);
    let text = format!("{shown:?}");
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    assert_eq!(lines.first(), Some(&"bitboard! {"));
    assert_eq!(lines[1..4], ["X . . . . . . X", ". . . . . . . .", ". . X . . . . ."]);
    assert_eq!(lines[8..], [". X . . . . . .", "}"]);
}

#[test]
fn the_operators_of_a_bitboard_are_those_of_sets() {
    let mut random = Random::new(8);
    for _ in 0..2_000 {
        let (a, b) = (generate::cells(&mut random), generate::cells(&mut random));
        let cell = generate::cell(&mut random);
        assert_eq!(a.into_iter().collect::<Bitboard>(), a);
        assert_eq!(a.into_iter().len(), a.len() as usize);
        assert_eq!((a - b) | (a & b), a);
        assert_eq!(a ^ b, (a | b) - (a & b));
        assert_eq!(!a, Bitboard::FULL - a);
        assert_eq!(a.with(cell).contains(cell), !a.without(cell).contains(cell));
        let near = |to: Cell| a.into_iter().any(|from| from.distance(to) <= 1);
        assert_eq!(a.spread(), Cell::all().filter(|&to| near(to)).collect());
    }
}
