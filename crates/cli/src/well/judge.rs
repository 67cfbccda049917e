//! `laplace well judge`

use clap::Args;
use laplace_games::well::Depth;
use laplace_judge::well::{Verdict, judge};
use serde_json::json;

use crate::failure::Failure;
use crate::files::FileArg;

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
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Judge {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let (input, output) = (self.input.read()?, self.output.read()?);
        let verdict = judge(&input, &output, self.rows).map_err(|error| Failure::text(&self.input, error))?;
        let report = if self.json { as_json(&verdict) } else { as_text(&verdict) };
        FileArg::Stdio.write(report.as_bytes())
    }
}

pub(super) fn as_text(verdict: &Verdict) -> String {
    let by = if verdict.ended.figure().is_some() { " by" } else { ":" };
    format!(
        "placed {} of {}\npoints {}\nended{by} {}\n",
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
