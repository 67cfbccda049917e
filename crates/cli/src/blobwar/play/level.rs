//! How strong the engine plays: from one that mostly plays anything to one that uses all its time.
//!
//! A weak level looks few moves ahead and now and then plays a move by chance. Chance comes from the seed and
//! the number of the move alone, so that a game can be repeated, and a move that was taken back is answered
//! in the same way again.

use std::time::Duration;

use games::blobwar::{Move, Position};
use games::random::Random;
use solvers::blobwar::Limits;

/// What the help says of the levels.
pub(super) const HELP: &str = "\
Levels:   1 to 3   look one or two moves ahead; 60, 40, 20 moves in a hundred are by chance
          4 and 5  look two and three moves ahead; 10 and 5 in a hundred by chance
          6 to 9   look 4, 5, 6 and 8 moves ahead
          10       full strength: as deep as --time allows";

/// A level from 1, a beginner, to 10, full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Level(u8);

/// Of a hundred moves so many by chance, and how far ahead the others look, for levels 1 to 9.
const STRENGTHS: [(u32, u32); 9] =
    [(60, 1), (40, 1), (20, 2), (10, 2), (5, 3), (0, 4), (0, 5), (0, 6), (0, 8)];

impl Level {
    /// Full strength.
    pub(super) const FULL: Self = Self(10);

    /// The level of that number.
    pub(super) fn new(number: u8) -> Option<Self> {
        (1..=Self::FULL.0).contains(&number).then_some(Self(number))
    }

    pub(super) const fn number(self) -> u8 {
        self.0
    }

    pub(super) fn is_full(self) -> bool {
        self == Self::FULL
    }

    fn strength(self) -> Option<(u32, u32)> {
        STRENGTHS.get(usize::from(self.0).saturating_sub(1)).copied()
    }

    /// When the engine stops thinking.
    pub(super) fn limits(self, time: Duration) -> Limits {
        Limits { depth: self.strength().map(|(_, depth)| depth), ..Limits::move_time(time) }
    }

    /// The move that chance plays, if it is chance's turn.
    pub(super) fn blunder(self, position: &Position, seed: u64, ply: usize) -> Option<Move> {
        let (percent, _) = self.strength()?;
        let mut random = Random::new(Random::new(seed).next_u64().wrapping_add(ply as u64));
        if random.chance(percent) { random.pick(&position.legal_moves()).copied() } else { None }
    }
}
