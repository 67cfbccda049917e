//! The fields of a document, each parsed directly into its type.
//!
//! An error names the value that was found and the field that it was for.

use std::fmt;
use std::marker::PhantomData;

use laplace_games::blobwar::format::uai;
use laplace_games::blobwar::{self, StuckRule};
use laplace_games::demon::Seed;
use laplace_games::well::{Depth, Figure};
use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};

use super::{BlobwarResult, MAX_MOVES, Placement};

/// The maximum length of a player's name, in characters.
const MAX_NAME: usize = 80;

pub(super) fn version<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    number(from, "the version in `laplace-replay`", Some)
}

pub(super) fn game<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    text(from, "a name in `game`", |name| Some(name.to_owned()))
}

pub(super) fn seed<'de, D: Deserializer<'de>>(from: D) -> Result<Seed, D::Error> {
    number(from, "a `seed` from 0 to 1000000", Seed::new)
}

pub(super) fn depth<'de, D: Deserializer<'de>>(from: D) -> Result<Depth, D::Error> {
    number(from, "a number of `rows` from 1 to 20", Depth::new)
}

pub(super) fn score<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u32>, D::Error> {
    number(from, "a `score` of at most 4294967295", Some).map(Some)
}

pub(super) fn placed<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u32>, D::Error> {
    number(from, "a number of figures `placed`", Some).map(Some)
}

pub(super) fn rules<'de, D: Deserializer<'de>>(from: D) -> Result<StuckRule, D::Error> {
    text(from, "`rules`: \"ends\" or \"passes\"", |name| name.parse().ok())
}

pub(super) fn result<'de, D: Deserializer<'de>>(from: D) -> Result<Option<BlobwarResult>, D::Error> {
    let expected = "a `result`: \"x\", \"o\", \"draw\" or \"unfinished\"";
    text(from, expected, BlobwarResult::by_name).map(Some)
}

pub(super) fn figures<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Figure>, D::Error> {
    list(from, "a list of `figures`", |FigureNumber(figure)| figure)
}

pub(super) fn placements<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Placement>, D::Error> {
    list(from, "a list of `moves`", |Pair(placement)| placement)
}

pub(super) fn blob_moves<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<blobwar::Move>, D::Error> {
    list(from, "a list of `moves`", |MoveText(played)| played)
}

pub(super) fn players<'de, D: Deserializer<'de>>(from: D) -> Result<Option<[String; 2]>, D::Error> {
    let names: [Name; 2] = Deserialize::deserialize(from)?;
    Ok(Some(names.map(|Name(name)| name)))
}

struct FigureNumber(Figure);

impl<'de> Deserialize<'de> for FigureNumber {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        number(from, "a figure from 1 to 7", Figure::from_number).map(Self)
    }
}

struct Number(u32);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        number(from, "a number of a move [rotation, column]", Some).map(Self)
    }
}

struct Pair(Placement);

impl<'de> Deserialize<'de> for Pair {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_seq(PairVisitor).map(Self)
    }
}

struct PairVisitor;

impl<'de> Visitor<'de> for PairVisitor {
    type Value = Placement;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a move [rotation, column]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Placement, A::Error> {
        let missing = |found| de::Error::invalid_length(found, &self);
        let Number(rotation) = list.next_element()?.ok_or_else(|| missing(0))?;
        let Number(column) = list.next_element()?.ok_or_else(|| missing(1))?;
        match list.next_element::<de::IgnoredAny>()? {
            Some(_) => {
                Err(de::Error::custom("found more than two numbers, expected a move [rotation, column]"))
            }
            None => Ok(Placement { rotation, column }),
        }
    }
}

struct MoveText(blobwar::Move);

impl<'de> Deserialize<'de> for MoveText {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        text(from, "a move such as \"b6\", \"g1g3\" or \"0000\"", |text| uai::read(text).ok()).map(Self)
    }
}

struct Name(String);

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        // Names are printed on terminals, where control characters are commands.
        let is_name = |name: &str| name.chars().count() <= MAX_NAME && !name.chars().any(char::is_control);
        let expected = "a name in `players`: at most 80 characters, none of them a control character";
        text(from, expected, |name| is_name(name).then(|| name.to_owned())).map(Self)
    }
}

/// Reads a natural number and converts it; `None` from `convert` is an error.
fn number<'de, D: Deserializer<'de>, T>(
    from: D,
    expected: &'static str,
    convert: impl FnOnce(u32) -> Option<T>,
) -> Result<T, D::Error> {
    from.deserialize_u64(NumberVisitor { expected, convert, of: PhantomData })
}

struct NumberVisitor<C, T> {
    expected: &'static str,
    convert: C,
    of: PhantomData<T>,
}

impl<C: FnOnce(u32) -> Option<T>, T> Visitor<'_> for NumberVisitor<C, T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_u64<E: de::Error>(self, found: u64) -> Result<T, E> {
        let refused = || E::invalid_value(de::Unexpected::Unsigned(found), &self.expected);
        u32::try_from(found).ok().and_then(self.convert).ok_or_else(refused)
    }
}

/// Reads a string and converts it; `None` from `convert` is an error.
fn text<'de, D: Deserializer<'de>, T>(
    from: D,
    expected: &'static str,
    convert: impl FnOnce(&str) -> Option<T>,
) -> Result<T, D::Error> {
    from.deserialize_str(TextVisitor { expected, convert, of: PhantomData })
}

struct TextVisitor<C, T> {
    expected: &'static str,
    convert: C,
    of: PhantomData<T>,
}

impl<C: FnOnce(&str) -> Option<T>, T> Visitor<'_> for TextVisitor<C, T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: de::Error>(self, found: &str) -> Result<T, E> {
        let head: String = found.chars().take(MAX_NAME).collect();
        (self.convert)(found).ok_or_else(|| E::invalid_value(de::Unexpected::Str(&head), &self.expected))
    }
}

/// Reads a list of at most [`MAX_MOVES`] elements.
fn list<'de, D: Deserializer<'de>, E: Deserialize<'de>, T>(
    from: D,
    expected: &'static str,
    convert: fn(E) -> T,
) -> Result<Vec<T>, D::Error> {
    from.deserialize_seq(ListVisitor { expected, convert })
}

struct ListVisitor<E, T> {
    expected: &'static str,
    convert: fn(E) -> T,
}

impl<'de, E: Deserialize<'de>, T> Visitor<'de> for ListVisitor<E, T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Vec<T>, A::Error> {
        let mut list = Vec::new();
        while let Some(element) = elements.next_element()? {
            if list.len() == MAX_MOVES {
                let found = format!("found more than {MAX_MOVES}, expected {} no longer", self.expected);
                return Err(de::Error::custom(found));
            }
            list.push((self.convert)(element));
        }
        Ok(list)
    }
}
