//! The sheet's questions as texts: arguments in, the answer out, both written as Python writes them.
//!
//! A board is one argument, in any form that [`Position::read`] takes, or `empty`. Each question calls the function of
//! [`array`] or [`integers`] that answers it; what those functions take for granted is checked here.

#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::fmt;
use std::ops::RangeInclusive;

use super::array::{self, Plateau};
use super::integers::{self, Pions, VOISINS};
use crate::blobwar::cell::Cell;
use crate::blobwar::format::PositionError;
use crate::blobwar::format::sheet::{pions, write_list};
use crate::blobwar::state::Position;
use crate::blobwar::variant::{RuleChoice, Variant};
use crate::number::named;
use crate::text::Found;

/// A numbered question of the sheet.
///
/// ```
/// use laplace_games::blobwar::sheet::Question;
/// let question: Question = "3.5".parse().unwrap();
/// assert_eq!(question.answer(["0"]), Ok("770".into()));
/// let error = question.answer(["64"]).unwrap_err();
/// assert_eq!(error.to_string(), "CELL: found `64`, expected a number from 0 to 63");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Question {
    number: &'static str,
    arguments: &'static str,
    summary: &'static str,
    answer: fn(&mut Arguments<'_>) -> Result<String, QuestionError>,
}

impl Question {
    /// All questions, in the sheet's order.
    pub const ALL: [Self; 12] = [
        question("2.1", "PLATEAU LINE COLUMN [COLOUR]", "put a blob on a line and a column", |given| {
            let mut plateau = given.plateau()?;
            let line = given.number("LINE", LINES)?;
            let column = given.number("COLUMN", LINES)?;
            let colour = given.optional_colour()?;
            array::poser(&mut plateau, line, column, colour);
            Ok(write_list(plateau))
        }),
        question("2.2", "PLATEAU", "the value: blue blobs minus red blobs", |given| {
            Ok(array::valeur(&given.plateau()?).to_string())
        }),
        question("2.3", "PLATEAU COLOUR", "the cells of a colour (blobs)", |given| {
            let plateau = given.plateau()?;
            Ok(write_list(array::blobs(&plateau, given.colour()?)))
        }),
        question("2.4", "CELL DISTANCE", "the cells around a cell, up to a distance", |given| {
            let cell = given.cell("CELL")?;
            Ok(write_list(array::voisins(cell, given.number("DISTANCE", LINES)?)))
        }),
        question("2.5", "PLATEAU COLOUR", "all moves of a player, (from, to)", |given| {
            let plateau = given.plateau()?;
            let moves = array::coups(&plateau, given.colour()?);
            Ok(write_list(moves.map(|(from, to)| format!("({from}, {to})"))))
        }),
        question("2.6", "PLATEAU FROM TO", "the board after a move (jouer_coup)", |given| {
            let mut plateau = given.plateau()?;
            let from = given.cell("FROM")?;
            let to = given.cell("TO")?;
            check_move(&plateau, from, to, 1)?;
            array::jouer_coup(&mut plateau, (from, to));
            Ok(write_list(plateau))
        }),
        question("3.1", "PIONS CELL [PLAYER]", "put a blob on a cell (default: blue, 0)", |given| {
            let mut pions = given.pions()?;
            let cell = given.cell("CELL")?;
            let player = given.optional_player(integers::BLEU)?;
            let other = integers::en_tableau(&pions);
            if other.get(cell) == Some(&colour_of(1 - player)) {
                return Err(QuestionError::Occupied(cell));
            }
            integers::poser(&mut pions, player, cell);
            Ok(write_list(pions))
        }),
        question("3.2", "PIONS CELL [PLAYER]", "take a blob off a cell (default: red, 1)", |given| {
            let mut pions = given.pions()?;
            let cell = given.cell("CELL")?;
            let player = given.optional_player(integers::ROUGE)?;
            integers::enlever(&mut pions, player, cell);
            Ok(write_list(pions))
        }),
        question("3.3", "INTEGER", "the cells of an integer", |given| {
            Ok(write_list(integers::positions(given.integer()?)))
        }),
        question("3.4", "PIONS", "the value: blue blobs minus red blobs", |given| {
            Ok(integers::valeur(&given.pions()?).to_string())
        }),
        question("3.5", "CELL", "the neighbours of a cell as an integer (calcul_voisins)", |given| {
            Ok(integers::calcul_voisins(given.cell("CELL")?).to_string())
        }),
        question("3.6", "PIONS FROM TO PLAYER", "the board after a jump (jouer_saut)", |given| {
            let mut pions = given.pions()?;
            let from = given.cell("FROM")?;
            let to = given.cell("TO")?;
            let player = given.number("PLAYER", PLAYERS)?;
            let plateau = integers::en_tableau(&pions);
            check_move(&plateau, from, to, 2)?;
            if plateau.get(from) != Some(&colour_of(player)) {
                return Err(QuestionError::NotYours { cell: from, player });
            }
            integers::jouer_saut(&mut pions, (from, to), player, &VOISINS);
            Ok(write_list(pions))
        }),
    ];

