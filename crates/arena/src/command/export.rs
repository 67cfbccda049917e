//! `laplace-arena export`: a whole contest as files, in a folder or a zip archive.

use std::collections::HashMap;
use std::fs::{self, DirBuilder, File};
use std::io::Write;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use clap::Args;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::{find_contest, print_stderr, private_file};
use crate::api::feed::Feed;
use crate::api::scoreboard::{csv_bytes, scoreboard_text};
use crate::app::{AppState, SharedState};
use crate::auth::{Identity, Secret};
use crate::board::View;
use crate::code::extension;
use crate::contest::{AccountId, ContestId, Input, SubmissionId};
use crate::error::{Error, Result};
use crate::jury::{Export, ExportedInput, FORMAT, Output, Team};
use crate::settings::Settings;
use crate::store::{Account, AccountState, Contest, Store};
use crate::visibility::Viewer;

/// Mode of the folders of an export, which holds every answer.
const PRIVATE_FOLDER: u32 = 0o700;

/// The contest to export.
#[derive(Debug, Args)]
pub(super) struct ExportCommand {
    /// The contest
    contest: String,
    /// A new folder, or a file that ends in .zip
    into: PathBuf,
}

impl ExportCommand {
    pub(super) async fn run(self, database: &str) -> Result<()> {
        let store = Store::open(database).await?;
        let contest = find_contest(&store, &self.contest).await?;
        if self.into.exists() {
            return Err(Error::Command(format!("{} exists already", self.into.display())));
        }
        let mut sink = Sink::new(&self.into)?;
        let files = everything(&store, contest, &mut sink).await?;
        sink.finish()?;
        print_stderr(&format!("{}: {files} files", self.into.display()));
        Ok(())
    }
}

/// Writes a contest into a zip archive in the temporary folder, off the serving threads, and opens it. The file has no name any
/// more: it is gone when it is closed.
pub(crate) async fn export_file(store: &Store, contest: Contest) -> Result<File> {
    let store = store.clone();
    let runtime = tokio::runtime::Handle::current();
    let work = move || {
        let path = std::env::temp_dir().join(format!("laplace-export-{}.zip", Secret::short()));
        let mut sink = Sink::new(&path)?;
        runtime.block_on(everything(&store, contest, &mut sink))?;
        sink.finish()?;
        let file = File::open(&path).map_err(|error| failed(&path, error));
        fs::remove_file(&path).map_err(|error| failed(&path, error))?;
        file
    };
    tokio::task::spawn_blocking(work).await.map_err(|error| Error::Internal(error.to_string()))?
}

async fn everything(store: &Store, contest: Contest, sink: &mut Sink) -> Result<usize> {
    let app = AppState::new(store.clone(), Settings::default());
    let inputs = store.inputs(&contest.id).await?;
    let viewer = Viewer::new(contest, organiser());
    sink.put("results.csv", &csv_bytes(&app, &viewer).await?)?;
    sink.put("standings.json", scoreboard_text(&app, &viewer).await?.as_bytes())?;
    sink.put("event-feed.ndjson", Feed::new(app.clone(), viewer.clone(), 0).all().await?.as_bytes())?;
    for input in inputs.iter() {
        sink.put(&format!("inputs/{}", input.name), &input.content)?;
    }
    let (files, archives) = submissions(store, &viewer.contest.id, &inputs, sink).await?;
    sink.put("jury.json", jury(&app, &viewer.contest, &inputs, &archives).await?.as_bytes())?;
    Ok(4 + inputs.len() + files)
}

/// An organiser, who sees everything: the caller has the database anyway.
fn organiser() -> Identity {
    Identity::Organiser(Account {
        id: AccountId::default(),
        contest: ContestId::default(),
        login: String::new(),
        name: String::new(),
        password: None,
        created_at: 0,
        state: AccountState::Active,
        members: String::new(),
        school: String::new(),
        group_name: String::new(),
        extra: 0,
    })
}

/// The archives of each team by the id of its account: the newest submission first.
type Archives = HashMap<AccountId, Vec<String>>;

/// Writes the answers and the archives of every submission; returns the number of files, and the names of the archives.
async fn submissions(
    store: &Store,
    contest: &str,
    inputs: &[Input],
    sink: &mut Sink,
) -> Result<(usize, Archives)> {
    let logins = logins(store, contest).await?;
    let mut count = 0;
    let mut archives = Archives::new();
    for submission in store.submissions(contest, None).await? {
        let folder = folder_of(&logins, &submission.team, submission.id);
        for row in store.files(submission.id).await? {
            let Some(input) = inputs.iter().find(|input| input.number == row.input) else { continue };
            let name = format!("{folder}/{}", input.answer);
            sink.put(&name, &store.content(submission.id, input).await?)?;
            count += 1;
        }
        for row in store.archives(submission.id).await? {
            let content = store.archive(submission.id, row.number).await?;
            let name = format!("{folder}/archive-{}.{}", row.number, extension(&content));
            sink.put(&name, &content)?;
            count += 1;
            // What an organiser excluded does not count, and is not rebuilt.
            if !submission.ignored {
                archives.entry(submission.team.clone()).or_default().push(name);
            }
        }
    }
    Ok((count, archives))
}

