//! Uploading a submission, its results, and the list of submissions.

mod list;
mod one;

pub(super) use list::list;
pub(super) use one::{file, show};

use axum::extract::{Path, Query, Request, State};
use axum::response::{IntoResponse, Redirect};
use serde::Deserialize;

use super::frame::Frame;
use crate::api::files;
use crate::app::SharedState;
use crate::error::Result;
use crate::intake::{ArrivalTime, RetryKey, Upload, submit as submit_upload};

/// The idempotency key in the address of the form.
#[derive(Debug, Deserialize)]
pub(super) struct Key {
    key: Option<String>,
}

/// `POST /c/{contest}/submit`
pub(super) async fn submit(
    State(app): State<SharedState>,
    Path(contest): Path<String>,
    Query(Key { key }): Query<Key>,
    frame: Frame,
    request: Request,
) -> Result {
    let contest = app.store.contest(&contest).await?;
    let team = frame.identity.team_of(&contest)?;
    let arrived = ArrivalTime::of(&request);
    let files = files(request).await?;
    let label = files.first().map(|file| file.name.clone()).unwrap_or_default();
    let upload = Upload {
        contest: &contest,
        team,
        origin: "web",
        label,
        arrived,
        retry_key: key.map(RetryKey::Form),
        files,
    };
    let receipt = submit_upload(&app, upload).await?;
    let address = format!("/c/{}/submissions/{}", contest.id, receipt.stored.id());
    Ok(Redirect::to(&address).into_response())
}

/// Percent-encodes a query value.
pub(crate) fn percent_encoded(text: &str) -> String {
    let one = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    text.bytes().map(one).collect()
}
