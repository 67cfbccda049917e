//! The tight upper bound: the game without its geometry, but for what geometry forbids in any case.
//!
//! As in [`laplace_games::demon::bound`], only the number of blocks counts, and the best score by dynamic
//! programming bounds every real game, those that end early too. Here moves are struck out that no real
//! board allows. A piece falls straight, so nothing stands above any of its blocks; that alone gives:
//!
//! * **Lines.** A row of a piece can go only if the piece covers none of its open cells from below. So I
//!   takes four lines at most, J and L three, the others two.
//! * **Emptying.** A piece that leaves the board empty had all its rows removed. So only I with 1 or 4 lines,
//!   O and T with 2, J and L with 2 or 3 can do it; S and Z never.
//! * **Taint.** Call a board *paired* if rows 2k and 2k + 1 are alike for all k. The empty board is. If the
//!   board after a Tetris, after an O that took two lines, or after an O that took none is paired, so was the
//!   board before: the piece came to rest on an even height, and removing an O, or putting back two or four
//!   like rows there, keeps pairs. But an S or Z that takes no line leaves neighbours whose heights differ by
//!   one: not paired. So from such a piece, nothing but Os of these kinds and Tetrises never lead to the
//!   empty board.
//! * **Full.** `rows * (columns - 1)` blocks before a piece fill every row but for one cell. O then stands on
//!   top, S and Z do or take one line and still reach too high: the game ends with at most 100 points.
//!   A Tetris from there needs all columns but one to be `rows` high and that one four lower. The piece
//!   before took no line; it was not an S or Z, which leaves neighbours that differ by one. Nor was it an O
//!   that took no line just after such an S or Z: without the O, two columns are two lower (a gap under it
//!   would be a second one in its row), and still no neighbours differ by one.
//!
//! The rules hold for any number of columns from 5 and any number of rows, so small boards can be searched to
//! the end to test them. With [`Penalties`] the same computation charges a plan for what is possible but hard.

use laplace_games::demon::{Board, Facts, Piece};

/// The size of a board: columns, and rows in which blocks may stand before a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSize {
    columns: usize,
    rows: usize,
}

impl BoardSize {
    /// The board of the game.
    pub const DEMON: Self = Self {
        columns: laplace_games::demon::COLUMNS,
        rows: laplace_games::demon::LINES - laplace_games::demon::TOP_LINES,
    };

    /// A board of at least five columns.
    pub const fn new(columns: usize, rows: usize) -> Option<Self> {
        if columns >= 5 && rows >= 1 { Some(Self { columns, rows }) } else { None }
    }

    /// Every number of blocks there can be is a multiple of this.
    const fn unit(self) -> usize {
        match self.columns % PIECE_BLOCKS {
            0 => 4,
            2 => 2,
            _ => 1,
        }
    }

    /// The most blocks that can stand before a piece.
    const fn max_blocks(self) -> usize {
        self.rows * (self.columns - 1)
    }

    /// The number of cells: numbers of blocks with all their flags.
    const fn cells(self) -> usize {
        FLAGS * (self.max_blocks() / self.unit() + 1)
    }
}

const PIECE_BLOCKS: usize = 4;
/// Flag: the last piece made a Tetris.
pub(super) const AFTER_TETRIS: u8 = 1;
/// Flag: since an S or Z that took no line only Tetrises and Os that took none or two.
pub(super) const TAINT: u8 = 2;
/// All flags.
pub(super) const FLAG_BITS: u8 = 3;
/// The number of sets of flags.
pub(super) const FLAGS: usize = 4;
/// The cells of the game's own board.
pub(super) const CELLS: usize = BoardSize::DEMON.cells();
/// Numbers of blocks, in pieces, that can stand before a piece on the game's own board.
pub(super) const LEVELS: usize = CELLS / FLAGS;

