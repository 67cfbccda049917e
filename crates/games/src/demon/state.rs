//! Question 4's game: the next piece is dropped, full lines are removed and earn points, until the game ends.

use std::fmt;
use std::str::FromStr;

use super::{Board, Column, LineSet, MOVE_LIMIT, Piece, Rotation, Seed, Sequence, TOP_LINES};
use crate::number::{ValueError, serde_by_text};
use crate::text::{integers, naturals};

/// What a player decides about a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The number of quarter turns of the piece, clockwise.
    pub rotation: Rotation,
    /// Where its leftmost block goes.
    pub column: Column,
}

impl Move {
    /// The move of those numbers; `None` if one is out of range.
    ///
    /// ```
    /// use laplace_games::demon::Move;
    /// assert_eq!(Move::new(2, 8).unwrap().to_string(), "8 2");
    /// assert_eq!(Move::new(4, 0), None);
    /// ```
    pub const fn new(rotation: u32, column: u32) -> Option<Self> {
        match (Rotation::from_number(rotation), Column::from_number(column)) {
            (Some(rotation), Some(column)) => Some(Self { rotation, column }),
            _ => None,
        }
    }

    /// Every move there is, legal or not in some position.
    pub fn all() -> impl Iterator<Item = Self> {
        Rotation::ALL
            .into_iter()
            .flat_map(|rotation| Column::ALL.into_iter().map(move |column| Self { rotation, column }))
    }
}

/// Writes the move as move files do after its piece: `column rotation`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.column.number(), self.rotation.number())
    }
}

/// Reads `column rotation`.
impl FromStr for Move {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        let read = naturals(text.as_bytes()).and_then(|[column, rotation]| Self::new(rotation, column));
        read.ok_or_else(|| ValueError::new(text, "a column from 0 to 11 and a rotation from 0 to 3"))
    }
}

serde_by_text!(Move);

/// A move as a file has it: three integers that may be anything.
///
/// ```
/// use laplace_games::demon::{Move, UncheckedMove};
/// let read: UncheckedMove = "1 8 2".parse().unwrap();
/// assert_eq!(read, UncheckedMove { piece: 1, column: 8, rotation: 2 });
/// assert_eq!(read.check(), Move::new(2, 8));
/// assert_eq!(UncheckedMove { column: 12, ..read }.check(), None);
/// assert_eq!(UncheckedMove { rotation: -1, ..read }.check(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UncheckedMove {
    /// Should be the number of the next piece.
    pub piece: i64,
    /// Should be 0 to 11.
    pub column: i64,
    /// Should be 0 to 3.
    pub rotation: i64,
}

impl UncheckedMove {
    /// The line that plays a move with a piece.
    pub fn new(piece: Piece, chosen: Move) -> Self {
        Self {
            piece: piece.number().into(),
            column: chosen.column.number().into(),
            rotation: chosen.rotation.number().into(),
        }
    }

    /// The move that column and rotation make; `None` if one of them does not exist.
    pub fn check(self) -> Option<Move> {
        Move::new(self.rotation.try_into().ok()?, self.column.try_into().ok()?)
    }
}

/// Writes the move as move files do: `piece column rotation`.
impl fmt::Display for UncheckedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.piece, self.column, self.rotation)
    }
}

/// Reads `piece column rotation`.
impl FromStr for UncheckedMove {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        let [piece, column, rotation] = integers(text.as_bytes())
            .ok_or_else(|| ValueError::new(text, "three integers: piece, column, rotation"))?;
        Ok(Self { piece, column, rotation })
    }
}

/// What a move did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The line on which the top of the piece came to rest, before any line was removed.
    pub line: usize,
    /// The lines that were removed.
    pub removed: LineSet,
    /// The points that the piece earned.
    pub points: u32,
    /// Whether the piece made a Tetris just after a piece that made one.
    pub back_to_back: bool,
}

impl Facts {
    /// Whether the piece removed four lines.
    pub const fn is_tetris(&self) -> bool {
        self.removed.len() == 4
    }
}

/// Why a game ended. Whatever it was, the points earned before it stay.
// The ends of the three games are not `non_exhaustive`: a judge or a viewer must handle each of them, and the
// compiler checks that it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum End {
    /// The player gave no further move.
    #[error("no more moves")]
    NoMoreMoves,
    /// All the moves that count were played.
    #[error("{0} moves played, which is all that count")]
    MoveLimit(u32),
    /// A block stood in the top lines before a piece.
    #[error("a block stands on line {line}; lines 0 to 3 must be empty before each piece")]
    TopLines {
        /// The topmost line that holds a block.
        line: usize,
    },
    /// The move named another piece than the sequence's.
    #[error("the piece is {expected}, found {found}", expected = expected.number())]
    WrongPiece {
        /// The number that was given.
        found: i64,
        /// The piece whose turn it is.
        expected: Piece,
    },
    /// The piece cannot be put on line 0 there.
    #[error(transparent)]
    CannotDrop(#[from] CannotDrop),
}

/// Why a move was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The game is over: [`State::end`] has the reason.
    #[error("the game is over")]
    GameOver,
    /// The piece cannot be put on line 0 there.
    #[error(transparent)]
    CannotDrop(#[from] CannotDrop),
}

/// A piece that cannot be put on line 0 with that column and that rotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("piece {piece} turned {rotation} times does not fit at column {column}", piece = piece.number())]
pub struct CannotDrop {
    /// The piece.
    pub piece: Piece,
    /// The column that was given.
    pub column: i64,
    /// The number of turns that was given.
    pub rotation: i64,
}

