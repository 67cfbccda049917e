//! The tight upper bound: the game without its geometry, but for what geometry forbids in any case.
//!
//! As for the [plain bound](super::bound), the best score by dynamic programming bounds every real game, those that
//! end early too. Here a situation is the number of blocks, a few flags and a parity, and moves are struck out that
//! no real board allows. docs/demon.md has the proofs; in short:
//!
//! * **Lines.** A row of a piece can go only if the piece covers none of its open cells from below. So I
//!   takes four lines at most, J and L three, the others two.
//! * **Emptying.** A piece that leaves the board empty had all its rows removed. So only I with 1 or 4 lines,
//!   O and T with 2, J and L with 2 or 3 can do it; S and Z never.
//! * **Taint.** Call a board *paired* if rows 2k and 2k + 1 are alike for all k. The empty board is. If the
//!   board after a Tetris, after an O that took two lines, or after an O that took none is paired, so was the
//!   board before. But an S or Z that takes no line leaves neighbours whose heights differ by one: not paired. So
//!   from such a piece, nothing but Os of these kinds and Tetrises never lead to the empty board.
//! * **Full.** `rows * (columns - 1)` blocks before a piece fill every row but for one cell, and only the one of the
//!   top row can be reached. So the lines that each piece can take from there are known, and with how many of them
//!   the game goes on. A Tetris from there needs all columns but one to be `rows` high: no S or Z came just before,
//!   nor just before an O that took no line.
//! * **T-parity.** Colour the cells like a chessboard. A piece covers two black and two white cells, but T three and
//!   one; a full row of an even number of columns is balanced. So half the difference of black and white blocks is
//!   even or odd: the board's *parity*. T changes it, other pieces do not, nor does removing an even number of rows
//!   in one stack. Before rows go that leave the board empty, everything is balanced.
//! * **Odd chain.** From a full board of odd parity, Tetrises alone, with pieces between them that take no line and
//!   have too few blocks for a row, cannot remove all rows: they would go in balanced fours.
//!
//! The rules hold for any number of columns from 5 and any number of rows (parities for even numbers of columns), so
//! small boards can be searched to the end to test them.

use crate::demon::{Board, COLUMNS, Facts, LINES, Piece, TOP_LINES, state};

/// The size of a board: columns, and rows in which blocks may stand before a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSize {
    columns: usize,
    rows: usize,
}

impl BoardSize {
    /// The board of the game.
    pub const DEMON: Self = Self { columns: COLUMNS, rows: LINES - TOP_LINES };

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

    /// Whether a full row has as many black as white cells, so that boards have a parity.
    const fn has_parity(self) -> bool {
        self.columns.is_multiple_of(2)
    }

    /// The number of block counts.
    const fn levels(self) -> usize {
        self.max_blocks() / self.unit() + 1
    }

    /// The number of Tetrises that remove all rows of a full board; 0 if there is no such number.
    const fn chain_length(self) -> usize {
        if self.has_parity() && self.rows.is_multiple_of(4) { self.rows / 4 } else { 0 }
    }

    /// The most pieces whose blocks, with one block of an I, are too few for a row.
    const fn chain_pieces(self) -> usize {
        (self.columns - 2) / PIECE_BLOCKS
    }

    /// The number of cells: the levels and those of odd chains, with all flags.
    const fn cells(self) -> usize {
        FLAGS * (self.levels() + self.chain_length().saturating_sub(1) * (self.chain_pieces() + 1))
    }
}

const PIECE_BLOCKS: usize = 4;
/// Flag: the last piece made a Tetris.
pub const AFTER_TETRIS: u8 = 1;
/// Flag: since an S or Z that took no line only Tetrises and Os that took none or two.
pub const TAINT: u8 = 2;
/// The flags that the board alone does not show.
pub const HISTORY_BITS: u8 = AFTER_TETRIS | TAINT;
/// Flag: the parity of the board is odd. Never set for an odd number of columns.
pub const ODD: u8 = 4;
/// The number of sets of flags.
pub const FLAGS: usize = 8;
/// The cells of the game's own board.
pub const CELLS: usize = BoardSize::DEMON.cells();
/// Numbers of blocks, in pieces, that can stand before a piece on the game's own board.
pub const LEVELS: usize = BoardSize::DEMON.levels();

