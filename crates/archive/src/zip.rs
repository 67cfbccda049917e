//! Reads zip archives, with deflate and without.
//!
//! Only entries of the archive's directory are read, one after the other, and no memory is allocated by the sizes that
//! the archive declares: every offset is a `get` that may fail. A reader of our own, because a general one allocates by
//! the declared sizes. Source: PKWARE's APPNOTE.TXT 6.3.10,
//! sections 4.3 and 4.4.

use std::io::{self, Read};

use flate2::Crc;
use flate2::read::DeflateDecoder;

use crate::walk::{Bounded, Budget, Entry, EntryKind, Format, Visitor, normalised};
use crate::{Error, Fault, Result, printable};

const LOCAL: u32 = 0x0403_4b50;
const CENTRAL: u32 = 0x0201_4b50;
const END: u32 = 0x0605_4b50;
const END_64: u32 = 0x0606_4b50;
const LOCATOR_64: u32 = 0x0706_4b50;
/// Sizes of their fixed parts.
const LOCAL_SIZE: usize = 30;
const CENTRAL_SIZE: usize = 46;
const END_SIZE: usize = 22;
const LOCATOR_SIZE: usize = 20;
/// Maximum length of the comment after the end record.
const MAX_COMMENT_LENGTH: usize = 0xffff;
/// Marks a number that is in the extra field (zip64).
const IN_EXTRA_FIELD: u64 = 0xffff_ffff;
const EXTRA_64: u16 = 1;
const ENCRYPTED: u16 = 1;
const UTF_8: u16 = 1 << 11;
const STORED: u16 = 0;
const DEFLATED: u16 = 8;

/// An entry of the directory.
#[derive(Debug)]
struct DirectoryEntry<'a> {
    name: String,
    raw_name: &'a [u8],
    flags: u16,
    method: u16,
    crc: u32,
    packed: u64,
    size: u64,
    offset: u64,
    mode: u32,
}

impl DirectoryEntry<'_> {
    /// What it is; archives from systems without modes have only files and folders.
    fn kind(&self) -> EntryKind {
        match self.mode & 0o170_000 {
            _ if self.name.ends_with(['/', '\\']) => EntryKind::Folder,
            0o040_000 => EntryKind::Folder,
            0 | 0o100_000 => EntryKind::File,
            0o120_000 => EntryKind::SymbolicLink { target: None },
            _ => EntryKind::Other,
        }
    }
}

/// Visits the entries of the directory; an entry that is not read is not unpacked.
pub(crate) fn walk(bytes: &[u8], budget: &Budget, visit: &mut Visitor<'_>) -> Result<()> {
    let (count, mut at) = end(bytes).ok_or_else(|| damaged(Fault::NoDirectory))?;
    // Every entry takes some bytes of the archive, so a declared number that is too large ends where the directory does.
    for _ in 0..count {
        let (found, next) = entry(bytes, at).ok_or_else(|| damaged(Fault::Directory))?;
        let visited = Entry {
            name: normalised(&found.name),
            kind: found.kind(),
            size: found.size,
            is_executable: found.mode & 0o100 != 0,
        };
        visit(&visited, &mut Content { bytes, entry: &found, budget, unpacked: None, crc: Crc::new() })?;
        at = next;
    }
    Ok(())
}

/// The content of an entry: opened when it is read first, its size and CRC checked at its end.
struct Content<'a> {
    bytes: &'a [u8],
    entry: &'a DirectoryEntry<'a>,
    budget: &'a Budget,
    unpacked: Option<Bounded<'a, Box<dyn Read + 'a>>>,
    crc: Crc,
}

impl<'a> Content<'a> {
    fn open(&self) -> Result<Bounded<'a, Box<dyn Read + 'a>>> {
        let entry = self.entry;
        if entry.flags & ENCRYPTED != 0 {
            return Err(Error::Encrypted { name: printable(&entry.name) });
        }
        let packed = packed(self.bytes, entry).ok_or_else(|| damaged(Fault::Offset))?;
        let inner: Box<dyn Read + 'a> = match entry.method {
            STORED => Box::new(packed),
            DEFLATED => Box::new(DeflateDecoder::new(packed)),
            _ => return Err(Error::UnsupportedCompression { name: printable(&entry.name) }),
        };
        Ok(Bounded { inner, budget: self.budget })
    }
}

impl Read for Content<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.unpacked.is_none() {
            self.unpacked = Some(self.open().map_err(io::Error::other)?);
        }
        let Some(unpacked) = &mut self.unpacked else { return Ok(0) };
        let count = unpacked.read(buffer)?;
        self.crc.update(buffer.get(..count).unwrap_or_default());
        let found = (self.crc.sum(), u64::from(self.crc.amount()));
        if count == 0 && !buffer.is_empty() && found != (self.entry.crc, self.entry.size) {
            return Err(io::Error::other(damaged(Fault::Entry { name: printable(&self.entry.name) })));
        }
        Ok(count)
    }
}

fn damaged(fault: Fault) -> Error {
    Error::Damaged { format: Format::Zip, fault }
}

fn part(bytes: &[u8], at: usize, size: usize) -> Option<&[u8]> {
    bytes.get(at..at.checked_add(size)?)
}

