//! A position in any of the forms that people have it in: the one reader that all commands use.
//!
//! | form | example |
//! |---|---|
//! | the start | `startpos` |
//! | FEN | `x6o/8/8/8/8/8/8/o6x x 0 1` |
//! | the sheet's `plateau` | `[-1, 0, 0, 0, 0, 0, 0, 1, ...]`, 64 values, and ` o` if red moves |
//! | the sheet's `pions` | `[72057594037928064, 9223372036854775809]`, and ` o` if red moves |
//! | a state of the course's project | 65 characters |
//!
//! The rule for a player that cannot move is in none of them: it is chosen ([`RuleChoice`]), or follows from the
//! board. A state of the project is a game of the project.

#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::fen::{self, FenError};
use super::sheet::{self, SheetError};
use super::{TextError, course};
use crate::blobwar::cell::Cell;
use crate::blobwar::setup::{Setup, SetupError};
use crate::blobwar::side::StuckRule;
use crate::blobwar::state::Position;
use crate::blobwar::variant::{RuleChoice, Variant, WrongSize};
use crate::text::Found;

/// Why a text is not a position: its syntax or its content.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The text is not a FEN.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The text is not a board of the sheet.
    #[error(transparent)]
    Sheet(#[from] SheetError),
    /// The text is not a state of the course's project.
    #[error(transparent)]
    Course(#[from] TextError),
    /// The text is in none of the forms.
    #[error("found {0}, expected startpos, a FEN, plateau (64 values 0, 1 or -1) or pions (two integers)")]
    Form(Found),
    /// The text describes a setup that is not a position.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The board has another size than that of the variant.
    #[error(transparent)]
    Size(#[from] WrongSize),
}

impl Position {
    /// Reads a position in any form and checks the setup that it describes.
    ///
    /// ```
    /// use laplace_games::blobwar::{Position, RuleChoice, StuckRule};
    /// let read = |text: &str| Position::read(text, RuleChoice::default());
    /// let start = read("startpos").unwrap();
    /// assert_eq!(start.stuck_rule(), StuckRule::Ends);
    /// assert_eq!(read("[72057594037928064, 9223372036854775809]"), Ok(start));
    /// assert_eq!(read("x5o/7/7/7/7/7/o5x x 0 1").unwrap().stuck_rule(), StuckRule::Passes);
    /// assert!(read("start").is_err());
    /// ```
    pub fn read(text: impl AsRef<[u8]>, choice: RuleChoice) -> Result<Self, PositionError> {
        let text = text.as_ref();
        let trimmed = text.trim_ascii();
        if trimmed == b"startpos" {
            return Ok(choice.start());
        }
        if is_course_state(text) {
            let variant = choice.variant.or(Some(Variant::Course));
            return Self::chosen(course::read_state(text)?, RuleChoice { variant, ..choice });
        }
        // The rule of the reader does not matter: it is set when the board is known.
        let setup = match trimmed.first() {
            _ if trimmed.contains(&b'/') => fen::read(trimmed, StuckRule::Ends)?,
            Some(b'0'..=b'9' | b'-' | b'[' | b'(') => sheet::read(trimmed, StuckRule::Ends)?,
            _ => return Err(PositionError::Form(Found::text(trimmed))),
        };
        Self::chosen(setup, choice)
    }

    fn chosen(setup: Setup, choice: RuleChoice) -> Result<Self, PositionError> {
        let stuck = choice.stuck_rule(setup.size, !setup.holes.is_empty())?;
        Ok(Self::new(Setup { stuck, ..setup })?)
    }

    /// Reads a FEN and checks the setup that it describes.
    pub fn from_fen(text: impl AsRef<[u8]>, stuck: StuckRule) -> Result<Self, PositionError> {
        Ok(Self::new(fen::read(text, stuck)?)?)
    }
}

/// Whether a text has the length of a state of the course's project, and marks that no other form has.
fn is_course_state(text: &[u8]) -> bool {
    let cells = text.get(1..).unwrap_or_default();
    cells.len() == Cell::COUNT
        && cells.iter().all(|mark| b" hrb".contains(mark))
        && cells.iter().any(|mark| *mark != b' ')
}
