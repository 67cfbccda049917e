//! The speed at which a game is shown.

use std::fmt;
use std::time::Duration;

/// Stages a second up to [`Pace::SLOW`], moves a second above it; in the well always stages a second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pace(f64);

impl Pace {
    /// The speeds that the keys go through.
    const STEPS: [f64; 14] =
        [0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1_000.0, 2_000.0, 5_000.0, 10_000.0];
    /// The highest speed at which every stage of a move is shown; above it, one frame a move.
    const SLOW: f64 = 20.0;
    /// A stage every millisecond: no terminal draws more.
    pub(super) const FASTEST_STAGES: Self = Self(1_000.0);
    /// The highest speed of all.
    pub(super) const FASTEST_MOVES: Self = Self(10_000.0);

    /// Ten stages a second.
    pub(crate) const DEFAULT: Self = Self(10.0);

    /// One stage every `milliseconds`; 0 counts as 1.
    pub(crate) fn every(milliseconds: u32) -> Self {
        Self(1000.0 / f64::from(milliseconds.max(1)))
    }

    /// The next higher speed, up to `fastest`.
    pub(super) fn faster(self, fastest: Self) -> Self {
        let next = Self::STEPS.into_iter().find(|&step| step > self.0 && step <= fastest.0);
        Self(next.unwrap_or(self.0))
    }

    pub(super) fn slower(self) -> Self {
        Self(Self::STEPS.into_iter().rev().find(|&step| step < self.0).unwrap_or(self.0))
    }

    /// Whether every stage of a move is shown.
    pub(super) fn is_slow(self) -> bool {
        self.0 <= Self::SLOW
    }

    /// The number of stages or moves that are due after the time `passed`.
    pub(super) fn due(self, passed: Duration) -> f64 {
        self.0 * passed.as_secs_f64()
    }

    /// The time between two stages.
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
