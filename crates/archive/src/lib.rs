//! Reads untrusted zip and tar.gz archives.
//!
//! The numbers in an archive are not trusted: entries and bytes are counted while they are read, and reading stops
//! at the first one over a limit. Nothing is written to disk. A crate of its own, so that a fuzz target can depend on
//! it without the server.

#![forbid(unsafe_code)]
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod zip;

use std::io::Read;

use flate2::read::GzDecoder;

/// Why an upload is refused; the text names the file and the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A damaged archive, or an entry that is not a file with a valid name.
    #[error("{0}")]
    Malformed(String),
    /// A limit is exceeded.
    #[error("{0}")]
    TooLarge(String),
    /// A type of file or a compression that is not supported.
    #[error("{0}")]
    UnsupportedType(String),
}

type Result<T> = std::result::Result<T, Error>;

/// An uploaded file, or an entry of an archive.
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

/// Limits of an upload.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Uploaded files and entries of archives together.
    pub entries: usize,
    /// Bytes of one file.
    pub file: u64,
    /// Bytes of all files.
    pub all: u64,
}

impl Default for Limits {
    /// Many times what the largest contest needs.
    fn default() -> Self {
        Self { entries: 1_000, file: 2 << 20, all: 16 << 20 }
    }
}

/// The files of an upload: archives are unpacked, other files are kept. The limits hold for all of them together.
///
/// ```
/// use laplace_archive::{File, Limits, read};
///
/// let sent = File { name: "q1-output-1".into(), content: b"1 2 3".to_vec() };
/// assert_eq!(read(vec![sent.clone()], Limits::default()).unwrap(), [sent]);
/// let sent = File { name: "q1-output-1".into(), content: b"PK\x03\x04 not an archive".to_vec() };
/// assert!(read(vec![sent], Limits::default()).is_err());
/// ```
pub fn read(sent: Vec<File>, limits: Limits) -> std::result::Result<Vec<File>, Error> {
    let mut reading = Reading { limits, files: Vec::new(), entries: 0, bytes: 0 };
    for file in sent {
        reading.read_upload(file)?;
    }
    Ok(reading.files)
}

/// Magic bytes of common file types that are not supported.
const UNSUPPORTED: [(&[u8], &str); 9] = [
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
/// Offset and value of the magic bytes of a tar archive.
const TAR_MAGIC: (usize, &[u8]) = (257, b"ustar");
/// Maximum length of a name in bytes.
const MAX_NAME_LENGTH: usize = 255;
/// Bytes that a tar entry may need beside its content: headers, a long name, padding.
const TAR_OVERHEAD: u64 = 4 * 512;

struct Reading {
    limits: Limits,
    files: Vec<File>,
    entries: usize,
    bytes: u64,
}

impl Reading {
    fn read_upload(&mut self, file: File) -> Result<()> {
        let begins = |magic: &[u8]| file.content.starts_with(magic);
        if let Some((_, kind)) = UNSUPPORTED.iter().find(|(magic, _)| begins(magic)) {
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
            if !entry.is_regular() {
                return Err(Error::Malformed(format!("`{}` is not a regular file", printable(&entry.name))));
            }
            zip::content(bytes, &entry, |content| self.add(&entry.name, content))?;
        }
        Ok(())
    }

    fn tar(&mut self, bytes: impl Read) -> Result<()> {
        // Headers and padding count too, so everything that is read is bounded.
        let max_bytes = self.limits.all + TAR_OVERHEAD * self.limits.entries as u64;
        let mut archive = tar::Archive::new(bytes.take(max_bytes));
        let read = self.tar_entries(&mut archive);
        let exhausted = archive.into_inner().limit() == 0;
        match read {
            Err(Error::Malformed(_)) if exhausted => Err(Error::TooLarge("the archive is too large".into())),
            read => read,
        }
    }

    fn tar_entries(&mut self, archive: &mut tar::Archive<impl Read>) -> Result<()> {
        let broken = |error: std::io::Error| {
            Error::Malformed(format!("the tar archive: {}", printable(&error.to_string())))
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
                        return Err(Error::Malformed("the tar archive is truncated".into()));
                    }
                }
                _ => return Err(Error::Malformed(format!("`{}` is not a regular file", printable(&name)))),
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
        let max_bytes = self.limits.file.min(self.limits.all.saturating_sub(self.bytes));
        let mut bytes = Vec::new();
        content
            .take(max_bytes + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| Error::Malformed(format!("`{name}`: {error}")))?;
        if bytes.len() as u64 > max_bytes {
            return Err(Error::TooLarge(format!("`{name}` is larger than {max_bytes} bytes")));
        }
        self.bytes += bytes.len() as u64;
        if self.files.iter().any(|file| file.name == name) {
            return Err(Error::Malformed(format!("`{name}` is there twice")));
        }
        self.files.push(File { name: name.to_owned(), content: bytes });
        Ok(())
    }
}

/// An untrusted text made safe to print: short, and without control characters.
fn printable(text: &str) -> String {
    text.chars().take(60).map(|char| if char.is_control() { '\u{fffd}' } else { char }).collect()
}

/// Refuses names that would escape the folder they are unpacked in, and names with control characters. Nothing is
/// unpacked to disk here, but such a name is an error of the client.
fn check_name(name: &str) -> Result<()> {
    let escapes = name.starts_with('/')
        || name.contains('\\')
        || name.chars().nth(1) == Some(':')
        || name.split('/').any(|part| part == "..");
    let odd = name.is_empty() || name.len() > MAX_NAME_LENGTH || name.chars().any(char::is_control);
    if escapes || odd {
        return Err(Error::Malformed(format!("`{}` is not a valid name in an archive", printable(name))));
    }
    Ok(())
}
