//! All real boards from a full, an empty or a nearly empty board on, piece by piece, as long as nothing is lost.
//!
//! Where none is left, the situation at the start is worth less than the tight bound says: a *strike* (docs/demon.md, certificates).
//! `laplace-certificate` has a slow twin of this file.
//!
//! **The floor.** A full board has one open cell in each of its rows, anywhere: 12^20 boards. But a block in such a row completes
//! it, so as long as no line goes, every block comes to rest above these rows, on blocks of theirs or of other pieces: as on
//! a floor. So nothing of these rows is kept but their number, until a Tetris takes some of them: four that the I falls to, or
//! the upper ones with some rows above the floor. That the floor has an open cell below a stack is forgotten; so a few boards are listed
//! that do not exist, and none is left out.
//!
//! A window from full boards ends where something else than a Tetris may take lines while there is a floor.
//!
//! **Emptying.** At the end of most games, and at some other places, the board must be empty soon. The number of lines until then is known, each
//! takes one row, and every row with a block must go. So the boards before it have few rows, and those of few blocks can be listed.
//!
//! **Pruning.** A board is dropped if the Tetrises that must come, some pieces between them, find no rows ([`Followers`]), or if it has
//! more rows than lines go until it must be empty. The parity of the board tells something about the open cells of the floor ([`Gaps`]).

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use laplace_games::demon::{COLUMNS, Piece};

use super::goals::lossless_after;
use super::heights::MAX_ROWS;
use super::node::Problem;
use super::placements::Placements;
use super::rows::{BLACK, FULL_ROW, Rows};
use laplace_games::demon::bound::tight::{
    AFTER_TETRIS, BoardSize, CELLS, FLAGS, LEVELS, ODD, RelaxedMove, TightBound, points,
};

/// The longest window that is tried.
const MAX_PIECES: usize = 40;
/// The number of Tetrises that a board is held to.
const MAX_TETRISES: usize = 7;
const ROWS: usize = MAX_ROWS as usize;
const TETRIS: usize = 4;
const PIECE_BLOCKS: i32 = 4;
/// A full row has the blocks of this number of pieces.
const LEVELS_OF_LINE: usize = COLUMNS / PIECE_BLOCKS as usize;
/// A row of the floor: it has one open cell, anywhere.
const FLOOR: u16 = u16::MAX;
/// The most boards that are kept before one piece: a hundred megabytes. Windows that were found empty had at most 620 000.
const MAX_BOARDS: usize = 1_000_000;
/// Boards between two looks at whether the search is stopped.
const STOP_INTERVAL: usize = 256;
/// The number of pieces among which an empty board is looked for.
const EMPTYING_PIECES: usize = 12;
/// The most rows of boards that a window before an empty board begins with: their cells must fit a word.
const MAX_START_ROWS: usize = 5;
/// The number of boards that are remembered as dropped, so that most of them are not looked at again.
const DROPPED: usize = 1 << 14;

/// A claim about the pieces of one game: of all boards in a cell before the piece `start`, none goes on without loss until before the
/// piece `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Strike {
    pub(super) start: usize,
    pub(super) cell: usize,
    pub(super) end: usize,
}

/// How the enumeration of a window ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// No board is left, if the game must go on without loss until before this piece.
    Empty(usize),
    /// Boards are left where something else than a Tetris may take lines of a floor, or where the window ends; or more than may be kept.
    Boards,
    /// The work that was allowed is done.
    TooMany,
}

/// A board: the rows above the floor, and the number of rows of the floor.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Stack {
    rows: Rows,
    floor: u8,
    cell: u16,
}

impl Hash for Stack {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.rows.hash() ^ u64::from(self.cell) << 8 ^ u64::from(self.floor));
    }
}

/// The hash of a board is a good one already.
#[derive(Default)]
struct StackHasher(u64);

impl Hasher for StackHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 32;
    }
}

type Layer = HashSet<Stack, BuildHasherDefault<StackHasher>>;

