//! Where a game lost points against the bound, and why.
//!
//! Before every piece the relaxed game gives an upper bound on what can still be earned. Score plus that bound
//! never rises; it falls where a move gives away what the relaxed game could have had, and a game in which it
//! never falls is optimal. The reason for a loss is read off what the move did.
//!
//! This crate knows the plain bound. A caller that knows a tighter one passes what the game could still come to by
//! it, and the losses are those against the tighter bound. Points that only the plain bound takes for lost were out
//! of reach from the start: they are marked as unavoidable. Their sum is the difference of the two bounds.

use std::fmt;

use laplace_games::demon::Piece;
use laplace_games::demon::bound::{BoundKind, Bounds, Relaxed};

use crate::recording::{DemonRecording, DemonStep};

/// A loss within this number of pieces before the last is put down to the end of the game: lines
/// that would be completed later never are.
const ENDGAME_PIECES: usize = 12;

/// A game compared with the bound, piece by piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// Upper bounds on the score of any game with the same number of pieces.
    pub bounds: Bounds,
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
    /// An upper bound on the final score of any game that goes on from here, by the tightest bound.
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
    /// By how much the reachable score fell, by the tightest bound.
    pub points: u32,
    /// Points that only the plain bound takes for lost here: the tighter one proves that no game has them.
    pub unavoidable: u32,
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

impl LossReason {
    /// A fixed identifier for programs; `Display` writes the reason for people.
    pub const fn word(self) -> &'static str {
        match self {
            Self::BurnedLines(_) => "burned-lines",
            Self::NoTetris => "no-tetris",
            Self::EarlyTetris => "early-tetris",
            Self::StackGrew => "stack-grew",
            Self::TheEnd => "the-end",
        }
    }
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

/// Compares a recorded game with the plain bound for its pieces.
///
/// ```
/// use laplace_judge::demon::analyse;
/// use laplace_judge::recording::DemonRecording;
/// let game = DemonRecording::of_file(b"31\n1 8 2\n3 7 0\n").unwrap();
/// let analysis = analyse(&game);
/// assert_eq!((analysis.bounds.tightest().1, analysis.points.len(), analysis.losses.len()), (0, 3, 0));
/// ```
pub fn analyse(recording: &DemonRecording) -> Analysis {
    analyse_against(recording, None)
}

/// Compares a recorded game with the plain bound and a tighter one: `tighter` has its kind, and what the game could
/// still come to by it after each number of pieces, from 0 on.
pub fn analyse_against(recording: &DemonRecording, tighter: Option<(BoundKind, &[u32])>) -> Analysis {
    let steps = recording.steps();
    let pieces: Vec<Piece> = steps.iter().map(|step| step.piece).collect();
    let relaxed = Relaxed::new(&pieces);
    let plain_bound = relaxed.value(0, 0, false);
    let tight_reach = |number: usize, plain: u32| {
        tighter.and_then(|(_, reach)| reach.get(number).copied()).unwrap_or(plain).min(plain)
    };
    let bounds = match tighter {
        Some((kind, _)) => Bounds::new(plain_bound).with(kind, tight_reach(0, plain_bound)),
        None => Bounds::new(plain_bound),
    };
    let start =
        Point { score: 0, reach: tight_reach(0, plain_bound), height: 0, tetrises: 0, back_to_backs: 0 };
    let mut points = vec![start];
    let mut losses = Vec::new();
    let mut plain_before = plain_bound;
    let mut reach_before = start.reach;
    // Points lost already by the tighter bound, which the plain one will take for lost later.
    let mut seen_early = 0;
    for (step, number) in steps.iter().zip(1..) {
        let plain = step.score + relaxed.value(number, step.blocks.into(), step.is_tetris());
        let reach = tight_reach(number, plain);
        let lost = reach_before.saturating_sub(reach);
        let lost_by_plain = plain_before.saturating_sub(plain);
        seen_early += lost.saturating_sub(lost_by_plain);
        let seen_late = lost_by_plain.saturating_sub(lost);
        let counted_before = seen_late.min(seen_early);
        seen_early -= counted_before;
        let unavoidable = seen_late - counted_before;
        if lost + unavoidable > 0 {
            let is_endgame = number + ENDGAME_PIECES > steps.len();
            let reason = if is_endgame { LossReason::TheEnd } else { reason(step) };
            losses.push(Loss { placed: number, piece: step.piece, points: lost, unavoidable, reason });
        }
        plain_before = plain;
        reach_before = reach;
        points.push(Point {
            score: step.score,
            reach,
            height: step.height.into(),
            tetrises: step.tetrises,
            back_to_backs: step.back_to_backs,
        });
    }
    Analysis { bounds, points, losses }
}

fn reason(step: &DemonStep) -> LossReason {
    match (step.removed.len(), step.piece) {
        (4, _) => LossReason::EarlyTetris,
        (0, Piece::I) => LossReason::NoTetris,
        (0, _) => LossReason::StackGrew,
        (lines, _) => LossReason::BurnedLines(lines),
    }
}
