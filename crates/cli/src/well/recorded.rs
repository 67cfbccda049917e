//! The files of a game that `view` and `export` show.

use std::path::PathBuf;
use std::{env, io};

use clap::Args;
use laplace_games::well::Depth;
use laplace_judge::GameKind;
use laplace_judge::recording::WellRecording;
use laplace_judge::replay::Replay;

use crate::failure::Failure;
use crate::files::FileArg;
use crate::replay::{is_replay, read_kind};

/// The task's names of the two files.
const INPUT: &str = "Tetris.in";
const OUTPUT: &str = "Tetris.out";

/// A game: an input and its answer, or a replay.
#[derive(Debug, Args)]
pub(crate) struct RecordedGame {
    /// The figures, or a replay, which needs no moves [default: Tetris.in]
    #[arg(long = "in", value_name = "FILE")]
    input: Option<FileArg>,
    /// The moves [default: Tetris.out, beside Tetris.in]
    #[arg(long = "out", value_name = "FILE")]
    output: Option<FileArg>,
    /// The depth of the well, 1 to 20
    #[arg(long, default_value = "20", value_parser = super::depth)]
    rows: Depth,
}

impl RecordedGame {
    /// Reads the files and plays the game.
    pub(crate) fn recording(&self) -> Result<WellRecording, Failure> {
        let [place, moves] = self.files()?;
        let input = place.read()?;
        if is_replay(&input)
            && let Replay::Well(replay) = read_kind(&place, &input, GameKind::Well)?
        {
            return Ok(WellRecording::of_replay(&replay));
        }
        let output = moves.read()?;
        WellRecording::of_answer(&input, &output, self.rows).map_err(|error| Failure::text(&place, error))
    }

    /// The files of the figures and of the moves.
    pub(crate) fn files(&self) -> Result<[FileArg; 2], Failure> {
        let folder = if self.input.is_none() { folder_of_the_task()? } else { PathBuf::new() };
        let file = |given: &Option<FileArg>, name| given.clone().unwrap_or(FileArg::Path(folder.join(name)));
        Ok([file(&self.input, INPUT), file(&self.output, OUTPUT)])
    }
}

/// The folder with `Tetris.in`: the current one, as one edition of the task has it, or else the folder of the program,
/// as the others have it.
fn folder_of_the_task() -> Result<PathBuf, Failure> {
    let current = PathBuf::new();
    if current.join(INPUT).exists() {
        return Ok(current);
    }
    let of_program = env::current_exe().ok().and_then(|program| Some(program.parent()?.to_owned()));
    of_program.filter(|folder| folder.join(INPUT).exists()).ok_or_else(|| {
        let where_not = "neither in the current folder nor in the folder of the program";
        let error = io::Error::new(io::ErrorKind::NotFound, where_not);
        Failure::system(&FileArg::Path(INPUT.into()), "read", error)
    })
}
