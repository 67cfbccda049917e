//! From text to replay: strict, for any bytes, in memory bounded by the size of the text.

use laplace_games::blobwar::{self, Position, StuckRule};
use laplace_games::demon::Seed;
use laplace_games::text::Found;
use laplace_games::well::{Depth, Figure};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

use super::{
    BlobwarReplay, BlobwarResult, DemonReplay, Placement, ReadError, Replay, VERSION, WellReplay, fields,
};
use crate::GameKind;

/// Reads a document; the error names the line, what was found and what was expected.
///
/// ```
/// use laplace_judge::replay::read;
/// let text = br#"{"laplace-replay": 1, "game": "demon", "seed": 31, "moves": [[2, 8], [0, 7]]}"#;
/// assert_eq!(read(text).unwrap().len(), 2);
/// let error = read(b"31\n1 8 2\n").unwrap_err();
/// assert_eq!(error.to_string(), "line 1: found `31`, expected a replay document, which begins with {");
/// ```
pub fn read(text: &[u8]) -> Result<Replay, ReadError> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    // serde_json would accept a list of the fields' values in place of an object.
    let other = match laplace_games::text::lines(text).next() {
        Some((_, first)) if first.starts_with(b"{") => None,
        Some((line, first)) => Some((line, Found::text(first))),
        None => Some((1, Found::End)),
    };
    if let Some((line, found)) = other {
        let what = format!("found {found}, expected a replay document, which begins with {{");
        return Err(ReadError::new(line, &what));
    }
    let Head { version, game } = document(text)?;
    if version != VERSION {
        let what = format!("found version {version} of `laplace-replay`, expected {VERSION}");
        return Err(ReadError::new(line_of(text, "\"laplace-replay\""), &what));
    }
    match GameKind::by_name(&game) {
        Some(GameKind::Demon) => document(text).map(|demon: DemonDocument| Replay::Demon(demon.into())),
        Some(GameKind::Well) => document(text).map(|well: WellDocument| Replay::Well(well.into())),
        Some(GameKind::Blobwar) => document::<BlobwarDocument>(text)?.check(text).map(Replay::Blobwar),
        None => {
            let what = format!("found the game {game:?}, expected \"demon\", \"well\" or \"blobwar\"");
            Err(ReadError::new(line_of(text, "\"game\""), &what))
        }
    }
}

fn document<T: DeserializeOwned>(text: &[u8]) -> Result<T, ReadError> {
    Ok(serde_json::from_slice(text)?)
}

/// The number of the line on which a field begins, for errors that are found after the whole text was parsed.
fn line_of(text: &[u8], field: &str) -> usize {
    let place = text.windows(field.len()).position(|window| window == field.as_bytes());
    let before = place.and_then(|place| text.get(..place)).unwrap_or_default();
    1 + before.iter().filter(|&&byte| byte == b'\n').count()
}

/// The fields that every document has.
#[derive(Deserialize)]
struct Head {
    #[serde(rename = "laplace-replay", deserialize_with = "fields::version")]
    version: u32,
    #[serde(deserialize_with = "fields::game")]
    game: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DemonDocument {
    #[serde(rename = "laplace-replay")]
    _version: IgnoredAny,
    #[serde(rename = "game")]
    _game: IgnoredAny,
    #[serde(deserialize_with = "fields::seed")]
    seed: Seed,
    #[serde(deserialize_with = "fields::placements")]
    moves: Vec<Placement>,
    #[serde(default, deserialize_with = "fields::score")]
    score: Option<u32>,
}

impl From<DemonDocument> for DemonReplay {
    fn from(document: DemonDocument) -> Self {
        let DemonDocument { seed, moves, score, .. } = document;
        Self { seed, moves, score }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WellDocument {
    #[serde(rename = "laplace-replay")]
    _version: IgnoredAny,
    #[serde(rename = "game")]
    _game: IgnoredAny,
    #[serde(deserialize_with = "fields::depth")]
    rows: Depth,
    #[serde(deserialize_with = "fields::figures")]
    figures: Vec<Figure>,
    #[serde(deserialize_with = "fields::placements")]
    moves: Vec<Placement>,
    #[serde(default, deserialize_with = "fields::placed")]
    placed: Option<u32>,
}

impl From<WellDocument> for WellReplay {
    fn from(document: WellDocument) -> Self {
        let WellDocument { rows, figures, moves, placed, .. } = document;
        Self { depth: rows, figures, moves, placed }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BlobwarDocument {
    #[serde(rename = "laplace-replay")]
    _version: IgnoredAny,
    #[serde(rename = "game")]
    _game: IgnoredAny,
    start: String,
    #[serde(deserialize_with = "fields::rules")]
    rules: StuckRule,
    #[serde(deserialize_with = "fields::blob_moves")]
    moves: Vec<blobwar::Move>,
    #[serde(default, deserialize_with = "fields::result")]
    result: Option<BlobwarResult>,
    #[serde(default, deserialize_with = "fields::players")]
    players: Option<[String; 2]>,
}

impl BlobwarDocument {
    fn check(self, text: &[u8]) -> Result<BlobwarReplay, ReadError> {
        let Self { start, rules, moves, result, players, .. } = self;
        let start = Position::from_fen(&start, rules)
            .map_err(|error| ReadError::new(line_of(text, "\"start\""), &format!("`start`: {error}")))?;
        Ok(BlobwarReplay { start, moves, result, players })
    }
}
