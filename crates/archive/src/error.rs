//! Why an upload is refused: values with fields, which a caller may render in another language. Their own text is
//! English.

use std::fmt;

use crate::Format;

/// A number of bytes, written as people read it: in KiB or MiB from one on, with one decimal, rounded up, if it is not whole.
///
/// ```
/// use laplace_archive::Bytes;
///
/// let shown = [1_000, 64 << 10, (2 << 20) + 1].map(|bytes| Bytes(bytes).to_string());
/// assert_eq!(shown, ["1000 bytes", "64 KiB", "2.1 MiB"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bytes(pub u64);

/// A unit of sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Single bytes.
    Byte,
    /// 1024 bytes.
    Kibibyte,
    /// 1024 KiB.
    Mebibyte,
}

impl Bytes {
    /// The number in tenths of its unit, and the unit.
    pub const fn tenths(self) -> (u64, Unit) {
        match self.0 {
            0..1024 => (10 * self.0, Unit::Byte),
            1024..0x10_0000 => ((10 * self.0).div_ceil(1 << 10), Unit::Kibibyte),
            bytes => (bytes.saturating_mul(10).div_ceil(1 << 20), Unit::Mebibyte),
        }
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (tenths, unit) = self.tenths();
        let unit = match unit {
            Unit::Byte => "bytes",
            Unit::Kibibyte => "KiB",
            Unit::Mebibyte => "MiB",
        };
        match tenths % 10 {
            0 => write!(f, "{} {unit}", tenths / 10),
            tenth => write!(f, "{}.{tenth} {unit}", tenths / 10),
        }
    }
}

/// Why an upload is refused. A name in it is short and without control characters.
///
/// Not `non_exhaustive`: a program that has the texts in another language learns of a new value when it is compiled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The archive cannot be read.
    #[error("the {format} archive: {fault}")]
    Damaged {
        /// The format that it begins as.
        format: Format,
        /// What is wrong with it.
        fault: Fault,
    },
    /// An output file that is encrypted.
    #[error("`{name}` is encrypted")]
    Encrypted {
        /// Its name.
        name: String,
    },
    /// An output file in a zip archive with a rare compression.
    #[error("`{name}`: unsupported compression, expected deflate or stored")]
    UnsupportedCompression {
        /// Its name.
        name: String,
    },
    /// The only output files have names that would leave the folder that they are unpacked in, or have control characters.
    #[error(
        "`{name}` is not a valid name in an archive: expected a name without `..`, a drive or control characters"
    )]
    InvalidName {
        /// The name, made printable.
        name: String,
    },
    /// The only entries with the name of an output are links, devices or the like.
    #[error("`{name}` is not a regular file")]
    NotRegular {
        /// The name of the first of them.
        name: String,
    },
    /// An output file is too large.
    #[error("`{name}` is larger than {max}")]
    FileTooLarge {
        /// Its name.
        name: String,
        /// The limit.
        max: Bytes,
    },
    /// The output files together are too large.
    #[error("the output files together are larger than {max}")]
    OutputsTooLarge {
        /// The limit.
        max: Bytes,
    },
    /// There are too many files with names of outputs.
    #[error("there are more than {max} output files")]
    TooManyOutputs {
        /// The limit.
        max: usize,
    },
    /// The archive is too large when it is unpacked.
    #[error("unpacked, the archive is larger than {max}")]
    UnpackedTooLarge {
        /// The limit.
        max: Bytes,
    },
    /// Unpacking takes too long.
    #[error("unpacking takes longer than {seconds} s")]
    TooSlow {
        /// The limit.
        seconds: u64,
    },
    /// The dictionary of an xz archive is too large.
    #[error("the xz archive needs more than {max} of memory; xz -6 needs less")]
    TooMuchMemory {
        /// The limit.
        max: Bytes,
    },
    /// A type of file that is not supported.
    #[error("found {0}, expected zip, tar, tar.gz, tar.bz2, tar.xz or the answers")]
    UnsupportedType(
        /// What was found.
        FileType,
    ),
}

/// The kinds of [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// A damaged archive, or an output file that cannot be used.
    Malformed,
    /// A limit is exceeded.
    TooLarge,
    /// A type of file or a compression that is not supported.
    UnsupportedType,
}

impl Error {
    /// Its kind.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Damaged { .. }
            | Self::Encrypted { .. }
            | Self::InvalidName { .. }
            | Self::NotRegular { .. } => ErrorKind::Malformed,
            Self::FileTooLarge { .. }
            | Self::OutputsTooLarge { .. }
            | Self::TooManyOutputs { .. }
            | Self::UnpackedTooLarge { .. }
            | Self::TooSlow { .. }
            | Self::TooMuchMemory { .. } => ErrorKind::TooLarge,
            Self::UnsupportedCompression { .. } | Self::UnsupportedType(_) => ErrorKind::UnsupportedType,
        }
    }
}

/// What is wrong with an archive.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It ends too early.
    #[error("it is truncated")]
    Truncated,
    /// A zip archive without a directory.
    #[error("its directory is missing or truncated")]
    NoDirectory,
    /// A directory that cannot be read.
    #[error("its directory is damaged")]
    Directory,
    /// The directory of a zip archive points elsewhere.
    #[error("an entry is not at its offset")]
    Offset,
    /// An entry has another size or checksum than it should.
    #[error("`{name}` is damaged")]
    Entry {
        /// Its name, made printable.
        name: String,
    },
    /// A header of a tar archive that holds more than a name needs.
    #[error("a header is longer than {max}")]
    LongHeader {
        /// The limit.
        max: Bytes,
    },
    /// A sparse file of GNU tar with more parts than its header holds.
    #[error("`{name}` is a sparse file, which is not supported")]
    Sparse {
        /// Its name, made printable.
        name: String,
    },
    /// What a decoder or the tar reader reported.
    #[error("{reason}")]
    Other {
        /// Its text, made printable.
        reason: String,
    },
}

/// Types of files that people send by mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the texts say what each is")]
pub enum FileType {
    #[error("a 7z archive")]
    SevenZip,
    #[error("a rar archive")]
    Rar,
    #[error("a zstd file")]
    Zstd,
    #[error("a picture")]
    Picture,
    #[error("a program")]
    Program,
    #[error("a PDF")]
    Pdf,
}

impl FileType {
    /// Whether there may be answers inside.
    pub(crate) const fn is_archive(self) -> bool {
        matches!(self, Self::SevenZip | Self::Rar | Self::Zstd)
    }

    /// The type by the first bytes, if it is one of these.
    pub(crate) fn of(bytes: &[u8]) -> Option<Self> {
        const MAGIC: [(&[u8], FileType); 7] = [
            (b"7z\xbc\xaf\x27\x1c", FileType::SevenZip),
            (b"Rar!", FileType::Rar),
            (b"\x28\xb5\x2f\xfd", FileType::Zstd),
            (b"\x89PNG", FileType::Picture),
            (b"\xff\xd8\xff", FileType::Picture),
            (b"\x7fELF", FileType::Program),
            (b"%PDF", FileType::Pdf),
        ];
        MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic)).map(|(_, found)| *found)
    }
}
