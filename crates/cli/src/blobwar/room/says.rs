//! What an engine says, as far as a match cares. Nonsense is no error: it is not heard.

#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

/// So deep nobody searches; larger numbers are lies and are not believed.
const DEEPEST: u32 = 1_000;

/// A line of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Says {
    UaiOk,
    ReadyOk,
    Name(String),
    Option(String),
    Info(Info),
    /// `info string`: words for people.
    Remark(String),
    BestMove(String),
}

/// What an engine says about its search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Info {
    pub(crate) depth: Option<u32>,
    /// In hundredths of a blob for the player to move.
    pub(crate) score: Option<i32>,
    /// Nodes a second.
    pub(crate) speed: Option<u64>,
}

impl Says {
    /// Reads a line; `None` if it means nothing.
    pub(crate) fn read(line: &[u8]) -> Option<Self> {
        /// The longest text that is handed on: moves, names and options are far shorter.
        const LONGEST: usize = 200;
        let line = String::from_utf8_lossy(line.get(..line.len().min(4096))?);
        let mut words = line.split_whitespace();
        let short = |text: String| text.chars().take(LONGEST).collect::<String>();
        match words.next()? {
            "uaiok" => Some(Self::UaiOk),
            "readyok" => Some(Self::ReadyOk),
            "bestmove" => Some(Self::BestMove(short(words.next().unwrap_or_default().into()))),
            "id" if words.next() == Some("name") => Some(Self::Name(short(join(words)))),
            "option" if words.next() == Some("name") => {
                Some(Self::Option(short(join(words.take_while(|&word| word != "type")))))
            }
            "info" => match words.clone().next() {
                Some("string") => Some(Self::Remark(short(join(words.skip(1))))),
                _ => Some(Self::Info(Info::read(words))),
            },
            _ => None,
        }
    }
}

fn join<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

impl Info {
    fn read<'a>(mut words: impl Iterator<Item = &'a str>) -> Self {
        let mut info = Self::default();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = number(words.next()).filter(|&depth| depth <= DEEPEST),
                "nps" => info.speed = number(words.next()),
                "cp" => info.score = number(words.next()),
                "pv" | "string" => break,
                _ => {}
            }
        }
        info
    }

    /// Takes over what is news. A depth has a score of its own, or none if it is a proof.
    pub(crate) fn update(&mut self, news: Self) {
        self.score = if news.depth.is_some() { news.score } else { news.score.or(self.score) };
        self.depth = news.depth.or(self.depth);
        self.speed = news.speed.or(self.speed);
    }
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
    fn lines_are_heard_or_not() {
        assert_eq!(Says::read(b"uaiok\r"), Some(Says::UaiOk));
        assert_eq!(Says::read(b"id name Some Engine 2 "), Some(Says::Name("Some Engine 2".into())));
        assert_eq!(Says::read(b"bestmove g1g3 ponder a2"), Some(Says::BestMove("g1g3".into())));
        assert_eq!(Says::read(b"bestmove"), Some(Says::BestMove(String::new())));
        assert_eq!(
            Says::read(b"option name Clear Hash type button"),
            Some(Says::Option("Clear Hash".into()))
        );
        for nonsense in [&b""[..], b"\xff\xfe", b"id author me", b"hello", b"uaiokay"] {
            assert_eq!(Says::read(nonsense), None);
        }
        let long = [&b"bestmove "[..], &[b'x'; 100_000]].concat();
        assert!(matches!(Says::read(&long), Some(Says::BestMove(word)) if word.len() == 200));
    }

    #[test]
    fn lies_about_the_search_are_not_believed() {
        let read = |line: &str| match Says::read(line.as_bytes()) {
            Some(Says::Info(info)) => info,
            other => panic!("{other:?}"),
        };
        let info = read("info depth 9 seldepth 20 score cp -31 time 5 nodes 800 nps 160000 pv a1 depth 3");
        assert_eq!((info.depth, info.score, info.speed), (Some(9), Some(-31), Some(160_000)));
        assert_eq!(read("info depth 99999999999 nodes -5 nps x score cp"), Info::default());
        assert_eq!(Says::read(b"info string depth  5"), Some(Says::Remark("depth 5".into())));
    }

    /// Thousands of lines that were once sound: what is still heard is short, and one line.
    #[test]
    fn spoilt_lines_are_heard_in_bounds_or_not_at_all() {
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
            let said = match Says::read(&line) {
                Some(Says::Name(said) | Says::Option(said) | Says::Remark(said) | Says::BestMove(said)) => {
                    said
                }
                Some(Says::Info(info)) => {
                    assert!(info.depth.is_none_or(|depth| depth <= DEEPEST));
                    continue;
                }
                Some(Says::UaiOk | Says::ReadyOk) | None => continue,
            };
            assert!(said.chars().count() <= 200 && !said.contains(['\n', '\r']), "{said}");
        }
    }
}
