//! Why an upload is refused: values with fields, which a caller may render in another language. Their own text is
//! English.

use std::fmt;

use crate::Format;

/// Why an upload is refused; the text names the file and the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
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
    /// An output file whose name would leave the folder that it is unpacked in, or has control characters.
    #[error("`{name}` is not a valid name in an archive")]
    InvalidName {
        /// The name, made printable.
        name: String,
    },
    /// The only entries with the name of an output are links, devices or the like.
    #[error("`{name}` is not a regular file")]
    NotARegularFile {
        /// The name of the first of them.
        name: String,
    },
    /// An output file is too large.
    #[error("`{name}` is larger than {max_bytes} bytes")]
    FileTooLarge {
        /// Its name.
        name: String,
        /// The limit.
        max_bytes: u64,
    },
    /// The output files together are too large.
    #[error("the output files together are larger than {max_bytes} bytes")]
    OutputsTooLarge {
        /// The limit.
        max_bytes: u64,
    },
    /// There are too many files with names of outputs.
    #[error("there are more than {max_outputs} output files")]
    TooManyOutputs {
        /// The limit.
        max_outputs: usize,
    },
    /// The archive is too large when it is unpacked.
    #[error("unpacked, the archive is larger than {max_bytes} bytes")]
    UnpackedTooLarge {
        /// The limit.
        max_bytes: u64,
    },
    /// Unpacking takes too long.
    #[error("unpacking takes longer than {max_seconds} s")]
    TooSlow {
        /// The limit.
        max_seconds: u64,
    },
    /// The dictionary of an xz archive is too large.
    #[error("the xz archive needs more than {max_bytes} bytes of memory; xz -6 needs less")]
    TooMuchMemory {
        /// The limit.
        max_bytes: u64,
    },
    /// A type of file that is not supported.
    #[error("found {found}, expected zip, tar, tar.gz, tar.bz2, tar.xz or the answers")]
    UnsupportedType {
        /// What was found.
        found: FileType,
    },
}

/// The three classes of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorClass {
    /// A damaged archive, or an output file that cannot be used.
    Malformed,
    /// A limit is exceeded.
    TooLarge,
    /// A type of file or a compression that is not supported.
    UnsupportedType,
}

impl Error {
    /// Its class.
    pub const fn class(&self) -> ErrorClass {
        match self {
            Self::Damaged { .. }
            | Self::Encrypted { .. }
            | Self::InvalidName { .. }
            | Self::NotARegularFile { .. } => ErrorClass::Malformed,
            Self::FileTooLarge { .. }
            | Self::OutputsTooLarge { .. }
            | Self::TooManyOutputs { .. }
            | Self::UnpackedTooLarge { .. }
            | Self::TooSlow { .. }
            | Self::TooMuchMemory { .. } => ErrorClass::TooLarge,
            Self::UnsupportedCompression { .. } | Self::UnsupportedType { .. } => ErrorClass::UnsupportedType,
        }
    }
}

/// What is wrong with an archive.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
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
    #[error("a header is longer than {max_bytes} bytes")]
    LongHeader {
        /// The limit.
        max_bytes: u64,
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

/// Types of files that are sent by mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileType {
    /// A 7z archive.
    SevenZip,
    /// A rar archive.
    Rar,
    /// A file compressed by zstd.
    Zstd,
    /// A PNG or JPEG picture.
    Picture,
    /// A compiled program.
    Program,
    /// A PDF.
    Pdf,
}

impl FileType {
    /// Its English name with the article.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SevenZip => "a 7z archive",
            Self::Rar => "a rar archive",
            Self::Zstd => "a zstd file",
            Self::Picture => "a picture",
            Self::Program => "a program",
            Self::Pdf => "a PDF",
        }
    }

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

impl fmt::Display for FileType {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
