//! Uploads of teams: archives and files are unpacked within limits, judged and stored.
//!
//! Nothing is ever written to disk under a name that a client sent: an archive becomes a list of names and bytes in
//! memory, and only names of answers of this contest are used. What does not answer an input is passed over, and the
//! archive is stored as it came, for the jury.

mod body;

pub use body::{ArrivalTime, receive, reject_nul};
pub use laplace_archive::{File, Limits, read};

use std::time::Instant;

use laplace_archive::{Bytes, Format, Unpacked};

use crate::app::SharedState;
use crate::auth::hash_of;
use crate::contest::{Game, Input, is_input_name, own};
use crate::error::{Error, Result};
use crate::i18n::Message;
use crate::judging::judge;
use crate::store::{
    Account, Contest, NewArchive, NewFile, NewSubmission, Notes, Packed, StorageLimits, Stored,
};

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
    fn stored(self, files: &[NewFile], archives: &[NewArchive]) -> String {
        match self {
            Self::Chosen(key) => key,
            Self::Form(key) => {
                let mut sent: Vec<String> =
                    files.iter().map(|file| format!("{} {}", file.input, file.content.hash())).collect();
                sent.sort();
                sent.extend(archives.iter().map(|archive| archive.content.hash().to_owned()));
                format!("{key} {}", hash_of(&sent.join("\n")))
            }
        }
    }
}

/// The outcome of an upload.
#[derive(Clone, Debug)]
pub struct Receipt {
    /// The submission.
    pub stored: Stored,
    /// What was passed over.
    pub notes: Notes,
}

/// What a submission is called: the name of its file, and how many others there are.
pub fn label_of(files: &[File]) -> String {
    match files {
        [] => String::new(),
        [file] => file.name.clone(),
        [first, others @ ..] => format!("{} +{}", first.name, others.len()),
    }
}

/// Maximum length of a retry key in characters.
const MAX_KEY_LENGTH: usize = 200;
/// Labels and names of archives are cut to this many characters.
const MAX_LABEL_LENGTH: usize = 100;
/// The name that the task of the well gives the answer to its only test.
const ONLY_ANSWER: &str = "Tetris.out";

/// Unpacks, judges and stores an upload, within the team's rate limit.
pub async fn submit(app: &SharedState, upload: Upload<'_>) -> Result<Receipt> {
    app.uploads.take(&upload.team.id).await?;
    submit_counted(app, upload).await
}

/// The same for an upload that has been counted against the rate limit already.
pub async fn submit_counted(app: &SharedState, upload: Upload<'_>) -> Result<Receipt> {
    if upload.retry_key.as_ref().is_some_and(|key| key.text().chars().count() > MAX_KEY_LENGTH) {
        return Err(Error::BadRequest(Message::KeyLength { max: MAX_KEY_LENGTH }));
    }
    let limits = app.settings.limits_of(upload.contest);
    let sent: usize = upload.files.iter().map(|file| file.content.len()).sum();
    if i64::try_from(sent).is_ok_and(|sent| sent > limits.upload) {
        let max = Bytes(limits.upload.max(0).cast_unsigned());
        return Err(Error::TooLarge(Message::LargerThan { max }));
    }
    let inputs = app.store.inputs(&upload.contest.id).await?;
    let game = upload.contest.game;
    let files = upload.files;
    // Unpacking and judging take a core for some milliseconds, so they run off the serving threads.
    let turn = app.judging.acquire().await.map_err(|error| Error::Internal(error.to_string()))?;
    let work = move || unpack_and_judge(game, &inputs, &files);
    let began = Instant::now();
    let worked = tokio::task::spawn_blocking(work).await;
    drop(turn);
    let Work { files, archives, notes } = worked.map_err(|error| Error::Internal(error.to_string()))??;
    app.metrics.judged(files.len(), began.elapsed());
    let new = NewSubmission {
        contest: upload.contest.id.clone(),
        team: upload.team.id.clone(),
        origin: upload.origin,
        label: shortened(&upload.label, MAX_LABEL_LENGTH),
        arrived: upload.arrived,
        retry_key: upload.retry_key.map(|key| key.stored(&files, &archives)),
        files,
        archives,
        notes,
    };
    let storage = StorageLimits { team: limits.team, contest: limits.contest };
    let notes = new.notes.clone();
    let stored = app.store.submit_within(new, storage).await?;
    Ok(Receipt { stored, notes })
}

