//! Malformed and malicious archives, built byte by byte.

use std::io::Write;

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};

/// An entry of a zip archive, as it is written.
#[derive(Clone, Default)]
pub(crate) struct Entry {
    pub(crate) name: Vec<u8>,
    pub(crate) content: Vec<u8>,
    pub(crate) deflated: bool,
    pub(crate) flags: u16,
    /// The Unix mode; 0: none.
    pub(crate) mode: u32,
}

impl Entry {
    pub(crate) fn new(name: impl AsRef<[u8]>, content: impl Into<Vec<u8>>) -> Self {
        Self { name: name.as_ref().to_vec(), content: content.into(), ..Self::default() }
    }
}

/// False values for the end record of a zip archive.
#[derive(Clone, Copy, Default)]
pub(crate) struct Lies {
    /// The number of entries, if not the true one.
    pub(crate) count: Option<u64>,
    /// All entries have the offset of the first.
    pub(crate) overlap: bool,
    /// The number is in the zip64 end record.
    pub(crate) zip64: bool,
}

/// Writes a zip archive.
pub(crate) fn zip(entries: &[Entry], lies: Lies) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for entry in entries {
        let offset = if lies.overlap { 0 } else { bytes.len() as u32 };
        let (fixed, packed) = fixed(entry);
        bytes.extend(b"PK\x03\x04");
        bytes.extend(&fixed);
        bytes.extend(&entry.name);
        bytes.extend(packed);
        directory.extend(b"PK\x01\x02\x14\x03");
        directory.extend(&fixed);
        directory.extend([0; 6]);
        directory.extend((entry.mode << 16).to_le_bytes());
        directory.extend(offset.to_le_bytes());
        directory.extend(&entry.name);
    }
    let (start, count) = (bytes.len(), lies.count.unwrap_or(entries.len() as u64));
    bytes.extend(&directory);
    if lies.zip64 {
        let at = bytes.len() as u64;
        bytes.extend(b"PK\x06\x06");
        bytes.extend([0; 20]);
        for number in [count, count, directory.len() as u64, start as u64] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(b"PK\x06\x07\0\0\0\0");
        bytes.extend(at.to_le_bytes());
        bytes.extend(1_u32.to_le_bytes());
    }
    let small = if lies.zip64 { 0xffff } else { count as u16 };
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend([small.to_le_bytes(), small.to_le_bytes()].concat());
    bytes.extend((directory.len() as u32).to_le_bytes());
    bytes.extend((start as u32).to_le_bytes());
    bytes.extend([0; 2]);
    bytes
}

/// The fields that both headers of an entry share, and its compressed content.
fn fixed(entry: &Entry) -> (Vec<u8>, Vec<u8>) {
    let packed = if entry.deflated {
        let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
        packer.write_all(&entry.content).unwrap();
        packer.finish().unwrap()
    } else {
        entry.content.clone()
    };
    let mut crc = flate2::Crc::new();
    crc.update(&entry.content);
    let mut fixed = Vec::new();
    fixed.extend(20_u16.to_le_bytes());
    fixed.extend(entry.flags.to_le_bytes());
    fixed.extend((if entry.deflated { 8_u16 } else { 0 }).to_le_bytes());
    fixed.extend([0; 4]);
    fixed.extend(crc.sum().to_le_bytes());
    fixed.extend((packed.len() as u32).to_le_bytes());
    fixed.extend((entry.content.len() as u32).to_le_bytes());
    fixed.extend((entry.name.len() as u16).to_le_bytes());
    fixed.extend([0; 2]);
    (fixed, packed)
}

/// Writes a tar archive with one entry of a kind, packed.
pub(crate) fn tar_gz(name: &[u8], kind: tar::EntryType, content: &[u8], times: usize) -> Vec<u8> {
    let mut tar = Vec::new();
    for _ in 0..times {
        let mut header = tar::Header::new_ustar();
        header.as_old_mut().name[..name.len()].copy_from_slice(name);
        header.set_entry_type(kind);
        header.set_size(content.len() as u64);
        header.as_old_mut().linkname[..11].copy_from_slice(b"/etc/passwd");
        header.set_cksum();
        tar.extend(header.as_bytes());
        tar.extend(content);
        tar.resize(tar.len().next_multiple_of(512), 0);
    }
    tar.extend([0; 1024]);
    gzip(&tar)
}

/// A packed tar archive with one file of zeros that is not an answer. It has a gzip member for each MiB, so that the
/// whole is nowhere in memory.
fn tar_bomb(mebibytes: usize) -> Vec<u8> {
    let mut header = tar::Header::new_ustar();
    header.set_path("zeros").unwrap();
    header.set_size((mebibytes * MIB) as u64);
    header.set_cksum();
    let zeros = gzip(&vec![0; MIB]);
    [gzip(header.as_bytes()), zeros.repeat(mebibytes)].concat()
}

/// Packs bytes.
pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

const NAME: &str = "q1-output-1";
const MIB: usize = 1 << 20;

