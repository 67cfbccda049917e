//! How long to think: by the clock, for a fixed time, to a depth, for a number of nodes, or until told.
//!
//! A clock gives two moments: after the first no new iteration starts, after the second the search stops
//! where it is. Some time is always kept back for what happens between the search and the clock.

use std::time::Duration;

use laplace_games::blobwar::Side;

/// Kept back on every move for pipes and schedulers; of a fixed time for the move at most this share.
const OVERHEAD: Duration = Duration::from_millis(8);
const MOVE_TIME_OVERHEAD_SHARE: u32 = 20;
/// Of a clock this is kept back for once in a game: a machine may do something else for a while.
const RESERVE: Duration = Duration::from_millis(50);
/// How many more moves are expected when nobody says.
const EXPECTED_MOVES: u32 = 22;
/// At most this share of the clock goes into one move.
const MAX_CLOCK_SHARE: u32 = 4;

/// What ends a search; several may be given, the first to come counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The deepest iteration.
    pub depth: Option<u32>,
    /// The number of nodes, kept exactly with one thread.
    pub nodes: Option<u64>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// What is left on the clocks of blue and red.
    pub clocks: [Option<Duration>; 2],
    /// What each clock gains with a move.
    pub increments: [Duration; 2],
    /// How many moves the clock must last.
    pub moves_to_go: Option<u32>,
    /// Search until told to stop, whatever else is said.
    pub infinite: bool,
}

impl Limits {
    /// Search to a depth.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// Search a number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Search for a time.
    pub fn move_time(time: Duration) -> Self {
        Self { move_time: Some(time), ..Self::default() }
    }

    /// Search as one should with this clock for either player.
    pub fn clock(left: Duration, increment: Duration) -> Self {
        Self { clocks: [Some(left); 2], increments: [increment; 2], ..Self::default() }
    }

    /// The times that follow for a player.
    pub(super) fn budget(&self, side: Side) -> Budget {
        let fixed = self.move_time.map(|time| {
            let time = time - (time / MOVE_TIME_OVERHEAD_SHARE).min(OVERHEAD);
            Budget { soft: None, hard: Some(time) }
        });
        // A runner that tells only the other player's clock still expects an answer in time.
        let of = |side: Side| self.clocks[side as usize].map(|left| (left, self.increments[side as usize]));
        let clock = of(side).or(of(side.other())).map(|(left, increment)| self.share(left, increment));
        match (self.infinite, fixed, clock) {
            (true, _, _) => Budget::NONE,
            (_, Some(fixed), _) => fixed,
            (_, None, Some(clock)) => clock,
            (_, None, None) => Budget::NONE,
        }
    }

    fn share(&self, left: Duration, increment: Duration) -> Budget {
        let left = left.saturating_sub(OVERHEAD);
        // With the reserve touched the increment has to fill it again.
        let gained = if left > RESERVE * 2 { increment * 3 / 4 } else { increment / 4 };
        let left = left - RESERVE.min(left / 2);
        let moves = self.moves_to_go.unwrap_or(EXPECTED_MOVES).clamp(1, EXPECTED_MOVES);
        let share = left / moves + gained;
        let most = if moves == 1 { left * 3 / 4 } else { left / MAX_CLOCK_SHARE };
        Budget { soft: Some((share / 2).min(most)), hard: Some((share * 5 / 2).min(most)) }
    }
}

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    /// No iteration starts later.
    pub(super) soft: Option<Duration>,
    /// The search stops here.
    pub(super) hard: Option<Duration>,
}

impl Budget {
    const NONE: Self = Self { soft: None, hard: None };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_never_exceeds_the_clock() {
        for left in [0, 1, 5, 10, 50, 200, 1_000, 60_000] {
            for increment in [0, 2, 10, 1_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let (left, increment) = (Duration::from_millis(left), Duration::from_millis(increment));
                    let limits = Limits { moves_to_go, ..Limits::clock(left, increment) };
                    let hard = limits.budget(Side::Red).hard.unwrap();
                    assert!(hard + OVERHEAD <= left.max(OVERHEAD), "{limits:?}: {hard:?}");
                }
            }
        }
    }

    #[test]
    fn one_clock_is_enough_for_both() {
        let limits = Limits { clocks: [Some(Duration::from_secs(1)), None], ..Limits::default() };
        assert!(limits.budget(Side::Blue).hard.is_some());
        assert_eq!(limits.budget(Side::Red), limits.budget(Side::Blue));
    }

    #[test]
    fn an_infinite_search_has_no_budget() {
        let limits = Limits { infinite: true, ..Limits::move_time(Duration::from_secs(1)) };
        assert_eq!(limits.budget(Side::Blue), Budget::NONE);
    }
}
