//! The solver of the well: it places every figure, and reports correctly where that is impossible.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use laplace_games::well::generate::{Family, generate, task_tests};
use laplace_games::well::{Depth, End, Figure, Move, Problem, State};
use laplace_solvers::Control;
use laplace_solvers::well::{Limits, Solution, solve};

fn in_rows(problem: Problem, rows: u32) -> Problem {
    Problem { depth: Depth::new(rows).unwrap(), ..problem }
}

/// The game that the moves make by the rules.
fn replay(problem: &Problem, moves: impl IntoIterator<Item = Move>) -> State {
    let mut state = State::new(problem.clone());
    for placed in moves {
        if state.end().is_none() {
            state.play(placed).unwrap();
        }
    }
    state
}

fn solved(problem: &Problem) -> Solution {
    let solution = solve(problem, &Limits::default(), &Control::default());
    let state = replay(problem, solution.moves.iter().copied());
    assert_eq!(state.placed(), solution.placed(), "each move must place its figure");
    solution
}

#[test]
fn the_tasks_ten_tests_are_worth_ten_points_each() {
    for seed in 0..10 {
        for problem in task_tests(seed) {
            let state = replay(&problem, solved(&problem).moves);
            assert_eq!((state.points(), state.end()), (10, Some(End::AllPlaced)), "seed {seed}");
        }
    }
}

#[test]
fn three_rows_are_enough_for_ten_thousand_random_figures() {
    for seed in 0..5 {
        let problem = in_rows(generate(Family::Uniform, 10_000, seed), 3);
        assert_eq!(solved(&problem).placed(), 10_000, "seed {seed}");
    }
}

#[test]
fn every_depth_has_its_game() {
    for rows in 3..=20 {
        let problem = in_rows(generate(Family::Uniform, 2000, u64::from(rows)), rows);
        assert_eq!(solved(&problem).placed(), 2000, "{rows} rows");
    }
}

#[test]
fn droughts_floods_and_single_figures_are_survived() {
    for family in [Family::Droughts, Family::Floods, Family::OneFigure, Family::AlternatingSAndZ] {
        for seed in 0..4 {
            let problem = generate(family, 2000, seed);
            assert_eq!(solved(&problem).placed(), 2000, "{family}, seed {seed}");
        }
    }
}

#[test]
fn s_and_z_without_end_are_survived() {
    let problem = generate(Family::OnlySAndZ, 3000, 1);
    assert_eq!(solved(&problem).placed(), 3000);
}

#[test]
fn the_same_problem_has_the_same_game() {
    for family in Family::ALL {
        let problem = in_rows(generate(family, 300, 5), 9);
        let limits = Limits { max_beam_width: 100, ..Limits::default() };
        let [one, again] = [(); 2].map(|()| solve(&problem, &limits, &Control::default()));
        assert_eq!(one, again, "{family}");
    }
}

#[test]
fn no_figures_are_placed_at_once() {
    let nothing = Problem::default();
    let solution = solved(&nothing);
    assert_eq!((solution.placed(), solution.proved_longest), (0, true));
    assert_eq!(solution.answer(&nothing).count(), 0);
}

#[test]
fn an_answer_has_a_move_for_every_figure_even_of_a_lost_game() {
    let problem = in_rows(generate(Family::OnlySAndZ, 100, 1), 2);
    let solution = solved(&problem);
    let answer: Vec<Move> = solution.answer(&problem).collect();
    assert_eq!(answer.len(), 100);
    assert!(solution.placed() < 100);
    assert_eq!(replay(&problem, answer).placed(), solution.placed());
}

#[test]
fn one_row_takes_bars_only() {
    let bars = in_rows(Problem { figures: vec![Figure::I; 7], ..Problem::default() }, 1);
    // Two lie down; a third, upright or not, leaves a gap that no bar closes.
    let solution = solved(&bars);
    assert_eq!((solution.placed(), solution.proved_longest), (2, true));
    let square = in_rows(Problem { figures: vec![Figure::O], ..Problem::default() }, 1);
    let solution = solved(&square);
    assert_eq!((solution.placed(), solution.proved_longest), (0, true));
}

#[test]
fn a_stopped_search_returns_the_game_found_until_then() {
    let problem = generate(Family::Uniform, 5000, 3);
    let calls = AtomicU32::new(0);
    let stop = || calls.fetch_add(1, Relaxed) >= 700;
    let solution = solve(&problem, &Limits::default(), &Control::stopped_by(&stop));
    assert_eq!(calls.into_inner(), 701);
    assert!((600..=700).contains(&solution.placed()), "{}", solution.placed());
    assert!(!solution.proved_longest);
    assert_eq!(replay(&problem, solution.moves.clone()).placed(), solution.placed());
}

#[test]
fn a_beam_that_may_not_widen_still_plays() {
    let problem = in_rows(generate(Family::Uniform, 5000, 3), 3);
    let limits = Limits { beam_width: 0, max_beam_width: 0 };
    let solution = solve(&problem, &limits, &Control::default());
    assert!(!solution.proved_longest && solution.placed() < 5000);
    assert_eq!(replay(&problem, solution.moves.clone()).placed(), solution.placed());
}
