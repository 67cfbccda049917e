//! Visits the entries of tar archives.
//!
//! The headers that hold long names are read here and not by the crate `tar`, which would read as many bytes into
//! memory as such a header declares.

use std::borrow::Cow;
use std::io::{self, Read};

use tar::{Archive, PaxExtensions};

use crate::walk::{Bounded, Budget, Entry, EntryKind, Format, Visitor, normalised};
use crate::{Bytes, Error, Fault, Result, printable};

/// Maximum size of a header with a long name or with pax records.
const MAX_HEADER_BYTES: u64 = 64 << 10;

/// What the headers before an entry say about it.
#[derive(Default)]
struct Extension {
    name: Option<Vec<u8>>,
    target: Option<Vec<u8>>,
    size: Option<u64>,
}

pub(crate) fn walk(bytes: impl Read, format: Format, budget: &Budget, visit: &mut Visitor<'_>) -> Result<()> {
    let broken = |error: io::Error| budget.failed(format, error);
    let damaged = |fault: Fault| Error::Damaged { format, fault };
    let mut archive = Archive::new(Bounded { inner: bytes, budget });
    let mut extension = Extension::default();
    for entry in archive.entries().map_err(broken)?.raw(true) {
        let mut entry = entry.map_err(broken)?;
        let kind = entry.header().entry_type();
        if kind.is_pax_global_extensions() {
            continue;
        }
        if kind.is_gnu_longname() || kind.is_gnu_longlink() || kind.is_pax_local_extensions() {
            if entry.size() > MAX_HEADER_BYTES {
                return Err(damaged(Fault::LongHeader { max: Bytes(MAX_HEADER_BYTES) }));
            }
            let mut text = Vec::new();
            entry.read_to_end(&mut text).map_err(broken)?;
            if kind.is_gnu_longname() {
                extension.name = Some(until_nul(text));
            } else if kind.is_gnu_longlink() {
                extension.target = Some(until_nul(text));
            } else {
                extension.add_pax(&text);
            }
            continue;
        }
        let Extension { name, target, size } = std::mem::take(&mut extension);
        let raw_name = name.unwrap_or_else(|| entry.header().path_bytes().into_owned());
        let raw_name = String::from_utf8_lossy(&raw_name);
        // Of a file of more than 8 GiB only the pax record has the size.
        if size.is_some_and(|size| size != entry.size()) {
            return Err(Error::UnpackedTooLarge { max: Bytes(budget.limits.unpacked) });
        }
        if entry.header().as_gnu().is_some_and(|header| kind.is_gnu_sparse() && header.is_extended()) {
            return Err(damaged(Fault::Sparse { name: printable(&raw_name) }));
        }
        let target = target.or_else(|| entry.header().link_name_bytes().map(Cow::into_owned));
        let target = String::from_utf8_lossy(&target.unwrap_or_default()).into_owned();
        let visited = Entry {
            name: normalised(&raw_name),
            kind: match kind {
                // Very old archives mark a folder by its name alone.
                kind if kind.is_dir() || kind.is_file() && raw_name.ends_with('/') => EntryKind::Folder,
                kind if kind.is_file() => EntryKind::File,
                kind if kind.is_symlink() => EntryKind::SymbolicLink { target: Some(target) },
                kind if kind.is_hard_link() => EntryKind::HardLink { target: normalised(&target) },
                _ => EntryKind::Other,
            },
            size: entry.size(),
            is_executable: entry.header().mode().is_ok_and(|mode| mode & 0o100 != 0),
        };
        let missing = visited.size;
        visit(&visited, &mut Content { inner: &mut entry, missing, format, budget })?;
    }
    Ok(())
}

impl Extension {
    fn add_pax(&mut self, text: &[u8]) {
        for record in PaxExtensions::new(text).flatten() {
            match record.key_bytes() {
                b"path" => self.name = Some(record.value_bytes().to_vec()),
                b"linkpath" => self.target = Some(record.value_bytes().to_vec()),
                b"size" => self.size = record.value().ok().and_then(|size| size.parse().ok()),
                _ => {}
            }
        }
    }
}

fn until_nul(mut text: Vec<u8>) -> Vec<u8> {
    let length = text.iter().position(|&byte| byte == 0).unwrap_or(text.len());
    text.truncate(length);
    text
}

/// The content of an entry; if it ends too early, reading it fails.
struct Content<'a, R> {
    inner: &'a mut R,
    missing: u64,
    format: Format,
    budget: &'a Budget,
}

impl<R: Read> Read for Content<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer);
        let count = read.map_err(|error| io::Error::other(self.budget.failed(self.format, error)))?;
        self.missing = self.missing.saturating_sub(count as u64);
        if count == 0 && !buffer.is_empty() && self.missing > 0 {
            let fault = Fault::Truncated;
            return Err(io::Error::other(Error::Damaged { format: self.format, fault }));
        }
        Ok(count)
    }
}
