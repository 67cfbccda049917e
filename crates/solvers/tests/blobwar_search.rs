//! The engine against plainer forms of itself: the rules, minimax, and playing everything out.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use laplace_games::blobwar::{Bitboard, Cell, Map, Move, Outcome, Position, Side, Size, StuckRule, generate};
use laplace_games::random::Random;
use laplace_solvers::blobwar::eval::{Weights, Zones};
use laplace_solvers::blobwar::internals::{BoardConstants, Node, PackedMove, Planes, Targets};
use laplace_solvers::blobwar::score::{self, Score, is_proved};
use laplace_solvers::blobwar::{Engine, GameHistory, Limits, SearchInfo, Settings, Toggles, endgame};

fn small() -> Settings {
    Settings { megabytes: 1, ..Settings::default() }
}

/// The search with no idea switched on: alpha-beta and nothing else.
fn plain() -> Settings {
    let mut toggles = Toggles::ALL;
    for name in Toggles::NAMES {
        assert!(toggles.set(name, false), "{name}");
    }
    Settings { toggles, contempt: 0, ..small() }
}

fn final_margin(position: &Position) -> Option<i32> {
    let sign = if position.turn() == Side::Blue { 1 } else { -1 };
    position.end().map(|end| if end.outcome == Outcome::Draw { 0 } else { sign * position.value() })
}

#[test]
fn a_node_follows_the_rules_move_by_move() {
    let mut random = Random::new(11);
    for _ in 0..300 {
        let mut position = generate::any_position(&mut random);
        let ground = BoardConstants::of(&position);
        for played in generate::playout(position, &mut random) {
            let node = Node::of(&position);
            assert_eq!(Targets::of(&node, &ground).ending(&node, &ground), None, "{position}");
            position.play(played).unwrap();
            assert_eq!(node.after(PackedMove::from(played)), Node::of(&position), "{position} {played}");
        }
        let node = Node::of(&position);
        assert_eq!(Targets::of(&node, &ground).ending(&node, &ground), final_margin(&position), "{position}");
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
        let (ground, node) = (BoardConstants::of(&position), Node::of(&position));
        let reach = Targets::of(&node, &ground);
        for played in Move::all_conceivable() {
            let packed = PackedMove::from(played);
            if matches!(played, Move::Jump { from, to } if from == to) {
                continue;
            }
            assert_eq!(packed.unpack(), Some(played));
            assert_eq!(packed.is_possible(&node, &reach), position.is_legal(&played), "{position} {played}");
            checked += 1;
        }
    }
    assert!(checked > 100_000, "{checked}");
}

#[test]
fn planes_count_neighbours() {
    let mut random = Random::new(13);
    for _ in 0..500 {
        let (set, among) = (generate::cells(&mut random), generate::cells(&mut random));
        let planes = Planes::of(set);
        let count = |cell: Cell| (cell.neighbours() & set).len();
        assert!(Cell::all().all(|cell| planes.at(cell) == count(cell)), "{set:?}");
        assert_eq!(planes.largest(among), among.into_iter().map(count).max().unwrap_or(0));
    }
    assert_eq!(Planes::of(Bitboard::FULL).largest(Bitboard::EMPTY), 0);
}

/// Negamax on checked positions.
fn minimax(position: &Position, depth: u32, ply: usize, weights: &Weights) -> Score {
    if let Some(margin) = final_margin(position) {
        return score::of_end(margin, ply);
    }
    if depth == 0 {
        let (ground, node) = (BoardConstants::of(position), Node::of(position));
        return weights.evaluate(&node, &Targets::of(&node, &ground), &Zones::of(&ground));
    }
    let legal = position.legal_moves();
    let next_depth = if legal == [Move::Pass] { depth } else { depth - 1 };
    let after = |played: Move| {
        let mut next = *position;
        next.play_unchecked(played);
        -minimax(&next, next_depth, ply + 1, weights)
    };
    legal.into_iter().map(after).max().unwrap()
}

#[test]
fn without_toggles_the_search_is_minimax() {
    let mut random = Random::new(14);
    let mut engine = Engine::new(plain());
    let mut compared = 0;
    while compared < 60 {
        let position = generate::any_position(&mut random);
        let depth = if position.count_legal_moves() < 30 { 3 } else { 2 };
        let Some(answer) = engine.search(&position, GameHistory::EMPTY, &Limits::depth(depth)) else {
            continue;
        };
        if answer.info.depth != depth {
            assert!(is_proved(answer.info.score), "{position}");
            continue;
        }
        let weights = &engine.settings().weights;
        assert_eq!(answer.info.score, minimax(&position, depth, 0, weights), "{position} at {depth}");
        compared += 1;
    }
}

