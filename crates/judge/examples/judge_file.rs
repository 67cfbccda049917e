//! Judges an answer to question 5 of the demon: `cargo run -p laplace-judge --example judge_file INPUT OUTPUT`.

#![allow(clippy::print_stdout, reason = "the verdict goes to standard output")]

use std::error::Error;

use laplace_games::demon::format::Question;
use laplace_judge::demon::judge;

fn main() -> Result<(), Box<dyn Error>> {
    let mut paths = std::env::args().skip(1);
    let (Some(input), Some(output)) = (paths.next(), paths.next()) else {
        return Err("expected two files: INPUT OUTPUT".into());
    };
    let verdict = judge(Question::Q5, &std::fs::read(input)?, &std::fs::read(output)?)?;
    match (verdict.difference, verdict.game) {
        (Some(difference), _) => println!("not a game of this input: {difference}"),
        (None, Some(game)) => {
            println!("{} points, of at most {} by the tight bound: {}", game.score, game.bound(), game.ended);
        }
        (None, None) => println!("right"),
    }
    Ok(())
}
