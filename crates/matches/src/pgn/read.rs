//! Reads the games of a PGN by their tags; the moves are not read.
//!
//! A file is accepted only if every line of it could have been written by [`write`](super::write): it may be a file of
//! another program, which must not be changed.

#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::collections::HashMap;

use laplace_games::blobwar::StuckRule;
use laplace_games::text::Found;

use super::{FIRST_LINE, PgnError};

/// The tags of a game, and where it begins.
#[derive(Debug, Default)]
pub struct Tags {
    /// The number of its first line, from 1.
    pub line: usize,
    /// The offset of its first byte.
    pub offset: usize,
    /// The tags by their names.
    pub values: HashMap<String, String>,
    has_moves: bool,
    /// Whether its moves are there, up to the result.
    pub is_complete: bool,
}

/// The games of a file.
#[derive(Debug)]
pub struct Games {
    /// The complete games.
    pub complete: Vec<Tags>,
    /// The beginning of one more game, if the file was cut off in it.
    pub cut_off: Option<Tags>,
}

/// Reads all games, and the beginning of one more if the file was cut off in it.
pub fn read(file: &[u8]) -> Result<Games, PgnError> {
    let mut complete = scan(file)?;
    let ends_with_newline = file.ends_with(b"\n");
    // A game is written at once, and its moves are one line: a file that ends after a line of moves was not cut off.
    let cut_off = complete.pop_if(|game| !(game.is_complete || ends_with_newline && game.has_moves));
    match complete.iter().find(|game| !game.is_complete) {
        Some(game) => {
            let reason = "the game is not complete: remove it, and it is played again";
            Err(PgnError::new(game.line, reason.to_owned()))
        }
        None => Ok(Games { complete, cut_off }),
    }
}

/// Finds the games, complete or not.
fn scan(file: &[u8]) -> Result<Vec<Tags>, PgnError> {
    let mut games: Vec<Tags> = Vec::new();
    let mut next = 0;
    let mut in_tags = false;
    for (number, bytes) in (1..).zip(file.split_inclusive(|&byte| byte == b'\n')) {
        let offset = next;
        next += bytes.len();
        let text = String::from_utf8_lossy(bytes);
        let (line, is_cut_off) = match text.strip_suffix('\n') {
            Some(line) => (line.strip_suffix('\r').unwrap_or(line), false),
            None => (&*text, true),
        };
        match (tag(line), games.last_mut().filter(|game| !game.is_complete)) {
            _ if line == FIRST_LINE && !is_cut_off => {
                games.push(Tags { line: number, offset, ..Tags::default() });
                in_tags = true;
            }
            (_, Some(_)) if is_cut_off => {}
            (Some((name, value)), Some(game)) if in_tags => {
                game.values.insert(name.into(), value.into());
            }
            (_, Some(_)) if line.is_empty() => in_tags = false,
            (None, Some(game)) => {
                in_tags = false;
                game.has_moves = true;
                let last = line.split_whitespace().next_back();
                game.is_complete = last.is_some() && last == game.values.get("Result").map(String::as_str);
                // The usual rule is not written.
                game.values.entry("Rules".into()).or_insert_with(|| StuckRule::Passes.name().into());
            }
            (_, None) if is_cut_off && FIRST_LINE.starts_with(line) => {
                games.push(Tags { line: number, offset, ..Tags::default() });
            }
            (_, None) if line.is_empty() && !is_cut_off => {}
            _ => {
                let found = Found::text(line.as_bytes());
                return Err(PgnError::new(number, format!("found {found}, expected `{FIRST_LINE}`")));
            }
        }
    }
    Ok(games)
}

fn tag(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix('[')?.strip_suffix("\"]")?.split_once(" \"")
}
