//! Feedback: how much teams learn about a wrong answer.
//!
//! The whole first difference is useful for practice. In a contest it gives answers away: a team that submits an
//! empty file learns the first line, then the second, and so on. Organisers always see everything.

use std::str::FromStr;

/// How much teams learn about a wrong answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feedback {
    /// The position of the first difference, what was found and what was expected.
    Full,
    /// The position of the first difference.
    Position,
    /// Only that it is wrong.
    Verdict,
}

impl Feedback {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Full, Self::Position, Self::Verdict];

    /// Its name in the database, in the API and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Position => "position",
            Self::Verdict => "verdict",
        }
    }

    /// The part of a judging's detail that a team may read. How a game ended is always shown: it gives nothing away.
    pub fn detail(self, outcome: &str, detail: &str) -> String {
        match self {
            _ if outcome != "wrong" => detail.to_owned(),
            Self::Full => detail.to_owned(),
            Self::Position => match position(detail) {
                Some(line) => format!("the first difference is in line {line}"),
                None => String::new(),
            },
            Self::Verdict => String::new(),
        }
    }
}

/// The line number at the beginning of a difference.
fn position(detail: &str) -> Option<u64> {
    detail.strip_prefix("line ")?.split(':').next()?.parse().ok()
}

impl FromStr for Feedback {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|feedback| feedback.name() == name);
        found.ok_or_else(|| format!("found `{name}`, expected full, position or verdict"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::{Game, make};
    use crate::judging::judge;

    #[test]
    fn only_full_feedback_shows_what_was_expected() {
        for input in &make(Game::Demon, 1, 1)[..4] {
            let judged = judge(Game::Demon, input, b"nonsense: line 7, expected `x`");
            let shown = |feedback: Feedback| feedback.detail(judged.outcome.name(), &judged.detail);
            assert!(shown(Feedback::Full).contains("expected"), "{judged:?}");
            assert_eq!(shown(Feedback::Position), "the first difference is in line 1", "{judged:?}");
            assert_eq!(shown(Feedback::Verdict), "");
        }
        assert_eq!(Feedback::Position.detail("wrong", "the input cannot be read"), "");
        assert_eq!(Feedback::Verdict.detail("played", "line 3: the end"), "line 3: the end");
    }

    #[test]
    fn names_are_read_again() {
        assert!(Feedback::ALL.iter().all(|one| one.name().parse() == Ok(*one)));
        assert!("all".parse::<Feedback>().is_err());
    }
}
