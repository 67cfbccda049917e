//! `laplace blobwar show`

use std::fmt::Write;

use clap::Args;
use laplace_games::blobwar::Position;
use laplace_games::blobwar::format::{course, picture};

use super::Start;
use crate::failure::Failure;
use crate::files::FileArg;

pub(super) const HELP: &str = "\
x is the first player (the sheet's blue), o the second; # is a hole.
Examples: laplace blobwar show 'x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1'
          laplace blobwar show --map island";

/// What to draw.
#[derive(Debug, Args)]
pub(crate) struct Show {
    /// The position [default: the start on 8 x 8]
    #[arg(value_name = "POSITION", conflicts_with_all = ["map", "fen"])]
    position: Option<String>,
    #[command(flatten)]
    start: Start,
}

impl Show {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let position = self.start.position(self.position.as_deref())?;
        let text = format!("{}\n{}", picture::write(&position), facts(&position));
        FileArg::Stdio.write(text.as_bytes())
    }
}

fn facts(position: &Position) -> String {
    let mut text = format!("fen    {position}\n");
    if let Some(state) = course::write_state(&position.setup()) {
        _ = writeln!(text, "course \"{state}\"");
    }
    _ = writeln!(text, "value  {:+} (x minus o)", position.value());
    match position.end() {
        Some(end) => _ = writeln!(text, "over   {}, {}", end.outcome, end.reason),
        None => {
            let moves: Vec<String> = position.legal_moves().iter().map(ToString::to_string).collect();
            _ = writeln!(
                text,
                "moves  {} for {}: {}",
                moves.len(),
                position.turn().letter(),
                moves.join(" ")
            );
        }
    }
    text
}
