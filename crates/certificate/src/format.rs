//! The file of a certificate: plain text, described in `docs/demon.md`.
//!
//! ```text
//! laplace demon certificate 1
//! seed 680054
//! pieces 9999
//! score 738800
//! strike 6100 220o 6110
//! game
//! 4c1 1e0 ...
//! end
//! ```

use std::fmt::Write as _;

use thiserror::Error;

use crate::relaxed::Situation;

/// A move: the piece, the column of its leftmost block, and its quarter turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// 1 to 7.
    pub piece: u8,
    /// 0 to 11.
    pub column: u8,
    /// 0 to 3.
    pub turns: u8,
}

/// A claim: from no board in this situation before piece `start` can pieces be placed without loss until before piece
/// `end`. Pieces are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strike {
    /// The piece before which the situation is.
    pub start: usize,
    /// The situation.
    pub situation: Situation,
    /// The piece before which no board is left.
    pub end: usize,
}

/// What a certificate file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The seed of the sequence.
    pub seed: u32,
    /// The score that is claimed to be the best.
    pub score: u32,
    /// The claims that lower the bound.
    pub strikes: Vec<Strike>,
    /// The game of that score.
    pub game: Vec<Move>,
}

/// Why a file is not a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FormatError {
    /// The file ends too early.
    #[error("the file ends after line {line}: expected {expected}")]
    Truncated {
        /// The last line there is.
        line: usize,
        /// What should come next.
        expected: &'static str,
    },
    /// A line is not what it should be.
    #[error("line {line}: found {found:?}, expected {expected}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What stands there.
        found: String,
        /// What should.
        expected: &'static str,
    },
    /// The game has another number of moves than the file says.
    #[error("line {line}: found {found} moves, expected {expected}, as the file says")]
    Moves {
        /// The line at which that is known.
        line: usize,
        /// The moves.
        found: usize,
        /// The pieces.
        expected: usize,
    },
}

const HEAD: &str = "laplace demon certificate 1";
const MOVES_A_LINE: usize = 25;
/// More pieces than any game has.
const MAX_PIECES: u32 = 9_999;
const MAX_SEED: u32 = 1_000_000;
/// The longest piece of a wrong line that an error shows.
const MAX_SHOWN: usize = 60;

/// The text of a certificate.
pub fn write(certificate: &Certificate) -> String {
    let Certificate { seed, score, strikes, game } = certificate;
    let mut text = format!("{HEAD}\nseed {seed}\npieces {}\nscore {score}\n", game.len());
    for Strike { start, situation, end } in strikes {
        _ = writeln!(text, "strike {start} {situation} {end}");
    }
    text.push_str("game\n");
    for line in game.chunks(MOVES_A_LINE) {
        let moves: Vec<String> = line
            .iter()
            .map(|chosen| format!("{}{}{}", chosen.piece, char::from(b'a' + chosen.column), chosen.turns))
            .collect();
        _ = writeln!(text, "{}", moves.join(" "));
    }
    text.push_str("end\n");
    text
}

/// Lines with their numbers; blank ones are skipped, and blanks around the others removed.
struct Lines<'a> {
    lines: std::str::Lines<'a>,
    number: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self, expected: &'static str) -> Result<&'a str, FormatError> {
        loop {
            let line = self.lines.next().ok_or(FormatError::Truncated { line: self.number, expected })?;
            self.number += 1;
            if !line.trim().is_empty() {
                return Ok(line.trim());
            }
        }
    }

    fn wrong(&self, found: &str, expected: &'static str) -> FormatError {
        FormatError::Line { line: self.number, found: found.chars().take(MAX_SHOWN).collect(), expected }
    }

    fn number(&mut self, name: &str, max: u32, expected: &'static str) -> Result<u32, FormatError> {
        let line = self.next(expected)?;
        let value = line
            .split_once(char::is_whitespace)
            .filter(|&(word, _)| word == name)
            .and_then(|(_, text)| text.trim_start().parse().ok());
        value.filter(|&value| value <= max).ok_or_else(|| self.wrong(line, expected))
    }
}

/// Reads a certificate; checks nothing but its form.
pub fn read(text: &str) -> Result<Certificate, FormatError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = Lines { lines: text.lines(), number: 0 };
    let head = lines.next(HEAD)?;
    if !head.split_whitespace().eq(HEAD.split_whitespace()) {
        return Err(lines.wrong(head, HEAD));
    }
    let seed = lines.number("seed", MAX_SEED, "seed S, 0 to 1000000")?;
    let pieces = lines.number("pieces", MAX_PIECES, "pieces N, at most 9999")? as usize;
    let score = lines.number("score", u32::MAX, "score N")?;
    let mut strikes = Vec::new();
    loop {
        let line = lines.next("strike START SITUATION END, or game")?;
        if line == "game" {
            break;
        }
        strikes.push(strike(line).ok_or_else(|| lines.wrong(line, "strike START SITUATION END, or game"))?);
    }
    let mut game = Vec::new();
    loop {
        let line = lines.next("moves, or end")?;
        if line == "end" {
            break;
        }
        for word in line.split_whitespace() {
            game.push(
                chosen(word)
                    .ok_or_else(|| lines.wrong(word, "a move as 1a0: piece, column a to l, turns"))?,
            );
        }
        if game.len() > pieces {
            return Err(FormatError::Moves { line: lines.number, found: game.len(), expected: pieces });
        }
    }
    if let Ok(rest) = lines.next("nothing") {
        return Err(lines.wrong(rest, "nothing after end"));
    }
    if game.len() != pieces {
        return Err(FormatError::Moves { line: lines.number, found: game.len(), expected: pieces });
    }
    Ok(Certificate { seed, score, strikes, game })
}

fn strike(line: &str) -> Option<Strike> {
    let mut words = line.split_whitespace();
    words.next().filter(|&word| word == "strike")?;
    let start = words.next()?.parse().ok()?;
    let situation = words.next()?.parse().ok()?;
    let end = words.next()?.parse().ok()?;
    words.next().is_none().then_some(Strike { start, situation, end })
}

fn chosen(word: &str) -> Option<Move> {
    let &[piece @ b'1'..=b'7', column @ b'a'..=b'l', turns @ b'0'..=b'3'] = word.as_bytes() else {
        return None;
    };
    Some(Move { piece: piece - b'0', column: column - b'a', turns: turns - b'0' })
}
