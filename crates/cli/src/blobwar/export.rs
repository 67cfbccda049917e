//! `laplace blobwar export`

use std::ffi::{OsStr, OsString};

use clap::Args;
use laplace_games::blobwar::Move;
use laplace_judge::recording::{BlobwarEnded, BlobwarRecording, Recording};
use laplace_judge::replay::Replay;

use super::Start;
use super::game_file::{Selection, file_of};
use crate::export::Outputs;
use crate::failure::Failure;

pub(super) const EXAMPLES: &str = "\
Several files can be written at once; `-` is standard output. Step 0 is the start. \
In the page `?` lists the keys, and #piece=N in its address links to a step.

Examples: laplace blobwar export game.json --html game.html
          laplace blobwar export games.pgn --game 3 --html game.html
          laplace blobwar export 'x5o/7/7/7/7/7/o5x x 0 1' --moves b6,g1g3 --svg board.svg";

/// A game and the files to make of it.
#[derive(Debug, Args)]
pub(crate) struct Export {
    /// A replay, a PGN, or a position: startpos, a FEN, or the sheet's plateau or pions [default: the start of the variant]
    #[arg(value_name = "FILE|POSITION", conflicts_with_all = ["map", "fen"])]
    game: Option<OsString>,
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    start: Start,
    /// The moves from a position
    #[arg(long, value_name = "M,M,...", value_delimiter = ',', value_parser = played)]
    moves: Vec<Move>,
    #[command(flatten)]
    outputs: Outputs,
}

impl Export {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let file = self.game.as_deref().and_then(file_of);
        self.outputs.write(&self.recording()?, file.as_slice())
    }

    fn recording(&self) -> Result<Recording, Failure> {
        match (self.game.as_deref().and_then(file_of), &self.game) {
            (Some(place), _) => Ok(Recording::of_replay(&Replay::Blobwar(self.selection.read(&place)?))),
            (None, position) => {
                self.recording_of_position(position.as_deref().map(OsStr::to_string_lossy).as_deref())
            }
        }
    }

    fn recording_of_position(&self, fen: Option<&str>) -> Result<Recording, Failure> {
        self.selection.refuse()?;
        let game = BlobwarRecording::of_moves(self.start.position(fen)?, &self.moves);
        if let BlobwarEnded::Refused { number, why, .. } = game.ended() {
            return Err(Failure::Usage(format!("--moves: move {number} cannot be played: {why}")));
        }
        Ok(game.into())
    }
}

fn played(text: &str) -> Result<Move, String> {
    text.trim().parse().map_err(|_| "expected a move such as b6, g1g3 or 0000".into())
}
