//! `laplace demon q1` to `q4`: one input, one answer.

use clap::Args;
use laplace_games::demon::MOVE_LIMIT;
use laplace_games::demon::format::{BoardStyle, Question};
use laplace_games::demon::questions;
use laplace_judge::demon::{Ended, GameResult, answer_q4};

use crate::failure::Failure;
use crate::files::FileArg;

/// The input of one question, and where its answer goes.
#[derive(Debug, Args)]
pub(crate) struct Input {
    /// The input, `-` for standard input
    #[arg(default_value = "-")]
    input: FileArg,
    /// Where the answer goes, `-` for standard output
    #[arg(short, long, default_value = "-")]
    output: FileArg,
    /// Write a blank between the cells of a board, as the contest's text says; its samples have none
    #[arg(long)]
    spaced: bool,
}

impl Input {
    pub(crate) fn run(&self, question: Question) -> Result<(), Failure> {
        self.output.check_not_input(&self.input)?;
        let text = self.input.read()?;
        let answer = answer_text(question, &self.input, &text, style(self.spaced))?;
        self.output.write(answer.as_bytes())
    }
}

/// The answer to an input of questions 1 to 4.
pub(super) fn answer_text(
    question: Question,
    input: &FileArg,
    text: &[u8],
    style: BoardStyle,
) -> Result<String, Failure> {
    let answer = match question {
        Question::Q1 => questions::answer_q1(text),
        Question::Q2 => questions::answer_q2(text, style),
        Question::Q3 => questions::answer_q3(text, style),
        Question::Q4 => answer_q4(text, style).map(|(answer, game)| {
            warn_of_the_limit(input, &game);
            answer
        }),
        Question::Q5 => return Err(Failure::Usage("question 5 is a game: use `laplace demon q5`".into())),
    };
    answer.map_err(|error| Failure::text(input, error))
}

#[allow(clippy::print_stderr, reason = "warnings go to standard error")]
fn warn_of_the_limit(input: &FileArg, game: &GameResult) {
    if game.ended == Ended::LineLimit {
        eprintln!("laplace: {input}: line {}: only the first {MOVE_LIMIT} moves count", game.line);
    }
}

pub(super) fn style(spaced: bool) -> BoardStyle {
    if spaced { BoardStyle::Spaced } else { BoardStyle::Packed }
}