async fn logins(store: &Store, contest: &str) -> Result<HashMap<AccountId, String>> {
    Ok(store.accounts(contest).await?.into_iter().map(|team| (team.id, team.login)).collect())
}

fn folder_of(logins: &HashMap<AccountId, String>, team: &AccountId, submission: SubmissionId) -> String {
    let login = logins.get(team).map_or("unknown", String::as_str);
    format!("submissions/{login}/{:06}", submission.0)
}

/// What the command `jury` needs: for each team the outputs that count and its archives.
async fn jury(app: &SharedState, contest: &Contest, inputs: &[Input], archives: &Archives) -> Result<String> {
    let logins = logins(&app.store, &contest.id).await?;
    let all = app.boards.get(&app.store, contest, View::Organiser).await?;
    let teams = all.board.rows.iter().map(|row| Team {
        login: logins.get(&row.team).cloned().unwrap_or_default(),
        name: row.name.clone(),
        outputs: inputs
            .iter()
            .zip(&row.cells)
            .filter_map(|(input, cell)| {
                let folder = folder_of(&logins, &row.team, cell.submission?);
                Some(Output { input: input.name.clone(), file: format!("{folder}/{}", input.answer) })
            })
            .collect(),
        archives: archives.get(&row.team).cloned().unwrap_or_default(),
    });
    let export = Export {
        format: FORMAT.into(),
        contest: contest.id.to_string(),
        title: contest.title.clone(),
        game: contest.game.name().into(),
        inputs: inputs
            .iter()
            .map(|input| ExportedInput {
                name: input.name.clone(),
                answer: input.answer.clone(),
                question: input.question,
            })
            .collect(),
        teams: teams.collect(),
    };
    let text = serde_json::to_string_pretty(&export);
    text.map_err(|error| Error::Internal(format!("jury.json: {error}")))
}

/// Writes files beside the destination and moves them there when all are written.
struct Sink {
    destination: PathBuf,
    unfinished: PathBuf,
    zip: Option<ZipWriter<File>>,
}

fn failed(path: &Path, error: impl std::fmt::Display) -> Error {
    Error::Internal(format!("{}: {error}", path.display()))
}

impl Sink {
    fn new(destination: &Path) -> Result<Self> {
        let unfinished = destination.with_extension("unfinished");
        let is_zip = destination.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zip"));
        let zip = if is_zip {
            Some(ZipWriter::new(private_file(&unfinished).map_err(|error| failed(&unfinished, error))?))
        } else {
            let folder = DirBuilder::new().mode(PRIVATE_FOLDER).create(&unfinished);
            folder.map_err(|error| failed(&unfinished, error))?;
            None
        };
        Ok(Self { destination: destination.to_owned(), unfinished, zip })
    }

    fn put(&mut self, name: &str, content: &[u8]) -> Result<()> {
        if let Some(zip) = &mut self.zip {
            zip.start_file(name, SimpleFileOptions::default())
                .map_err(|error| failed(&self.destination, error))?;
            return zip.write_all(content).map_err(|error| failed(&self.destination, error));
        }
        let path = self.unfinished.join(name);
        let folder = path.parent().unwrap_or(&self.unfinished);
        let made = DirBuilder::new().mode(PRIVATE_FOLDER).recursive(true).create(folder);
        let written = made.and_then(|()| private_file(&path)?.write_all(content));
        written.map_err(|error| failed(&path, error))
    }

    fn finish(mut self) -> Result<()> {
        if let Some(zip) = self.zip.take() {
            zip.finish().map_err(|error| failed(&self.destination, error))?;
        }
        fs::rename(&self.unfinished, &self.destination).map_err(|error| failed(&self.destination, error))
    }
}

/// Removes an unfinished export, which would be in the way of the next one. After [`Sink::finish`] there is none.
impl Drop for Sink {
    fn drop(&mut self) {
        _ = match self.unfinished.is_dir() {
            true => fs::remove_dir_all(&self.unfinished),
            false => fs::remove_file(&self.unfinished),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unfinished_export_leaves_nothing_and_can_be_repeated() {
        let folder = std::env::temp_dir().join(format!("laplace-export-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for name in ["finals", "finals.zip"] {
            let place = folder.join(name);
            let mut sink = Sink::new(&place).unwrap();
            sink.put("inputs/one", b"1").unwrap();
            drop(sink);
            assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "{name}");
            let mut sink = Sink::new(&place).unwrap();
            sink.put("inputs/one", b"1").unwrap();
            sink.finish().unwrap();
            assert!(place.exists() && fs::read_dir(&folder).unwrap().count() == 1, "{name}");
            _ = fs::remove_dir_all(&place);
            _ = fs::remove_file(&place);
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
