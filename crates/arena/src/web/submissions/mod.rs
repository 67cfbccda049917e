//! Uploading a submission, its results, and the list of submissions.

mod list;
mod one;

pub(super) use list::list;
pub(super) use one::{file, show};

use axum::extract::{Path, Query, Request, State};
use axum::response::{IntoResponse, Redirect};
use serde::Deserialize;

use super::contest::page;
use super::errors::{is_client_error, prefers_html, refused_form};
use super::frame::Frame;
use crate::api::files;
use crate::app::SharedState;
use crate::error::Result;
use crate::intake::{ArrivalTime, RetryKey, Upload, label_of, submit as submit_upload};
use crate::store::{Account, Contest};

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
    let wants_page = prefers_html(request.headers());
    match receive(&app, &contest, team, key, request).await {
        Ok(address) => Ok(Redirect::to(&address).into_response()),
        // Without a script, the page with the form again.
        Err(error) if wants_page && is_client_error(&error) => {
            let frame = Frame { path: format!("/c/{}", contest.id), ..frame.clone() };
            Ok(refused_form(page(&app, &frame, &contest, None, Some(&error)).await?, &error))
        }
        Err(error) => Err(error),
    }
}

/// `GET /c/{contest}/submit`: where a browser is that reloads a refused form.
pub(super) async fn to_form(State(app): State<SharedState>, Path(contest): Path<String>) -> Result<Redirect> {
    let contest = app.store.contest(&contest).await?;
    Ok(Redirect::to(&format!("/c/{}", contest.id)))
}

/// Stores the files of a request and returns the address of the submission.
async fn receive(
    app: &SharedState,
    contest: &Contest,
    team: &Account,
    key: Option<String>,
    request: Request,
) -> Result<String> {
    let arrived = ArrivalTime::of(&request);
    let files = files(request).await?;
    let label = label_of(&files);
    let upload =
        Upload { contest, team, origin: "web", label, arrived, retry_key: key.map(RetryKey::Form), files };
    let receipt = submit_upload(app, upload).await?;
    Ok(format!("/c/{}/submissions/{}", contest.id, receipt.stored.id()))
}

/// Percent-encodes a query value.
pub(crate) fn percent_encoded(text: &str) -> String {
    let one = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    text.bytes().map(one).collect()
}
