//! `laplace replay verify`

use clap::Args;
use laplace_judge::replay::{Outcome, Replay, Verdict, verify};
use serde_json::json;

use crate::failure::Failure;
use crate::files::FileArg;

pub(super) const HELP: &str = "\
Exit code 0: every move can be played and every claim is so. Exit code 1: not so. \
docs/replay.md describes the document.

Example: laplace replay verify game.json";

/// A replay to play again.
#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// The replay
    file: FileArg,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Verify {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let replay = super::read(&self.file, &self.file.read()?)?;
        let verdict = verify(&replay);
        let report = if self.json { as_json(&replay, &verdict) } else { as_text(&replay, &verdict) };
        FileArg::Stdio.write(report.as_bytes())?;
        if verdict.fault.is_some() { Err(Failure::Wrong) } else { Ok(()) }
    }
}

fn as_text(replay: &Replay, verdict: &Verdict) -> String {
    let opening = match &verdict.fault {
        Some(fault) => format!("wrong: {fault}"),
        None => "right".into(),
    };
    let outcome = match verdict.outcome {
        Outcome::Score(score) => format!("score {score}"),
        Outcome::Placed { placed, points } => format!("placed {placed}\npoints {points}"),
        Outcome::Result(result) => format!("result {}", result.name()),
    };
    format!(
        "{opening}\ngame {}\nplayed {} of {}\n{outcome}\n",
        replay.kind().name(),
        verdict.played,
        replay.len()
    )
}

fn as_json(replay: &Replay, verdict: &Verdict) -> String {
    let mut report = json!({
        "game": replay.kind().name(),
        "right": verdict.fault.is_none(),
        "fault": verdict.fault.as_ref().map(ToString::to_string),
        "moves": replay.len(),
        "played": verdict.played,
    });
    let outcome = match verdict.outcome {
        Outcome::Score(score) => json!({ "score": score }),
        Outcome::Placed { placed, points } => json!({ "placed": placed, "points": points }),
        Outcome::Result(result) => json!({ "result": result.name() }),
    };
    if let (Some(report), Some(outcome)) = (report.as_object_mut(), outcome.as_object()) {
        report.extend(outcome.clone());
    }
    format!("{report}\n")
}