/// What is charged for moves that are hard on a real board, in points. The default charges nothing.
#[derive(Clone, Debug, Default)]
pub struct Penalties {
    /// For a Tetris that leaves k times four blocks.
    pub left_by_tetris: [i32; 8],
    /// For k times four blocks fewer than a full board.
    pub below_full: [i32; 16],
    /// For a game that ends early.
    pub early_end: i32,
}

/// The points of removing some lines.
pub(super) const fn points(lines: usize, after_tetris: bool) -> i32 {
    match (lines, after_tetris) {
        (4, true) => 1200,
        (4, false) => 800,
        _ => 100 * lines as i32,
    }
}

const fn max_lines(piece: Piece) -> usize {
    match piece {
        Piece::I => 4,
        Piece::J | Piece::L => 3,
        Piece::S | Piece::Z | Piece::T | Piece::O => 2,
    }
}

const fn can_empty(piece: Piece, lines: usize) -> bool {
    matches!((piece, lines), (Piece::I, 1 | 4) | (Piece::J | Piece::L, 2 | 3) | (Piece::T | Piece::O, 2))
}

/// The flags after a piece.
pub(super) const fn flags(piece: Piece, lines: usize, before: u8) -> u8 {
    match (piece, lines) {
        (Piece::I, 4) => before & TAINT | AFTER_TETRIS,
        (Piece::S | Piece::Z, 0) => TAINT,
        (Piece::O, 0 | 2) => before & TAINT,
        _ => 0,
    }
}

/// A piece, and whether a taint before it is so fresh that a full board cannot be level.
#[derive(Clone, Copy)]
struct Turn {
    piece: Piece,
    uneven: bool,
}

impl Turn {
    fn new(pieces: &[Piece], index: usize) -> Self {
        let earlier = [1, 2].map(|back| index.checked_sub(back).map(|i| pieces[i]));
        let uneven =
            matches!(earlier, [Some(Piece::S | Piece::Z), _] | [Some(Piece::O), Some(Piece::S | Piece::Z)]);
        Self { piece: pieces[index], uneven }
    }

    fn table(self, tables: &MoveTables) -> &Moves {
        &tables[self.piece as usize - 1][usize::from(self.uneven)]
    }
}

/// The cell after a piece: the blocks on the board that it left, and the flags.
pub(super) fn cell_after(before: usize, piece: Piece, landing: &Facts, board: &Board) -> usize {
    let flags = flags(piece, landing.removed.len() as usize, before as u8 & FLAG_BITS);
    FLAGS * (board.blocks() as usize / PIECE_BLOCKS) + usize::from(flags)
}

/// What a move leads to.
enum Outcome {
    Ends,
    GoesOn { blocks: usize },
}

impl BoardSize {
    /// What a move leads to; `None` if no board allows it.
    fn play(self, turn: Turn, blocks: usize, before: u8, lines: usize) -> Option<Outcome> {
        let left = (blocks + PIECE_BLOCKS).checked_sub(lines * self.columns)?;
        let tainted = before & TAINT != 0;
        let keeps_pairs = matches!((turn.piece, lines), (Piece::I, 4) | (Piece::O, 2));
        if left == 0 && (!can_empty(turn.piece, lines) || tainted && keeps_pairs) {
            return None;
        }
        if blocks == self.max_blocks() {
            let reach = match turn.piece {
                Piece::O => Some(0),
                Piece::S | Piece::Z => Some(1),
                _ => None,
            };
            if let Some(most) = reach {
                return (lines <= most).then_some(Outcome::Ends);
            }
            if lines == 4 && tainted && turn.uneven {
                return None;
            }
        }
        Some(if left > self.max_blocks() { Outcome::Ends } else { Outcome::GoesOn { blocks: left } })
    }
}

/// The moves of a piece from every cell: where each leads, and what it gains.
struct Moves {
    moves: Vec<(u32, i32)>,
    /// Where each cell's moves end; they start where those of the cell before end.
    ends: Vec<u32>,
}

/// The moves of every piece, each without and with a fresh taint.
type MoveTables = [[Moves; 2]; Piece::ALL.len()];

