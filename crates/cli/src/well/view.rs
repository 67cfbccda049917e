//! `laplace well view`: the task's visualizer.

use clap::Args;
use laplace_judge::recording::Recording;

use super::judge::as_text;
use super::recorded::RecordedGame;
use crate::failure::Failure;
use crate::files::FileArg;
use crate::view::{self, Pace};

pub(super) const HELP: &str = "\
Shows every step, at every speed: the figure is above the well, it rests, full rows are deleted, components fall. \
Between two steps a fall is drawn row by row as far as the time allows. At the end the points are on the screen. \
On a terminal, `?` lists the keys; elsewhere every board is printed as text, from the landing on.

Without --in, Tetris.in and Tetris.out are read from the current folder or, if there is no Tetris.in, from the folder of \
the program.

Examples: laplace well view
          laplace well view 0 --in sample.in --out sample.out";

/// The maximum time between two steps: a minute.
const MAX_MILLISECONDS: i64 = 60_000;

/// A game to show.
#[derive(Debug, Args)]
pub(crate) struct View {
    /// Milliseconds from one step to the next; 0 prints the result only
    #[arg(default_value_t = 100, value_name = "MS",
        value_parser = clap::value_parser!(u32).range(0..=MAX_MILLISECONDS))]
    milliseconds: u32,
    #[command(flatten)]
    game: RecordedGame,
}

impl View {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let game = self.game.recording()?;
        let report = as_text(game.verdict());
        if self.milliseconds > 0 {
            let title = format!("The well, {} rows", game.depth().rows());
            view::show(Recording::from(game), title, Pace::every(self.milliseconds))?;
        }
        FileArg::Stdio.write(report.as_bytes())
    }
}
