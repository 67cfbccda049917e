//! A game as the page sends it, and as the page shows it.
//!
//! The page's script knows no rule: it receives the legal moves, the blobs that can make each of them, and the cells
//! that each of them turns. A player that can do nothing but pass passes here.

use std::str::FromStr;

use laplace_games::ValueError;
use laplace_games::blobwar::format::{PositionError, TextError};
use laplace_games::blobwar::{
    Bitboard, Cell, Facts, IllegalMove, Move, Outcome, Position, Reason, RuleChoice, Side, Variant,
};
use laplace_games::text::Found;
use laplace_i18n::texts;
use laplace_matches::interactive::InteractiveGame;
use serde::Deserialize;
use serde_json::{Value, json};

/// The maximum number of moves of a game.
pub const MAX_MOVES: usize = 1_000;
/// The maximum length of a position in bytes.
const MAX_POSITION: usize = 400;

/// Why a game cannot be read, or one of its moves cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the English text says what each is")]
pub enum GameFault {
    StartTooLong,
    TooManyMoves { found: usize, max: usize },
    BadStart { error: PositionError },
    BadVariant { found: Found },
    BadRules { found: Found },
    BadMove { number: usize, error: TextError },
    IllegalMove { number: usize, error: IllegalMove },
    NoBlobs,
    BadLevel,
}

texts! { GameFault, GAME_FAULTS {
    StartTooLong: "start: too long for a position", "départ : trop long pour une position";
    TooManyMoves { found, max }: "{found} moves: expected at most {max}",
        "{found} coups : il en faut au plus {max}";
    BadStart { error }: "start: {error}", "départ : {error}";
    BadVariant { found }: "variant: found {found}, expected sheet, course or ataxx",
        "variante : {found} au lieu de sheet, course ou ataxx";
    BadRules { found }: "rules: found {found}, expected ends or passes",
        "règle : {found} au lieu de ends ou passes";
    BadMove { number, error }: "move {number}: {error}", "coup {number} : {error}";
    IllegalMove { number, error }: "move {number}: {error}", "coup {number} : {error}";
    NoBlobs: "start: found no blob", "départ : il n’y a aucun blob";
    BadLevel: "level: expected a number from 1 to 10", "niveau : il faut un nombre de 1 à 10";
} }

/// The game that the page sends.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameForm {
    /// The start: a FEN, or another form that [`Position::read`] takes.
    pub start: String,
    /// `sheet`, `course` or `ataxx`; by the board if it is missing.
    #[serde(default)]
    pub variant: Option<String>,
    /// `ends` or `passes`; by the variant if it is missing.
    #[serde(default)]
    pub rules: Option<String>,
    /// The moves as UAI writes them, passes included.
    pub moves: Vec<String>,
    /// The level of the engine, 1 to 10.
    #[serde(default = "default_level")]
    pub level: u8,
    /// The seed of the random moves of low levels.
    #[serde(default)]
    pub seed: u32,
    /// The number of moves that the page knows: only later ones are described.
    #[serde(default)]
    pub since: usize,
}

const fn default_level() -> u8 {
    5
}

impl GameForm {
    /// A game without moves.
    pub fn new(start: String, rules: Option<String>) -> Self {
        Self { start, variant: None, rules, moves: Vec::new(), level: default_level(), seed: 0, since: 0 }
    }
}

/// Plays the moves that the page sent.
pub fn read(form: &GameForm) -> Result<InteractiveGame, GameFault> {
    if form.start.len() > MAX_POSITION {
        return Err(GameFault::StartTooLong);
    }
    if form.moves.len() > MAX_MOVES {
        return Err(GameFault::TooManyMoves { found: form.moves.len(), max: MAX_MOVES });
    }
    let choice = RuleChoice {
        variant: named(form.variant.as_deref(), |found| GameFault::BadVariant { found })?,
        stuck: named(form.rules.as_deref(), |found| GameFault::BadRules { found })?,
    };
    let start = Position::read(&form.start, choice).map_err(|error| GameFault::BadStart { error })?;
    if start.board().blobs(Side::Blue).is_empty() && start.board().blobs(Side::Red).is_empty() {
        return Err(GameFault::NoBlobs);
    }
    let mut game = InteractiveGame::new(start);
    for (number, text) in (1..).zip(&form.moves) {
        let played = text.parse().map_err(|error| GameFault::BadMove { number, error })?;
        game.play(played).map_err(|error| GameFault::IllegalMove { number, error })?;
    }
    game.pass_if_stuck();
    Ok(game)
}

/// Reads a value by its name, if there is one.
fn named<T: FromStr<Err = ValueError>>(
    name: Option<&str>,
    refused: impl FnOnce(Found) -> GameFault,
) -> Result<Option<T>, GameFault> {
    let read = name.map(str::parse).transpose();
    read.map_err(|error: ValueError| refused(error.found))
}

/// The position for the page, with the moves from `since` on.
pub fn view(game: &InteractiveGame, since: usize) -> Value {
    let now = game.position();
    let steps = game.facts().zip(game.positions().skip(1)).skip(since);
    let steps: Vec<_> = steps.map(|(facts, after)| step(facts, after)).collect();
    let legal = now.legal_moves();
    let choices = legal.iter().filter(|played| **played != Move::Pass);
    json!({
        "start": game.start().to_string(),
        "fen": now.to_string(),
        "width": now.size().width(),
        "first": cells(game.start()),
        "cells": cells(now),
        "rules": now.stuck_rule().name(),
        "variant": Variant::of(now).map(Variant::name),
        "turn": now.turn().letter(),
        "counts": counts(now),
        "count": game.len(),
        "steps": steps,
        "legal": choices.map(|played| choice(now, *played)).collect::<Vec<_>>(),
        "end": now.end().map(|end| json!({
            "winner": match end.outcome { Outcome::Win(side) => Some(side.letter()), Outcome::Draw => None },
            "reason": reason_key(end.reason),
        })),
    })
}

