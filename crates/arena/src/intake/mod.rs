//! What teams send: archives and files, read with limits, judged, stored.
//!
//! Nothing is ever written to a disk under a sender's name: an archive is a list of names and bytes in memory,
//! and only names of answers of this contest are looked at further.

mod archive;
mod body;
mod zip;

pub use archive::{File, Limits, read};
pub use body::{ArrivalTime, receive, reject_nul};

use std::time::Instant;

use crate::app::SharedState;
use crate::auth::hash_of;
use crate::contest::Input;
use crate::error::{Error, Result};
use crate::judging::judge;
use crate::store::{Account, Contest, NewFile, NewSubmission, Packed, Stored};

/// What came, and from whom.
#[derive(Debug)]
pub struct Upload<'a> {
    /// The contest.
    pub contest: &'a Contest,
    /// The team.
    pub team: &'a Account,
    /// `web` or `api`.
    pub origin: &'static str,
    /// What the sender called it.
    pub label: String,
    /// When its last byte had arrived.
    pub arrived: Instant,
    /// What tells a second try from a second submission.
    pub retry: Option<RetryKey>,
    /// The names and bytes that came: files of their own, or archives of them.
    pub files: Vec<File>,
}

/// A key that makes trying again safe: the same files under the same key of the same team are stored once.
#[derive(Clone, Debug)]
pub enum RetryKey {
    /// Chosen by a program: other files under the same key are a mistake.
    Chosen(String),
    /// Written into a form: whoever goes back to it and picks other files hands in anew.
    Form(String),
}

impl RetryKey {
    fn text(&self) -> &str {
        match self {
            Self::Chosen(key) | Self::Form(key) => key,
        }
    }

    /// The key as it is kept. That of a form stands for its files too.
    fn kept(self, files: &[NewFile]) -> String {
        match self {
            Self::Chosen(key) => key,
            Self::Form(key) => {
                let mut files: Vec<String> =
                    files.iter().map(|file| format!("{} {}", file.input, file.content.hash())).collect();
                files.sort();
                format!("{key} {}", hash_of(&files.join("\n")))
            }
        }
    }
}

/// What became of it.
#[derive(Clone, Debug)]
pub struct Receipt {
    /// The submission.
    pub stored: Stored,
    /// Names that answer no input of this contest.
    pub unknown: Vec<String>,
}

/// The longest retry key.
const MAX_KEY_LENGTH: usize = 200;
/// The longest label that is kept.
const MAX_LABEL_LENGTH: usize = 100;

/// Unpacks, judges and stores what a team sent, unless it sends too often.
pub async fn take(app: &SharedState, upload: Upload<'_>) -> Result<Receipt> {
    app.uploads.take(&upload.team.id)?;
    take_counted(app, upload).await
}

/// The same for what was counted already, before it was looked into.
pub async fn take_counted(app: &SharedState, upload: Upload<'_>) -> Result<Receipt> {
    if upload.retry.as_ref().is_some_and(|retry| retry.text().chars().count() > MAX_KEY_LENGTH) {
        return Err(Error::BadRequest(format!("a retry key has at most {MAX_KEY_LENGTH} characters")));
    }
    let inputs = app.store.inputs(&upload.contest.id).await?;
    let game = upload.contest.game();
    let files = upload.files;
    // Unpacking and judging take a core for some milliseconds: not on the threads that serve.
    let turn = app.judging.acquire().await.map_err(|error| Error::Internal(error.to_string()))?;
    let work = move || -> Result<(Vec<NewFile>, Vec<String>)> {
        let (answers, unknown) = sort(&inputs, read(files, Limits::default())?)?;
        let judged = answers.into_iter().map(|(input, content)| NewFile {
            input: input.number,
            judged: judge(game, input, &content),
            content: Packed::new(&content),
        });
        Ok((judged.collect(), unknown))
    };
    let began = Instant::now();
    let worked = tokio::task::spawn_blocking(work).await;
    drop(turn);
    let (files, unknown) = worked.map_err(|error| Error::Internal(error.to_string()))??;
    app.metrics.judged(files.len(), began.elapsed());
    let new = NewSubmission {
        contest: upload.contest.id.clone(),
        team: upload.team.id.clone(),
        origin: upload.origin,
        label: upload.label.chars().filter(|char| !char.is_control()).take(MAX_LABEL_LENGTH).collect(),
        arrived: upload.arrived,
        retry_key: upload.retry.map(|retry| retry.kept(&files)),
        files,
    };
    Ok(Receipt { stored: app.store.submit(&new).await?, unknown })
}

type Answers<'a> = Vec<(&'a Input, Vec<u8>)>;

/// Finds the input that each file answers.
fn sort(inputs: &[Input], files: Vec<File>) -> Result<(Answers<'_>, Vec<String>)> {
    let (mut answers, mut unknown): (Answers<'_>, Vec<String>) = (Vec::new(), Vec::new());
    for file in files {
        let Some(input) = inputs.iter().find(|input| input.answer == file.base_name()) else {
            unknown.push(file.name);
            continue;
        };
        if answers.iter().any(|(known, _)| known.number == input.number) {
            return Err(Error::BadRequest(format!("`{}` is there twice", input.answer)));
        }
        answers.push((input, file.content));
    }
    if answers.is_empty() {
        let example = inputs.first().map_or("", |input| input.answer.as_str());
        return Err(Error::BadRequest(match unknown.first() {
            Some(name) => format!("found `{name}`, expected names like `{example}`"),
            None => format!("found no file, expected names like `{example}`"),
        }));
    }
    Ok((answers, unknown))
}
