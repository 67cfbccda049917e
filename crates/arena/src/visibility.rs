//! Visibility: what an account may see of a contest. The one place for these rules; pages, API and feed use it.
//!
//! | | problems | judgements | files |
//! |---|---|---|---|
//! | organisers | always | all | all |
//! | a team | from the start on | its own; others' up to the freeze | its own; all after the end |
//! | others | from the start on | up to the freeze | all after the end |
//!
//! Disqualified teams are visible to organisers only. The game of question 4, whose last board and score are the right
//! answer, is visible before the end with a right answer only.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;

use crate::app::SharedState;
use crate::auth::Identity;
use crate::board::View;
use crate::contest::{Feedback, Input, Phase, ShownFinding};
use crate::error::{Error, Result};
use crate::i18n::{Message, Missing};
use crate::judging::{Finding, Outcome};
use crate::store::{Account, Attempt, Contest, Millis, Submission, now};

/// An identity that looks at a contest at a point in time.
#[derive(Clone, Debug)]
pub(crate) struct Viewer {
    pub(crate) contest: Contest,
    pub(crate) identity: Identity,
    pub(crate) now: Millis,
}

impl Viewer {
    /// What `identity` may see of `contest` at this moment.
    pub(crate) fn of(contest: &Contest, identity: &Identity) -> Self {
        Self { contest: contest.clone(), identity: identity.clone(), now: now() }
    }

    /// The view of the board for this identity.
    pub(crate) const fn view(&self) -> View {
        View::of(&self.identity)
    }

    pub(crate) const fn phase(&self) -> Phase {
        self.contest.phase(self.now)
    }

    pub(crate) fn sees_problems(&self) -> bool {
        self.identity.is_organiser() || self.phase() != Phase::Before
    }

    pub(crate) const fn sees_team(&self, team: &Account) -> bool {
        !team.is_disqualified() || self.identity.is_organiser()
    }

    /// Whether the existence of this attempt is visible.
    pub(crate) const fn sees(&self, attempt: &Attempt) -> bool {
        attempt.ignored == 0 && (!attempt.is_disqualified() || self.identity.is_organiser())
    }

    pub(crate) fn sees_judgement(&self, attempt: &Attempt) -> bool {
        let shown =
            !self.hides(attempt.at) || self.identity.is_organiser() || self.identity.is_team(&attempt.team);
        shown && self.sees(attempt)
    }

    /// Whether the freeze hides a submission of time `at`, which may be later than the request itself, just as the
    /// freeze began.
    fn hides(&self, at: Millis) -> bool {
        self.contest.hidden_from(self.now.max(at)).is_some_and(|from| at >= from)
    }

    /// Whether the file of this attempt may be read.
    pub(crate) fn sees_file(&self, attempt: &Attempt) -> bool {
        self.sees_files(&attempt.team, attempt.at, attempt.is_disqualified())
    }

    /// Fails with "not found" unless the submission and its files may be read.
    pub(crate) fn check_submission(&self, submission: &Submission) -> Result<()> {
        let seen = self.sees_files(&submission.team, submission.at, submission.is_disqualified());
        if seen { Ok(()) } else { Err(Error::NotFound(Missing::Submission)) }
    }

    /// Files are public after the end, except those that the freeze still hides.
    fn sees_files(&self, team: &str, at: Millis, disqualified: bool) -> bool {
        let public = self.phase().is_over() && !self.hides(at) && !disqualified;
        public || self.identity.is_organiser() || self.identity.is_team(team)
    }

    /// Whether the game of a file that is visible may be watched, and its score read. Where the game is the right
    /// answer itself, before the end only with an answer that is right. A practice contest without an end whose
    /// feedback shows the right answers shows this one too.
    pub(crate) fn sees_game(&self, input: &Input, outcome: Outcome) -> bool {
        let is_practice = self.contest.ends_at.is_none() && self.contest.feedback() == Feedback::Full;
        !self.contest.game().game_is_answer(input.question)
            || self.identity.is_organiser()
            || self.phase().is_over()
            || outcome == Outcome::Right
            || is_practice
    }

    /// The score of an attempt as this identity may read it. A score that is a part of the right answer is 0 for
    /// other teams until the end.
    pub(crate) fn score(&self, inputs: &[Input], attempt: &Attempt) -> i64 {
        let input = inputs.iter().find(|input| input.number == attempt.input);
        let is_answer = input.is_none_or(|input| self.contest.game().game_is_answer(input.question));
        let is_shown = !is_answer
            || self.identity.is_organiser()
            || self.identity.is_team(&attempt.team)
            || self.phase().is_over();
        if is_shown { attempt.score } else { 0 }
    }

    /// The judging's finding as this identity may read it: organisers all of it, teams what the contest's feedback
    /// allows.
    pub(crate) fn shown<'a>(&self, outcome: Outcome, finding: &'a Finding) -> ShownFinding<'a> {
        if self.identity.is_organiser() {
            return ShownFinding::All(finding);
        }
        self.contest.feedback().shown(outcome, finding)
    }

    /// The best visible score for each input.
    pub(crate) async fn best(&self, app: &SharedState) -> Result<Vec<i64>> {
        app.boards.visible_best(&app.store, &self.contest, &self.identity).await
    }

    /// The inputs with their contents; empty if they are still secret.
    pub(crate) async fn problems(&self, app: &SharedState) -> Result<Arc<[Input]>> {
        if self.sees_problems() { app.store.inputs(&self.contest.id).await } else { Ok([].into()) }
    }
}

impl FromRequestParts<SharedState> for Viewer {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &SharedState) -> Result<Self> {
        let path = Path::<Vec<(String, String)>>::from_request_parts(parts, app).await;
        let path =
            path.map_err(|error| Error::BadRequest(Message::BadAddress { reason: error.to_string() }))?.0;
        let contest = path.into_iter().find(|(name, _)| name == "contest").map(|(_, contest)| contest);
        let identity = Identity::from_request_parts(parts, app).await?;
        let contest = app.store.contest(&contest.unwrap_or_default()).await?;
        Ok(Self { contest, identity, now: now() })
    }
}
