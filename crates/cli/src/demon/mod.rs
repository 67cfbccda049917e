//! `laplace demon ...`

mod answer;
mod bound;
mod certificate;
mod compare;
mod export;
mod generate;
mod grade;
mod judge;
mod q5;
mod questions;
mod recorded;
mod report;
mod view;

use clap::Subcommand;

use crate::failure::Failure;

/// The numbers of the questions, as arguments.
const QUESTIONS: [&str; 5] = ["1", "2", "3", "4", "5"];

/// The second word.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Question 1: the first twenty pieces that s gives
    #[command(after_help = "Example: echo 231 | laplace demon q1")]
    Q1(questions::Input),
    /// Question 2: places pieces; repeats the incorrect lines, then draws the board
    #[command(after_help = "Example: printf '1 5 5 0\\n1 5 5 0\\n' | laplace demon q2")]
    Q2(questions::Input),
    /// Question 3: drops pieces and draws the board
    #[command(after_help = "Example: printf '1 0 0\\n2 1 0\\n' | laplace demon q3 --spaced")]
    Q3(questions::Input),
    /// Question 4: plays a move file; draws the last board, then the score
    #[command(after_help = "Example: laplace demon q4 inputs/q4-input-73 -o q4-output-73")]
    Q4(questions::Input),
    /// Question 5: plays the best game it can find, and reports how far it is from an upper bound
    #[command(after_help = q5::HELP)]
    Q5(q5::Q5),
    /// Answers every qN-input-K of a folder into qN-output-K
    #[command(after_help = answer::HELP)]
    Answer(answer::Answer),
    /// Grades a program as the contest does: runs it on a folder of inputs, judges its outputs
    #[command(after_help = grade::HELP)]
    Grade(grade::Grade),
    /// Judges an answer, or a folder of answers: right, or the first difference; for questions 4 and 5, the score and how the game ended
    #[command(after_help = judge::HELP)]
    Judge(judge::Judge),
    /// Compares two games of one seed: scores, where they part, losses by kind, where each gains
    #[command(after_help = compare::HELP)]
    Compare(compare::Compare),
    /// Reports on a game: score against the bounds, heights, Tetrises, where points were lost and why
    #[command(after_help = report::HELP)]
    Report(report::Report),
    /// Prints every upper bound on the score of a seed, by name
    #[command(after_help = bound::HELP)]
    Bound(bound::Bound),
    /// Searches for a game and a certificate that no game of its seed scores more
    #[command(after_help = certificate::PROVE_HELP)]
    Prove(certificate::Prove),
    /// Checks a certificate with slow code that shares nothing with the search
    #[command(after_help = certificate::VERIFY_HELP)]
    Verify(certificate::Verify),
    /// Shows a game in the terminal: pause, seek, up to 10000 pieces a second
    #[command(after_help = view::HELP)]
    View(view::View),
    /// Exports a game as HTML, SVG, GIF, asciinema recording or chart
    #[command(after_help = export::EXAMPLES)]
    Export(export::Export),
    /// Generates an input of a question, or a folder of inputs, from a seed
    #[command(after_help = generate::HELP)]
    Gen(generate::Generate),
}

pub(crate) fn run(command: Command) -> Result<(), Failure> {
    use laplace_games::demon::format::Question;
    match command {
        Command::Q1(args) => args.run(Question::Q1),
        Command::Q2(args) => args.run(Question::Q2),
        Command::Q3(args) => args.run(Question::Q3),
        Command::Q4(args) => args.run(Question::Q4),
        Command::Q5(args) => args.run(),
        Command::Answer(args) => args.run(),
        Command::Grade(args) => args.run(),
        Command::Judge(args) => args.run(),
        Command::Compare(args) => args.run(),
        Command::Report(args) => args.run(),
        Command::Bound(args) => args.run(),
        Command::Prove(args) => args.run(),
        Command::Verify(args) => args.run(),
        Command::View(args) => args.run(),
        Command::Export(args) => args.run(),
        Command::Gen(args) => args.run(),
    }
}