/// What comes on every way without loss.
#[derive(Clone, Default)]
struct Outlook {
    emptying: Option<Emptying>,
    // The Tetrises, as long as nothing else takes lines on any way.
    /// For each Tetris, the number of blocks of the pieces without a line before it.
    blocks: Vec<i32>,
    /// The pieces after the Tetrises.
    after: Vec<usize>,
}

/// The board must be empty soon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Emptying {
    /// The lines that go until then: each piece adds four blocks, and each line takes twelve.
    lines: usize,
    /// The piece before which the board is empty, or the number of pieces.
    end: usize,
    /// The last piece takes all these lines: until then no row goes, so that a covered cell stays open.
    at_once: bool,
}

impl Emptying {
    /// The first empty board on all ways without loss; `None` if there is none soon.
    fn new(bound: &TightBound, index: usize, pieces: usize, cell: usize) -> Option<Self> {
        let level = cell / FLAGS;
        if level >= LEVELS {
            return None;
        }
        let mut here = vec![cell];
        let mut at_once = true;
        for end in index + 1..=pieces.min(index + EMPTYING_PIECES) {
            let were_lines =
                here.iter().any(|&cell| bound.lossless_moves(end - 1, cell).any(|m| m.lines > 0));
            here = lossless_after(bound, end - 1, &here);
            if here.is_empty() {
                return None;
            }
            if here.iter().all(|after| after / FLAGS == 0) {
                return Some(Self { lines: (level + end - index) / LEVELS_OF_LINE, end, at_once });
            }
            at_once &= !were_lines;
        }
        None
    }

    /// Whether the board can be empty then, by the number of its rows and its covered cells.
    fn can_follow(&self, rows: &Rows) -> bool {
        let number = rows.0.iter().filter(|&&row| row != 0).count();
        let is_covered = || rows.0.windows(2).any(|pair| pair[1] & !pair[0] != 0);
        number <= self.lines && !(self.at_once && is_covered())
    }
}

impl Outlook {
    fn new(bound: &TightBound, index: usize, end: usize, pieces: usize, cell: usize) -> Self {
        let mut outlook = Self { emptying: Emptying::new(bound, index, pieces, cell), ..Self::default() };
        let mut here = vec![cell];
        let mut blocks = 0;
        for at in index..end {
            let mut lines = here.iter().flat_map(|&cell| bound.lossless_moves(at, cell)).map(|m| m.lines);
            let first = lines.next();
            if lines.any(|other| Some(other) != first) {
                break;
            }
            match first {
                Some(0) => blocks += PIECE_BLOCKS,
                Some(4) => {
                    outlook.blocks.push(blocks);
                    outlook.after.push(at + 1);
                }
                _ => break,
            }
            if outlook.blocks.len() == MAX_TETRISES {
                break;
            }
            here = lossless_after(bound, at, &here);
        }
        outlook
    }
}

/// Whether all boards of a cell before a piece can be listed: it is that of the empty board or of full ones, or the board has few rows as it must
/// be empty soon.
pub(super) fn can_start_from(bound: &TightBound, pieces: usize, index: usize, cell: usize) -> bool {
    let is_small = || {
        let emptying = Emptying::new(bound, index, pieces, cell);
        emptying.is_some_and(|emptying| number_of_low_boards(cell, &emptying) <= MAX_BOARDS)
    };
    cell / FLAGS == 0 || cell / FLAGS == LEVELS - 1 || is_small()
}

