//! Time and threads are reached through `laplace_solvers::platform` only, so that the crate runs in a browser.
//!
//! A lint cannot check it: `platform::Instant` is `std::time::Instant` on most machines, and Clippy sees through the
//! re-export.

use std::fs;
use std::path::{Path, PathBuf};

/// What must not be named outside the platform module. `Instant` of std panics in a browser, threads do not start.
const FORBIDDEN: [&str; 4] = ["std::thread", "thread::", "SystemTime", "std::time::Instant"];

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Whether a line names a forbidden item, also inside a braced import such as `use std::time::{Duration, Instant};`.
fn is_forbidden(line: &str) -> bool {
    let imports_instant = line.contains("std::time::{") && line.contains("Instant");
    imports_instant || FORBIDDEN.iter().any(|name| line.contains(name))
}

#[test]
fn only_the_platform_module_reads_the_clock_or_starts_threads() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&source, &mut files);
    assert!(files.len() > 10, "the source files are found");
    for file in files.iter().filter(|file| !file.ends_with("platform.rs")) {
        let text = fs::read_to_string(file).unwrap();
        for (number, line) in text.lines().enumerate() {
            let place = format!("{}:{}", file.display(), number + 1);
            assert!(!is_forbidden(line), "{place} must use laplace_solvers::platform instead: {line}");
        }
    }
}
