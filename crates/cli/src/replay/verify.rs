//! `laplace replay verify`

use clap::Args;
use laplace_judge::replay::{Outcome, Replay, Verdict, verify};
use laplace_matches::pgn::{is_pgn, read_games};
use serde_json::json;

use crate::blobwar::game_file::{Selection, replay_of};
use crate::failure::{Failure, json_message};
use crate::files::FileArg;

pub(super) const HELP: &str = "\
Exit code 0: every move can be played and every claim is so. Exit code 1: not so. \
docs/replay.md describes the document.

Of a PGN every game is verified, and there is a line or an object for each.

Examples: laplace replay verify game.json
          laplace replay verify games.pgn --game 3";

/// A replay to play again.
#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// The replay, or a PGN of Blobwar
    file: FileArg,
    #[command(flatten)]
    selection: Selection,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Verify {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let text = self.file.read()?;
        if is_pgn(&text) {
            return self.verify_pgn(&text);
        }
        self.selection.check_count(&self.file, 1)?;
        let replay = super::read(&self.file, &text)?;
        let verdict = verify(&replay);
        let report = if self.json { as_json(&replay, &verdict) } else { as_text(&replay, &verdict) };
        FileArg::Stdio.write(report.as_bytes())?;
        if verdict.fault.is_some() { Err(Failure::Wrong) } else { Ok(()) }
    }

    fn verify_pgn(&self, text: &[u8]) -> Result<(), Failure> {
        let games = read_games(text).map_err(|error| Failure::text(&self.file, error))?;
        self.selection.check_count(&self.file, games.len())?;
        let mut wrong = 0;
        for (number, game) in (1_u32..).zip(&games) {
            if self.selection.number.is_some_and(|wanted| wanted != number) {
                continue;
            }
            let replay = Replay::Blobwar(replay_of(game));
            let verdict = verify(&replay);
            wrong += usize::from(verdict.fault.is_some());
            let report = if self.json {
                as_json(&replay, &verdict)
            } else {
                let line = as_text(&replay, &verdict).trim_end().replace('\n', ", ");
                format!("game {number}, line {}: {line}\n", game.line)
            };
            FileArg::Stdio.write(report.as_bytes())?;
        }
        if wrong > 0 { Err(Failure::Wrong) } else { Ok(()) }
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
        "fault": verdict.fault.as_ref().map(json_message),
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
