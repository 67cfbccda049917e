//! The variants by name: which board each is played on, and what happens to a player that cannot move.
//!
//! This is the one place that defines what each variant means; help texts, the protocol UAI, the page of the contest
//! server and the documents follow it.

use super::maps::Map;
use super::side::{Size, StuckRule};
use super::state::Position;
use crate::number::named;

/// A game that people know by a name.
///
/// In all of them a hundred moves in a row without a doubling ([`CLOCK_LIMIT`](super::CLOCK_LIMIT)) are a draw.
///
/// ```
/// use laplace_games::blobwar::{Size, StuckRule, Variant};
/// let sheet: Variant = "sheet".parse().unwrap();
/// assert_eq!((sheet.size(), sheet.stuck_rule()), (Size::Eight, StuckRule::Ends));
/// assert_eq!(Variant::of(&sheet.start()), Some(sheet));
/// assert!("chess".parse::<Variant>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variant {
    /// The exercise sheet: 8 x 8; the game ends as soon as the player to move cannot.
    Sheet,
    /// The course's project: 8 x 8, on fourteen maps with holes; a player that cannot move passes.
    Course,
    /// Ataxx: 7 x 7; a player that cannot move passes.
    Ataxx,
}

impl Variant {
    /// All variants.
    pub const ALL: [Self; 3] = [Self::Sheet, Self::Course, Self::Ataxx];

    /// Its name, as a user types it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sheet => "sheet",
            Self::Course => "course",
            Self::Ataxx => "ataxx",
        }
    }

    /// What it means, in one line.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Sheet => {
                "the exercise sheet: 8 x 8, the game ends as soon as the player to move cannot move"
            }
            Self::Course => "the course's project: 8 x 8, maps with holes, a player who cannot move passes",
            Self::Ataxx => "Ataxx: 7 x 7, a player who cannot move passes",
        }
    }

    /// The size of its board.
    pub const fn size(self) -> Size {
        match self {
            Self::Sheet | Self::Course => Size::Eight,
            Self::Ataxx => Size::Seven,
        }
    }

    /// Its rule for a player that cannot move.
    pub const fn stuck_rule(self) -> StuckRule {
        match self {
            Self::Sheet => StuckRule::Ends,
            Self::Course | Self::Ataxx => StuckRule::Passes,
        }
    }

    /// Its start, on a board without holes.
    pub fn start(self) -> Position {
        Position::start(self.size(), self.stuck_rule())
    }

    /// The variant of a board when none was named: 7 x 7 is Ataxx, 8 x 8 with holes the course's, without the sheet's.
    pub const fn of_board(size: Size, has_holes: bool) -> Self {
        match size {
            Size::Seven => Self::Ataxx,
            Size::Eight if has_holes => Self::Course,
            Size::Eight => Self::Sheet,
        }
    }

    /// The variant that a position belongs to. The game's end on 7 x 7, or on a board with holes, has no name.
    pub fn of(position: &Position) -> Option<Self> {
        match (position.size(), position.stuck_rule()) {
            (Size::Seven, StuckRule::Passes) => Some(Self::Ataxx),
            (Size::Eight, StuckRule::Passes) => Some(Self::Course),
            (Size::Eight, StuckRule::Ends) if position.board().holes().is_empty() => Some(Self::Sheet),
            (_, StuckRule::Ends) => None,
        }
    }

    /// A title for games from a position: `Blobwar sheet, 8 x 8, no move ends the game`.
    pub fn title(position: &Position) -> String {
        let name = match Self::of(position) {
            Some(Self::Ataxx) => "Ataxx",
            Some(Self::Sheet) => "Blobwar sheet",
            Some(Self::Course) => "Blobwar course",
            None => "Blobwar",
        };
        let width = position.size().width();
        format!("{name}, {width} x {width}, {}", position.stuck_rule().summary())
    }
}

named!(names Variant, Variant::ALL, "sheet, course or ataxx");

/// What was chosen about the rules of a game. What is left open follows from the board ([`Variant::of_board`]).
///
/// ```
/// use laplace_games::blobwar::{RuleChoice, Size, StuckRule, Variant};
/// let open = RuleChoice::default();
/// assert_eq!(open.stuck_rule(Size::Eight, false), Ok(StuckRule::Ends));
/// assert_eq!(open.stuck_rule(Size::Eight, true), Ok(StuckRule::Passes));
/// let ataxx = RuleChoice { variant: Some(Variant::Ataxx), stuck: None };
/// let error = ataxx.stuck_rule(Size::Eight, false).unwrap_err();
/// assert_eq!(error.to_string(), "found a board of 8 x 8, expected 7 x 7, the board of the variant ataxx");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RuleChoice {
    /// The variant, if one was named.
    pub variant: Option<Variant>,
    /// The rule for a player that cannot move, if it was given; it overrides that of the variant.
    pub stuck: Option<StuckRule>,
}

impl RuleChoice {
    /// The rule for a board; an error if the variant is played on another size.
    pub fn stuck_rule(self, size: Size, has_holes: bool) -> Result<StuckRule, WrongSize> {
        if let Some(variant) = self.variant.filter(|variant| variant.size() != size) {
            return Err(WrongSize { found: size, variant });
        }
        let variant = self.variant.unwrap_or(Variant::of_board(size, has_holes));
        Ok(self.stuck.unwrap_or(variant.stuck_rule()))
    }

    /// The start without holes: of the variant, or of the sheet if none was named.
    pub fn start(self) -> Position {
        let variant = self.variant.unwrap_or(Variant::Sheet);
        Position::start(variant.size(), self.stuck.unwrap_or(variant.stuck_rule()))
    }

    /// The start without holes on a board of a size; an error if the variant is played on another size.
    pub fn start_on(self, size: Size) -> Result<Position, WrongSize> {
        Ok(Position::start(size, self.stuck_rule(size, false)?))
    }

    /// The start on a map of the course's project; by the project's rule, unless another was chosen.
    pub fn start_on_map(self, map: &Map) -> Result<Position, WrongSize> {
        let variant = self.variant.or(Some(Variant::Course));
        let choice = Self { variant, ..self };
        Ok(map.start(choice.stuck_rule(Size::Eight, true)?))
    }
}

/// A board of another size than that of the variant that was named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found a board of {0} x {0}, expected {1} x {1}, the board of the variant {variant}", found.width(), variant.size().width())]
pub struct WrongSize {
    /// The size of the board.
    pub found: Size,
    /// The variant.
    pub variant: Variant,
}
