//! `laplace well answer`: every input of a folder.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use laplace_games::well::Depth;
use laplace_games::well::format::{read_problem, write_moves};
use laplace_judge::well::judge;
use laplace_solvers::Control;
use laplace_solvers::well::solve;

use super::folder::inputs;
use super::solve::limits;
use crate::failure::{Failure, worst_of};
use crate::files::FileArg;
use crate::stop::{Stop, seconds};

pub(super) const HELP: &str = "\
An answer that is there already and places as many figures or more is kept, unless --force replaces it. \
A file that fails does not keep the others from being answered; the exit code is then that of the failure. \
Ctrl-C ends the running search, writes its answer and leaves the rest unanswered.

Examples: laplace well answer tests
          laplace well answer tests --out answers --force";

/// The folder of the inputs, the folder for the answers, and how to answer.
#[derive(Debug, Args)]
pub(crate) struct Answer {
    /// The folder with Tetris-K.in, or Tetris.in
    folder: PathBuf,
    /// The folder for the answers, created if it does not exist [default: the inputs' own]
    #[arg(long)]
    out: Option<PathBuf>,
    /// Replace answers that are there, also better ones
    #[arg(long)]
    force: bool,
    /// The depth of the well, 1 to 20
    #[arg(long, default_value = "20", value_parser = super::depth)]
    rows: Depth,
    /// Search on with ever wider beams for this time, for each input that is not solved before
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<f64>,
}

impl Answer {
    #[allow(clippy::print_stderr, reason = "messages go to standard error")]
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let tests = inputs(&self.folder)?;
        let out = self.out.as_ref().unwrap_or(&self.folder);
        fs::create_dir_all(out)
            .map_err(|error| Failure::system(&FileArg::Path(out.clone()), "make", error))?;
        let mut failures = Vec::new();
        let mut answered = 0;
        for test in &tests {
            if Stop::was_pressed() {
                break;
            }
            let input = FileArg::Path(self.folder.join(test.input()));
            let output = FileArg::Path(out.join(test.output()));
            match self.answer(&input, &output) {
                Ok(result) => {
                    answered += 1;
                    eprintln!("{input} -> {output}: {result}");
                }
                Err(failure) => {
                    _ = failure.report();
                    failures.push(failure);
                }
            }
        }
        eprintln!("{answered} of {} answered", tests.len());
        let undone = tests.len() - answered - failures.len();
        if undone > 0 {
            return Err(Failure::Stopped { undone, all: tests.len(), what: "inputs were not answered" });
        }
        worst_of(failures, tests.len())
    }

    /// Answers one input; returns what was done, for people.
    fn answer(&self, input: &FileArg, output: &FileArg) -> Result<String, Failure> {
        let text = input.read()?;
        let refused = |error| Failure::text(input, error);
        let problem = read_problem(&text, self.rows).map_err(refused)?;
        let stop = Stop::after(self.time);
        let solution = solve(&problem, &limits(self.time), &Control::stopped_by(&|| stop.is_due()));
        let figures = problem.figures.len();
        let placed = solution.placed();
        if !self.force
            && let Ok(before) = output.read()
        {
            let before = judge(&text, &before, self.rows).map_err(refused)?;
            if before.placed >= placed && !before.ended.is_fault() {
                return Ok(format!(
                    "kept, it places {} of {figures} and the new one {placed}",
                    before.placed
                ));
            }
        }
        output.write(write_moves(solution.answer(&problem)).as_bytes())?;
        Ok(format!("placed {placed} of {figures}"))
    }
}
