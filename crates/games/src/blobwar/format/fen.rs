//! FEN: a position in one line, `x6o/8/8/8/8/8/8/o6x x 0 1`.
//!
//! Four words: the rows from the top (`x` and `o` blobs, `-` a hole, a digit that number of empty cells), the
//! player to move, the moves since the last doubling, and the number of the move. Seven rows of seven cells
//! or eight of eight. The rule for a stuck player is not part of the text: it is a parameter of the reader.
//!
//! Source: the Ataxx programs around libataxx; the 8 x 8 board is the same text with one row more.

#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::fmt;

use super::first_character;
use crate::blobwar::cell::Cell;
use crate::blobwar::setup::Setup;
use crate::blobwar::side::{Side, Size, StuckRule};
use crate::blobwar::state::Position;
use crate::text::{Found, natural};

/// What is wrong with a FEN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FenError {
    /// Too few or too many words.
    #[error(
        "words: found {0}, expected 4: the rows, the player to move, the half-move clock, the move number"
    )]
    Words(usize),
    /// Neither 7 nor 8 rows.
    #[error("rows: found {0}, expected 7 or 8")]
    Rows(usize),
    /// A mark that is not part of the format.
    #[error("row {row} from the top: found {found}, expected x, o, - or a digit from 1 to 8")]
    Mark {
        /// The row, 1 at the top.
        row: usize,
        /// What stands there.
        found: Found,
    },
    /// A row that is too short or too long.
    #[error("row {row} from the top: found a width of {found}, expected {expected}")]
    Width {
        /// The row, 1 at the top.
        row: usize,
        /// How many cells it has.
        found: usize,
        /// How many it should have.
        expected: u8,
    },
    /// A player to move that is neither `x` nor `o`.
    #[error("player to move: found {0}, expected x or o")]
    Turn(Found),
    /// A clock that is not a number.
    #[error("half-move clock: found {0}, expected a number")]
    Clock(Found),
    /// A move number that is not a number.
    #[error("move number: found {0}, expected a number")]
    Number(Found),
}

/// Reads a FEN. Blanks around and between the words may be more than one; digits may stand side by side.
///
/// ```
/// use laplace_games::blobwar::{StuckRule, format::fen};
/// let setup = fen::read("x5o/7/7/7/7/7/o5x x 0 1", StuckRule::Passes).unwrap();
/// assert_eq!(fen::write(&setup), "x5o/7/7/7/7/7/o5x x 0 1");
/// let error = fen::read("x5o/7/7 x 0 1", StuckRule::Passes).unwrap_err();
/// assert_eq!(error.to_string(), "rows: found 3, expected 7 or 8");
/// ```
pub fn read(text: impl AsRef<[u8]>, stuck: StuckRule) -> Result<Setup, FenError> {
    let words = || text.as_ref().split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let mut next = words();
    let (Some(rows), Some(turn), Some(clock), Some(number), None) =
        (next.next(), next.next(), next.next(), next.next(), next.next())
    else {
        return Err(FenError::Words(words().count()));
    };
    let mut setup = read_rows(rows, stuck)?;
    setup.turn = read_turn(turn).ok_or_else(|| FenError::Turn(Found::text(turn)))?;
    setup.clock = natural(clock).ok_or_else(|| FenError::Clock(Found::text(clock)))?;
    setup.number = natural(number).ok_or_else(|| FenError::Number(Found::text(number)))?;
    Ok(setup)
}

pub(super) fn read_turn(word: &[u8]) -> Option<Side> {
    match word {
        b"x" => Some(Side::Blue),
        b"o" => Some(Side::Red),
        _ => None,
    }
}

fn read_rows(text: &[u8], stuck: StuckRule) -> Result<Setup, FenError> {
    let rows = || text.split(|&mark| mark == b'/');
    let count = rows().count();
    let size = Size::of_width(count).ok_or(FenError::Rows(count))?;
    let mut setup = Setup::bare(size, stuck);
    for (from_top, row) in rows().enumerate() {
        read_row(&mut setup, from_top, row)?;
    }
    Ok(setup)
}

fn read_row(setup: &mut Setup, from_top: usize, text: &[u8]) -> Result<(), FenError> {
    let expected = setup.size.width();
    let row = expected.saturating_sub(1 + from_top as u8);
    let mut column = 0;
    for (place, mark) in text.iter().enumerate() {
        let here = Cell::at(row, column as u8).filter(|_| column < usize::from(expected));
        let mut width = 1;
        match (mark, here) {
            (b'1'..=b'8', _) => width = usize::from(mark - b'0'),
            (b'x', Some(cell)) => setup.blue.insert(cell),
            (b'o', Some(cell)) => setup.red.insert(cell),
            (b'-', Some(cell)) => setup.holes.insert(cell),
            (b'x' | b'o' | b'-', None) => {}
            _ => {
                let found = Found::text(first_character(text.get(place..).unwrap_or_default()));
                return Err(FenError::Mark { row: from_top + 1, found });
            }
        }
        column = column.saturating_add(width);
    }
    if column == usize::from(expected) {
        return Ok(());
    }
    Err(FenError::Width { row: from_top + 1, found: column, expected })
}

/// Writes a FEN; what lies off the board is left out, and a cell with two things on it shows one.
pub fn write(setup: &Setup) -> String {
    let width = setup.size.width();
    let rows: Vec<String> = (0..width).rev().map(|row| write_row(setup, row)).collect();
    format!("{} {} {} {}", rows.join("/"), setup.turn.letter(), setup.clock, setup.number)
}

fn write_row(setup: &Setup, row: u8) -> String {
    let mut text = String::new();
    let mut gap = 0;
    for cell in (0..setup.size.width()).filter_map(|column| Cell::at(row, column)) {
        let mark = mark(setup, cell);
        if mark.is_some() && gap > 0 {
            text.push_str(&gap.to_string());
        }
        gap = if mark.is_some() { 0 } else { gap + 1 };
        text.extend(mark);
    }
    if gap > 0 {
        text.push_str(&gap.to_string());
    }
    text
}

fn mark(setup: &Setup, cell: Cell) -> Option<char> {
    if setup.blue.contains(cell) {
        Some('x')
    } else if setup.red.contains(cell) {
        Some('o')
    } else {
        setup.holes.contains(cell).then_some('-')
    }
}

/// Writes the FEN.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write(&self.setup()))
    }
}
