//! `laplace well judge`

use clap::Args;
use laplace_games::well::{Depth, MAX_POINTS};
use laplace_judge::well::{Verdict, judge};
use serde_json::json;

use crate::failure::Failure;
use crate::files::FileArg;

pub(super) const HELP: &str = "\
Exit code 0: the answer has a valid move for every figure until the game ends, also if it is lost with a figure that \
sticks out above the well. 1: a move is invalid or cannot be read, there are too few moves, or fewer points than \
--require. 3: the input is malformed.

Example: laplace well judge Tetris.in Tetris.out --require 10";

/// An input and the answer to it.
#[derive(Debug, Args)]
pub(crate) struct Judge {
    /// The input: N, then N figures
    input: FileArg,
    /// The answer: pairs `rotation column`
    output: FileArg,
    /// The depth of the well, 1 to 20
    #[arg(long, default_value = "20", value_parser = super::depth)]
    rows: Depth,
    /// Also exit with code 1 if the answer has fewer points
    #[arg(long, value_name = "POINTS", default_value_t = 0,
        value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_POINTS)))]
    require: u32,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Judge {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let input = self.input.read()?;
        let output = self.output.read()?;
        let verdict = judge(&input, &output, self.rows).map_err(|error| Failure::text(&self.input, error))?;
        let report = if self.json { as_json(&verdict) } else { as_text(&verdict) };
        FileArg::Stdio.write(report.as_bytes())?;
        let is_wrong = verdict.ended.is_fault() || verdict.points < self.require;
        if is_wrong { Err(Failure::Wrong) } else { Ok(()) }
    }
}

pub(super) fn as_text(verdict: &Verdict) -> String {
    format!(
        "placed {} of {}\npoints {}\nended: {}\n",
        verdict.placed, verdict.figures, verdict.points, verdict.ended
    )
}

fn as_json(verdict: &Verdict) -> String {
    let report = json!({
        "placed": verdict.placed,
        "figures": verdict.figures,
        "points": verdict.points,
        "ended": verdict.ended.word(),
        "ended_figure": verdict.ended.figure(),
        "ended_text": verdict.ended.to_string(),
    });
    format!("{report}\n")
}
