//! Archives as teams make them, and as attackers do.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use std::io::{Cursor, Write};
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use laplace_archive::{
    Bytes, Entry, EntryKind, Error, Fault, File, FileType, Format, Limits, Unpacked, is_valid_name, read,
    read_content, walk,
};
use lzma_rust2::{XzOptions, XzWriter};
use tar::{EntryType, Header};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const OUTPUT: &str = "q1-output-1";
const MIB: usize = 1 << 20;

fn take(archive: Vec<u8>) -> Result<Unpacked, Error> {
    take_within(archive, &Limits::default())
}

fn take_within(archive: Vec<u8>, limits: &Limits) -> Result<Unpacked, Error> {
    let sent = File { name: "team".into(), content: archive };
    read(&[sent], limits, &|name| name.contains("-output-"))
}

/// A tar archive of entries: name, type and content.
fn tar(entries: &[(&str, EntryType, &[u8])]) -> Vec<u8> {
    let mut tar = tar::Builder::new(Vec::new());
    for (name, kind, content) in entries {
        let mut header = Header::new_gnu();
        header.set_entry_type(*kind);
        header.set_size(content.len() as u64);
        header.set_mode(0o755);
        if kind.is_symlink() || kind.is_hard_link() {
            tar.append_link(&mut header, name, "main.py").unwrap();
        } else {
            tar.append_data(&mut header, name, *content).unwrap();
        }
    }
    tar.into_inner().unwrap()
}

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

