//! Where a game lost points against the bound, and why.
//!
//! Before every piece the relaxed game gives an upper bound on what can still be earned. Score plus that bound
//! never rises; it falls where a move gives away what the relaxed game could have had, and a game in which it
//! never falls is optimal. The reason for a loss is read off what the move did.

use std::fmt;

use laplace_games::demon::Piece;
use laplace_games::demon::bound::Relaxed;

use crate::recording::{DemonRecording, DemonStep};

/// A loss within this number of pieces before the last is put down to the end of the game: lines
/// that would be completed later never are.
const ENDGAME_PIECES: usize = 12;

/// A game compared with the bound, piece by piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// An upper bound on the score of any game with the same number of pieces.
    pub bound: u32,
    /// The game after each number of pieces, from 0 on.
    pub points: Vec<Point>,
    /// The moves that lost points, in order.
    pub losses: Vec<Loss>,
}

/// The game after a number of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// The score.
    pub score: u32,
    /// An upper bound on the final score of any game that goes on from here.
    pub reach: u32,
    /// The number of lines from the floor to the highest block.
    pub height: usize,
    /// Tetrises up to here.
    pub tetrises: u32,
    /// Tetrises directly after a Tetris, up to here.
    pub back_to_backs: u32,
}

/// A move that lost points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The number of the piece, from 1.
    pub placed: usize,
    /// The piece.
    pub piece: Piece,
    /// By how much the reachable score fell.
    pub points: u32,
    /// Why it fell.
    pub reason: LossReason,
}

/// Why points were lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LossReason {
    /// Fewer than four lines were removed at once.
    BurnedLines(u32),
    /// Piece 1 was placed and did not remove four lines.
    NoTetris,
    /// A Tetris that costs a better one later.
    EarlyTetris,
    /// The stack grew where lines had to be removed.
    StackGrew,
    /// Blocks were left over when the pieces ran out.
    TheEnd,
}

impl fmt::Display for LossReason {
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

/// Compares a recorded game with the bound for its pieces.
///
/// ```
/// use laplace_judge::demon::analyse;
/// use laplace_judge::recording::DemonRecording;
/// let game = DemonRecording::of_file(b"31\n1 8 2\n3 7 0\n").unwrap();
/// let analysis = analyse(&game);
/// assert_eq!((analysis.bound, analysis.points.len(), analysis.losses.len()), (0, 3, 0));
/// ```
pub fn analyse(recording: &DemonRecording) -> Analysis {
    let steps = recording.steps();
    let pieces: Vec<Piece> = steps.iter().map(|step| step.piece).collect();
    let relaxed = Relaxed::new(&pieces);
    let start =
        Point { score: 0, reach: relaxed.value(0, 0, false), height: 0, tetrises: 0, back_to_backs: 0 };
    let mut points = vec![start];
    let mut losses = Vec::new();
    let mut reach_before = start.reach;
    for (step, number) in steps.iter().zip(1..) {
        let still = relaxed.value(number, step.blocks.into(), step.is_tetris());
        let reach = step.score + still;
        if reach < reach_before {
            let is_endgame = number + ENDGAME_PIECES > steps.len();
            let reason = if is_endgame { LossReason::TheEnd } else { reason(step) };
            losses.push(Loss { placed: number, piece: step.piece, points: reach_before - reach, reason });
        }
        reach_before = reach;
        points.push(Point {
            score: step.score,
            reach,
            height: step.height.into(),
            tetrises: step.tetrises,
            back_to_backs: step.back_to_backs,
        });
    }
    Analysis { bound: relaxed.bound(), points, losses }
}

fn reason(step: &DemonStep) -> LossReason {
    match (step.removed.len(), step.piece) {
        (4, _) => LossReason::EarlyTetris,
        (0, Piece::I) => LossReason::NoTetris,
        (0, _) => LossReason::StackGrew,
        (lines, _) => LossReason::BurnedLines(lines),
    }
}
