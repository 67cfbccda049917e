//! `laplace blobwar view`

use clap::Args;
use laplace_games::blobwar::Variant;
use laplace_judge::recording::Recording;
use laplace_judge::replay::Replay;

use super::game_file::Selection;
use crate::failure::Failure;
use crate::files::FileArg;
use crate::view::{self, Pace};

pub(super) const HELP: &str = "\
On a terminal, `?` lists the keys; elsewhere every board is printed as text. \
`laplace replay blobwar` makes a replay of a list of moves.

Examples: laplace blobwar view game.json
          laplace blobwar view games.pgn --game 3";

/// Two moves a second: a game of two has few moves, and each is worth a look.
const MILLISECONDS: u32 = 500;

/// A game to show.
#[derive(Debug, Args)]
pub(crate) struct View {
    /// The game, a replay or a PGN
    file: FileArg,
    #[command(flatten)]
    selection: Selection,
}

impl View {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let game = Recording::of_replay(&Replay::Blobwar(self.selection.read(&self.file)?));
        let title = title(&game);
        let report = format!("ended: {}\n", game.ended());
        view::show(game, title, Pace::every(MILLISECONDS))?;
        FileArg::Stdio.write(report.as_bytes())
    }
}

fn title(game: &Recording) -> String {
    match game {
        Recording::Blobwar(game) => Variant::title(&game.position(0)),
        _ => String::new(),
    }
}
