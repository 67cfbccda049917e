//! The parameters of a game: the players, the size of the board, and the rule for a stuck player.

use std::fmt;
use std::ops::Not;

use super::bitboard::Bitboard;
use super::cell::GRID;
use crate::number::{named, serde_by_text};

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// `x` in texts; moves first from the start.
    Blue,
    /// `o` in texts.
    Red,
}

impl Side {
    /// Both players, in the order in which they move.
    pub const BOTH: [Self; 2] = [Self::Blue, Self::Red];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Blue => Self::Red,
            Self::Red => Self::Blue,
        }
    }

    /// The letter that stands for this player in FENs.
    pub const fn letter(self) -> char {
        match self {
            Self::Blue => 'x',
            Self::Red => 'o',
        }
    }

    /// Its colour, the name for people: `blue` or `red`.
    pub const fn colour(self) -> &'static str {
        match self {
            Self::Blue => "blue",
            Self::Red => "red",
        }
    }

    /// The name for people, with the letter: `blue (x)` or `red (o)`.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Blue => "blue (x)",
            Self::Red => "red (o)",
        }
    }
}

/// Writes the letter of FENs: `x` or `o`.
impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.letter(), f)
    }
}

named!(Side, Side::BOTH, "x or o");
serde_by_text!(Side);

impl Not for Side {
    type Output = Self;

    fn not(self) -> Self {
        self.other()
    }
}

/// The two sizes of board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Size {
    /// 7 x 7: Ataxx.
    Seven,
    /// 8 x 8: the exercise sheet and the course's project.
    Eight,
}

impl Size {
    /// Both sizes.
    pub const BOTH: [Self; 2] = [Self::Seven, Self::Eight];

    /// How many rows the board has, and how many columns.
    pub const fn width(self) -> u8 {
        match self {
            Self::Seven => GRID - 1,
            Self::Eight => GRID,
        }
    }

    /// The size of that width.
    pub const fn of_width(width: usize) -> Option<Self> {
        match width {
            7 => Some(Self::Seven),
            8 => Some(Self::Eight),
            _ => None,
        }
    }

    /// The cells of the board, holes or not.
    pub const fn cells(self) -> Bitboard {
        match self {
            Self::Seven => SEVEN_BY_SEVEN,
            Self::Eight => Bitboard::FULL,
        }
    }
}

const SEVEN_BY_SEVEN: Bitboard = crate::bitboard! {
    . . . . . . . .
    X X X X X X X .
    X X X X X X X .
    X X X X X X X .
    X X X X X X X .
    X X X X X X X .
    X X X X X X X .
    X X X X X X X .
};

/// What happens when the player to move cannot.
///
/// ```
/// use laplace_games::blobwar::StuckRule;
/// assert_eq!("ends".parse(), Ok(StuckRule::Ends));
/// assert!("waits".parse::<StuckRule>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StuckRule {
    /// The game ends: the exercise sheet.
    Ends,
    /// The player passes while the other can still move: Ataxx and the course's project.
    Passes,
}

impl StuckRule {
    /// Both rules.
    pub const BOTH: [Self; 2] = [Self::Ends, Self::Passes];

    /// Its name, as a user types it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ends => "ends",
            Self::Passes => "passes",
        }
    }

    /// The rule in a few words, for titles.
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Ends => "no move ends the game",
            Self::Passes => "no move is a pass",
        }
    }
}

named!(names StuckRule, StuckRule::BOTH, "ends or passes");