/// The number of ways to put the blocks of a cell into the rows that are left to go.
fn number_of_low_boards(cell: usize, emptying: &Emptying) -> usize {
    if emptying.lines > MAX_START_ROWS {
        return usize::MAX;
    }
    let blocks = (PIECE_BLOCKS as usize * (cell / FLAGS)) as u64;
    let cells = (COLUMNS * emptying.lines) as u64;
    // Each product of the first factors is a binomial coefficient, and so a whole number; those of 60 cells fit.
    let number = (0..blocks).fold(1, |number: u64, k| number * (cells - k) / (k + 1));
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// All boards of a cell in the rows that are left to go from which the board can be empty, without empty rows below others and without full ones.
fn low_boards(cell: usize, emptying: &Emptying, mut found: impl FnMut(Rows)) {
    let blocks = PIECE_BLOCKS as usize * (cell / FLAGS);
    let cells = COLUMNS * emptying.lines;
    let is_odd = cell & usize::from(ODD) != 0;
    let mut chosen = (1u64 << blocks) - 1;
    while chosen >> cells == 0 {
        let mut rows = Rows::EMPTY;
        for (place, row) in rows.0[..emptying.lines].iter_mut().enumerate() {
            *row = (chosen >> (COLUMNS * place)) as u16 & FULL_ROW;
        }
        let is_stack = rows.0.windows(2).all(|pair| pair[0] != 0 || pair[1] == 0);
        let is_board = is_stack && !rows.0.contains(&FULL_ROW) && rows.is_odd() == is_odd;
        if is_board && emptying.can_follow(&rows) {
            found(rows);
        }
        // The next larger number with the same number of bits.
        let lowest = chosen & chosen.wrapping_neg();
        let carried = chosen + lowest;
        chosen = carried | (((chosen ^ carried) >> 2) / lowest);
    }
}

/// An enumeration.
pub(super) struct Window<'a> {
    problem: &'a Problem,
    bound: &'a TightBound,
    /// The piece before which the window ends at the latest.
    last: usize,
    /// The number of boards that may still be looked at.
    work: usize,
    /// The last piece that a board was dropped for.
    horizon: usize,
    outlooks: Vec<Option<Outlook>>,
    next: Layer,
    dropped: Vec<Option<Stack>>,
}

impl<'a> Window<'a> {
    /// Plays pieces from `start` on, on every board of a cell; looks at `work` boards at most, and returns how many there were.
    pub(super) fn enumerate(
        problem: &'a Problem,
        bound: &'a TightBound,
        start: usize,
        cell: usize,
        work: usize,
        stop: &dyn Fn() -> bool,
    ) -> (Outcome, usize) {
        let mut window = Self::new(problem, bound, start, work);
        let Some(layer) = window.first_layer(start, cell) else { return (Outcome::TooMany, 0) };
        let outcome = window.play_all(start, cell, layer, stop);
        (outcome, work - window.work)
    }

    /// All boards of a cell; `None` if they are more than the work that is allowed, or cannot be listed: with other values of the bound a low
    /// board need not be empty soon any more.
    fn first_layer(&mut self, start: usize, cell: usize) -> Option<Layer> {
        let emptying = Emptying::new(self.bound, start, self.problem.pieces.len(), cell);
        if let Some(Emptying { end, .. }) = emptying {
            self.last = self.last.max(end);
        }
        let mut layer = Layer::default();
        match (cell / FLAGS, emptying) {
            (0, _) => {
                layer.insert(Stack { rows: Rows::EMPTY, floor: 0, cell: cell as u16 });
            }
            (level, Some(emptying)) if level < LEVELS - 1 => {
                if number_of_low_boards(cell, &emptying) > self.work {
                    return None;
                }
                // No other board is empty at the end.
                self.horizon = self.horizon.max(emptying.end);
                low_boards(cell, &emptying, |rows| {
                    layer.insert(Stack { rows, floor: 0, cell: cell as u16 });
                });
                self.work -= layer.len();
            }
            (level, _) if level == LEVELS - 1 => {
                layer.insert(Stack { rows: Rows::EMPTY, floor: ROWS as u8, cell: cell as u16 });
            }
            _ => return None,
        }
        Some(layer)
    }

    fn new(problem: &'a Problem, bound: &'a TightBound, start: usize, work: usize) -> Self {
        Self {
            problem,
            bound,
            // The last piece has other rules: nothing is checked after it. It is played where the board must be empty then.
            last: (start + MAX_PIECES).min(problem.pieces.len() - 1),
            work,
            horizon: start + 1,
            outlooks: Vec::new(),
            next: Layer::default(),
            dropped: vec![None; DROPPED],
        }
    }