/// The cells row by row from the top: `x`, `o`, `-` a hole, `.` empty.
pub fn cells(position: &Position) -> String {
    let board = position.board();
    let width = position.size().width();
    let cells = (0..width).rev().flat_map(|row| (0..width).filter_map(move |column| Cell::at(row, column)));
    let mark = |cell| match Side::BOTH.into_iter().find(|side| board.blobs(*side).contains(cell)) {
        Some(side) => side.letter(),
        None if board.holes().contains(cell) => '-',
        None => '.',
    };
    cells.map(mark).collect()
}

fn counts(position: &Position) -> Value {
    let count = |side| position.board().blobs(side).len();
    json!({ "x": count(Side::Blue), "o": count(Side::Red) })
}

fn names(cells: Bitboard) -> Vec<String> {
    cells.into_iter().map(|cell| cell.to_string()).collect()
}

fn step(facts: &Facts, after: &Position) -> Value {
    let from = match facts.played {
        Move::Jump { from, .. } => Some(from.to_string()),
        Move::Double(_) | Move::Pass => None,
    };
    json!({
        "move": facts.played.to_string(),
        "side": facts.side.letter(),
        "from": from,
        "to": facts.played.to().map(|to| to.to_string()),
        "turned": names(facts.turned),
        "cells": cells(after),
        "counts": counts(after),
    })
}

/// A legal move: the blobs that can make it, whether the blob leaves its cell, and the cells that it turns.
fn choice(position: &Position, played: Move) -> Value {
    let mut after = *position;
    let facts = after.play_unchecked(played);
    let own = position.board().blobs(facts.side);
    let from = match played {
        Move::Double(to) => names(to.neighbours() & own),
        Move::Jump { from, .. } => vec![from.to_string()],
        Move::Pass => Vec::new(),
    };
    json!({
        "move": played.to_string(),
        "jump": matches!(played, Move::Jump { .. }),
        "from": from,
        "to": played.to().map(|to| to.to_string()),
        "turned": names(facts.turned),
    })
}

/// The name of a reason in the texts of the page, with dashes.
const fn reason_key(reason: Reason) -> &'static str {
    match reason {
        Reason::WipedOut => "wiped-out",
        Reason::NoMove => "no-move",
        Reason::NobodyCanMove => "nobody-can-move",
        Reason::TooLong => "too-long",
    }
}

#[cfg(test)]
mod tests {
    use laplace_i18n::typography::check_pairs;
    use laplace_i18n::{Language, Localized};

    use super::*;

    #[test]
    fn every_fault_has_a_text_in_both_languages() {
        check_pairs(GAME_FAULTS);
    }

    fn form(start: &str, moves: &[&str]) -> GameForm {
        GameForm {
            start: start.into(),
            variant: None,
            rules: Some("passes".into()),
            moves: moves.iter().map(|text| (*text).into()).collect(),
            level: 1,
            seed: 0,
            since: 0,
        }
    }

    #[test]
    fn the_view_lists_the_legal_moves_and_what_they_turn() {
        let game = read(&form("7/7/7/7/2o4/1x5/7 x 0 1", &[])).unwrap();
        let view = view(&game, 0);
        let legal = view["legal"].as_array().unwrap();
        assert_eq!(legal.len() as u32, game.position().count_legal_moves());
        let double = legal.iter().find(|choice| choice["move"] == "b3").unwrap();
        assert_eq!(double["from"], json!(["b2"]));
        assert_eq!(double["turned"], json!(["c3"]));
        let after = super::view(&read(&form("7/7/7/7/2o4/1x5/7 x 0 1", &["b3"])).unwrap(), 0);
        assert_eq!(after["end"], json!({ "winner": "x", "reason": "wiped-out" }));
        assert_eq!(after["steps"][0]["cells"].as_str().unwrap().len(), 49);
    }

    #[test]
    fn a_player_that_can_only_pass_has_passed() {
        let free = read(&form("x6/ooooooo/ooooooo/7/7/7/7 x 0 1", &[])).unwrap();
        assert!(free.is_empty());
        let stuck = read(&form("xoooooo/ooooooo/ooooooo/7/7/7/7 x 0 1", &[])).unwrap();
        let view = view(&stuck, 0);
        assert_eq!((&view["steps"][0]["move"], &view["turn"]), (&json!("0000"), &json!("o")));
    }

    #[test]
    fn an_invalid_game_is_refused_with_a_reason() {
        let why = |form: &GameForm| read(form).unwrap_err().text(Language::English).to_string();
        assert!(why(&form("x5o/7 x 0 1", &[])).starts_with("start: rows: found 2"));
        assert!(why(&form("8/8/8/8/8/8/8/8 x 0 1", &[])).starts_with("start: found no blob"));
        assert!(why(&form("x5o/7/7/7/7/7/o5x x 0 1", &["b6", "b6"])).starts_with("move 2: b6 is not empty"));
        assert!(why(&form("x5o/7/7/7/7/7/o5x x 0 1", &["hello"])).starts_with("move 1: found `hello`"));
        assert!(why(&form("x5o/7/7/7/7/7/o5x x 0 1", &["b6"; 1001])).starts_with("1001 moves"));
    }
}
