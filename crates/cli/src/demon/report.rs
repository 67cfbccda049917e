//! `laplace demon report`

use clap::Args;

use crate::failure::Failure;
use crate::files::Place;

/// A game and the page to make of it.
#[derive(Debug, Args)]
pub(crate) struct Report {
    /// The moves: a q5-output-K or q4-input-K
    file: Place,
    /// Where the page goes, `-` for standard output
    #[arg(short, long, default_value = "-")]
    output: Place,
}

impl Report {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let text = self.file.read()?;
        let refused = |error| Failure::text(&self.file, error);
        let game = laplace_judge::demon::replay(&text).map_err(refused)?;
        let course = laplace_judge::demon::course(&text).map_err(refused)?;
        self.output.write(laplace_pictures::report::page(&game, &course).as_bytes())
    }
}
