//! What an engine can do wrong. Each of these loses the game.

use std::time::Duration;

use super::control::Watch;

/// Why a player could not go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Fault {
    /// It never began to play.
    #[error("cannot start: {0}")]
    Start(String),
    /// Its process ended in the middle.
    #[error("crashed: {0}")]
    Crash(String),
    /// It does not answer.
    #[error("no {awaited} within {} ms", .patience.as_millis())]
    Silence { awaited: &'static str, patience: Duration },
    /// It answered too late.
    #[error("out of time: {} ms used, {left} left", .used.as_millis())]
    Time { used: Duration, left: Watch },
    /// It played what cannot be played.
    #[error("illegal move {0}")]
    Illegal(String),
    /// Nobody's fault: the match was stopped.
    #[error("stopped")]
    Stopped,
}

/// The kinds of fault that a match counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Time,
    Illegal,
    Crash,
    Silence,
}

impl Fault {
    /// What it counts as; nothing if the match was stopped.
    pub(crate) fn kind(&self) -> Option<Kind> {
        match self {
            Self::Start(_) | Self::Crash(_) => Some(Kind::Crash),
            Self::Silence { .. } => Some(Kind::Silence),
            Self::Time { .. } => Some(Kind::Time),
            Self::Illegal(_) => Some(Kind::Illegal),
            Self::Stopped => None,
        }
    }
}

impl Kind {
    pub(crate) const ALL: [Self; 4] = [Self::Time, Self::Illegal, Self::Crash, Self::Silence];

    /// The word for it, in tables and in JSON.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Illegal => "illegal",
            Self::Crash => "crash",
            Self::Silence => "silence",
        }
    }

    /// The words of the public runner cuteataxx for it.
    pub(crate) const fn adjudication(self) -> &'static str {
        match self {
            Self::Time => "Out of time",
            Self::Illegal => "Illegal move",
            Self::Crash => "Engine crash",
            Self::Silence => "No answer",
        }
    }
}
