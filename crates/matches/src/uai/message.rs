//! A line of an engine, as far as a match uses it. Lines that mean nothing are not errors: they are ignored.

#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use crate::player::SearchStats;

/// Deeper than any engine searches; a larger number is ignored.
const MAX_DEPTH: u32 = 1_000;
/// The longest text that is kept, in characters: moves, names and options are far shorter.
const MAX_TEXT: usize = 200;
/// The part of a line that is looked at, in bytes.
const MAX_LINE: usize = 4096;

/// A line of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineMessage {
    /// `uaiok`
    UaiOk,
    /// `readyok`
    ReadyOk,
    /// `id name`
    Name(String),
    /// `option name`, without its type.
    Option(String),
    /// `info` about the search.
    Info(SearchStats),
    /// `info string`: a text for people.
    InfoString(String),
    /// `bestmove`, and the word after it.
    BestMove(String),
}

impl EngineMessage {
    /// Reads a line; `None` if it means nothing.
    pub fn read(line: &[u8]) -> Option<Self> {
        let line = String::from_utf8_lossy(line.get(..line.len().min(MAX_LINE))?);
        let mut words = line.split_whitespace();
        let short = |text: String| text.chars().take(MAX_TEXT).collect::<String>();
        match words.next()? {
            "uaiok" => Some(Self::UaiOk),
            "readyok" => Some(Self::ReadyOk),
            "bestmove" => Some(Self::BestMove(short(words.next().unwrap_or_default().into()))),
            "id" if words.next() == Some("name") => Some(Self::Name(short(join(words)))),
            "option" if words.next() == Some("name") => {
                Some(Self::Option(short(join(words.take_while(|&word| word != "type")))))
            }
            "info" => match words.clone().next() {
                Some("string") => Some(Self::InfoString(short(join(words.skip(1))))),
                _ => Some(Self::Info(read_info(words))),
            },
            _ => None,
        }
    }
}

fn join<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

fn read_info<'a>(mut words: impl Iterator<Item = &'a str>) -> SearchStats {
    let mut info = SearchStats::default();
    while let Some(word) = words.next() {
        match word {
            "depth" => info.depth = number(words.next()).filter(|&depth| depth <= MAX_DEPTH),
            "nps" => info.nps = number(words.next()),
            "cp" => info.score = number(words.next()),
            "pv" | "string" => break,
            _ => {}
        }
    }
    info
}

fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word?.parse().ok()
}

#[cfg(test)]
#[allow(clippy::panic, clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that panics fails")]
mod tests {
    use laplace_games::random::Random;

    use super::*;

    #[test]
    fn lines_are_read_or_ignored() {
        assert_eq!(EngineMessage::read(b"uaiok\r"), Some(EngineMessage::UaiOk));
        assert_eq!(
            EngineMessage::read(b"id name Some Engine 2 "),
            Some(EngineMessage::Name("Some Engine 2".into()))
        );
        assert_eq!(
            EngineMessage::read(b"bestmove g1g3 ponder a2"),
            Some(EngineMessage::BestMove("g1g3".into()))
        );
        assert_eq!(EngineMessage::read(b"bestmove"), Some(EngineMessage::BestMove(String::new())));
        assert_eq!(
            EngineMessage::read(b"option name Clear Hash type button"),
            Some(EngineMessage::Option("Clear Hash".into()))
        );
        for nonsense in [&b""[..], b"\xff\xfe", b"id author me", b"hello", b"uaiokay"] {
            assert_eq!(EngineMessage::read(nonsense), None);
        }
        let long = [&b"bestmove "[..], &[b'x'; 100_000]].concat();
        assert!(
            matches!(EngineMessage::read(&long), Some(EngineMessage::BestMove(word)) if word.len() == 200)
        );
    }

    #[test]
    fn impossible_numbers_are_ignored() {
        let read = |line: &str| match EngineMessage::read(line.as_bytes()) {
            Some(EngineMessage::Info(info)) => info,
            other => panic!("{other:?}"),
        };
        let info = read("info depth 9 seldepth 20 score cp -31 time 5 nodes 800 nps 160000 pv a1 depth 3");
        assert_eq!((info.depth, info.score, info.nps), (Some(9), Some(-31), Some(160_000)));
        assert_eq!(read("info depth 99999999999 nodes -5 nps x score cp"), SearchStats::default());
        assert_eq!(
            EngineMessage::read(b"info string depth  5"),
            Some(EngineMessage::InfoString("depth 5".into()))
        );
    }

    /// Thousands of damaged lines: what is still read is short, and one line.
    #[test]
    fn damaged_lines_are_read_within_bounds_or_ignored() {
        const SOUND: [&str; 7] = [
            "uaiok",
            "readyok",
            "id name Some Engine 2",
            "option name Hash type spin default 64 min 1 max 4096",
            "info depth 9 seldepth 20 score cp -31 time 5 nodes 800 nps 160000 hashfull 1 pv a1 g7g5",
            "info string setoption: found `x`",
            "bestmove g1g3 ponder a2",
        ];
        let mut random = Random::new(11);
        for _ in 0..50_000 {
            let mut line = random.pick(&SOUND).unwrap().as_bytes().to_vec();
            for _ in 0..=random.below(4) {
                let at = random.below(line.len() as u32 + 1) as usize;
                match random.below(4) {
                    0 => line.insert(at, random.below(256) as u8),
                    1 => line.truncate(at),
                    2 => line.splice(at..at, random.pick(&SOUND).unwrap().bytes()).for_each(drop),
                    _ => {
                        let many = random.below(5_000) as usize;
                        line.splice(at..at, std::iter::repeat_n(b"9 -\xff"[at % 4], many)).for_each(drop);
                    }
                }
            }
            let text = match EngineMessage::read(&line) {
                Some(
                    EngineMessage::Name(text)
                    | EngineMessage::Option(text)
                    | EngineMessage::InfoString(text)
                    | EngineMessage::BestMove(text),
                ) => text,
                Some(EngineMessage::Info(info)) => {
                    assert!(info.depth.is_none_or(|depth| depth <= MAX_DEPTH));
                    continue;
                }
                Some(EngineMessage::UaiOk | EngineMessage::ReadyOk) | None => continue,
            };
            assert!(text.chars().count() <= 200 && !text.contains(['\n', '\r']), "{text}");
        }
    }
}
