//! What the judge found about an answer, as data: stored as JSON with every judging, and shown in the language of the
//! page by the server.

use std::fmt;

use laplace_games::demon::questions::Refused;
use laplace_games::demon::{CannotDrop, End as DemonRulesEnd};
use laplace_games::text::{Expected, Found, SyntaxError};
use laplace_games::well::{End as WellRulesEnd, UncheckedMove};
use laplace_judge::demon::{Difference, Ended as DemonEnded};
use laplace_judge::well::Ended as WellEnded;
use serde::{Deserialize, Serialize};

/// What the judge found about an answer beside its points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Finding {
    /// The answer is right.
    Correct,
    /// The first line that differs from the right answer.
    Difference {
        /// The number of the line, from 1.
        line: usize,
        /// What stands there.
        found: Quote,
        /// What should stand there.
        expected: Quote,
    },
    /// A game of the demon in which no move could be played.
    NoLegalMove {
        /// The line of the first move.
        line: usize,
        /// Why it could not be played.
        end: DemonEnd,
    },
    /// A game of the demon.
    DemonGame {
        /// The line that ended it.
        line: usize,
        /// Why it ended.
        end: DemonEnd,
    },
    /// A game of the well.
    WellGame {
        /// Why it ended.
        end: WellEnd,
    },
    /// The input itself cannot be read.
    UnreadableInput {
        /// What is wrong with it.
        fault: InputFault,
    },
    /// The input belongs to a question that does not exist.
    UnknownQuestion,
    /// An English text: a judging of an earlier version that has no other form in this one.
    Sentence {
        /// The line of the answer that it begins with, if it begins with one.
        line: Option<usize>,
        /// The text.
        text: String,
    },
}

impl Finding {
    /// The line of a wrong answer that is wrong, if there is one.
    pub const fn line(&self) -> Option<usize> {
        match self {
            Self::Difference { line, .. } | Self::NoLegalMove { line, .. } | Self::DemonGame { line, .. } => {
                Some(*line)
            }
            Self::Sentence { line, .. } => *line,
            Self::Correct | Self::WellGame { .. } | Self::UnreadableInput { .. } | Self::UnknownQuestion => {
                None
            }
        }
    }
}

impl From<&Difference> for Finding {
    fn from(difference: &Difference) -> Self {
        let Difference { line, found, expected } = difference;
        let expected = match expected.as_str() {
            "" => Quote::End,
            expected => Quote::Text(expected.to_owned()),
        };
        Self::Difference { line: *line, found: found.into(), expected }
    }
}

/// A piece of a file, made printable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Option<String>", into = "Option<String>")]
pub enum Quote {
    /// Some characters.
    Text(String),
    /// The end of the file.
    End,
}

impl From<&Found> for Quote {
    fn from(found: &Found) -> Self {
        match found {
            Found::Text(text) => Self::Text(text.clone()),
            Found::End => Self::End,
        }
    }
}

impl From<Option<String>> for Quote {
    fn from(text: Option<String>) -> Self {
        text.map_or(Self::End, Self::Text)
    }
}

impl From<Quote> for Option<String> {
    fn from(quote: Quote) -> Self {
        match quote {
            Quote::Text(text) => Some(text),
            Quote::End => None,
        }
    }
}

impl fmt::Display for Quote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(f, "`{text}`"),
            Self::End => Expected::End.fmt(f),
        }
    }
}

/// Stores an [`Expected`] by its identifier.
mod expected {
    use laplace_games::text::Expected;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(expected: &Expected, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(expected.word())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Expected, D::Error> {
        let word = String::deserialize(deserializer)?;
        Expected::by_word(&word).ok_or_else(|| D::Error::custom(format!("`{word}` is not an identifier")))
    }
}

/// A piece of the demon that cannot be put on line 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Misfit {
    /// The piece.
    pub piece: u8,
    /// The number of turns that was given.
    pub rotation: i64,
    /// The column that was given.
    pub column: i64,
}

impl From<&CannotDrop> for Misfit {
    fn from(why: &CannotDrop) -> Self {
        Self { piece: why.piece.number(), rotation: why.rotation, column: why.column }
    }
}

/// A text that does not follow its format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Syntax {
    /// The number of the line, from 1.
    pub line: usize,
    /// What stands there.
    pub found: Quote,
    /// What should stand there.
    #[serde(with = "expected")]
    pub expected: Expected,
}

impl From<&SyntaxError> for Syntax {
    fn from(error: &SyntaxError) -> Self {
        Self { line: error.line, found: (&error.found).into(), expected: error.expected }
    }
}

/// Why a game of the demon ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "why", rename_all = "kebab-case")]
pub enum DemonEnd {
    /// There were no more moves.
    NoMoreMoves,
    /// All the moves that count were played.
    MoveLimit {
        /// Their number.
        moves: u32,
    },
    /// A block stood in the top lines before a piece.
    TopLines {
        /// The topmost line of the board that holds a block.
        row: usize,
    },
    /// The move named another piece than the sequence's.
    WrongPiece {
        /// The number that was given.
        found: i64,
        /// The piece whose turn it is.
        expected: u8,
    },
    /// The piece cannot be put on line 0 there.
    CannotDrop(Misfit),
    /// The file goes on after the 10 000 lines that count.
    LineLimit,
    /// A line is not a move.
    Malformed {
        /// What stands there.
        found: Quote,
        /// What should stand there.
        #[serde(with = "expected")]
        expected: Expected,
    },
}

