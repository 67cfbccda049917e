//! `laplace blobwar play`
//!
//! ```text
//! session   the game, its players, the request to the engine, its reply     no keys, no screen, no thread
//! keys      what a key does                                               no terminal
//! terminal  the loop: keys, screen, the engine in the background            screen, board, bar: what is drawn
//! plain     lines of text in place of a terminal
//! ```

mod bar;
mod board;
mod keys;
mod plain;
mod screen;
mod session;
mod terminal;
#[cfg(test)]
mod tests;

use std::ffi::{OsStr, OsString};
use std::io::{self, BufReader, IsTerminal};
use std::time::Duration;

use clap::Args;
use keys::Keyboard;
use laplace_manual::one_of;
use laplace_matches::builtin::Level;
use laplace_matches::interactive::Engines;
use laplace_solvers::blobwar::Settings;
use session::{HumanOrEngine, Session, Strength};

use super::game_file::{Selection, file_of};
use super::{LEVELS, Start};
use crate::failure::Failure;
use crate::files::FileArg;
use crate::stdin::InterruptibleStdin;
use crate::stop::{Signal, seconds};
use crate::view;

pub(super) const HELP: &str = "\
Blue is x and begins, red is o. A move is b6 (doubles to b6), g1g3 (jumps), or two cells numbered as on the exercise \
sheet: 49 42. On a terminal, `?` lists the keys. Elsewhere each line is a move or one of undo, hint, eval, new, help, quit, \
and each position is printed. Forced passes are played automatically. A hundred moves in a row without a doubling are a draw.

Levels:   1 to 3   look one or two moves ahead; 60, 40, 20 moves in a hundred are by chance
          4 and 5  look two and three moves ahead; 10 and 5 in a hundred by chance
          6 to 9   look 4, 5, 6 and 8 moves ahead
          10       full strength: as deep as --time allows

Examples: laplace blobwar play
          laplace blobwar play --map cross --blue engine --red human --level 10 --time 5
          laplace blobwar play 'x5o/7/7/7/7/7/o5x x 0 1' --red human --save game.json
          laplace blobwar play game.json --save game.json
          laplace blobwar play games.pgn --game 3";

/// The players, the start, and the strength of the engine.
#[derive(Debug, Args)]
pub(crate) struct Play {
    /// The position: startpos, a FEN, or the sheet's plateau or pions; or a game to continue: a replay or a PGN [default: the start of the variant]
    #[arg(value_name = "POSITION|FILE", conflicts_with_all = ["map", "fen"])]
    position: Option<OsString>,
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    start: Start,
    /// The player of blue, x
    #[arg(long, value_enum, default_value = "human")]
    blue: HumanOrEngine,
    /// The player of red, o
    #[arg(long, value_enum, default_value = "engine")]
    red: HumanOrEngine,
    /// The strength of the engine, 1 to 10
    #[arg(long, default_value = "5", value_parser = one_of::<Level>(LEVELS), hide_possible_values = true)]
    level: Level,
    /// Time limit of the engine for a move, a hint or an evaluation
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = seconds)]
    time: f64,
    /// The seed of the moves that levels 1 to 5 play by chance
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Where the game goes as a replay on quitting, `-` for standard output
    #[arg(long, value_name = "FILE")]
    save: Option<FileArg>,
    /// Replace the file of --save, also if it is not the game that is continued
    #[arg(long, requires = "save")]
    force: bool,
}

impl Play {
    /// Plays, then prints the result and saves the game.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        self.check_place()?;
        let session = self.session()?;
        let (session, played) = play(session);
        // Whatever ended the game, also a terminal that is gone: it is saved first.
        self.save(&session)?;
        match played.map_err(|error| Failure::system(&FileArg::Stdio, "play", error))? {
            Some(signal) => Err(Failure::Signal(signal)),
            None => Self::print_result(&session),
        }
    }

    /// A new game, or one that is continued after its last move.
    fn session(&self) -> Result<Session, Failure> {
        let players = [self.blue, self.red];
        let Some(place) = self.position.as_deref().and_then(file_of) else {
            self.selection.refuse()?;
            let text = self.position.as_deref().map(OsStr::to_string_lossy);
            let start = self.start.position(text.as_deref())?;
            return Ok(Session::new(start, players, self.strength()));
        };
        let game = self.selection.read(&place)?;
        Session::after(game.start, &game.moves, players, self.strength())
            .map_err(|error| Failure::text(&place, error))
    }

    /// Fails if the game could not be saved at its end, or would replace anything but the game that it continues.
    fn check_place(&self) -> Result<(), Failure> {
        let Some(place) = &self.save else { return Ok(()) };
        if *place == FileArg::Stdio {
            return Err(Failure::Usage("--save -: standard output shows the boards; give a file".into()));
        }
        place.check_writable()?;
        let continued = self.position.as_deref().and_then(file_of);
        let is_continued = continued.is_some_and(|file| file.is_same_file(place));
        if self.force || is_continued || !place.has_content() {
            return Ok(());
        }
        Err(Failure::Usage(format!(
            "{place}: there is a file already: continue its game with `laplace blobwar play {place} --save {place}`, \
             give another name, or --force"
        )))
    }

    fn strength(&self) -> Strength {
        let time = Duration::try_from_secs_f64(self.time).unwrap_or(Duration::MAX);
        Strength { level: self.level, time, seed: self.seed }
    }

    fn save(&self, session: &Session) -> Result<(), Failure> {
        let Some(place) = &self.save else { return Ok(()) };
        // A game that was begun and not played takes nothing from the one in the file.
        if session.game().is_empty() && place.has_content() && !self.force {
            return Ok(());
        }
        place.write(laplace_judge::replay::write(&session.replay()).as_bytes())
    }

    fn print_result(session: &Session) -> Result<(), Failure> {
        if !is_interactive() {
            return Ok(());
        }
        let unfinished = || format!("unfinished after {} moves", session.game().len());
        let result = session.result().unwrap_or_else(unfinished);
        FileArg::Stdio.write(format!("{result}\n").as_bytes())
    }
}

/// Whether input and output are a terminal that can be drawn on.
fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal() && !view::is_dumb()
}

/// Plays until a person quits, the input ends or a signal arrives; the game is there whatever happens.
fn play(mut session: Session) -> (Session, io::Result<Option<Signal>>) {
    if is_interactive() {
        let mut keyboard = Keyboard::new(session);
        let played = terminal::run(&mut keyboard);
        return (keyboard.into_session(), played);
    }
    let mut engines = Engines::new(Settings::default().megabytes);
    let lines = BufReader::new(InterruptibleStdin::new());
    let played = plain::run(&mut session, &mut engines, lines, io::stdout());
    (session, played.map(|()| Signal::received()))
}
