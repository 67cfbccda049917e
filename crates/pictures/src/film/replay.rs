//! Replay documents of any game.

use laplace_games::text::SyntaxError;
use laplace_judge::replay::{BlobwarReplay, Replay, to_demon, to_well};

use super::{Film, blobwar, demon, well};

/// The film of a replay, up to the first move that cannot be played. The error is that of the game's own
/// texts, which a replay that was read does not have.
///
/// ```
/// let text = br#"{"laplace-replay": 1, "game": "blobwar", "start": "x5o/7/7/7/7/7/o5x x 0 1",
///     "rules": "passes", "players": ["Ada", "Bob"], "moves": ["b6", "g1g3"]}"#;
/// let film = laplace_pictures::film::replay(&laplace_judge::replay::read(text).unwrap()).unwrap();
/// assert_eq!(film.title, "Ada (x) against Bob (o)");
/// ```
pub fn replay(replay: &Replay) -> Result<Film, SyntaxError> {
    match replay {
        Replay::Demon(game) => demon(to_demon(game).as_bytes()),
        Replay::Well(game) => {
            let (input, output) = to_well(game);
            well(input.as_bytes(), output.as_bytes(), game.depth)
        }
        Replay::Blobwar(game) => Ok(of_blobwar(game)),
    }
}

fn of_blobwar(game: &BlobwarReplay) -> Film {
    let film = blobwar(game.start, &game.moves);
    match &game.players {
        Some([x, o]) => film.titled(format!("{x} (x) against {o} (o)")),
        None => film,
    }
}
