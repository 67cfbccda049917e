//! What organisers know of a team beside its name: its members, its school, its group, its extra time.

use crate::contest::Contest;
use crate::naming::{line, visible};
use crate::{Millis, Refusal};

/// Maximum length of the list of members in characters.
pub const MAX_MEMBERS_LENGTH: usize = 300;
/// Maximum length of the name of a school in characters.
pub const MAX_SCHOOL_LENGTH: usize = 80;
/// Maximum length of the name of a group in characters.
pub const MAX_GROUP_LENGTH: usize = 40;
/// Maximum extra time of a team.
pub const MAX_EXTRA: Millis = 24 * 3_600_000;

/// Facts about a team. Its school and its group are public; its members are shown to the team and to organisers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TeamFacts {
    /// The names of its members, as the organisers wrote them.
    pub members: String,
    /// Its school, or empty.
    pub school: String,
    /// Its group, by which the board can be filtered, or empty.
    pub group: String,
}

impl TeamFacts {
    /// The facts in normal form, or why they are refused.
    pub fn checked(&self) -> Result<Self, Refusal> {
        Ok(Self {
            members: line(&self.members, MAX_MEMBERS_LENGTH)?,
            school: line(&self.school, MAX_SCHOOL_LENGTH)?,
            group: line(&self.group, MAX_GROUP_LENGTH)?,
        })
    }
}

/// A change of a team; `None` stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TeamEdit {
    /// Its name on the board.
    pub name: Option<String>,
    /// Its members.
    pub members: Option<String>,
    /// Its school.
    pub school: Option<String>,
    /// Its group.
    pub group: Option<String>,
    /// Its extra time.
    pub extra: Option<Millis>,
}

/// A team after a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditedTeam {
    /// Its name.
    pub name: String,
    /// Its facts.
    pub facts: TeamFacts,
    /// Its extra time.
    pub extra: Millis,
}

impl TeamEdit {
    /// The team after this change, or why it is refused now.
    pub fn applied(&self, team: EditedTeam, contest: &Contest, now: Millis) -> Result<EditedTeam, Refusal> {
        let chosen = |new: &Option<String>, old: String| new.clone().unwrap_or(old);
        let extra = self.extra.unwrap_or(team.extra);
        if !(0..=MAX_EXTRA).contains(&extra) {
            return Err(Refusal::ExtraTime { max_minutes: MAX_EXTRA / 60_000 });
        }
        if extra > team.extra && contest.answers_are_public(now) {
            return Err(Refusal::AnswersArePublic);
        }
        let facts = TeamFacts {
            members: chosen(&self.members, team.facts.members),
            school: chosen(&self.school, team.facts.school),
            group: chosen(&self.group, team.facts.group),
        };
        let name = match &self.name {
            Some(name) => visible(name)?,
            None => team.name,
        };
        Ok(EditedTeam { name, facts: facts.checked()?, extra })
    }
}

impl Contest {
    /// The contest as a team with extra time has it: it ends later.
    pub fn for_team(&self, extra: Millis) -> Self {
        Self { ends_at: self.ends_at.map(|end| end.saturating_add(extra)), ..self.clone() }
    }

    /// Whether the answers of all are public: after the end, and after the extra time of every team.
    pub fn answers_are_public(&self, now: Millis) -> bool {
        self.for_team(self.max_extra).phase(now).is_over()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::Phase;
    use crate::contest::tests::contest;

    fn ada() -> EditedTeam {
        EditedTeam { name: "Ada".into(), facts: TeamFacts::default(), extra: 0 }
    }

    #[test]
    fn a_team_with_extra_time_ends_later_and_answers_are_public_after_that() {
        let one = Contest { max_extra: 50, ..contest(100, Some(200)) };
        assert_eq!([199, 200, 250].map(|now| one.phase(now)), [Phase::Running, Phase::Ended, Phase::Ended]);
        let longer = one.for_team(50);
        assert_eq!(
            [200, 249, 250].map(|now| longer.phase(now)),
            [Phase::Running, Phase::Running, Phase::Ended]
        );
        assert_eq!([199, 200, 249, 250].map(|now| one.answers_are_public(now)), [false, false, false, true]);
        assert!(!contest(100, None).for_team(50).phase(Millis::MAX).is_over());
    }

    #[test]
    fn extra_time_is_given_before_answers_are_public() {
        let more = TeamEdit { extra: Some(60_000), ..TeamEdit::default() };
        let one = contest(100, Some(200));
        assert_eq!(more.applied(ada(), &one, 150).unwrap().extra, 60_000);
        assert_eq!(more.applied(ada(), &one, 200), Err(Refusal::AnswersArePublic));
        for extra in [-1, MAX_EXTRA + 1] {
            let edit = TeamEdit { extra: Some(extra), ..TeamEdit::default() };
            assert_eq!(edit.applied(ada(), &one, 150), Err(Refusal::ExtraTime { max_minutes: 1_440 }));
        }
    }

    #[test]
    fn facts_are_lines_of_visible_characters() {
        let edit = TeamEdit {
            members: Some(" Ada,\n Grace ".into()),
            school: Some("Lycée".into()),
            ..TeamEdit::default()
        };
        let edited = edit.applied(ada(), &contest(100, None), 0).unwrap();
        assert_eq!((edited.facts.members.as_str(), edited.facts.school.as_str()), ("Ada, Grace", "Lycée"));
        assert_eq!((edited.facts.group.as_str(), edited.name.as_str()), ("", "Ada"));
        for group in ["a\u{200b}", &"x".repeat(MAX_GROUP_LENGTH + 1)] {
            let edit = TeamEdit { group: Some(group.into()), ..TeamEdit::default() };
            let refused = Err(Refusal::LineLength { max: MAX_GROUP_LENGTH });
            assert_eq!(edit.applied(ada(), &contest(100, None), 0), refused);
        }
    }
}
