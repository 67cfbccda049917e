//! `laplace demon answer`: every input of a folder.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use laplace_games::demon::format::{FileKind, FileName, Question};

use super::q5::{self, Effort};
use super::questions::{answer_text, style};
use crate::failure::{Failure, worst_of};
use crate::files::FileArg;

/// The folder of the inputs, the folder for the answers, and how to answer.
#[derive(Debug, Args)]
pub(crate) struct Answer {
    /// The folder with the inputs
    folder: PathBuf,
    /// The folder for the answers, created if it does not exist [default: the inputs' own]
    #[arg(long)]
    out: Option<PathBuf>,
    /// Write a blank between the cells of a board, as the contest's text says; its samples have none
    #[arg(long)]
    spaced: bool,
    #[command(flatten)]
    effort: Effort,
}

impl Answer {
    #[allow(clippy::print_stderr, reason = "messages go to standard error")]
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let names = inputs(&self.folder)?;
        let out = self.out.as_ref().unwrap_or(&self.folder);
        let place = FileArg::Path(out.clone());
        fs::create_dir_all(out).map_err(|error| Failure::system(&place, "make", error))?;
        let mut failures = Vec::new();
        for name in &names {
            let input = FileArg::Path(self.folder.join(name.to_string()));
            let output = FileArg::Path(out.join(name.answer().to_string()));
            match self.answer(name.question, &input, &output) {
                Ok(()) => eprintln!("{input} -> {output}"),
                Err(failure) => {
                    _ = failure.report();
                    failures.push(failure);
                }
            }
        }
        eprintln!("{} of {} answered", names.len() - failures.len(), names.len());
        worst_of(failures, names.len())
    }

    fn answer(&self, question: Question, input: &FileArg, output: &FileArg) -> Result<(), Failure> {
        let text = input.read()?;
        let answer = match question {
            Question::Q5 => q5::answer(input, &text, &self.effort)?,
            _ => answer_text(question, input, &text, style(self.spaced))?,
        };
        output.write(answer.as_bytes())
    }
}

/// The names of the inputs in a folder, sorted by question and number; other files are skipped.
fn inputs(folder: &Path) -> Result<Vec<FileName>, Failure> {
    let place = FileArg::Path(folder.to_owned());
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
