//! The rules once more, as plainly as they can be written: rows of squares, and loops over all of them.
//!
//! This is the specification. Nothing here is fast, nothing is shared with the fast board but the names of
//! cells, moves and endings, and the tests hold the two to be equal.

use super::bitboard::Bitboard;
use super::cell::Cell;
use super::moves::{Facts, Move};
use super::setup::{CLOCK_LIMIT, MAX_MOVE_NUMBER, Setup};
use super::side::{Side, StuckRule};
use super::state::{End, Outcome, Reason};

/// What a square can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Square {
    /// Free to move to.
    Empty,
    /// Nothing can ever be here.
    Hole,
    /// A player's blob.
    Blob(Side),
}

/// A position on a square of rows, the bottom row first.
///
/// ```
/// use laplace_games::blobwar::{Bitboard, Setup, Size, StuckRule, slow::SlowPosition};
/// let start = SlowPosition::new(&Setup::start(Size::Seven, Bitboard::EMPTY, StuckRule::Passes));
/// assert_eq!(start.legal_moves().len(), 16);
/// assert_eq!(start.value(), 0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlowPosition {
    rows: Vec<Vec<Square>>,
    turn: Side,
    clock: u32,
    number: u32,
    stuck: StuckRule,
}

impl SlowPosition {
    /// The position of a setup that is known to be sound.
    pub fn new(setup: &Setup) -> Self {
        let square = |row, column| match Cell::at(row, column) {
            Some(cell) if setup.blue.contains(cell) => Square::Blob(Side::Blue),
            Some(cell) if setup.red.contains(cell) => Square::Blob(Side::Red),
            Some(cell) if setup.holes.contains(cell) => Square::Hole,
            _ => Square::Empty,
        };
        let width = setup.size.width();
        let rows = (0..width).map(|row| (0..width).map(|column| square(row, column)).collect()).collect();
        Self { rows, turn: setup.turn, clock: setup.clock, number: setup.number, stuck: setup.stuck }
    }

    /// What is on a cell; `None` off the board.
    pub fn square(&self, cell: Cell) -> Option<Square> {
        self.rows.get(usize::from(cell.row()))?.get(usize::from(cell.column())).copied()
    }

    /// The cells of the board, holes and all.
    fn cells(&self) -> impl Iterator<Item = Cell> {
        Cell::all().filter(|&cell| self.square(cell).is_some())
    }

    /// How many blobs a player has.
    pub fn count(&self, side: Side) -> usize {
        self.cells().filter(|&cell| self.square(cell) == Some(Square::Blob(side))).count()
    }

    /// Blue blobs minus red blobs.
    pub fn value(&self) -> i32 {
        self.count(Side::Blue) as i32 - self.count(Side::Red) as i32
    }

    /// Whether a player can double to a cell: it is empty, and a blob of the player is at distance 1.
    fn can_double(&self, side: Side, to: Cell) -> bool {
        self.square(to) == Some(Square::Empty)
            && self
                .cells()
                .any(|from| from.distance(to) == 1 && self.square(from) == Some(Square::Blob(side)))
    }

    /// Whether a player can jump: the target is empty, the blob is the player's, the distance is 2.
    fn can_jump(&self, side: Side, from: Cell, to: Cell) -> bool {
        self.square(to) == Some(Square::Empty)
            && self.square(from) == Some(Square::Blob(side))
            && from.distance(to) == 2
    }

    /// Whether a player can get to a cell in any way.
    fn can_reach(&self, side: Side, to: Cell) -> bool {
        self.can_double(side, to) || self.cells().any(|from| self.can_jump(side, from, to))
    }

    /// Whether a player has any doubling or jump, whether or not it is that player's turn.
    fn can_move(&self, side: Side) -> bool {
        self.cells().any(|to| self.can_reach(side, to))
    }

