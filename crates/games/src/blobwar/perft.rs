//! Counting the paths of a number of moves: the standard test of a move generator, and of its speed.
//!
//! The last ply is counted without playing it. The last but one is not played either, where that is possible:
//! all moves to one target turn the same blobs, so the replies are counted once for each target, and a jump
//! differs from the doubling only by the replies that its empty origin adds. A target that turns nothing only
//! takes away the replies that went there, and one that is far from all the opponent's blobs takes away none.

use super::bitboard::Bitboard;
use super::board::count_moves;
use super::cell::Cell;
use super::moves::Move;
use super::setup::CLOCK_LIMIT;
use super::state::Position;

/// How many paths of `depth` moves there are. A finished game has none; at depth 0 there is one path.
///
/// ```
/// use laplace_games::blobwar::{Position, Size, StuckRule, perft};
/// let start = Position::start(Size::Seven, StuckRule::Passes);
/// assert_eq!(perft(&start, 4), 155_888);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(position.count_legal_moves()),
        2 => two_plies(position),
        _ => sum_over_moves(position, |next| perft(next, depth - 1)),
    }
}

/// The paths by their first move, in the order of [`Position::legal_moves`]: where two programs differ, this
/// shows the branch. The counts add up to [`perft`] and can be computed in parallel.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let count = |played: Move| {
        let mut next = *position;
        next.play_unchecked(played);
        (played, perft(&next, depth.saturating_sub(1)))
    };
    position.legal_moves().into_iter().map(count).collect()
}

fn sum_over_moves(position: &Position, count: impl Fn(&Position) -> u64) -> u64 {
    let after = |played| {
        let mut next = *position;
        next.play_unchecked(played);
        count(&next)
    };
    if position.end().is_some() {
        0
    } else if !position.board().can_move(position.turn()) {
        after(Move::Pass)
    } else {
        position.board().moves(position.turn()).map(after).sum()
    }
}

fn one_ply(position: &Position) -> u64 {
    u64::from(position.count_legal_moves())
}

fn two_plies(position: &Position) -> u64 {
    let board = position.board();
    let side = position.turn();
    // Next to the end by the clock a jump and a doubling no longer have the same replies.
    if position.clock() + 1 >= CLOCK_LIMIT || position.end().is_some() || !board.can_move(side) {
        return sum_over_moves(position, one_ply);
    }
    let replies = Replies::new(board.blobs(side.other()), board.empty());
    if replies.count == 0 {
        return sum_over_moves(position, one_ply);
    }
    let doublings = board.doublings(side);
    let through = |to: Cell| {
        let doubles = doublings.contains(to);
        let jumpers = board.jumpers(side, to);
        replies.through(to, doubles, jumpers).unwrap_or_else(|| played_out(position, to, doubles, jumpers))
    };
    let near = board.targets(side) & replies.near;
    let far = board.targets(side) - replies.near;
    replies.through_far(far, board.blobs(side)) + near.into_iter().map(through).sum::<u64>()
}

/// The paths of two moves through a target, one by one.
fn played_out(position: &Position, to: Cell, doubles: bool, jumpers: Bitboard) -> u64 {
    let jumps = jumpers.into_iter().map(|from| Move::Jump { from, to });
    let after = |played| {
        let mut next = *position;
        next.play_unchecked(played);
        one_ply(&next)
    };
    doubles.then_some(Move::Double(to)).into_iter().chain(jumps).map(after).sum()
}

/// The opponent's replies as they would be if the mover did nothing.
struct Replies {
    blobs: Bitboard,
    spread: Bitboard,
    /// Within distance 2 of the opponent: only here does a change of the board change the replies.
    near: Bitboard,
    empty: Bitboard,
    count: u32,
}

impl Replies {
    fn new(blobs: Bitboard, empty: Bitboard) -> Self {
        let spread = blobs.spread();
        Self { blobs, spread, near: spread.spread(), empty, count: count_moves(blobs, empty) }
    }

    /// The replies to all moves of `movers` to cells that are not near: the same for every move, but for
    /// those onto the origin of a jump.
    fn through_far(&self, targets: Bitboard, movers: Bitboard) -> u64 {
        let same = count_moves(movers, targets) * self.count;
        let onto_origin = |from: Cell| (from.ring() & targets).len() * added(from, self.blobs, self.spread);
        u64::from(same + (movers & self.near).into_iter().map(onto_origin).sum::<u32>())
    }

    /// The replies to all moves to a cell; `None` if there may be none, so that a pass or the end is next.
    fn through(&self, to: Cell, doubles: bool, jumpers: Bitboard) -> Option<u64> {
        let turns = self.spread.contains(to);
        let blobs = self.blobs - to.neighbours();
        let (spread, replies) = if turns {
            (blobs.spread(), count_moves(blobs, self.empty.without(to)))
        } else {
            (self.spread, self.count - (to.ring() & blobs).len())
        };
        let onto_origins =
            (jumpers & self.near).into_iter().map(|from| added(from, blobs, spread)).sum::<u32>();
        let moves = u32::from(doubles) + jumpers.len();
        (replies > 0).then(|| u64::from(moves * replies + onto_origins))
    }
}

/// How many replies of `blobs` an empty origin adds: one doubling if they spread to it, and the jumps.
fn added(origin: Cell, blobs: Bitboard, spread: Bitboard) -> u32 {
    u32::from(spread.contains(origin)) + (origin.ring() & blobs).len()
}
