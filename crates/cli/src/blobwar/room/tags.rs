//! The games of a PGN by their tags. What a game is to a match is no matter here.
//!
//! A file may be anybody's: it is read only if every line of it could be ours.

#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::collections::HashMap;

use laplace_games::blobwar::StuckRule;
use laplace_games::text::Found;

/// What every game begins with.
pub(crate) const FIRST_LINE: &str = "[Event \"laplace blobwar match\"]";

/// The tags of a game, and where it begins.
#[derive(Debug, Default)]
pub(crate) struct Tags {
    pub(crate) line: usize,
    pub(crate) at: usize,
    pub(crate) values: HashMap<String, String>,
    has_moves: bool,
    /// Whether its moves are there, up to the result.
    pub(crate) ended: bool,
}

/// Reads all games, and the beginning of one more if it was cut off; an error says the line.
pub(crate) fn read(file: &[u8]) -> Result<(Vec<Tags>, Option<Tags>), String> {
    let mut games = scan(file)?;
    let ends_in_a_line = file.ends_with(b"\n");
    // A game is written at once, and its moves are one line: what ends in a line of moves was not cut off.
    let torn = games.pop_if(|game| !(game.ended || ends_in_a_line && game.has_moves));
    match games.iter().find(|game| !game.ended) {
        Some(Tags { line, .. }) => {
            Err(format!("line {line}: the game is not complete: remove it, and it is played again"))
        }
        None => Ok((games, torn)),
    }
}

/// Finds the games, whether they end or not.
fn scan(file: &[u8]) -> Result<Vec<Tags>, String> {
    let mut games: Vec<Tags> = Vec::new();
    let (mut next, mut in_tags) = (0, false);
    for (number, bytes) in (1..).zip(file.split_inclusive(|&byte| byte == b'\n')) {
        let at = next;
        next += bytes.len();
        let text = String::from_utf8_lossy(bytes);
        let (line, is_torn) = match text.strip_suffix('\n') {
            Some(line) => (line.strip_suffix('\r').unwrap_or(line), false),
            None => (&*text, true),
        };
        match (tag(line), games.last_mut().filter(|game| !game.ended)) {
            _ if line == FIRST_LINE && !is_torn => {
                games.push(Tags { line: number, at, ..Tags::default() });
                in_tags = true;
            }
            (_, Some(_)) if is_torn => {}
            (Some((name, value)), Some(game)) if in_tags => {
                game.values.insert(name.into(), value.into());
            }
            (_, Some(_)) if line.is_empty() => in_tags = false,
            (None, Some(game)) => {
                (in_tags, game.has_moves) = (false, true);
                let last = line.split_whitespace().next_back();
                game.ended = last.is_some() && last == game.values.get("Result").map(String::as_str);
                // The rule that most games have is not written.
                game.values.entry("Rules".into()).or_insert_with(|| StuckRule::Passes.name().into());
            }
            (_, None) if is_torn && FIRST_LINE.starts_with(line) => {
                games.push(Tags { line: number, at, ..Tags::default() });
            }
            (_, None) if line.is_empty() && !is_torn => {}
            _ => {
                let found = Found::text(line.as_bytes());
                return Err(format!("line {number}: found {found}, expected `{FIRST_LINE}`"));
            }
        }
    }
    Ok(games)
}

fn tag(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix('[')?.strip_suffix("\"]")?.split_once(" \"")
}
