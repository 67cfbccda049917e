//! The service worker: after one visit the site works without a network.

use std::fmt::Write;

use sha2::{Digest, Sha256};

use crate::Files;

/// The script. Its list of files has their hash, so that a new version of the site is loaded as a whole.
pub(super) fn script(files: &Files) -> String {
    let version = hash(files.iter().flat_map(|(name, content)| [name.as_bytes(), content]));
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    let list = serde_json::Value::from(names);
    format!("const VERSION = \"{version}\";\nconst FILES = {list};\n{}", include_str!("../assets/offline.js"))
}

/// The hash of all parts together, as sixteen hexadecimal digits.
pub(super) fn hash<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part);
    }
    let mut digits = String::new();
    for byte in hash.finalize().iter().take(8) {
        _ = write!(digits, "{byte:02x}");
    }
    digits
}