fn number<const SIZE: usize>(bytes: &[u8], at: usize) -> Option<[u8; SIZE]> {
    part(bytes, at, SIZE)?.try_into().ok()
}

fn two(bytes: &[u8], at: usize) -> Option<u16> {
    number(bytes, at).map(u16::from_le_bytes)
}

fn four(bytes: &[u8], at: usize) -> Option<u32> {
    number(bytes, at).map(u32::from_le_bytes)
}

fn eight(bytes: &[u8], at: usize) -> Option<u64> {
    number(bytes, at).map(u64::from_le_bytes)
}

/// The number of entries and the start of the directory, from the last end record that closes the file.
fn end(bytes: &[u8]) -> Option<(u64, usize)> {
    let last = bytes.len().checked_sub(END_SIZE)?;
    let first = last.saturating_sub(MAX_COMMENT_LENGTH);
    let closes = |at: &usize| {
        four(bytes, *at) == Some(END)
            && two(bytes, at + 20).is_some_and(|comment| at + END_SIZE + usize::from(comment) == bytes.len())
    };
    let at = (first..=last).rev().find(closes)?;
    let count = u64::from(two(bytes, at + 10)?);
    let start = u64::from(four(bytes, at + 16)?);
    if (count == 0xffff || start == IN_EXTRA_FIELD)
        && let Some(locator) = at.checked_sub(LOCATOR_SIZE)
        && four(bytes, locator) == Some(LOCATOR_64)
    {
        let at = usize::try_from(eight(bytes, locator + 8)?).ok()?;
        if four(bytes, at)? != END_64 {
            return None;
        }
        let at = at.checked_add(32)?;
        return Some((eight(bytes, at)?, usize::try_from(eight(bytes, at.checked_add(16)?)?).ok()?));
    }
    Some((count, usize::try_from(start).ok()?))
}

/// The entry of the directory at an offset, and the offset of the next; `None` if there is none.
fn entry(bytes: &[u8], at: usize) -> Option<(DirectoryEntry<'_>, usize)> {
    let fixed = part(bytes, at, CENTRAL_SIZE)?;
    if four(fixed, 0)? != CENTRAL {
        return None;
    }
    let made_by = two(fixed, 4)? >> 8;
    let flags = two(fixed, 8)?;
    let name_size = usize::from(two(fixed, 28)?);
    let extra_size = usize::from(two(fixed, 30)?);
    let raw_name = part(bytes, at + CENTRAL_SIZE, name_size)?;
    let extra = part(bytes, at + CENTRAL_SIZE + name_size, extra_size)?;
    let next = at + CENTRAL_SIZE + name_size + extra_size + usize::from(two(fixed, 32)?);
    let name = text(raw_name, flags);
    // Only Unix and macOS write a mode.
    let mode = if matches!(made_by, 3 | 19) { four(fixed, 38)? >> 16 } else { 0 };
    let mut sizes = [four(fixed, 24)?, four(fixed, 20)?, four(fixed, 42)?].map(u64::from);
    enlarge(&mut sizes, extra)?;
    let [size, packed, offset] = sizes;
    let method = two(fixed, 10)?;
    let crc = four(fixed, 16)?;
    Some((DirectoryEntry { name, raw_name, flags, method, crc, packed, size, offset, mode }, next))
}

/// A name: UTF-8 if it is valid, else each byte is a character. If the UTF-8 flag is set wrongly, what is not UTF-8
/// becomes U+FFFD, which makes the name invalid.
fn text(raw: &[u8], flags: u16) -> String {
    match std::str::from_utf8(raw) {
        Ok(name) => name.to_owned(),
        Err(_) if flags & UTF_8 != 0 => String::from_utf8_lossy(raw).into_owned(),
        Err(_) => raw.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// Reads the numbers that did not fit from the extra field, in its order.
fn enlarge(sizes: &mut [u64], mut extra: &[u8]) -> Option<()> {
    if sizes.iter().all(|&size| size != IN_EXTRA_FIELD) {
        return Some(());
    }
    loop {
        let kind = two(extra, 0)?;
        let length = usize::from(two(extra, 2)?);
        let mut field = part(extra, 4, length)?;
        if kind == EXTRA_64 {
            for size in sizes.iter_mut().filter(|size| **size == IN_EXTRA_FIELD) {
                *size = eight(field, 0)?;
                field = field.get(8..)?;
            }
            return Some(());
        }
        extra = extra.get(4 + length..)?;
    }
}

/// The packed bytes of an entry; its own header must carry the same name.
fn packed<'a>(bytes: &'a [u8], entry: &DirectoryEntry<'_>) -> Option<&'a [u8]> {
    let at = usize::try_from(entry.offset).ok()?;
    let fixed = part(bytes, at, LOCAL_SIZE)?;
    let name_size = usize::from(two(fixed, 26)?);
    if four(fixed, 0)? != LOCAL || part(bytes, at + LOCAL_SIZE, name_size)? != entry.raw_name {
        return None;
    }
    let start = at + LOCAL_SIZE + name_size + usize::from(two(fixed, 28)?);
    part(bytes, start, usize::try_from(entry.packed).ok()?)
}
