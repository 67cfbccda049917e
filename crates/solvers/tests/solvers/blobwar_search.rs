//! The engine from outside: against minimax, and within its limits.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use laplace_games::blobwar::{Map, Move, Outcome, Position, Side, Size, StuckRule, generate};
use laplace_games::random::Random;
use laplace_solvers::Control;
use laplace_solvers::blobwar::score::{self, Score, is_proved};
use laplace_solvers::blobwar::{Engine, GameHistory, Limits, SearchInfo, Settings, Toggles};

fn small() -> Settings {
    Settings { megabytes: 1, ..Settings::default() }
}

/// The search with every part switched off: alpha-beta and nothing else.
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

/// Negamax on checked positions; the leaves are scored by the evaluation of `evaluator`.
fn minimax(position: &Position, depth: u32, ply: usize, evaluator: &Engine) -> Score {
    if let Some(margin) = final_margin(position) {
        return score::of_end(margin, ply);
    }
    if depth == 0 {
        return evaluator.evaluate(position);
    }
    let legal = position.legal_moves();
    let next_depth = if legal == [Move::Pass] { depth } else { depth - 1 };
    let after = |played: Move| {
        let mut next = *position;
        next.play_unchecked(played);
        -minimax(&next, next_depth, ply + 1, evaluator)
    };
    legal.into_iter().map(after).max().unwrap()
}

#[test]
fn with_all_parts_off_the_search_is_minimax() {
    let mut random = Random::new(14);
    let mut engine = Engine::new(plain());
    let mut compared = 0;
    while compared < 60 {
        let position = generate::any_position(&mut random);
        let depth = if position.count_legal_moves() < 30 { 3 } else { 2 };
        let Some(result) = engine.search(&position, GameHistory::EMPTY, &Limits::depth(depth)) else {
            continue;
        };
        if result.info.depth != depth {
            assert!(is_proved(result.info.score), "{position}");
            continue;
        }
        assert_eq!(result.info.score, minimax(&position, depth, 0, &engine), "{position} at {depth}");
        compared += 1;
    }
}

#[test]
fn threads_that_share_the_work_find_what_one_finds() {
    let mut random = Random::new(15);
    let mut one = Engine::new(plain());
    let mut three = Engine::new(Settings { threads: 3, ..plain() });
    let mut compared = 0;
    while compared < 40 {
        let position = generate::any_position(&mut random);
        if position.count_legal_moves() > 20 {
            continue;
        }
        let limits = Limits::depth(5);
        let Some(result) = one.search(&position, GameHistory::EMPTY, &limits) else { continue };
        let shared = three.search(&position, GameHistory::EMPTY, &limits).unwrap();
        assert_eq!(shared.info.score, result.info.score, "{position}");
        compared += 1;
    }
}

#[test]
fn the_last_report_of_several_threads_is_what_is_played() {
    let mut random = Random::new(16);
    let mut engine = Engine::new(Settings { threads: 3, ..small() });
    for _ in 0..40 {
        let position = generate::any_position(&mut random);
        let reports = Mutex::new(Vec::new());
        let report = |info: &SearchInfo| reports.lock().unwrap().push(info.clone());
        let control = Control { progress: &report, ..Control::default() };
        let found = engine.search_with(&position, GameHistory::EMPTY, &Limits::nodes(20_000), &control);
        let Some(found) = found else { continue };
        let last = reports.into_inner().unwrap().pop().unwrap();
        assert_eq!((last.depth, last.score), (found.info.depth, found.info.score), "{position}");
        assert_eq!(found.info.pv.first(), Some(&found.best_move), "{position}");
        let mut played = position;
        for &next in &found.info.pv {
            played.play(next).unwrap();
        }
    }
}

/// The reports of a search, cut into iterations: each begins with line 1.
fn iterations(reports: &[SearchInfo]) -> impl Iterator<Item = &[SearchInfo]> {
    reports.chunk_by(|_, next| next.multipv > 1)
}

