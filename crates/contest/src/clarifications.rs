//! Clarifications: questions of teams, answers of organisers to one team or to all, and announcements.
//!
//! The shape is that of CLICS: a message comes from a team or from the organisers, and goes to a team, to all teams or to
//! the organisers. A team asks the organisers; organisers write to one team or to all.

use crate::contest::{Contest, Phase};
use crate::ids::{AccountId, ClarificationId};
use crate::visibility::{Role, Visibility};
use crate::{Millis, Refusal};

/// Maximum length of a message in characters.
pub const MAX_TEXT_LENGTH: usize = 2_000;

/// Questions that one team may ask in a contest.
pub const MAX_QUESTIONS: i64 = 200;

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clarification {
    /// Its number.
    pub id: ClarificationId,
    /// When it was sent.
    pub at: Millis,
    /// The team that asks; `None`: the organisers.
    pub from_team: Option<AccountId>,
    /// The team that it is for. Of a message of the organisers `None` means all teams.
    pub to_team: Option<AccountId>,
    /// The question that it answers.
    pub reply_to: Option<ClarificationId>,
    /// The number of the input that it is about.
    pub input: Option<i64>,
    /// What it says.
    pub text: String,
}

impl Clarification {
    /// Whether a team asks.
    pub const fn is_question(&self) -> bool {
        self.from_team.is_some()
    }

    /// Whether it is for all.
    pub const fn is_public(&self) -> bool {
        self.from_team.is_none() && self.to_team.is_none()
    }

    /// Who wrote it and who reads it.
    pub fn audience(&self) -> Audience {
        match (&self.from_team, &self.to_team) {
            (Some(team), _) => Audience::Question(team.clone()),
            (None, Some(team)) => Audience::Team(team.clone()),
            (None, None) => Audience::All,
        }
    }
}

/// Who reads a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Audience {
    /// The organisers, and the team that asks.
    Question(AccountId),
    /// This team, and the organisers.
    Team(AccountId),
    /// All.
    All,
}

impl Audience {
    /// Whether a role may read it.
    pub fn includes(&self, role: &Role) -> bool {
        match (self, role) {
            (_, Role::Organiser) | (Self::All, _) => true,
            (Self::Question(team) | Self::Team(team), Role::Team(own)) => team == own,
            (Self::Question(_) | Self::Team(_), Role::Public) => false,
        }
    }

    /// Whether it is new to a role that may read it: not written by that side.
    pub fn is_news_for(&self, role: &Role) -> bool {
        self.includes(role) && matches!(self, Self::Question(_)) == matches!(role, Role::Organiser)
    }
}

/// A message to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewClarification {
    /// The team that asks; `None`: the organisers.
    pub from_team: Option<AccountId>,
    /// The team that it is for; `None` from the organisers: all.
    pub to_team: Option<AccountId>,
    /// The question that it answers.
    pub reply_to: Option<ClarificationId>,
    /// The number of the input that it is about.
    pub input: Option<i64>,
    /// What it says.
    pub text: String,
}

/// A text as it is stored: without blanks around it, with single line feeds; refused if it is empty, too long or has
/// control characters.
pub fn checked_text(text: &str) -> Result<String, Refusal> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let text = text.trim();
    let is_odd = |letter: char| letter.is_control() && letter != '\n' && letter != '\t';
    if text.is_empty() || text.chars().count() > MAX_TEXT_LENGTH || text.chars().any(is_odd) {
        return Err(Refusal::TextLength { max: MAX_TEXT_LENGTH });
    }
    Ok(text.to_owned())
}

impl Contest {
    /// Whether messages may be sent: always, until the results are final.
    pub fn check_clarifications(&self, now: Millis) -> Result<(), Refusal> {
        if self.phase(now) == Phase::Final { Err(Refusal::Final) } else { Ok(()) }
    }
}

impl Visibility {
    /// Whether a message may be read.
    pub fn sees_clarification(&self, clarification: &Clarification) -> bool {
        clarification.audience().includes(&self.role)
    }
}

/// Whether a question among these messages has an answer.
pub fn is_answered(all: &[Clarification], question: &Clarification) -> bool {
    all.iter().any(|other| other.reply_to == Some(question.id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::tests::contest;

    #[test]
    fn a_question_is_private_and_an_answer_is_for_one_or_all() {
        let roles = [Role::Public, Role::Team("a".into()), Role::Team("b".into()), Role::Organiser];
        for (audience, read, news) in [
            (Audience::Question("a".into()), [false, true, false, true], [false, false, false, true]),
            (Audience::Team("a".into()), [false, true, false, true], [false, true, false, false]),
            (Audience::All, [true; 4], [true, true, true, false]),
        ] {
            assert_eq!(roles.each_ref().map(|role| audience.includes(role)), read, "{audience:?}");
            assert_eq!(roles.each_ref().map(|role| audience.is_news_for(role)), news, "{audience:?}");
        }
    }

    #[test]
    fn texts_are_trimmed_and_limited() {
        assert_eq!(checked_text("  Is it\r\nso?\n "), Ok("Is it\nso?".to_owned()));
        let refused = Err(Refusal::TextLength { max: MAX_TEXT_LENGTH });
        for text in ["", " \n", "a\0b", &"x".repeat(MAX_TEXT_LENGTH + 1)] {
            assert_eq!(checked_text(text), refused, "{text:?}");
        }
        assert!(checked_text(&"é".repeat(MAX_TEXT_LENGTH)).is_ok());
    }

    #[test]
    fn messages_end_with_the_final_results() {
        let one = contest(100, Some(200));
        assert!([0, 150, 300].iter().all(|now| one.check_clarifications(*now).is_ok()));
        let done = Contest { finalized_at: Some(300), ..one };
        assert_eq!(done.check_clarifications(300), Err(Refusal::Final));
    }
}
