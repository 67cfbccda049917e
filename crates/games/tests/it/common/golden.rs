//! Whole games as text, kept in files: a change of behaviour shows as a change of these files.
//!
//! `LAPLACE_BLESS=1 cargo test -p laplace-games` writes them anew.

use std::path::Path;

/// Compares the text of a game with the golden file of that name in the tests' data.
pub(crate) fn compare(name: &str, played: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    if std::env::var_os("LAPLACE_BLESS").is_some() {
        std::fs::write(&file, played).expect("the file can be written");
    }
    let kept = std::fs::read_to_string(&file).expect("the file is there; see the head of this module");
    for (number, (kept, played)) in (1..).zip(kept.lines().zip(played.lines())) {
        assert_eq!(played, kept, "{name}, line {number}");
    }
    assert_eq!(played.len(), kept.len(), "{name}");
}
