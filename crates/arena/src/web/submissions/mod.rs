//! Handing in, what came of it, and what was handed in before.

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
use crate::intake::{ArrivalTime, RetryKey, Upload, take};

/// The names of files that were left aside are repeated up to so many, and so many letters of each.
const NAMES: usize = 5;
const LETTERS: usize = 60;

/// What the form's address says.
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
    let sent = Upload {
        contest: &contest,
        team,
        origin: "web",
        label,
        arrived,
        retry: key.map(RetryKey::Form),
        files,
    };
    let receipt = take(&app, sent).await?;
    let address = format!("/c/{}/submissions/{}{}", contest.id, receipt.stored.id(), aside(&receipt.unknown));
    Ok(Redirect::to(&address).into_response())
}

/// The files that answer nothing, for the page that comes next.
fn aside(unknown: &[String]) -> String {
    let shown =
        unknown.iter().take(NAMES).map(|name| encoded(&name.chars().take(LETTERS).collect::<String>()));
    let shown: Vec<String> = shown.map(|name| format!("aside={name}")).collect();
    if shown.is_empty() { String::new() } else { format!("?{}", shown.join("&")) }
}

/// As a value of a query.
pub(super) fn encoded(text: &str) -> String {
    let one = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    text.bytes().map(one).collect()
}
