//! Errors of commands, their messages and their exit codes.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use crate::files::FileArg;
use crate::stop::Signal;

/// Why a command did not succeed. Malformed arguments are reported by clap, with code 2.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The judge found the answer wrong, and has already reported it.
    #[error("the answer is wrong")]
    Wrong,
    /// Malformed input.
    #[error("{}: {error}", place.name_for("read"))]
    Text { place: FileArg, error: String },
    /// An operation of the operating system failed.
    #[error("{}: cannot {action}: {error}", place.name_for(action))]
    System { place: FileArg, action: &'static str, error: io::Error },
    /// Some of several files failed; each has already been reported.
    #[error("{failed} of {all} files failed")]
    Partial { failed: usize, all: usize, code: u8 },
    /// A signal ended a screen; the terminal is restored and the game saved.
    #[error("ended by {0}")]
    Signal(Signal),
    /// Ctrl-C came before all the work was done. `what` completes the message: what was not done with which things.
    #[error("stopped: {undone} of {all} {what}")]
    Stopped { undone: usize, all: usize, what: &'static str },
    /// Arguments that are well formed but do not go together.
    #[error("{0}")]
    Usage(String),
}

/// The documented exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Code {
    Wrong = 1,
    Usage = 2,
    Text = 3,
    System = 4,
}

/// What shells report for a program ended by SIGINT: 128 + 2.
const EXIT_INTERRUPTED: u8 = 130;

impl Failure {
    pub(crate) fn text(place: &FileArg, error: impl Display) -> Self {
        Self::Text { place: place.clone(), error: error.to_string() }
    }

    pub(crate) fn system(place: &FileArg, action: &'static str, error: io::Error) -> Self {
        Self::System { place: place.clone(), action, error }
    }

    /// Reports the failure on standard error and returns the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        // The reader has closed the pipe: `laplace ... | head` is not an error.
        if let Self::System { error, .. } = self
            && error.kind() == io::ErrorKind::BrokenPipe
        {
            return ExitCode::SUCCESS;
        }
        if !matches!(self, Self::Wrong) {
            // The terminal may be gone, after SIGHUP.
            _ = writeln!(io::stderr(), "laplace: {self}");
        }
        ExitCode::from(self.code())
    }

    fn code(&self) -> u8 {
        let code = match self {
            Self::Wrong => Code::Wrong,
            Self::Usage(_) => Code::Usage,
            Self::Text { .. } => Code::Text,
            Self::Partial { code, .. } => return *code,
            Self::System { .. } => Code::System,
            Self::Signal(signal) => return signal.exit_code(),
            Self::Stopped { .. } => return Signal::received().map_or(EXIT_INTERRUPTED, Signal::exit_code),
        };
        code as u8
    }
}

/// A message as a value of a JSON object: its quotation marks are apostrophes, as backticks are for people.
pub(crate) fn json_message(message: impl Display) -> String {
    message.to_string().replace('`', "'")
}

/// The result of work on `all` files, of which some failed and were reported: the highest of their exit codes.
pub(crate) fn worst_of(failures: Vec<Failure>, all: usize) -> Result<(), Failure> {
    match failures.iter().map(Failure::code).max() {
        Some(code) => Err(Failure::Partial { failed: failures.len(), all, code }),
        None => Ok(()),
    }
}