    /// Its number on the sheet.
    pub const fn number(&self) -> &'static str {
        self.number
    }

    /// The names of its arguments; those in brackets may be left out.
    pub const fn arguments(&self) -> &'static str {
        self.arguments
    }

    /// What it asks for, in a few words.
    pub const fn summary(&self) -> &'static str {
        self.summary
    }

    /// Answers it for some arguments.
    pub fn answer<'a>(&self, arguments: impl IntoIterator<Item = &'a str>) -> Result<String, QuestionError> {
        let mut given = Arguments { rest: arguments.into_iter().collect(), expected: self.arguments };
        given.rest.reverse();
        let answer = (self.answer)(&mut given)?;
        match given.rest.pop() {
            None => Ok(answer),
            Some(word) => {
                Err(QuestionError::TooMany { found: Found::text(word.as_bytes()), expected: self.arguments })
            }
        }
    }
}

const fn question(
    number: &'static str,
    arguments: &'static str,
    summary: &'static str,
    answer: fn(&mut Arguments<'_>) -> Result<String, QuestionError>,
) -> Question {
    Question { number, arguments, summary, answer }
}

/// Writes the number.
impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.number)
    }
}

named!(Question, Question::ALL, "a question of the sheet, 2.1 to 2.6 or 3.1 to 3.6");

/// Why a question has no answer for its arguments.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum QuestionError {
    /// An argument is missing.
    #[error("{name} is missing: expected {expected}")]
    Missing {
        /// The name of the argument.
        name: &'static str,
        /// The names of all arguments.
        expected: &'static str,
    },
    /// There are more arguments than the question has.
    #[error("found {found} after the last argument: expected {expected}; a board is one argument, in quotes")]
    TooMany {
        /// The first one too many.
        found: Found,
        /// The names of all arguments.
        expected: &'static str,
    },
    /// A number that is not one, or out of range.
    #[error("{name}: found {found}, expected a number from {min} to {max}")]
    Number {
        /// The name of the argument.
        name: &'static str,
        /// What was given.
        found: Found,
        /// The least number.
        min: u64,
        /// The greatest number.
        max: u64,
    },
    /// A colour that is not one.
    #[error("COLOUR: found {0}, expected 1 (blue) or -1 (red)")]
    Colour(Found),
    /// A board that is not one.
    #[error("the board: {0}")]
    Board(#[from] PositionError),
    /// A board with holes.
    #[error("the board: found holes, expected a board of the sheet")]
    Holes,
    /// A blob of the other player is there.
    #[error("cell {0} has a blob of the other player")]
    Occupied(usize),
    /// A move from an empty cell.
    #[error("cell {0} is empty: expected a blob to move")]
    NoBlob(usize),
    /// A move to a cell that is not empty.
    #[error("cell {0} is not empty: expected a cell to move to")]
    NotEmpty(usize),
    /// A move of another player's blob.
    #[error("cell {cell} has no blob of player {player}")]
    NotYours {
        /// The cell.
        cell: usize,
        /// The player, 0 or 1.
        player: usize,
    },
    /// A move that is too short or too long.
    #[error("from {from} to {to} is a distance of {distance}, expected {expected}")]
    Distance {
        /// Where the move begins.
        from: usize,
        /// Where it ends.
        to: usize,
        /// Its distance.
        distance: u8,
        /// What it should be.
        expected: &'static str,
    },
}

