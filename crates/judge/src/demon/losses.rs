//! Where a game lost points against the bound, and why.
//!
//! Before every piece the relaxed game says how much can still be earned. Score plus that can only fall; it
//! falls where a move gives away what the relaxed game could have had, and a game that never lets it fall
//! is optimal. The reason is read off what the move did.

use std::fmt;

use laplace_games::demon::relaxed::Relaxed;
use laplace_games::demon::{Landing, Piece, State, format};
use laplace_games::text::SyntaxError;

/// Pieces before the last that count as the end of the game.
const THE_END: usize = 12;

/// The course of a game against the bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// What no game of as many pieces can pass.
    pub bound: u32,
    /// For every number of pieces from 0 on, how it stood.
    pub marks: Vec<Mark>,
    /// The moves that lost something, in order.
    pub losses: Vec<Loss>,
}

/// How a game stood after some pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The points so far.
    pub score: u32,
    /// What the game could still have come to.
    pub reach: u32,
    /// How many lines the stack was high.
    pub height: usize,
    /// Tetrises so far.
    pub tetrises: u32,
    /// Tetrises straight after a Tetris, so far.
    pub back_to_backs: u32,
}

/// A move that lost points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The number of the piece, from 1.
    pub placed: usize,
    /// The piece.
    pub piece: Piece,
    /// What was lost.
    pub points: u32,
    /// Why.
    pub why: Why,
}

/// Why points were lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Lines went by fewer than four at once.
    BurnedLines(u32),
    /// Piece 1 came and four rows were not ready, or not for it.
    NoTetris,
    /// A Tetris at a time when it costs a better one.
    EarlyTetris,
    /// The stack grew where lines should have gone.
    StackGrew,
    /// Blocks were left over when the pieces ran out.
    TheEnd,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BurnedLines(1) => f.write_str("a line burned: it went without a Tetris"),
            Self::BurnedLines(lines) => write!(f, "{lines} lines burned: they went without a Tetris"),
            Self::NoTetris => f.write_str("a missed Tetris: piece 1 came and removed no four lines"),
            Self::EarlyTetris => f.write_str("a Tetris that costs a back-to-back later"),
            Self::StackGrew => f.write_str("the stack grew where lines had to go"),
            Self::TheEnd => f.write_str("the end: what is left over earns nothing"),
        }
    }
}

/// Follows a move file as far as it can be played; fails only if its first line is not a seed.
pub fn course(text: &[u8]) -> Result<Course, SyntaxError> {
    let file = format::moves(text)?;
    let placed = super::replay(text)?.placed as usize;
    let pieces: Vec<Piece> = file.seed().pieces().take(placed).collect();
    let relaxed = Relaxed::new(&pieces);
    let mut state = State::new(file.seed());
    let mut course =
        Course { bound: relaxed.bound(), marks: vec![mark(&state, &relaxed)], losses: Vec::new() };
    for (line, piece) in file.map_while(Result::ok).map(|(_, line)| line).zip(&pieces) {
        let Ok(landing) = state.play_line(line) else { break };
        let (before, after) = (course.marks.last().map_or(0, |mark| mark.reach), mark(&state, &relaxed));
        if after.reach < before {
            let number = state.placed() as usize;
            let why = if number + THE_END > placed { Why::TheEnd } else { why(*piece, &landing) };
            course.losses.push(Loss { placed: number, piece: *piece, points: before - after.reach, why });
        }
        course.marks.push(after);
    }
    Ok(course)
}

fn mark(state: &State, relaxed: &Relaxed) -> Mark {
    let still = relaxed.value(state.placed() as usize, state.board().blocks(), state.is_after_tetris());
    Mark {
        score: state.score(),
        reach: state.score() + still,
        height: laplace_games::demon::LINES - state.board().top(),
        tetrises: state.tetrises(),
        back_to_backs: state.back_to_backs(),
    }
}

fn why(piece: Piece, landing: &Landing) -> Why {
    match (landing.removed.len(), piece) {
        (4, _) => Why::EarlyTetris,
        (0, Piece::I) => Why::NoTetris,
        (0, _) => Why::StackGrew,
        (lines, _) => Why::BurnedLines(lines),
    }
}
