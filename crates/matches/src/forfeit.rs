//! What a player can lose a game by, beside the rules.

use std::time::Duration;

use laplace_games::blobwar::{IllegalMove, Move};

use crate::clock::Clock;

/// Why a player could not go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Forfeit {
    /// The player could not be started.
    #[error("cannot start: {0}")]
    Start(String),
    /// The player's process ended during the game.
    #[error("crashed: {0}")]
    Crash(String),
    /// The connection to the player was lost.
    #[error("{0}")]
    Connection(String),
    /// The player did not answer where no clock runs.
    #[error("no {awaited} within {} ms", .timeout.as_millis())]
    Timeout {
        /// The word that was waited for.
        awaited: &'static str,
        /// How long it was waited for.
        timeout: Duration,
    },
    /// The player did not answer before its clock ran out.
    #[error("out of time: {} ms used of {left}", .used.as_millis())]
    OutOfTime {
        /// The time that the move took.
        used: Duration,
        /// The clock before the move.
        left: Clock,
    },
    /// The player answered with a text that is not a move, or with none.
    #[error("illegal move {0}")]
    UnreadableMove(String),
    /// The player chose a move that cannot be played.
    #[error("illegal move {played}: {reason}")]
    IllegalMove {
        /// The move.
        played: Move,
        /// Why it cannot be played.
        reason: IllegalMove,
    },
    /// The match was stopped: the game does not count.
    #[error("stopped")]
    Stopped,
}

/// The kinds of forfeit that a match counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForfeitKind {
    /// No answer before the clock ran out.
    Time,
    /// A move that cannot be played or read.
    Illegal,
    /// A process that ended or could not be started, or a lost connection.
    Crash,
    /// No answer where no clock runs.
    Timeout,
}

impl Forfeit {
    /// The kind that it counts as; `None` if the match was stopped.
    pub fn kind(&self) -> Option<ForfeitKind> {
        match self {
            Self::Start(_) | Self::Crash(_) | Self::Connection(_) => Some(ForfeitKind::Crash),
            Self::Timeout { .. } => Some(ForfeitKind::Timeout),
            Self::OutOfTime { .. } => Some(ForfeitKind::Time),
            Self::UnreadableMove(_) | Self::IllegalMove { .. } => Some(ForfeitKind::Illegal),
            Self::Stopped => None,
        }
    }
}

impl ForfeitKind {
    /// All kinds, in the order of reports.
    pub const ALL: [Self; 4] = [Self::Time, Self::Illegal, Self::Crash, Self::Timeout];

    /// The word for it in reports, as text and as JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Illegal => "illegal",
            Self::Crash => "crash",
            Self::Timeout => "timeout",
        }
    }

    /// The value of the PGN tag `Adjudicated`, as the public runner cuteataxx writes it.
    pub const fn adjudication(self) -> &'static str {
        match self {
            Self::Time => "Out of time",
            Self::Illegal => "Illegal move",
            Self::Crash => "Engine crash",
            Self::Timeout => "No answer",
        }
    }
}

/// The message, for reports in words.
impl From<Forfeit> for String {
    fn from(forfeit: Forfeit) -> Self {
        forfeit.to_string()
    }
}
