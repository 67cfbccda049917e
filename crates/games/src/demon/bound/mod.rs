//! Upper bounds on the score: the plain one by counting blocks, and the [tight] one.
//!
//! The plain bound is that of the game without its geometry. Keep only the number of blocks on the board. It grows by 4 with each piece and falls by 12 with each
//! line; before each piece at most 20 lines hold blocks and none of them is full, so it is at most 220;
//! only piece 1 can remove four lines. Every real game is a game of this kind, so the best score here, found
//! by dynamic programming over (piece, blocks, did the last piece make a Tetris), bounds them all, and the
//! value function bounds what any position can still earn. A game that reaches the bound is proved optimal.
//!
//! The number of blocks is always a multiple of 4, so there are 56 counts to keep: 9 999 pieces take a
//! few milliseconds.

pub mod tight;

use super::state::points;
use super::{COLUMNS, LINES, Move, Piece, Seed, State, TOP_LINES};
use tight::{BoardSize, TightBound};

/// Blocks of one piece: the unit in which blocks are counted here.
const PIECE_BLOCKS: usize = 4;
/// Counts of blocks, in pieces, that may stand before a piece: 0 to 220 / 4.
const COUNTS: usize = (LINES - TOP_LINES) * (COLUMNS - 1) / PIECE_BLOCKS + 1;
/// Blocks of a full line, in pieces.
const LINE: usize = COLUMNS / PIECE_BLOCKS;

/// What can still be earned before some piece, by blocks (in pieces) and by whether a Tetris was just made.
/// The last count, one piece too many, ends the game: nothing can be earned from there.
type Row = [[u32; 2]; COUNTS + 1];

/// An upper bound on the points of any game of `moves` moves.
///
/// ```
/// use laplace_games::demon::{Seed, bound};
/// assert_eq!(bound::bound(Seed::new(231).unwrap(), 9_999), 739_300);
/// ```
pub fn bound(seed: Seed, moves: u32) -> u32 {
    let pieces: Vec<Piece> = seed.pieces().take(moves as usize).collect();
    let mut row = [[0; 2]; COUNTS + 1];
    for &piece in pieces.iter().rev() {
        row = before(piece, &row);
    }
    row[0][0]
}

/// The tight upper bound: no game of this number of moves scores more.
///
/// It is at most the plain bound, which knows less of what geometry forbids.
///
/// ```
/// use laplace_games::demon::{Seed, bound};
/// let seed = Seed::new(231).unwrap();
/// assert!(bound::tight_bound(seed, 9_999) <= bound::bound(seed, 9_999));
/// ```
pub fn tight_bound(seed: Seed, moves: u32) -> u32 {
    let pieces: Vec<Piece> = seed.pieces().take(moves as usize).collect();
    TightBound::bound_of(&pieces, BoardSize::DEMON)
}

/// Every upper bound on the score of a game of this number of moves, by name.
pub fn bounds(seed: Seed, moves: u32) -> Bounds {
    Bounds::new(bound(seed, moves)).with(BoundKind::Tight, tight_bound(seed, moves))
}

/// What a game could still come to by the tight bound, after each number of moves from 0 on: the points so far, and
/// the bound on those still to be earned with the rest of these moves' pieces. It never rises.
///
/// Moves after one that cannot be played are left out.
///
/// ```
/// use laplace_games::demon::{Move, Seed, bound};
/// let moves = [Move::new(2, 8).unwrap(), Move::new(0, 7).unwrap()];
/// assert_eq!(bound::tight_reach(Seed::new(31).unwrap(), &moves), [0, 0, 0]);
/// ```
pub fn tight_reach(seed: Seed, moves: &[Move]) -> Vec<u32> {
    let pieces: Vec<Piece> = seed.pieces().take(moves.len()).collect();
    let bound = TightBound::new(&pieces, BoardSize::DEMON);
    let mut state = State::with_limit(seed, pieces.len() as u32);
    let mut reach = vec![bound.bound()];
    let mut cell = Some(0);
    for (index, (&chosen, &piece)) in moves.iter().zip(&pieces).enumerate() {
        let Ok(landing) = state.play(chosen) else { break };
        cell = cell.and_then(|before| tight::cell_after(before, piece, &landing, state.board()));
        reach.push(state.score() + bound.value(index + 1, cell));
    }
    reach
}

/// An upper bound on scores, by the name that is printed beside its value. A later one is at most as high.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BoundKind {
    /// [`bound`]: by counting blocks.
    Plain,
    /// [`tight_bound`]: by counting blocks, without moves that no board allows.
    Tight,
}

