//! How a game of the demon went: its score, its counts, and why it ended.

use std::fmt;

use laplace_games::demon::{End, MOVE_LIMIT, Seed, State, bound};
use laplace_games::text::SyntaxError;

/// The result of a move file that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The seed on the first line.
    pub seed: Seed,
    /// The number of the line that holds the seed.
    pub seed_line: usize,
    /// The points.
    pub score: u32,
    /// Pieces placed.
    pub placed: u32,
    /// Lines removed.
    pub lines: u32,
    /// Pieces that removed four lines.
    pub tetrises: u32,
    /// Tetrises directly after a Tetris.
    pub back_to_backs: u32,
    /// Why the game ended.
    pub ended: Ended,
    /// The line of the file that ended it: the one that could not be played, or the last.
    pub line: usize,
    bound_moves: u32,
}

impl GameResult {
    pub(super) fn new(seed: Seed, seed_line: usize, state: &State, ended: Ended, line: usize) -> Self {
        Self {
            seed,
            seed_line,
            score: state.score(),
            placed: state.placed(),
            lines: state.lines(),
            tetrises: state.tetrises(),
            back_to_backs: state.back_to_backs(),
            ended,
            line,
            bound_moves: MOVE_LIMIT,
        }
    }

    /// The tight upper bound on the score of any game of this seed with [`bound_moves`](Self::bound_moves) moves.
    /// Computed on each call, in some ten milliseconds.
    pub fn bound(&self) -> u32 {
        bound::tight_bound(self.seed, self.bound_moves)
    }

    /// The number of moves of the games that this one is compared with: 9 999, or for question 4, whose moves are
    /// given, as many as were played.
    pub const fn bound_moves(&self) -> u32 {
        self.bound_moves
    }

    pub(super) fn with_bound_of_its_moves(self) -> Self {
        Self { bound_moves: self.placed, ..self }
    }
}

/// Why a game ended: by the rules, or because the rest of its file does not count or cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The rules ended it.
    Rules(End),
    /// The file goes on after the 10 000 lines that count.
    LineLimit,
    /// A line is not a move.
    Malformed(SyntaxError),
}

impl Ended {
    /// A fixed identifier for programs; `Display` writes the reason for people.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Rules(End::NoMoreMoves | End::MoveLimit(_)) => "no-more-moves",
            Self::Rules(End::TopLines { .. }) => "top-lines",
            Self::Rules(End::WrongPiece { .. }) => "wrong-piece",
            Self::Rules(End::CannotDrop(_)) => "cannot-drop",
            Self::LineLimit => "line-limit",
            Self::Malformed(_) => "malformed",
        }
    }
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(end) => end.fmt(f),
            Self::LineLimit => f.write_str("stopped after the 10000th line; what follows does not count"),
            Self::Malformed(SyntaxError { found, expected, .. }) => {
                write!(f, "found {found}, expected {expected}")
            }
        }
    }
}
