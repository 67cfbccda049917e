//! The internals of the search against plainer forms of themselves: the rules, counting, and playing everything out.

use std::collections::HashMap;

use laplace_games::blobwar::{Bitboard, Cell, Move, Outcome, Position, Side, generate};
use laplace_games::random::Random;

use super::endgame;
use super::engine::Engine;
use super::node::{BoardConstants, Node, PackedMove, Targets};
use super::planes::Planes;
use super::repetition::GameHistory;
use super::score::is_proved;
use super::settings::{Settings, Toggles};
use super::time::Limits;

fn final_margin(position: &Position) -> Option<i32> {
    let sign = if position.turn() == Side::Blue { 1 } else { -1 };
    position.end().map(|end| if end.outcome == Outcome::Draw { 0 } else { sign * position.value() })
}

#[test]
fn a_node_follows_the_rules_move_by_move() {
    let mut random = Random::new(11);
    for _ in 0..300 {
        let mut position = generate::any_position(&mut random);
        let board = BoardConstants::of(&position);
        for played in generate::playout(position, &mut random) {
            let node = Node::of(&position);
            assert_eq!(Targets::of(&node, &board).ending(&node, &board), None, "{position}");
            position.play(played).unwrap();
            assert_eq!(node.after(PackedMove::from(played)), Node::of(&position), "{position} {played}");
        }
        let node = Node::of(&position);
        assert_eq!(Targets::of(&node, &board).ending(&node, &board), final_margin(&position), "{position}");
    }
}

#[test]
fn a_packed_move_is_possible_where_it_is_legal() {
    let mut random = Random::new(12);
    let mut checked = 0;
    for _ in 0..100 {
        let position = generate::any_position(&mut random);
        if position.end().is_some() || position.must_pass() {
            continue;
        }
        let node = Node::of(&position);
        let targets = Targets::of(&node, &BoardConstants::of(&position));
        for played in Move::all_conceivable() {
            let packed = PackedMove::from(played);
            if matches!(played, Move::Jump { from, to } if from == to) {
                continue;
            }
            assert_eq!(packed.unpack(), Some(played));
            assert_eq!(packed.is_possible(&node, &targets), position.is_legal(played), "{position} {played}");
            checked += 1;
        }
    }
    assert!(checked > 100_000, "{checked}");
}

#[test]
fn planes_count_neighbours() {
    let mut random = Random::new(13);
    for _ in 0..500 {
        let set = generate::cells(&mut random);
        let among = generate::cells(&mut random);
        let planes = Planes::of(set);
        let count = |cell: Cell| (cell.neighbours() & set).len();
        let counted = |cell: Cell| {
            planes.planes().iter().rev().fold(0, |sum, plane| sum << 1 | u32::from(plane.contains(cell)))
        };
        assert!(Cell::all().all(|cell| counted(cell) == count(cell)), "{set:?}");
        assert_eq!(planes.largest(among), among.into_iter().map(count).max().unwrap_or(0));
    }
    assert_eq!(Planes::of(Bitboard::FULL).largest(Bitboard::EMPTY), 0);
}

/// The margin of best play by playing everything out, with the margins of positions and their clocks in a table.
fn play_out(position: &Position, known: &mut HashMap<Position, i32>) -> i32 {
    if let Some(margin) = final_margin(position) {
        return margin;
    }
    if let Some(&margin) = known.get(position) {
        return margin;
    }
    let mut best = i32::MIN;
    for played in position.legal_moves() {
        let mut next = *position;
        next.play_unchecked(played);
        best = best.max(-play_out(&next, known));
    }
    known.insert(*position, best);
    best
}

/// A random position with at most six cells, at most eight moves before the draw by the clock: it can be played out.
fn nearly_over(random: &mut Random) -> Position {
    let mut setup = generate::any_position(random).setup();
    let mut playable = setup.size.cells() - setup.holes;
    while playable.len() > 6 {
        let cell = generate::cell(random);
        playable.remove(cell);
    }
    setup.holes = setup.size.cells() - playable;
    setup.blue &= playable;
    setup.red &= playable;
    setup.clock = 100 - random.below(8);
    Position::new(setup).unwrap()
}

#[test]
fn the_solver_finds_what_playing_everything_out_finds() {
    let mut random = Random::new(17);
    let mut solved = 0;
    for _ in 0..400 {
        let position = nearly_over(&mut random);
        if position.end().is_some() {
            continue;
        }
        let truth = play_out(&position, &mut HashMap::new());
        let (found, _) = endgame::solve(&Node::of(&position), &BoardConstants::of(&position), 20_000);
        let Some(answer) = found else { continue };
        assert_eq!(answer.margin, truth, "{position}");
        let mut next = position;
        next.play(answer.best).unwrap();
        assert_eq!(-play_out(&next, &mut HashMap::new()), truth, "{position} {}", answer.best);
        solved += 1;
    }
    assert!(solved > 30, "{solved}");
}

#[test]
fn a_proved_score_is_the_truth() {
    let mut random = Random::new(18);
    let toggles = Toggles { endgame: false, ..Toggles::ALL };
    let mut engines =
        [1, 3].map(|threads| Engine::new(Settings { megabytes: 1, threads, toggles, ..Settings::default() }));
    let mut proved = 0;
    for number in 0..400 {
        let engine = &mut engines[number % 2];
        let position = nearly_over(&mut random);
        let Some(answer) = engine.search(&position, GameHistory::EMPTY, &Limits::depth(10)) else { continue };
        let truth = play_out(&position, &mut HashMap::new());
        if is_proved(answer.info.score) {
            assert_eq!(answer.info.score.signum(), truth.signum(), "{position}");
            proved += 1;
        }
    }
    assert!(proved > 30, "{proved}");
}
