//! How long players may think: the time control of a match, a player's clock, and what a player receives before a move.
//!
//! A clock may go below zero by a margin, which pays for pipes and schedulers. What is below zero is an overdraft: it
//! shortens the margin of the next move until increments have paid it back. So all moves of a game take together at
//! most what the clock gave and one margin.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use laplace_games::blobwar::Side;
use laplace_solvers::blobwar::Limits;

/// The longest time that can be given, in seconds: a day.
const MAX_SECONDS: f64 = 86_400.0;

/// What limits a player's moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeControl {
    /// A clock for the whole game.
    Clock(Fischer),
    /// A time for each move.
    MoveTime(Duration),
    /// A number of nodes for each move.
    Nodes(u64),
    /// A depth for each search.
    Depth(u32),
}

/// A Fischer clock: the time for a whole game, and what each move adds to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fischer {
    /// The time at the beginning of the game.
    pub base: Duration,
    /// The time that each move adds.
    pub increment: Duration,
}

/// Reads `1+0.01`, in seconds; the increment may be left out.
impl FromStr for Fischer {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<Self, TimeError> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let base = seconds(base).ok_or(TimeError::Clock)?;
        let increment = seconds(increment).ok_or(TimeError::Clock)?;
        if base.is_zero() {
            return Err(TimeError::NoBase);
        }
        Ok(Self { base, increment })
    }
}

/// A text that is not a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TimeError {
    /// Not the text of a clock.
    #[error("expected seconds and an increment, such as 10+0.1")]
    Clock,
    /// A clock that begins with nothing.
    #[error("expected some time to begin with, such as 10+0.1")]
    NoBase,
    /// Not a number of milliseconds, or more than a day.
    #[error("expected a number of milliseconds")]
    Milliseconds,
}

fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.trim().parse().ok()?;
    (0.0..=MAX_SECONDS).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

/// Reads a number of milliseconds, a day at most.
pub fn milliseconds(text: &str) -> Result<Duration, TimeError> {
    let read = text.parse().ok().filter(|&time| time <= (MAX_SECONDS * 1e3) as u64);
    read.map(Duration::from_millis).ok_or(TimeError::Milliseconds)
}

/// What is left of a player's time, or how far below zero it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    left: Duration,
    /// How far below zero the clock is; zero while time is left.
    overdraft: Duration,
}

impl Clock {
    /// A clock with this time left.
    pub const fn new(left: Duration) -> Self {
        Self { left, overdraft: Duration::ZERO }
    }

    /// The clock after a move that took `used` and gained `increment`.
    pub fn after(self, used: Duration, increment: Duration) -> Self {
        let gained = self.left.saturating_add(increment);
        let spent = self.overdraft.saturating_add(used);
        Self { left: gained.saturating_sub(spent), overdraft: spent.saturating_sub(gained) }
    }

    /// The longest time that the next move may take.
    pub fn deadline(self, margin: Duration) -> Duration {
        self.left.saturating_add(margin).saturating_sub(self.overdraft)
    }
}

/// Writes the time in milliseconds, negative for an overdraft.
impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.overdraft.is_zero() { "" } else { "-" };
        write!(f, "{sign}{} ms", (self.left + self.overdraft).as_millis())
    }
}

impl TimeControl {
    /// The clock at the beginning of a game; zero where moves are not timed.
    pub fn clock(self) -> Clock {
        match self {
            Self::Clock(fischer) => Clock::new(fischer.base),
            Self::MoveTime(time) => Clock::new(time),
            Self::Nodes(_) | Self::Depth(_) => Clock::default(),
        }
    }

    /// The clock for the next move, after a move that took `used`.
    pub fn next(self, clock: Clock, used: Duration) -> Clock {
        match self {
            Self::Clock(fischer) => clock.after(used, fischer.increment),
            _ => self.clock(),
        }
    }

    fn increment(self) -> Duration {
        match self {
            Self::Clock(fischer) => fischer.increment,
            _ => Duration::ZERO,
        }
    }

    /// The same time for every move that keeps within this control, for a player that does not read its clock.
    pub fn steady_time(self) -> Duration {
        // Longer than most games are for one player; the increment covers the rest.
        const MOVES: u32 = 60;
        match self {
            Self::Clock(Fischer { base, increment }) => base / MOVES + increment * 3 / 4,
            Self::MoveTime(time) => time * 3 / 4,
            Self::Nodes(_) | Self::Depth(_) => Duration::from_secs_f64(MAX_SECONDS),
        }
    }
}

/// Writes a clock as it is typed, other controls with their unit.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clock(fischer) => {
                write!(f, "{}+{}", fischer.base.as_secs_f64(), fischer.increment.as_secs_f64())
            }
            Self::MoveTime(time) => write!(f, "{} ms a move", time.as_millis()),
            Self::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Self::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}

/// The limits of a move, as a player receives them.
#[derive(Clone, Copy, Debug)]
pub struct Go {
    /// The side to move.
    pub side: Side,
    /// The time controls of both players, blue's first.
    pub controls: [TimeControl; 2],
    /// Both clocks, blue's first.
    pub clocks: [Clock; 2],
}

impl Go {
    /// The time control of the player to move.
    pub fn control(&self) -> TimeControl {
        self.controls[self.side as usize]
    }

