//! Measures the player of the well and prints tables: `well_measure seeds|endless|rows|rows2|killers|headroom`.
//!
//! A second word makes the work smaller or larger: the number of seeds, or of figures for `endless` and `headroom`.

#![allow(clippy::print_stdout, reason = "a program that prints tables")]

use std::process::ExitCode;
use std::time::{Duration, Instant};

use laplace_games::random::Random;
use laplace_games::well::generate::{Family, generate, task_tests};
use laplace_games::well::{Depth, Figure, Move, Problem, State};
use laplace_solvers::Control;
use laplace_solvers::well::{Boards, Limits, greedy, solve};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let amount = |usual: usize| words.get(1).and_then(|word| word.parse().ok()).unwrap_or(usual);
    match words.first().map(String::as_str) {
        Some("seeds") => seeds(amount(1000)),
        Some("endless") => endless(amount(10_000_000)),
        Some("rows") => rows(amount(100)),
        Some("rows2") => two_rows(amount(1000)),
        Some("killers") => killers(amount(5)),
        Some("headroom") => headroom(amount(10_000)),
        _ => {
            println!("expected seeds, endless, rows, rows2, killers or headroom, and perhaps a number");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// The game of the moves by the rules; every one of them must place its figure.
fn judged(problem: &Problem, moves: &[Move]) -> State {
    let mut state = State::new(problem.clone());
    for &placed in moves {
        state.play(placed).expect("a legal move");
    }
    assert_eq!(state.placed(), moves.len(), "every move places its figure");
    state
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}

fn in_rows(problem: Problem, rows: u32) -> Problem {
    Problem { depth: Depth::new(rows).expect("1 to 20 rows"), ..problem }
}

fn rate(count: usize, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64()
}

/// The task's ten tests for each seed.
fn seeds(count: usize) {
    let mut figures = 0;
    let mut placed = 0;
    let mut full_marks = 0;
    let mut total = Duration::ZERO;
    let mut slowest = Duration::ZERO;
    for seed in 0..count as u64 {
        let mut points = 0;
        for problem in task_tests(seed) {
            let (solution, time) = timed(|| solve(&problem, &Limits::default(), &Control::default()));
            total += time;
            slowest = slowest.max(time);
            figures += problem.figures.len();
            placed += solution.placed();
            points += judged(&problem, &solution.moves).points();
        }
        full_marks += usize::from(points == 100);
    }
    println!("seeds with 100 of 100 points: {full_marks} of {count}");
    println!("figures placed: {placed} of {figures}");
    println!("figures a second: {:.0}; slowest test: {slowest:.1?}", rate(placed, total));
}

/// One game of very many figures.
fn endless(count: usize) {
    let problem = generate(Family::Uniform, count, 1);
    let (solution, time) = timed(|| solve(&problem, &Limits::default(), &Control::default()));
    let placed = judged(&problem, &solution.moves).placed();
    println!("figures placed: {placed} of {count} in {time:.1?}, {:.0} a second", rate(placed, time));
}

/// How shallow a well can be.
fn rows(count: usize) {
    const FIGURES: usize = 10_000;
    println!("| rows | seeds | all placed | figures lost | figures a second | slowest game |");
    println!("|-----:|------:|-----------:|-------------:|-----------------:|-------------:|");
    for rows in [3, 4, 5, 6, 20] {
        let mut placed = 0;
        let mut whole = 0;
        let mut total = Duration::ZERO;
        let mut slowest = Duration::ZERO;
        for seed in 0..count as u64 {
            let problem = in_rows(generate(Family::Uniform, FIGURES, seed), rows);
            let (solution, time) = timed(|| solve(&problem, &Limits::default(), &Control::default()));
            total += time;
            slowest = slowest.max(time);
            placed += judged(&problem, &solution.moves).placed();
            whole += usize::from(solution.placed() == FIGURES);
        }
        let lost = count * FIGURES - placed;
        let rate = rate(placed, total);
        println!("| {rows} | {count} | {whole} | {lost} | {rate:.0} | {slowest:.0?} |");
    }
}

/// What two rows allow: the exact longest games, and how often 50 figures end every game there is.
fn two_rows(count: usize) {
    const BLOCK: usize = 50;
    let lives = |seed| {
        let problem = in_rows(generate(Family::Uniform, 10_000, seed), 2);
        let solution =
            solve(&problem, &Limits { max_beam_width: 1 << 20, ..Limits::default() }, &Control::default());
        assert!(solution.proved_longest, "in two rows every end is proved");
        judged(&problem, &solution.moves).placed()
    };
    let mut lives: Vec<usize> = (0..count as u64).map(lives).collect();
    lives.sort_unstable();
    let mean = lives.iter().sum::<usize>() as f64 / count as f64;
    println!("longest games of {count} seeds, all proved: mean {mean:.1}, median {}", lives[count / 2]);
    println!("the longest of all: {} figures", lives[count - 1]);
    let boards = Boards::reachable_in_two_rows();
    println!("boards that games in two rows come to: {}", boards.len());
    let random = &mut Random::new(1);
    let survives = |_: &usize| {
        let figures = generate(Family::Uniform, BLOCK, random.next_u64()).figures;
        boards.outlive(&figures) == BLOCK
    };
    let survived = (0..count).filter(survives).count();
    println!("random sequences of {BLOCK} figures that leave any of them: {survived} of {count}");
    let deadly = boards.shortest_deadly(&[Figure::S, Figure::Z], 12);
    println!("the shortest of S and Z alone that leaves none: {deadly:?}");
}

/// Sequences made to kill, against the greedy player.
fn killers(count: usize) {
    const FIGURES: usize = 10_000;
    println!(
        "| figures | greedy: least, mean | ours: least, mean | ours: all placed | ours, figures a second |"
    );
    println!(
        "|---------|--------------------:|------------------:|-----------------:|-----------------------:|"
    );
    for family in Family::ALL {
        let mut greedy_lives = Vec::new();
        let mut lives = Vec::new();
        let mut total = Duration::ZERO;
        for seed in 0..count as u64 {
            let problem = generate(family, FIGURES, seed);
            greedy_lives.push(judged(&problem, &greedy(&problem)).placed());
            let (solution, time) = timed(|| solve(&problem, &Limits::default(), &Control::default()));
            total += time;
            lives.push(judged(&problem, &solution.moves).placed());
        }
        let whole = lives.iter().filter(|&&life| life == FIGURES).count();
        let rate = rate(lives.iter().sum(), total);
        let (theirs, ours) = (least_and_mean(&greedy_lives), least_and_mean(&lives));
        println!("| {family} | {theirs} | {ours} | {whole} of {count} | {rate:.0} |");
    }
}

fn least_and_mean(lives: &[usize]) -> String {
    let mean = lives.iter().sum::<usize>() / lives.len().max(1);
    format!("{}, {mean}", lives.iter().min().unwrap_or(&0))
}

/// For each kind of sequence, the shallowest well in which all figures were placed.
fn headroom(figures: usize) {
    println!("| figures | fewest rows | placed in one row less |");
    println!("|---------|------------:|-----------------------:|");
    for family in Family::ALL {
        let mut less = (0, true);
        for rows in 1..=20 {
            let problem = in_rows(generate(family, figures, 1), rows);
            let solution = solve(
                &problem,
                &Limits { max_beam_width: 1 << 20, ..Limits::default() },
                &Control::default(),
            );
            let placed = judged(&problem, &solution.moves).placed();
            if placed == figures {
                let proved = if less.1 { "proved the most" } else { "the most found" };
                println!("| {family} | {rows} | {}, {proved} |", less.0);
                break;
            }
            less = (placed, solution.proved_longest);
        }
    }
}
