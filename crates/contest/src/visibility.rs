//! Visibility: what an account may see of a contest. The one place for these rules; pages, API and feed use it.
//!
//! | | problems | judgements | files |
//! |---|---|---|---|
//! | organisers | always | all | all |
//! | a team | from the start on | its own; others' up to the freeze | its own; all after the end |
//! | others | from the start on | up to the freeze | all after the end |
//!
//! The end is that of the team with the most extra time. Disqualified teams are visible to organisers only. The game of question 4, whose last board and score are the right
//! answer, is visible before the end with a right answer only.

use crate::contest::{Contest, Phase};
use crate::feedback::{Feedback, ShownFinding};
use crate::inputs::Input;
use crate::judging::{Finding, Outcome};
use crate::submissions::{AccountState, Attempt, Submission};
use crate::{AccountId, Millis};

/// As what somebody looks at a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// Without an account.
    Public,
    /// A team, of this or another contest.
    Team(AccountId),
    /// An organiser.
    Organiser,
}

/// What a role may see of a contest at a time.
#[derive(Clone, Debug)]
pub struct Visibility {
    /// The contest.
    pub contest: Contest,
    /// The role.
    pub role: Role,
    /// The time.
    pub now: Millis,
}

impl Visibility {
    /// The phase of the contest.
    pub const fn phase(&self) -> Phase {
        self.contest.phase(self.now)
    }

    /// Whether this is an organiser.
    pub const fn is_organiser(&self) -> bool {
        matches!(self.role, Role::Organiser)
    }

    /// Whether this is the team with this account.
    pub fn is_team(&self, id: &AccountId) -> bool {
        matches!(&self.role, Role::Team(own) if own == id)
    }

    /// Whether the inputs are visible.
    pub fn sees_problems(&self) -> bool {
        self.is_organiser() || self.phase() != Phase::Before
    }

    /// Whether a team in this state is visible.
    pub const fn sees_team(&self, state: AccountState) -> bool {
        !state.is_disqualified() || self.is_organiser()
    }

    /// Whether the existence of this attempt is visible.
    pub const fn sees(&self, attempt: &Attempt) -> bool {
        !attempt.ignored && self.sees_team(attempt.team_state)
    }

    /// Whether the judgement of this attempt is visible.
    pub fn sees_judgement(&self, attempt: &Attempt) -> bool {
        let shown = !self.hides(attempt.at) || self.is_organiser() || self.is_team(&attempt.team);
        shown && self.sees(attempt)
    }

    /// Whether the freeze hides a submission of time `at`, which may be later than the request itself, just as the
    /// freeze began.
    fn hides(&self, at: Millis) -> bool {
        self.contest.hidden_from(self.now.max(at)).is_some_and(|from| at >= from)
    }

    /// Whether the file of this attempt may be read.
    pub fn sees_file(&self, attempt: &Attempt) -> bool {
        self.sees_files(&attempt.team, attempt.at, attempt.team_state)
    }

    /// Whether the submission and its files may be read.
    pub fn sees_submission(&self, submission: &Submission) -> bool {
        self.sees_files(&submission.team, submission.at, submission.team_state)
    }

    /// Files are public after the end, except those that the freeze still hides.
    fn sees_files(&self, team: &AccountId, at: Millis, state: AccountState) -> bool {
        let public = self.contest.answers_are_public(self.now) && !self.hides(at) && !state.is_disqualified();
        public || self.is_organiser() || self.is_team(team)
    }

    /// Whether the game of a file that is visible may be watched, and its score read. Where the game is the right
    /// answer itself, before the end only with an answer that is right. A practice contest without an end whose
    /// feedback shows the right answers shows this one too.
    pub fn sees_game(&self, input: &Input, outcome: Outcome) -> bool {
        let is_practice = self.contest.ends_at.is_none() && self.contest.feedback == Feedback::Full;
        !self.contest.game.game_is_answer(input.question)
            || self.is_organiser()
            || self.contest.answers_are_public(self.now)
            || outcome == Outcome::Right
            || is_practice
    }

