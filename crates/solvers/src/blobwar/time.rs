//! Limits of a search, and the time budget that follows from a clock.
//!
//! A budget has two limits: after the soft one no new iteration starts, at the hard one the search stops in the middle
//! of an iteration. Some time is always kept back for what happens between the search and the clock.

use std::time::Duration;

use laplace_games::blobwar::Side;

/// Kept back on every move: pipes and schedulers take some milliseconds between the search and the clock.
const OVERHEAD: Duration = Duration::from_millis(8);
/// Of a fixed time for the move at most a twentieth is kept back, or a move time of 10 ms would leave nothing.
const MOVE_TIME_OVERHEAD_SHARE: u32 = 20;
/// Kept back of a clock: on a busy machine a move can be held up by tens of milliseconds.
const RESERVE: Duration = Duration::from_millis(50);
/// The number of moves that the clock has to last if it is not given: about half of the 47 that a player makes in a game
/// of the engine against itself.
const EXPECTED_MOVES: u32 = 22;
/// One move takes at most a quarter of the clock, however unstable its search is.
const MAX_CLOCK_SHARE: u32 = 4;

/// What ends a search; the limit that is reached first counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The depth of the last iteration.
    pub depth: Option<u32>,
    /// The number of nodes; with one thread it is never exceeded.
    pub nodes: Option<u64>,
    /// The number of nodes after which no new iteration begins.
    pub soft_nodes: Option<u64>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// The time left on the clocks of blue and red.
    pub clocks: [Option<Duration>; 2],
    /// The time that each clock gains with a move.
    pub increments: [Duration; 2],
    /// The number of moves that the clock has to last.
    pub moves_to_go: Option<u32>,
    /// Search until the caller stops it, whatever the other limits are.
    pub infinite: bool,
}

impl Limits {
    /// Limits the depth.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// Limits the number of nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Begins no new iteration after this number of nodes, and stops at four times as many.
    #[must_use]
    pub fn soft_nodes(nodes: u64) -> Self {
        Self { soft_nodes: Some(nodes), nodes: Some(nodes.saturating_mul(4)), ..Self::default() }
    }

    /// Limits the time for the move.
    #[must_use]
    pub fn move_time(time: Duration) -> Self {
        Self { move_time: Some(time), ..Self::default() }
    }

    /// The same clock for both players.
    #[must_use]
    pub fn clock(left: Duration, increment: Duration) -> Self {
        Self { clocks: [Some(left); 2], increments: [increment; 2], ..Self::default() }
    }

    /// The time budget for a move of this player.
    pub(super) fn budget(&self, side: Side) -> Budget {
        let fixed = self.move_time.map(|time| {
            let time = time - (time / MOVE_TIME_OVERHEAD_SHARE).min(OVERHEAD);
            Budget { soft: None, hard: Some(time) }
        });
        // A match runner that sends only the other player's clock still expects a move in time.
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
        // Once the reserve is touched, most of the increment refills it: the next delay would lose the game.
        let gained = if left > RESERVE * 2 { increment * 3 / 4 } else { increment / 4 };
        let left = left - RESERVE.min(left / 2);
        let moves = self.moves_to_go.unwrap_or(EXPECTED_MOVES).clamp(1, EXPECTED_MOVES);
        let share = left / moves + gained;
        let most = if moves == 1 { left * 3 / 4 } else { left / MAX_CLOCK_SHARE };
        Budget { soft: Some((share / 2).min(most)), hard: Some((share * 5 / 2).min(most)) }
    }
}

/// The time limits of a move, from the start of its search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    /// No new iteration starts after this.
    pub(super) soft: Option<Duration>,
    /// The search stops at this.
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
                    let left = Duration::from_millis(left);
                    let increment = Duration::from_millis(increment);
                    let limits = Limits { moves_to_go, ..Limits::clock(left, increment) };
                    let hard = limits.budget(Side::Red).hard.unwrap();
                    assert!(hard + OVERHEAD <= left.max(OVERHEAD), "{limits:?}: {hard:?}");
                }
            }
        }
    }

    #[test]
    fn a_missing_clock_is_taken_to_be_like_the_other_players() {
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