/// Everything that must be refused: what it is, its bytes, and the status.
pub(crate) fn uploads() -> Vec<(&'static str, Vec<u8>, u16)> {
    let plain = |name: &[u8]| zip(&[Entry::new(name, "x")], Lies::default());
    let with = |change: fn(&mut Entry)| {
        let mut entry = Entry::new(NAME, "x");
        change(&mut entry);
        zip(&[entry], Lies::default())
    };
    let lies = |lies: Lies| zip(&[Entry::new("other", "y"), Entry::new(NAME, "x")], lies);
    let bomb = |size: usize| Entry { deflated: true, ..Entry::new(NAME, vec![0; size]) };
    let many: Vec<Entry> = (0..100_000).map(|number| Entry::new(number.to_string(), "")).collect();
    let sheets: Vec<Entry> =
        (1..20).map(|number| Entry { name: format!("q1-output-{number}").into(), ..bomb(3 * MIB) }).collect();
    let nested = zip(&[Entry::new("inner.zip", zip(&[bomb(64 * MIB)], Lies::default()))], Lies::default());
    let mut cut = plain(NAME.as_bytes());
    cut.truncate(cut.len() - 30);
    let mut damaged = zip(&[bomb(1000)], Lies::default());
    damaged[45] ^= 0xff;
    let file = tar::EntryType::Regular;
    let mut cut_tar = tar_gz(NAME.as_bytes(), file, &[b'x'; 5000], 1);
    cut_tar.truncate(cut_tar.len() / 2);
    vec![
        ("a file of 64 MiB of zeros", zip(&[bomb(64 * MIB)], Lies::default()), 413),
        ("many large files", zip(&sheets, Lies::default()), 413),
        ("a bomb in an archive in an archive", nested, 400),
        ("overlapping entries", lies(Lies { overlap: true, ..Lies::default() }), 400),
        ("100 000 entries without an answer, as 16 bits say", zip(&many, Lies::default()), 400),
        ("100 000 entries without an answer", zip(&many, Lies { zip64: true, ..Lies::default() }), 400),
        ("more entries than there are", lies(Lies { count: Some(900), ..Lies::default() }), 400),
        ("2^64 entries", lies(Lies { count: Some(u64::MAX), zip64: true, ..Lies::default() }), 400),
        ("an absolute name", plain(b"/etc/q1-output-1"), 400),
        ("a name that climbs", plain(b"../../q1-output-1"), 400),
        ("a name with a backslash", plain(b"..\\q1-output-1"), 400),
        ("a name with a drive", plain(b"c:q1-output-1"), 400),
        ("a name with a zero", plain(b"a\0/q1-output-1"), 400),
        ("a name with an escape", plain(b"\x1b[2J/q1-output-1"), 400),
        (
            "a name that is not UTF-8",
            with(|entry| {
                entry.name = b"\xff\xfe/q1-output-1".into();
                entry.flags = 1 << 11;
            }),
            400,
        ),
        ("a long name", plain(&[b'a'; 60_000]), 400),
        ("an empty name", plain(b""), 400),
        ("a symbolic link", with(|entry| entry.mode = 0o120_777), 400),
        ("a device", with(|entry| entry.mode = 0o060_777), 400),
        ("an encrypted entry", with(|entry| entry.flags = 1), 400),
        ("nothing", zip(&[], Lies::default()), 400),
        ("a truncated archive", cut, 400),
        ("a damaged entry", damaged, 400),
        ("two letters", b"PK".to_vec(), 400),
        ("an absolute name in a tar", tar_gz(b"/etc/q1-output-1", file, b"x", 1), 400),
        ("a name that climbs in a tar", tar_gz(b"../q1-output-1", file, b"x", 1), 400),
        ("a symbolic link in a tar", tar_gz(NAME.as_bytes(), tar::EntryType::Symlink, b"", 1), 400),
        ("a hard link in a tar", tar_gz(NAME.as_bytes(), tar::EntryType::Link, b"", 1), 400),
        ("a device in a tar", tar_gz(NAME.as_bytes(), tar::EntryType::Block, b"", 1), 400),
        ("1001 outputs in a tar", tar_gz(NAME.as_bytes(), file, b"x", 1_001), 413),
        ("300 MiB that are not an answer in a tar", tar_bomb(300), 413),
        ("a large file in a tar", tar_gz(NAME.as_bytes(), file, &vec![0; 64 * MIB], 1), 413),
        (
            "a long long name in a tar",
            tar_gz(b"././@LongLink", tar::EntryType::GNULongName, &vec![b'a'; 64 * MIB], 1),
            400,
        ),
        ("a truncated tar", cut_tar, 400),
        ("a gzip that is not a tar", gzip(b"hello"), 400),
        ("a picture", b"\x89PNG\r\n\x1a\n".to_vec(), 415),
        ("a program", b"\x7fELF\x02\x01\x01".to_vec(), 415),
        ("a 7z archive", b"7z\xbc\xaf\x27\x1c\0\x04".to_vec(), 415),
    ]
}
