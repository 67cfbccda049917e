//! The archive reader on arbitrary bytes: what it returns keeps to the limits and has safe names, and a well-formed
//! archive of it reads back the same.

#![no_main]

use std::io::{Cursor, Write};

use laplace_archive::{File, Limits, read};
use libfuzzer_sys::fuzz_target;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// Small, so that they are met.
const LIMITS: Limits = Limits { entries: 20, file: 2_000, all: 6_000 };

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
    let Ok(files) = read(sent(bytes.to_vec()), LIMITS) else { return };
    assert!(files.len() <= LIMITS.entries);
    assert!(files.iter().all(|file| file.content.len() as u64 <= LIMITS.file));
    assert!(files.iter().map(|file| file.content.len() as u64).sum::<u64>() <= LIMITS.all);
    for file in &files {
        assert!(!file.name.starts_with('/') && file.name.split('/').all(|part| part != ".."));
        assert!(!file.name.is_empty() && !file.name.chars().any(char::is_control));
    }
    // In a zip, a name that ends in a slash is a folder.
    if files.iter().all(|file| !file.name.ends_with('/')) {
        assert_eq!(read(sent(pack(&files)), LIMITS).expect("honest"), files);
    }
});
