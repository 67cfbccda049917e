//! Plays a move file to its end and says how it went.

use std::fmt;

use laplace_games::demon::{End, MOVE_LIMIT, Seed, State, format, relaxed};
use laplace_games::text::SyntaxError;

/// A move file played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The seed of the first line.
    pub seed: Seed,
    /// The line that the seed stands on.
    pub seed_line: usize,
    /// The points.
    pub score: u32,
    /// Pieces placed.
    pub placed: u32,
    /// Lines removed.
    pub lines: u32,
    /// Tetrises among them.
    pub tetrises: u32,
    /// Tetrises straight after a Tetris.
    pub back_to_backs: u32,
    /// Why the game ended.
    pub ended: Ended,
    /// The line of the file that ended it: the one that could not be played, or the last.
    pub line: usize,
    bound_moves: u32,
}

impl Game {
    /// The most that any game of this seed can score: with 9 999 moves, or for question 4, whose moves are
    /// given, with as many pieces as were placed. Takes a few milliseconds, and only when asked.
    pub fn bound(&self) -> u32 {
        relaxed::bound(self.seed, self.bound_moves)
    }

    pub(super) fn with_bound_of_its_moves(self) -> Self {
        Self { bound_moves: self.placed, ..self }
    }
}

/// Why a game ended: by the rules, or because its file could not be read on.
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
    /// A word for programs; the text of it is for people.
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

/// Plays a move file; fails only if its first line is not a seed.
pub fn replay(text: &[u8]) -> Result<Game, SyntaxError> {
    let mut file = format::moves(text)?;
    let seed_line = file.line();
    let mut state = State::new(file.seed());
    let (ended, line) = loop {
        match file.next() {
            Some(Ok((line, played))) => {
                if let Err(end) = state.play_line(played) {
                    break (Ended::Rules(end), line);
                }
            }
            Some(Err(error)) => {
                let line = error.line;
                break (Ended::Malformed(error), line);
            }
            None if file.goes_on_after_the_limit() => break (Ended::LineLimit, file.line()),
            None => break (Ended::Rules(End::NoMoreMoves), file.line()),
        }
    };
    Ok(Game {
        seed: file.seed(),
        seed_line,
        score: state.score(),
        placed: state.placed(),
        lines: state.lines(),
        tetrises: state.tetrises(),
        back_to_backs: state.back_to_backs(),
        ended,
        line,
        bound_moves: MOVE_LIMIT,
    })
}
