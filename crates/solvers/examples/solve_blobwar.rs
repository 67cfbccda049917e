//! Searches the start of a Blobwar game to depth 8: `cargo run --release --example solve_blobwar`.

#![allow(clippy::print_stdout, reason = "an example that prints its result")]

use laplace_games::blobwar::{Position, Size, StuckRule};
use laplace_solvers::Control;
use laplace_solvers::blobwar::{Engine, GameHistory, Limits, SearchInfo, Settings};

fn main() {
    let position = Position::start(Size::Eight, StuckRule::Passes);
    let mut engine = Engine::new(Settings::default());
    let print = |info: &SearchInfo| {
        println!("depth {:>2}  score {:>5}  {:>9} nodes", info.depth, info.score, info.nodes);
    };
    let control = Control::reporting_to(&print);
    match engine.search_with(&position, GameHistory::EMPTY, &Limits::depth(8), &control) {
        Some(result) => println!("best move {}", result.best_move),
        None => println!("the game is over"),
    }
}
