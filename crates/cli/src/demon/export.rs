//! `laplace demon export`

use clap::Args;
use laplace_judge::recording::Recording;

use super::recorded::RecordedGame;
use crate::export::Outputs;
use crate::failure::Failure;

pub(super) const EXAMPLES: &str = "\
Several files can be written at once; `-` is standard output. Step 0 is the start. \
In the page `?` lists the keys, and #piece=N in its address links to a step.

Examples: laplace demon export q5-input-1 q5-output-1 --html game.html
          laplace demon export q4-input-73 --svg board.svg --piece 12 --gif game.gif --from 0 --to 20";

/// A game and the files to make of it.
#[derive(Debug, Args)]
pub(crate) struct Export {
    #[command(flatten)]
    game: RecordedGame,
    #[command(flatten)]
    outputs: Outputs,
}

impl Export {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        self.outputs.write(&Recording::from(self.game.recording()?), &self.game.files())
    }
}
