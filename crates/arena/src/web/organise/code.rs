//! The code of a submission, for the jury: its archives as they came, their entries, and one entry as text.
//!
//! What a team wrote is shown as text inside a page or downloaded, never served as a page of its own.

use axum::extract::{Path, Query, State};
use maud::{Markup, html};
use serde::Deserialize;

use crate::app::SharedState;
use crate::code::{self, Listed, MAX_ENTRIES};
use crate::contest::SubmissionId;
use crate::error::{Error, Result};
use crate::i18n::{Localized, Message, fill};
use crate::store::ArchiveRow;
use crate::web::contest::head;
use crate::web::download;
use crate::web::frame::Frame;
use crate::web::parts::{number, when};
use crate::web::submissions::percent_encoded;

/// `GET /organise/{contest}/submissions/{id}/code`
pub(super) async fn show(
    State(app): State<SharedState>,
    Path((contest, id)): Path<(String, SubmissionId)>,
    frame: Frame,
) -> Result {
    frame.identity.organiser()?;
    let contest = app.store.contest(&contest).await?;
    let submission = app.store.submission(&contest.id, id).await?;
    let team = app.store.account(&submission.team).await?;
    let words = frame.words();
    let mut archives = Vec::new();
    for row in app.store.archives(id).await? {
        let listed = code::list(&app, id, row.number).await;
        archives.push((row, listed));
    }
    let title = format!("{} #{id}", words.code);
    let base = format!("/organise/{}/submissions/{id}/code", contest.id);
    let main = html! {
        (head(&frame, &contest, ""))
        section.wide.flow {
            h1 { (title) }
            p.status {
                strong { bdi { (team.name) } } " · " (when(submission.at)) " · "
                a href={ "/c/" (contest.id) "/submissions/" (id) } { (words.submission) " #" (id) }
            }
            p.soft { (words.code_hint) }
            @if archives.is_empty() { p.lead { (words.no_code) } }
            @for (row, listed) in &archives { (archive(&frame, &base, row, listed)) }
        }
    };
    Ok(frame.page(&title, &[], &main))
}

fn archive(frame: &Frame, base: &str, row: &ArchiveRow, listed: &Result<Vec<Listed>>) -> Markup {
    let words = frame.words();
    let address = format!("{base}/{}", row.number);
    html! {
        section.flow {
            h2 { bdi { (row.name) } }
            p { (number(row.size)) " " (words.bytes) " · " a href=(address) download { (words.download) } }
            @match listed {
                Err(error) => {
                    p.notice.bad { (words.archive_unreadable) " " (error.message().text(frame.language)) }
                }
                Ok(entries) => {
                    (table(frame, &address, entries))
                    @if entries.len() == MAX_ENTRIES {
                        p.soft { (fill(words.more_entries, &[&MAX_ENTRIES.to_string()])) }
                    }
                }
            }
        }
    }
}

fn table(frame: &Frame, address: &str, entries: &[Listed]) -> Markup {
    let words = frame.words();
    html! {
        div.scroll tabindex="0" role="region" aria-label=(words.files) {
            table {
                caption.hidden { (words.files) }
                thead { tr {
                    th scope="col" { (words.file) }
                    th.number scope="col" { (words.size_in_bytes) }
                } }
                tbody { @for entry in entries {
                    tr {
                        th scope="row" {
                            @if entry.is_file {
                                a href={ (address) "/entry?name=" (percent_encoded(&entry.name)) } { bdi { (entry.shown) } }
                            } @else {
                                bdi { (entry.shown) } " " span.soft { (words.link) }
                            }
                        }
                        td.number { (number(i64::try_from(entry.size).unwrap_or(i64::MAX))) }
                    }
                } }
            }
        }
    }
}

/// `GET /organise/{contest}/submissions/{id}/code/{archive}`
pub(super) async fn download_archive(
    State(app): State<SharedState>,
    Path((contest, id, archive)): Path<(String, SubmissionId, i64)>,
    frame: Frame,
) -> Result {
    frame.identity.organiser()?;
    code::archive_response(&app, &contest, id, archive).await
}

/// The name of an entry.
#[derive(Debug, Deserialize)]
pub(super) struct EntryQuery {
    name: String,
    /// Not empty: download it.
    #[serde(default)]
    download: String,
}

/// `GET /organise/{contest}/submissions/{id}/code/{archive}/entry`
pub(super) async fn entry(
    State(app): State<SharedState>,
    Path((contest, id, archive)): Path<(String, SubmissionId, i64)>,
    frame: Frame,
    query: Result<Query<EntryQuery>, axum::extract::rejection::QueryRejection>,
) -> Result {
    frame.identity.organiser()?;
    let Query(query) =
        query.map_err(|error| Error::BadRequest(Message::BadAddress { reason: error.to_string() }))?;
    let contest = app.store.contest(&contest).await?;
    app.store.submission(&contest.id, id).await?;
    let content = code::entry(&app, id, archive, query.name.clone()).await?;
    if !query.download.is_empty() {
        return Ok(download("entry", "application/octet-stream", content));
    }
    let words = frame.words();
    let base = format!("/organise/{}/submissions/{id}/code", contest.id);
    let name = code::shown(&query.name);
    let main = html! {
        (head(&frame, &contest, ""))
        section.wide.flow {
            h1 { bdi { (name) } }
            p.status {
                a href=(base) { (words.code) " #" (id) } " · " (number(i64::try_from(content.len()).unwrap_or(i64::MAX))) " "
                (words.bytes) " · "
                a href={ (base) "/" (archive) "/entry?download=1&name=" (percent_encoded(&query.name)) } download {
                    (words.download)
                }
            }
            @match code::as_text(&content) {
                Some(text) => pre.whole tabindex="0" { (text) },
                None => p.lead { (words.not_a_text) },
            }
        }
    };
    Ok(frame.page(&name, &[], &main))
}