/// Holds every iteration to it that its lines are sorted and numbered, with different moves, and returns the first move
/// of the last one.
fn best_of_lines(reports: &[SearchInfo], context: &str) -> Option<Move> {
    for lines in iterations(reports) {
        assert!(lines.is_sorted_by(|better, worse| better.score >= worse.score), "{context}: {lines:?}");
        assert!(lines.iter().map(|line| line.multipv).eq(1..=lines.len()), "{context}: {lines:?}");
        let mut moves: Vec<Move> = lines.iter().map(|line| line.pv[0]).collect();
        moves.sort_by_key(Move::to_string);
        moves.dedup();
        assert_eq!(moves.len(), lines.len(), "{context}: {lines:?}");
    }
    iterations(reports).last().map(|lines| lines[0].pv[0])
}

#[test]
fn the_best_move_is_that_of_the_best_line() {
    let start = Position::start(Size::Eight, StuckRule::Passes);
    let mut engine = Engine::new(Settings { multipv: 3, contempt: 0, ..small() });
    for depth in 1..=11 {
        engine.clear_hash();
        let reports = Mutex::new(Vec::new());
        let note = |info: &SearchInfo| reports.lock().unwrap().push(info.clone());
        let control = Control::reporting_to(&note);
        let limits = Limits::depth(depth);
        let result = engine.search_with(&start, GameHistory::EMPTY, &limits, &control).unwrap();
        let reports = reports.into_inner().unwrap();
        assert_eq!(iterations(&reports).count(), depth as usize);
        assert!(iterations(&reports).all(|lines| lines.len() == 3));
        let context = format!("depth {depth}");
        assert_eq!(Some(result.best_move), best_of_lines(&reports, &context), "{context}");
        assert_eq!(reports[reports.len() - 3].score, result.info.score, "{context}");
    }
}

/// Node limits end a search at every point of an iteration: in its first line, and between two lines.
#[test]
fn the_best_move_is_that_of_the_best_line_wherever_a_search_is_stopped() {
    let mut random = Random::new(23);
    let mut engine = Engine::new(Settings { multipv: 4, contempt: 0, ..small() });
    let mut stopped_between_lines = 0;
    for round in 0..300 {
        let position = generate::any_position(&mut random);
        engine.clear_hash();
        let reports = Mutex::new(Vec::new());
        let note = |info: &SearchInfo| reports.lock().unwrap().push(info.clone());
        let control = Control::reporting_to(&note);
        let limits = Limits::nodes(1 + 61 * round);
        let Some(result) = engine.search_with(&position, GameHistory::EMPTY, &limits, &control) else {
            continue;
        };
        let reports = reports.into_inner().unwrap();
        let context = format!("{position}, {} nodes", 1 + 61 * round);
        assert_eq!(Some(result.best_move), best_of_lines(&reports, &context), "{context}");
        let last = iterations(&reports).last().unwrap();
        stopped_between_lines += usize::from(last.iter().any(|line| line.depth != last[0].depth));
    }
    assert!(stopped_between_lines > 20, "{stopped_between_lines}");
}

