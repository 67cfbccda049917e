//! A game under way: whose turn it is, what may be played, what a move does and when the game ends.
//!
//! A [`Position`] can only be had from a [`Setup`] that passed its check, and only legal moves change it, so
//! its board is sound at all times. It is small and `Copy`: to take a move back, keep a copy.

use std::fmt;

use super::bitboard::Bitboard;
use super::board::Board;
use super::cell::Cell;
use super::moves::{Facts, IllegalMove, Move};
use super::setup::{CLOCK_LIMIT, MAX_MOVE_NUMBER, Setup, SetupError};
use super::side::{Side, Size, StuckRule};

/// A checked position and the rule it is played by.
///
/// ```
/// use laplace_games::blobwar::{Move, Position, Size, StuckRule};
/// let mut game = Position::start(Size::Eight, StuckRule::Ends);
/// assert_eq!(game.legal_moves().len(), 16);
/// let facts = game.play("b7".parse::<Move>().unwrap()).unwrap();
/// assert!(facts.turned.is_empty());
/// assert_eq!(game.to_string(), "x6o/1x6/8/8/8/8/8/o6x o 0 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    turn: Side,
    clock: u32,
    number: u32,
    stuck: StuckRule,
}

/// How a game ended.
///
/// ```
/// use laplace_games::blobwar::{Position, StuckRule};
/// let full = Position::from_fen("7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1", StuckRule::Ends).unwrap();
/// assert_eq!(full.end().unwrap().to_string(), "red (o) wins: the player to move cannot");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct End {
    /// The winner, or a draw.
    pub outcome: Outcome,
    /// Why it is over.
    pub reason: Reason,
}

/// The winner of a game, or a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This player won.
    Win(Side),
    /// Neither player won.
    Draw,
}

impl Outcome {
    /// The outcome of a board by its value: the player with more blobs wins.
    pub const fn by_value(value: i32) -> Self {
        match value {
            0 => Self::Draw,
            1.. => Self::Win(Side::Blue),
            _ => Self::Win(Side::Red),
        }
    }
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// A player has no blob left.
    WipedOut,
    /// The player to move cannot, and the rule is [`StuckRule::Ends`].
    NoMove,
    /// Neither player can move, and the rule is [`StuckRule::Passes`].
    NobodyCanMove,
    /// [`CLOCK_LIMIT`] moves in a row without a doubling: a draw, whatever the blobs.
    TooLong,
}

/// Writes `blue (x) wins`, `red (o) wins` or `a draw`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(side) => write!(f, "{} wins", side.label()),
            Self::Draw => f.write_str("a draw"),
        }
    }
}

/// Writes the reason as a clause: `a side has no blob left`.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WipedOut => f.write_str("a side has no blob left"),
            Self::NoMove => f.write_str("the player to move cannot"),
            Self::NobodyCanMove => f.write_str("nobody can move"),
            Self::TooLong => write!(f, "{CLOCK_LIMIT} moves without a doubling"),
        }
    }
}

/// Writes the outcome and its reason: `blue (x) wins: a side has no blob left`.
impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.outcome, self.reason)
    }
}

impl Position {
    /// Checks a setup.
    pub fn new(setup: Setup) -> Result<Self, SetupError> {
        setup.check()?;
        let Setup { size, holes, blue, red, turn, clock, number, stuck } = setup;
        Ok(Self { board: Board::new(size, size.cells() - holes, blue, red), turn, clock, number, stuck })
    }

    /// The start of a game without holes.
    pub fn start(size: Size, stuck: StuckRule) -> Self {
        Self::start_around(size, Bitboard::EMPTY, stuck)
    }

    /// The start of a game with holes; a hole in a corner or off the board is ignored.
    pub(super) fn start_around(size: Size, holes: Bitboard, stuck: StuckRule) -> Self {
        let Setup { blue, red, turn, clock, number, .. } = Setup::start(size, holes, stuck);
        let playable = (size.cells() - holes) | blue | red;
        Self { board: Board::new(size, playable, blue, red), turn, clock, number, stuck }
    }

    /// The setup that this position came from, or could have come from.
    pub fn setup(&self) -> Setup {
        Setup {
            size: self.size(),
            holes: self.board.holes(),
            blue: self.board.blobs(Side::Blue),
            red: self.board.blobs(Side::Red),
            turn: self.turn,
            clock: self.clock,
            number: self.number,
            stuck: self.stuck,
        }
    }

    /// Runs the constructor's check again; for tests.
    pub fn validity_check(&self) -> Result<(), SetupError> {
        self.setup().check()
    }

    /// The blobs and cells.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The size of the board.
    pub const fn size(&self) -> Size {
        self.board.size()
    }

