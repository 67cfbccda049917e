//! `laplace blobwar view`

use clap::Args;
use laplace_judge::recording::Recording;

use crate::failure::Failure;
use crate::files::Place;
use crate::replay;
use crate::view::{self, Pace};

pub(super) const HELP: &str = "\
On a terminal, `?` lists the keys; elsewhere every board is printed as text.
`laplace replay blobwar` makes a replay of a list of moves.

Example: laplace blobwar view game.json";

/// Two moves a second: a game of two has few moves, and each is worth a look.
const MILLISECONDS: u32 = 500;

/// A game to show.
#[derive(Debug, Args)]
pub(crate) struct View {
    /// The game, a replay document
    replay: Place,
}

impl View {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let text = self.replay.read()?;
        let replay = replay::read(&self.replay, &text)?;
        replay::expect(&self.replay, &replay, "blobwar")?;
        let recording = Recording::of_replay(&replay);
        let ended = recording.ended().to_owned();
        view::show(recording, title(&replay), Pace::every(MILLISECONDS))?;
        Place::Standard.write(format!("ended: {ended}\n").as_bytes())
    }
}

fn title(replay: &laplace_judge::replay::Replay) -> String {
    match replay {
        laplace_judge::replay::Replay::Blobwar(game) => {
            let (width, rule) = (game.start.size().width(), game.start.stuck_rule().name());
            format!("Blobwar, {width} x {width}, a stuck player {rule}")
        }
        _ => String::new(),
    }
}
