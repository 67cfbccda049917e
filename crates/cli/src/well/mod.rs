//! `laplace well ...`

mod answer;
mod export;
mod folder;
mod generate;
mod grade;
mod judge;
mod recorded;
mod selftest;
mod solve;
mod view;

use clap::Subcommand;
use laplace_games::well::Depth;

use crate::failure::Failure;

/// The second word.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Judges an answer: the figures placed, the points, and why the game ended
    #[command(after_help = judge::HELP)]
    Judge(judge::Judge),
    /// Places the figures of an input, all of them if it can be done
    #[command(after_help = solve::HELP)]
    Solve(solve::Solve),
    /// Answers every Tetris-K.in of a folder into Tetris-K.out
    #[command(after_help = answer::HELP)]
    Answer(answer::Answer),
    /// Grades a program on the ten tests of the task, or on a folder of inputs
    #[command(after_help = grade::HELP)]
    Grade(grade::Grade),
    /// Plays ten tests like the task's own and prints the points of each
    #[command(name = "selftest", after_help = "Example: laplace well selftest --seed 7")]
    SelfTest(selftest::SelfTest),
    /// The task's visualizer: shows Tetris.in and Tetris.out step by step, or prints the result
    #[command(after_help = view::HELP)]
    View(view::View),
    /// Exports a game as HTML, SVG, GIF, asciinema recording or chart
    #[command(after_help = export::EXAMPLES)]
    Export(export::Export),
    /// Generates an input from a seed
    #[command(after_help = generate::HELP)]
    Gen(generate::Generate),
}

pub(crate) fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Judge(args) => args.run(),
        Command::Solve(args) => args.run(),
        Command::Answer(args) => args.run(),
        Command::Grade(args) => args.run(),
        Command::SelfTest(args) => args.run(),
        Command::View(args) => args.run(),
        Command::Export(args) => args.run(),
        Command::Gen(args) => args.run(),
    }
}

/// Parses a number of rows.
pub(crate) fn depth(text: &str) -> Result<Depth, String> {
    text.parse().ok().and_then(Depth::new).ok_or_else(|| "expected a number of rows from 1 to 20".into())
}
