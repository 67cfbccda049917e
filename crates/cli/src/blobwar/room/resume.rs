//! What a match that was stopped had played, read from its PGN.
//!
//! Only the tags are read. Every game must be one of this match: its players, its opening, its colours. A last
//! game that was cut off, by a crash or a full disk, is played again.

use std::collections::HashMap;

use games::blobwar::{Outcome, Side};

use super::hall::Plan;
use super::pgn::{self, plain};

const OUTCOMES: [Outcome; 3] = [Outcome::Win(Side::Blue), Outcome::Win(Side::Red), Outcome::Draw];

/// A game that was played before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Old {
    pub(crate) pair: usize,
    pub(crate) number: usize,
    pub(crate) colour: Side,
    pub(crate) outcome: Outcome,
}

/// The tags of a game, and the line that they begin at.
struct Tags<'a> {
    line: usize,
    values: HashMap<&'a str, &'a str>,
    ended: bool,
}

/// Reads all games of a PGN; an error says the line and what does not fit.
pub(crate) fn read(text: &str, plan: &Plan) -> Result<Vec<Old>, String> {
    let mut found: Vec<Old> = Vec::new();
    for tags in games(text) {
        let old = old(&tags, plan).map_err(|error| format!("line {}: {error}", tags.line))?;
        if found.iter().any(|other| (other.pair, other.number) == (old.pair, old.number)) {
            return Err(format!(
                "line {}: round {}.{} a second time",
                tags.line,
                old.pair + 1,
                old.number + 1
            ));
        }
        found.push(old);
    }
    Ok(found)
}

/// How many bytes are whole games: a game is its tags, an empty line, its moves and the result, an empty line.
pub(crate) fn whole(file: &[u8]) -> usize {
    let ends: Vec<usize> = (1..file.len()).filter(|&at| file[at - 1..=at] == *b"\n\n").collect();
    let after_moves = ends.chunks_exact(2).next_back().map_or(0, |pair| pair[1] + 1);
    // A last empty line that is missing, as editors like it, cuts nothing off.
    let rest = String::from_utf8_lossy(&file[after_moves..]);
    let last_word = rest.split_whitespace().next_back();
    let is_result =
        last_word.is_some_and(|word| OUTCOMES.into_iter().any(|outcome| pgn::result(outcome) == word));
    if is_result && rest.ends_with('\n') { file.len() } else { after_moves }
}

fn games(text: &str) -> Vec<Tags<'_>> {
    let mut games: Vec<Tags<'_>> = Vec::new();
    let mut in_tags = false;
    for (number, line) in text.lines().enumerate() {
        let tag = line
            .strip_prefix('[')
            .and_then(|line| line.strip_suffix("\"]"))
            .and_then(|line| line.split_once(" \""));
        match (tag, games.last_mut()) {
            (Some((name, value)), Some(game)) if in_tags => _ = game.values.insert(name, value),
            (Some((name, value)), _) => {
                games.push(Tags { line: number + 1, values: HashMap::from([(name, value)]), ended: false });
                in_tags = true;
            }
            (None, Some(game)) if !line.trim().is_empty() => {
                in_tags = false;
                let last = line.split_whitespace().next_back();
                game.ended = last.is_some() && last == game.values.get("Result").copied();
            }
            _ => {}
        }
    }
    games
}

fn old(tags: &Tags<'_>, plan: &Plan) -> Result<Old, String> {
    let get = |name: &str| tags.values.get(name).copied().ok_or(format!("no tag {name}"));
    if !tags.ended {
        return Err("the game is not complete: remove it, and it is played again".into());
    }
    let round = get("Round")?;
    let place =
        round.split_once('.').and_then(|(pair, number)| Some((pair.parse().ok()?, number.parse().ok()?)));
    let (pair, number): (usize, usize) = place.ok_or(format!("round {round}, expected such as 12.1"))?;
    let (Some(pair), Some(number), true) = (pair.checked_sub(1), number.checked_sub(1), number <= 2) else {
        return Err(format!("round {round}, expected such as 12.1"));
    };
    let colour = Side::BOTH[number];
    let same = |tag: &str, expected: String| {
        let found = get(tag)?;
        if found == expected { Ok(()) } else { Err(format!("{tag} `{found}`, expected `{expected}`")) }
    };
    let name = |side: Side| plain(&plan.entries[usize::from(side != colour)].name);
    same("Black", name(Side::Blue))?;
    same("White", name(Side::Red))?;
    let opening = plan.opening(pair).filter(|_| pair < plan.pairs);
    same("FEN", opening.map_or_else(|| "no more openings".into(), |opening| opening.to_string()))?;
    let result = get("Result")?;
    let outcome = OUTCOMES.into_iter().find(|&outcome| pgn::result(outcome) == result);
    Ok(Old { pair, number, colour, outcome: outcome.ok_or(format!("result {result}"))? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_was_cut_off_anywhere_is_not_whole() {
        let game = "[Event \"a\"]\n[Result \"1-0\"]\n\n1. a1 { } b7b5 { } 1-0\n\n";
        let two = game.repeat(2);
        let last_line_end = two.len() - 1;
        for cut in 0..=two.len() {
            let expected = match cut {
                _ if cut >= last_line_end => cut,
                _ if cut >= game.len() => game.len(),
                _ if cut >= game.len() - 1 => cut,
                _ => 0,
            };
            assert_eq!(whole(&two.as_bytes()[..cut]), expected, "cut at {cut}");
        }
    }
}
