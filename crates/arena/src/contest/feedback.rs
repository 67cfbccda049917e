//! How much teams are told of a wrong answer.
//!
//! The whole first difference is what one wants for practice. In a contest it gives answers away: whoever hands
//! in an empty file is told the first line, then the second, and so on. Organisers always see all of it.

use std::str::FromStr;

/// How much teams are told of a wrong answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feedback {
    /// Where it differs first, what stands there and what should.
    Full,
    /// Where it differs first.
    Position,
    /// That it is wrong.
    Verdict,
}

impl Feedback {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Full, Self::Position, Self::Verdict];

    /// Its name in the store, in addresses and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Position => "position",
            Self::Verdict => "verdict",
        }
    }

    /// What a team is told of a judging. How a game ended is told always: that gives nothing away.
    pub fn told(self, outcome: &str, detail: &str) -> String {
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

/// The number of the line that a difference begins with.
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
    fn only_full_feedback_says_what_was_expected() {
        for input in &make(Game::Demon, 1, 1)[..4] {
            let judged = judge(Game::Demon, input, b"nonsense: line 7, expected `x`");
            let told = |feedback: Feedback| feedback.told(judged.outcome.name(), &judged.detail);
            assert!(told(Feedback::Full).contains("expected"), "{judged:?}");
            assert_eq!(told(Feedback::Position), "the first difference is in line 1", "{judged:?}");
            assert_eq!(told(Feedback::Verdict), "");
        }
        assert_eq!(Feedback::Position.told("wrong", "the input cannot be read"), "");
        assert_eq!(Feedback::Verdict.told("played", "line 3: the end"), "line 3: the end");
    }

    #[test]
    fn names_are_read_again() {
        assert!(Feedback::ALL.iter().all(|one| one.name().parse() == Ok(*one)));
        assert!("all".parse::<Feedback>().is_err());
    }
}
