//! Whatever strangers send: what is read keeps to the limits, has names that stay where they are, and is read
//! again from an honest archive.
//!
//! The reader is taken by its path, with the errors that it gives: the server around it has a database and a
//! web in it, which would take minutes to build with the flags of a fuzzer.

#![no_main]

#[path = "../../crates/arena/src/intake/archive.rs"]
#[allow(dead_code)]
mod archive;
#[path = "../../crates/arena/src/intake/zip.rs"]
#[allow(dead_code)]
mod zip;

mod error {
    #[derive(Debug)]
    #[allow(dead_code)]
    pub enum Error {
        BadRequest(String),
        TooLarge(String),
        UnsupportedType(String),
    }
    pub type Result<T> = std::result::Result<T, Error>;
}

use std::io::{Cursor, Write};

use ::zip::ZipWriter;
use ::zip::write::SimpleFileOptions;
use archive::{File, Limits, read};
use libfuzzer_sys::fuzz_target;

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
