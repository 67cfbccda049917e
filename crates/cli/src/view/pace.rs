//! How fast a game is shown.

use std::fmt;
use std::time::Duration;

/// Pictures a second while it is slow, moves a second when it is fast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pace(f64);

impl Pace {
    /// What the keys go through.
    const STEPS: [f64; 14] =
        [0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1_000.0, 2_000.0, 5_000.0, 10_000.0];
    /// Above this, a move is one picture: the eye would see no more.
    const SLOW: f64 = 20.0;

    /// Ten pictures a second.
    pub(crate) const DEFAULT: Self = Self(10.0);

    /// One picture every so many milliseconds, of which there is at least one.
    pub(crate) fn every(milliseconds: u32) -> Self {
        Self(1000.0 / f64::from(milliseconds.max(1)))
    }

    pub(super) fn faster(self) -> Self {
        Self(Self::STEPS.into_iter().find(|&step| step > self.0).unwrap_or(self.0))
    }

    pub(super) fn slower(self) -> Self {
        Self(Self::STEPS.into_iter().rev().find(|&step| step < self.0).unwrap_or(self.0))
    }

    /// Whether every picture of a move is shown.
    pub(super) fn is_slow(self) -> bool {
        self.0 <= Self::SLOW
    }

    /// How many pictures or moves are due after so long.
    pub(super) fn due(self, passed: Duration) -> f64 {
        self.0 * passed.as_secs_f64()
    }

    /// The time between two pictures.
    pub(super) fn gap(self) -> Duration {
        Duration::from_secs_f64(1.0 / self.0)
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 1.0 {
            write!(f, "one in {:.0} s", 1.0 / self.0)
        } else {
            write!(f, "{:.0} a second", self.0)
        }
    }
}