    /// How the game ended; `None` while it goes on.
    pub fn end(&self) -> Option<End> {
        let mover_stuck = !self.can_move(self.turn);
        let other_stuck = !self.can_move(self.turn.other());
        let mover_gone = self.count(self.turn) == 0;
        let other_gone = self.count(self.turn.other()) == 0;
        let by_value = match self.value() {
            0 => Outcome::Draw,
            value if value > 0 => Outcome::Win(Side::Blue),
            _ => Outcome::Win(Side::Red),
        };
        let ended = |outcome, reason| Some(End { outcome, reason });
        if self.stuck == StuckRule::Ends && mover_gone {
            ended(by_value, Reason::WipedOut)
        } else if self.stuck == StuckRule::Ends && mover_stuck {
            ended(by_value, Reason::NoMove)
        } else if self.stuck == StuckRule::Passes && (mover_gone || other_gone) {
            ended(by_value, Reason::WipedOut)
        } else if self.stuck == StuckRule::Passes && mover_stuck && other_stuck {
            ended(by_value, Reason::NobodyCanMove)
        } else if self.clock >= CLOCK_LIMIT {
            ended(Outcome::Draw, Reason::TooLong)
        } else {
            None
        }
    }

    /// All legal moves, in unspecified order.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.end().is_some() {
            return moves;
        }
        for to in self.cells().filter(|&to| self.can_reach(self.turn, to)) {
            if self.can_double(self.turn, to) {
                moves.push(Move::Double(to));
            }
            for from in self.cells() {
                if self.can_jump(self.turn, from, to) {
                    moves.push(Move::Jump { from, to });
                }
            }
        }
        if moves.is_empty() {
            moves.push(Move::Pass);
        }
        moves
    }

    /// Whether a move can be played.
    pub fn is_legal(&self, played: Move) -> bool {
        self.legal_moves().contains(&played)
    }

    /// Plays a move if it is legal.
    pub fn play(&mut self, played: Move) -> Option<Facts> {
        if !self.is_legal(played) {
            return None;
        }
        let side = self.turn;
        if let Move::Jump { from, .. } = played {
            self.set(from, Square::Empty);
        }
        let turned = played.to().map_or(Bitboard::EMPTY, |to| self.arrive(side, to));
        self.clock = if matches!(played, Move::Double(_)) { 0 } else { self.clock + 1 };
        if side == Side::Red && self.number < MAX_MOVE_NUMBER {
            self.number += 1;
        }
        self.turn = side.other();
        Some(Facts { side, played, turned })
    }

    /// Puts a blob on a cell, turns the other player's blobs around it, and returns their cells.
    fn arrive(&mut self, side: Side, to: Cell) -> Bitboard {
        self.set(to, Square::Blob(side));
        let mut turned = Bitboard::EMPTY;
        for cell in Cell::all() {
            if cell.distance(to) == 1 && self.square(cell) == Some(Square::Blob(side.other())) {
                self.set(cell, Square::Blob(side));
                turned.insert(cell);
            }
        }
        turned
    }

    fn set(&mut self, cell: Cell, square: Square) {
        self.rows[usize::from(cell.row())][usize::from(cell.column())] = square;
    }

    /// The position as a FEN.
    pub fn fen(&self) -> String {
        let mut text = String::new();
        for row in self.rows.iter().rev() {
            let marks: String = row.iter().map(|square| square.mark()).collect();
            text.push_str(&marks);
            text.push('/');
        }
        text.pop();
        // Longest first, so that a run is not replaced piece by piece.
        for width in (1..=self.rows.len()).rev() {
            text = text.replace(&".".repeat(width), &width.to_string());
        }
        format!("{text} {} {} {}", self.turn.letter(), self.clock, self.number)
    }

    /// How many paths of `depth` moves there are, by playing every one of them.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut paths = 0;
        for played in self.legal_moves() {
            let mut next = self.clone();
            next.play(played);
            paths += next.perft(depth - 1);
        }
        paths
    }
}

impl Square {
    /// The mark in a picture; a point for an empty square.
    fn mark(self) -> char {
        match self {
            Self::Empty => '.',
            Self::Hole => '-',
            Self::Blob(side) => side.letter(),
        }
    }
}