/// An organiser's own inputs for a contest: archives are unpacked and what is not an input in them is passed over; a loose
/// file that is not an input is an error.
pub fn own_inputs(game: Game, sent: &[File]) -> Result<Vec<Input>> {
    let is_archive = |file: &File| Format::of(&file.content).is_some();
    if let Some(file) = sent.iter().find(|file| !is_archive(file) && !is_input_name(game, file.base_name())) {
        // It names the file and what is expected.
        own(game, vec![(file.base_name().to_owned(), Vec::new())])?;
    }
    let unpacked = read(sent, &Limits::default(), &|name| is_input_name(game, name))?;
    // A contest must not lack an input of its organiser.
    if let Some(name) = unpacked.passed_over.invalid_names.first() {
        return Err(laplace_archive::Error::InvalidName { name: name.clone() }.into());
    }
    if let Some(twice) = unpacked.duplicates.first() {
        let (used, unused) = (twice.used.clone(), twice.unused.clone());
        return Err(Error::BadRequest(Message::InputTwice { used, unused }));
    }
    let files = unpacked.files.into_iter().map(|file| (file.base_name().to_owned(), file.content));
    Ok(own(game, files.collect())?)
}

/// An upload that is ready to be stored.
struct Work {
    files: Vec<NewFile>,
    archives: Vec<NewArchive>,
    notes: Notes,
}

fn unpack_and_judge(game: Game, inputs: &[Input], sent: &[File]) -> Result<Work> {
    let unpacked = read(sent, &Limits::default(), &|name| answered(inputs, name).is_some())?;
    let (answers, notes) = match_inputs(inputs, unpacked)?;
    for (input, file) in &answers {
        // An organiser's own input may be longer than ours, and its answer with it.
        let max_bytes = game.max_answer_bytes(input.question).max(4 * input.content.len());
        let found = file.content.len();
        if found > max_bytes {
            return Err(Error::TooLarge(Message::AnswerTooLarge {
                name: input.answer.clone(),
                bytes: Bytes(found as u64),
                max: Bytes(max_bytes as u64),
            }));
        }
    }
    let judged = answers.into_iter().map(|(input, file)| NewFile {
        input: input.number,
        judged: judge(game, input, &file.content),
        content: Packed::new(&file.content),
    });
    let files = judged.collect();
    // An archive of nothing but outputs holds no code, and its outputs are stored already.
    let has_code = notes.passed_over > 0;
    let archives = sent.iter().filter(|file| has_code && Format::of(&file.content).is_some());
    let archives = archives.map(|file| NewArchive {
        name: shortened(file.base_name(), MAX_LABEL_LENGTH),
        content: Packed::uncompressed(&file.content),
    });
    Ok(Work { files, archives: archives.collect(), notes })
}

/// A text of a client without control characters, cut to `max_length` characters.
fn shortened(text: &str, max_length: usize) -> String {
    text.chars().filter(|char| !char.is_control()).take(max_length).collect()
}

/// The input that a file of this name, without folders, answers. The task of the well calls the answer to its one test
/// `Tetris.out`.
fn answered<'a>(inputs: &'a [Input], name: &str) -> Option<&'a Input> {
    let the_only_one = match inputs {
        [input] if name == ONLY_ANSWER && input.answer.starts_with("Tetris") => Some(input),
        _ => None,
    };
    inputs.iter().find(|input| input.answer == name).or(the_only_one)
}

/// The input whose answer has this name but for upper case, the ending, `_` for `-`, or the ` (1)` that browsers add.
pub(crate) fn almost_answered<'a>(inputs: &'a [Input], name: &str) -> Option<&'a Input> {
    let key = |name: &str| {
        let name = name.rsplit('/').next().unwrap_or_default();
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem).trim_end();
        let copied = stem.rsplit_once(" (").filter(|(_, number)| {
            number.strip_suffix(')').is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
        });
        copied.map_or(stem, |(stem, _)| stem).to_lowercase().replace(['_', ' '], "-")
    };
    inputs.iter().find(|input| key(&input.answer) == key(name))
}

/// Names of answers that a message lists.
const MAX_ANSWER_NAMES: usize = 12;

/// The names of the answers of a contest, for a message.
fn answer_names(inputs: &[Input]) -> String {
    let names: Vec<&str> = inputs.iter().map(|input| input.answer.as_str()).collect();
    match (names.get(..MAX_ANSWER_NAMES), names.last()) {
        (Some(first), Some(last)) if names.len() > MAX_ANSWER_NAMES => {
            format!("{}, … {last}", first.join(", "))
        }
        _ => names.join(", "),
    }
}

