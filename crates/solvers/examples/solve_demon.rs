//! Plays a game of the demon for two seconds: `cargo run --release --example solve_demon -- 231`.

#![allow(clippy::print_stdout, reason = "an example that prints its result")]

use std::time::{Duration, Instant};

use laplace_games::demon::Seed;
use laplace_solvers::Control;
use laplace_solvers::demon::{Limits, solve};

fn main() {
    let number = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(231);
    let Some(seed) = Seed::new(number) else {
        println!("expected a seed from 0 to {}", Seed::MAX);
        return;
    };
    let deadline = Instant::now() + Duration::from_secs(2);
    let stop = || Instant::now() >= deadline;
    let solution = solve(seed, 9_999, &Limits::default(), &Control::stopped_by(&stop));
    println!("score {}, tight bound {}", solution.score, solution.bound);
    for loss in &solution.losses {
        println!("piece {}: {} points lost ({:?})", loss.piece + 1, loss.points, loss.kind);
    }
}