#[test]
fn multipv_reports_the_best_moves_in_order() {
    let mut random = Random::new(15);
    let mut engine = Engine::new(Settings { multipv: 5, ..plain() });
    let evaluator = Engine::new(plain());
    let mut compared = 0;
    while compared < 30 {
        let position = generate::any_position(&mut random);
        let lines = Mutex::new(Vec::new());
        let note = |info: &SearchInfo| lines.lock().unwrap().push(info.clone());
        let control = Control::reporting_to(&note);
        if engine.search_with(&position, GameHistory::EMPTY, &Limits::depth(2), &control).is_none() {
            continue;
        }
        let mut lines = lines.into_inner().unwrap();
        lines.retain(|line| line.depth == 2);
        let mut scores: Vec<Score> = lines.iter().map(|line| line.score).collect();
        if scores.is_empty() || position.must_pass() {
            continue;
        }
        let after = |played: Move| {
            let mut next = position;
            next.play_unchecked(played);
            -minimax(&next, 1, 1, &evaluator)
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
fn every_best_move_is_legal_however_short_the_search() {
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
            Some(result) => assert!(position.is_legal(result.best_move), "{position} {}", result.best_move),
            None => assert!(position.end().is_some(), "{position}"),
        }
    }
}

#[test]
fn the_principal_variation_can_be_played() {
    let mut random = Random::new(16);
    let mut engine = Engine::new(small());
    for _ in 0..100 {
        let mut position = generate::any_position(&mut random);
        let Some(result) = engine.search(&position, GameHistory::EMPTY, &Limits::depth(5)) else { continue };
        assert_eq!(result.info.pv.first(), Some(&result.best_move));
        for played in result.info.pv {
            position.play(played).unwrap();
        }
    }
}

#[test]
fn one_thread_and_a_fixed_limit_give_the_same_result_twice() {
    for limits in [Limits::depth(7), Limits::nodes(30_000)] {
        let position = "quantum".parse::<Map>().unwrap().start(StuckRule::Passes);
        let search = || {
            let result = Engine::new(small()).search(&position, GameHistory::EMPTY, &limits).unwrap();
            (result.best_move, result.info.score, result.info.nodes, result.info.pv)
        };
        assert_eq!(search(), search());
    }
}

#[test]
fn a_limit_of_nodes_is_not_exceeded() {
    let start = Position::start(Size::Eight, StuckRule::Passes);
    for nodes in [5_000, 50_000] {
        let result = Engine::new(small()).search(&start, GameHistory::EMPTY, &Limits::nodes(nodes)).unwrap();
        assert_eq!(result.info.nodes, nodes);
    }
    // The nodes of the endgame solver count, whether it finds a result or not.
    let last_cells = "xxxxooo/xxxoooo/xx1oooo/xxxxooo/ooxxxoo/oooxxxx/oo1xxxx o 0 33";
    let position = Position::from_fen(last_cells, StuckRule::Passes).unwrap();
    for nodes in [100, 1_000, 10_000] {
        let result =
            Engine::new(small()).search(&position, GameHistory::EMPTY, &Limits::nodes(nodes)).unwrap();
        assert!(result.info.nodes <= nodes, "{} of {nodes}", result.info.nodes);
    }
}

#[test]
fn an_only_move_takes_one_iteration_on_a_clock() {
    let rooms = "x-1----/-------/-------/----o-1/-------/-------/------- x 0 1";
    let position = Position::from_fen(rooms, StuckRule::Passes).unwrap();
    let hour = Limits::clock(Duration::from_secs(3_600), Duration::ZERO);
    let mut engine = Engine::new(Settings { toggles: Toggles { endgame: false, ..Toggles::ALL }, ..small() });
    assert_eq!(engine.search(&position, GameHistory::EMPTY, &hour).unwrap().info.depth, 1);
}

#[test]
fn several_threads_stop_in_time() {
    let start = Position::start(Size::Seven, StuckRule::Passes);
    let mut engine = Engine::new(Settings { threads: 3, ..small() });
    let started = Instant::now();
    let result =
        engine.search(&start, GameHistory::EMPTY, &Limits::move_time(Duration::from_millis(200))).unwrap();
    assert!(start.is_legal(result.best_move));
    assert!(started.elapsed() < Duration::from_secs(600), "a search of 200 ms took {:?}", started.elapsed());
}

#[test]
fn a_win_by_a_quiet_jump_is_found_when_nothing_else_is_left() {
    // Blue must pass as long as red has only doublings, which end in a draw; a quiet jump of red wins.
    let fen = "xxxxoxoo/xxoxxxoo/xxoxxxxx/xooxxxxx/ooooxxxo/xxxooooo/xxxooooo/ooooo3 x 0 61";
    let position = Position::from_fen(fen, StuckRule::Passes).unwrap();
    let mut engine = Engine::new(Settings { contempt: 0, ..small() });
    let found = engine.search(&position, GameHistory::EMPTY, &Limits::nodes(200_000)).unwrap();
    assert!(is_proved(found.info.score) && found.info.score < 0, "{}", found.info.score);
}
