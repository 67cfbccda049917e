//! What teams hand in, as the rules need it.

use crate::Millis;
use crate::ids::{AccountId, ContestId, SubmissionId};
use crate::judging::{Finding, Outcome};

/// What an account may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AccountState {
    /// It may sign in.
    #[default]
    Active,
    /// It may not sign in, and its results do not count.
    Disqualified,
    /// It may not sign in; its results were final before that, and count.
    SignInBlocked,
}

impl AccountState {
    /// Whether a team in this state is off the board: its scores do not count as the best either.
    pub const fn is_disqualified(self) -> bool {
        matches!(self, Self::Disqualified)
    }
}

/// The state of a rejudging.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RejudgingState {
    /// Its judgings can be compared with those that count.
    Open,
    /// Its judgings count.
    Applied,
    /// It was dropped.
    Cancelled,
}

impl RejudgingState {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Open, Self::Applied, Self::Cancelled];

    /// Its name in the database and in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Applied => "applied",
            Self::Cancelled => "cancelled",
        }
    }

    /// The state of this name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }
}

/// A submission.
#[derive(Clone, Debug)]
pub struct Submission {
    /// Its id.
    pub id: SubmissionId,
    /// The contest.
    pub contest: ContestId,
    /// The account of the team.
    pub team: AccountId,
    /// When it arrived.
    pub at: Millis,
    /// How it came: `web` or `api`.
    pub origin: String,
    /// The name that the team gave it.
    pub label: String,
    /// Whether an organiser excluded it.
    pub ignored: bool,
    /// The state of the team.
    pub team_state: AccountState,
}

/// A judged file: what the board is computed from.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The file's number.
    pub file: i64,
    /// The submission's.
    pub submission: SubmissionId,
    /// The account of the team.
    pub team: AccountId,
    /// When it was submitted.
    pub at: Millis,
    /// The number of the input.
    pub input: i64,
    /// The outcome.
    pub outcome: Outcome,
    /// Points in hundredths, 0 where they depend on others.
    pub points: i64,
    /// The demon's score, or the figures placed.
    pub score: i64,
}

/// A file that a team submitted, with the judging that counts.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The file's number.
    pub file: i64,
    /// The submission's.
    pub submission: SubmissionId,
    /// The account of the team.
    pub team: AccountId,
    /// When it was submitted.
    pub at: Millis,
    /// Whether an organiser excluded the submission.
    pub ignored: bool,
    /// The state of the team.
    pub team_state: AccountState,
    /// The number of the input.
    pub input: i64,
    /// When it was judged.
    pub judged_at: Millis,
    /// The outcome.
    pub outcome: Outcome,
    /// Points in hundredths, 0 where they depend on others.
    pub points: i64,
    /// The demon's score, or the figures placed.
    pub score: i64,
    /// The first difference, or why the game ended.
    pub finding: Finding,
}
