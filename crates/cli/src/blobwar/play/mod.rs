//! `laplace blobwar play`
//!
//! ```text
//! table   the game, the players, what the engine is to think about     game, level
//! keys    what a key does: no terminal                                 screen, board, bar: how it looks
//! mind    what the engine says to a question                           thinker: the same on a thread
//! plain   lines of text in place of a terminal
//! ```

mod bar;
mod board;
mod game;
mod keys;
mod level;
mod mind;
mod opponent;
mod plain;
mod screen;
mod table;
#[cfg(test)]
mod tests;
mod thinker;

use std::io::{self, IsTerminal};
use std::time::Duration;

use clap::Args;
use keys::Player;
use laplace_games::blobwar::Side;
use level::Level;
use mind::{Mind, Strength};
pub(super) use opponent::Opponent;
use table::{Seat, Table};
use thinker::Thinker;

use super::Start;
use crate::failure::Failure;
use crate::files::Place;
use crate::stop::seconds;
use crate::view::{self, Flow, Happening, Palette, TerminalGuard};

/// How long the loop sleeps while nothing moves.
const IDLE: Duration = Duration::from_millis(500);
/// How long it sleeps while the engine may have something to say.
const BETWEEN_LOOKS: Duration = Duration::from_millis(33);

pub(super) fn help() -> String {
    format!(
        "\
On a terminal, `?` lists the keys. Elsewhere each line is a move or one of undo, hint, eval, new,
help, quit, and each position is printed. Who can only pass does so by itself.

{}

Examples: laplace blobwar play
          laplace blobwar play --map cross --blue engine --red human --level 10 --time 5
          laplace blobwar play 'x5o/7/7/7/7/7/o5x x 0 1' --red human --save game.json",
        level::HELP
    )
}

/// Who plays, from where, and how strong the engine is.
#[derive(Debug, Args)]
pub(crate) struct Play {
    /// The position [default: the start on 8 x 8]
    #[arg(conflicts_with = "map")]
    fen: Option<String>,
    #[command(flatten)]
    start: Start,
    /// Who plays x
    #[arg(long, value_enum, default_value = "human")]
    blue: Seat,
    /// Who plays o
    #[arg(long, value_enum, default_value = "engine")]
    red: Seat,
    /// The strength of the engine, 1 to 10
    #[arg(long, default_value = "5", value_parser = level)]
    level: Level,
    /// The most time of the engine for a move, a hint or an evaluation
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = seconds)]
    time: f64,
    /// The seed of the moves that levels 1 to 5 play by chance
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Where the game goes as a replay on quitting, `-` for standard output
    #[arg(long, value_name = "FILE")]
    save: Option<Place>,
}

impl Play {
    /// Plays, then says how it ended and saves it.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        self.check_place()?;
        let table = Table::new(self.start.position(self.fen.as_deref())?, [self.blue, self.red]);
        let table = self.play(table).map_err(|error| Failure::system(&Place::Standard, "play", error))?;
        self.save(&table)
    }

    /// A game that cannot be saved had better not begin.
    fn check_place(&self) -> Result<(), Failure> {
        let Some(place @ Place::File(path)) = &self.save else { return Ok(()) };
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let refused = |kind: io::ErrorKind| Err(Failure::system(place, "write", kind.into()));
        match folder {
            Some(folder) if !folder.is_dir() => refused(io::ErrorKind::NotFound),
            _ if path.is_dir() => refused(io::ErrorKind::IsADirectory),
            _ => Ok(()),
        }
    }

    fn play(&self, mut table: Table) -> io::Result<Table> {
        if is_interactive() {
            let mut player = Player::new(table);
            live(&mut player, self.strength())?;
            return Ok(player.into_table());
        }
        plain::run(&mut table, &mut Mind::new(self.strength()), io::stdin().lock(), io::stdout())?;
        Ok(table)
    }

    fn strength(&self) -> Strength {
        let time = Duration::try_from_secs_f64(self.time).unwrap_or(Duration::MAX);
        Strength { level: self.level, time, seed: self.seed }
    }

    fn save(&self, table: &Table) -> Result<(), Failure> {
        if is_interactive() {
            let unfinished = || format!("unfinished after {} moves", table.game().len());
            let result = table.result().unwrap_or_else(unfinished);
            Place::Standard.write(format!("{result}\n").as_bytes())?;
        }
        let Some(place) = &self.save else { return Ok(()) };
        let players = Side::BOTH.map(|side| name(table.seat(side), self.level));
        place.write(laplace_judge::replay::write(&table.game().replay(players)).as_bytes())
    }
}

/// Whether there is somebody at a keyboard in front of a screen.
fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal() && !view::is_dumb()
}

/// What a player is called.
fn name(seat: Seat, level: Level) -> String {
    match seat {
        Seat::Human => "human".into(),
        Seat::Engine => format!("engine, level {}", level.number()),
    }
}

fn level(text: &str) -> Result<Level, String> {
    text.parse().ok().and_then(Level::new).ok_or_else(|| "expected a level from 1 to 10".into())
}

/// The loop on a terminal.
fn live(player: &mut Player, strength: Strength) -> io::Result<()> {
    let palette = Palette::of_environment();
    let mut thinker = Thinker::start(strength);
    let mut guard = TerminalGuard::enter()?;
    loop {
        while let Some((wanted, news)) = thinker.news() {
            player.table_mut().hear(&wanted, news);
        }
        thinker.check()?;
        thinker.turn_to(player.table().wanted());
        guard.terminal().draw(|frame| screen::draw(frame, player, strength.level, palette))?;
        let patience = if thinker.is_busy() { BETWEEN_LOOKS } else { IDLE };
        if let Some(Happening::Key(key)) = view::wait(patience)?
            && player.press(key) == Flow::Quit
        {
            return Ok(());
        }
    }
}