impl BoundKind {
    /// Its name in messages, tables and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Tight => "tight",
        }
    }

    /// What it is computed from.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Plain => "by counting blocks",
            Self::Tight => "by counting blocks, without moves that no board allows",
        }
    }
}

/// The upper bounds that are known for a game, each by its kind.
///
/// ```
/// use laplace_games::demon::bound::{BoundKind, Bounds};
/// let bounds = Bounds::new(739_300).with(BoundKind::Tight, 739_200);
/// assert_eq!(bounds.tightest(), (BoundKind::Tight, 739_200));
/// assert_eq!(bounds.get(BoundKind::Plain), Some(739_300));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds(Vec<(BoundKind, u32)>);

impl Bounds {
    /// The plain bound alone.
    pub fn new(plain: u32) -> Self {
        Self(vec![(BoundKind::Plain, plain)])
    }

    /// These bounds and one more, of a kind that is not among them.
    #[must_use]
    pub fn with(mut self, kind: BoundKind, value: u32) -> Self {
        self.0.push((kind, value));
        self
    }

    /// The bounds in their order.
    pub fn iter(&self) -> impl Iterator<Item = (BoundKind, u32)> {
        self.0.iter().copied()
    }

    /// The bound of a kind, if it is known.
    pub fn get(&self, kind: BoundKind) -> Option<u32> {
        self.iter().find(|&(known, _)| known == kind).map(|(_, value)| value)
    }

    /// The lowest bound; of equal ones the first.
    pub fn tightest(&self) -> (BoundKind, u32) {
        self.iter().min_by_key(|&(_, value)| value).unwrap_or((BoundKind::Plain, 0))
    }
}

/// The value function of the relaxed game over a whole sequence of pieces.
#[derive(Clone, Debug)]
pub struct Relaxed {
    rows: Vec<Row>,
}

impl Relaxed {
    /// Computes the values for a game that ends after these pieces; takes half a kilobyte for each piece.
    pub fn new(pieces: &[Piece]) -> Self {
        let mut rows = vec![[[0; 2]; COUNTS + 1]; pieces.len() + 1];
        for (index, &piece) in pieces.iter().enumerate().rev() {
            rows[index] = before(piece, &rows[index + 1]);
        }
        Self { rows }
    }

    /// An upper bound on the points still to be earned when `placed` pieces have been placed and `blocks`
    /// blocks stand; 0 for more blocks than can stand before a piece.
    pub fn value(&self, placed: usize, blocks: u32, after_tetris: bool) -> u32 {
        let count = (blocks as usize / PIECE_BLOCKS).min(COUNTS);
        self.rows[placed][count][usize::from(after_tetris)]
    }

    /// The bound on the whole game.
    pub fn bound(&self) -> u32 {
        self.value(0, 0, false)
    }
}

/// The values before a piece from the values after it.
fn before(piece: Piece, after: &Row) -> Row {
    let max_lines = if piece == Piece::I { 4 } else { 3 };
    let mut row = [[0; 2]; COUNTS + 1];
    for (count, values) in row.iter_mut().enumerate().take(COUNTS) {
        for (after_tetris, value) in [false, true].into_iter().zip(values) {
            *value = (0..=max_lines.min((count + 1) / LINE))
                .map(|lines| {
                    points(lines as u32, after_tetris)
                        + after[count + 1 - lines * LINE][usize::from(lines == 4)]
                })
                .max()
                .unwrap_or(0);
        }
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_is_the_published_one() {
        assert_eq!(bound(Seed::new(231).unwrap(), 9_999), 739_300);
        assert_eq!(bound(Seed::new(31).unwrap(), 9_999), 738_500);
    }

    #[test]
    fn the_value_function_starts_at_the_bound_and_ends_at_zero() {
        let seed = Seed::new(77).unwrap();
        for moves in [0, 1, 2, 3, 11, 12, 500] {
            let pieces: Vec<_> = seed.pieces().take(moves).collect();
            let relaxed = Relaxed::new(&pieces);
            assert_eq!(relaxed.bound(), bound(seed, moves as u32));
            assert_eq!(relaxed.value(moves, 40, true), 0);
        }
    }

    #[test]
    fn a_line_takes_at_least_three_pieces() {
        let pieces = [Piece::O; 3];
        assert_eq!(Relaxed::new(&pieces[..2]).bound(), 0);
        assert_eq!(Relaxed::new(&pieces).bound(), 100);
    }

    #[test]
    fn a_full_board_earns_nothing_more() {
        assert_eq!(Relaxed::new(&[Piece::I; 20]).value(0, 224, false), 0);
    }
}
