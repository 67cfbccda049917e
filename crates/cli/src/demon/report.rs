//! `laplace demon report`

use clap::Args;
use laplace_judge::demon::analyse;
use laplace_judge::recording::DemonRecording;

use crate::failure::Failure;
use crate::files::FileArg;

/// A game and the page to make of it.
#[derive(Debug, Args)]
pub(crate) struct Report {
    /// The moves: a q5-output-K or q4-input-K
    file: FileArg,
    /// Where the page goes, `-` for standard output
    #[arg(short, long, default_value = "-")]
    output: FileArg,
}

impl Report {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let text = self.file.read()?;
        let game = DemonRecording::of_file(&text).map_err(|error| Failure::text(&self.file, error))?;
        let page = laplace_pictures::report::page(game.result(), &analyse(&game));
        self.output.write(page.as_bytes())
    }
}