    fn play_all(&mut self, start: usize, cell: usize, mut layer: Layer, stop: &dyn Fn() -> bool) -> Outcome {
        let bound = self.bound;
        let pieces = self.problem.pieces.len();
        let mut cells = vec![cell];
        for index in start..self.last {
            let mut moves = cells.iter().flat_map(|&cell| bound.lossless_moves(index, cell));
            let takes_few_lines = moves.any(|chosen| chosen.lines != 0 && chosen.lines != 4);
            // What a piece does to rows of the floor is known only of Tetrises. And without an empty board in sight there would soon be too many boards.
            let is_emptied = |&cell: &usize| Emptying::new(bound, index, pieces, cell).is_some();
            if takes_few_lines && (!cells.iter().all(is_emptied) || layer.iter().any(|stack| stack.floor > 0))
            {
                return Outcome::Boards;
            }
            cells = lossless_after(bound, index, &cells);
            self.outlooks = vec![None; CELLS];
            self.dropped.fill(None);
            for (count, stack) in layer.iter().enumerate() {
                if self.work == 0 || count % STOP_INTERVAL == 0 && stop() {
                    return Outcome::TooMany;
                }
                self.play(index, stack);
                if self.next.len() > MAX_BOARDS {
                    return Outcome::Boards;
                }
            }
            layer = std::mem::take(&mut self.next);
            if layer.is_empty() {
                return Outcome::Empty(self.horizon.max(index + 1));
            }
        }
        Outcome::Boards
    }

    /// Adds the boards after every move that loses nothing.
    fn play(&mut self, index: usize, stack: &Stack) {
        let problem = self.problem;
        let piece = problem.pieces[index];
        successors(&problem.placements, piece, stack, |board, lines| self.add(index, stack, board, lines));
    }

    /// Adds a board, if it lost nothing and the coming Tetrises can find their rows.
    fn add(&mut self, index: usize, before: &Stack, mut board: Stack, lines: usize) {
        let piece = self.problem.pieces[index];
        let cell = usize::from(before.cell);
        let is_odd = match lines {
            // A Tetris takes as many black as white cells, and moves no row to cells of the other colour.
            0 | TETRIS => (cell & usize::from(ODD) != 0) != (piece == Piece::T),
            _ => board.rows.is_odd(),
        };
        let Some(after) = BoardSize::DEMON.next_cell(cell, piece, lines, is_odd) else { return };
        // Most moves are refused by their worth, which is known at once; the bound forbids some others, whatever they would be worth.
        let is_this = |m: RelaxedMove| usize::from(m.after) == after && usize::from(m.lines) == lines;
        if self.bound.at(index + 1)[after] + points(lines, cell & usize::from(AFTER_TETRIS) != 0)
            < self.bound.at(index)[cell]
            || !self.bound.lossless_moves(index, cell).any(is_this)
        {
            return;
        }
        board.cell = after as u16;
        if board.floor == 0 && board.rows.is_odd() != is_odd || self.next.contains(&board) {
            return;
        }
        let mut hasher = StackHasher::default();
        board.hash(&mut hasher);
        let slot = hasher.finish() as usize % DROPPED;
        if self.dropped[slot] == Some(board) {
            return;
        }
        self.work = self.work.saturating_sub(1);
        let pieces = self.problem.pieces.len();
        // Tetrises are looked for before the last piece only, after which a block may stand anywhere.
        let last = self.last.min(pieces - 1);
        let outlook = self.outlooks[after]
            .get_or_insert_with(|| Outlook::new(self.bound, index + 1, last, pieces, after));
        if let Some(emptying) = outlook.emptying
            && board.floor == 0
            && !emptying.can_follow(&board.rows)
        {
            self.horizon = self.horizon.max(emptying.end);
            self.dropped[slot] = Some(board);
            return;
        }
        let mut stack = [FLOOR; ROWS];
        let floor = usize::from(board.floor);
        stack[floor..].copy_from_slice(&board.rows.0[..ROWS - floor]);
        let mut followers = Followers::new(&outlook.blocks);
        if followers.can_come(&stack, Gaps::new(&board.rows, board.floor, is_odd)) {
            self.next.insert(board);
        } else {
            self.dropped[slot] = Some(board);
            self.horizon = self.horizon.max(outlook.after[followers.deepest - 1]);
        }
    }
}

