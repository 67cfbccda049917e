//! The files of a game that `view` and `export` show.

use clap::Args;
use laplace_games::well::Depth;
use laplace_judge::GameKind;
use laplace_judge::recording::WellRecording;
use laplace_judge::replay::Replay;

use crate::failure::Failure;
use crate::files::FileArg;
use crate::replay::{is_replay, read_kind};

/// A game: an input and its answer, or a replay.
#[derive(Debug, Args)]
pub(crate) struct RecordedGame {
    /// The figures, or a replay, which needs no moves
    #[arg(long = "in", value_name = "FILE", default_value = "Tetris.in")]
    input: FileArg,
    /// The moves
    #[arg(long = "out", value_name = "FILE", default_value = "Tetris.out")]
    output: FileArg,
    /// The depth of the well, 1 to 20
    #[arg(long, default_value = "20", value_parser = super::depth)]
    rows: Depth,
}

impl RecordedGame {
    /// Reads the files and plays the game.
    pub(crate) fn recording(&self) -> Result<WellRecording, Failure> {
        let input = self.input.read()?;
        if is_replay(&input)
            && let Replay::Well(replay) = read_kind(&self.input, &input, GameKind::Well)?
        {
            return Ok(WellRecording::of_replay(&replay));
        }
        let output = self.output.read()?;
        WellRecording::of_answer(&input, &output, self.rows)
            .map_err(|error| Failure::text(&self.input, error))
    }
}
