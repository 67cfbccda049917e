//! How strong the engine plays: from one that mostly plays anything to one that uses all its time.
//!
//! A weak level looks few moves ahead and now and then plays a move by chance. Chance comes from the seed and
//! the number of the move alone, so that a game can be repeated, and a move that was taken back is answered
//! in the same way again.

use laplace_games::blobwar::{Move, Position};
use laplace_games::random::Random;

use super::settings::{Settings, Toggles};
use super::time::Limits;

/// A level from 1, a beginner, to 10, full strength.
///
/// ```
/// use laplace_solvers::blobwar::Level;
/// assert_eq!(Level::new(11), None);
/// assert!(Level::new(10).unwrap().is_full());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(u8);

/// Of a hundred moves so many by chance, and how far ahead the others look, for levels 1 to 9.
const STRENGTHS: [(u32, u32); 9] =
    [(60, 1), (40, 1), (20, 2), (10, 2), (5, 3), (0, 4), (0, 5), (0, 6), (0, 8)];

/// The memory of a player who looks a few moves ahead, in MiB.
const WEAK_MEGABYTES: usize = 4;

impl Level {
    /// Full strength.
    pub const FULL: Self = Self(10);

    /// The level of that number.
    pub fn new(number: u8) -> Option<Self> {
        (1..=Self::FULL.0).contains(&number).then_some(Self(number))
    }

    /// All of them, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::FULL.0).map(Self)
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Whether it is full strength.
    pub fn is_full(self) -> bool {
        self == Self::FULL
    }

    /// What an engine below full strength is set to: it solves no endgames.
    pub fn weak_settings() -> Settings {
        let toggles = Toggles { endgame: false, ..Toggles::ALL };
        Settings { megabytes: WEAK_MEGABYTES, toggles, ..Settings::default() }
    }

    fn strength(self) -> Option<(u32, u32)> {
        STRENGTHS.get(usize::from(self.0).saturating_sub(1)).copied()
    }

    /// The limits of one who looks no further ahead than this level.
    pub fn within(self, limits: &Limits) -> Limits {
        Limits { depth: self.strength().map(|(_, depth)| depth), ..*limits }
    }

    /// The move that chance plays, if it is chance's turn.
    pub fn blunder(self, position: &Position, seed: u64, ply: usize) -> Option<Move> {
        let (percent, _) = self.strength()?;
        let mut random = Random::new(Random::new(seed).next_u64().wrapping_add(ply as u64));
        if random.chance(percent) { random.pick(&position.legal_moves()).copied() } else { None }
    }
}
