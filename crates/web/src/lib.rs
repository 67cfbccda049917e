//! The three games for the scripts of web pages.
//!
//! Texts, files and numbers go in; JSON comes out, or a sentence with the reason in the language of the page. Scripts know no
//! rule.
//!
//! | module | holds |
//! |---|---|
//! | [`demon`] | the five questions: answers, verdicts, films with their losses, the search |
//! | [`well`] | inputs, verdicts, films, the search |
//! | [`blobwar`] | games as pages send and show them, files, the engine's thoughts, the sheet's forms of a board |
//! | [`sheet`] | the exercise sheet's questions |
//! | `files` | replays: which game a file holds |
//! | `bindings` | all of that as functions of a WebAssembly module |
//!
//! A search in a browser runs in a worker, and a worker that computes reads no messages. So a search is cancelled by ending
//! its worker: each search sends ([`Report`]) whatever it has found so far as soon as it has it, and nothing is lost with the
//! worker.

#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

#[cfg(target_arch = "wasm32")]
mod bindings;
pub mod blobwar;
pub mod demon;
mod files;
pub mod sheet;
pub mod well;

use std::time::Duration;

use files::FileFault;
use laplace_i18n::{Language, Localized, sentence};
use laplace_solvers::platform::Instant;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Receives what a search has found so far.
pub type Report<'a> = &'a (dyn Fn(&Value) + Sync);

/// A value for a script, or a sentence for the visitor.
pub type Answer<T = Value> = Result<T, String>;

/// The sentence for what was refused.
fn refused(language: Language, why: &impl Localized) -> String {
    sentence(language, why)
}

/// Reads the JSON that a script sent. Only a script of another version sends what cannot be read.
pub fn of_script<T: DeserializeOwned>(json: &str, language: Language) -> Answer<T> {
    serde_json::from_str(json).map_err(|_| refused(language, &FileFault::OtherVersion))
}

/// The end of a search that may take a number of seconds; 0 for as long as it takes.
#[derive(Clone, Copy, Debug)]
struct Deadline(Option<Instant>);

impl Deadline {
    fn after(seconds: f64) -> Self {
        let time = Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero());
        Self(time.and_then(|time| Instant::now().checked_add(time)))
    }

    fn is_over(self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_script_of_this_version_sends_is_refused_in_the_language_of_the_page() {
        let refused = of_script::<Vec<String>>("{}", Language::French).unwrap_err();
        assert!(refused.starts_with("Cette page et son programme"), "{refused}");
    }
}