/// A game under way. The state itself ends it by the top lines or the limit; every other end comes from the
/// move file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    board: Board,
    next: Piece,
    after: Sequence,
    limit: u32,
    placed: u32,
    lines: u32,
    tetrises: u32,
    back_to_backs: u32,
    score: u32,
    after_tetris: bool,
}

impl State {
    /// The start of a game of at most 9 999 moves.
    pub fn new(seed: Seed) -> Self {
        Self::with_limit(seed, MOVE_LIMIT)
    }

    /// The start of a game with another limit.
    pub fn with_limit(seed: Seed, limit: u32) -> Self {
        let mut after = seed.pieces();
        Self {
            board: Board::EMPTY,
            next: after.next_piece(),
            after,
            limit,
            placed: 0,
            lines: 0,
            tetrises: 0,
            back_to_backs: 0,
            score: 0,
            after_tetris: false,
        }
    }

    /// Why the game is over; `None` while a move can be played.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        if self.placed >= self.limit {
            return Some(End::MoveLimit(self.limit));
        }
        (self.board.top() < TOP_LINES).then(|| End::TopLines { line: self.board.top() })
    }

    /// Whether the next piece can be dropped with that rotation and column.
    #[must_use]
    pub fn is_legal(&self, chosen: Move) -> bool {
        self.end().is_none() && self.next.shape(chosen.rotation).fits_at(chosen.column)
    }

    /// Every way to drop the next piece: rotations that look the same are moves of their own.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        Move::all().filter(|&chosen| self.is_legal(chosen)).collect()
    }

    /// Drops the next piece, or refuses the move and changes nothing.
    ///
    /// ```
    /// use laplace_games::demon::{Move, Seed, State};
    /// let mut state = State::new(Seed::new(31).unwrap());
    /// let error = state.play(Move::new(0, 11).unwrap()).unwrap_err();
    /// assert_eq!(error.to_string(), "piece 1 turned 0 times does not fit at column 11");
    /// ```
    pub fn play(&mut self, chosen: Move) -> Result<Facts, IllegalMove> {
        if self.end().is_some() {
            return Err(IllegalMove::GameOver);
        }
        Ok(self.drop_next(chosen)?)
    }

    fn drop_next(&mut self, chosen: Move) -> Result<Facts, CannotDrop> {
        let shape = self.next.shape(chosen.rotation);
        let Some(line) = self.board.drop_line(shape, chosen.column) else {
            return Err(self.cannot_drop(UncheckedMove::new(self.next, chosen)));
        };
        self.board.place(shape, line, chosen.column);
        let removed = self.board.remove_full(line, shape.height().into());
        Ok(self.count(line, removed))
    }

    /// Plays a line of a move file by the contest's rule: an invalid move ends the game. Returns what the move
    /// did, or why the game is over.
    ///
    /// The state does not record an end that a line of the file caused: the caller stops there.
    ///
    /// ```
    /// use laplace_games::demon::{Seed, State, UncheckedMove};
    /// let mut state = State::new(Seed::new(31).unwrap());
    /// let end = state.attempt(UncheckedMove { piece: 2, column: 0, rotation: 0 }).unwrap_err();
    /// assert_eq!(end.to_string(), "the piece is 1, found 2");
    /// ```
    pub fn attempt(&mut self, line: UncheckedMove) -> Result<Facts, End> {
        if let Some(end) = self.end() {
            return Err(end);
        }
        if line.piece != i64::from(self.next.number()) {
            return Err(End::WrongPiece { found: line.piece, expected: self.next });
        }
        match line.check() {
            Some(chosen) => Ok(self.drop_next(chosen)?),
            None => Err(self.cannot_drop(line).into()),
        }
    }

    /// The board as it is now.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The piece whose turn it is.
    pub fn next_piece(&self) -> Piece {
        self.next
    }

    /// The pieces after the next one.
    pub fn pieces_after(&self) -> Sequence {
        self.after.clone()
    }

    /// How many pieces have been placed.
    pub fn placed(&self) -> u32 {
        self.placed
    }

    /// How many lines have been removed.
    pub fn lines(&self) -> u32 {
        self.lines
    }

    /// How often four lines were removed at once.
    pub fn tetrises(&self) -> u32 {
        self.tetrises
    }

    /// How many of the Tetrises came just after another.
    pub fn back_to_backs(&self) -> u32 {
        self.back_to_backs
    }

    /// The points of all pieces placed.
    pub fn score(&self) -> u32 {
        self.score
    }

    /// Whether the last piece made a Tetris, so that the next one would earn more.
    pub fn is_after_tetris(&self) -> bool {
        self.after_tetris
    }

    fn cannot_drop(&self, line: UncheckedMove) -> CannotDrop {
        CannotDrop { piece: self.next, column: line.column, rotation: line.rotation }
    }

    fn count(&mut self, line: usize, removed: LineSet) -> Facts {
        let is_tetris = removed.len() == 4;
        let back_to_back = is_tetris && self.after_tetris;
        let points = points(removed.len(), self.after_tetris);
        self.placed += 1;
        self.lines += removed.len();
        self.tetrises += u32::from(is_tetris);
        self.back_to_backs += u32::from(back_to_back);
        self.score += points;
        self.after_tetris = is_tetris;
        self.next = self.after.next_piece();
        Facts { line, removed, points, back_to_back }
    }
}

/// The points for removing `lines` lines with one piece.
pub(super) const fn points(lines: u32, after_tetris: bool) -> u32 {
    match (lines, after_tetris) {
        (4, false) => 800,
        (4, true) => 1200,
        _ => 100 * lines,
    }
}
