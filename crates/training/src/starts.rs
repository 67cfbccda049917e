//! The boards that training games start from.
//!
//! One network plays on both sizes, with and without holes, by both rules for a player that cannot move, so it has to
//! see all of them.

use std::fmt;
use std::str::FromStr;

use laplace_games::blobwar::{Cell, Map, Position, Setup, Size, StuckRule, generate};
use laplace_games::random::Random;

/// How often games start from each kind of board, as shares of their sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mix {
    /// The board of Ataxx, 7 x 7 without holes.
    pub seven: u32,
    /// 8 x 8 without holes.
    pub eight: u32,
    /// The maps of the course's project.
    pub maps: u32,
    /// Random holes, on either size.
    pub holes: u32,
}

impl Default for Mix {
    fn default() -> Self {
        Self { seven: 45, eight: 25, maps: 20, holes: 10 }
    }
}

/// Writes the four shares, such as `45,25,20,10`.
impl fmt::Display for Mix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seven, eight, maps, holes } = self;
        write!(f, "{seven},{eight},{maps},{holes}")
    }
}

/// The largest share: the sum of four has to fit.
const MAX_SHARE: u32 = 1_000_000;

/// Reads the four shares.
impl FromStr for Mix {
    type Err = MixError;

    fn from_str(text: &str) -> Result<Self, MixError> {
        let shares: Option<Vec<u32>> = text.split(',').map(|share| share.trim().parse().ok()).collect();
        let shares = shares.filter(|shares| shares.iter().all(|&share| share <= MAX_SHARE));
        let Some(&[seven, eight, maps, holes]) = shares.as_deref() else { return Err(MixError::Shares) };
        let mix = Self { seven, eight, maps, holes };
        if mix.sum() > 0 { Ok(mix) } else { Err(MixError::AllZero) }
    }
}

/// Why a text is not a mix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MixError {
    /// Not four numbers that are small enough.
    #[error("expected four shares, such as 45,25,20,10")]
    Shares,
    /// No board can be drawn.
    #[error("expected a share above 0")]
    AllZero,
}

/// The share of games in which a player that cannot move passes, in percent, where both rules are usual.
const PASSES_PERCENT: u32 = 60;
/// The same on 7 x 7, where the other rule is rare.
const PASSES_ON_SEVEN_PERCENT: u32 = 90;
/// The largest share of random holes, in percent.
const MAX_HOLES_PERCENT: u32 = 35;
/// The numbers of random moves from the start.
const PLIES: std::ops::RangeInclusive<u32> = 4..=16;
/// The number of starts to try until one leads to a game.
const MAX_TRIES: usize = 1_000;

impl Mix {
    /// The sum of all shares.
    pub const fn sum(&self) -> u32 {
        self.seven + self.eight + self.maps + self.holes
    }

    /// A board to start from, before any move.
    pub fn board(&self, random: &mut Random) -> Position {
        let drawn = random.below(self.sum().max(1));
        if drawn < self.seven {
            return Position::start(Size::Seven, rule(random, PASSES_ON_SEVEN_PERCENT));
        }
        if drawn < self.seven + self.eight {
            return Position::start(Size::Eight, rule(random, PASSES_PERCENT));
        }
        if drawn < self.seven + self.eight + self.maps
            && let Some(map) = random.pick(Map::all())
        {
            return map.start(rule(random, PASSES_PERCENT));
        }
        with_holes(random)
    }

    /// A position to start from: a board after some random moves, that is not over.
    pub fn start(&self, random: &mut Random) -> Option<Position> {
        (0..MAX_TRIES).find_map(|_| {
            let mut position = self.board(random);
            let plies = PLIES.start() + random.below(PLIES.end() - PLIES.start() + 1);
            generate::play_random_moves(&mut position, plies, random);
            // The number of the move is not kept in a file of games.
            let setup = Setup { number: 1, ..position.setup() };
            Position::new(setup).ok().filter(|position| position.end().is_none())
        })
    }
}

fn rule(random: &mut Random, passes_percent: u32) -> StuckRule {
    if random.chance(passes_percent) { StuckRule::Passes } else { StuckRule::Ends }
}

/// A board with random holes, the same after half a turn as the maps are, so that neither player has the better half.
fn with_holes(random: &mut Random) -> Position {
    let size = Size::BOTH[random.below(2) as usize];
    let percent = 1 + random.below(MAX_HOLES_PERCENT);
    let mut setup = Setup::start(size, Default::default(), rule(random, PASSES_PERCENT));
    let last = size.width() - 1;
    for cell in size.cells() {
        if random.chance(percent)
            && let Some(opposite) = Cell::at(last - cell.row(), last - cell.column())
        {
            setup.holes.insert(cell);
            setup.holes.insert(opposite);
        }
    }
    setup.holes -= setup.blue | setup.red;
    Position::new(setup).unwrap_or_else(|_| Position::start(size, setup.stuck))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_board_and_both_rules_are_drawn() {
        let mut random = Random::new(1);
        let starts: Vec<Position> = (0..2_000).filter_map(|_| Mix::default().start(&mut random)).collect();
        assert_eq!(starts.len(), 2_000);
        for size in Size::BOTH {
            for stuck in StuckRule::BOTH {
                for with_holes in [false, true] {
                    let is_such = |p: &&Position| {
                        p.size() == size
                            && p.stuck_rule() == stuck
                            && p.board().holes().is_empty() != with_holes
                    };
                    assert!(starts.iter().filter(is_such).count() > 10, "{size:?} {stuck:?} {with_holes}");
                }
            }
        }
        let on_map = |map: &Map| starts.iter().filter(|start| start.board().holes() == map.holes()).count();
        // On the map `test` nearly every sequence of moves ends the game.
        assert!(Map::all().iter().filter(|map| on_map(map) > 5).count() >= 13);
        assert!(starts.iter().all(|start| start.end().is_none()));
    }

    #[test]
    fn a_share_of_zero_is_never_drawn() {
        let mix = Mix { seven: 1, eight: 0, maps: 0, holes: 0 };
        let mut random = Random::new(2);
        assert!((0..200).filter_map(|_| mix.start(&mut random)).all(|start| start.size() == Size::Seven));
    }
}
