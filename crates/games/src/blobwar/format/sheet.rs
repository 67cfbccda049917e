//! The texts of the exercise sheet: its two forms of a board, and moves by the numbers of cells.
//!
//! * `plateau` is 64 values, cell 0 at the bottom left first: 0 empty, 1 blue, -1 red.
//! * `pions` is two integers, blue's and red's, bit `n` for cell `n`.
//! * A move is two cells, `49 42`: from where, and to where.
//!
//! They are written as Python writes lists and tuples. A reader takes numbers with or without brackets and commas.
//! Neither form has the player to move: blue moves, unless `o` follows; `o 3 7` adds the clock and the number of the
//! move as a FEN has them. Holes and 7 x 7 are not part of the sheet.

#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::fen::read_turn;
use crate::blobwar::bitboard::Bitboard;
use crate::blobwar::cell::Cell;
use crate::blobwar::moves::{IllegalMove, Move};
use crate::blobwar::setup::Setup;
use crate::blobwar::sheet::array::Plateau;
use crate::blobwar::sheet::integers::{self, Pions};
use crate::blobwar::side::{Size, StuckRule};
use crate::blobwar::state::Position;
use crate::text::{Found, natural};

/// What is wrong with a board or a move in the sheet's notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SheetError {
    /// Neither 64 values nor two integers.
    #[error("numbers: found {0}, expected 64 (plateau) or 2 (pions)")]
    Count(usize),
    /// A value of `plateau` that is not one.
    #[error("cell {cell} of plateau: found {found}, expected 0, 1 or -1")]
    Value {
        /// The number of the cell.
        cell: usize,
        /// What stands there.
        found: Found,
    },
    /// An integer of `pions` that is not one.
    #[error("pions: found {0}, expected an integer from 0 to {max}", max = u64::MAX)]
    Integer(Found),
    /// Something other than a player after the numbers.
    #[error("after the numbers: found {0}, expected x or o for the player to move")]
    Turn(Found),
    /// A clock or a move number that is not a number, or one without the other.
    #[error(
        "after the player to move: found {0}, expected nothing, or the half-move clock and the move number"
    )]
    Counters(Found),
    /// Not two numbers of cells.
    #[error("found {0}, expected two cells from 0 to 63 such as 49 42")]
    Cells(Found),
    /// A move on a board whose cells the sheet does not number.
    #[error("the cells of 7 x 7 have no numbers: expected a move such as b6 or g1g3")]
    NoNumbers,
    /// A move that does not begin on a blob of the player to move.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

/// The words of a text: what stands between blanks, commas and brackets.
fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let parts = |byte: &u8| byte.is_ascii_whitespace() || b",[]()".contains(byte);
    text.split(parts).filter(|word| !word.is_empty())
}

fn integer(word: &[u8]) -> Option<u64> {
    let digits = !word.is_empty() && word.iter().all(u8::is_ascii_digit);
    std::str::from_utf8(word).ok().filter(|_| digits)?.parse().ok()
}

/// Reads `plateau` or `pions`, and what may follow: the player to move, the clock and the move number.
///
/// ```
/// use laplace_games::blobwar::{StuckRule, format::{fen, sheet}};
/// let setup = sheet::read("[512, 1]", StuckRule::Ends).unwrap();
/// assert_eq!(fen::write(&setup), "8/8/8/8/8/8/1x6/o7 x 0 1");
/// assert_eq!(sheet::write_pions(&setup).unwrap(), "[512, 1]");
/// let error = sheet::read("[512, 1, 0]", StuckRule::Ends).unwrap_err();
/// assert_eq!(error.to_string(), "numbers: found 3, expected 64 (plateau) or 2 (pions)");
/// ```
pub fn read(text: impl AsRef<[u8]>, stuck: StuckRule) -> Result<Setup, SheetError> {
    let words: Vec<&[u8]> = words(text.as_ref()).collect();
    let is_number = |word: &&&[u8]| word.first().is_some_and(|byte| byte.is_ascii_digit() || *byte == b'-');
    let (numbers, rest) = words.split_at(words.iter().take_while(is_number).count());
    let [blue, red] = read_pions(numbers)?;
    let mut setup = Setup {
        blue: Bitboard::from_bits(blue),
        red: Bitboard::from_bits(red),
        ..Setup::bare(Size::Eight, stuck)
    };
    if let Some((turn, counters)) = rest.split_first() {
        setup.turn = read_turn(turn).ok_or_else(|| SheetError::Turn(Found::text(turn)))?;
        if let Some(first) = counters.first() {
            let read = |[clock, number]: [&[u8]; 2]| natural(clock).zip(natural(number));
            let read = <[&[u8]; 2]>::try_from(counters).ok().and_then(read);
            (setup.clock, setup.number) = read.ok_or_else(|| SheetError::Counters(Found::text(first)))?;
        }
    }
    Ok(setup)
}