#[test]
fn lines_are_the_best_moves_in_order() {
    let mut random = Random::new(15);
    let mut engine = Engine::new(Settings { multipv: 5, ..plain() });
    let weights = engine.settings().weights.clone();
    let mut compared = 0;
    while compared < 30 {
        let position = generate::any_position(&mut random);
        let mut lines = Vec::new();
        let mut note = |report: &SearchInfo| lines.push(report.clone());
        let limits = Limits::depth(2);
        if engine
            .search_with(&position, GameHistory::EMPTY, &limits, &AtomicBool::new(false), &mut note)
            .is_none()
        {
            continue;
        }
        lines.retain(|line| line.depth == 2);
        let mut scores: Vec<Score> = lines.iter().map(|line| line.score).collect();
        if scores.is_empty() || position.must_pass() {
            continue;
        }
        let after = |played: Move| {
            let mut next = position;
            next.play_unchecked(played);
            -minimax(&next, 1, 1, &weights)
        };
        for (number, line) in lines.iter().enumerate() {
            assert_eq!((line.multipv, line.score), (number + 1, after(line.pv[0])), "{position}");
        }
        let mut all: Vec<Score> = position.legal_moves().into_iter().map(after).collect();
        all.sort_by(|a, b| b.cmp(a));
        all.truncate(5);
        scores.sort_by(|a, b| b.cmp(a));
        assert_eq!(scores, all, "{position}");
        compared += 1;
    }
}

#[test]
fn every_answer_is_legal_however_short_the_search() {
    let mut random = Random::new(15);
    let mut engine = Engine::new(small());
    for round in 0..600 {
        let position = generate::any_position(&mut random);
        let limits = match round % 4 {
            0 => Limits::nodes(1),
            1 => Limits::nodes(2_000),
            2 => Limits::clock(Duration::ZERO, Duration::ZERO),
            _ => Limits::depth(3),
        };
        match engine.search(&position, GameHistory::EMPTY, &limits) {
            Some(answer) => assert!(position.is_legal(&answer.best_move), "{position} {}", answer.best_move),
            None => assert!(position.end().is_some(), "{position}"),
        }
    }
}

#[test]
fn the_best_path_can_be_played() {
    let mut random = Random::new(16);
    let mut engine = Engine::new(small());
    for _ in 0..100 {
        let mut position = generate::any_position(&mut random);
        let Some(answer) = engine.search(&position, GameHistory::EMPTY, &Limits::depth(5)) else { continue };
        assert_eq!(answer.info.pv.first(), Some(&answer.best_move));
        for played in answer.info.pv {
            position.play(played).unwrap();
        }
    }
}

#[test]
fn one_thread_and_a_fixed_limit_give_the_same_answer_twice() {
    for limits in [Limits::depth(7), Limits::nodes(30_000)] {
        let position = Map::by_name("quantum").unwrap().start(StuckRule::Passes);
        let search = || {
            let answer = Engine::new(small()).search(&position, GameHistory::EMPTY, &limits).unwrap();
            (answer.best_move, answer.info.score, answer.info.nodes, answer.info.pv)
        };
        assert_eq!(search(), search());
    }
}

#[test]
fn a_limit_of_nodes_is_kept() {
    let start = Position::start(Size::Eight, StuckRule::Passes);
    for nodes in [5_000, 50_000] {
        let answer = Engine::new(small()).search(&start, GameHistory::EMPTY, &Limits::nodes(nodes)).unwrap();
        assert_eq!(answer.info.nodes, nodes);
    }
    // The exact solver's nodes count, whether it finds the answer or not.
    let last_cells = "xxxxooo/xxxoooo/xx1oooo/xxxxooo/ooxxxoo/oooxxxx/oo1xxxx o 0 33";
    let position = Position::from_fen(last_cells, StuckRule::Passes).unwrap();
    for nodes in [100, 1_000, 10_000] {
        let answer =
            Engine::new(small()).search(&position, GameHistory::EMPTY, &Limits::nodes(nodes)).unwrap();
        assert!(answer.info.nodes <= nodes, "{} of {nodes}", answer.info.nodes);
    }
}

#[test]
fn an_only_move_costs_no_clock() {
    let rooms = "x-1----/-------/-------/----o-1/-------/-------/------- x 0 1";
    let position = Position::from_fen(rooms, StuckRule::Passes).unwrap();
    let hour = Limits::clock(Duration::from_secs(3_600), Duration::ZERO);
    let mut engine = Engine::new(Settings { toggles: Toggles { endgame: false, ..Toggles::ALL }, ..small() });
    assert_eq!(engine.search(&position, GameHistory::EMPTY, &hour).unwrap().info.depth, 1);
}

#[test]
fn several_threads_answer_in_time() {
    let start = Position::start(Size::Seven, StuckRule::Passes);
    let mut engine = Engine::new(Settings { threads: 3, ..small() });
    let started = Instant::now();
    let answer =
        engine.search(&start, GameHistory::EMPTY, &Limits::move_time(Duration::from_millis(200))).unwrap();
    assert!(start.is_legal(&answer.best_move));
    assert!(started.elapsed() < Duration::from_secs(20), "a search of 200 ms took {:?}", started.elapsed());
}

/// The margin of best play by playing everything out, remembering positions with their clocks.
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

/// A random position with so few cells, and so late by the clock, that it can be played out.
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
        let Some(answer) = endgame::solve(&position, 20_000) else { continue };
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
    let mut engine = Engine::new(Settings { toggles: Toggles { endgame: false, ..Toggles::ALL }, ..small() });
    let mut proved = 0;
    for _ in 0..400 {
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