impl From<&DemonEnded> for DemonEnd {
    fn from(ended: &DemonEnded) -> Self {
        match ended {
            DemonEnded::Rules(DemonRulesEnd::NoMoreMoves) => Self::NoMoreMoves,
            DemonEnded::Rules(DemonRulesEnd::MoveLimit(moves)) => Self::MoveLimit { moves: *moves },
            DemonEnded::Rules(DemonRulesEnd::TopLines { line }) => Self::TopLines { row: *line },
            DemonEnded::Rules(DemonRulesEnd::WrongPiece { found, expected }) => {
                Self::WrongPiece { found: *found, expected: expected.number() }
            }
            DemonEnded::Rules(DemonRulesEnd::CannotDrop(why)) => Self::CannotDrop(why.into()),
            DemonEnded::LineLimit => Self::LineLimit,
            DemonEnded::Malformed(SyntaxError { found, expected, .. }) => {
                Self::Malformed { found: found.into(), expected: *expected }
            }
        }
    }
}

/// Why a game of the well ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "why", rename_all = "kebab-case")]
pub enum WellEnd {
    /// Every figure was placed.
    AllPlaced,
    /// A block was above the well after this figure.
    StickingOut {
        /// The figure, from 1.
        figure: usize,
    },
    /// There was no move for this figure.
    NoMoreMoves {
        /// The figure.
        figure: usize,
    },
    /// The move for this figure is outside the well on the right; its numbers are not known.
    OutsideRight {
        /// The figure.
        figure: usize,
    },
    /// The move for this figure has a rotation that does not exist; its other numbers are not known.
    NoSuchRotation {
        /// The figure.
        figure: usize,
        /// The rotation.
        rotation: u32,
    },
    /// The move for this figure is invalid.
    InvalidMove {
        /// The figure.
        figure: usize,
        /// Its kind.
        shape: u8,
        /// The rotation that was given.
        rotation: u32,
        /// The column that was given.
        column: u32,
        /// The line of the answer, if the answer has lines.
        line: AnswerLine,
        /// What is wrong with it.
        fault: MoveFault,
    },
    /// What should be the move for this figure is not two numbers.
    Malformed {
        /// The figure.
        figure: usize,
        /// What is wrong with the text.
        syntax: Syntax,
    },
}

/// The line of an answer, from 1, if the answer has lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AnswerLine(pub Option<usize>);

/// What is wrong with a move of the well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveFault {
    /// A block is outside the well on the right.
    OutsideRight,
    /// The rotation does not exist.
    NoSuchRotation,
}

impl From<&WellEnded> for WellEnd {
    fn from(ended: &WellEnded) -> Self {
        match ended {
            WellEnded::Rules(WellRulesEnd::AllPlaced) => Self::AllPlaced,
            WellEnded::Rules(WellRulesEnd::StickingOut { figure }) => Self::StickingOut { figure: *figure },
            WellEnded::Rules(WellRulesEnd::NoMoreMoves { figure }) => Self::NoMoreMoves { figure: *figure },
            WellEnded::Rules(WellRulesEnd::OutsideRight { figure }) => Self::OutsideRight { figure: *figure },
            WellEnded::Rules(WellRulesEnd::NoSuchRotation { figure, rotation }) => {
                Self::NoSuchRotation { figure: *figure, rotation: *rotation }
            }
            WellEnded::InvalidMove { end, kind, chosen, line } => {
                let UncheckedMove { rotation, column } = *chosen;
                Self::InvalidMove {
                    figure: ended.figure().unwrap_or(0),
                    shape: kind.number(),
                    rotation,
                    column,
                    line: AnswerLine(*line),
                    fault: match end {
                        WellRulesEnd::NoSuchRotation { .. } => MoveFault::NoSuchRotation,
                        _ => MoveFault::OutsideRight,
                    },
                }
            }
            WellEnded::Malformed { figure, error } => {
                Self::Malformed { figure: *figure, syntax: error.into() }
            }
        }
    }
}

/// Why an input cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "why", rename_all = "kebab-case")]
pub enum InputFault {
    /// It does not follow its format.
    Syntax(Syntax),
    /// Question 3 promises that every piece fits on line 0; this one does not.
    CannotDrop {
        /// The line of the input.
        line: usize,
        /// What does not fit.
        #[serde(flatten)]
        misfit: Misfit,
    },
    /// Another reason, in English.
    Other {
        /// The text.
        text: String,
    },
}

impl From<&SyntaxError> for InputFault {
    fn from(error: &SyntaxError) -> Self {
        Self::Syntax(error.into())
    }
}

impl From<&Refused> for InputFault {
    fn from(refused: &Refused) -> Self {
        match refused {
            Refused::Syntax(error) => error.into(),
            Refused::CannotDrop { line, why } => Self::CannotDrop { line: *line, misfit: why.into() },
            other => Self::Other { text: other.to_string() },
        }
    }
}

impl fmt::Display for InputFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(Syntax { line, found, expected }) => {
                write!(f, "line {line}: found {found}, expected {expected}")
            }
            Self::CannotDrop { line, misfit: Misfit { piece, rotation, column } } => write!(
                f,
                "line {line}: piece {piece} turned {rotation} times does not fit at column {column}, which \
                 question 3 rules out"
            ),
            Self::Other { text } => f.write_str(text),
        }
    }
}
