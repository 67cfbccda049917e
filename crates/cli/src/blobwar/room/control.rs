//! How long the players may think, and what they are told of it.

use std::str::FromStr;
use std::time::Duration;

use laplace_games::blobwar::Side;

/// A day: nobody waits longer for a move.
const LONGEST: f64 = 86_400.0;

/// What limits a player's moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Control {
    Clock(Clock),
    MoveTime(Duration),
    Nodes(u64),
    Depth(u32),
}

/// The time for a whole game, and what each move adds to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    pub(crate) base: Duration,
    pub(crate) increment: Duration,
}

/// Reads `1+0.01`, in seconds; the increment may be left out.
impl FromStr for Clock {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let read = |text: &str| seconds(text).ok_or("expected seconds and an increment, such as 10+0.1");
        let clock = Self { base: read(base)?, increment: read(increment)? };
        if clock.base.is_zero() {
            return Err("expected some time to begin with, such as 10+0.1".into());
        }
        Ok(clock)
    }
}

fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.trim().parse().ok()?;
    (0.0..=LONGEST).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

/// Reads a number of milliseconds.
pub(crate) fn milliseconds(text: &str) -> Result<Duration, String> {
    let read = text.parse().ok().filter(|&time| time <= (LONGEST * 1e3) as u64);
    read.map(Duration::from_millis).ok_or_else(|| "expected a number of milliseconds".into())
}

/// What is left of a player's time. It may be less than nothing by the margin, and then the next move has less
/// of a margin: what is over time is paid back, or ends the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Watch {
    left: Duration,
    /// Nothing while there is time left.
    owed: Duration,
}

impl Watch {
    pub(crate) const fn new(left: Duration) -> Self {
        Self { left, owed: Duration::ZERO }
    }

    /// After a move that took so long and is given so much.
    pub(crate) fn after(self, used: Duration, increment: Duration) -> Self {
        let (had, spent) = (self.left + increment, self.owed + used);
        Self { left: had.saturating_sub(spent), owed: spent.saturating_sub(had) }
    }

    /// The longest that a move may take.
    pub(crate) fn allows(self, margin: Duration) -> Duration {
        (self.left + margin).saturating_sub(self.owed)
    }
}

/// In milliseconds.
impl std::fmt::Display for Watch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.owed.is_zero() { "" } else { "-" };
        write!(f, "{sign}{} ms", (self.left + self.owed).as_millis())
    }
}

impl Control {
    /// The time that a player begins with; none without a watch.
    pub(crate) fn watch(self) -> Watch {
        match self {
            Self::Clock(clock) => Watch::new(clock.base),
            Self::MoveTime(time) => Watch::new(time),
            Self::Nodes(_) | Self::Depth(_) => Watch::default(),
        }
    }

    /// The time for the next move after one that took so long.
    pub(crate) fn next(self, watch: Watch, used: Duration) -> Watch {
        match self {
            Self::Clock(clock) => watch.after(used, clock.increment),
            _ => self.watch(),
        }
    }

    /// What a move adds to the clock.
    fn increment(self) -> Duration {
        match self {
            Self::Clock(clock) => clock.increment,
            _ => Duration::ZERO,
        }
    }

    /// What a player who cannot watch a clock may spend on each move.
    pub(crate) fn steady_time(self) -> Duration {
        const MOVES: u32 = 60;
        match self {
            Self::Clock(Clock { base, increment }) => base / MOVES + increment * 3 / 4,
            Self::MoveTime(time) => time * 3 / 4,
            Self::Nodes(_) | Self::Depth(_) => Duration::from_secs_f64(LONGEST),
        }
    }
}

/// As it is typed.
impl std::fmt::Display for Control {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Clock(clock) => write!(f, "{}+{}", clock.base.as_secs_f64(), clock.increment.as_secs_f64()),
            Self::MoveTime(time) => write!(f, "{} ms a move", time.as_millis()),
            Self::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Self::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}

/// What a player is told before a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Go {
    pub(crate) side: Side,
    /// The limits of both players, blue's first.
    pub(crate) controls: [Control; 2],
    /// What is left on both clocks.
    pub(crate) watches: [Watch; 2],
}

impl Go {
    /// The limit of the player to move.
    pub(crate) fn control(&self) -> Control {
        self.controls[self.side as usize]
    }

