//! Who sees what of a contest: one place for every rule, asked by every page, every address and the feed.
//!
//! | | problems | judgements | files |
//! |---|---|---|---|
//! | organisers | always | all | all |
//! | a team | from the start on | its own; others' up to the freeze | its own; all after the end |
//! | everybody | from the start on | up to the freeze | all after the end |
//!
//! Of a team that was taken out only organisers see anything.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;

use crate::app::SharedState;
use crate::auth::Identity;
use crate::board::View;
use crate::contest::{Input, Phase};
use crate::error::{Error, Result};
use crate::store::{Account, Attempt, Contest, Millis, Submission, now};

/// A contest, and the eyes that look at it.
#[derive(Clone, Debug)]
pub(crate) struct Viewer {
    pub(crate) contest: Contest,
    pub(crate) identity: Identity,
    pub(crate) now: Millis,
}

impl Viewer {
    /// These eyes, now.
    pub(crate) fn of(contest: &Contest, identity: &Identity) -> Self {
        Self { contest: contest.clone(), identity: identity.clone(), now: now() }
    }

    /// The board for these eyes.
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
        !team.is_out() || self.identity.is_organiser()
    }

    /// Whether it is known that this was handed in.
    pub(crate) const fn sees(&self, attempt: &Attempt) -> bool {
        attempt.ignored == 0 && (!attempt.is_out() || self.identity.is_organiser())
    }

    pub(crate) fn sees_judgement(&self, attempt: &Attempt) -> bool {
        let shown =
            !self.hides(attempt.at) || self.identity.is_organiser() || self.identity.is_team(&attempt.team);
        shown && self.sees(attempt)
    }

    /// Whether the freeze hides what came then. It may have come after the request, just as the freeze began.
    fn hides(&self, at: Millis) -> bool {
        self.contest.hidden_from(self.now.max(at)).is_some_and(|from| at >= from)
    }

    /// Whether the file of an attempt may be read.
    pub(crate) fn sees_file(&self, attempt: &Attempt) -> bool {
        self.sees_files(&attempt.team, attempt.at, attempt.is_out())
    }

    /// Whether a submission and its files may be read: to others it does not exist.
    pub(crate) fn may_see(&self, submission: &Submission) -> Result<()> {
        let seen = self.sees_files(&submission.team, submission.at, submission.is_out());
        if seen { Ok(()) } else { Err(Error::NotFound("submission")) }
    }

    /// What is hidden stays so after the end.
    fn sees_files(&self, team: &str, at: Millis, out: bool) -> bool {
        let everybody = self.phase().is_over() && !self.hides(at) && !out;
        everybody || self.identity.is_organiser() || self.identity.is_team(team)
    }

    /// What these eyes read of a judging: organisers all, others what the contest's feedback allows.
    pub(crate) fn told(&self, outcome: &str, detail: &str) -> String {
        if self.identity.is_organiser() {
            return detail.to_owned();
        }
        self.contest.feedback().told(outcome, detail)
    }

    /// The best score for each input that these eyes may know of.
    pub(crate) async fn best(&self, app: &SharedState) -> Result<Vec<i64>> {
        app.boards.visible_best(&app.store, &self.contest, &self.identity).await
    }

    /// The inputs, if these eyes may see them; their contents come along.
    pub(crate) async fn problems(&self, app: &SharedState) -> Result<Arc<[Input]>> {
        if self.sees_problems() { app.store.inputs(&self.contest.id).await } else { Ok([].into()) }
    }
}

impl FromRequestParts<SharedState> for Viewer {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &SharedState) -> Result<Self> {
        let path = Path::<Vec<(String, String)>>::from_request_parts(parts, app).await;
        let path = path.map_err(|error| Error::BadRequest(error.to_string()))?.0;
        let contest = path.into_iter().find(|(name, _)| name == "contest").map(|(_, contest)| contest);
        let identity = Identity::from_request_parts(parts, app).await?;
        let contest = app.store.contest(&contest.unwrap_or_default()).await?;
        Ok(Self { contest, identity, now: now() })
    }
}
