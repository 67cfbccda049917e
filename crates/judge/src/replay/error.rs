//! The error for a text that is not a replay.

use std::fmt;

/// The text is not a replay of this version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What was found there and what was expected.
    pub what: String,
}

impl ReadError {
    /// The maximum length of a message, in characters: messages quote the document, which has any length.
    const MAX_MESSAGE: usize = 240;
    /// The openings of serde_json's messages about a value, and those of ours.
    const OPENINGS: [(&str, &str); 3] = [
        ("invalid type: ", "found "),
        ("invalid value: ", "found "),
        ("invalid length ", "found a length of "),
    ];

    pub(super) fn new(line: usize, what: &str) -> Self {
        let mut short: String = what.chars().take(Self::MAX_MESSAGE).collect();
        if short.len() < what.len() {
            short.push('…');
        }
        Self { line, what: short }
    }
}

impl From<serde_json::Error> for ReadError {
    fn from(error: serde_json::Error) -> Self {
        let message = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        let what = message.strip_suffix(&place).unwrap_or(&message);
        let ours =
            Self::OPENINGS.iter().find_map(|(opening, ours)| Some((ours, what.strip_prefix(opening)?)));
        match ours {
            Some((ours, rest)) => Self::new(error.line(), &format!("{ours}{rest}")),
            None => Self::new(error.line(), what),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for ReadError {}
