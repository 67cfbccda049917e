//! The archives of submissions as the jury reads them: a list of the entries, one entry, the whole.
//!
//! Unpacking takes a core for a moment, so it runs off the serving threads and takes turns with the judge.

use axum::response::Response;
use laplace_archive::{Entry, EntryKind, Format, Limits, read_content, walk};

use crate::app::SharedState;
use crate::contest::SubmissionId;
use crate::error::{Error, Result};
use crate::i18n::Missing;
use crate::web::download;

/// Maximum number of entries that are listed.
pub(crate) const MAX_ENTRIES: usize = 5_000;
/// Maximum size of an entry that is shown as text or downloaded.
const MAX_ENTRY: u64 = 16 << 20;
/// Maximum size of a text that is shown on a page.
const MAX_TEXT: usize = 256 << 10;

/// An entry of a list.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    /// The name in the archive.
    pub(crate) name: String,
    /// The name without control characters.
    pub(crate) shown: String,
    /// The size that the archive declares.
    pub(crate) size: u64,
    /// Whether it is a regular file.
    pub(crate) is_file: bool,
}

/// A name of an archive that is safe to print.
pub(crate) fn shown(name: &str) -> String {
    name.chars().map(|char| if char.is_control() { '\u{fffd}' } else { char }).take(300).collect()
}

/// The text of an entry, if it is one and not too long for a page.
pub(crate) fn as_text(content: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(content).ok().filter(|text| text.len() <= MAX_TEXT)?;
    (!text.contains('\0')).then_some(text)
}

/// The entries of an archive by name, without folders: the first [`MAX_ENTRIES`] of the archive.
pub(crate) async fn list(app: &SharedState, submission: SubmissionId, archive: i64) -> Result<Vec<Listed>> {
    read(app, submission, archive, |content| {
        let mut entries = Vec::new();
        walk(content, &Limits::default(), &mut |entry, _| {
            if entry.kind != EntryKind::Folder && entries.len() < MAX_ENTRIES {
                entries.push(Listed {
                    name: entry.name.clone(),
                    shown: shown(&entry.name),
                    size: entry.size,
                    is_file: entry.kind == EntryKind::File,
                });
            }
            Ok(())
        })?;
        entries.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(entries)
    })
    .await
}

/// The first file of this name in an archive.
pub(crate) async fn entry(
    app: &SharedState,
    submission: SubmissionId,
    archive: i64,
    name: String,
) -> Result<Vec<u8>> {
    read(app, submission, archive, move |content| {
        let mut found = None;
        let mut visit = |entry: &Entry, content: &mut dyn std::io::Read| {
            if found.is_none() && entry.kind == EntryKind::File && entry.name == name {
                found = Some(read_content(entry, content, MAX_ENTRY)?);
            }
            Ok(())
        };
        walk(content, &Limits::default(), &mut visit)?;
        found.ok_or(Error::NotFound(Missing::File))
    })
    .await
}

/// A response with an archive as it came, under a name of ours.
pub(crate) async fn archive_response(
    app: &SharedState,
    contest: &str,
    submission: SubmissionId,
    archive: i64,
) -> Result<Response> {
    let contest = app.store.contest(contest).await?;
    app.store.submission(&contest.id, submission).await?;
    let content = app.store.archive(submission, archive).await?;
    let name = format!("{}-{submission}-{archive}.{}", contest.id, extension(&content));
    Ok(download(&name, "application/octet-stream", content))
}

/// How the name of an archive ends, without the dot.
pub(crate) fn extension(content: &[u8]) -> &'static str {
    Format::of(content).map_or("bin", Format::extension)
}

/// Reads an archive off the serving threads.
async fn read<T: Send + 'static>(
    app: &SharedState,
    submission: SubmissionId,
    archive: i64,
    work: impl FnOnce(&[u8]) -> Result<T> + Send + 'static,
) -> Result<T> {
    let content = app.store.archive(submission, archive).await?;
    let turn = app.judging.acquire().await.map_err(|error| Error::Internal(error.to_string()))?;
    let worked = tokio::task::spawn_blocking(move || work(&content)).await;
    drop(turn);
    worked.map_err(|error| Error::Internal(error.to_string()))?
}
