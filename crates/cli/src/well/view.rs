//! `laplace well view`: the task's visualizer.

use clap::Args;
use laplace_games::well::Depth;
use laplace_judge::recording::Recording;

use super::judge::as_text;
use crate::export::is_replay;
use crate::failure::Failure;
use crate::files::Place;
use crate::replay;
use crate::view::{self, Pace};

pub(super) const HELP: &str = "\
Shows every step: the figure lands, rows are deleted, components fall row by row.
On a terminal, `?` lists the keys; elsewhere every board is printed as text.

Examples: laplace well view
          laplace well view 0 --in sample.in --out sample.out";

/// The longest time between two steps: a minute.
const SLOWEST: i64 = 60_000;

/// A game to show.
#[derive(Debug, Args)]
pub(crate) struct View {
    /// Milliseconds from one step to the next; 0 prints the result only
    #[arg(default_value_t = 100, value_name = "MS", value_parser = clap::value_parser!(u32).range(0..=SLOWEST))]
    milliseconds: u32,
    /// The figures, or a replay, which needs no moves
    #[arg(long = "in", value_name = "FILE", default_value = "Tetris.in")]
    input: Place,
    /// The moves
    #[arg(long = "out", value_name = "FILE", default_value = "Tetris.out")]
    output: Place,
    /// The depth of the well, 1 to 20
    #[arg(long, default_value = "20", value_parser = super::depth)]
    rows: Depth,
}

impl View {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let (input, output, depth) = self.texts()?;
        let refused = |error| Failure::text(&self.input, error);
        let verdict = laplace_judge::well::judge(&input, &output, depth).map_err(refused)?;
        if self.milliseconds > 0 {
            let recording = Recording::of_well(&input, &output, depth).map_err(refused)?;
            let title = format!("The well, {} rows", depth.rows());
            view::show(recording, title, Pace::every(self.milliseconds))?;
        }
        Place::Standard.write(as_text(&verdict).as_bytes())
    }

    /// The input, the answer and the depth, also those of a replay.
    fn texts(&self) -> Result<(Vec<u8>, Vec<u8>, Depth), Failure> {
        let input = self.input.read()?;
        if !is_replay(&input) {
            return Ok((input, self.output.read()?, self.rows));
        }
        let replay = replay::read(&self.input, &input)?;
        replay::expect(&self.input, &replay, "well")?;
        let laplace_judge::replay::Replay::Well(game) = replay else {
            return Err(Failure::text(&self.input, "not a game of the well"));
        };
        let (input, output) = laplace_judge::replay::to_well(&game);
        Ok((input.into_bytes(), output.into_bytes(), game.depth))
    }
}
