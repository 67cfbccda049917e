//! Positions and games from other programs, and a position in all its forms.

use laplace_games::blobwar::format::{course, picture, sheet, uai};
use laplace_games::blobwar::sheet::array;
use laplace_games::blobwar::{Move, Position, RuleChoice, Side};
use laplace_games::text::Found;
use laplace_i18n::Language;
use laplace_judge::GameKind;
use laplace_judge::replay::{BlobwarReplay, Replay};
use laplace_matches::pgn::{is_pgn, read_games};
use serde_json::{Value, json};

use super::game::{GameFault, GameForm, read};
use crate::files::{self, FileFault};
use crate::{Answer, refused};

/// Reads a game or a position: a replay, a PGN (its first game), a line of UAI (`position fen ... moves ...`), or a position
/// in any form. Gives the start, the rule for a player that cannot move, and the moves.
pub fn import(text: &[u8], language: Language) -> Answer {
    let fault = |fault: FileFault| refused(language, &fault);
    if files::is_replay(text) {
        let take = |replay| match replay {
            Replay::Blobwar(replay) => Some(replay),
            Replay::Demon(_) | Replay::Well(_) => None,
        };
        return checked(&files::read_replay(text, GameKind::Blobwar, take, language)?, 1, language);
    }
    // A list of numbers begins with a bracket, too: a board of the sheet.
    let is_list = text.trim_ascii_start().get(1).is_some_and(|byte| byte.is_ascii_digit() || *byte == b'-');
    if is_pgn(text) && !is_list {
        let games = read_games(text).map_err(|error| fault(error.into()))?;
        let game = games.first().ok_or_else(|| fault(FileFault::NoGame))?;
        if let Some(first) = &game.fault {
            return Err(fault(first.error.clone().into()));
        }
        let players = game.players().map(|players| players.map(str::to_owned));
        let replay = BlobwarReplay { start: game.start, moves: game.moves.clone(), result: None, players };
        return checked(&replay, games.len(), language);
    }
    let words = String::from_utf8_lossy(text);
    let words = words.trim().strip_prefix("position").map_or(words.trim(), str::trim);
    let words = words.strip_prefix("fen").map_or(words, str::trim);
    let (start, moves) = words.split_once("moves").unwrap_or((words, ""));
    let start = Position::read(start.trim(), RuleChoice::default()).map_err(|error| {
        let first = words.lines().next().unwrap_or_default();
        match error {
            laplace_games::blobwar::format::PositionError::Form(_) => {
                fault(FileFault::NotABlobwarGame { found: Found::text(first.as_bytes()) })
            }
            error => refused(language, &error),
        }
    })?;
    let moves: Vec<Move> = (1..)
        .zip(moves.split_whitespace())
        .map(|(number, word)| uai::read(word).map_err(|error| GameFault::BadMove { number, error }))
        .collect::<Result<_, _>>()
        .map_err(|fault| refused(language, &fault))?;
    checked(&BlobwarReplay { start, moves, result: None, players: None }, 1, language)
}

/// The game for the page, if its moves can be played.
fn checked(game: &BlobwarReplay, games: usize, language: Language) -> Answer {
    let moves: Vec<String> = game.moves.iter().map(|played| played.to_string()).collect();
    let start = game.start.to_string();
    let rules = game.start.stuck_rule().name();
    let form = GameForm { moves, ..GameForm::new(start, Some(rules.to_owned())) };
    read(&form).map_err(|fault| refused(language, &fault))?;
    Ok(
        json!({ "start": form.start, "rules": rules, "moves": form.moves, "games": games, "players": game.players }),
    )
}

/// A position in every form: FEN, the course's, the sheet's array and two integers, and the numbered board; those of the
/// sheet are `null` where it has none (7 x 7, holes).
pub fn forms(form: &GameForm, language: Language) -> Answer {
    let game = read(form).map_err(|fault| refused(language, &fault))?;
    let position = game.position();
    let setup = position.setup();
    let count = |side| i64::from(position.board().blobs(side).len());
    let moves: Vec<String> = game.facts().map(|facts| facts.played.to_string()).collect();
    let uai = format!(
        "position fen {}{}{}",
        game.start(),
        if moves.is_empty() { "" } else { " moves " },
        moves.join(" ")
    );
    let coups = sheet::plateau(&setup).map(|plateau| {
        let colour = if position.turn() == Side::Blue { array::BLEU } else { array::ROUGE };
        array::coups(&plateau, colour).map(|(from, to)| json!([from, to])).collect::<Vec<Value>>()
    });
    Ok(json!({
        "fen": position.to_string(),
        "uai": uai,
        "course": course::write_state(&setup),
        "plateau": sheet::write_plateau(&setup),
        "pions": sheet::write_pions(&setup),
        "numbered": picture::write_numbered(position),
        "coups": coups,
        "value": count(Side::Blue) - count(Side::Red),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn imported(text: &str) -> Answer {
        import(text.as_bytes(), Language::English)
    }

    #[test]
    fn every_form_of_a_game_or_position_is_read() {
        let start = "x5o/7/7/7/7/7/o5x x 0 1";
        for (text, expected, moves) in [
            (start.to_owned(), start, 0),
            (format!("position fen {start} moves g2 a2"), start, 2),
            (format!("[Event \"x\"]\n[FEN \"{start}\"]\n\n1. g2 a2 *\n"), start, 2),
            (
                format!(
                    "{{\"laplace-replay\": 1, \"game\": \"blobwar\", \"start\": \"{start}\", \"rules\": \"passes\", \"moves\": [\"g2\"]}}"
                ),
                start,
                1,
            ),
            ("[567356589867008, 16777216] o".to_owned(), "8/1x6/2x5/1x6/o7/8/8/8 o 0 1", 0),
            ("position startpos".to_owned(), "x6o/8/8/8/8/8/8/o6x x 0 1", 0),
        ] {
            let game = imported(&text).unwrap();
            assert_eq!(game["start"], expected, "{text}");
            assert_eq!(game["moves"].as_array().unwrap().len(), moves, "{text}");
        }
    }

    #[test]
    fn what_is_refused_names_the_reason() {
        for (text, why) in [
            ("hello", "Found `hello`, expected a FEN"),
            ("x5o/7 x 0 1", "Rows: found 2"),
            ("position fen x5o/7/7/7/7/7/o5x x 0 1 moves g2 g2", "Move 2: g2 is not empty"),
            ("{\"laplace-replay\": 1, \"game\": \"well\"}", "The replay cannot be read: line 1"),
        ] {
            let message = imported(text).unwrap_err();
            assert!(message.starts_with(why), "{message}");
        }
    }
}
