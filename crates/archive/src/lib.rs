//! Reads untrusted zip, tar, tar.gz, tar.bz2 and tar.xz archives.
//!
//! [`read`] takes the output files of an upload and passes over everything else: links, programs, a thousand files of a
//! repository. [`walk`] visits every entry of one archive.
//!
//! The numbers in an archive are not trusted: bytes are counted while they are unpacked, and reading stops at the first
//! one over a limit. Nothing is written to disk. A crate of its own, so that a fuzz target can depend on it without the
//! server.

#![forbid(unsafe_code)]
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod error;
mod outputs;
mod tar;
mod walk;
mod zip;

pub use error::{Bytes, Error, ErrorKind, Fault, FileType, Unit};
pub use outputs::{Duplicate, PassedOver, Unpacked, read};
pub use walk::{Entry, EntryKind, Format, read_content, walk};

use std::time::Duration;

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
        base_name(&self.name)
    }
}

/// Limits of an upload.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Output files, also those of which a copy nearer to the root counts.
    pub outputs: usize,
    /// Bytes of one output file.
    pub file: u64,
    /// Bytes of all output files.
    pub all: u64,
    /// Bytes of everything that is unpacked: of a tar archive all of it, of a zip archive the output files.
    pub unpacked: u64,
    /// Memory of the xz decoder in bytes.
    pub xz_memory: u64,
    /// Time to unpack everything.
    pub time: Duration,
}

impl Default for Limits {
    /// Many times what the largest contest needs. The dictionary of `xz -9` has 64 MiB. The time is for a machine that is
    /// very busy; the bytes are what bounds the work.
    fn default() -> Self {
        Self {
            outputs: 1_000,
            file: 2 << 20,
            all: 16 << 20,
            unpacked: 256 << 20,
            xz_memory: 66 << 20,
            time: Duration::from_secs(30),
        }
    }
}

/// Maximum length of a name in bytes.
const MAX_NAME_LENGTH: usize = 255;

/// The name without folders. Some programs write backslashes for slashes.
fn base_name(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or_default()
}

/// An untrusted text made safe to print: short, and without control characters.
fn printable(text: &str) -> String {
    text.chars().take(60).map(|char| if char.is_control() { '\u{fffd}' } else { char }).collect()
}

/// Whether a name stays in the folder that it is unpacked in and has no control characters. [`read`] passes over output
/// files with other names; nothing is unpacked to disk there, but such a name is a mistake of the client. A caller that
/// unpacks to disk must skip such entries.
pub fn is_valid_name(name: &str) -> bool {
    let escapes = name.starts_with('/')
        || name.contains('\\')
        || name.chars().nth(1) == Some(':')
        || name.split('/').any(|part| part == "..");
    let is_odd = name.is_empty()
        || name.len() > MAX_NAME_LENGTH
        || name.chars().any(|char| char.is_control() || char == '\u{fffd}');
    !escapes && !is_odd
}
