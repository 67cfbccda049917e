//! Files, whole or not at all.
//!
//! Inputs are read whole, up to `MAX_FILE_BYTES`. Outputs are written to a temporary file in the same folder and
//! renamed when complete, so that a reader sees the old file or the new one, and an interrupted run leaves no
//! partial file.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Larger files are refused. Ten million moves of the demon are 80 MB, so no real input comes near.
pub(crate) const MAX_FILE_BYTES: u64 = 256 << 20;

/// A file that was named on the command line; `-` is standard input or output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FileArg {
    Stdio,
    Path(PathBuf),
}

/// From the argument's bytes: a file name need not be UTF-8.
impl From<OsString> for FileArg {
    fn from(argument: OsString) -> Self {
        if argument == "-" { Self::Stdio } else { Self::Path(argument.into()) }
    }
}

impl fmt::Display for FileArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stdio => f.write_str("-"),
            Self::Path(path) => path.display().fmt(f),
        }
    }
}

impl FileArg {
    /// The name for a message about an action: standard input and output by their names.
    pub(crate) fn name_for(&self, action: &str) -> String {
        match (self, action) {
            (Self::Stdio, "read") => "stdin".into(),
            (Self::Stdio, _) => "stdout".into(),
            (Self::Path(_), _) => self.to_string(),
        }
    }

    /// The name of the file without its folders, if it has one; for people and archives, so what is not UTF-8 in it is
    /// replaced.
    pub(crate) fn file_name(&self) -> Option<Cow<'_, str>> {
        match self {
            Self::Stdio => None,
            Self::Path(path) => path.file_name().map(OsStr::to_string_lossy),
        }
    }

    /// Reads the whole file.
    pub(crate) fn read(&self) -> Result<Vec<u8>, Failure> {
        let failed = |error| Failure::system(self, "read", error);
        if *self == Self::Stdio && io::stdin().is_terminal() {
            print_waiting();
        }
        let text = match self {
            Self::Stdio => read_up_to_limit(io::stdin().lock()),
            Self::Path(path) => File::open(path).and_then(read_up_to_limit),
        };
        let text = text.map_err(failed)?;
        if text.len() as u64 > MAX_FILE_BYTES {
            return Err(Failure::text(self, format_args!("larger than {} MiB", MAX_FILE_BYTES >> 20)));
        }
        Ok(text)
    }

    /// Writes the whole text or nothing.
    pub(crate) fn write(&self, text: &[u8]) -> Result<(), Failure> {
        let written = match self {
            Self::Stdio => {
                let mut out = io::stdout().lock();
                out.write_all(text).and_then(|()| out.flush())
            }
            // A device or a pipe cannot be replaced by a rename.
            Self::Path(path) if path.exists() && !path.is_file() => fs::write(path, text),
            Self::Path(path) => write_and_move(path, text),
        };
        written.map_err(|error| Failure::system(self, "write", error))
    }

    /// Fails if a file cannot be written here, before hours of work are lost for that reason.
    pub(crate) fn check_writable(&self) -> Result<(), Failure> {
        let Self::Path(path) = self else { return Ok(()) };
        let tried = match fs::metadata(path) {
            Ok(found) if found.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            // A device or a pipe cannot be tried without writing to it.
            Ok(found) if !found.is_file() => Ok(()),
            // Only the system knows whether a new file is permitted there.
            _ => unfinished_path(path).and_then(|unfinished| {
                fs::File::create(&unfinished).and_then(|_| fs::remove_file(unfinished))
            }),
        };
        tried.map_err(|error| Failure::system(self, "write", error))
    }

    /// Whether there is a file that is not empty.
    pub(crate) fn has_content(&self) -> bool {
        matches!(self, Self::Path(path) if fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() > 0))
    }

    /// Whether both are one file, also by different paths or links.
    pub(crate) fn is_same_file(&self, other: &Self) -> bool {
        let canonical = |place: &Self| match place {
            Self::Path(path) => fs::canonicalize(path).ok().or_else(|| {
                // A file that does not exist yet has a name in a folder.
                let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
                Some(fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?.join(path.file_name()?))
            }),
            Self::Stdio => None,
        };
        canonical(self).is_some_and(|path| canonical(other) == Some(path))
    }

    /// Fails if the output would replace the input.
    pub(crate) fn check_not_input(&self, input: &Self) -> Result<(), Failure> {
        if self.is_same_file(input) {
            return Err(Failure::Usage(format!(
                "{self}: the output would replace the input; give another name"
            )));
        }
        Ok(())
    }
}

/// A program that waits for the keyboard without a word looks as if it hung.
#[allow(clippy::print_stderr, reason = "messages go to standard error")]
fn print_waiting() {
    eprintln!("laplace: waiting for standard input; Ctrl-D ends it");
}

fn read_up_to_limit(reader: impl Read) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    reader.take(MAX_FILE_BYTES + 1).read_to_end(&mut text)?;
    Ok(text)
}

fn write_and_move(path: &Path, text: &[u8]) -> io::Result<()> {
    // A link stays a link: the file that it leads to is replaced.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let unfinished = unfinished_path(path)?;
    let written = write_whole(&unfinished, text, path).and_then(|()| fs::rename(&unfinished, path));
    if written.is_err() {
        // It may not exist; the first error is the one to report.
        _ = fs::remove_file(&unfinished);
    }
    written
}

/// The name of a file beside another one, which it replaces once it is complete.
fn unfinished_path(path: &Path) -> io::Result<PathBuf> {
    let mut name = OsString::from(".");
    name.push(path.file_name().ok_or(io::ErrorKind::IsADirectory)?);
    name.push(format!(".{}.unfinished", std::process::id()));
    Ok(path.with_file_name(name))
}

/// Writes a new file with the permissions of the one that it is to replace, and waits until the disk has it: after a
/// power failure the name leads to the old text or to the new one, never to an empty file.
fn write_whole(unfinished: &Path, text: &[u8], replaced: &Path) -> io::Result<()> {
    let mut file = fs::File::create(unfinished)?;
    if let Ok(old) = fs::metadata(replaced) {
        // Before the first byte: a private file stays private.
        file.set_permissions(old.permissions())?;
    }
    file.write_all(text)?;
    file.sync_all()
}
