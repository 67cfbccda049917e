//! The text that names a player, such as `level:3`, `laplace:hash=64` or `./engine --fast`.

use std::fmt;
use std::str::FromStr;

use crate::builtin::Level;

/// The deepest student: deeper ones search for minutes and cannot be stopped.
const MAX_STUDENT_DEPTH: u32 = 8;

/// A player as it was typed, and what that means. `Display` writes it as it was typed.
///
/// ```
/// use laplace_matches::spec::{PlayerKind, PlayerSpec};
/// let player: PlayerSpec = "student:4".parse().unwrap();
/// assert_eq!(player.kind, PlayerKind::Student(4));
/// assert_eq!(player.to_string(), "student:4");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSpec {
    text: String,
    /// The player that the text means.
    pub kind: PlayerKind,
}

/// The kinds of player.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayerKind {
    /// Our engine with these options: in a match a process of its own, like any other engine.
    Laplace(Vec<EngineOption>),
    /// A level of `blobwar play` below the strongest, which is `Laplace`.
    Level(Level),
    /// Alpha-beta of a fixed depth that counts blobs.
    Student(u32),
    /// Any legal move.
    Random,
    /// The move that gains most at once.
    Greedy,
    /// A UAI engine: the program and its arguments.
    Command(Vec<String>),
}

/// An option of an engine and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    /// The name; case does not matter.
    pub name: String,
    /// The value.
    pub value: String,
}

/// A text that does not name a player or an option.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// Not a level.
    #[error("expected level:1 to level:10")]
    Level,
    /// Not a depth of the student.
    #[error("expected student:1 to student:{MAX_STUDENT_DEPTH}")]
    Student,
    /// Not an option of an engine.
    #[error("expected NAME=VALUE")]
    Option,
    /// A command ends in a backslash.
    #[error("a backslash at the end")]
    Backslash,
    /// A quote in a command is not closed.
    #[error("a quote {0} that does not end")]
    Quote(char),
    /// Neither a built-in player nor a command.
    #[error("expected laplace, level:N, student:N, random, greedy or a command")]
    Empty,
    /// A player that needs a process of its own, where only built-in ones can play.
    #[error("expected laplace, level:N, student:N, random or greedy")]
    NotBuiltIn,
}

impl PlayerKind {
    /// Whether the player is behind UAI, where there are options.
    pub const fn is_engine(&self) -> bool {
        matches!(self, Self::Laplace(_) | Self::Command(_))
    }
}

impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (word, rest) = text.split_once(':').unwrap_or((text, ""));
        let kind = match word {
            "laplace" => PlayerKind::Laplace(read_options(rest)?),
            "level" => match rest.parse() {
                Ok(level) if level == Level::FULL => PlayerKind::Laplace(Vec::new()),
                Ok(level) => PlayerKind::Level(level),
                Err(_) => return Err(SpecError::Level),
            },
            "student" => match rest.parse() {
                Ok(depth @ 1..=MAX_STUDENT_DEPTH) => PlayerKind::Student(depth),
                _ => return Err(SpecError::Student),
            },
            _ if text == "random" => PlayerKind::Random,
            _ if text == "greedy" => PlayerKind::Greedy,
            _ => PlayerKind::Command(split_command(text)?),
        };
        Ok(Self { text: text.into(), kind })
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Reads `NAME=VALUE`.
impl FromStr for EngineOption {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (name, value) = text.split_once('=').ok_or(SpecError::Option)?;
        if name.trim().is_empty() || text.contains(['\n', '\r']) {
            return Err(SpecError::Option);
        }
        Ok(Self { name: name.trim().into(), value: value.trim().into() })
    }
}

fn read_options(text: &str) -> Result<Vec<EngineOption>, SpecError> {
    text.split(',').filter(|part| !part.is_empty()).map(str::parse).collect()
}

/// Splits a command line as a shell does: blanks between words; quotes and backslashes keep them together.
pub fn split_command(text: &str) -> Result<Vec<String>, SpecError> {
    let mut words = Vec::new();
    let mut word = None::<String>;
    let mut quote = None;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (Some('\''), _) => word.get_or_insert_default().push(letter),
            (_, '\\') => {
                let next = letters.next().ok_or(SpecError::Backslash)?;
                word.get_or_insert_default().push(next);
            }
            (Some(_), _) => word.get_or_insert_default().push(letter),
            (None, '"' | '\'') => {
                word.get_or_insert_default();
                quote = Some(letter);
            }
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            (None, _) => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    match quote {
        Some(quote) => Err(SpecError::Quote(quote)),
        None if words.first().is_none_or(String::is_empty) => Err(SpecError::Empty),
        None => Ok(words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read() {
        let option = |name: &str, value: &str| EngineOption { name: name.into(), value: value.into() };
        let read = |text: &str| text.parse::<PlayerSpec>().map(|spec| spec.kind);
        assert_eq!(read("laplace"), Ok(PlayerKind::Laplace(vec![])));
        let both = vec![option("threads", "2"), option("hash", "64")];
        assert_eq!(read("laplace:threads=2,hash=64"), Ok(PlayerKind::Laplace(both)));
        assert_eq!(read("level:3"), Ok(PlayerKind::Level(Level::new(3).unwrap())));
        assert_eq!(read("level:10"), Ok(PlayerKind::Laplace(vec![])));
        assert_eq!(read("student:4"), Ok(PlayerKind::Student(4)));
        assert_eq!(read("random"), Ok(PlayerKind::Random));
        for wrong in
            ["", " ", "level:0", "level:11", "level", "student:0", "laplace:hash", "a 'b", "a \\", "''"]
        {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn commands_are_split_as_in_a_shell() {
        let split = |text: &str| split_command(text).unwrap().join("|");
        assert_eq!(split("zataxx --x"), "zataxx|--x");
        assert_eq!(split(r#" 'a b' "c 'd" e\ f '' g"h"i "#), "a b|c 'd|e f||ghi");
        assert_eq!(split("randomly"), "randomly");
    }

    #[test]
    fn a_player_is_written_as_it_was_typed() {
        for text in ["laplace:hash=1", "level:10", "./engine  'a b'"] {
            assert_eq!(text.parse::<PlayerSpec>().unwrap().to_string(), text);
        }
    }
}
