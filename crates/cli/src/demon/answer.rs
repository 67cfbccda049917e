//! `laplace demon answer`: every input of a folder.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use laplace_games::demon::format::{FileKind, FileName, Question};

use super::q5::{self, Effort};
use super::questions::{answer_text, style};
use crate::failure::{Failure, worst_of};
use crate::files::FileArg;
use crate::stop::Stop;

pub(super) const HELP: &str = "\
An answer to question 5 that has a game of the input's seed is only replaced by a better one; --force replaces it in any \
case. One that has something else is replaced, and reported. Ctrl-C ends the game under way and leaves the inputs after it unanswered: they are listed, and the \
exit code is 130.

Examples: laplace demon answer inputs --out outputs
          laplace demon answer inputs --out outputs --from outputs --time 300";

/// The folder of the inputs, the folder for the answers, and how to answer.
#[derive(Debug, Args)]
pub(crate) struct Answer {
    /// The folder with the inputs
    folder: PathBuf,
    /// The folder for the answers, created if it does not exist [default: the inputs' own]
    #[arg(long)]
    out: Option<PathBuf>,
    /// Question 5: begin each search with the answer that this folder has, if it has one
    #[arg(long, value_name = "DIR")]
    from: Option<PathBuf>,
    /// Question 5: replace answers that are better
    #[arg(long)]
    force: bool,
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
        if names.is_empty() {
            let place = FileArg::Path(self.folder.clone());
            return Err(Failure::text(&place, "found no input, expected files named qN-input-K"));
        }
        let out = self.out.as_ref().unwrap_or(&self.folder);
        let place = FileArg::Path(out.clone());
        fs::create_dir_all(out).map_err(|error| Failure::system(&place, "make", error))?;
        if let Some(from) = &self.from {
            fs::read_dir(from)
                .map_err(|error| Failure::system(&FileArg::Path(from.clone()), "read", error))?;
        }
        // Ctrl-C counts from here on, also between two games.
        Stop::listen();
        let mut failures = Vec::new();
        let mut begun = 0;
        for name in &names {
            if Stop::was_pressed() {
                break;
            }
            begun += 1;
            match self.answer(name, out) {
                Ok(line) => eprintln!("{line}"),
                Err(failure) => {
                    _ = failure.report();
                    failures.push(failure);
                }
            }
        }
        eprintln!("{} of {} answered", begun - failures.len(), names.len());
        if begun < names.len() {
            let undone: Vec<String> = names[begun..].iter().map(FileName::to_string).collect();
            eprintln!("stopped before: {}", undone.join(", "));
            return Err(Failure::Stopped {
                undone: undone.len(),
                all: names.len(),
                what: "inputs were not answered",
            });
        }
        worst_of(failures, names.len())
    }

    /// Answers an input. Returns what to report.
    fn answer(&self, name: &FileName, out: &Path) -> Result<String, Failure> {
        let input = FileArg::Path(self.folder.join(name.to_string()));
        let answer = name.answer().to_string();
        let output = FileArg::Path(out.join(&answer));
        let text = input.read()?;
        output.check_not_input(&input)?;
        output.check_writable()?;
        let written = if name.question == Question::Q5 {
            let from = self.from.as_ref().map(|folder| folder.join(&answer)).filter(|path| path.is_file());
            let solved = q5::answer(&input, &text, from.map(FileArg::Path).as_ref(), &self.effort)?;
            solved.write(&output, self.force)?
        } else {
            output.write(answer_text(name.question, &input, &text, style(self.spaced))?.as_bytes())?;
            true
        };
        let kept = if written { "" } else { " (kept)" };
        Ok(format!("{input} -> {output}{kept}"))
    }
}

/// The names of the inputs in a folder, sorted by question and number; other files are skipped.
pub(super) fn inputs(folder: &Path) -> Result<Vec<FileName>, Failure> {
    names(folder, FileKind::Input)
}

/// The contest's names of one kind in a folder, sorted by question and number.
pub(super) fn names(folder: &Path, kind: FileKind) -> Result<Vec<FileName>, Failure> {
    let place = FileArg::Path(folder.to_owned());
    let failed = |error| Failure::system(&place, "read", error);
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        if let Some(Ok(name)) = name.to_str().map(str::parse::<FileName>)
            && name.kind == kind
        {
            names.push(name);
        }
    }
    names.sort_by_key(|name| (name.question, name.number.len(), name.number.clone()));
    Ok(names)
}