/// The points of removing some lines.
#[inline]
pub const fn points(lines: usize, after_tetris: bool) -> i32 {
    state::points(lines as u32, after_tetris) as i32
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

/// The flags of the history after a piece.
#[inline]
pub const fn history_flags(piece: Piece, lines: usize, before: u8) -> u8 {
    match (piece, lines) {
        (Piece::I, 4) => before & TAINT | AFTER_TETRIS,
        (Piece::S | Piece::Z, 0) => TAINT,
        (Piece::O, 0 | 2) => before & TAINT,
        _ => 0,
    }
}

/// Whether the parity of a board of the game is odd.
pub fn is_odd(board: &Board) -> bool {
    const BLACK: [u16; 2] = [0x555, 0xaaa];
    let difference: i32 = (board.top()..LINES)
        .map(|line| {
            let black = (board.row(line) & BLACK[line % 2]).count_ones() as i32;
            2 * black - board.row(line).count_ones() as i32
        })
        .sum();
    difference.rem_euclid(4) == 2
}

/// The Tetrises since a full board of odd parity, and the pieces without a line between them.
#[derive(Clone, Copy, PartialEq, Eq)]
struct OddChain {
    tetrises: usize,
    pieces: usize,
}

impl BoardSize {
    /// The cell of a board whose history is not known.
    pub const fn cell(self, blocks: usize, odd: bool) -> usize {
        FLAGS * (blocks / self.unit()) + if odd { ODD as usize } else { 0 }
    }

    /// The blocks in a cell.
    const fn blocks(self, cell: usize) -> usize {
        match self.odd_chain(cell) {
            Some(chain) => self.chain_blocks(chain),
            None => cell / FLAGS * self.unit(),
        }
    }

    const fn chain_blocks(self, chain: OddChain) -> usize {
        let left = self.rows - 4 * chain.tetrises;
        left * (self.columns - 1) + PIECE_BLOCKS * chain.pieces
    }

    /// The odd chain that a cell is in. A full board of odd parity begins one.
    const fn odd_chain(self, cell: usize) -> Option<OddChain> {
        let level = cell / FLAGS;
        if self.chain_length() == 0 || level + 1 < self.levels() {
            return None;
        }
        match level.checked_sub(self.levels()) {
            Some(place) => Some(OddChain {
                tetrises: 1 + place / (self.chain_pieces() + 1),
                pieces: place % (self.chain_pieces() + 1),
            }),
            None if cell & ODD as usize != 0 => Some(OddChain { tetrises: 0, pieces: 0 }),
            None => None,
        }
    }

    /// The odd chain after a piece, if it goes on.
    const fn longer_chain(self, chain: OddChain, lines: usize) -> Option<OddChain> {
        let OddChain { tetrises, pieces } = chain;
        let longer = match lines {
            0 => OddChain { tetrises, pieces: pieces + 1 },
            4 => OddChain { tetrises: tetrises + 1, pieces },
            _ => return None,
        };
        if longer.pieces <= self.chain_pieces() { Some(longer) } else { None }
    }

    /// The cell after a piece that took some lines and left a board of that parity; `None` if there are too many
    /// blocks for the game to go on.
    #[inline]
    pub const fn next_cell(self, before: usize, piece: Piece, lines: usize, odd: bool) -> Option<usize> {
        let flags = history_flags(piece, lines, before as u8) | if odd { ODD } else { 0 };
        if before < FLAGS * (self.levels() - 1) {
            let level = before / FLAGS + PIECE_BLOCKS / self.unit() - lines * self.columns / self.unit();
            if level < self.levels() {
                return Some(FLAGS * level + flags as usize);
            }
            return None;
        }
        let left = self.blocks(before) + PIECE_BLOCKS - lines * self.columns;
        if left > self.max_blocks() {
            return None;
        }
        let mut level = left / self.unit();
        if let Some(chain) = self.odd_chain(before)
            && let Some(OddChain { tetrises, pieces }) = self.longer_chain(chain, lines)
            && tetrises < self.chain_length()
        {
            level = self.levels() + (tetrises - 1) * (self.chain_pieces() + 1) + pieces;
        }
        Some(FLAGS * level + flags as usize)
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
}

/// The cell after a piece: the blocks on the board that it left, and the flags; `None` if they are too many.
pub fn cell_after(before: usize, piece: Piece, landing: &Facts, board: &Board) -> Option<usize> {
    BoardSize::DEMON.next_cell(before, piece, landing.removed.len() as usize, is_odd(board))
}

/// What a move does to the parity of the board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ParityChange {
    Keeps,
    Flips,
    /// It depends on the board.
    Either,
}

impl ParityChange {
    const fn when(flips: bool) -> Self {
        if flips { Self::Flips } else { Self::Keeps }
    }

    /// The change by a piece on any board. Rows above removed ones change their colours if an odd number of rows was
    /// removed below them; J, L and I can remove rows with another row between them.
    const fn on_any_board(piece: Piece, lines: usize) -> Self {
        match (piece, lines) {
            (_, 0) | (Piece::I, 4) | (Piece::S | Piece::Z | Piece::T | Piece::O, 2) => {
                Self::when(matches!(piece, Piece::T))
            }
            _ => Self::Either,
        }
    }

    fn allows(self, flips: bool) -> bool {
        match self {
            Self::Keeps => !flips,
            Self::Flips => flips,
            Self::Either => true,
        }
    }
}

/// What a move leads to.
enum Outcome {
    Ends,
    GoesOn(ParityChange),
}

impl BoardSize {
    /// What a piece that takes some lines leads to; `None` if no board allows it.
    fn play(self, turn: Turn, before: usize, lines: usize) -> Option<Outcome> {
        let blocks = self.blocks(before);
        let left = (blocks + PIECE_BLOCKS).checked_sub(lines * self.columns)?;
        let tainted = before & usize::from(TAINT) != 0;
        if left == 0 {
            let keeps_pairs = matches!((turn.piece, lines), (Piece::I, 4) | (Piece::O, 2));
            if !can_empty(turn.piece, lines) || tainted && keeps_pairs {
                return None;
            }
            // Full rows are balanced: the parity is even with the piece, and after it.
            let odd = before & usize::from(ODD) != 0;
            if self.has_parity() && odd != (turn.piece == Piece::T) {
                return None;
            }
            return Some(Outcome::GoesOn(ParityChange::when(odd)));
        }
        if lines == 4
            && let Some(chain) = self.odd_chain(before)
            && chain.tetrises + 1 == self.chain_length()
        {
            return None;
        }
        if blocks == self.max_blocks() {
            return Self::play_on_full_board(turn, tainted, lines);
        }
        Some(if left > self.max_blocks() {
            Outcome::Ends
        } else {
            Outcome::GoesOn(ParityChange::on_any_board(turn.piece, lines))
        })
    }

    /// The same where every row has one open cell. The blocks of the piece that stay are above the rows that go, so
    /// the parity flips if both numbers are odd, and once more for a T.
    const fn play_on_full_board(turn: Turn, tainted: bool, lines: usize) -> Option<Outcome> {
        Some(match (turn.piece, lines) {
            (Piece::I, 4) if tainted && turn.uneven => return None,
            (_, 0) | (Piece::S | Piece::Z | Piece::I, 1) => Outcome::Ends,
            (Piece::T, 1) | (Piece::J | Piece::L | Piece::I, 2) | (Piece::I, 4) => {
                Outcome::GoesOn(ParityChange::Keeps)
            }
            (Piece::J | Piece::L, 1) | (Piece::I, 3) => Outcome::GoesOn(ParityChange::Flips),
            _ => return None,
        })
    }
}

/// A move of the relaxed game.
#[derive(Clone, Copy)]
pub struct RelaxedMove {
    /// The cell after it; one past the last cell if the game ends.
    pub after: u16,
    /// The lines that it takes.
    pub lines: u16,
    gain: i32,
}

/// The moves of a piece from every cell.
pub struct Moves {
    moves: Vec<RelaxedMove>,
    /// Where each cell's moves end; they start where those of the cell before end.
    ends: Vec<u32>,
}

/// The moves of every piece, each without and with a fresh taint.
type MoveTables = [[Moves; 2]; Piece::ALL.len()];

impl Moves {
    fn of_all_pieces(field: BoardSize) -> MoveTables {
        Piece::ALL.map(|piece| [false, true].map(|uneven| Self::new(field, Turn { piece, uneven })))
    }

    fn of_turn(tables: &MoveTables, turn: Turn) -> &Self {
        &tables[turn.piece as usize - 1][usize::from(turn.uneven)]
    }

    /// The moves of a piece that does not follow a fresh taint.
    pub fn of_piece(field: BoardSize, piece: Piece) -> Self {
        Self::new(field, Turn { piece, uneven: false })
    }

    /// Whether a move from a cell takes this number of lines and leads to the other cell; without one, to any cell or
    /// to the end of the game.
    pub fn allow(&self, before: usize, lines: usize, after: Option<usize>) -> bool {
        let leads = |chosen: &RelaxedMove| after.is_none_or(|after| usize::from(chosen.after) == after);
        self.from(before).iter().any(|chosen| usize::from(chosen.lines) == lines && leads(chosen))
    }

    fn new(field: BoardSize, turn: Turn) -> Self {
        let mut table = Self { moves: Vec::new(), ends: Vec::new() };
        for before in 0..field.cells() {
            for lines in 0..=max_lines(turn.piece) {
                table.add(field, turn, before, lines);
            }
            table.ends.push(table.moves.len() as u32);
        }
        table
    }

    /// Adds the moves that take this number of lines.
    fn add(&mut self, field: BoardSize, turn: Turn, before: usize, lines: usize) {
        let gain = points(lines, before & usize::from(AFTER_TETRIS) != 0);
        let lines_taken = lines as u16;
        match field.play(turn, before, lines) {
            None => {}
            Some(Outcome::Ends) => {
                self.moves.push(RelaxedMove { after: field.cells() as u16, lines: lines_taken, gain });
            }
            Some(Outcome::GoesOn(change)) => {
                for odd in [false, true].into_iter().take(if field.has_parity() { 2 } else { 1 }) {
                    let flips = odd != (before & usize::from(ODD) != 0);
                    if field.has_parity() && !change.allows(flips) {
                        continue;
                    }
                    if let Some(after) = field.next_cell(before, turn.piece, lines, odd) {
                        self.moves.push(RelaxedMove { after: after as u16, lines: lines_taken, gain });
                    }
                }
            }
        }
    }

    fn from(&self, cell: usize) -> &[RelaxedMove] {
        let start = cell.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.moves[start as usize..self.ends[cell] as usize]
    }

    /// The values before the piece from those after it.
    fn step(&self, here: &mut [i32], next: &[i32]) {
        let mut start = 0;
        for (value, &end) in here.iter_mut().zip(&self.ends) {
            let moves = &self.moves[start..end as usize];
            *value =
                moves.iter().map(|chosen| chosen.gain + next[usize::from(chosen.after)]).max().unwrap_or(0);
            start = end as usize;
        }
    }
}

/// The worth of a way that no real game takes: less than any score can make up for.
const IMPOSSIBLE: i32 = i32::MIN / 2;

/// The bound of every situation over a sequence of pieces: the value function of the game without geometry.
pub struct TightBound {
    /// Cells and one more, that of games that have ended: there is nothing to earn.
    stride: usize,
    /// What can still be earned: rows of cells, one for each piece index.
    values: Vec<i32>,
    tables: Box<MoveTables>,
    turns: Vec<Turn>,
}

impl TightBound {
    /// Solves the game backwards; two kilobytes and some microseconds a piece on the game's own board.
    pub fn new(pieces: &[Piece], field: BoardSize) -> Self {
        let tables = Box::new(Moves::of_all_pieces(field));
        let turns: Vec<Turn> = (0..pieces.len()).map(|index| Turn::new(pieces, index)).collect();
        let stride = field.cells() + 1;
        let mut values = vec![0; stride * (pieces.len() + 1)];
        for (index, &turn) in turns.iter().enumerate().rev() {
            let (here, next) = values[index * stride..].split_at_mut(stride);
            Moves::of_turn(&tables, turn).step(here, &next[..stride]);
        }
        Self { stride, values, tables, turns }
    }

    /// The upper bound from the start alone, which takes no memory but for the pieces.
    pub fn bound_of(pieces: &[Piece], field: BoardSize) -> u32 {
        let tables = Moves::of_all_pieces(field);
        let mut here = vec![0; field.cells() + 1];
        let mut next = here.clone();
        for index in (0..pieces.len()).rev() {
            std::mem::swap(&mut here, &mut next);
            Moves::of_turn(&tables, Turn::new(pieces, index)).step(&mut here, &next);
        }
        here[0] as u32
    }

    /// What can still be earned before a piece, for each cell: blocks and flags.
    #[inline]
    pub fn at(&self, index: usize) -> &[i32] {
        &self.values[index * self.stride..][..self.stride - 1]
    }

    /// What can still be earned before a piece in a cell; nothing where the game is over.
    #[inline]
    pub fn value(&self, index: usize, cell: Option<usize>) -> u32 {
        cell.map_or(0, |cell| self.at(index)[cell] as u32)
    }

    /// The moves of a piece from a cell that lose nothing and after which the game goes on.
    #[inline]
    pub fn lossless_moves(&self, index: usize, cell: usize) -> impl Iterator<Item = RelaxedMove> {
        let value = self.at(index)[cell];
        let next = self.at(index + 1);
        let moves = Moves::of_turn(&self.tables, self.turns[index]).from(cell);
        moves.iter().copied().filter(move |chosen| {
            // More than the value where the cell was struck.
            next.get(usize::from(chosen.after)).is_some_and(|after| chosen.gain + after >= value)
        })
    }

    /// Lowers the value of a cell before the piece `index`, and all values that follow from it: no real game goes on from there without
    /// loss until before the piece `end`. That it is so was shown elsewhere, with the values as they are now. So what
    /// counts is the best of all ways that lose something before `end`, or end there (docs/demon.md, certificates). `end` may be the number of
    /// pieces: then no real game plays all of them without loss.
    pub fn strike(&mut self, index: usize, cell: usize, end: usize) {
        // A game may end just before `end`, with blocks that stand too high, and keeps its points. After the last piece nothing is checked, so
        // that a game which came there without loss is one of those that do not exist.
        let reached_end = if end == self.turns.len() { IMPOSSIBLE } else { 0 };
        let mut best = vec![reached_end; self.stride];
        for at in (index..end).rev() {
            let here = self.at(at);
            let next = self.at(at + 1);
            let moves = Moves::of_turn(&self.tables, self.turns[at]);
            let mut ways = vec![0; self.stride];
            for (before, way) in ways.iter_mut().enumerate().take(self.stride - 1) {
                let worths = moves.from(before).iter().map(|chosen| {
                    let after = usize::from(chosen.after);
                    match next.get(after) {
                        Some(value) if chosen.gain + value >= here[before] => chosen.gain + best[after],
                        Some(value) => chosen.gain + value,
                        // The game ends here.
                        None => chosen.gain,
                    }
                });
                *way = worths.max().unwrap_or(0).clamp(0, here[before]);
            }
            best = ways;
        }
        let place = index * self.stride + cell;
        self.values[place] = self.values[place].min(best[cell]);
        for (index, &turn) in self.turns[..index].iter().enumerate().rev() {
            let (here, next) = self.values[index * self.stride..].split_at_mut(self.stride);
            Moves::of_turn(&self.tables, turn).step(here, &next[..self.stride]);
        }
    }

    /// The upper bound of the score from the start.
    pub fn bound(&self) -> u32 {
        self.start() as u32
    }

    /// The value of the empty board at the start.
    pub fn start(&self) -> i32 {
        self.values[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demon::Seed;

    /// The most that a way earns which loses something before the piece `end`, or ends, by trying all ways; 0 for a game that stops.
    fn best_with_a_loss(bound: &TightBound, index: usize, cell: usize, end: usize) -> i32 {
        if index == end {
            return 0;
        }
        let value = bound.at(index)[cell];
        let mut best = 0;
        for chosen in Moves::of_turn(&bound.tables, bound.turns[index]).from(cell) {
            let after = usize::from(chosen.after);
            let worth = match bound.at(index + 1).get(after) {
                None => chosen.gain,
                Some(next) if chosen.gain + next < value => chosen.gain + next,
                Some(_) => chosen.gain + best_with_a_loss(bound, index + 1, after, end),
            };
            best = best.max(worth);
        }
        best.min(value)
    }

    #[test]
    fn a_strike_leaves_the_best_way_with_a_loss() {
        let pieces: Vec<Piece> = Seed::new(31).unwrap().pieces().take(80).collect();
        let mut lowered = 0;
        for (index, length) in [(0, 9), (20, 8), (47, 7), (62, 5)] {
            let plain = TightBound::new(&pieces, BoardSize::DEMON);
            for cell in [0, 4, 8 * 11, 8 * 20 + 4, 8 * 33 + 1, 8 * 55, 8 * 55 + 4] {
                let end = index + length;
                let best = best_with_a_loss(&plain, index, cell, end);
                let mut struck = TightBound::new(&pieces, BoardSize::DEMON);
                struck.strike(index, cell, end);
                assert_eq!(struck.at(index)[cell], best, "piece {index}, cell {cell}");
                lowered += usize::from(best < plain.at(index)[cell]);
                // What comes before follows from it, and what comes after stays.
                for at in 0..pieces.len() {
                    for (place, (&low, &high)) in struck.at(at).iter().zip(plain.at(at)).enumerate() {
                        assert!(low <= high && (at < index || (at, place) == (index, cell) || low == high));
                    }
                }
                let row = |at: usize| &struck.values[at * struck.stride..][..struck.stride];
                let mut before = vec![0; struck.stride];
                if index > 0 {
                    Moves::of_turn(&struck.tables, struck.turns[index - 1]).step(&mut before, row(index));
                    assert_eq!(before[..struck.stride - 1], *struck.at(index - 1));
                }
                // A second time with the new values: ways over the struck cell are still followed to the end.
                struck.strike(index, cell, end);
                assert!(struck.at(index)[cell] <= best);
            }
        }
        assert!(lowered > 5, "{lowered}");
    }
}
