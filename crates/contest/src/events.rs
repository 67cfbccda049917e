//! The kinds of changes of a contest. Each change leaves one event: the audit log, the feed and the live board read those.

use crate::schedule::Milestone;

/// Defines the kinds with the names that are stored.
macro_rules! kinds {
    ($($(#[$attribute:meta])* $kind:ident = $name:literal,)*) => {
        /// What a change did.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum EventKind {
            $($(#[$attribute])* $kind,)*
        }

        impl EventKind {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$kind,)*];

            /// Its name in the database and in the API.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)*
                }
            }
        }
    };
}

kinds! {
    /// The contest was created.
    Contest = "contest",
    /// Its title, its registration or whether it is hidden was changed.
    Settings = "settings",
    /// A contest was deleted; an event of the server.
    ContestDeleted = "contest-deleted",
    /// The feedback for teams was set.
    Feedback = "feedback",
    /// The start was set.
    Start = "start",
    /// The end was set.
    End = "end",
    /// The end was cleared.
    EndCleared = "end-taken-back",
    /// The freeze was set.
    Freeze = "freeze",
    /// The freeze was cleared.
    FreezeCleared = "freeze-taken-back",
    /// The board shows everything again.
    Thaw = "thaw",
    /// The results are final.
    Finalize = "finalize",
    /// An account of an organiser was created.
    Organiser = "organiser",
    /// A team was created.
    Team = "team",
    /// The name, the facts or the extra time of a team were changed.
    TeamEdited = "team-edited",
    /// The token of an account was replaced.
    Token = "token",
    /// The password of an account was replaced.
    Password = "password",
    /// An account was disabled.
    AccountDisabled = "account-disabled",
    /// An account was enabled again.
    AccountEnabled = "account-enabled",
    /// An invitation was created.
    Invitation = "invitation",
    /// An invitation was revoked.
    InvitationRevoked = "invitation-revoked",
    /// A team handed something in.
    Submission = "submission",
    /// A submission was excluded.
    SubmissionIgnored = "submission-ignored",
    /// A submission counts again.
    SubmissionRestored = "submission-restored",
    /// Answers were judged again.
    Rejudging = "rejudging",
    /// The new judgings count.
    RejudgingApplied = "rejudging-applied",
    /// A question, an answer or an announcement was sent.
    Clarification = "clarification",
    /// The new judgings were dropped.
    RejudgingCancelled = "rejudging-cancelled",
}

impl EventKind {
    /// The kind of this name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }

    /// The kind of the event when a milestone is set.
    pub const fn of_milestone(milestone: Milestone) -> Self {
        match milestone {
            Milestone::Start => Self::Start,
            Milestone::End => Self::End,
            Milestone::Freeze => Self::Freeze,
            Milestone::Thaw => Self::Thaw,
            Milestone::Finalize => Self::Finalize,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_again_and_no_two_are_the_same() {
        for kind in EventKind::ALL {
            assert_eq!(EventKind::by_name(kind.name()), Some(*kind));
        }
        assert_eq!(EventKind::by_name("demon"), None);
    }
}
