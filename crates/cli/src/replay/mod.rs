//! `laplace replay ...`: the document that holds a game of any kind; also what `view` and `export` read.

mod make;
mod verify;

use clap::Subcommand;
use laplace_judge::GameKind;
use laplace_judge::replay::Replay;

use crate::failure::Failure;
use crate::files::FileArg;

/// The second word.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Plays a replay or the games of a PGN by the rules: right, or where a move or a claim is wrong
    #[command(after_help = verify::HELP)]
    Verify(verify::Verify),
    /// Makes a replay of a move file of the demon
    #[command(after_help = "Example: laplace replay demon inputs/q4-input-73 -o game.json")]
    Demon(make::Demon),
    /// Makes a replay of an input and an answer of the well
    #[command(after_help = "Example: laplace replay well Tetris.in Tetris.out -o game.json")]
    Well(make::Well),
    /// Makes a replay of a list of moves of Blobwar, or of a game of a PGN
    #[command(after_help = "Examples: laplace replay blobwar b7 a2 --map cross -o game.json
          laplace replay blobwar --pgn games.pgn --game 3 -o game.json")]
    Blobwar(make::Blobwar),
}

pub(crate) fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Verify(args) => args.run(),
        Command::Demon(args) => args.run(),
        Command::Well(args) => args.run(),
        Command::Blobwar(args) => args.run(),
    }
}

/// Reads a replay of any game.
pub(crate) fn read(place: &FileArg, text: &[u8]) -> Result<Replay, Failure> {
    laplace_judge::replay::read(text).map_err(|error| Failure::text(place, error))
}

/// Reads a replay of the game `expected`; a replay of another game is an error.
pub(crate) fn read_kind(place: &FileArg, text: &[u8], expected: GameKind) -> Result<Replay, Failure> {
    let replay = read(place, text)?;
    if replay.kind() != expected {
        let found = replay.kind().name();
        let expected = expected.name();
        return Err(Failure::text(
            place,
            format_args!("found a game of {found}, expected one of {expected}"),
        ));
    }
    Ok(replay)
}

/// Whether a text can only be a replay: no other text of any game begins with a brace.
pub(crate) fn is_replay(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    text.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{')
}
