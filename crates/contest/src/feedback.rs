//! Feedback: how much teams learn about a wrong answer.
//!
//! The whole first difference is useful for practice. In a contest it gives answers away: a team that submits an
//! empty file learns the first line, then the second, and so on. Organisers always see everything.

use std::str::FromStr;

use crate::Refusal;
use crate::judging::{Finding, Outcome};

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

    /// The part of a finding that a team may read. How a game ended is always shown: it gives nothing away.
    pub const fn shown(self, outcome: Outcome, finding: &Finding) -> ShownFinding<'_> {
        match (self, outcome, finding.line()) {
            (_, Outcome::Right | Outcome::Played, _) | (Self::Full, _, _) => ShownFinding::All(finding),
            (Self::Position, Outcome::Wrong, Some(line)) => ShownFinding::Line(line),
            (Self::Position | Self::Verdict, Outcome::Wrong, _) => ShownFinding::Nothing,
        }
    }
}

/// The part of a finding that may be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownFinding<'a> {
    /// All of it.
    All(&'a Finding),
    /// The line of the first difference.
    Line(usize),
    /// Nothing.
    Nothing,
}

impl FromStr for Feedback {
    type Err = Refusal;

    fn from_str(name: &str) -> Result<Self, Refusal> {
        let found = Self::ALL.into_iter().find(|feedback| feedback.name() == name);
        found.ok_or_else(|| Refusal::UnknownFeedback { found: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judging::{DemonEnd, judge};
    use crate::{Game, make};

    #[test]
    fn only_full_feedback_shows_what_was_expected() {
        for input in &make(Game::Demon, 1, 1)[..4] {
            let judged = judge(Game::Demon, input, b"nonsense: line 7, expected `x`");
            let shown = |feedback: Feedback| feedback.shown(judged.outcome, &judged.finding);
            assert_eq!(shown(Feedback::Full), ShownFinding::All(&judged.finding));
            assert_eq!(shown(Feedback::Position), ShownFinding::Line(1), "{judged:?}");
            assert_eq!(shown(Feedback::Verdict), ShownFinding::Nothing);
        }
        let unreadable = Finding::UnknownQuestion;
        assert_eq!(Feedback::Position.shown(Outcome::Wrong, &unreadable), ShownFinding::Nothing);
        let game = Finding::DemonGame { line: 3, end: DemonEnd::NoMoreMoves };
        assert_eq!(Feedback::Verdict.shown(Outcome::Played, &game), ShownFinding::All(&game));
    }

    #[test]
    fn names_are_read_again() {
        assert!(Feedback::ALL.iter().all(|one| one.name().parse() == Ok(*one)));
        assert!("all".parse::<Feedback>().is_err());
    }
}
