//! Refused archives.

use std::fmt;

use laplace_archive::{Bytes, Error, Fault, FileType, Format, Unit};

use crate::{Language, Localized, texts};

texts! { Error, ARCHIVES {
    Damaged { format, fault }: "the {format} archive: {fault}", "l’archive {format} : {fault}";
    Encrypted { name }: "`{name}` is encrypted", "« {name} » est chiffré";
    UnsupportedCompression { name }: "`{name}`: unsupported compression, expected deflate or stored",
        "« {name} » : compression inconnue, il faut deflate ou aucune";
    InvalidName { name }: "`{name}` is not a valid name in an archive: expected a name without `..`, a drive or control characters",
        "« {name} » n’est pas un nom valable dans une archive : il faut un nom sans `..`, ni lecteur, ni caractère de contrôle";
    NotRegular { name }: "`{name}` is not a regular file", "« {name} » n’est pas un fichier ordinaire";
    FileTooLarge { name, max }: "`{name}` is larger than {max}", "« {name} » dépasse {max}";
    OutputsTooLarge { max }: "the output files together are larger than {max}",
        "les fichiers de sortie dépassent {max} en tout";
    TooManyOutputs { max }: "there are more than {max} output files", "il y a plus de {max} fichiers de sortie";
    UnpackedTooLarge { max }: "unpacked, the archive is larger than {max}",
        "l’archive décompressée dépasse {max}";
    TooSlow { seconds }: "unpacking takes longer than {seconds} s", "la décompression prend plus de {seconds} s";
    TooMuchMemory { max }: "the xz archive needs more than {max} of memory; xz -6 needs less",
        "l’archive xz demande plus de {max} de mémoire ; xz -6 en demande moins";
    UnsupportedType(found): "found {found}, expected zip, tar, tar.gz, tar.bz2, tar.xz or the answers",
        "le fichier est {found} : il faut un zip, un tar, un tar.gz, un tar.bz2, un tar.xz ou les réponses elles-mêmes";
} }

/// The name of a format is the same in every language.
impl Localized for Format {
    fn write(&self, _: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

texts! { Fault, ARCHIVE_FAULTS {
    Truncated: "it is truncated", "elle est tronquée";
    NoDirectory: "its directory is missing or truncated", "son répertoire manque ou est tronqué";
    Directory: "its directory is damaged", "son répertoire est abîmé";
    Offset: "an entry is not at its offset", "un fichier n’est pas à sa place";
    Entry { name }: "`{name}` is damaged", "« {name} » est abîmé";
    LongHeader { max }: "a header is longer than {max}", "un en-tête dépasse {max}";
    Sparse { name }: "`{name}` is a sparse file, which is not supported",
        "« {name} » est un fichier creux, ce qui n’est pas accepté";
    Other { reason }: "{reason}", "elle est illisible ({reason})";
} }

texts! { FileType, FILE_TYPES {
    SevenZip: "a 7z archive", "une archive 7z";
    Rar: "a rar archive", "une archive rar";
    Zstd: "a zstd file", "un fichier zstd";
    Picture: "a picture", "une image";
    Program: "a program", "un programme";
    Pdf: "a PDF", "un PDF";
} }

/// A size; units have French names.
impl Localized for Bytes {
    fn write(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if language == Language::English {
            return fmt::Display::fmt(self, f);
        }
        let (tenths, unit) = self.tenths();
        let unit = match unit {
            Unit::Byte => "octets",
            Unit::Kibibyte => "Kio",
            Unit::Mebibyte => "Mio",
        };
        let whole = tenths / 10;
        let whole = whole.text(language);
        match tenths % 10 {
            0 => write!(f, "{whole}\u{a0}{unit}"),
            tenth => write!(f, "{whole},{tenth}\u{a0}{unit}"),
        }
    }
}
