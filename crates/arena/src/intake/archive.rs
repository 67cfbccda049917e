//! Reads zip and tar.gz archives that strangers made.
//!
//! Every number that an archive says of itself may be a lie: entries are counted and bytes are measured while
//! they are read, and reading stops at the first that is too many.

use std::io::{Cursor, Read};

use flate2::read::GzDecoder;

use crate::error::{Answer, Error};

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
    /// Entries of an archive.
    pub entries: usize,
    /// Bytes of one file.
    pub file: u64,
    /// Bytes of all files.
    pub all: u64,
}

impl Default for Limits {
    /// Many times what the largest contest asks for.
    fn default() -> Self {
        Self { entries: 1_000, file: 2 << 20, all: 32 << 20 }
    }
}

/// Reads what was sent: archives give their files, other files are themselves.
pub(super) fn read_all(sent: Vec<File>, limits: Limits) -> Answer<Vec<File>> {
    let mut files = Vec::new();
    for file in sent {
        files.extend(read(file, limits)?);
    }
    Ok(files)
}

/// Reads one file that was sent: the files in it if it is an archive, else itself.
pub fn read(file: File, limits: Limits) -> Answer<Vec<File>> {
    let mut reading = Reading { limits, files: Vec::new(), entries: 0, bytes: 0 };
    if file.content.starts_with(b"PK") {
        reading.zip(&file.content)?;
    } else if file.content.starts_with(&[0x1f, 0x8b]) {
        reading.tar(&file.content)?;
    } else {
        reading.add(&file.name.clone(), &mut file.content.as_slice())?;
    }
    Ok(reading.files)
}

struct Reading {
    limits: Limits,
    files: Vec<File>,
    entries: usize,
    bytes: u64,
}

impl Reading {
    fn zip(&mut self, bytes: &[u8]) -> Answer<()> {
        let broken = |error: zip::result::ZipError| Error::Bad(format!("the zip archive: {error}"));
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(broken)?;
        for index in 0..archive.len() {
            self.count()?;
            let mut entry = archive.by_index(index).map_err(broken)?;
            let name = entry.name().to_owned();
            if entry.is_dir() {
                continue;
            }
            if !entry.is_file() {
                return Err(Error::Bad(format!("`{name}` is no plain file")));
            }
            self.add(&name, &mut entry)?;
        }
        Ok(())
    }

    fn tar(&mut self, bytes: &[u8]) -> Answer<()> {
        let broken = |error: std::io::Error| Error::Bad(format!("the tar.gz archive: {error}"));
        // Headers and padding count too: what is read at all is bounded.
        let all = GzDecoder::new(bytes).take(2 * self.limits.all);
        let mut archive = tar::Archive::new(all);
        for entry in archive.entries().map_err(broken)? {
            self.count()?;
            let mut entry = entry.map_err(broken)?;
            let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            match entry.header().entry_type() {
                kind if kind.is_dir() => {}
                kind if kind.is_file() => self.add(&name, &mut entry)?,
                _ => return Err(Error::Bad(format!("`{name}` is no plain file"))),
            }
        }
        Ok(())
    }

    fn count(&mut self) -> Answer<()> {
        self.entries += 1;
        if self.entries > self.limits.entries {
            return Err(Error::TooLarge(format!(
                "the archive has more than {} entries",
                self.limits.entries
            )));
        }
        Ok(())
    }

    fn add(&mut self, name: &str, content: &mut dyn Read) -> Answer<()> {
        check_name(name)?;
        let room = self.limits.file.min(self.limits.all - self.bytes);
        let mut bytes = Vec::new();
        content
            .take(room + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| Error::Bad(format!("`{name}`: {error}")))?;
        if bytes.len() as u64 > room {
            return Err(Error::TooLarge(format!("`{name}` is larger than {room} bytes")));
        }
        self.bytes += bytes.len() as u64;
        if self.files.iter().any(|file| file.name == name) {
            return Err(Error::Bad(format!("`{name}` is there twice")));
        }
        self.files.push(File { name: name.to_owned(), content: bytes });
        Ok(())
    }
}

/// Refuses names that would leave a folder they are unpacked in. We unpack nowhere; who sends such a name is
/// told all the same.
fn check_name(name: &str) -> Answer<()> {
    let leaves = name.starts_with('/')
        || name.contains('\\')
        || name.contains('\0')
        || name.chars().nth(1) == Some(':')
        || name.split('/').any(|part| part == "..");
    if leaves { Err(Error::Bad(format!("`{name}` is no name inside an archive"))) } else { Ok(()) }
}
