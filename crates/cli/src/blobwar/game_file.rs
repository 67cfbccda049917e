//! Games in files: a replay, such as `play --save` writes, or a PGN, such as `match --pgn` writes.

use std::ffi::OsStr;

use clap::Args;
use laplace_games::text::Found;
use laplace_judge::GameKind;
use laplace_judge::replay::{BlobwarReplay, BlobwarResult, Replay};
use laplace_matches::pgn::{PgnGame, is_pgn, read_games};

use crate::failure::Failure;
use crate::files::FileArg;
use crate::replay::{is_replay, read_kind};

/// Which game of a PGN.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct Selection {
    /// Which game of a PGN that has several, from 1 [default: 1]
    #[arg(long = "game", alias = "game-number", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) number: Option<u32>,
}

impl Selection {
    /// Reads a game. Its moves can all be played if it comes from a PGN.
    #[allow(clippy::print_stderr, reason = "messages go to standard error")]
    pub(crate) fn read(self, place: &FileArg) -> Result<BlobwarReplay, Failure> {
        let text = place.read()?;
        if !is_pgn(&text) {
            self.check_count(place, 1)?;
            return match read_kind(place, &text, GameKind::Blobwar)
                .map_err(|error| expected(place, &text, error))?
            {
                Replay::Blobwar(replay) => Ok(replay),
                _ => Err(Failure::text(place, "expected a game of Blobwar")),
            };
        }
        let games = read_games(&text).map_err(|error| Failure::text(place, error))?;
        self.check_count(place, games.len())?;
        if self.number.is_none() && games.len() > 1 {
            eprintln!("{place}: game 1 of {}; --game N takes another", games.len());
        }
        let number = self.number.unwrap_or(1) as usize;
        let game = games.get(number - 1).ok_or_else(|| Failure::text(place, "found no game"))?;
        match &game.fault {
            Some(fault) => Err(Failure::text(place, fault)),
            None => Ok(replay_of(game)),
        }
    }

    /// Fails if a game was chosen though there is no file.
    pub(crate) fn refuse(self) -> Result<(), Failure> {
        match self.number {
            Some(number) => {
                Err(Failure::Usage(format!("--game {number}: found no file with games, expected a PGN")))
            }
            None => Ok(()),
        }
    }

    /// Fails if a file of this number of games does not have the wanted one.
    pub(crate) fn check_count(self, place: &FileArg, count: usize) -> Result<(), Failure> {
        match self.number {
            Some(number) if number as usize > count => {
                let games = if count == 1 { "1 game" } else { &format!("{count} games") };
                Err(Failure::Usage(format!("--game {number}: {place} has {games}")))
            }
            _ => Ok(()),
        }
    }
}

/// The error for a text that is neither a replay nor a PGN.
fn expected(place: &FileArg, text: &[u8], error: Failure) -> Failure {
    if is_replay(text) {
        return error;
    }
    let first = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let found = match text.trim_ascii() {
        b"" => "an empty file".to_owned(),
        _ => Found::text(first.trim_ascii()).to_string(),
    };
    Failure::text(
        place,
        format_args!("line 1: found {found}, expected a replay (`{{`) or a PGN (`[Event ...]`)"),
    )
}

/// A game of a PGN as a replay. A move that cannot be played is its last one.
pub(crate) fn replay_of(game: &PgnGame) -> BlobwarReplay {
    let mut moves = game.moves.clone();
    moves.extend(game.fault.iter().map(|fault| fault.played));
    // A game that the rules did not end was forfeited or broken off: nothing follows from its moves. A result that is
    // missing, or `*`, is not a claim either.
    let is_over = game.last().end().is_some();
    let result = game.result.filter(|_| is_over).map(BlobwarResult::Over);
    let players = game.players().map(|players| players.map(str::to_owned));
    BlobwarReplay { start: game.start, moves, result, players }
}

/// The file that an argument names, if it can only be meant as one and not as a position.
pub(super) fn file_of(argument: &OsStr) -> Option<FileArg> {
    // A position has blanks or brackets in it; a file whose name has some can be given as ./name.
    let text = argument.to_string_lossy();
    let is_file = text != "startpos" && (!text.contains([' ', '[']) || text.starts_with(['.', '/']));
    is_file.then(|| FileArg::from(argument.to_owned()))
}
