//! The viewer of a contest: the identity of a request, and what the rules of [`laplace_contest::visibility`] show it.

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::{FromRequestParts, Path, RawPathParams, Request, State};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::SharedState;
use crate::auth::Identity;
use crate::board::View;
use crate::contest::{Contest, Input, Submission, Visibility};
use crate::error::{Error, Result};
use crate::i18n::{Message, Missing};
use crate::store::now;

/// An identity that looks at a contest at a point in time.
#[derive(Clone, Debug)]
pub(crate) struct Viewer {
    rules: Visibility,
    pub(crate) identity: Identity,
}

/// The contest, the time and the rules.
impl Deref for Viewer {
    type Target = Visibility;

    fn deref(&self) -> &Visibility {
        &self.rules
    }
}

impl Viewer {
    /// `identity` looking at `contest` at this moment.
    pub(crate) fn new(contest: Contest, identity: Identity) -> Self {
        Self { rules: Visibility { contest, role: identity.role(), now: now() }, identity }
    }

    /// What `identity` may see of `contest` at this moment.
    pub(crate) fn of(contest: &Contest, identity: &Identity) -> Self {
        Self::new(contest.clone(), identity.clone())
    }

    /// Looks again, at the contest as it is now.
    pub(crate) fn look_again(&mut self, contest: Contest) {
        self.rules.contest = contest;
        self.rules.now = now();
    }

    /// The view of the board for this identity.
    pub(crate) const fn view(&self) -> View {
        View::of(&self.identity)
    }

    /// Fails with "not found" unless the submission and its files may be read.
    pub(crate) fn check_submission(&self, submission: &Submission) -> Result<()> {
        if self.sees_submission(submission) { Ok(()) } else { Err(Error::NotFound(Missing::Submission)) }
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

/// Middleware: every address of a hidden contest is "not found" to those who do not see it. `/join/...` and `/login` work.
pub(crate) async fn hide_contests(State(app): State<SharedState>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let contest = match RawPathParams::from_request_parts(&mut parts, &app).await {
        Ok(parameters) => parameters.iter().find(|(name, _)| *name == "contest").map(|(_, id)| id.to_owned()),
        Err(_) => None,
    };
    if let Some(id) = contest
        && let Ok(contest) = app.store.last_known_contest(&id).await
        && contest.hidden
    {
        let identity = Identity::from_request_parts(&mut parts, &app).await.unwrap_or(Identity::Anonymous);
        if !identity.sees_contest(&contest) {
            return Error::NotFound(Missing::Contest).into_response();
        }
    }
    next.run(Request::from_parts(parts, body)).await
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
        Ok(Self::new(contest, identity))
    }
}
