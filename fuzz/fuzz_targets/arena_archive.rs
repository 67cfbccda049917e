//! The archive reader on arbitrary bytes: what it returns keeps to the limits, has safe names and each base name once, and a
//! well-formed archive of it reads back the same.

#![no_main]

use std::io::{Cursor, Write};
use std::time::Duration;

use laplace_archive::{File, Limits, read, read_content, walk};
use libfuzzer_sys::fuzz_target;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// Small, so that they are met. The dictionary of `xz -6` has 8 MiB.
const LIMITS: Limits = Limits {
    outputs: 20,
    file: 2_000,
    all: 6_000,
    unpacked: 64 << 10,
    xz_memory: 9 << 20,
    time: Duration::from_secs(60),
};

fn sent(content: Vec<u8>) -> Vec<File> {
    vec![File { name: "sent".into(), content }]
}

fn pack(files: &[File]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for file in files {
        archive.start_file(file.name.as_str(), SimpleFileOptions::default()).expect("memory");
        archive.write_all(&file.content).expect("memory");
    }
    archive.finish().expect("memory").into_inner()
}

fuzz_target!(|bytes: &[u8]| {
    // A walk may stop with an error, but it reads no more than the limit.
    let mut unpacked = 0;
    _ = walk(bytes, &LIMITS, &mut |entry, content| {
        unpacked += read_content(entry, content, u64::MAX - 1)?.len() as u64;
        Ok(())
    });
    assert!(unpacked <= LIMITS.unpacked);
    let Ok(found) = read(&sent(bytes.to_vec()), &LIMITS, &|_| true) else { return };
    let files = found.files;
    assert!(files.len() <= LIMITS.outputs);
    assert!(files.iter().all(|file| file.content.len() as u64 <= LIMITS.file));
    assert!(files.iter().map(|file| file.content.len() as u64).sum::<u64>() <= LIMITS.all);
    for (place, file) in files.iter().enumerate() {
        assert!(!file.name.starts_with('/') && file.name.split('/').all(|part| part != ".."));
        assert!(!file.name.is_empty() && !file.name.chars().any(char::is_control));
        assert!(files[..place].iter().all(|other| other.base_name() != file.base_name()));
    }
    assert_eq!(read(&sent(pack(&files)), &LIMITS, &|_| true).expect("honest").files, files);
});
