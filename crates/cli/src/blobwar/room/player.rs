//! Who plays: what was typed for a player, and what it means.

use std::str::FromStr;

/// The deepest student: deeper ones think for minutes and cannot be stopped.
const DEEPEST_STUDENT: u32 = 8;
/// The strongest level, which is the engine itself.
const FULL_LEVEL: u8 = 10;

/// An option of an engine and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Setting {
    pub(crate) name: String,
    pub(crate) value: String,
}

/// Reads `NAME=VALUE`.
impl FromStr for Setting {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
        if name.trim().is_empty() || text.contains(['\n', '\r']) {
            return Err("expected NAME=VALUE".into());
        }
        Ok(Self { name: name.trim().into(), value: value.trim().into() })
    }
}

/// A player as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Spec {
    /// Our engine, in a process of its own like any other.
    Laplace(Vec<Setting>),
    /// A level of `blobwar play` below the strongest.
    Level(u8),
    /// Alpha-beta of a fixed depth that counts blobs.
    Student(u32),
    /// Any legal move.
    Random,
    /// The move that gains most at once.
    Greedy,
    /// The program and its words.
    Command(Vec<String>),
}

/// A player and the text it was asked for with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Typed {
    pub(crate) text: String,
    pub(crate) spec: Spec,
}

impl Spec {
    /// Whether it is behind the protocol, where there are options.
    pub(crate) const fn is_engine(&self) -> bool {
        matches!(self, Self::Laplace(_) | Self::Command(_))
    }
}

impl FromStr for Typed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(Self { text: text.into(), spec: text.parse()? })
    }
}

impl FromStr for Spec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (word, rest) = text.split_once(':').unwrap_or((text, ""));
        match word {
            "laplace" => read_settings(rest).map(Self::Laplace),
            "level" => match rest.parse() {
                Ok(FULL_LEVEL) => Ok(Self::Laplace(Vec::new())),
                Ok(level @ 1..FULL_LEVEL) => Ok(Self::Level(level)),
                _ => Err("expected level:1 to level:10".into()),
            },
            "student" => match rest.parse() {
                Ok(depth @ 1..=DEEPEST_STUDENT) => Ok(Self::Student(depth)),
                _ => Err(format!("expected student:1 to student:{DEEPEST_STUDENT}")),
            },
            _ if text == "random" => Ok(Self::Random),
            _ if text == "greedy" => Ok(Self::Greedy),
            _ => words(text).map(Self::Command),
        }
    }
}

fn read_settings(text: &str) -> Result<Vec<Setting>, String> {
    text.split(',').filter(|part| !part.is_empty()).map(str::parse).collect()
}

/// Splits a command line as a shell does: blanks between words, quotes and backslashes keep them together.
pub(crate) fn words(text: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (Some('\''), _) => word.get_or_insert_default().push(letter),
            (_, '\\') => {
                let next = letters.next().ok_or("a backslash at the end")?;
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
        Some(quote) => Err(format!("a quote {quote} that does not end")),
        None if words.first().is_none_or(String::is_empty) => {
            Err("expected laplace, level:N, student:N, random, greedy or a command".into())
        }
        None => Ok(words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read() {
        let setting = |name: &str, value: &str| Setting { name: name.into(), value: value.into() };
        let read = |text: &str| text.parse::<Spec>();
        assert_eq!(read("laplace"), Ok(Spec::Laplace(vec![])));
        let both = vec![setting("threads", "2"), setting("hash", "64")];
        assert_eq!(read("laplace:threads=2,hash=64"), Ok(Spec::Laplace(both)));
        assert_eq!(read("level:3"), Ok(Spec::Level(3)));
        assert_eq!(read("level:10"), Ok(Spec::Laplace(vec![])));
        assert_eq!(read("student:4"), Ok(Spec::Student(4)));
        assert_eq!(read("random"), Ok(Spec::Random));
        for wrong in
            ["", " ", "level:0", "level:11", "level", "student:0", "laplace:hash", "a 'b", "a \\", "''"]
        {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn commands_are_split_as_in_a_shell() {
        let split = |text: &str| words(text).unwrap().join("|");
        assert_eq!(split("zataxx --x"), "zataxx|--x");
        assert_eq!(split(r#" 'a b' "c 'd" e\ f '' g"h"i "#), "a b|c 'd|e f||ghi");
        assert_eq!(split("randomly"), "randomly");
    }
}
