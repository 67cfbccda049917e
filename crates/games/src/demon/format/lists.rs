//! The files that are lists of numbers: seeds, pieces, placings and droppings.

use std::fmt::Write;

use crate::demon::{Column, Piece, Rotation, Seed};
use crate::text::{Expected, SyntaxError, lines, natural, naturals};

/// Reads a file that holds only s.
pub fn read_seed(text: &[u8]) -> Result<Seed, SyntaxError> {
    let mut lines = lines(text);
    let seed = first_seed(&mut lines)?;
    match lines.next() {
        Some((line, more)) => Err(SyntaxError::new(line, more, Expected::NothingAfterSeed)),
        None => Ok(seed),
    }
}

/// Reads s from the first line of a file.
pub(super) fn first_seed(lines: &mut crate::text::Lines<'_>) -> Result<Seed, SyntaxError> {
    let (line, text) = lines.next().ok_or_else(|| SyntaxError::end(lines.line().max(1), Expected::Seed))?;
    natural(text).and_then(Seed::new).ok_or_else(|| SyntaxError::new(line, text, Expected::Seed))
}

/// Writes a file that holds only s.
pub fn write_seed(seed: Seed) -> String {
    format!("{}\n", seed.number())
}

/// Reads an answer to question 1: s, then pieces (20 in a correct answer, any number here).
pub fn read_pieces(text: &[u8]) -> Result<(Seed, Vec<Piece>), SyntaxError> {
    let mut lines = lines(text);
    let seed = first_seed(&mut lines)?;
    let piece = |(line, text)| {
        natural(text)
            .and_then(Piece::from_number)
            .ok_or_else(|| SyntaxError::new(line, text, Expected::Piece))
    };
    Ok((seed, lines.map(piece).collect::<Result<_, _>>()?))
}

/// Writes an answer to question 1.
pub fn write_pieces(seed: Seed, pieces: &[Piece]) -> String {
    let mut text = write_seed(seed);
    for piece in pieces {
        _ = writeln!(text, "{}", piece.number());
    }
    text
}

/// A line of question 2: a piece to be put on a given line and column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placing {
    /// The piece.
    pub piece: Piece,
    /// The line of its topmost block; may be off the board.
    pub line: u32,
    /// The column of its leftmost block; may be off the board.
    pub column: u32,
    /// How it is turned.
    pub rotation: Rotation,
    /// The text of the line, since an incorrect line is repeated in the answer.
    pub text: String,
}

impl Placing {
    /// A placing whose text is in the plain form: four numbers, one blank between two.
    pub fn new(piece: Piece, line: u32, column: u32, rotation: Rotation) -> Self {
        let text = format!("{} {line} {column} {}", piece.number(), rotation.number());
        Self { piece, line, column, rotation, text }
    }

    pub(super) fn read(line: usize, text: &[u8]) -> Result<Self, SyntaxError> {
        let read = || {
            let [p, line, column, r] = naturals(text)?;
            let text = std::str::from_utf8(text).ok()?.to_owned();
            Some(Self {
                piece: Piece::from_number(p)?,
                line,
                column,
                rotation: Rotation::from_number(r)?,
                text,
            })
        };
        read().ok_or_else(|| SyntaxError::new(line, text, Expected::Placing))
    }
}

/// Reads an input of question 2.
pub fn read_placings(text: &[u8]) -> Result<Vec<Placing>, SyntaxError> {
    lines(text).map(|(line, text)| Placing::read(line, text)).collect()
}

/// Writes an input of question 2.
pub fn write_placings(placings: &[Placing]) -> String {
    placings.iter().map(|placing| format!("{}\n", placing.text)).collect()
}

/// A line of question 3: a piece to be let go on line 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dropping {
    /// The piece.
    pub piece: Piece,
    /// The column of its leftmost block.
    pub column: Column,
    /// How it is turned.
    pub rotation: Rotation,
}

/// Reads an input of question 3, each dropping with the number of its line.
pub fn read_droppings(text: &[u8]) -> Result<Vec<(usize, Dropping)>, SyntaxError> {
    let dropping = |(line, text)| {
        let read = || {
            let [p, c, r] = naturals(text)?;
            Some(Dropping {
                piece: Piece::from_number(p)?,
                column: Column::from_number(c)?,
                rotation: Rotation::from_number(r)?,
            })
        };
        Ok((line, read().ok_or_else(|| SyntaxError::new(line, text, Expected::Dropping))?))
    };
    lines(text).map(dropping).collect()
}

/// Writes an input of question 3.
pub fn write_droppings(droppings: &[Dropping]) -> String {
    let mut text = String::new();
    for Dropping { piece, column, rotation } in droppings {
        _ = writeln!(text, "{} {} {}", piece.number(), column.number(), rotation.number());
    }
    text
}
