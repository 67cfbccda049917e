//! What a contest is: a library without a database, without HTTP and without a clock of its own.
//!
//! | module | holds |
//! |---|---|
//! | [`contest`] | [`Contest`] with its game, clock, phases and freeze; a [`Draft`] of a new one |
//! | [`schedule`] | the milestones that organisers set, and when they may |
//! | [`inputs`] | generated inputs, and an organiser's own |
//! | [`feedback`] | how much a team reads about a wrong answer |
//! | [`judging`] | from an answer to its outcome, points, score and finding |
//! | [`submissions`] | what was handed in, as the other modules need it |
//! | [`standings`] | from all judgings to the scoreboard |
//! | [`history`] | how a team's points and rank came about |
//! | [`visibility`] | what organisers, teams and others may see, and when |
//! | [`clarifications`] | questions of teams, answers and announcements |
//! | [`naming`] | which names and logins teams may have |
//! | [`team`] | members, school, group and extra time of a team |
//! | [`events`] | the kinds of changes that the log and the feed have |
//! | [`ids`] | ids that cannot be taken for one another |
//!
//! Times are milliseconds since 1970 and always parameters. What the rules refuse is a [`Refusal`].
//!
//! ```
//! use laplace_contest::{Game, make};
//! use laplace_contest::judging::{Outcome, judge};
//!
//! let input = &make(Game::Demon, 7, 1)[0];
//! let right = laplace_games::demon::questions::answer_q1(&input.content).unwrap();
//! assert_eq!(judge(Game::Demon, input, right.as_bytes()).outcome, Outcome::Right);
//! assert_eq!(judge(Game::Demon, input, b"nonsense").outcome, Outcome::Wrong);
//! ```

#![forbid(unsafe_code)]
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]
#![cfg_attr(test, allow(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing))]

pub mod clarifications;
pub mod contest;
pub mod events;
pub mod feedback;
pub mod history;
pub mod ids;
pub mod inputs;
pub mod judging;
pub mod limits;
pub mod naming;
mod refusal;
pub mod schedule;
pub mod standings;
pub mod submissions;
pub mod team;
pub mod visibility;

pub use clarifications::{Audience, Clarification, NewClarification};
pub use contest::{Contest, Draft, Edit, Game, MAX_INPUTS, Phase, is_name};
pub use events::EventKind;
pub use feedback::{Feedback, ShownFinding};
pub use ids::{AccountId, ClarificationId, ContestId, RejudgingId, SubmissionId};
pub use inputs::{Input, default_count, is_input_name, make, named, own, tight_bound};
pub use limits::{ContestLimits, MEBIBYTE, SubmissionLimits};
pub use refusal::Refusal;
pub use schedule::Milestone;
pub use submissions::{AccountState, Attempt, Entry, RejudgingState, Submission};
pub use team::{EditedTeam, TeamEdit, TeamFacts};
pub use visibility::{Role, Visibility};

/// Milliseconds since 1970.
pub type Millis = i64;
