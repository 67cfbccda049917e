//! What can go wrong, how it is told, and the exit code it ends with.

use std::fmt::Display;
use std::io;
use std::process::ExitCode;

use crate::files::Place;

/// Why a command did not succeed. Wrong arguments are clap's, with code 2.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The judge found the answer wrong; it has already said so.
    #[error("the answer is wrong")]
    Wrong,
    /// A text is not what it should be.
    #[error("{place}: {error}")]
    Text { place: Place, error: String },
    /// The operating system refused something.
    #[error("{place}: cannot {action}: {error}")]
    System { place: Place, action: &'static str, error: io::Error },
    /// Several files failed; each has already been told.
    #[error("{failed} of {all} files were not answered")]
    Some { failed: usize, all: usize },
    /// Arguments that are well formed and make no sense together.
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

impl Failure {
    pub(crate) fn text(place: &Place, error: impl Display) -> Self {
        Self::Text { place: place.clone(), error: error.to_string() }
    }

    pub(crate) fn system(place: &Place, action: &'static str, error: io::Error) -> Self {
        Self::System { place: place.clone(), action, error }
    }

    /// Tells it on standard error and gives the exit code.
    #[allow(clippy::print_stderr, reason = "talk goes to standard error")]
    pub(crate) fn report(&self) -> ExitCode {
        // Whoever reads us has read enough: `laplace ... | head` is no error.
        if let Self::System { error, .. } = self
            && error.kind() == io::ErrorKind::BrokenPipe
        {
            return ExitCode::SUCCESS;
        }
        if !matches!(self, Self::Wrong) {
            eprintln!("laplace: {self}");
        }
        ExitCode::from(self.code() as u8)
    }

    fn code(&self) -> Code {
        match self {
            Self::Wrong => Code::Wrong,
            Self::Usage(_) => Code::Usage,
            Self::Text { .. } | Self::Some { .. } => Code::Text,
            Self::System { .. } => Code::System,
        }
    }
}
