//! `laplace replay demon`, `well` and `blobwar`: make a replay of a contest's own files or of a list of moves.

use clap::Args;
use laplace_games::blobwar::Move;
use laplace_games::well::Depth;
use laplace_judge::recording::{BlobwarEnded, BlobwarRecording, Recording};
use laplace_judge::replay::{BlobwarReplay, Replay, write};

use crate::blobwar::Start;
use crate::blobwar::game_file::Selection;
use crate::failure::Failure;
use crate::files::FileArg;

/// A game of the demon.
#[derive(Debug, Args)]
pub(crate) struct Demon {
    /// The moves: question 4's input or question 5's output
    moves: FileArg,
    /// Where the replay goes, `-` for standard output
    #[arg(short, long, default_value = "-")]
    output: FileArg,
}

impl Demon {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let game =
            Recording::of_demon(&self.moves.read()?).map_err(|error| Failure::text(&self.moves, error))?;
        self.output.write(write(&Replay::from(&game)).as_bytes())
    }
}

/// A game of the well.
#[derive(Debug, Args)]
pub(crate) struct Well {
    /// The input: N, then N figures
    input: FileArg,
    /// The answer: pairs `rotation column`
    answer: FileArg,
    /// The depth of the well, 1 to 20
    #[arg(long, default_value = "20", value_parser = crate::well::depth)]
    rows: Depth,
    /// Where the replay goes, `-` for standard output
    #[arg(short, long, default_value = "-")]
    output: FileArg,
}

impl Well {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let game = Recording::of_well(&self.input.read()?, &self.answer.read()?, self.rows)
            .map_err(|error| Failure::text(&self.input, error))?;
        self.output.write(write(&Replay::from(&game)).as_bytes())
    }
}

/// A game of Blobwar or Ataxx.
#[derive(Debug, Args)]
pub(crate) struct Blobwar {
    /// The moves, both players' in turn: b6 doubles, g1g3 jumps, 0000 passes
    #[arg(value_parser = a_move)]
    moves: Vec<Move>,
    /// A game of a PGN, in place of moves
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "fen", "map"])]
    pgn: Option<FileArg>,
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    start: Start,
    /// The names of the players of x and o
    #[arg(long, num_args = 2, value_names = ["X", "O"])]
    players: Option<Vec<String>>,
    /// Where the replay goes, `-` for standard output
    #[arg(short, long, default_value = "-")]
    output: FileArg,
}

impl Blobwar {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let given = match &self.pgn {
            Some(place) => self.selection.read(place)?,
            None => {
                self.selection.refuse()?;
                let moves = self.moves.clone();
                BlobwarReplay { start: self.start.position(None)?, moves, result: None, players: None }
            }
        };
        let game = BlobwarRecording::of_replay(&given);
        if let BlobwarEnded::Refused { number, played, why } = game.ended() {
            return Err(Failure::Usage(format!("move {number}, {played}: {why}")));
        }
        let named = self.players.clone().and_then(|names| <[String; 2]>::try_from(names).ok());
        let players = named.or(given.players);
        let replay = BlobwarReplay { players, ..BlobwarReplay::from(&game) };
        let text = write(&Replay::Blobwar(replay));
        // The reader restricts the players' names; a document that it refuses is not written.
        laplace_judge::replay::read(text.as_bytes()).map_err(|error| Failure::Usage(error.to_string()))?;
        self.output.write(text.as_bytes())
    }
}

fn a_move(text: &str) -> Result<Move, String> {
    text.parse().map_err(|error: laplace_games::blobwar::format::TextError| error.to_string())
}