    /// How long the player has for this move; `None` without a watch.
    pub(crate) fn watch(&self) -> Option<Watch> {
        match self.control() {
            Control::Clock(_) | Control::MoveTime(_) => Some(self.watches[self.side as usize]),
            Control::Nodes(_) | Control::Depth(_) => None,
        }
    }

    /// The same when so much of the time is gone.
    pub(crate) fn after(mut self, used: Duration) -> Self {
        let watch = &mut self.watches[self.side as usize];
        *watch = watch.after(used, Duration::ZERO);
        self
    }

    /// The protocol's line. `btime` is blue's; an opponent without a clock is shown the player's own.
    pub(crate) fn line(&self) -> String {
        let left = |side: Side| self.watches[side as usize].left.as_millis().max(1);
        match self.control() {
            Control::Clock(_) => {
                let clock_of = |side: Side| if self.has_clock(side) { side } else { self.side };
                let [blue, red] = Side::BOTH.map(clock_of);
                let gain = |side: Side| self.controls[side as usize].increment().as_millis();
                format!("go btime {} wtime {} binc {} winc {}", left(blue), left(red), gain(blue), gain(red))
            }
            Control::MoveTime(_) => format!("go movetime {}", left(self.side)),
            Control::Nodes(nodes) => format!("go nodes {nodes}"),
            Control::Depth(depth) => format!("go depth {depth}"),
        }
    }

    fn has_clock(&self, side: Side) -> bool {
        matches!(self.controls[side as usize], Control::Clock(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_in_seconds() {
        let clock = |base, increment| {
            Ok(Clock { base: Duration::from_millis(base), increment: Duration::from_millis(increment) })
        };
        assert_eq!("1+0.01".parse(), clock(1000, 10));
        assert_eq!("2.5".parse(), clock(2500, 0));
        for wrong in ["", "+", "0", "-1", "1+-1", "1+x", "nan", "inf", "1e9", "1+1+1"] {
            assert!(wrong.parse::<Clock>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_line_tells_both_clocks_blue_first() {
        let clock = |text: &str| Control::Clock(text.parse().unwrap());
        let watches = [Duration::from_millis(900), Duration::from_micros(10)].map(Watch::new);
        let go = Go { side: Side::Red, controls: [clock("1+0.01"), clock("2+0.02")], watches };
        assert_eq!(go.line(), "go btime 900 wtime 1 binc 10 winc 20");
        assert_eq!(go.watch(), Some(watches[1]));
        let odd = Go { side: Side::Blue, controls: [clock("1+0.01"), Control::Nodes(5)], watches };
        assert_eq!(odd.line(), "go btime 900 wtime 900 binc 10 winc 10");
        assert_eq!(Go { side: Side::Red, ..odd }.line(), "go nodes 5");
    }

    #[test]
    fn what_is_over_time_is_owed() {
        let (ms, margin) = (Duration::from_millis, Duration::from_millis(20));
        let control = Control::Clock(Clock { base: ms(10), increment: ms(2) });
        let mut watch = control.watch();
        assert_eq!(watch.allows(margin), ms(30));
        watch = control.next(watch, ms(30));
        assert_eq!((watch.to_string().as_str(), watch.allows(margin)), ("-18 ms", ms(2)));
        // However many moves follow: the sum of their times is bounded by what the clock gave, and one margin.
        for _ in 0..100 {
            watch = control.next(watch, watch.allows(margin));
            assert_eq!(watch.allows(margin), ms(2));
        }
        watch = control.next(watch, ms(0));
        assert_eq!((watch.to_string().as_str(), watch.allows(margin)), ("-16 ms", ms(4)));
        assert_eq!(watch.after(ms(5), ms(0)).allows(margin), ms(0));
        assert_eq!(control.next(Watch::new(ms(7)), ms(4)).to_string(), "5 ms");
        // A time for each move owes nothing to the next.
        let control = Control::MoveTime(ms(10));
        assert_eq!(control.next(control.watch(), ms(25)), Watch::new(ms(10)));
    }

    #[test]
    fn time_that_is_gone_is_told() {
        let control = Control::MoveTime(Duration::from_millis(50));
        let go = Go { side: Side::Blue, controls: [control; 2], watches: [control.watch(); 2] };
        assert_eq!(go.line(), "go movetime 50");
        assert_eq!(go.after(Duration::from_millis(30)).line(), "go movetime 20");
        assert_eq!(go.after(Duration::from_millis(80)).watch().unwrap().to_string(), "-30 ms");
    }
}
