//! Uploads of teams: archives and files are unpacked within limits, judged and stored.
//!
//! Nothing is ever written to disk under a name that a client sent: an archive becomes a list of names and bytes in
//! memory, and only names of answers of this contest are used.

mod body;

pub use body::{ArrivalTime, receive, reject_nul};
pub use laplace_archive::{File, Limits, read};

use std::time::Instant;

use crate::app::SharedState;
use crate::auth::hash_of;
use crate::contest::{Game, Input};
use crate::error::{Error, Result};
use crate::judging::judge;
use crate::store::{Account, Contest, NewFile, NewSubmission, Packed, Stored};

/// An upload of a team.
#[derive(Debug)]
pub struct Upload<'a> {
    /// The contest.
    pub contest: &'a Contest,
    /// The team.
    pub team: &'a Account,
    /// `web` or `api`.
    pub origin: &'static str,
    /// The name that the client gave it.
    pub label: String,
    /// When its last byte had arrived.
    pub arrived: Instant,
    /// The idempotency key, if the client sent one.
    pub retry_key: Option<RetryKey>,
    /// The uploaded files: answers, or archives of answers.
    pub files: Vec<File>,
}

/// An idempotency key: the same files under the same key of the same team are stored once.
#[derive(Clone, Debug)]
pub enum RetryKey {
    /// Chosen by a program; other files under the same key are refused.
    Chosen(String),
    /// Written into a form; other files from the same form are a new submission.
    Form(String),
}

impl RetryKey {
    fn text(&self) -> &str {
        match self {
            Self::Chosen(key) | Self::Form(key) => key,
        }
    }

    /// The key as it is stored. For a form it includes a hash of the files.
    fn stored(self, files: &[NewFile]) -> String {
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

/// The outcome of an upload.
#[derive(Clone, Debug)]
pub struct Receipt {
    /// The submission.
    pub stored: Stored,
    /// Names of files that do not answer any input of this contest.
    pub unknown: Vec<String>,
}

/// Maximum length of a retry key in characters.
const MAX_KEY_LENGTH: usize = 200;
/// Labels are cut to this many characters.
const MAX_LABEL_LENGTH: usize = 100;

/// Unpacks, judges and stores an upload, within the team's rate limit.
pub async fn submit(app: &SharedState, upload: Upload<'_>) -> Result<Receipt> {
    app.uploads.take(&upload.team.id)?;
    submit_counted(app, upload).await
}

/// The same for an upload that has been counted against the rate limit already.
pub async fn submit_counted(app: &SharedState, upload: Upload<'_>) -> Result<Receipt> {
    if upload.retry_key.as_ref().is_some_and(|key| key.text().chars().count() > MAX_KEY_LENGTH) {
        return Err(Error::BadRequest(format!("a retry key may have at most {MAX_KEY_LENGTH} characters")));
    }
    let inputs = app.store.inputs(&upload.contest.id).await?;
    let game = upload.contest.game();
    let files = upload.files;
    // Unpacking and judging take a core for some milliseconds, so they run off the serving threads.
    let turn = app.judging.acquire().await.map_err(|error| Error::Internal(error.to_string()))?;
    let work = move || -> Result<(Vec<NewFile>, Vec<String>)> {
        let (answers, unknown) = match_inputs(game, &inputs, read(files, Limits::default())?)?;
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
        retry_key: upload.retry_key.map(|key| key.stored(&files)),
        files,
    };
    Ok(Receipt { stored: app.store.submit_within(&new, app.settings.storage).await?, unknown })
}

type Answers<'a> = Vec<(&'a Input, Vec<u8>)>;

/// Finds the input that each file answers; the names of the other files.
fn match_inputs(game: Game, inputs: &[Input], files: Vec<File>) -> Result<(Answers<'_>, Vec<String>)> {
    let mut answers: Answers<'_> = Vec::new();
    let mut unknown: Vec<String> = Vec::new();
    for file in files {
        let Some(input) = inputs.iter().find(|input| input.answer == file.base_name()) else {
            unknown.push(file.name);
            continue;
        };
        if answers.iter().any(|(known, _)| known.number == input.number) {
            return Err(Error::BadRequest(format!("`{}` is there twice", input.answer)));
        }
        let max_bytes = game.max_answer_bytes(input.question);
        if file.content.len() > max_bytes {
            let found = file.content.len();
            return Err(Error::TooLarge(format!(
                "`{}` has {found} bytes: an answer to this question has at most {max_bytes}",
                input.answer
            )));
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
