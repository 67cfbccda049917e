//! A game as a page sends it, and all that a page may want to know of it.
//!
//! Pages know no rule: they are told the legal moves, from where each can be made and what it turns. A player
//! who can do nothing but pass does so here.

use laplace_games::blobwar::{Bitboard, Cell, Facts, Move, Outcome, Position, Reason, Side, StuckRule};
use laplace_solvers::blobwar::Question;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::error::{Answer, Error};

/// The most moves of a game that is talked about.
const MOST_MOVES: usize = 1_000;
/// No FEN is longer.
const LONGEST_START: usize = 200;

/// What a page sends.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The FEN of the start.
    pub start: String,
    /// `ends` or `passes`.
    pub rules: String,
    /// The moves, as UAI writes them.
    pub moves: Vec<String>,
    /// How strong the engine plays, 1 to 10.
    #[serde(default = "default_level")]
    pub level: u8,
    /// What the chance of the weak levels comes from.
    #[serde(default)]
    pub seed: u32,
    /// The page knows so many moves: only later ones are described.
    #[serde(default)]
    pub since: usize,
}

const fn default_level() -> u8 {
    5
}

/// A game that was played by the rules.
#[derive(Clone, Debug)]
pub struct Game {
    /// The positions: before the first move, and after each.
    positions: Vec<Position>,
    facts: Vec<Facts>,
}

impl Game {
    /// Plays what a page sent.
    pub fn read(asked: &Asked) -> Answer<Self> {
        if asked.start.len() > LONGEST_START {
            return Err(Error::Bad("start: too long for a FEN".into()));
        }
        if asked.moves.len() > MOST_MOVES {
            return Err(Error::Bad(format!("{} moves: expected at most {MOST_MOVES}", asked.moves.len())));
        }
        let rules = StuckRule::by_name(&asked.rules)
            .ok_or_else(|| Error::Bad("rules: expected ends or passes".into()))?;
        let start =
            Position::from_fen(&asked.start, rules).map_err(|error| Error::Bad(format!("start: {error}")))?;
        let mut game = Self { positions: vec![start], facts: Vec::new() };
        for (number, text) in (1..).zip(&asked.moves) {
            let bad = |why: &dyn std::fmt::Display| Error::Bad(format!("move {number}: {why}"));
            let played = text.parse().map_err(|error| bad(&error))?;
            game.play(played).map_err(|error| bad(&error))?;
        }
        game.pass_if_stuck();
        Ok(game)
    }

    fn play(&mut self, played: Move) -> Result<(), laplace_games::blobwar::IllegalMove> {
        let mut position = *self.now();
        let facts = position.play(played)?;
        self.positions.push(position);
        self.facts.push(facts);
        Ok(())
    }

    /// Plays a move, and the pass that follows if there is nothing else.
    pub fn go_on(&mut self, played: Move) -> Answer<()> {
        self.play(played).map_err(|error| Error::Inside(format!("the engine plays {played}: {error}")))?;
        self.pass_if_stuck();
        Ok(())
    }

    fn pass_if_stuck(&mut self) {
        if self.now().must_pass() {
            _ = self.play(Move::Pass);
        }
    }

    /// The position now.
    #[allow(clippy::expect_used, reason = "the start is always there")]
    pub fn now(&self) -> &Position {
        self.positions.last().expect("the start")
    }

    /// What the engine is asked about the position now.
    pub fn question(&self) -> Question {
        Question::new(self.positions.split_last().map_or(&[], |(_, before)| before), *self.now())
    }

    /// The same about the positions from a move on, so many of them.
    pub fn questions(&self, from: usize, count: usize) -> Vec<Question> {
        let of = |(ply, &position)| Question::new(self.positions.get(..ply).unwrap_or_default(), position);
        self.positions.iter().enumerate().skip(from).take(count).map(of).collect()
    }

    /// How many moves were played, passes among them.
    pub fn len(&self) -> usize {
        self.facts.len()
    }

