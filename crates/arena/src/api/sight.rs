//! Who sees what of a contest: one place for every rule, asked by every address and by the feed.
//!
//! | | problems | judgements | files |
//! |---|---|---|---|
//! | organisers | always | all | all |
//! | a team | from the start on | its own; others' up to the freeze | its own; all after the end |
//! | everybody | from the start on | up to the freeze | all after the end |

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;

use crate::app::App;
use crate::auth::Who;
use crate::board::View;
use crate::contest::{Input, Phase};
use crate::error::{Answer, Error};
use crate::store::{Attempt, Contest, Millis, now};

/// A contest, and the eyes that look at it.
#[derive(Clone, Debug)]
pub(crate) struct Sight {
    pub(crate) contest: Contest,
    pub(crate) who: Who,
    pub(crate) now: Millis,
}

impl Sight {
    /// The board for these eyes.
    pub(crate) const fn view(&self) -> View {
        View::of(&self.who)
    }

    pub(crate) const fn phase(&self) -> Phase {
        self.contest.phase(self.now)
    }

    pub(crate) fn sees_problems(&self) -> bool {
        self.who.is_organiser() || self.phase() != Phase::Before
    }

    pub(crate) fn sees_judgement(&self, attempt: &Attempt) -> bool {
        !self.hides(attempt.at) || self.who.is_organiser() || self.who.is_team(&attempt.team)
    }

    /// Whether the freeze hides what came then. It may have come after the request, just as the freeze began.
    fn hides(&self, at: Millis) -> bool {
        self.contest.hidden_from(self.now.max(at)).is_some_and(|from| at >= from)
    }

    /// Whether the files of that team's submission may be read. What is hidden stays so after the end.
    pub(crate) fn sees_files(&self, team: &str, at: Millis) -> bool {
        let everybody = self.phase().is_over() && !self.hides(at);
        everybody || self.who.is_organiser() || self.who.is_team(team)
    }

    /// What these eyes read of a judging: organisers all, others what the contest's feedback allows.
    pub(crate) fn told(&self, outcome: &str, detail: &str) -> String {
        if self.who.is_organiser() {
            return detail.to_owned();
        }
        self.contest.feedback().told(outcome, detail)
    }

    /// The best score for each input that these eyes may know of.
    pub(crate) async fn best(&self, app: &App) -> Answer<Vec<i64>> {
        app.boards.best_known(&app.store, &self.contest, &self.who).await
    }

    /// The inputs, if these eyes may see them; their contents come along.
    pub(crate) async fn problems(&self, app: &App) -> Answer<Vec<Input>> {
        if self.sees_problems() { app.store.inputs(&self.contest.id).await } else { Ok(Vec::new()) }
    }
}

impl FromRequestParts<App> for Sight {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Answer<Self> {
        let path = Path::<Vec<(String, String)>>::from_request_parts(parts, app).await;
        let path = path.map_err(|error| Error::Bad(error.to_string()))?.0;
        let contest = path.into_iter().find(|(name, _)| name == "contest").map(|(_, contest)| contest);
        let who = Who::from_request_parts(parts, app).await?;
        let contest = app.store.contest(&contest.unwrap_or_default()).await?;
        Ok(Self { contest, who, now: now() })
    }
}