    /// The player to move.
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// The number of moves since the last doubling.
    pub const fn clock(&self) -> u32 {
        self.clock
    }

    /// The number of the move, from 1.
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// What happens when the player to move cannot.
    pub const fn stuck_rule(&self) -> StuckRule {
        self.stuck
    }

    /// Blue blobs minus red blobs.
    pub const fn value(&self) -> i32 {
        self.board.value()
    }

    /// How the game ended; `None` while it goes on.
    ///
    /// A board that decides the game counts before the clock does.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        let reason = self.decided().or((self.clock >= CLOCK_LIMIT).then_some(Reason::TooLong))?;
        let outcome = match reason {
            Reason::TooLong => Outcome::Draw,
            _ => Outcome::by_value(self.value()),
        };
        Some(End { outcome, reason })
    }

    /// Why the game is over by the blobs alone, without the clock; `None` if it is not.
    fn decided(&self) -> Option<Reason> {
        let board = &self.board;
        let other = self.turn.other();
        let gone = |side| board.blobs(side).is_empty();
        match self.stuck {
            StuckRule::Ends if gone(self.turn) => Some(Reason::WipedOut),
            StuckRule::Ends if !board.can_move(self.turn) => Some(Reason::NoMove),
            StuckRule::Passes if gone(self.turn) || gone(other) => Some(Reason::WipedOut),
            StuckRule::Passes if !board.can_move(self.turn) && !board.can_move(other) => {
                Some(Reason::NobodyCanMove)
            }
            _ => None,
        }
    }

    /// Whether the only legal move is a pass.
    pub fn must_pass(&self) -> bool {
        !self.board.can_move(self.turn) && self.end().is_none()
    }

    /// All legal moves: the doublings, then the jumps, by the numbers of their cells; or the pass.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.end().is_some() {
            return Vec::new();
        }
        if !self.board.can_move(self.turn) {
            return vec![Move::Pass];
        }
        self.board.moves(self.turn).collect()
    }

    /// How many legal moves there are.
    pub fn count_legal_moves(&self) -> u32 {
        match self.board.count_moves(self.turn) {
            _ if self.end().is_some() => 0,
            0 => 1,
            count => count,
        }
    }

    /// Whether a move can be played.
    #[must_use]
    pub fn is_legal(&self, played: Move) -> bool {
        self.refusal(played).is_none()
    }

    /// Why a move cannot be played; `None` if it is legal.
    fn refusal(&self, played: Move) -> Option<IllegalMove> {
        if self.end().is_some() {
            return Some(IllegalMove::GameOver);
        }
        match (played, self.board.can_move(self.turn)) {
            (Move::Pass, false) => None,
            (Move::Pass, true) => Some(IllegalMove::NeedlessPass),
            (_, false) => Some(IllegalMove::MustPass(played)),
            (Move::Double(to), true) => self.target_refusal(to).or_else(|| self.double_refusal(to)),
            (Move::Jump { from, to }, true) => {
                self.target_refusal(to).or_else(|| self.jump_refusal(from, to))
            }
        }
    }

    fn target_refusal(&self, to: Cell) -> Option<IllegalMove> {
        if !self.board.playable().contains(to) {
            Some(IllegalMove::NotACell(to))
        } else if !self.board.empty().contains(to) {
            Some(IllegalMove::Occupied(to))
        } else {
            None
        }
    }

    fn double_refusal(&self, to: Cell) -> Option<IllegalMove> {
        let alone = (to.neighbours() & self.board.blobs(self.turn)).is_empty();
        alone.then_some(IllegalMove::NothingToDouble(to))
    }

    fn jump_refusal(&self, from: Cell, to: Cell) -> Option<IllegalMove> {
        if !self.board.blobs(self.turn).contains(from) {
            Some(IllegalMove::NotYourBlob(from))
        } else if !from.ring().contains(to) {
            Some(IllegalMove::Distance { from, to })
        } else {
            None
        }
    }

    /// Plays a move and returns its facts, or returns why it is illegal and changes nothing.
    pub fn play(&mut self, played: Move) -> Result<Facts, IllegalMove> {
        match self.refusal(played) {
            Some(refusal) => Err(refusal),
            None => Ok(self.play_unchecked(played)),
        }
    }

    /// Plays a move that is known to be legal.
    pub fn play_unchecked(&mut self, played: Move) -> Facts {
        let side = self.turn;
        let turned = self.board.play_unchecked(side, played);
        self.clock = if matches!(played, Move::Double(_)) { 0 } else { self.clock + 1 };
        self.number = (self.number + (side as u32)).min(MAX_MOVE_NUMBER);
        self.turn = side.other();
        Facts { side, played, turned }
    }
}
