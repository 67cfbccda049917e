//! `laplace demon q1 ... q4` and `laplace demon answer`.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use laplace_games::demon::MOVE_LIMIT;
use laplace_games::demon::format::{BoardStyle, FileKind, FileName, Question};
use laplace_games::demon::questions;
use laplace_judge::demon::{Ended, GameResult, answer_q4};

use super::play::{self, Effort};
use crate::failure::Failure;
use crate::files::Place;

/// One question, one file.
#[derive(Debug, Args)]
pub(crate) struct One {
    /// The input, `-` for standard input
    #[arg(default_value = "-")]
    input: Place,
    /// Where the answer goes, `-` for standard output
    #[arg(short, long, default_value = "-")]
    output: Place,
    /// Write a blank between the cells of a board, as the contest's text says; its samples have none
    #[arg(long)]
    spaced: bool,
}

impl One {
    pub(crate) fn run(&self, question: Question) -> Result<(), Failure> {
        let text = self.input.read()?;
        let answer = answer_text(question, &self.input, &text, style(self.spaced))?;
        self.output.write(answer.as_bytes())
    }
}

/// Every input of a folder.
#[derive(Debug, Args)]
pub(crate) struct Folder {
    /// The folder with the inputs
    folder: PathBuf,
    /// The folder for the answers, made if it is not there [default: the inputs' own]
    #[arg(long)]
    out: Option<PathBuf>,
    /// Write a blank between the cells of a board, as the contest's text says; its samples have none
    #[arg(long)]
    spaced: bool,
    #[command(flatten)]
    effort: Effort,
}

impl Folder {
    #[allow(clippy::print_stderr, reason = "talk goes to standard error")]
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let names = inputs(&self.folder)?;
        let out = self.out.as_ref().unwrap_or(&self.folder);
        let place = Place::File(out.clone());
        fs::create_dir_all(out).map_err(|error| Failure::system(&place, "make", error))?;
        let mut failed = 0;
        for name in &names {
            let input = Place::File(self.folder.join(name.to_string()));
            let output = Place::File(out.join(name.answer().to_string()));
            match self.answer(name.question, &input, &output) {
                Ok(()) => eprintln!("{input} -> {output}"),
                Err(failure) => {
                    failed += 1;
                    _ = failure.report();
                }
            }
        }
        eprintln!("{} of {} answered", names.len() - failed, names.len());
        if failed > 0 { Err(Failure::Some { failed, all: names.len() }) } else { Ok(()) }
    }

    fn answer(&self, question: Question, input: &Place, output: &Place) -> Result<(), Failure> {
        let text = input.read()?;
        let answer = match question {
            Question::Q5 => play::answer(input, &text, &self.effort)?,
            _ => answer_text(question, input, &text, style(self.spaced))?,
        };
        output.write(answer.as_bytes())
    }
}

/// The inputs of a folder by question and number; other files are none of our business.
fn inputs(folder: &Path) -> Result<Vec<FileName>, Failure> {
    let place = Place::File(folder.to_owned());
    let failed = |error| Failure::system(&place, "read", error);
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        if let Some(Ok(name)) = name.to_str().map(str::parse::<FileName>)
            && name.kind == FileKind::Input
        {
            names.push(name);
        }
    }
    names.sort_by_key(|name| (name.question, name.number.len(), name.number.clone()));
    Ok(names)
}

fn answer_text(question: Question, input: &Place, text: &[u8], style: BoardStyle) -> Result<String, Failure> {
    let answer = match question {
        Question::Q1 => questions::answer_q1(text),
        Question::Q2 => questions::answer_q2(text, style),
        Question::Q3 => questions::answer_q3(text, style),
        Question::Q4 => answer_q4(text, style).map(|(answer, game)| {
            warn_of_the_limit(input, &game);
            answer
        }),
        Question::Q5 => return Err(Failure::Usage("question 5 is played, not worked out".into())),
    };
    answer.map_err(|error| Failure::text(input, error))
}

#[allow(clippy::print_stderr, reason = "warnings go to standard error")]
fn warn_of_the_limit(input: &Place, game: &GameResult) {
    if game.ended == Ended::LineLimit {
        eprintln!("laplace: {input}: line {}: only the first {MOVE_LIMIT} moves count", game.line);
    }
}

fn style(spaced: bool) -> BoardStyle {
    if spaced { BoardStyle::Spaced } else { BoardStyle::Packed }
}
