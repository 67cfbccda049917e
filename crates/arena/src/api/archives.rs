//! The archives of submissions, for organisers.

use axum::Json;
use axum::extract::{Path, State};
use serde_json::{Value, json};

use crate::app::SharedState;
use crate::code;
use crate::contest::SubmissionId;
use crate::error::Result;
use crate::visibility::Viewer;

/// `GET /api/contests/{contest}/submissions/{submission}/archives`
pub(super) async fn list(
    State(app): State<SharedState>,
    viewer: Viewer,
    Path((_, submission)): Path<(String, SubmissionId)>,
) -> Result<Json<Vec<Value>>> {
    viewer.identity.organiser()?;
    let contest = &viewer.contest.id;
    app.store.submission(contest, submission).await?;
    let rows = app.store.archives(submission).await?.into_iter();
    let object = |number: i64, name: String, size: i64| {
        let href = format!("contests/{contest}/submissions/{submission}/archives/{number}");
        json!({ "number": number, "name": name, "size": size, "href": href })
    };
    Ok(Json(rows.map(|row| object(row.number, row.name, row.size)).collect()))
}

/// `GET /api/contests/{contest}/submissions/{submission}/archives/{archive}`: the archive as it came.
pub(super) async fn download(
    State(app): State<SharedState>,
    viewer: Viewer,
    Path((_, submission, archive)): Path<(String, SubmissionId, i64)>,
) -> Result {
    viewer.identity.organiser()?;
    code::archive_response(&app, &viewer.contest.id, submission, archive).await
}
