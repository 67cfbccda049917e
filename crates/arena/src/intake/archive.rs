//! Reads zip and tar.gz archives that strangers made.
//!
//! Every number that an archive says of itself may be a lie: entries are counted and bytes are measured while
//! they are read, and reading stops at the first that is too many.

use std::io::Read;

use flate2::read::GzDecoder;

use super::zip;
use crate::error::{Error, Result};

/// A name and what is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The name, with folders.
    pub name: String,
    /// The bytes.
    pub content: Vec<u8>,
}

impl File {
    /// The name without folders.
    pub fn base_name(&self) -> &str {
        self.name.rsplit('/').next().unwrap_or_default()
    }
}

/// How much is read.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Files sent and entries of archives, together.
    pub entries: usize,
    /// Bytes of one file.
    pub file: u64,
    /// Bytes of all files.
    pub all: u64,
}

impl Default for Limits {
    /// Many times what the largest contest asks for.
    fn default() -> Self {
        Self { entries: 1_000, file: 2 << 20, all: 16 << 20 }
    }
}

/// Reads what was sent: archives give their files, other files are themselves. The limits hold for all of it.
///
/// ```
/// use laplace_arena::intake::{File, Limits, read};
///
/// let sent = File { name: "q1-output-1".into(), content: b"1 2 3".to_vec() };
/// assert_eq!(read(vec![sent.clone()], Limits::default()).unwrap(), [sent]);
/// let sent = File { name: "q1-output-1".into(), content: b"PK\x03\x04 no archive".to_vec() };
/// assert!(read(vec![sent], Limits::default()).is_err());
/// ```
pub fn read(sent: Vec<File>, limits: Limits) -> Result<Vec<File>> {
    let mut reading = Reading { limits, files: Vec::new(), entries: 0, bytes: 0 };
    for file in sent {
        reading.sent(file)?;
    }
    Ok(reading.files)
}

/// How files begin that are neither answers nor archives that we read.
const STRANGERS: [(&[u8], &str); 9] = [
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!", "a rar archive"),
    (b"\xfd7zXZ", "an xz file"),
    (b"BZh", "a bzip2 file"),
    (b"\x28\xb5\x2f\xfd", "a zstd file"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"\x7fELF", "a program"),
    (b"%PDF", "a PDF"),
];
/// Where a tar archive says that it is one, and how.
const TAR_MAGIC: (usize, &[u8]) = (257, b"ustar");
/// The longest name, in bytes.
const MAX_NAME_LENGTH: usize = 255;
/// What an entry of a tar may need besides its content: headers, a long name, padding.
const TAR_OVERHEAD: u64 = 4 * 512;

struct Reading {
    limits: Limits,
    files: Vec<File>,
    entries: usize,
    bytes: u64,
}

impl Reading {
    fn sent(&mut self, file: File) -> Result<()> {
        let begins = |magic: &[u8]| file.content.starts_with(magic);
        if let Some((_, kind)) = STRANGERS.iter().find(|(magic, _)| begins(magic)) {
            return Err(Error::UnsupportedType(format!("found {kind}, expected zip, tar.gz or the answers")));
        }
        let (at, magic) = TAR_MAGIC;
        if begins(b"PK") {
            self.zip(&file.content)
        } else if begins(&[0x1f, 0x8b]) {
            self.tar(GzDecoder::new(file.content.as_slice()))
        } else if file.content.get(at..).is_some_and(|rest| rest.starts_with(magic)) {
            self.tar(file.content.as_slice())
        } else {
            self.count()?;
            self.add(&file.name, &mut file.content.as_slice())
        }
    }

    fn zip(&mut self, bytes: &[u8]) -> Result<()> {
        for entry in zip::directory(bytes, self.limits.entries)? {
            self.count()?;
            if entry.is_folder() {
                continue;
            }
            if !entry.is_plain() {
                return Err(Error::BadRequest(format!("`{}` is no plain file", shown(&entry.name))));
            }
            zip::content(bytes, &entry, |content| self.add(&entry.name, content))?;
        }
        Ok(())
    }

    fn tar(&mut self, bytes: impl Read) -> Result<()> {
        // Headers and padding count too: what is read at all is bounded.
        let most = self.limits.all + TAR_OVERHEAD * self.limits.entries as u64;
        let mut archive = tar::Archive::new(bytes.take(most));
        let read = self.tar_entries(&mut archive);
        let used_up = archive.into_inner().limit() == 0;
        match read {
            Err(Error::BadRequest(_)) if used_up => Err(Error::TooLarge("the archive is too large".into())),
            read => read,
        }
    }

    fn tar_entries(&mut self, archive: &mut tar::Archive<impl Read>) -> Result<()> {
        let broken = |error: std::io::Error| {
            Error::BadRequest(format!("the tar archive: {}", shown(&error.to_string())))
        };
        for entry in archive.entries().map_err(broken)? {
            self.count()?;
            let mut entry = entry.map_err(broken)?;
            let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            match entry.header().entry_type() {
                kind if kind.is_dir() || kind.is_pax_global_extensions() => {}
                kind if kind.is_file() => {
                    let promised = entry.size();
                    self.add(&name, &mut entry)?;
                    let found = self.files.last().map_or(0, |file| file.content.len() as u64);
                    if found != promised {
                        return Err(Error::BadRequest("the tar archive is cut off".into()));
                    }
                }
                _ => return Err(Error::BadRequest(format!("`{}` is no plain file", shown(&name)))),
            }
        }
        Ok(())
    }

    fn count(&mut self) -> Result<()> {
        self.entries += 1;
        if self.entries > self.limits.entries {
            return Err(Error::TooLarge(format!("there are more than {} files", self.limits.entries)));
        }
        Ok(())
    }

    fn add(&mut self, name: &str, content: &mut dyn Read) -> Result<()> {
        check_name(name)?;
        let room = self.limits.file.min(self.limits.all.saturating_sub(self.bytes));
        let mut bytes = Vec::new();
        content
            .take(room + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| Error::BadRequest(format!("`{name}`: {error}")))?;
        if bytes.len() as u64 > room {
            return Err(Error::TooLarge(format!("`{name}` is larger than {room} bytes")));
        }
        self.bytes += bytes.len() as u64;
        if self.files.iter().any(|file| file.name == name) {
            return Err(Error::BadRequest(format!("`{name}` is there twice")));
        }
        self.files.push(File { name: name.to_owned(), content: bytes });
        Ok(())
    }
}

/// A stranger's text as it can be said back: short, and without what moves a terminal's cursor.
fn shown(text: &str) -> String {
    text.chars().take(60).map(|char| if char.is_control() { '\u{fffd}' } else { char }).collect()
}

/// Refuses names that would leave a folder they are unpacked in, or that no person would write. We unpack
/// nowhere; who sends such a name is told all the same.
fn check_name(name: &str) -> Result<()> {
    let leaves = name.starts_with('/')
        || name.contains('\\')
        || name.chars().nth(1) == Some(':')
        || name.split('/').any(|part| part == "..");
    let odd = name.is_empty() || name.len() > MAX_NAME_LENGTH || name.chars().any(char::is_control);
    if leaves || odd {
        return Err(Error::BadRequest(format!("`{}` is no name inside an archive", shown(name))));
    }
    Ok(())
}
