//! The names of the contest's files: `qN-input-K` and `qN-output-K`.

use std::fmt;
use std::str::FromStr;

use crate::number::{named, numbered, serde_by_text};

/// One of the five questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Question {
    /// The sequence of pieces.
    Q1 = 1,
    /// Placing pieces.
    Q2,
    /// Dropping pieces.
    Q3,
    /// Scoring a game.
    Q4,
    /// Playing a game.
    Q5,
}

impl Question {
    /// The five questions in order.
    pub const ALL: [Self; 5] = [Self::Q1, Self::Q2, Self::Q3, Self::Q4, Self::Q5];

    /// The question with a number from 1 to 5.
    pub fn from_number(number: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|&question| question as u32 == number)
    }

    /// Its number, 1 to 5.
    pub const fn number(self) -> u8 {
        self as u8
    }
}

numbered!(Question, "a question from 1 to 5");
named!(Question, Question::ALL, "a question from q1 to q5");

/// Writes `q1` to `q5`, as file names do.
impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "q{}", *self as u8)
    }
}

/// Whether a file is an input or an output of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileKind {
    /// Given to the contestants.
    Input,
    /// Handed in by them.
    Output,
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Input => "input",
            Self::Output => "output",
        })
    }
}

/// The name of a file of the contest.
///
/// ```
/// use laplace_games::demon::format::FileName;
/// let name: FileName = "q4-input-73".parse().unwrap();
/// assert_eq!(name.answer().to_string(), "q4-output-73");
/// assert!("q6-input-1".parse::<FileName>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileName {
    /// The question.
    pub question: Question,
    /// Input or output.
    pub kind: FileKind,
    /// K, any natural number, with its leading zeros.
    pub number: String,
}

impl FileName {
    /// The name of the output that answers this input.
    #[must_use]
    pub fn answer(&self) -> Self {
        Self { kind: FileKind::Output, ..self.clone() }
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.question, self.kind, self.number)
    }
}

/// A name that is not one of the contest's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a name of the form qN-input-K or qN-output-K with N from 1 to 5 and K a number")]
pub struct NotAFileName;

impl FromStr for FileName {
    type Err = NotAFileName;

    fn from_str(name: &str) -> Result<Self, NotAFileName> {
        let (question, rest) =
            name.strip_prefix('q').and_then(|rest| rest.split_once('-')).ok_or(NotAFileName)?;
        let (kind, number) = rest.split_once('-').ok_or(NotAFileName)?;
        let question = Question::ALL.into_iter().find(|q| q.to_string().strip_prefix('q') == Some(question));
        let kind = [FileKind::Input, FileKind::Output].into_iter().find(|k| k.to_string() == kind);
        match (question, kind) {
            (Some(question), Some(kind)) if is_number(number) => {
                Ok(Self { question, kind, number: number.into() })
            }
            _ => Err(NotAFileName),
        }
    }
}

serde_by_text!(FileName);

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}
