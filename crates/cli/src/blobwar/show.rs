//! `laplace blobwar show`

use std::fmt::Write;

use clap::Args;
use laplace_games::blobwar::Position;
use laplace_games::blobwar::format::{course, picture, sheet};

use super::Start;
use crate::failure::Failure;
use crate::files::FileArg;

pub(super) const HELP: &str = "\
x is blue, the first player, o is red; # is a hole. The line `course` is the position for programs of the course's \
project. They call the first player red and the second blue, so x is their `r` and player 0, o their `b` and player 1.

Examples: laplace blobwar show 'x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1'
          laplace blobwar show --map island
          laplace blobwar show --numbers '[512, 4096] o'";

/// What to draw.
#[derive(Debug, Args)]
pub(crate) struct Show {
    /// The position: startpos, a FEN, or the sheet's plateau or pions [default: the start of the variant]
    #[arg(value_name = "POSITION", conflicts_with_all = ["map", "fen"])]
    position: Option<String>,
    #[command(flatten)]
    start: Start,
    /// Draw the cells with the exercise sheet's numbers, 0 to 63, and print plateau and pions
    #[arg(long)]
    numbers: bool,
}

impl Show {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let position = self.start.position(self.position.as_deref())?;
        let mut text = format!("{}\n{}", self.picture(&position)?, facts(&position));
        if self.numbers {
            text += &sheet_forms(&position);
        }
        FileArg::Stdio.write(text.as_bytes())
    }

    fn picture(&self, position: &Position) -> Result<String, Failure> {
        if !self.numbers {
            return Ok(picture::write(position));
        }
        picture::write_numbered(position).ok_or_else(|| {
            Failure::Usage("--numbers: the sheet numbers the cells of 8 x 8, not of 7 x 7".into())
        })
    }
}

/// The board in the sheet's two forms, which have no holes.
fn sheet_forms(position: &Position) -> String {
    let setup = position.setup();
    match sheet::write_plateau(&setup).zip(sheet::write_pions(&setup)) {
        Some((plateau, pions)) => format!("plateau {plateau}\npions   {pions}\n"),
        None => "plateau and pions: none, as the sheet has no holes\n".into(),
    }
}

fn facts(position: &Position) -> String {
    let mut text = format!("fen    {position}\n");
    if let Some(state) = course::write_state(&position.setup()) {
        _ = writeln!(text, "course \"{state}\"");
    }
    _ = writeln!(text, "value  {:+} (blue minus red)", position.value());
    match position.end() {
        Some(end) => _ = writeln!(text, "over   {}, {}", end.outcome, end.reason),
        None => {
            let moves: Vec<String> = position.legal_moves().iter().map(ToString::to_string).collect();
            _ = writeln!(text, "moves  {} for {}: {}", moves.len(), position.turn().label(), moves.join(" "));
        }
    }
    text
}
