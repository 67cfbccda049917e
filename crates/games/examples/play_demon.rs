//! Plays the demon: each piece goes where it comes to rest lowest, until the top lines end the game.

#![allow(clippy::print_stdout, reason = "an example shows its result")]

use laplace_games::demon::{Move, Seed, State};

fn main() {
    let seed: Seed = "231".parse().expect("a seed");
    let mut state = State::new(seed);
    while state.end().is_none() {
        // Lines are counted from the top, so the lowest place has the largest line.
        let depth = |chosen: &Move| {
            let shape = state.next_piece().shape(chosen.rotation);
            state.board().drop_line(shape, chosen.column).map(|line| line + usize::from(shape.height()))
        };
        let Some(chosen) = state.legal_moves().into_iter().max_by_key(depth) else { break };
        state.play(chosen).expect("a legal move");
    }
    print!("{}", state.board());
    println!("{} points for {} pieces and {} lines", state.score(), state.placed(), state.lines());
    if let Some(end) = state.end() {
        println!("{end}");
    }
}
