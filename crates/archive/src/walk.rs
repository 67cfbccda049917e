//! Visits every entry of an archive of any supported format, within the limits.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::io::{self, Read};
use std::time::Instant;

use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;
use lzma_rust2::XzReader;

use crate::{Bytes, Error, Fault, Limits, Result, printable, tar, zip};

/// The formats of archives that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// zip, with deflate and without.
    Zip,
    /// A tar archive that is not compressed.
    Tar,
    /// A tar archive compressed by gzip.
    TarGz,
    /// A tar archive compressed by bzip2.
    TarBz2,
    /// A tar archive compressed by xz.
    TarXz,
}

/// Offset and value of the magic bytes of a tar archive.
const TAR_MAGIC: (usize, &[u8]) = (257, b"ustar");

impl Format {
    /// The format of a file by its magic bytes; `None` if it is not an archive.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let (at, tar) = TAR_MAGIC;
        if bytes.starts_with(b"PK") {
            Some(Self::Zip)
        } else if bytes.starts_with(b"\x1f\x8b") {
            Some(Self::TarGz)
        } else if bytes.starts_with(b"BZh") {
            Some(Self::TarBz2)
        } else if bytes.starts_with(b"\xfd7zXZ\0") {
            Some(Self::TarXz)
        } else if bytes.get(at..).is_some_and(|rest| rest.starts_with(tar)) {
            Some(Self::Tar)
        } else {
            None
        }
    }

    /// How names of such files end, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Zip => "zip",
            Self::Tar => "tar",
            Self::TarGz => "tar.gz",
            Self::TarBz2 => "tar.bz2",
            Self::TarXz => "tar.xz",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.extension())
    }
}

/// An entry of an archive. Everything in it comes from the archive and is not to be trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name, with folders; without `.`, backslashes and empty parts.
    pub name: String,
    /// What it is.
    pub kind: EntryKind,
    /// The size that the archive declares.
    pub size: u64,
    /// Whether its owner may execute it.
    pub is_executable: bool,
}

/// What an entry is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link. In a zip archive its target is its content.
    SymbolicLink {
        /// Where it leads, if the header says so.
        target: Option<String>,
    },
    /// A second name of an earlier entry.
    HardLink {
        /// The name of that entry.
        target: String,
    },
    /// A device, a pipe or the like.
    Other,
}

/// What the visitor of an entry is given to read its content.
pub(crate) type Visitor<'a> = dyn FnMut(&Entry, &mut dyn Read) -> Result<()> + 'a;

/// Visits the entries of an archive in their order. The visitor may read the content of an entry, all of it or none.
///
/// ```
/// use laplace_archive::{Limits, walk};
///
/// let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
/// archive.start_file("src/main.py", zip::write::SimpleFileOptions::default()).unwrap();
/// let archive = archive.finish().unwrap().into_inner();
/// let mut names = Vec::new();
/// walk(&archive, &Limits::default(), &mut |entry, _| Ok(names.push(entry.name.clone()))).unwrap();
/// assert_eq!(names, ["src/main.py"]);
/// ```
///
/// # Errors
///
/// The archive is damaged or larger than the limits, or the visitor failed.
pub fn walk(archive: &[u8], limits: &Limits, visit: &mut Visitor<'_>) -> Result<()> {
    walk_within(archive, &Budget::new(limits), visit)
}

pub(crate) fn walk_within(archive: &[u8], budget: &Budget, visit: &mut Visitor<'_>) -> Result<()> {
    let format = Format::of(archive).unwrap_or(Format::Tar);
    let walked = match format {
        Format::Zip => zip::walk(archive, budget, visit),
        Format::Tar => tar::walk(archive, format, budget, visit),
        Format::TarGz => tar::walk(MultiGzDecoder::new(archive), format, budget, visit),
        Format::TarBz2 => tar::walk(MultiBzDecoder::new(archive), format, budget, visit),
        Format::TarXz => {
            let max_kib = u32::try_from(budget.limits.xz_memory >> 10).unwrap_or(u32::MAX);
            tar::walk(XzReader::new_mem_limit(archive, true, max_kib), format, budget, visit)
        }
    };
    // What the decoder or the visitor reported is a consequence of the limit.
    match budget.exceeded.take() {
        Some(error) => Err(error),
        None => walked,
    }
}

/// What may still be unpacked. One budget holds for all archives of an upload.
pub(crate) struct Budget {
    pub(crate) limits: Limits,
    bytes_left: Cell<u64>,
    deadline: Instant,
    exceeded: RefCell<Option<Error>>,
}

impl Budget {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            limits: *limits,
            bytes_left: Cell::new(limits.unpacked),
            deadline: Instant::now() + limits.time,
            exceeded: RefCell::new(None),
        }
    }

    /// Counts bytes that were unpacked.
    fn spend(&self, bytes: usize) -> io::Result<()> {
        let error = match self.bytes_left.get().checked_sub(bytes as u64) {
            Some(left) if Instant::now() < self.deadline => {
                self.bytes_left.set(left);
                return Ok(());
            }
            Some(_) => Error::TooSlow { seconds: self.limits.time.as_secs() },
            None => Error::UnpackedTooLarge { max: Bytes(self.limits.unpacked) },
        };
        // Kept beside the reader, since decoders do not hand every error on as it was.
        self.exceeded.replace(Some(error.clone()));
        Err(io::Error::other(error))
    }

    /// The error of a decoder.
    pub(crate) fn failed(&self, format: Format, error: io::Error) -> Error {
        match error.kind() {
            io::ErrorKind::OutOfMemory => Error::TooMuchMemory { max: Bytes(self.limits.xz_memory) },
            io::ErrorKind::UnexpectedEof => Error::Damaged { format, fault: Fault::Truncated },
            _ => own_error(error).unwrap_or_else(|error| {
                let reason = printable(&error.to_string());
                Error::Damaged { format, fault: Fault::Other { reason } }
            }),
        }
    }
}

/// The error of this crate inside an error of a reader.
fn own_error(error: io::Error) -> std::result::Result<Error, io::Error> {
    error.downcast::<Error>()
}

/// The whole content of an entry, for visitors.
///
/// # Errors
///
/// It has more than `max_bytes` bytes, or the archive is damaged or larger than the limits.
pub fn read_content(entry: &Entry, content: &mut dyn Read, max_bytes: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    content.take(max_bytes.saturating_add(1)).read_to_end(&mut bytes).map_err(|error| {
        own_error(error).unwrap_or_else(|_| Error::Damaged {
            format: Format::Zip,
            fault: Fault::Entry { name: printable(&entry.name) },
        })
    })?;
    if bytes.len() as u64 > max_bytes {
        return Err(Error::FileTooLarge { name: printable(&entry.name), max: Bytes(max_bytes) });
    }
    Ok(bytes)
}

/// A reader whose bytes count against a budget.
pub(crate) struct Bounded<'a, R> {
    pub(crate) inner: R,
    pub(crate) budget: &'a Budget,
}

impl<R: Read> Read for Bounded<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.budget.spend(count)?;
        Ok(count)
    }
}

/// A name without `.` and empty parts, and with slashes for the backslashes that some programs on Windows write:
/// `./outputs//a` and `outputs\\a` are `outputs/a`. A leading slash stays, since such a name is not valid.
pub(crate) fn normalised(name: &str) -> String {
    let parts: Vec<&str> = name.split(['/', '\\']).filter(|part| !matches!(*part, "" | ".")).collect();
    let root = if name.starts_with(['/', '\\']) { "/" } else { "" };
    format!("{root}{}", parts.join("/"))
}