/// Every board after a piece, with the number of lines: no line or four where there is a floor.
fn successors(placements: &Placements, piece: Piece, stack: &Stack, mut found: impl FnMut(Stack, usize)) {
    let heights = stack.rows.heights();
    for placement in placements.exact(piece) {
        for column in 0..=COLUMNS - placement.width {
            let rest = Rows::rest(&heights, placement, column);
            let (rows, lines) = stack.rows.put(placement, column, rest);
            if (lines == 0 || lines == TETRIS || stack.floor == 0) && has_room(&rows, stack.floor) {
                found(Stack { rows, ..*stack }, lines);
            }
        }
    }
    if piece == Piece::I {
        floor_tetrises(stack, |board| found(board, TETRIS));
    }
}

/// The boards after a Tetris that takes rows of the floor: four of them, or the upper ones and the lowest rows above them. The I
/// falls through a column without a block.
fn floor_tetrises(stack: &Stack, mut found: impl FnMut(Stack)) {
    let open = FULL_ROW & !stack.rows.0.iter().fold(0, |all, row| all | row);
    for above in 0..TETRIS {
        let taken = TETRIS - above;
        let wells = stack.rows.0[..above].iter().fold(open, |wells, row| {
            let gap = FULL_ROW & !row;
            if gap.is_power_of_two() { wells & gap } else { 0 }
        });
        if wells == 0 || taken > usize::from(stack.floor) {
            continue;
        }
        let mut rows = Rows::EMPTY;
        let left = rows.0.len() - above;
        rows.0[..left].copy_from_slice(&stack.rows.0[above..]);
        found(Stack { rows, floor: stack.floor - taken as u8, ..*stack });
    }
}

/// Whether all blocks stand in the rows in which they may stand before a piece.
fn has_room(rows: &Rows, floor: u8) -> bool {
    rows.0[ROWS - usize::from(floor)..].iter().all(|&row| row == 0)
}

/// Rows for the Tetrises that must come: whether `blocks[n]` blocks before Tetris `n` are enough, as far as can be told from rows alone.
///
/// A Tetris takes four neighbouring rows, its I in a column without a block in them and above them. All their other open cells are filled
/// before, so nothing stands above them once the rows of earlier Tetrises are gone: these rows are *clean*. The I rests on the floor or on a
/// block of the row below: if there is none in any column that it could take, one must come, and not complete that row.
/// Blocks that come for the rest of the I may belong to rows of later Tetrises, so that they count for this one only.
///
/// Of a clean row all rows above are a subset. So the open cells of the lowest of four clean rows are those that the I can take, and rows above the
/// highest block need not be tried: the four that begin there do as well.
struct Followers<'a> {
    blocks: &'a [i32],
    /// The largest number of Tetrises for which it was tried.
    deepest: usize,
}

impl<'a> Followers<'a> {
    const fn new(blocks: &'a [i32]) -> Self {
        Self { blocks, deepest: 0 }
    }

    /// Whether the Tetrises find their rows on a board whose lowest rows are a floor with these gaps.
    fn can_come(&mut self, stack: &[u16; ROWS], gaps: Gaps) -> bool {
        let floor = stack.iter().take_while(|&&row| row == FLOOR).count();
        self.can_come_from(stack, floor, gaps, 0, 0)
    }