fn bz2(bytes: &[u8]) -> Vec<u8> {
    let mut packer = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

fn xz(bytes: &[u8], preset: u32) -> Vec<u8> {
    let mut packer = XzWriter::new(Vec::new(), XzOptions::with_preset(preset)).unwrap();
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

fn zip(entries: &[(&str, EntryType, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, kind, content) in entries {
        let options = SimpleFileOptions::default();
        match kind {
            kind if kind.is_dir() => zip.add_directory(*name, options).unwrap(),
            kind if kind.is_symlink() => zip.add_symlink(*name, "main.py", options).unwrap(),
            _ => {
                zip.start_file(*name, options).unwrap();
                zip.write_all(content).unwrap();
            }
        }
    }
    zip.finish().unwrap().into_inner()
}

/// The same entries in every format.
fn in_all_formats(entries: &[(&str, EntryType, &[u8])]) -> [(Format, Vec<u8>); 5] {
    let tar = tar(entries);
    [
        (Format::Zip, zip(entries)),
        (Format::TarGz, gz(&tar)),
        (Format::TarBz2, bz2(&tar)),
        (Format::TarXz, xz(&tar, 6)),
        (Format::Tar, tar),
    ]
}

const FILE: EntryType = EntryType::Regular;

#[test]
fn what_is_not_an_output_is_passed_over_in_every_format() {
    let program = vec![0x7f; 3 * MIB];
    let objects: Vec<String> = (0..1_200).map(|number| format!("team/.git/objects/{number}")).collect();
    let mut entries: Vec<(&str, EntryType, &[u8])> = vec![
        ("team/", EntryType::Directory, b""),
        ("team/play.sh", FILE, b"python3 main.py"),
        ("team/link.py", EntryType::Symlink, b""),
        ("team/solver.bin", FILE, &program),
    ];
    entries.extend(objects.iter().map(|name| (name.as_str(), FILE, &b"object"[..])));
    entries.push(("team/outputs/q1-output-1", FILE, b"1 2 3"));
    for (format, archive) in in_all_formats(&entries) {
        assert_eq!(Format::of(&archive), Some(format));
        let unpacked = take(archive).unwrap();
        let output = File { name: "team/outputs/q1-output-1".into(), content: b"1 2 3".to_vec() };
        assert_eq!(unpacked.files, [output], "{format}");
        assert_eq!(unpacked.passed_over.count, 1_203, "{format}");
        assert_eq!(unpacked.passed_over.names[..2], ["team/play.sh", "team/link.py"], "{format}");
        assert_eq!(unpacked.passed_over.names.len(), 20, "{format}");
        assert_eq!(unpacked.duplicates, []);
    }
}

#[test]
fn of_two_outputs_with_one_name_the_one_nearer_to_the_root_counts_then_the_first_by_name() {
    for (format, archive) in in_all_formats(&[
        ("old/deep/q1-output-1", FILE, b"deep"),
        ("outputs/q1-output-1", FILE, b"right"),
        ("tried/q1-output-1", FILE, b"tried"),
        ("old/q1-output-2", FILE, b"second"),
        ("./q1-output-2", FILE, b"root"),
    ]) {
        let unpacked = take(archive).unwrap();
        let found: Vec<(&str, &[u8])> =
            unpacked.files.iter().map(|file| (file.name.as_str(), file.content.as_slice())).collect();
        assert_eq!(
            found,
            [("outputs/q1-output-1", &b"right"[..]), ("q1-output-2", &b"root"[..])],
            "{format}"
        );
        let duplicates: Vec<(&str, &str)> =
            unpacked.duplicates.iter().map(|one| (one.used.as_str(), one.unused.as_str())).collect();
        assert_eq!(
            duplicates,
            [
                ("outputs/q1-output-1", "old/deep/q1-output-1"),
                ("outputs/q1-output-1", "tried/q1-output-1"),
                ("q1-output-2", "old/q1-output-2"),
            ],
            "{format}"
        );
    }
}

#[test]
fn an_output_that_does_not_count_may_be_large() {
    let large = vec![b'x'; 3 * MIB];
    for (format, archive) in
        in_all_formats(&[("old/q1-output-1", FILE, &large), ("q1-output-1", FILE, b"right")])
    {
        assert_eq!(take(archive).unwrap().files[0].content, b"right", "{format}");
    }
    for (format, archive) in in_all_formats(&[("old/q1-output-1", FILE, &large)]) {
        let error = Error::FileTooLarge { name: "old/q1-output-1".into(), max: Bytes(2 << 20) };
        assert_eq!(take(archive).unwrap_err(), error, "{format}");
    }
    let climbing = zip(&[("../q1-output-1", FILE, b"out"), ("../../../etc/passwd", FILE, b"root")]);
    assert_eq!(take(climbing).unwrap_err(), Error::InvalidName { name: "../q1-output-1".into() });
}

#[test]
fn backslashes_separate_folders_and_other_invalid_names_are_passed_over() {
    for (format, archive) in in_all_formats(&[
        ("team\\outputs\\q1-output-1", FILE, b"right"),
        ("team\\play.sh", FILE, b"echo"),
        ("sub\\..\\q1-output-2", FILE, b"climbs"),
        ("C:\\team\\q1-output-2", FILE, b"has a drive"),
    ]) {
        let unpacked = take(archive).unwrap();
        let right = File { name: "team/outputs/q1-output-1".into(), content: b"right".to_vec() };
        assert_eq!(unpacked.files, [right], "{format}");
        assert_eq!(unpacked.passed_over.names, ["team/play.sh"], "{format}");
        let invalid = ["sub/../q1-output-2", "C:/team/q1-output-2"];
        assert_eq!(unpacked.passed_over.invalid_names, invalid, "{format}");
        assert_eq!(unpacked.passed_over.count, 3, "{format}");
        assert_eq!(unpacked.duplicates, [], "{format}");
    }
    let archive = zip(&[("sub/../q1-output-1", FILE, b"climbs"), ("outputs/q1-output-1", FILE, b"right")]);
    let unpacked = take(archive).unwrap();
    assert_eq!(unpacked.files[0].content, b"right");
    assert_eq!((unpacked.passed_over.invalid_names.len(), unpacked.duplicates.len()), (1, 0));
    // A folder of Windows is a folder, and no name leads out of the folder of an archive.
    let mut names = Vec::new();
    let archive = zip(&[("team\\", FILE, b""), ("..\\..\\q1-output-1", FILE, b"out")]);
    walk(&archive, &Limits::default(), &mut |entry, _| {
        names.push((entry.kind.clone(), is_valid_name(&entry.name)));
        Ok(())
    })
    .unwrap();
    assert_eq!(names, [(EntryKind::Folder, true), (EntryKind::File, false)]);
    assert_eq!(take(archive).unwrap_err(), Error::InvalidName { name: "../../q1-output-1".into() });
}

#[test]
fn a_link_with_the_name_of_an_output_is_not_an_output() {
    let link = (OUTPUT, EntryType::Symlink, &b""[..]);
    for archive in [zip(&[link]), tar(&[link]), tar(&[(OUTPUT, EntryType::Link, b"")])] {
        assert_eq!(take(archive).unwrap_err(), Error::NotRegular { name: OUTPUT.into() });
    }
    let unpacked = take(tar(&[link, ("outputs/q1-output-1", FILE, b"right")])).unwrap();
    assert_eq!((unpacked.files.len(), unpacked.passed_over.count), (1, 1));
}

#[test]
fn the_outputs_are_counted_and_their_bytes() {
    let limits = Limits { outputs: 3, file: 100, all: 250, ..Limits::default() };
    let names = ["q1-output-1", "q1-output-2", "q1-output-3", "q1-output-4"];
    let outputs = |count: usize, size: usize| {
        let content = vec![b'x'; size];
        let entries: Vec<(&str, EntryType, &[u8])> =
            names[..count].iter().map(|name| (*name, FILE, content.as_slice())).collect();
        tar(&entries)
    };
    assert_eq!(take_within(outputs(3, 80), &limits).unwrap().files.len(), 3);
    assert_eq!(take_within(outputs(4, 1), &limits), Err(Error::TooManyOutputs { max: 3 }));
    assert_eq!(take_within(outputs(3, 90), &limits), Err(Error::OutputsTooLarge { max: Bytes(250) }));
    let too_large = Error::FileTooLarge { name: OUTPUT.into(), max: Bytes(100) };
    assert_eq!(take_within(outputs(1, 101), &limits), Err(too_large));
}

#[test]
fn bombs_are_bounded_in_every_format_also_where_the_bomb_is_not_an_output() {
    let zeros = vec![0; 8 * MIB];
    let limits = Limits { unpacked: 4 << 20, ..Limits::default() };
    for (format, archive) in in_all_formats(&[("zeros", FILE, &zeros), (OUTPUT, FILE, b"right")]) {
        let taken = take_within(archive, &limits);
        if format == Format::Zip {
            assert_eq!(taken.unwrap().files.len(), 1, "what is not read is not unpacked");
        } else {
            assert_eq!(taken, Err(Error::UnpackedTooLarge { max: Bytes(4 << 20) }), "{format}");
        }
    }
    // A hundred archives in one upload share the limit.
    let archive = gz(&tar(&[("zeros", FILE, &zeros[..MIB])]));
    let sent: Vec<File> =
        (0..100).map(|number| File { name: number.to_string(), content: archive.clone() }).collect();
    assert_eq!(read(&sent, &limits, &|_| false), Err(Error::UnpackedTooLarge { max: Bytes(4 << 20) }));
    let limits = Limits { time: Duration::ZERO, ..Limits::default() };
    let archive = gz(&tar(&[(OUTPUT, FILE, b"right")]));
    assert_eq!(take_within(archive, &limits), Err(Error::TooSlow { seconds: 0 }));
}

#[test]
fn the_dictionary_of_xz_is_checked_before_it_is_allocated() {
    let tar = tar(&[(OUTPUT, FILE, b"right")]);
    assert_eq!(take(xz(&tar, 9)).unwrap().files.len(), 1, "xz -9 has a dictionary of 64 MiB");
    let limits = Limits { xz_memory: 9 << 20, ..Limits::default() };
    assert_eq!(take_within(xz(&tar, 6), &limits).unwrap().files.len(), 1, "xz -6 has one of 8 MiB");
    assert_eq!(take_within(xz(&tar, 9), &limits), Err(Error::TooMuchMemory { max: Bytes(9 << 20) }));
}

#[test]
fn long_names_are_read_and_endless_ones_are_not() {
    let long = format!("{}/q1-output-1", "folder".repeat(30));
    assert_eq!(take(tar(&[(&long, FILE, b"right")])).unwrap().files[0].name, long);
    for kind in [EntryType::GNULongName, EntryType::GNULongLink, EntryType::XHeader] {
        let mut header = Header::new_gnu();
        header.set_entry_type(kind);
        header.set_size(64 << 20);
        header.set_cksum();
        let mut archive = header.as_bytes().to_vec();
        archive.resize(512 + (64 << 20), b'a');
        let fault = Fault::LongHeader { max: Bytes(64 << 10) };
        assert_eq!(take(gz(&archive)), Err(Error::Damaged { format: Format::TarGz, fault }));
    }
}

#[test]
fn truncated_and_damaged_archives_are_refused_wherever_they_are_cut() {
    let content: Vec<u8> =
        (0..5_000_u32).flat_map(|number| number.wrapping_mul(2_654_435_761).to_le_bytes()).collect();
    for (format, archive) in in_all_formats(&[(OUTPUT, FILE, &content), ("play.sh", FILE, &content)]) {
        for part in 1..10 {
            let cut = archive[..archive.len() * part / 10].to_vec();
            let taken = take(cut);
            assert!(matches!(taken, Err(Error::Damaged { .. })), "{format} {part}: {taken:?}");
        }
    }
    let mut damaged = zip(&[(OUTPUT, FILE, &content)]);
    damaged[1_000] ^= 0xff;
    let taken = take(damaged);
    assert!(matches!(taken, Err(Error::Damaged { .. })), "{taken:?}");
}

#[test]
fn loose_files_are_outputs_or_passed_over() {
    let file = |name: &str, content: &[u8]| File { name: name.into(), content: content.to_vec() };
    let is_output = |name: &str| name == OUTPUT;
    let sent = [file("solver", b"\x7fELF"), file("board.png", b"\x89PNG"), file(OUTPUT, b"1")];
    let unpacked = read(&sent, &Limits::default(), &is_output).unwrap();
    assert_eq!((unpacked.files.len(), unpacked.passed_over.count), (1, 2));
    for (sent, found) in [
        (file("board.png", b"\x89PNG"), FileType::Picture),
        (file(OUTPUT, b"\x7fELF"), FileType::Program),
        (file("all.7z", b"7z\xbc\xaf\x27\x1c"), FileType::SevenZip),
        (file("all.rar", b"Rar!"), FileType::Rar),
    ] {
        let error = read(&[sent], &Limits::default(), &is_output).unwrap_err();
        assert_eq!(error, Error::UnsupportedType(found));
    }
    // A 7z archive may hold the answers, so it is not passed over in silence.
    let sent = [file(OUTPUT, b"1"), file("all.7z", b"7z\xbc\xaf\x27\x1c")];
    assert!(read(&sent, &Limits::default(), &is_output).is_err());
}

#[test]
fn a_walk_visits_every_entry_with_its_kind_and_content() {
    let entries: [(&str, EntryType, &[u8]); 3] = [
        ("src/", EntryType::Directory, b""),
        ("src/main.py", FILE, b"print(1)"),
        ("link", EntryType::Symlink, b""),
    ];
    for (format, archive) in in_all_formats(&entries) {
        let mut seen = Vec::new();
        let mut visit = |entry: &Entry, content: &mut dyn std::io::Read| {
            let text = match &entry.kind {
                EntryKind::SymbolicLink { target: Some(target) } => target.clone().into_bytes(),
                _ => read_content(entry, content, 100)?,
            };
            seen.push((entry.name.clone(), String::from_utf8(text).unwrap()));
            Ok(())
        };
        walk(&archive, &Limits::default(), &mut visit).unwrap();
        let expected = [("src", ""), ("src/main.py", "print(1)"), ("link", "main.py")];
        assert_eq!(seen, expected.map(|(name, text)| (name.to_owned(), text.to_owned())), "{format}");
    }
}