impl Moves {
    fn of_all_pieces(field: BoardSize, penalties: &Penalties) -> MoveTables {
        Piece::ALL
            .map(|piece| [false, true].map(|uneven| Self::new(field, Turn { piece, uneven }, penalties)))
    }

    fn new(field: BoardSize, turn: Turn, penalties: &Penalties) -> Self {
        let mut table = Self { moves: Vec::new(), ends: Vec::new() };
        for cell in 0..field.cells() {
            let blocks = cell / FLAGS * field.unit();
            let before = cell as u8 & FLAG_BITS;
            for lines in 0..=max_lines(turn.piece) {
                let gain = points(lines, before & AFTER_TETRIS != 0);
                table.moves.extend(field.play(turn, blocks, before, lines).map(|outcome| match outcome {
                    Outcome::Ends => (field.cells() as u32, gain - penalties.early_end),
                    Outcome::GoesOn { blocks } => {
                        let flags = usize::from(flags(turn.piece, lines, before));
                        let after = FLAGS * (blocks / field.unit()) + flags;
                        (after as u32, gain - price(field, penalties, blocks, lines))
                    }
                }));
            }
            table.ends.push(table.moves.len() as u32);
        }
        table
    }

    /// The values before the piece from those after it.
    fn step(&self, here: &mut [i32], next: &[i32]) {
        let mut start = 0;
        for (value, &end) in here.iter_mut().zip(&self.ends) {
            let moves = &self.moves[start..end as usize];
            *value = moves.iter().map(|&(after, gain)| gain + next[after as usize]).max().unwrap_or(0);
            start = end as usize;
        }
    }
}

/// The bound of every situation over a sequence of pieces: the value function of the game without geometry.
pub struct TightBound {
    /// Cells and one more, that of games that have ended: there is nothing to earn.
    stride: usize,
    /// What can still be earned: rows of cells, one for each piece index.
    values: Vec<i32>,
}

impl TightBound {
    /// Solves the game backwards; a kilobyte and about a microsecond a piece on the game's own board.
    pub fn new(pieces: &[Piece], field: BoardSize, penalties: &Penalties) -> Self {
        let tables = Moves::of_all_pieces(field, penalties);
        let stride = field.cells() + 1;
        let mut values = vec![0; stride * (pieces.len() + 1)];
        for index in (0..pieces.len()).rev() {
            let (here, next) = values[index * stride..].split_at_mut(stride);
            Turn::new(pieces, index).table(&tables).step(here, &next[..stride]);
        }
        Self { stride, values }
    }

    /// The upper bound from the start alone, which takes no memory but for the pieces.
    pub fn bound_of(pieces: &[Piece], field: BoardSize) -> u32 {
        let tables = Moves::of_all_pieces(field, &Penalties::default());
        let mut here = vec![0; field.cells() + 1];
        let mut next = here.clone();
        for index in (0..pieces.len()).rev() {
            std::mem::swap(&mut here, &mut next);
            Turn::new(pieces, index).table(&tables).step(&mut here, &next);
        }
        here[0].max(0) as u32
    }

    /// What can still be earned before a piece, for each cell: blocks and flags.
    pub(super) fn at(&self, index: usize) -> &[i32] {
        &self.values[index * self.stride..][..self.stride - 1]
    }

    /// The upper bound of the score from the start.
    pub fn bound(&self) -> u32 {
        self.start().max(0) as u32
    }

    /// The value of the empty board at the start.
    pub(super) fn start(&self) -> i32 {
        self.values[0]
    }
}

fn price(field: BoardSize, penalties: &Penalties, blocks: usize, lines: usize) -> i32 {
    let low = if lines == 4 { penalties.left_by_tetris.get(blocks / PIECE_BLOCKS) } else { None };
    let high = penalties.below_full.get((field.max_blocks() - blocks) / PIECE_BLOCKS);
    low.unwrap_or(&0) + high.unwrap_or(&0)
}
