//! How fast the well is played, as ratios to simpler players in the same run: `cargo bench --bench well`.
//!
//! Each time is the best of some runs and covers all that a run of the program does but starting it: the
//! input is read from text and the answer written to text. The checksum of the moves changes only if the
//! play does.

#![allow(clippy::print_stdout, reason = "a program that prints tables")]

use std::time::{Duration, Instant};

use laplace_games::well::format::{read_problem, write_moves, write_problem};
use laplace_games::well::generate::{Family, generate};
use laplace_games::well::{Depth, Move, Problem};
use laplace_solvers::Control;
use laplace_solvers::well::{Limits, greedy, solve};

const FIGURES: usize = 10_000;
const RUNS: usize = 7;

type Player<'a> = &'a dyn Fn(&Problem) -> Vec<Move>;

fn main() {
    let ours = |problem: &Problem| solve(problem, &Limits::default(), &Control::default()).moves;
    let plain_beam = |problem: &Problem| {
        let limits = Limits { beam_width: 300, max_beam_width: 300 };
        solve(problem, &limits, &Control::default()).moves
    };
    println!("| rows | player           | placed | 10 000 figures | times the baseline's speed | checksum |");
    println!("|-----:|------------------|-------:|---------------:|---------------------------:|----------|");
    compare(20, &[("greedy, no future", &greedy), ("ours", &ours)]);
    compare(3, &[("a beam of 300", &plain_beam), ("ours", &ours)]);
}

/// Lets the players play the same input; the first is the baseline.
fn compare(rows: u32, players: &[(&str, Player<'_>)]) {
    let depth = Depth::new(rows).expect("1 to 20 rows");
    let input = write_problem(&generate(Family::Uniform, FIGURES, 1));
    let mut baseline = None;
    for &(name, player) in players {
        let (answer, time) = best_of_runs(input.as_bytes(), depth, player);
        let ratio = baseline.get_or_insert(time).as_secs_f64() / time.as_secs_f64();
        let (placed, sum) = (answer.lines().count(), checksum(&answer));
        println!("| {rows} | {name} | {placed} | {time:.1?} | {ratio:.2} | {sum:016x} |");
    }
}

fn best_of_runs(input: &[u8], depth: Depth, player: Player<'_>) -> (String, Duration) {
    let mut best = (String::new(), Duration::MAX);
    for _ in 0..RUNS {
        let start = Instant::now();
        let problem = read_problem(input, depth).expect("a valid input");
        let answer = write_moves(player(&problem));
        let time = start.elapsed();
        if time < best.1 {
            best = (answer, time);
        }
    }
    best
}

/// FNV-1a, 64 bits.
fn checksum(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
