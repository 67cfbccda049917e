//! The demon's games: complete, by the rules, as good as claimed, and the same every time.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use laplace_games::demon::bound::tight_bound;
use laplace_games::demon::{MOVE_LIMIT, Seed, State, bound};
use laplace_solvers::Control;
use laplace_solvers::demon::{Limits, Progress, Solution, solve};

fn seed(s: u32) -> Seed {
    Seed::new(s).unwrap()
}

fn of_width(width: usize) -> Limits {
    Limits { beam_width: Some(width), ..Limits::default() }
}

/// Replays a solution by the rules and checks its score, bound and losses.
fn check(seed: Seed, moves: u32, solution: &Solution) {
    let mut state = State::with_limit(seed, moves);
    for &chosen in &solution.moves {
        state.play(chosen).unwrap();
    }
    assert_eq!((state.placed(), state.score()), (moves, solution.score));
    assert_eq!(solution.bound, tight_bound(seed, moves));
    assert!(solution.score <= solution.bound && solution.bound <= bound::bound(seed, moves));
    let lost: u32 = solution.losses.iter().map(|loss| loss.points).sum();
    assert_eq!(solution.score + lost, solution.bound, "the losses are the gap");
    assert!(solution.score <= solution.best_bound && solution.best_bound <= solution.bound);
    assert_eq!(solution.is_optimal(), solution.score == solution.best_bound);
}

#[test]
fn games_of_few_moves_are_complete_and_mostly_perfect() {
    for moves in [0, 1, 2, 3, 4, 7, 11, 12, 13, 20, 56, 57, 100] {
        for s in 0..8 {
            let solution = solve(seed(s), moves, &of_width(100), &Control::default());
            check(seed(s), moves, &solution);
        }
    }
}

#[test]
fn no_game_ends_early_at_any_width() {
    for (k, width) in [0, 1, 2, 3, 5, 9, 20, 50].into_iter().enumerate() {
        let s = seed(4_321 + 1_001 * k as u32);
        check(s, 3_000, &solve(s, 3_000, &of_width(width), &Control::default()));
    }
}

/// Some seeds whose sequences begin with S and Z in turns, which no board with one hole at most can place, and all whose
/// first ten pieces are S and Z.
const SZ_STARTS: [u32; 15] = [
    140, 1_338, 1_644, 1_650, 2_091, 2_389, 2_398, 4_102, 4_853, 259_932, 372_362, 717_439, 753_130, 774_122,
    979_812,
];

#[test]
fn a_game_that_begins_with_s_and_z_in_turns_is_nearly_perfect() {
    let moves = 600;
    for s in SZ_STARTS.map(seed) {
        let quick = solve(s, moves, &Limits { rounds: Some(1), ..Limits::default() }, &Control::default());
        check(s, moves, &quick);
        assert!(f64::from(quick.score) >= 0.9 * f64::from(quick.bound), "{s:?}: {quick:?}");
    }
}

#[test]
fn a_whole_game_is_nearly_perfect_and_a_wider_beam_is_not_worse() {
    let s = seed(31);
    let [narrow, wide] = [10, 100].map(|width| {
        let solution = solve(s, MOVE_LIMIT, &of_width(width), &Control::default());
        check(s, MOVE_LIMIT, &solution);
        solution.score
    });
    assert!(wide >= narrow && f64::from(wide) >= 0.997 * f64::from(tight_bound(s, MOVE_LIMIT)));
}

#[test]
fn the_same_settings_give_the_same_game_on_any_number_of_threads() {
    // Here the first game loses something that a later one gets back.
    let s = seed(44);
    let moves = 900;
    let rounds = AtomicU32::new(0);
    let watch = |progress: &Progress| {
        rounds.fetch_max(progress.round, Ordering::Relaxed);
    };
    let control = Control::reporting_to(&watch);
    let [one, again, two] =
        [1, 1, 2].map(|threads| solve(s, moves, &Limits { threads, ..Limits::default() }, &control));
    assert!(rounds.into_inner() > 1);
    assert_eq!(one, again);
    assert_eq!(one, two);
    check(s, moves, &one);
}

#[test]
fn a_number_of_rounds_gives_the_same_game_on_any_number_of_threads() {
    // One loss of this game remains, so that all rounds are played: the fourth and the fifth by two threads at once.
    let s = seed(1005);
    let moves = 1_700;
    let games = [1, 5].map(|rounds| {
        let last = AtomicU32::new(0);
        let watch = |progress: &Progress| {
            last.fetch_max(progress.round, Ordering::Relaxed);
        };
        let [one, two] = [1, 2].map(|threads| {
            let limits = Limits { threads, rounds: Some(rounds), ..Limits::default() };
            solve(s, moves, &limits, &Control::reporting_to(&watch))
        });
        assert_eq!(one, two);
        assert_eq!(last.into_inner(), rounds);
        check(s, moves, &one);
        one.score
    });
    assert!(games[0] <= games[1] && games[1] < tight_bound(s, moves));
}

#[test]
fn a_search_that_is_stopped_gives_a_complete_game_soon() {
    for millis in [0, 50] {
        let start = Instant::now();
        let time = Duration::from_millis(millis);
        let stop = || start.elapsed() >= time;
        let limits = Limits { threads: 2, ..Limits::default() };
        let solution = solve(seed(9), MOVE_LIMIT, &limits, &Control::stopped_by(&stop));
        let late = start.elapsed() - time;
        // Left alone it takes a fifth of a second, but the machine may be busy; without the stop it would go on
        // for as long as it is let.
        assert!(late < Duration::from_secs(600), "{late:?} late");
        check(seed(9), MOVE_LIMIT, &solution);
    }
}

#[test]
fn stop_is_called_for_every_layer() {
    // Calls are counted, not timed: a slow or busy machine makes as many.
    let calls = AtomicU32::new(0);
    let stop = || {
        calls.fetch_add(1, Ordering::Relaxed);
        false
    };
    let moves = 200;
    solve(seed(5), moves, &of_width(2_000), &Control::stopped_by(&stop));
    let calls = calls.into_inner();
    assert!(calls >= moves, "{calls} calls for {moves} layers");
}

#[test]
fn progress_reports_show_the_game_grow() {
    let seen = std::sync::Mutex::new(Vec::new());
    let watch = |progress: &Progress| seen.lock().unwrap().push(*progress);
    let solution = solve(seed(77), 500, &Limits::default(), &Control::reporting_to(&watch));
    let seen = seen.into_inner().unwrap();
    assert!(!seen.is_empty() && seen.windows(2).all(|pair| pair[0].round <= pair[1].round));
    for progress in &seen {
        assert!(progress.placed <= 500 && progress.moves == 500 && progress.bound == solution.bound);
        assert!(progress.best.is_none_or(|best| best <= solution.score));
    }
    assert!(seen.windows(2).all(|pair| pair[0].best <= pair[1].best), "the best never gets worse");
}
