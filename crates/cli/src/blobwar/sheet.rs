//! `laplace blobwar sheet`

use std::fmt::Write as _;

use clap::Args;
use laplace_games::blobwar::sheet::Question;

use crate::failure::Failure;
use crate::files::FileArg;

/// The questions and their arguments.
pub(super) fn help() -> String {
    let mut text = "Questions:\n".to_owned();
    for question in Question::ALL {
        // Writing to a string does not fail.
        _ = writeln!(text, "  {question}  {:<29} {}", question.arguments(), question.summary());
    }
    text + "
PLATEAU and PIONS are a board in any form, as one argument in quotes: 64 values 0, 1 or -1 ('[0, 1, ...]'), two integers \
('[512, 4096]'), a FEN, startpos, or empty. CELL, FROM and TO are cells from 0 to 63, LINE and COLUMN go from 0 to 7, COLOUR is 1 \
(blue) or -1 (red), PLAYER is 0 (blue) or 1 (red). Answers are written as Python writes lists.

Examples: laplace blobwar sheet 3.5 0
          laplace blobwar sheet 2.6 '8/1x6/8/1x6/o7/8/8/8 x 0 1' 49 42"
}

/// A question and its arguments.
#[derive(Debug, Args)]
pub(crate) struct Sheet {
    /// The number of the question: 2.1 to 2.6, 3.1 to 3.6
    question: Question,
    /// Its arguments
    #[arg(value_name = "ARGUMENTS", trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

impl Sheet {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let answer = self.question.answer(self.arguments.iter().map(String::as_str));
        let answer =
            answer.map_err(|error| Failure::Usage(format!("question {}: {error}", self.question)))?;
        FileArg::Stdio.write(format!("{answer}\n").as_bytes())
    }
}
