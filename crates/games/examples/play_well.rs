//! Plays the well: each figure goes where it lands lowest, until one sticks out or all are placed.

#![allow(clippy::print_stdout, reason = "an example shows its result")]

use laplace_games::well::generate::{Family, generate};
use laplace_games::well::{Move, PaintedBoard, State};

fn main() {
    let mut state = State::new(generate(Family::Uniform, 100, 7));
    let mut painted = PaintedBoard::new(state.board().depth());
    while let Some(figure) = state.next_figure() {
        let landing = |placed: &Move| state.board().landing_row(figure, *placed);
        let Some(placed) = state.legal_moves().into_iter().min_by_key(landing) else { break };
        state.play_watched(placed, &mut |phase| painted.follow(&phase)).expect("a legal move");
    }
    print!("{painted}");
    println!("{} of {} figures, {} points", state.placed(), state.problem().figures.len(), state.points());
    if let Some(end) = state.end() {
        println!("{end}");
    }
}