    /// The score of an attempt as this role may read it. A score that is a part of the right answer is 0 for
    /// other teams until the end.
    pub fn score(&self, inputs: &[Input], attempt: &Attempt) -> i64 {
        let input = inputs.iter().find(|input| input.number == attempt.input);
        let is_answer = input.is_none_or(|input| self.contest.game.game_is_answer(input.question));
        let is_shown = !is_answer
            || self.is_organiser()
            || self.is_team(&attempt.team)
            || self.contest.answers_are_public(self.now);
        if is_shown { attempt.score } else { 0 }
    }

    /// The judging's finding as this role may read it: organisers all of it, teams what the contest's feedback
    /// allows.
    pub fn shown<'a>(&self, outcome: Outcome, finding: &'a Finding) -> ShownFinding<'a> {
        if self.is_organiser() {
            return ShownFinding::All(finding);
        }
        self.contest.feedback.shown(outcome, finding)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::tests::contest;
    use crate::{Game, SubmissionId, make};

    fn attempt(team: &str, at: Millis) -> Attempt {
        Attempt {
            file: 1,
            submission: SubmissionId(1),
            team: team.into(),
            at,
            ignored: false,
            team_state: AccountState::Active,
            input: 4,
            judged_at: at,
            outcome: Outcome::Right,
            points: 10_000,
            score: 70,
            finding: Finding::Correct,
        }
    }

    fn seen_by(role: Role, now: Millis) -> Visibility {
        Visibility { contest: Contest { frozen_at: Some(150), ..contest(100, Some(200)) }, role, now }
    }

    #[test]
    fn problems_are_secret_before_the_start() {
        for (now, public) in [(99, false), (100, true), (300, true)] {
            assert_eq!(seen_by(Role::Public, now).sees_problems(), public);
            assert_eq!(seen_by(Role::Team("a".into()), now).sees_problems(), public);
            assert!(seen_by(Role::Organiser, now).sees_problems());
        }
    }

    #[test]
    fn the_freeze_hides_judgements_and_files_of_others() {
        let [early, late] = [attempt("a", 149), attempt("a", 150)];
        let other = seen_by(Role::Team("b".into()), 160);
        assert!(other.sees_judgement(&early) && !other.sees_judgement(&late) && other.sees(&late));
        assert!(!other.sees_file(&early), "files are not public while the contest runs");
        let own = seen_by(Role::Team("a".into()), 160);
        assert!(own.sees_judgement(&late) && own.sees_file(&late));
        let over = seen_by(Role::Public, 250);
        assert!(over.sees_file(&early) && !over.sees_file(&late));
        assert!(seen_by(Role::Organiser, 160).sees_file(&late));
    }

    #[test]
    fn a_disqualified_team_and_an_excluded_attempt_are_not_seen() {
        let out = Attempt { team_state: AccountState::Disqualified, ..attempt("a", 110) };
        assert!(!seen_by(Role::Public, 250).sees(&out) && !seen_by(Role::Public, 250).sees_file(&out));
        assert!(seen_by(Role::Organiser, 250).sees(&out));
        let excluded = Attempt { ignored: true, ..attempt("a", 110) };
        assert!(!seen_by(Role::Organiser, 250).sees(&excluded));
    }

    #[test]
    fn a_game_that_is_the_answer_is_secret_until_it_is_right_or_over() {
        let inputs = make(Game::Demon, 1, 1);
        let fourth = inputs.iter().find(|input| input.question == 4).unwrap();
        let fifth = inputs.iter().find(|input| input.question == 5).unwrap();
        let own = seen_by(Role::Team("a".into()), 160);
        assert!(!own.sees_game(fourth, Outcome::Wrong) && own.sees_game(fourth, Outcome::Right));
        assert!(own.sees_game(fifth, Outcome::Wrong));
        assert!(seen_by(Role::Public, 250).sees_game(fourth, Outcome::Wrong));
        assert_eq!(seen_by(Role::Team("b".into()), 160).score(&inputs, &attempt("a", 110)), 0);
        assert_eq!(own.score(&inputs, &attempt("a", 110)), 70);
    }
}
