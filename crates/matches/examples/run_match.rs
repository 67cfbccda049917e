//! A match of twenty games between two built-in players: `cargo run -p laplace-matches --example run_match`.

#![allow(clippy::print_stdout, reason = "the result goes to standard output")]

use std::error::Error;
use std::ops::ControlFlow;

use laplace_games::blobwar::{Position, Size, StuckRule};
use laplace_matches::{Entrant, FinishedGame, Match, OpeningSource, Score, TimeControl, Transcript};

fn main() -> Result<(), Box<dyn Error>> {
    let start = Position::start(Size::Seven, StuckRule::Passes);
    let openings = OpeningSource { starts: vec![start], plies: 4, seed: 1 }.random(10);
    let players = ["student:3".parse()?, "greedy".parse()?];
    let planned = Match::new(players.map(|player| Entrant::new(player, TimeControl::Depth(3))), openings);
    let mut scores = planned.scores();
    let mut on_game = |_: &FinishedGame, scores: &[Score]| {
        println!("student against greedy: {}", scores[0]);
        ControlFlow::Continue(())
    };
    planned.run(&mut scores, &Transcript::none(), &false.into(), &mut on_game)?;
    Ok(())
}
