//! Submitting by the API: a multipart form, one file as the body, or JSON as in CLICS.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, Multipart, Path, Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use serde_json::{Value, json};

use super::objects::points;
use super::propose::propose;
use crate::app::SharedState;
use crate::auth::Identity;
use crate::contest::Input;
use crate::error::{Error, Result};
use crate::i18n::{Language, Localized, Message};
use crate::intake::{ArrivalTime, File, Receipt, RetryKey, Upload, label_of, submit as submit_upload};
use crate::store::{Contest, Notes, Stored};

/// `POST /api/contests/{contest}/submissions`
pub(super) async fn submit(
    State(app): State<SharedState>,
    Path(contest): Path<String>,
    identity: Identity,
    request: Request,
) -> Result {
    let contest = app.store.contest(&contest).await?;
    let team = identity.team_of(&contest)?;
    let arrived = ArrivalTime::of(&request);
    let retry_key = text_header(&request, "idempotency-key").map(RetryKey::Chosen);
    if text_header(&request, CONTENT_TYPE.as_str()).is_some_and(|kind| kind.starts_with("application/json")) {
        return propose(&app, &contest, &identity, arrived, retry_key, body(request).await?).await;
    }
    let files = files(request).await?;
    let label = label_of(&files);
    let receipt = submit_upload(
        &app,
        Upload { contest: &contest, team, origin: "api", label, arrived, retry_key, files },
    )
    .await?;
    let status = match receipt.stored {
        Stored::New(_) => StatusCode::CREATED,
        Stored::Existing(_) => StatusCode::OK,
    };
    Ok((status, Json(feedback(&app, &contest, &identity, &receipt).await?)).into_response())
}

async fn body(request: Request) -> Result<Bytes> {
    Bytes::from_request(request, &()).await.map_err(|error| too_large_or_bad(&error))
}

fn text_header(request: &Request, name: &str) -> Option<String> {
    request.headers().get(name)?.to_str().ok().map(str::to_owned)
}

/// The files of a request: every part of a form, or the whole body.
pub(crate) async fn files(request: Request) -> Result<Vec<File>> {
    let kind = text_header(&request, CONTENT_TYPE.as_str()).unwrap_or_default();
    if !kind.starts_with("multipart/form-data") {
        let name = text_header(&request, "x-file-name");
        let body = body(request).await?;
        return Ok(vec![File { name: name.unwrap_or_else(|| "body".into()), content: body.into() }]);
    }
    let bad =
        |error: &dyn std::fmt::Display| Error::BadRequest(Message::BadForm { reason: error.to_string() });
    let mut form = Multipart::from_request(request, &()).await.map_err(|error| bad(&error))?;
    let mut files = Vec::new();
    while let Some(field) = form.next_field().await.map_err(|error| bad(&error))? {
        let Some(name) = field.file_name().map(str::to_owned).filter(|name| !name.is_empty()) else {
            continue;
        };
        let content = field.bytes().await.map_err(|error| match error.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Error::TooLarge(Message::TooLarge),
            _ => bad(&error),
        })?;
        files.push(File { name, content: content.into() });
    }
    Ok(files)
}

/// The error of a body that cannot be read.
pub(crate) fn too_large_or_bad(error: &axum::extract::rejection::BytesRejection) -> Error {
    match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Error::TooLarge(Message::TooLarge),
        _ => Error::BadRequest(Message::BadForm { reason: error.to_string() }),
    }
}

/// The response to a submission: the judging of each file.
async fn feedback(
    app: &SharedState,
    contest: &Contest,
    identity: &Identity,
    receipt: &Receipt,
) -> Result<Value> {
    let inputs = app.store.inputs(&contest.id).await?;
    let id = receipt.stored.id();
    let rows = app.store.files(id).await?;
    let is_relative = |input: &Input| contest.game.is_relative(input.question);
    // Computing a board is slow in a long contest, so it is done only for points that depend on it.
    let mut best = vec![0; inputs.len()];
    if inputs.iter().any(|input| is_relative(input) && rows.iter().any(|row| row.input == input.number)) {
        best = app.boards.visible_best(&app.store, contest, identity).await?;
    }
    let mut files = Vec::new();
    for row in rows {
        let found = inputs.iter().zip(&best).find(|(input, _)| input.number == row.input);
        let Some((input, &best)) = found else { continue };
        files.push(json!({
            "name": input.answer,
            "question": input.question,
            "outcome": row.outcome.name(),
            "points": points(contest.game.worth(input.question, row.points, row.score, best)),
            "score": row.score,
            "bound": input.bound,
            "bounds": input.bounds(contest.game),
            "detail": contest.feedback.shown(row.outcome, &row.finding).text(Language::English).to_string(),
        }));
    }
    let Notes { passed_over, names, invalid_names, duplicates } = &receipt.notes;
    let duplicates: Vec<Value> =
        duplicates.iter().map(|(used, unused)| json!({ "used": used, "unused": unused })).collect();
    Ok(json!({
        "id": id.to_string(),
        "contest_id": contest.id,
        "files": files,
        "unknown": names,
        "invalid_names": invalid_names,
        "passed_over": passed_over,
        "duplicates": duplicates,
    }))
}