    /// The clock of the player to move; `None` if its moves are not timed.
    pub fn clock(&self) -> Option<Clock> {
        match self.control() {
            TimeControl::Clock(_) | TimeControl::MoveTime(_) => Some(self.clocks[self.side as usize]),
            TimeControl::Nodes(_) | TimeControl::Depth(_) => None,
        }
    }

    /// The same limits after the player to move has used some of its time.
    #[must_use]
    pub fn after(mut self, used: Duration) -> Self {
        let clock = &mut self.clocks[self.side as usize];
        *clock = clock.after(used, Duration::ZERO);
        self
    }

    /// The UAI command. `btime` is blue's; for an opponent without a clock the player's own is written.
    pub fn uai_command(&self) -> String {
        let left = |side: Side| self.clocks[side as usize].left.as_millis().max(1);
        match self.control() {
            TimeControl::Clock(_) => {
                let [blue, red] = Side::BOTH.map(|side| self.side_with_clock(side));
                let gain = |side: Side| self.controls[side as usize].increment().as_millis();
                format!("go btime {} wtime {} binc {} winc {}", left(blue), left(red), gain(blue), gain(red))
            }
            TimeControl::MoveTime(_) => format!("go movetime {}", left(self.side)),
            TimeControl::Nodes(nodes) => format!("go nodes {nodes}"),
            TimeControl::Depth(depth) => format!("go depth {depth}"),
        }
    }

    /// The limits of a search for this move by an engine in this process.
    pub fn limits(&self) -> Limits {
        let left = |side: Side| self.clocks[side as usize].left;
        match self.control() {
            TimeControl::Clock(_) => {
                let sides = Side::BOTH.map(|side| self.side_with_clock(side));
                Limits {
                    clocks: sides.map(|side| Some(left(side))),
                    increments: sides.map(|side| self.controls[side as usize].increment()),
                    ..Limits::default()
                }
            }
            TimeControl::MoveTime(_) => Limits::move_time(left(self.side)),
            TimeControl::Nodes(nodes) => Limits::nodes(nodes),
            TimeControl::Depth(depth) => Limits::depth(depth),
        }
    }

    /// This side if it plays on a clock, else the side to move.
    fn side_with_clock(&self, side: Side) -> Side {
        match self.controls[side as usize] {
            TimeControl::Clock(_) => side,
            _ => self.side,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_in_seconds() {
        let clock = |base, increment| {
            Ok(Fischer { base: Duration::from_millis(base), increment: Duration::from_millis(increment) })
        };
        assert_eq!("1+0.01".parse(), clock(1000, 10));
        assert_eq!("2.5".parse(), clock(2500, 0));
        for wrong in ["", "+", "0", "-1", "1+-1", "1+x", "nan", "inf", "1e9", "1+1+1"] {
            assert!(wrong.parse::<Fischer>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_uai_command_has_both_clocks_blue_first() {
        let clock = |text: &str| TimeControl::Clock(text.parse().unwrap());
        let clocks = [Duration::from_millis(900), Duration::from_micros(10)].map(Clock::new);
        let go = Go { side: Side::Red, controls: [clock("1+0.01"), clock("2+0.02")], clocks };
        assert_eq!(go.uai_command(), "go btime 900 wtime 1 binc 10 winc 20");
        assert_eq!(go.clock(), Some(clocks[1]));
        let odd = Go { side: Side::Blue, controls: [clock("1+0.01"), TimeControl::Nodes(5)], clocks };
        assert_eq!(odd.uai_command(), "go btime 900 wtime 900 binc 10 winc 10");
        assert_eq!(Go { side: Side::Red, ..odd }.uai_command(), "go nodes 5");
    }

    #[test]
    fn time_used_beyond_the_clock_is_an_overdraft() {
        let ms = Duration::from_millis;
        let margin = ms(20);
        let control = TimeControl::Clock(Fischer { base: ms(10), increment: ms(2) });
        let mut clock = control.clock();
        assert_eq!(clock.deadline(margin), ms(30));
        clock = control.next(clock, ms(30));
        assert_eq!((clock.to_string().as_str(), clock.deadline(margin)), ("-18 ms", ms(2)));
        // However many moves follow: the sum of their times is bounded by what the clock gave, and one margin.
        for _ in 0..100 {
            clock = control.next(clock, clock.deadline(margin));
            assert_eq!(clock.deadline(margin), ms(2));
        }
        clock = control.next(clock, ms(0));
        assert_eq!((clock.to_string().as_str(), clock.deadline(margin)), ("-16 ms", ms(4)));
        assert_eq!(clock.after(ms(5), ms(0)).deadline(margin), ms(0));
        assert_eq!(control.next(Clock::new(ms(7)), ms(4)).to_string(), "5 ms");
        // With a time for each move there is no overdraft.
        let control = TimeControl::MoveTime(ms(10));
        assert_eq!(control.next(control.clock(), ms(25)), Clock::new(ms(10)));
    }

    #[test]
    fn the_uai_command_leaves_out_time_already_used() {
        let control = TimeControl::MoveTime(Duration::from_millis(50));
        let go = Go { side: Side::Blue, controls: [control; 2], clocks: [control.clock(); 2] };
        assert_eq!(go.uai_command(), "go movetime 50");
        assert_eq!(go.after(Duration::from_millis(30)).uai_command(), "go movetime 20");
        assert_eq!(go.after(Duration::from_millis(80)).clock().unwrap().to_string(), "-30 ms");
    }
}
