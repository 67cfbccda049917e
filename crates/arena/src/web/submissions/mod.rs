//! Uploading a submission, its results, and the list of submissions.

mod list;
mod one;

pub(super) use list::list;
pub(super) use one::{file, show};

use axum::extract::{Path, Query, Request, State};
use axum::http::header::SET_COOKIE;
use axum::response::{AppendHeaders, IntoResponse, Redirect};
use serde::Deserialize;

use super::frame::Frame;
use crate::api::files;
use crate::app::SharedState;
use crate::error::Result;
use crate::intake::{ArrivalTime, RetryKey, Upload, submit as submit_upload};

/// Names of ignored files that are shown after an upload.
const MAX_NAMES: usize = 5;
/// Characters shown of each.
const MAX_NAME_LENGTH: usize = 60;
/// The name of the cookie with those names, and its lifetime.
const ASIDE: &str = "laplace_aside";
const ASIDE_SECONDS: u32 = 3_600;

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
    let cookie = aside(&address, &receipt.unknown);
    Ok((AppendHeaders(cookie.map(|cookie| (SET_COOKIE, cookie))), Redirect::to(&address)).into_response())
}

/// The cookie with the names of ignored files for the page at `address`. A query could be written into a link by
/// somebody else; a cookie cannot.
fn aside(address: &str, unknown: &[String]) -> Option<String> {
    let shown = unknown
        .iter()
        .take(MAX_NAMES)
        .map(|name| percent_encoded(&name.chars().take(MAX_NAME_LENGTH).collect::<String>()));
    let names = shown.collect::<Vec<_>>().join("&");
    let cookie = format!("{ASIDE}={names}; Path={address}; Max-Age={ASIDE_SECONDS}; HttpOnly; SameSite=Lax");
    (!names.is_empty()).then_some(cookie)
}

/// Percent-encodes a query value.
pub(super) fn percent_encoded(text: &str) -> String {
    let one = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    text.bytes().map(one).collect()
}
