//! Durations as people read them, in one notation: `0.6 ms`, `139 ms`, `1.2 s`, `2 min 41 s`, `1 h 3 min`.

use std::fmt;
use std::time::{Duration, Instant};

/// A duration to be shown. JSON and columns headed "seconds" have plain numbers instead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shown(Duration);

impl Shown {
    /// The time since then.
    pub(crate) fn since(began: Instant) -> Self {
        Self(began.elapsed())
    }

    /// A number of seconds; a negative or infinite one is shown as 0.
    pub(crate) fn seconds(seconds: f64) -> Self {
        Self(Duration::try_from_secs_f64(seconds).unwrap_or_default())
    }
}

impl From<Duration> for Shown {
    fn from(time: Duration) -> Self {
        Self(time)
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let micros = self.0.as_micros();
        // Rounded first, so that 999.6 ms is 1.0 s and not 1000 ms.
        let text = if micros < 9_950 {
            format!("{:.1} ms", micros as f64 / 1e3)
        } else if micros < 999_500 {
            format!("{:.0} ms", micros as f64 / 1e3)
        } else if micros < 59_950_000 {
            format!("{:.1} s", micros as f64 / 1e6)
        } else {
            let seconds = (micros + 500_000) / 1_000_000;
            if seconds < 3_600 {
                format!("{} min {} s", seconds / 60, seconds % 60)
            } else {
                let minutes = (seconds + 30) / 60;
                format!("{} h {} min", minutes / 60, minutes % 60)
            }
        };
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_has_one_notation() {
        let shown = |micros| Shown::from(Duration::from_micros(micros)).to_string();
        assert_eq!(shown(0), "0.0 ms");
        assert_eq!(shown(556), "0.6 ms");
        assert_eq!(shown(8_680), "8.7 ms");
        assert_eq!(shown(9_949), "9.9 ms");
        assert_eq!(shown(9_960), "10 ms");
        assert_eq!(shown(138_600), "139 ms");
        assert_eq!(shown(999_600), "1.0 s");
        assert_eq!(shown(59_940_000), "59.9 s");
        assert_eq!(shown(59_960_000), "1 min 0 s");
        assert_eq!(shown(161_000_000), "2 min 41 s");
        assert_eq!(shown(3_599_600_000), "1 h 0 min");
        assert_eq!(shown(3_780_000_000), "1 h 3 min");
        assert_eq!(format!("{:>8}", Shown::seconds(1.25)), "   1.2 s");
        assert_eq!(Shown::seconds(-1.0).to_string(), "0.0 ms");
    }
}
