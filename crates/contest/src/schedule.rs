//! The milestones of a contest that organisers set, and when they may.

use crate::contest::{Contest, Phase};
use crate::{Millis, Refusal};

/// A milestone of a contest that an organiser can set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Milestone {
    /// Inputs are shown and answers accepted.
    Start,
    /// No more answers are accepted.
    End,
    /// The public board hides new results.
    Freeze,
    /// The public board shows everything again.
    Thaw,
    /// The results are final.
    Finalize,
}

impl Milestone {
    /// All of them, in the order in which they come.
    pub const ALL: [Self; 5] = [Self::Start, Self::End, Self::Freeze, Self::Thaw, Self::Finalize];

    /// Its name in events and addresses.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::End => "end",
            Self::Freeze => "freeze",
            Self::Thaw => "thaw",
            Self::Finalize => "finalize",
        }
    }

    /// The milestone of this name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|milestone| milestone.name() == name)
    }

    /// Whether it can be cleared once it is set: a contest always has a start, and final results stay final.
    pub const fn can_be_cleared(self) -> bool {
        matches!(self, Self::End | Self::Freeze)
    }
}

impl Contest {
    /// Whether a milestone may be set to `at`.
    pub fn check_milestone(&self, milestone: Milestone, at: Millis, now: Millis) -> Result<(), Refusal> {
        let phase = self.phase(now);
        let starts_at = self.starts_at;
        let refusal = match milestone {
            _ if phase == Phase::Final => Some(Refusal::Final),
            Milestone::Start if phase != Phase::Before => Some(Refusal::Started),
            Milestone::Start if self.ends_at.is_some_and(|end| end <= at) => Some(Refusal::EndBeforeStart),
            Milestone::Start if self.frozen_at.is_some_and(|freeze| freeze < at) => {
                Some(Refusal::FreezeOutside)
            }
            Milestone::End if at <= starts_at => Some(Refusal::EndBeforeStart),
            // Submissions since then would be late, but they count already.
            Milestone::End if at < now => Some(Refusal::EndInPast),
            Milestone::Freeze if at < starts_at || self.ends_at.is_some_and(|end| at > end.max(now)) => {
                Some(Refusal::FreezeOutside)
            }
            Milestone::Thaw if at > now => Some(Refusal::ThawLater),
            Milestone::Thaw if self.hidden_from(now).is_none() => Some(Refusal::NotFrozen),
            // Also not while a team has extra time.
            Milestone::Finalize if !self.answers_are_public(now) => Some(Refusal::NotOver),
            _ => None,
        };
        refusal.map_or(Ok(()), Err)
    }
}

impl Contest {
    /// The freeze that is dropped when this milestone is set to `at`: one that would lie after the end.
    pub fn freeze_dropped_by(&self, milestone: Milestone, at: Millis) -> Option<Millis> {
        self.frozen_at.filter(|freeze| milestone == Milestone::End && *freeze > at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::tests::contest;

    #[test]
    fn an_end_before_the_freeze_drops_it() {
        let one = Contest { frozen_at: Some(150), ..contest(100, Some(200)) };
        assert_eq!(one.freeze_dropped_by(Milestone::End, 149), Some(150));
        assert_eq!(one.freeze_dropped_by(Milestone::End, 150), None);
        assert_eq!(one.freeze_dropped_by(Milestone::Start, 120), None);
        assert_eq!(contest(100, None).freeze_dropped_by(Milestone::End, 149), None);
    }

    #[test]
    fn milestones_stay_in_their_order() {
        let one = contest(100, Some(200));
        let check = |milestone, at, now| one.check_milestone(milestone, at, now);
        assert_eq!(check(Milestone::Start, 150, 50), Ok(()));
        assert_eq!(check(Milestone::Start, 250, 50), Err(Refusal::EndBeforeStart));
        assert_eq!(check(Milestone::Start, 150, 100), Err(Refusal::Started));
        assert_eq!(check(Milestone::End, 120, 110), Ok(()));
        assert_eq!(check(Milestone::End, 109, 110), Err(Refusal::EndInPast));
        assert_eq!(check(Milestone::End, 100, 90), Err(Refusal::EndBeforeStart));
        assert_eq!(check(Milestone::Freeze, 99, 90), Err(Refusal::FreezeOutside));
        assert_eq!(check(Milestone::Thaw, 150, 150), Err(Refusal::NotFrozen));
        assert_eq!(check(Milestone::Finalize, 150, 150), Err(Refusal::NotOver));
        assert_eq!(check(Milestone::Finalize, 250, 250), Ok(()));
        let done = Contest { finalized_at: Some(250), ..one };
        assert_eq!(done.check_milestone(Milestone::End, 400, 300), Err(Refusal::Final));
    }
}