type Answers<'a> = Vec<(&'a Input, File)>;

/// Finds the input that each file answers, and notes what was passed over.
fn match_inputs(inputs: &[Input], unpacked: Unpacked) -> Result<(Answers<'_>, Notes)> {
    let mut notes = Notes {
        passed_over: unpacked.passed_over.count,
        names: unpacked.passed_over.names,
        invalid_names: unpacked.passed_over.invalid_names,
        duplicates: unpacked.duplicates.into_iter().map(|one| (one.used, one.unused)).collect(),
    };
    let mut answers: Answers<'_> = Vec::new();
    for file in unpacked.files {
        let Some(input) = answered(inputs, file.base_name()) else { continue };
        // `Tetris.out` beside `Tetris-1.out`: the name of this contest counts.
        match answers.iter_mut().find(|(known, _)| known.number == input.number) {
            None => answers.push((input, file)),
            Some((_, known)) if known.base_name() == input.answer => {
                notes.duplicates.push((known.name.clone(), file.name));
            }
            Some((_, known)) => {
                notes.duplicates.push((file.name.clone(), known.name.clone()));
                *known = file;
            }
        }
    }
    if answers.is_empty() {
        let almost = notes.names.iter().find_map(|name| Some((name, almost_answered(inputs, name)?)));
        return Err(Error::BadRequest(match (almost, notes.names.first()) {
            (Some((name, input)), _) => {
                Message::AlmostAnswer { name: name.clone(), expected: input.answer.clone() }
            }
            (None, Some(name)) => Message::NoAnswer { name: name.clone(), names: answer_names(inputs) },
            (None, None) => Message::NoFile { names: answer_names(inputs) },
        }));
    }
    Ok((answers, notes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::make;

    fn names(inputs: &[Input], sent: &[&str]) -> Result<(Vec<String>, Notes)> {
        let files = sent.iter().map(|name| File { name: (*name).into(), content: Vec::new() }).collect();
        let (answers, notes) = match_inputs(inputs, Unpacked { files, ..Unpacked::default() })?;
        Ok((
            answers.into_iter().map(|(input, file)| format!("{} {}", input.answer, file.name)).collect(),
            notes,
        ))
    }

    #[test]
    fn the_only_test_of_the_well_is_answered_by_tetris_out_too() {
        let one = make(Game::Well, 1, 1);
        assert_eq!(names(&one, &["a/Tetris.out"]).unwrap().0, ["Tetris-1.out a/Tetris.out"]);
        for sent in [["Tetris.out", "a/Tetris-1.out"], ["a/Tetris-1.out", "Tetris.out"]] {
            let (answers, notes) = names(&one, &sent).unwrap();
            assert_eq!(answers, ["Tetris-1.out a/Tetris-1.out"]);
            assert_eq!(notes.duplicates, [("a/Tetris-1.out".to_owned(), "Tetris.out".to_owned())]);
        }
        assert!(names(&make(Game::Well, 1, 2), &["Tetris.out"]).is_err());
        assert!(names(&make(Game::Demon, 1, 1)[..1], &["Tetris.out"]).is_err());
    }

    #[test]
    fn a_name_that_is_almost_an_answer_is_recognised() {
        let demon = make(Game::Demon, 1, 2);
        for name in
            ["Q1-Output-2", "a/q1-output-2.txt", "q1_output_2", "q1-output-2 (1)", "q1-output-2 (1).txt"]
        {
            assert_eq!(
                almost_answered(&demon, name).map(|input| input.answer.as_str()),
                Some("q1-output-2"),
                "{name}"
            );
        }
        assert_eq!(
            almost_answered(&make(Game::Well, 1, 2), "tetris-2.txt").map(|input| input.number),
            Some(2)
        );
        for name in ["q1-output-3", "q9-output-1", "q1-input-1", "", "x (y)"] {
            assert!(almost_answered(&demon, name).is_none(), "{name}");
        }
        let expected = "q1-output-1, q1-output-2, q2-output-1, q2-output-2, q3-output-1, q3-output-2, q4-output-1, \
                        q4-output-2, q5-output-1, q5-output-2";
        assert_eq!(answer_names(&demon), expected);
        assert!(answer_names(&make(Game::Well, 1, 14)).ends_with("Tetris-12.out, … Tetris-14.out"));
    }
}