const LINES: RangeInclusive<u64> = 0..=7;
const PLAYERS: RangeInclusive<u64> = 0..=1;

/// The mark in `plateau` of a player of `pions`.
const fn colour_of(player: usize) -> i8 {
    if player == integers::BLEU { array::BLEU } else { array::ROUGE }
}

/// Checks that a blob is on `from`, none on `to`, and that the distance is `nearest` to 2.
fn check_move(plateau: &Plateau, from: usize, to: usize, nearest: u8) -> Result<(), QuestionError> {
    if plateau.get(from) == Some(&array::VIDE) {
        return Err(QuestionError::NoBlob(from));
    }
    let cell = |number: usize| Cell::wrapping(number as u32);
    let distance = cell(from).distance(cell(to));
    if !(nearest..=2).contains(&distance) {
        let expected = if nearest == 2 { "2, a jump" } else { "1, a doubling, or 2, a jump" };
        return Err(QuestionError::Distance { from, to, distance, expected });
    }
    if plateau.get(to) != Some(&array::VIDE) {
        return Err(QuestionError::NotEmpty(to));
    }
    Ok(())
}

/// The arguments that were not read yet, the next one last.
struct Arguments<'a> {
    rest: Vec<&'a str>,
    expected: &'static str,
}

impl<'a> Arguments<'a> {
    fn next(&mut self, name: &'static str) -> Result<&'a str, QuestionError> {
        let expected = self.expected;
        self.rest.pop().map(str::trim).ok_or(QuestionError::Missing { name, expected })
    }

    fn pions(&mut self) -> Result<Pions, QuestionError> {
        let name = self.expected.split(' ').next().unwrap_or_default();
        let text = self.next(name)?;
        if text == "empty" {
            return Ok([0, 0]);
        }
        let choice = RuleChoice { variant: Some(Variant::Sheet), stuck: None };
        pions(&Position::read(text, choice)?.setup()).ok_or(QuestionError::Holes)
    }

    fn plateau(&mut self) -> Result<Plateau, QuestionError> {
        self.pions().map(|pions| integers::en_tableau(&pions))
    }

    fn in_range(&mut self, name: &'static str, range: RangeInclusive<u64>) -> Result<u64, QuestionError> {
        let text = self.next(name)?;
        let is_natural = text.bytes().all(|byte| byte.is_ascii_digit());
        let read = text.parse().ok().filter(|number| is_natural && range.contains(number));
        read.ok_or_else(|| {
            let found = Found::text(text.as_bytes());
            QuestionError::Number { name, found, min: *range.start(), max: *range.end() }
        })
    }

    fn integer(&mut self) -> Result<u64, QuestionError> {
        self.in_range("INTEGER", 0..=u64::MAX)
    }

    /// A small number.
    fn number(&mut self, name: &'static str, range: RangeInclusive<u64>) -> Result<usize, QuestionError> {
        self.in_range(name, range).map(|number| number as usize)
    }

    fn cell(&mut self, name: &'static str) -> Result<usize, QuestionError> {
        self.number(name, 0..=63)
    }

    fn colour(&mut self) -> Result<i8, QuestionError> {
        match self.next("COLOUR")? {
            "1" => Ok(array::BLEU),
            "-1" => Ok(array::ROUGE),
            other => Err(QuestionError::Colour(Found::text(other.as_bytes()))),
        }
    }

    fn optional_colour(&mut self) -> Result<i8, QuestionError> {
        if self.rest.is_empty() { Ok(array::BLEU) } else { self.colour() }
    }

    fn optional_player(&mut self, default: usize) -> Result<usize, QuestionError> {
        if self.rest.is_empty() { Ok(default) } else { self.number("PLAYER", PLAYERS) }
    }
}