fn read_pions(numbers: &[&[u8]]) -> Result<Pions, SheetError> {
    if let [blue, red] = numbers {
        let read = |word| integer(word).ok_or_else(|| SheetError::Integer(Found::text(word)));
        return Ok([read(blue)?, read(red)?]);
    }
    if numbers.len() != Cell::COUNT {
        return Err(SheetError::Count(numbers.len()));
    }
    let mut pions = [0, 0];
    for (cell, word) in numbers.iter().enumerate() {
        match *word {
            b"0" => {}
            b"1" => integers::poser(&mut pions, integers::BLEU, cell),
            b"-1" => integers::poser(&mut pions, integers::ROUGE, cell),
            other => return Err(SheetError::Value { cell, found: Found::text(other) }),
        }
    }
    Ok(pions)
}

/// The two integers of a board; `None` for one that the sheet does not have: 7 x 7, or with holes.
pub fn pions(setup: &Setup) -> Option<Pions> {
    let is_of_sheet = setup.size == Size::Eight && setup.holes.is_empty();
    is_of_sheet.then_some([setup.blue.bits(), setup.red.bits()])
}

/// The 64 values of a board; `None` for one that the sheet does not have.
pub fn plateau(setup: &Setup) -> Option<Plateau> {
    pions(setup).map(|pions| integers::en_tableau(&pions))
}

/// Writes `plateau`; `None` for a board that the sheet does not have.
pub fn write_plateau(setup: &Setup) -> Option<String> {
    plateau(setup).map(write_list)
}

/// Writes `pions`; `None` for a board that the sheet does not have.
pub fn write_pions(setup: &Setup) -> Option<String> {
    pions(setup).map(write_list)
}

/// Writes a list as Python does: `[1, 8, 9]`.
pub(in crate::blobwar) fn write_list(values: impl IntoIterator<Item = impl ToString>) -> String {
    let values: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    format!("[{}]", values.join(", "))
}

/// Whether a text is meant as a move by numbers: whatever else is wrong with it, it begins with a digit and has two
/// words. (`0000` is UAI's pass.)
pub fn is_move(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit() || first == '(')
        && words(text.as_bytes()).count() == 2
}

/// Reads a move as two numbers of cells. A doubling has to begin on a blob of the player to move, as on the sheet;
/// whether the move is legal otherwise, [`Position::play`] finds out.
///
/// ```
/// use laplace_games::blobwar::{Variant, format::sheet};
/// let start = Variant::Sheet.start();
/// assert_eq!(sheet::read_move("56 49", &start).unwrap().to_string(), "b7");
/// assert_eq!(sheet::read_move("(56, 42)", &start).unwrap().to_string(), "a8c6");
/// assert!(sheet::read_move("0 9", &start).is_err());
/// ```
pub fn read_move(text: impl AsRef<[u8]>, position: &Position) -> Result<Move, SheetError> {
    let text = text.as_ref();
    let cells: Vec<Option<Cell>> =
        words(text).map(|word| natural(word).and_then(Cell::from_number)).collect();
    let &[Some(from), Some(to)] = cells.as_slice() else {
        return Err(SheetError::Cells(Found::text(text)));
    };
    if position.size() != Size::Eight {
        return Err(SheetError::NoNumbers);
    }
    if !position.board().blobs(position.turn()).contains(from) {
        return Err(IllegalMove::NotYourBlob(from).into());
    }
    Ok(if from.distance(to) == 1 { Move::Double(to) } else { Move::Jump { from, to } })
}
