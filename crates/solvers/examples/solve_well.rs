//! Places a thousand random figures in a well of three rows: `cargo run --release --example solve_well`.

#![allow(clippy::print_stdout, reason = "an example that prints its result")]

use laplace_games::well::generate::{Family, generate};
use laplace_games::well::{Depth, Problem};
use laplace_solvers::Control;
use laplace_solvers::well::{Limits, solve};

fn main() {
    let random = generate(Family::Uniform, 1_000, 1);
    let problem = Problem { depth: Depth::new(3).unwrap_or_default(), ..random };
    let solution = solve(&problem, &Limits::default(), &Control::default());
    println!("placed {} of {} figures", solution.placed(), problem.figures.len());
    if solution.proved_longest {
        println!("no longer game exists");
    }
    for placed in solution.moves.iter().take(5) {
        println!("rotation {} column {}", placed.rotation.index(), placed.column.index());
    }
}
