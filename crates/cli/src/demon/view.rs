//! `laplace demon view`

use clap::Args;
use laplace_judge::recording::Recording;

use super::recorded::RecordedGame;
use crate::failure::Failure;
use crate::files::FileArg;
use crate::view::{self, Pace};

pub(super) const HELP: &str = "\
On a terminal, `?` lists the keys; elsewhere every board is printed as text. \
With one file, it is question 4's input, question 5's answer, or a replay.

Examples: laplace demon view q5-input-1 q5-output-1
          laplace demon view inputs/q4-input-73
          laplace demon view q5-output-1 --piece 512";

/// A game to show.
#[derive(Debug, Args)]
pub(crate) struct View {
    #[command(flatten)]
    game: RecordedGame,
    /// Begin at this piece, paused
    #[arg(long, value_name = "N")]
    piece: Option<usize>,
}

impl View {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let game = self.game.recording()?;
        let result = game.result();
        let title = format!("The demon, seed {}", result.seed.number());
        let report = format!("score {}\nended: {}\n", result.score, result.ended);
        if let Some(piece) = self.piece
            && piece > game.steps().len()
        {
            let last = game.steps().len();
            return Err(Failure::Usage(format!("--piece {piece}: the game has pieces 0 to {last}")));
        }
        view::show_from(Recording::from(game), title, Pace::DEFAULT, self.piece)?;
        FileArg::Stdio.write(report.as_bytes())
    }
}
