//! `laplace-arena export`: a whole contest as files, in a folder or a zip archive.

use std::collections::HashMap;
use std::fs::{self, DirBuilder, File};
use std::io::Write;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use clap::Args;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::{print_stderr, private_file};
use crate::api::feed::Feed;
use crate::api::scoreboard::{csv_bytes, scoreboard_text};
use crate::app::AppState;
use crate::auth::Identity;
use crate::contest::Input;
use crate::error::{Error, Result};
use crate::settings::Settings;
use crate::store::{Account, AccountState, Contest, Store, now};
use crate::visibility::Viewer;

/// Mode of the folders of an export, which holds every answer.
const PRIVATE_FOLDER: u32 = 0o700;

/// The contest to export.
#[derive(Debug, Args)]
pub(super) struct Export {
    /// The contest
    contest: String,
    /// A new folder, or a file that ends in .zip
    into: PathBuf,
}

impl Export {
    pub(super) async fn run(self, database: &str) -> Result<()> {
        let store = Store::open(database).await?;
        let contest = store.contest(&self.contest).await?;
        if self.into.exists() {
            return Err(Error::Conflict(format!("{} exists already", self.into.display())));
        }
        let mut sink = Sink::new(&self.into)?;
        let files = everything(&store, contest, &mut sink).await?;
        sink.finish()?;
        print_stderr(&format!("{}: {files} files", self.into.display()));
        Ok(())
    }
}

async fn everything(store: &Store, contest: Contest, sink: &mut Sink) -> Result<usize> {
    let app = AppState::new(store.clone(), Settings::default());
    let inputs = store.inputs(&contest.id).await?;
    let viewer = Viewer { contest, identity: organiser(), now: now() };
    sink.put("results.csv", &csv_bytes(&app, &viewer).await?)?;
    sink.put("standings.json", scoreboard_text(&app, &viewer).await?.as_bytes())?;
    sink.put("event-feed.ndjson", Feed::new(app, viewer.clone(), 0).all().await?.as_bytes())?;
    for input in inputs.iter() {
        sink.put(&format!("inputs/{}", input.name), &input.content)?;
    }
    let answers = answers(store, &viewer.contest.id, &inputs, sink).await?;
    Ok(3 + inputs.len() + answers)
}

/// An organiser, who sees everything: the caller has the database anyway.
fn organiser() -> Identity {
    Identity::Organiser(Account {
        id: String::new(),
        contest: String::new(),
        login: String::new(),
        name: String::new(),
        password: None,
        created_at: 0,
        state: AccountState::Active,
    })
}

async fn answers(store: &Store, contest: &str, inputs: &[Input], sink: &mut Sink) -> Result<usize> {
    let teams = store.accounts(contest).await?.into_iter();
    let logins: HashMap<String, String> = teams.map(|team| (team.id, team.login)).collect();
    let mut count = 0;
    for submission in store.submissions(contest, None).await? {
        let login = logins.get(&submission.team).map_or("unknown", String::as_str);
        for row in store.files(submission.id).await? {
            let Some(input) = inputs.iter().find(|input| input.number == row.input) else { continue };
            let name = format!("submissions/{login}/{:06}/{}", submission.id, input.answer);
            sink.put(&name, &store.content(submission.id, input).await?)?;
            count += 1;
        }
    }
    Ok(count)
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
