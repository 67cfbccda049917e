//! The texts of the course's project, whose programs play the 8 x 8 game with passes on maps with holes.
//!
//! Its numbering runs from the top left, and its first player is red, number 0. Ours runs from the bottom
//! left, and the first player is blue, `x`, as on the exercise sheet. The first player must stay the first, so that
//! the start is the start on both sides: **its red is our blue** and its blue our red; rows are numbered the other
//! way round, columns the same way. `laplace blobwar course` therefore uses the project's own words and letters only.
//!
//! * A state is 65 characters: `0` or `1` for the player to move, then the 64 cells, each a blank (empty),
//!   `h` (hole), `r` or `b`. It has neither clock nor move number: they are read as 0 and 1.
//! * A move is JSON: `{"Duplicate":9}`, `{"Jump":[0,18]}`, `null` for a pass.

#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::{TextError, first_character};
use crate::blobwar::cell::Cell;
use crate::blobwar::moves::Move;
use crate::blobwar::setup::Setup;
use crate::blobwar::side::{Side, Size, StuckRule};

const TURN: &str = "0 or 1 for the player to move";
const MARK: &str = "a blank, h, r or b for a cell";
const STATE_END: &str = "the end after 65 characters";

/// Flips the three row bits of a cell's number: the project's numbers to ours and back.
const ROWS_TURNED: u8 = 56;

/// Our cell for the project's number.
fn cell(number: u8) -> Option<Cell> {
    Cell::from_number(u32::from(number ^ ROWS_TURNED))
}

/// The project's number for our cell.
fn number(cell: Cell) -> u8 {
    cell.number() ^ ROWS_TURNED
}

/// Reads a state. Blanks are cells, so none are skipped; one newline at the end is.
///
/// ```
/// use laplace_games::blobwar::format::{course, fen};
/// let text = format!("0r{:6}b{:48}b{:6}r", "", "", "");
/// let setup = course::read_state(&text).unwrap();
/// assert_eq!(fen::write(&setup), "x6o/8/8/8/8/8/8/o6x x 0 1");
/// assert_eq!(course::write_state(&setup), Some(text));
/// ```
pub fn read_state(text: impl AsRef<[u8]>) -> Result<Setup, TextError> {
    let text = text.as_ref();
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    let text = text.strip_suffix(b"\r").unwrap_or(text);
    let (turn, cells) = text.split_first().ok_or_else(|| TextError::new(0, text, TURN))?;
    let mut setup = Setup::bare(Size::Eight, StuckRule::Passes);
    setup.turn = match turn {
        b'0' => Side::Blue,
        b'1' => Side::Red,
        _ => return Err(TextError::new(0, first_character(text), TURN)),
    };
    for (place, cell) in (0..Cell::COUNT as u8).filter_map(cell).enumerate() {
        match cells.get(place) {
            Some(b' ') => {}
            Some(b'h') => setup.holes.insert(cell),
            Some(b'r') => setup.blue.insert(cell),
            Some(b'b') => setup.red.insert(cell),
            _ => {
                let rest = cells.get(place..).unwrap_or_default();
                return Err(TextError::new(place + 1, first_character(rest), MARK));
            }
        }
    }
    match cells.get(Cell::COUNT..) {
        None | Some([]) => Ok(setup),
        Some(rest) => Err(TextError::new(1 + Cell::COUNT, rest, STATE_END)),
    }
}

/// Writes a state; `None` for 7 x 7, which the project does not have. Clock and move number are lost.
pub fn write_state(setup: &Setup) -> Option<String> {
    if setup.size != Size::Eight {
        return None;
    }
    let turn = if setup.turn == Side::Blue { '0' } else { '1' };
    let mark = |cell| match cell {
        cell if setup.blue.contains(cell) => 'r',
        cell if setup.red.contains(cell) => 'b',
        cell if setup.holes.contains(cell) => 'h',
        _ => ' ',
    };
    Some(std::iter::once(turn).chain((0..Cell::COUNT as u8).filter_map(cell).map(mark)).collect())
}

/// Reads a move; JSON's blanks may stand between its parts.
///
/// ```
/// use laplace_games::blobwar::{Move, format::course};
/// let read = course::read_move(r#"{"Jump": [0, 18]}"#).unwrap();
/// assert_eq!(read.to_string(), "a8c6");
/// assert_eq!(course::write_move(read), r#"{"Jump":[0,18]}"#);
/// assert_eq!(course::read_move("null"), Ok(Move::Pass));
/// ```
pub fn read_move(text: impl AsRef<[u8]>) -> Result<Move, TextError> {
    let mut scanner = Scanner { text: text.as_ref(), before: 0 };
    let read = scanner.any_move()?;
    scanner.skip_blanks();
    match scanner.rest() {
        [] => Ok(read),
        _ => Err(scanner.fault("the end after the move")),
    }
}

/// Writes a move, without blanks.
pub fn write_move(written: Move) -> String {
    match written {
        Move::Double(to) => format!(r#"{{"Duplicate":{}}}"#, number(to)),
        Move::Jump { from, to } => format!(r#"{{"Jump":[{},{}]}}"#, number(from), number(to)),
        Move::Pass => "null".to_owned(),
    }
}

/// A place in a text. Just enough JSON for three shapes, and strict about them.
struct Scanner<'a> {
    text: &'a [u8],
    before: usize,
}

impl<'a> Scanner<'a> {
    fn any_move(&mut self) -> Result<Move, TextError> {
        if self.accept("null") {
            return Ok(Move::Pass);
        }
        self.expect("{", r#"{"Duplicate":...}, {"Jump":[...]} or null"#)?;
        let read = if self.accept(r#""Duplicate""#) {
            self.expect(":", "`:`")?;
            Move::Double(self.cell()?)
        } else {
            self.expect(r#""Jump""#, r#""Duplicate" or "Jump""#)?;
            self.expect(":", "`:`")?;
            self.jump()?
        };
        self.expect("}", "`}`")?;
        Ok(read)
    }

    fn jump(&mut self) -> Result<Move, TextError> {
        self.expect("[", "`[`")?;
        let from = self.cell()?;
        self.expect(",", "`,`")?;
        let to = self.cell()?;
        self.expect("]", "`]`")?;
        Ok(Move::Jump { from, to })
    }

    /// A cell by its number, written as JSON writes numbers: without leading zeros.
    fn cell(&mut self) -> Result<Cell, TextError> {
        self.skip_blanks();
        let rest = self.rest();
        let end = rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
        let read = match *rest.get(..end).unwrap_or_default() {
            [digit] => cell(digit - b'0'),
            [tens @ b'1'..=b'6', units] => cell((tens - b'0') * 10 + (units - b'0')),
            _ => None,
        };
        let read = read.ok_or_else(|| self.fault("the number of a cell, 0 to 63"))?;
        self.before += end;
        Ok(read)
    }

    fn expect(&mut self, word: &str, expected: &'static str) -> Result<(), TextError> {
        if self.accept(word) { Ok(()) } else { Err(self.fault(expected)) }
    }

    fn accept(&mut self, word: &str) -> bool {
        self.skip_blanks();
        let found = self.rest().starts_with(word.as_bytes());
        self.before += if found { word.len() } else { 0 };
        found
    }

    fn skip_blanks(&mut self) {
        let blank = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
        self.before += self.rest().iter().take_while(blank).count();
    }

    fn rest(&self) -> &'a [u8] {
        self.text.get(self.before..).unwrap_or_default()
    }

    fn fault(&self, expected: &'static str) -> TextError {
        TextError::new(self.before, self.rest(), expected)
    }
}