    /// Whether nothing was played yet.
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }

    /// Everything that a page may want to know, with the moves from `since` on.
    pub fn view(&self, since: usize) -> Value {
        let now = self.now();
        let steps = self.facts.iter().zip(self.positions.iter().skip(1)).skip(since);
        let steps: Vec<_> = steps.map(|(facts, after)| step(facts, after)).collect();
        let legal = now.legal_moves();
        let choices = legal.iter().filter(|played| **played != Move::Pass);
        json!({
            "fen": now.to_string(),
            "width": now.size().width(),
            "first": self.positions.first().map(cells),
            "cells": cells(now),
            "turn": now.turn().letter(),
            "counts": counts(now),
            "count": self.len(),
            "steps": steps,
            "legal": choices.map(|played| choice(now, *played)).collect::<Vec<_>>(),
            "end": now.end().map(|end| json!({
                "winner": match end.outcome { Outcome::Win(side) => Some(side.letter()), Outcome::Draw => None },
                "reason": reason(end.reason),
            })),
        })
    }
}

/// The cells row by row from the top: `x`, `o`, `-` a hole, `.` empty.
pub fn cells(position: &Position) -> String {
    let (board, width) = (position.board(), position.size().width());
    let places = (0..width).rev().flat_map(|row| (0..width).filter_map(move |column| Cell::at(row, column)));
    let mark = |cell| match Side::BOTH.into_iter().find(|side| board.blobs(*side).contains(cell)) {
        Some(side) => side.letter(),
        None if board.holes().contains(cell) => '-',
        None => '.',
    };
    places.map(mark).collect()
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

/// A legal move: which blobs can make it, whether one of them leaves, and what it turns.
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

const fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::WipedOut => "wiped-out",
        Reason::NoMove => "no-move",
        Reason::NobodyCanMove => "nobody-can-move",
        Reason::TooLong => "too-long",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(start: &str, moves: &[&str]) -> Asked {
        Asked {
            start: start.into(),
            rules: "passes".into(),
            moves: moves.iter().map(|text| (*text).into()).collect(),
            level: 1,
            seed: 0,
            since: 0,
        }
    }

    #[test]
    fn a_page_is_told_what_can_be_played_and_what_it_does() {
        let game = Game::read(&asked("7/7/7/7/2o4/1x5/7 x 0 1", &[])).unwrap();
        let view = game.view(0);
        let legal = view["legal"].as_array().unwrap();
        assert_eq!(legal.len() as u32, game.now().count_legal_moves());
        let double = legal.iter().find(|choice| choice["move"] == "b3").unwrap();
        assert_eq!(double["from"], json!(["b2"]));
        assert_eq!(double["turned"], json!(["c3"]));
        let after = Game::read(&asked("7/7/7/7/2o4/1x5/7 x 0 1", &["b3"])).unwrap().view(0);
        assert_eq!(after["end"], json!({ "winner": "x", "reason": "wiped-out" }));
        assert_eq!(after["steps"][0]["cells"].as_str().unwrap().len(), 49);
    }

    #[test]
    fn who_can_only_pass_has_passed() {
        let free = Game::read(&asked("x6/ooooooo/ooooooo/7/7/7/7 x 0 1", &[])).unwrap();
        assert!(free.is_empty());
        let stuck = Game::read(&asked("xoooooo/ooooooo/ooooooo/7/7/7/7 x 0 1", &[])).unwrap();
        assert_eq!(stuck.view(0)["steps"][0]["move"], "0000");
        assert_eq!(stuck.view(0)["turn"], "o");
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_a_reason() {
        let why = |asked: &Asked| Game::read(asked).unwrap_err().to_string();
        assert!(why(&asked("x5o/7 x 0 1", &[])).starts_with("start: rows: found 2"));
        assert!(why(&asked("x5o/7/7/7/7/7/o5x x 0 1", &["b6", "b6"])).starts_with("move 2: b6 is not empty"));
        assert!(why(&asked("x5o/7/7/7/7/7/o5x x 0 1", &["hello"])).starts_with("move 1: found `hello`"));
        assert!(why(&asked("x5o/7/7/7/7/7/o5x x 0 1", &["b6"; 1001])).starts_with("1001 moves"));
    }
}
