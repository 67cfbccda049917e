//! `laplace demon judge`

use std::fmt::Write;

use clap::Args;
use laplace_games::demon::format::{FileName, Question};
use laplace_games::demon::{MOVE_LIMIT, bound, format};
use laplace_judge::demon::{GameResult, Verdict};
use laplace_manual::one_of;
use serde_json::{Value, json};

use super::QUESTIONS;
use crate::failure::Failure;
use crate::files::FileArg;

pub(super) const HELP: &str = "\
The question is read off the name of one of the files (qN-input-K, qN-output-K) or given with --question. \
Exit code 0: right; for question 5, a game of this input, whatever its score. Exit code 1: wrong.

Example: laplace demon judge inputs/q4-input-73 outputs/q4-output-73
         laplace demon judge q5-input-1 q5-output-1 --json";

/// An input and the answer to it.
#[derive(Debug, Args)]
pub(crate) struct Judge {
    /// The input
    input: FileArg,
    /// The answer
    output: FileArg,
    /// The question, 1 to 5, if the file names do not contain it
    #[arg(long, value_name = "N", value_parser = one_of::<u32>(QUESTIONS), hide_possible_values = true)]
    question: Option<u32>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Judge {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let question = self.question()?;
        let (input, output) = (self.input.read()?, self.output.read()?);
        let refused = |error: &dyn std::fmt::Display| Failure::text(&self.input, error);
        let verdict =
            laplace_judge::demon::judge(question, &input, &output).map_err(|error| refused(&error))?;
        // A wrong answer to question 5 has no game from which to compute the bound; its input has the seed.
        let bound = match &verdict.game {
            Some(game) => Some(game.bound()),
            None if question == Question::Q5 => {
                Some(bound::bound(format::read_seed(&input).map_err(|error| refused(&error))?, MOVE_LIMIT))
            }
            None => None,
        };
        let report = if self.json { as_json(question, &verdict, bound) } else { as_text(&verdict, bound) };
        FileArg::Stdio.write(report.as_bytes())?;
        if verdict.difference.is_some() { Err(Failure::Wrong) } else { Ok(()) }
    }

    fn question(&self) -> Result<Question, Failure> {
        let named = |place: &FileArg| Some(place.file_name()?.parse::<FileName>().ok()?.question);
        self.question
            .and_then(Question::from_number)
            .or_else(|| named(&self.input))
            .or_else(|| named(&self.output))
            .ok_or_else(|| {
                Failure::Usage("cannot tell the question from the file names: use --question N".into())
            })
    }
}

fn as_text(verdict: &Verdict, bound: Option<u32>) -> String {
    let mut text = match &verdict.difference {
        Some(difference) => format!("wrong: {difference}\n"),
        None => "right\n".into(),
    };
    if let (Some(game), Some(bound)) = (&verdict.game, bound) {
        _ = write!(
            text,
            "score         {}\nbound         {bound}\nplaced        {}\nlines         {}\n\
             tetrises      {}\nback-to-back  {}\nended         line {}: {}\n",
            game.score, game.placed, game.lines, game.tetrises, game.back_to_backs, game.line, game.ended
        );
    }
    text
}

fn as_json(question: Question, verdict: &Verdict, bound: Option<u32>) -> String {
    let difference = verdict.difference.as_ref().map(|difference| {
        json!({ "line": difference.line, "found": difference.found.to_string(), "expected": difference.expected })
    });
    let mut report = json!({
        "question": question as u8,
        "right": difference.is_none(),
        "difference": difference,
    });
    if let (Some(report), Some(bound)) = (report.as_object_mut(), bound) {
        report.extend(game_fields(verdict.game.as_ref(), bound));
    }
    format!("{report}\n")
}

fn game_fields(game: Option<&GameResult>, bound: u32) -> serde_json::Map<String, Value> {
    let count = |of: fn(&GameResult) -> u32| game.map_or(0, of);
    let fields = json!({
        "score": count(|game| game.score),
        "bound": bound,
        "placed": count(|game| game.placed),
        "lines": count(|game| game.lines),
        "tetrises": count(|game| game.tetrises),
        "back_to_backs": count(|game| game.back_to_backs),
        "ended": game.map_or("not-a-game", |game| game.ended.word()),
        "ended_line": game.map(|game| game.line),
        "ended_text": game.map(|game| game.ended.to_string()),
    });
    match fields {
        Value::Object(fields) => fields,
        _ => serde_json::Map::new(),
    }
}