    /// The same from the Tetris `number` on, where `filled` blocks were needed for the Tetrises before.
    fn can_come_from(
        &mut self,
        stack: &[u16; ROWS],
        floor: usize,
        gaps: Gaps,
        number: usize,
        filled: i32,
    ) -> bool {
        let Some(&most) = self.blocks.get(number) else { return true };
        self.deepest = self.deepest.max(number + 1);
        let most = most - filled;
        let top = (floor..ROWS).rev().find(|&row| stack[row] != 0).map_or(floor, |row| row + 1);
        let mut above = 0;
        // The clean rows from this one upwards, and the cells to be filled of the lowest four.
        let mut clean = 0;
        let mut cells = 0;
        for start in (floor..(top + TETRIS).min(ROWS)).rev() {
            let row = stack[start];
            let open = FULL_ROW & !row;
            if above & open == 0 {
                clean += 1;
                cells += cells_to_fill(row);
                if clean > TETRIS {
                    cells -= cells_to_fill(stack[start + TETRIS]);
                }
            } else {
                clean = 0;
                cells = 0;
            }
            above |= row;
            if clean < TETRIS || cells > most {
                continue;
            }
            let needs_support = start > floor && open & stack[start - 1] == 0;
            if needs_support && (cells == most || cells_to_fill(stack[start - 1]) == 0) {
                continue;
            }
            if self.can_come_from(&without_four(stack, start), floor, gaps, number + 1, filled + cells) {
                return true;
            }
        }
        // Rows of the floor, the uppermost ones, with the lowest rows above it. If four of the floor go, it does not matter which: nothing is known of them
        // but their number, and the colours of four neighbours balance.
        for own in (0..=clean.min(TETRIS - 1)).rev() {
            let taken = TETRIS - own;
            let cells: i32 = stack[floor..floor + own].iter().map(|&row| cells_to_fill(row)).sum();
            let wells = FULL_ROW & !if own == 0 { above } else { stack[floor] };
            if taken > floor || cells > most || wells == 0 {
                continue;
            }
            let left = without_four(stack, floor - taken);
            let mut can_come =
                |gaps| self.can_come_from(&left, floor - taken, gaps, number + 1, filled + cells);
            if gaps.after_tetris(floor, taken, wells).into_iter().flatten().any(&mut can_come) {
                return true;
            }
        }
        false
    }
}

/// The number of open cells of a row that are filled before the I of a Tetris takes the last one.
const fn cells_to_fill(row: u16) -> i32 {
    (FULL_ROW & !row).count_ones() as i32 - 1
}

/// The rows without four of them.
fn without_four(stack: &[u16; ROWS], start: usize) -> [u16; ROWS] {
    let mut left = [0; ROWS];
    left[..start].copy_from_slice(&stack[..start]);
    left[start..ROWS - TETRIS].copy_from_slice(&stack[start + TETRIS..]);
    left
}

/// The open cells of the floor: the black ones less the white ones, modulo 4. Cells are coloured like a chessboard, and that of column 0
/// in the lowest row is black.
///
/// A full row has as many black as white cells. So this number is the difference of black and white blocks above the floor less that of
/// the whole board, whose parity is known. Neighbouring rows that go with one Tetris have their open cells in one column, in turns black
/// and white: an even number of rows changes nothing, an odd number takes one cell of the colour of the uppermost one. If rows of the floor come down, then by
/// four, and keep their colours. Without a floor the number is 0: that is what a board of the wrong parity cannot come to.
///
/// In docs/demon.md this number is G; `laplace-certificate` calls it `open`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Gaps(u8);

impl Gaps {
    fn new(rows: &Rows, floor: u8, is_odd: bool) -> Self {
        let mut difference = if is_odd { 2 } else { 0 };
        for (place, row) in rows.0.iter().enumerate() {
            let black = (row & BLACK[(place + usize::from(floor)) % 2]).count_ones() as i32;
            difference += 2 * black - row.count_ones() as i32;
        }
        Self(difference.rem_euclid(4) as u8)
    }

    /// What a Tetris in one of these columns leaves that takes the uppermost rows of a floor; nothing where that cannot be, as the floor is gone.
    fn after_tetris(self, floor: usize, taken: usize, wells: u16) -> [Option<Self>; 2] {
        let is_possible = |gaps: &Self| floor > taken || gaps.0 == 0;
        if taken.is_multiple_of(2) {
            return [Some(self).filter(is_possible), None];
        }
        // The black columns of the uppermost row, then the white ones.
        let top = floor - 1;
        let columns = [BLACK[top % 2], BLACK[floor % 2]];
        let without = |(columns, change): (u16, u8)| {
            let left = Self((self.0 + change) % 4);
            (wells & columns != 0).then_some(left).filter(is_possible)
        };
        // One black cell less is three more, modulo 4.
        [(columns[0], 3), (columns[1], 1)].map(without)
    }
}

#[cfg(test)]
mod tests;
