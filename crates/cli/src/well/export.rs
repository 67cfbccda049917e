//! `laplace well export`

use clap::Args;
use laplace_games::well::Depth;
use laplace_pictures::{Film, film};

use crate::export::{Outputs, is_replay, replay};
use crate::failure::Failure;
use crate::files::Place;

pub(super) const EXAMPLES: &str = "\
Several files can be written at once; `-` is standard output. Step 0 is the start.
In the page `?` lists the keys, and #piece=N in its address links to a step.

Examples: laplace well export --html game.html
          laplace well export --in a.in --out a.out --gif game.gif --from 0 --to 40";

/// A game and the files to make of it.
#[derive(Debug, Args)]
pub(crate) struct Export {
    /// The figures, or a replay, which needs no moves
    #[arg(long = "in", value_name = "FILE", default_value = "Tetris.in")]
    input: Place,
    /// The moves
    #[arg(long = "out", value_name = "FILE", default_value = "Tetris.out")]
    output: Place,
    /// The depth of the well, 1 to 20
    #[arg(long, default_value = "20", value_parser = super::depth)]
    rows: Depth,
    #[command(flatten)]
    outputs: Outputs,
}

impl Export {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        self.outputs.write(self.film()?)
    }

    fn film(&self) -> Result<Film, Failure> {
        let input = self.input.read()?;
        if is_replay(&input) {
            return replay(&self.input, &input, "well");
        }
        let output = self.output.read()?;
        film::well(&input, &output, self.rows).map_err(|error| Failure::text(&self.input, error))
    }
}
