//! `jury.json` in an export, which names the outputs of each team that count and its archives; and reading an export.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use zip::ZipArchive;

use crate::error::{Error, Result};

/// The format that a file of this version names.
pub const FORMAT: &str = "laplace-arena jury 1";
/// The name of the file in an export.
pub(crate) const FILE_NAME: &str = "jury.json";
/// Larger files of an export are not read.
const MAX_FILE: u64 = 512 << 20;

/// An exported contest, as the jury needs it. Files are named from the root of the export.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Export {
    /// [`FORMAT`].
    pub format: String,
    /// The id of the contest.
    pub contest: String,
    /// Its title.
    pub title: String,
    /// The name of its game.
    pub game: String,
    /// Its inputs, which are in the folder `inputs`.
    pub inputs: Vec<ExportedInput>,
    /// The teams, in the order of the board.
    pub teams: Vec<Team>,
}

/// An input.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ExportedInput {
    /// The name of its file.
    pub name: String,
    /// The name of the file that answers it.
    pub answer: String,
    /// Its question.
    pub question: i64,
}

/// A team.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Team {
    /// Its login.
    pub login: String,
    /// Its name.
    pub name: String,
    /// Its outputs that count.
    pub outputs: Vec<Output>,
    /// Its archives, the newest first.
    pub archives: Vec<String>,
}

/// An output that counts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Output {
    /// The name of the input.
    pub input: String,
    /// The file.
    pub file: String,
}

/// An export: a folder or a zip archive.
#[derive(Debug)]
pub enum Source {
    /// A folder.
    Folder(PathBuf),
    /// A zip archive.
    Zip(PathBuf, ZipArchive<File>),
}

impl Source {
    /// Opens an export.
    pub fn open(path: &Path) -> Result<Self> {
        if path.is_dir() {
            return Ok(Self::Folder(path.to_owned()));
        }
        let failed = |error: &dyn std::fmt::Display| Error::Command(format!("{}: {error}", path.display()));
        let file = File::open(path).map_err(|error| failed(&error))?;
        Ok(Self::Zip(path.to_owned(), ZipArchive::new(file).map_err(|error| failed(&error))?))
    }

    /// The description of the contest for the jury.
    pub fn contest(&mut self) -> Result<Export> {
        let text = self.read(FILE_NAME)?;
        let export: Export =
            serde_json::from_slice(&text).map_err(|error| Error::Command(format!("{FILE_NAME}: {error}")))?;
        if export.format != FORMAT {
            let found = &export.format;
            return Err(Error::Command(format!("{FILE_NAME}: found format `{found}`, expected `{FORMAT}`")));
        }
        Ok(export)
    }

    /// A file of the export.
    pub fn read(&mut self, name: &str) -> Result<Vec<u8>> {
        // The names come from a file that may have been edited.
        if !laplace_archive::is_valid_name(name) {
            return Err(Error::Command(format!("{FILE_NAME}: `{name}` is not a name in an export")));
        }
        let mut content = Vec::new();
        match self {
            Self::Folder(folder) => {
                let path = folder.join(name);
                let failed = |error: std::io::Error| Error::Command(format!("{}: {error}", path.display()));
                let file = File::open(&path).map_err(failed)?;
                file.take(MAX_FILE).read_to_end(&mut content).map_err(failed)?;
            }
            Self::Zip(path, archive) => {
                let failed = |error: &dyn std::fmt::Display| {
                    Error::Command(format!("{}: {name}: {error}", path.display()))
                };
                let file = archive.by_name(name).map_err(|error| failed(&error))?;
                file.take(MAX_FILE).read_to_end(&mut content).map_err(|error| failed(&error))?;
            }
        }
        Ok(content)
    }
}
