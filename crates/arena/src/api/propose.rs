//! Submitting as in CLICS: JSON with one problem and one archive, which has one file.

use std::borrow::Cow;
use std::time::Instant;

use axum::Json;
use axum::body::Bytes;
use axum::http::StatusCode;
use axum::http::header::LOCATION;
use axum::response::IntoResponse;
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::Deserialize;
use serde_json::Value;

use super::objects;
use crate::app::SharedState;
use crate::auth::Identity;
use crate::contest::Input;
use crate::error::{Error, Result};
use crate::i18n::{Message, Missing};
use crate::intake::{File, Limits, RetryKey, Upload, read, submit_counted};
use crate::store::{AttemptFilter, Contest, Stored};
use crate::visibility::Viewer;

/// The body of a submission. Fields that only judges may set must be missing.
#[derive(Debug, Deserialize)]
struct Proposed<'a> {
    problem_id: String,
    language_id: String,
    team_id: Option<String>,
    id: Option<Value>,
    time: Option<Value>,
    contest_time: Option<Value>,
    #[serde(borrow)]
    files: Vec<Archive<'a>>,
}

#[derive(Debug, Deserialize)]
struct Archive<'a> {
    #[serde(borrow)]
    data: Cow<'a, str>,
}

impl Proposed<'_> {
    fn check(&self, team: &str) -> Result<()> {
        let bad = |message: Message| Err(Error::BadRequest(message));
        if self.id.is_some() || self.time.is_some() || self.contest_time.is_some() {
            return bad(Message::SetByServer);
        }
        if self.team_id.as_ref().is_some_and(|named| named != team) {
            return bad(Message::OtherTeamId);
        }
        if self.language_id != "text" {
            return bad(Message::BadLanguageId);
        }
        Ok(())
    }

    /// The one file of the one archive.
    fn content(&self) -> Result<Vec<u8>> {
        let [archive] = self.files.as_slice() else {
            return Err(Error::BadRequest(Message::OneArchive));
        };
        let bytes = BASE64.decode(archive.data.as_bytes());
        let bytes =
            bytes.map_err(|error| Error::BadRequest(Message::BadBase64 { reason: error.to_string() }))?;
        if !bytes.starts_with(b"PK") {
            return Err(Error::UnsupportedType(Message::ZipExpected));
        }
        let sent = File { name: "archive".into(), content: bytes };
        let unpacked = read(&[sent], &Limits::default(), &|_| true)?;
        match <[File; 1]>::try_from(unpacked.files) {
            Ok([file]) if unpacked.duplicates.is_empty() => Ok(file.content),
            _ => Err(Error::BadRequest(Message::OneFile)),
        }
    }
}

/// The problem and the answer in a body.
fn unpack(body: &[u8], team: &str) -> Result<(String, Vec<u8>)> {
    let proposed: Proposed<'_> = serde_json::from_slice(body)
        .map_err(|error| Error::BadRequest(Message::BadBody { reason: error.to_string() }))?;
    proposed.check(team)?;
    let content = proposed.content()?;
    Ok((proposed.problem_id, content))
}

/// Stores a submission; the response is the submission object.
pub(super) async fn propose(
    app: &SharedState,
    contest: &Contest,
    identity: &Identity,
    arrived: Instant,
    retry_key: Option<RetryKey>,
    body: Bytes,
) -> Result {
    let team = identity.team_of(contest)?;
    let own = team.id.clone();
    app.uploads.take(&own).await?;
    // Unpacking takes a core for some milliseconds, so it runs off the serving threads.
    let turn = app.judging.acquire().await.map_err(|error| Error::Internal(error.to_string()))?;
    let unpacked = tokio::task::spawn_blocking(move || unpack(&body, &own)).await;
    drop(turn);
    let (problem, content) = unpacked.map_err(|error| Error::Internal(error.to_string()))??;
    let viewer = Viewer::of(contest, identity);
    let inputs = viewer.problems(app).await?;
    let input = find(&inputs, &problem)?;
    let files = vec![File { name: input.answer.clone(), content }];
    let label = input.answer.clone();
    let upload = Upload { contest, team, origin: "api", label, arrived, retry_key, files };
    let receipt = submit_counted(app, upload).await?;
    let status = match receipt.stored {
        Stored::New(_) => StatusCode::CREATED,
        Stored::Existing(_) => StatusCode::OK,
    };
    let attempts = app.store.attempts(&contest.id, AttemptFilter::Submission(receipt.stored.id())).await?;
    let attempt = attempts.first().ok_or(Error::NotFound(Missing::Submission))?;
    let location = format!("/api/contests/{}/submissions/{}", contest.id, objects::id(attempt));
    let submission = objects::submission(&viewer, &inputs, attempt);
    Ok((status, [(LOCATION, location)], Json(submission)).into_response())
}

fn find<'a>(inputs: &'a [Input], problem: &str) -> Result<&'a Input> {
    let found = inputs.iter().find(|input| input.number.to_string() == problem);
    found.ok_or(Error::BadRequest(Message::UnknownProblem))
}
