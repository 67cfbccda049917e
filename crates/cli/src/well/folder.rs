//! A folder of tests: `Tetris-K.in` and `Tetris-K.out`, or just `Tetris.in` and `Tetris.out`.

use std::fs;
use std::path::Path;

use crate::failure::Failure;
use crate::files::FileArg;

/// The name of a test; empty for `Tetris.in`, otherwise its number as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TestName(String);

impl TestName {
    /// The test of that number.
    pub(crate) fn numbered(number: usize) -> Self {
        Self(number.to_string())
    }

    /// The test whose input has that name, if it is one.
    fn of_input(name: &str) -> Option<Self> {
        if name == "Tetris.in" {
            return Some(Self(String::new()));
        }
        let number = name.strip_prefix("Tetris-")?.strip_suffix(".in")?;
        let is_number = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
        is_number.then(|| Self(number.into()))
    }

    /// How reports name it.
    pub(crate) fn number(&self) -> String {
        if self.0.is_empty() { "Tetris.in".into() } else { self.0.clone() }
    }

    /// The name of its input.
    pub(crate) fn input(&self) -> String {
        self.file("in")
    }

    /// The name of its answer.
    pub(crate) fn output(&self) -> String {
        self.file("out")
    }

    fn file(&self, ending: &str) -> String {
        if self.0.is_empty() { format!("Tetris.{ending}") } else { format!("Tetris-{}.{ending}", self.0) }
    }
}

/// The tests of a folder, sorted by number; other files are skipped. A folder without tests is an error.
pub(crate) fn inputs(folder: &Path) -> Result<Vec<TestName>, Failure> {
    let place = FileArg::Path(folder.to_owned());
    let failed = |error| Failure::system(&place, "read", error);
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        names.extend(name.to_str().and_then(TestName::of_input));
    }
    if names.is_empty() {
        let expected = "found no input, expected files named Tetris.in or Tetris-K.in";
        return Err(Failure::text(&place, expected));
    }
    names.sort_by_key(|name| (name.0.len(), name.0.clone()));
    Ok(names)
}
