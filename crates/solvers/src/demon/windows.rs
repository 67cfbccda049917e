//! All real boards from a full or an empty board on, piece by piece, as long as nothing is lost and nothing but Tetrises takes lines.
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
//! **Pruning.** A board is dropped if the Tetrises that must come, some pieces between them, find no rows ([`can_follow`]).

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use laplace_games::demon::{COLUMNS, Piece};

use super::heights::MAX_ROWS;
use super::node::Problem;
use super::placements::Placements;
use super::rows::{FULL_ROW, Rows};
use laplace_games::demon::bound::tight::{
    AFTER_TETRIS, BoardSize, CELLS, FLAGS, LEVELS, ODD, TightBound, points,
};

/// The longest window that is tried.
const MAX_PIECES: usize = 40;
/// The number of Tetrises that a board is held to.
const MAX_TETRISES: usize = 7;
const ROWS: usize = MAX_ROWS as usize;
const TETRIS: usize = 4;
const PIECE_BLOCKS: i32 = 4;
/// A row of the floor: it has one open cell, anywhere.
const FLOOR: u16 = u16::MAX;
/// The most boards that are kept before one piece: a hundred megabytes.
const MAX_BOARDS: usize = 1_800_000;
/// Boards between two looks at whether the search is stopped.
const STOP_INTERVAL: usize = 256;
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
    /// Boards are left where something else than a Tetris may take lines, or where the window ends; or more than may be kept.
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

/// The Tetrises that come on every way without loss, as long as nothing else takes lines on any of them.
#[derive(Clone, Default)]
struct Outlook {
    /// For each Tetris, the number of blocks of the pieces without a line before it.
    blocks: Vec<i32>,
    /// The pieces after the Tetrises.
    after: Vec<usize>,
}

impl Outlook {
    fn new(bound: &TightBound, index: usize, end: usize, cell: usize) -> Self {
        let mut outlook = Self::default();
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

/// The cells after a piece that loses nothing, from any of these.
fn lossless_after(bound: &TightBound, index: usize, cells: &[usize]) -> Vec<usize> {
    let moves = cells.iter().flat_map(|&cell| bound.lossless_moves(index, cell));
    let mut after: Vec<usize> = moves.map(|chosen| usize::from(chosen.after)).collect();
    after.sort_unstable();
    after.dedup();
    after
}

/// Whether all boards of a cell can be listed: it is that of the empty board or of full ones.
pub(super) const fn can_start_from(cell: usize) -> bool {
    cell / FLAGS == 0 || cell / FLAGS == LEVELS - 1
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
        let outcome = window.play_all(start, cell, stop);
        (outcome, work - window.work)
    }

    fn new(problem: &'a Problem, bound: &'a TightBound, start: usize, work: usize) -> Self {
        Self {
            problem,
            bound,
            // The last piece has other rules: nothing is checked after it.
            last: (start + MAX_PIECES).min(problem.pieces.len() - 1),
            work,
            horizon: start + 1,
            outlooks: Vec::new(),
            next: Layer::default(),
            dropped: vec![None; DROPPED],
        }
    }

    fn play_all(&mut self, start: usize, cell: usize, stop: &dyn Fn() -> bool) -> Outcome {
        let bound = self.bound;
        let floor = if cell / FLAGS == 0 { 0 } else { ROWS as u8 };
        let mut layer = Layer::default();
        layer.insert(Stack { rows: Rows::EMPTY, floor, cell: cell as u16 });
        let mut cells = vec![cell];
        for index in start..self.last {
            let mut moves = cells.iter().flat_map(|&cell| bound.lossless_moves(index, cell));
            if moves.any(|chosen| chosen.lines != 0 && chosen.lines != 4) {
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
        // A Tetris takes as many black as white cells, and moves no row to cells of the other colour.
        let is_odd = (cell & usize::from(ODD) != 0) != (piece == Piece::T);
        let Some(after) = BoardSize::DEMON.next_cell(cell, piece, lines, is_odd) else { return };
        // The bound forbids some moves, whatever they would be worth.
        let is_lossless = |m: &laplace_games::demon::bound::tight::RelaxedMove| {
            usize::from(m.after) == after && usize::from(m.lines) == lines
        };
        if self.bound.at(index + 1)[after] + points(lines, cell & usize::from(AFTER_TETRIS) != 0)
            < self.bound.at(index)[cell]
            || !self.bound.lossless_moves(index, cell).any(|m| is_lossless(&m))
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
        let outlook =
            self.outlooks[after].get_or_insert_with(|| Outlook::new(self.bound, index + 1, self.last, after));
        let mut stack = [FLOOR; ROWS];
        let floor = usize::from(board.floor);
        stack[floor..].copy_from_slice(&board.rows.0[..ROWS - floor]);
        let mut deepest = 0;
        if can_follow(&stack, &outlook.blocks, &mut deepest) {
            self.next.insert(board);
        } else {
            self.dropped[slot] = Some(board);
            self.horizon = self.horizon.max(outlook.after[deepest - 1]);
        }
    }
}

/// Every board after a piece that takes no line or four, with the number of lines.
fn successors(placements: &Placements, piece: Piece, stack: &Stack, mut found: impl FnMut(Stack, usize)) {
    let heights = stack.rows.heights();
    for placement in placements.exact(piece) {
        for column in 0..=COLUMNS - placement.width {
            let rest = Rows::rest(&heights, placement, column);
            let (rows, lines) = stack.rows.put(placement, column, rest);
            if (lines == 0 || lines == TETRIS) && has_room(&rows, stack.floor) {
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

/// Whether Tetrises can take rows of a board, the lowest row first, if `blocks[n]` blocks come before Tetris `n`. In `deepest` is the largest
/// number of Tetrises for which it was tried.
///
/// A Tetris takes four neighbouring rows, its I in a column without a block in them and above them. All their other open cells are filled
/// before, so nothing stands above them once the rows of earlier Tetrises are gone. The I rests on the floor or on a block of the row
/// below: if there is none in any column that it could take, one must come, and not complete that row. And no row below is empty by then.
/// Blocks that come for the rest of the I may belong to rows of later Tetrises, so that they count for this one only.
fn can_follow(stack: &[u16; ROWS], blocks: &[i32], deepest: &mut usize) -> bool {
    can_follow_by(&cells_to_fill, stack, blocks, 0, 0, deepest)
}

/// The same from the Tetris `number` on, by any version of [`cells_to_fill`], where `filled` blocks were needed for the Tetrises before.
fn can_follow_by(
    cells_to_fill: &impl Fn(&[u16; ROWS], usize, usize, u16, i32) -> Option<i32>,
    stack: &[u16; ROWS],
    blocks: &[i32],
    number: usize,
    filled: i32,
    deepest: &mut usize,
) -> bool {
    let Some(&most) = blocks.get(number) else { return true };
    *deepest = (*deepest).max(number + 1);
    let floor = stack.iter().take_while(|&&row| row == FLOOR).count();
    let mut above = 0;
    // Which four rows of the floor go does not matter, so the upper ones stand for all.
    for start in (floor.saturating_sub(TETRIS)..=ROWS - TETRIS).rev() {
        if let Some(row) = stack.get(start + TETRIS) {
            above |= row & FULL_ROW;
        }
        let Some(cells) = cells_to_fill(stack, start, floor, above, most - filled) else { continue };
        let mut left = [0; ROWS];
        left[..start].copy_from_slice(&stack[..start]);
        left[start..ROWS - TETRIS].copy_from_slice(&stack[start + TETRIS..]);
        if can_follow_by(cells_to_fill, &left, blocks, number + 1, filled + cells, deepest) {
            return true;
        }
    }
    false
}

/// The number of open cells of four rows that are to be filled before a Tetris takes them, under rows with blocks in the
/// columns `above`; `None` if no Tetris can, with this number of blocks.
fn cells_to_fill(stack: &[u16; ROWS], start: usize, floor: usize, above: u16, most: i32) -> Option<i32> {
    let mut covered = above;
    let mut wells = FULL_ROW & !above;
    let mut cells = 0;
    for &row in stack[start.max(floor)..start + TETRIS].iter().rev() {
        let open = FULL_ROW & !row;
        if open & covered != 0 {
            return None;
        }
        wells &= open;
        covered |= row;
        cells += open.count_ones() as i32 - 1;
    }
    if wells == 0 || cells > most {
        return None;
    }
    let mut support = 0;
    if start > floor {
        let below = stack[start - 1];
        if below == 0 {
            support = stack[floor..start].iter().filter(|&&row| row == 0).count() as i32;
        } else if wells & below == 0 {
            if below.count_ones() as usize == COLUMNS - 1 {
                return None;
            }
            support = 1;
        }
    }
    (cells + support <= most).then_some(cells)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use laplace_games::demon::bound::tight::RelaxedMove;
    use laplace_games::demon::{LINES, MOVE_LIMIT, Seed, State, slow};
    use laplace_games::random::Random;

    use super::*;
    use crate::Control;
    use crate::demon::placements::Placement;
    use crate::demon::{Limits, Parts, solve};

    fn can(stack: &[u16; ROWS], blocks: &[i32]) -> bool {
        can_follow(stack, blocks, &mut 0)
    }

    #[test]
    fn what_real_games_do_is_never_dropped() {
        let mut seen = [0; MAX_TETRISES + 1];
        let mut floors = 0;
        let mut tight = 0;
        for (seed, width) in [(7, 30), (31, 30), (231, 2)] {
            let seed = Seed::new(seed).unwrap();
            let limits = Limits { beam_width: Some(width), ..Limits::default() };
            let solution = solve(seed, 1_200, &limits, &Control::default());
            let mut state = State::with_limit(seed, 1_200);
            let mut boards = Vec::new();
            let mut lines = Vec::new();
            for &chosen in &solution.moves {
                boards.push(Rows::of_board(state.board()));
                lines.push(state.play(chosen).unwrap().removed.len());
            }
            for (index, board) in boards.iter().enumerate() {
                let mut blocks = Vec::new();
                let mut count = 0;
                for &taken in lines[index..].iter().take_while(|&&taken| taken == 0 || taken == 4) {
                    match taken {
                        0 => count += 4,
                        _ if blocks.len() < MAX_TETRISES => blocks.push(count),
                        _ => {}
                    }
                }
                seen[blocks.len()] += 1;
                let mut stack = [0; ROWS];
                stack.copy_from_slice(&board.0[..ROWS]);
                assert!(can(&stack, &blocks), "piece {index} of seed {seed:?}: {blocks:?}");
                // One piece less is too few, quite often.
                if blocks.first().is_some_and(|&first| first > 0) {
                    let fewer: Vec<i32> = blocks.iter().map(|blocks| blocks - 4).collect();
                    tight += usize::from(!can(&stack, &fewer));
                }
                // Rows with one open cell at the bottom may as well be a floor.
                for row in 0..ROWS {
                    if !(FULL_ROW & !board.0[row]).is_power_of_two() {
                        break;
                    }
                    stack[row] = FLOOR;
                    floors += usize::from(!blocks.is_empty());
                    assert!(can(&stack, &blocks), "piece {index} of seed {seed:?}: {blocks:?}");
                }
            }
        }
        assert!(seen[1] > 50 && seen[2] > 50 && floors > 50 && tight > 5, "{seen:?} {floors} {tight}");
    }

    #[test]
    fn rows_that_tetrises_need() {
        let mut stack = [0; ROWS];
        stack[..4].fill(FULL_ROW >> 1);
        assert!(can(&stack, &[0]) && !can(&stack, &[0, 0]) && can(&stack, &[0, 44]));
        // A block above the well, and one above an open cell that is not the well.
        stack[4] = 1 << 11;
        assert!(!can(&stack, &[0]));
        stack[4] = 1;
        stack[3] = FULL_ROW >> 1 & !1;
        assert!(!can(&stack, &[8]));
        // On a floor the same four rows and two more groups.
        let mut on_floor = [FLOOR; ROWS];
        on_floor[8..].fill(0);
        on_floor[8] = 1 << 3;
        assert!(can(&on_floor, &[0, 0]) && !can(&on_floor, &[0, 0, 0]) && can(&on_floor, &[0, 0, 43 + 1]));
        // The I falls past the four rows, unless a block comes below it; but not if that completes its row.
        let mut deep = [0; ROWS];
        deep[..5].fill(FULL_ROW & !1);
        deep[0] = FULL_ROW & !3;
        assert!(!can(&deep, &[0]) && can(&deep, &[4]));
        deep[0] = FULL_ROW & !1;
        assert!(can(&deep, &[0]) && !can(&deep, &[0, 8]));
    }

    /// What a piece did to a board: the board before it, the piece, and the lines that it took.
    struct Step {
        before: Rows,
        piece: Piece,
        lines: usize,
    }

    /// The board before a piece that took no line, if that piece can have come to rest there last.
    fn without_piece(board: &Rows, placement: &Placement, column: usize, rest: i32) -> Option<Rows> {
        let mut before = *board;
        for c in 0..placement.width {
            for row in rest + placement.bottom[c]..rest + placement.top[c] {
                let row = before.0.get_mut(row as usize).filter(|row| **row >> (column + c) & 1 != 0)?;
                *row &= !(1 << (column + c));
            }
        }
        let again = Rows::rest(&before.heights(), placement, column);
        let is_stack = before.0.windows(2).all(|rows| rows[0] != 0 || rows[1] == 0);
        (is_stack && again == rest && before.put(placement, column, rest) == (*board, 0)).then_some(before)
    }

    /// The board before a Tetris in a column.
    fn without_tetris(board: &Rows, well: usize) -> Option<Rows> {
        let rest = board.heights()[well] as usize;
        if board.0[ROWS - TETRIS..].iter().any(|&row| row != 0) {
            return None;
        }
        let mut before = Rows::EMPTY;
        before.0[..rest].copy_from_slice(&board.0[..rest]);
        before.0[rest..rest + TETRIS].fill(FULL_ROW & !(1 << well));
        before.0[rest + TETRIS..].copy_from_slice(&board.0[rest..LINES - TETRIS]);
        Some(before)
    }

    /// Real play that takes no lines but Tetrises, made from its end: any board, from which pieces and Tetrises are taken back at
    /// random. These boards are far wilder than those of good games: covered cells, hanging pieces, any gaps.
    fn play_backwards(placements: &Placements, random: &mut Random) -> Vec<Step> {
        let mut board = Rows::EMPTY;
        let height = random.below(7) as usize;
        for row in &mut board.0[..height] {
            while *row == 0 || *row == FULL_ROW {
                *row = (random.next_u64() | random.next_u64()) as u16 & FULL_ROW;
            }
        }
        let mut steps = Vec::new();
        let tetrises = 10 + random.below(40);
        for _ in 0..300 {
            if steps.len() == 30 {
                break;
            }
            let step = if random.chance(tetrises) {
                let before = without_tetris(&board, random.below(COLUMNS as u32) as usize);
                before.map(|before| Step { before, piece: Piece::I, lines: TETRIS })
            } else {
                let piece = *random.pick(&Piece::ALL).unwrap();
                let placement = random.pick(placements.exact(piece)).unwrap();
                let column = random.below((COLUMNS - placement.width + 1) as u32) as usize;
                let heights = board.heights();
                let top = (column..column + placement.width).map(|column| heights[column]).max().unwrap();
                let before = without_piece(&board, placement, column, top - placement.height);
                before.filter(|_| top >= placement.height).map(|before| Step { before, piece, lines: 0 })
            };
            if let Some(step) = step {
                board = step.before;
                steps.push(step);
            }
        }
        steps.reverse();
        steps
    }

    /// The number of rows at the bottom with one open cell each.
    fn rows_of_floor(board: &Rows) -> usize {
        board.0[..ROWS].iter().take_while(|&&row| (FULL_ROW & !row).is_power_of_two()).count()
    }

    fn on_floor(board: &Rows, floor: usize) -> Stack {
        let mut rows = Rows::EMPTY;
        rows.0[..LINES - floor].copy_from_slice(&board.0[floor..]);
        Stack { rows, floor: floor as u8, cell: 0 }
    }

    /// The blocks of the pieces without a line before each Tetris.
    fn blocks_before_tetrises(steps: &[Step]) -> Vec<i32> {
        let mut count = 0;
        let mut blocks = Vec::new();
        for step in steps {
            match step.lines {
                0 => count += PIECE_BLOCKS,
                _ if blocks.len() < MAX_TETRISES => blocks.push(count),
                _ => break,
            }
        }
        blocks
    }

    /// How often a version of the pruning drops a board of real play, in games made from their ends.
    fn real_boards_dropped(
        games: u64,
        cells_to_fill: &impl Fn(&[u16; ROWS], usize, usize, u16, i32) -> Option<i32>,
    ) -> usize {
        let placements = Placements::new();
        let mut dropped = 0;
        for game in 0..games {
            let steps = play_backwards(&placements, &mut Random::new(game));
            for (index, step) in steps.iter().enumerate() {
                let blocks = blocks_before_tetrises(&steps[index..]);
                let mut stack = [0; ROWS];
                stack.copy_from_slice(&step.before.0[..ROWS]);
                for floor in 0..=rows_of_floor(&step.before) {
                    stack[..floor].fill(FLOOR);
                    dropped += usize::from(!can_follow_by(cells_to_fill, &stack, &blocks, 0, 0, &mut 0));
                }
            }
        }
        dropped
    }

    #[test]
    fn no_board_of_wild_real_play_is_dropped() {
        assert_eq!(real_boards_dropped(3_000, &cells_to_fill), 0);
        // Versions that forbid a little too much are caught.
        let one_block_less = |stack: &[u16; ROWS], start, floor, above, most: i32| {
            cells_to_fill(stack, start, floor, above, most - 1)
        };
        assert!(real_boards_dropped(300, &one_block_less) > 0);
        let wells = |stack: &[u16; ROWS], start: usize, floor: usize, above: u16| {
            let rows = &stack[start.max(floor)..start + TETRIS];
            rows.iter().fold(FULL_ROW & !above, |wells, row| wells & !row)
        };
        let block_below_counts_for_all = |stack: &[u16; ROWS], start: usize, floor, above, most| {
            let cells = cells_to_fill(stack, start, floor, above, most)?;
            let comes = start > floor && stack[start - 1] & wells(stack, start, floor, above) == 0;
            Some(cells + i32::from(comes))
        };
        assert!(real_boards_dropped(3_000, &block_below_counts_for_all) > 0);
        let no_block_under_an_i_can_come = |stack: &[u16; ROWS], start: usize, floor, above: u16, most| {
            (start <= floor || stack[start - 1] & wells(stack, start, floor, above) != 0).then_some(())?;
            cells_to_fill(stack, start, floor, above, most)
        };
        assert!(real_boards_dropped(300, &no_block_under_an_i_can_come) > 0);
        let fours_end_at_the_floor = |stack: &[u16; ROWS], start: usize, floor, above, most| {
            (start >= floor || start + TETRIS <= floor).then_some(())?;
            cells_to_fill(stack, start, floor, above, most)
        };
        assert!(real_boards_dropped(300, &fours_end_at_the_floor) > 0);
        let an_i_rests_on_a_row_of_the_floor_by_a_block_that_comes =
            |stack: &[u16; ROWS], start: usize, floor, above, most| {
                let cells = cells_to_fill(stack, start, floor, above, most)?;
                (start > floor || floor == 0 || cells < most).then_some(cells)
            };
        assert!(real_boards_dropped(300, &an_i_rests_on_a_row_of_the_floor_by_a_block_that_comes) > 0);
        let nothing_stands_above = |stack: &[u16; ROWS], start, floor, above, most| {
            (above == 0).then_some(())?;
            cells_to_fill(stack, start, floor, above, most)
        };
        assert!(real_boards_dropped(300, &nothing_stands_above) > 0);
    }

    #[test]
    fn the_tetrises_that_were_looked_at_are_enough_to_drop_a_board() {
        let placements = Placements::new();
        let mut dropped = [0; MAX_TETRISES + 1];
        for game in 0..1_000 {
            let steps = play_backwards(&placements, &mut Random::new(game));
            for (index, step) in steps.iter().enumerate() {
                let mut blocks = blocks_before_tetrises(&steps[index..]);
                blocks.iter_mut().for_each(|blocks| *blocks -= PIECE_BLOCKS);
                let mut stack = [0; ROWS];
                stack.copy_from_slice(&step.before.0[..ROWS]);
                let mut deepest = 0;
                if !can_follow(&stack, &blocks, &mut deepest) {
                    dropped[deepest] += 1;
                    assert!(!can(&stack, &blocks[..deepest]));
                }
            }
        }
        assert!(dropped[1] > 50 && dropped[2] > 50 && dropped[3] > 10, "{dropped:?}");
    }

    /// How often a real move on rows above a floor is not listed, in games made from their ends, if only those listed boards count that
    /// `keep` keeps: the board before, the one after it.
    fn real_moves_missed(games: u64, keep: &dyn Fn(&Stack, &Stack) -> bool) -> usize {
        let placements = Placements::new();
        let mut missed = 0;
        for game in 0..games {
            let steps = play_backwards(&placements, &mut Random::new(game));
            for pair in steps.windows(2) {
                let (before, after) = (&pair[0].before, &pair[1].before);
                for floor in 0..=rows_of_floor(before) {
                    let stack = on_floor(before, floor);
                    let mut is_listed = false;
                    successors(&placements, pair[0].piece, &stack, |found, lines| {
                        // How many rows of the floor a Tetris took is known from the board after it.
                        let floor_left = usize::from(found.floor);
                        is_listed |= lines == pair[0].lines
                            && keep(&stack, &found)
                            && floor_left <= rows_of_floor(after)
                            && found == on_floor(after, floor_left);
                    });
                    missed += usize::from(!is_listed);
                }
            }
        }
        missed
    }

    #[test]
    fn every_real_move_is_listed_above_a_floor() {
        assert_eq!(real_moves_missed(2_000, &|_, _| true), 0);
        let takes_fours_only = |before: &Stack, after: &Stack| (before.floor - after.floor).is_multiple_of(4);
        assert!(real_moves_missed(300, &takes_fours_only) > 0);
        let takes_the_floor_when_it_is_bare =
            |before: &Stack, after: &Stack| before.floor == after.floor || before.rows == Rows::EMPTY;
        assert!(real_moves_missed(300, &takes_the_floor_when_it_is_bare) > 0);
        let leaves_the_top_row_free =
            |_: &Stack, after: &Stack| after.rows.0[ROWS - 1 - usize::from(after.floor).min(ROWS - 1)] == 0;
        assert!(real_moves_missed(2_000, &leaves_the_top_row_free) > 0);
    }

    /// A board before a piece as the rules have it, cell by cell; the rows of the full board that are left, and the cell of the bound.
    #[derive(Clone, PartialEq, Eq, Hash, Debug)]
    struct Real {
        filled: Vec<[bool; COLUMNS]>,
        floor: usize,
        cell: usize,
    }

    impl Real {
        fn stack(&self) -> Stack {
            let mut board = Rows::EMPTY;
            for (row, cells) in board.0.iter_mut().zip(&self.filled) {
                *row = (0..COLUMNS).map(|column| u16::from(cells[column]) << column).sum();
            }
            Stack { cell: self.cell as u16, ..on_floor(&board, self.floor) }
        }

        fn is_odd(&self) -> bool {
            let mut difference = 0;
            for (row, cells) in self.filled.iter().enumerate() {
                for column in (0..COLUMNS).filter(|&column| cells[column]) {
                    difference += if (row + column) % 2 == 0 { 1 } else { -1 };
                }
            }
            difference / 2 % 2 != 0
        }

        /// The boards after a piece by the rules, if nothing is lost.
        fn after(&self, bound: &TightBound, index: usize, piece: Piece) -> Vec<Self> {
            let mut found = Vec::new();
            for turns in 0..4 {
                let cells = slow::blocks(piece as u8, turns);
                for column in 0..COLUMNS {
                    found.extend(self.drop(bound, index, piece, &cells, column));
                }
            }
            found
        }

        fn drop(
            &self,
            bound: &TightBound,
            index: usize,
            piece: Piece,
            cells: &[(usize, usize)],
            column: usize,
        ) -> Option<Self> {
            let is_free = |line: usize| {
                cells.iter().all(|&(l, c)| {
                    line + l < LINES && column + c < COLUMNS && !self.filled[LINES - 1 - line - l][column + c]
                })
            };
            if !is_free(0) {
                return None;
            }
            let mut line = 0;
            while is_free(line + 1) {
                line += 1;
            }
            let mut filled = self.filled.clone();
            for &(l, c) in cells {
                filled[LINES - 1 - line - l][column + c] = true;
            }
            let is_full = |row: &[bool; COLUMNS]| row.iter().all(|&cell| cell);
            let floor = filled[..self.floor].iter().filter(|row| !is_full(row)).count();
            filled.retain(|row| !is_full(row));
            let lines = LINES - filled.len();
            filled.resize(LINES, [false; COLUMNS]);
            if filled[ROWS..].iter().flatten().any(|&cell| cell) {
                return None;
            }
            let mut after = Self { filled, floor, cell: 0 };
            let odd = after.is_odd();
            after.cell = BoardSize::DEMON.next_cell(self.cell, piece, lines, odd)?;
            let is_this =
                |m: RelaxedMove| usize::from(m.after) == after.cell && usize::from(m.lines) == lines;
            bound.lossless_moves(index, self.cell).any(is_this).then_some(after)
        }
    }

    /// A full board whose open cells are mostly in stacks of four.
    fn full_board(random: &mut Random) -> Real {
        let mut filled = vec![[false; COLUMNS]; LINES];
        let mut open = 0;
        for (row, cells) in filled[..ROWS].iter_mut().enumerate() {
            if row % TETRIS == 0 && random.chance(60) || random.chance(4) {
                open = random.below(COLUMNS as u32) as usize;
            }
            *cells = std::array::from_fn(|column| column != open);
        }
        let mut board = Real { filled, floor: ROWS, cell: 0 };
        board.cell = BoardSize::DEMON.cell(220, board.is_odd());
        board
    }

    /// The layers of a window before each piece, as long as there are boards and only Tetrises take lines without loss.
    fn layers(problem: &Problem, start: usize, cell: usize) -> Vec<Layer> {
        let mut window = Window::new(problem, &problem.bound, start, usize::MAX);
        let mut layer = Layer::default();
        layer.insert(Stack { rows: Rows::EMPTY, floor: ROWS as u8, cell: cell as u16 });
        let mut layers = vec![layer];
        let mut cells = vec![cell];
        for index in start..window.last {
            let mut moves = cells.iter().flat_map(|&cell| problem.bound.lossless_moves(index, cell));
            if layers[index - start].is_empty() || moves.any(|chosen| chosen.lines != 0 && chosen.lines != 4)
            {
                break;
            }
            cells = lossless_after(&problem.bound, index, &cells);
            window.outlooks = vec![None; CELLS];
            window.dropped.fill(None);
            for stack in &layers[index - start] {
                window.play(index, stack);
            }
            layers.push(std::mem::take(&mut window.next));
        }
        layers
    }

    /// Plays a full board by the rules until before the piece `end`, with nothing pruned: for each piece, the boards from which a way leads to
    /// the end.
    fn boards_that_pass(problem: &Problem, start: usize, end: usize, board: Real) -> Vec<Vec<Real>> {
        let mut layers: Vec<Vec<(Real, Vec<usize>)>> = vec![vec![(board, Vec::new())]];
        for index in start..end {
            let mut places: HashMap<Real, usize> = HashMap::new();
            let mut next: Vec<(Real, Vec<usize>)> = Vec::new();
            for (parent, (board, _)) in layers[index - start].iter().enumerate() {
                for after in board.after(&problem.bound, index, problem.pieces[index]) {
                    let place = *places.entry(after.clone()).or_insert_with(|| {
                        next.push((after, Vec::new()));
                        next.len() - 1
                    });
                    next[place].1.push(parent);
                }
            }
            layers.push(next);
        }
        let mut alive: HashSet<usize> = (0..layers[end - start].len()).collect();
        let mut found = Vec::new();
        for layer in layers.iter().rev() {
            found.push(alive.iter().map(|&place| layer[place].0.clone()).collect());
            alive = alive.iter().flat_map(|&place| layer[place].1.iter().copied()).collect();
        }
        found.reverse();
        found
    }

    #[test]
    fn boards_that_pass_a_short_window_by_the_rules_are_all_listed() {
        let mut random = Random::new(12);
        let mut passed = 0;
        for _ in 0..16 {
            // Tetrises and three other pieces in any order, and a last piece, of which windows do not speak.
            let mut pieces = vec![Piece::I; 4 + random.below(2) as usize];
            for _ in 0..3 {
                let place = 1 + random.below(pieces.len() as u32) as usize;
                pieces.insert(place, *random.pick(&Piece::ALL).unwrap());
            }
            pieces.push(*random.pick(&Piece::ALL).unwrap());
            let bound = TightBound::new(&pieces, BoardSize::DEMON);
            let seed = Seed::new(0).unwrap();
            let problem = Problem { seed, pieces, bound, placements: Placements::new(), parts: Parts::ALL };
            let windows = [false, true].map(|odd| layers(&problem, 0, BoardSize::DEMON.cell(220, odd)));
            for _ in 0..4 {
                let start = full_board(&mut random);
                let window = &windows[usize::from(start.is_odd())];
                let real = boards_that_pass(&problem, 0, window.len() - 1, start);
                for (layer, boards) in window.iter().zip(&real) {
                    for board in boards {
                        assert!(layer.contains(&board.stack()), "{:?}: {board:?}", problem.pieces);
                        passed += 1;
                    }
                }
            }
        }
        assert!(passed > 1_000, "{passed}");
    }

    #[test]
    fn no_full_board_passes_an_empty_window_by_the_rules() {
        // Five Tetrises with three pieces between them that are too few for a row, from full boards of odd parity.
        let problem = Problem::new(Seed::new(592_032).unwrap(), MOVE_LIMIT, Parts::ALL);
        let start = 6_829;
        let window = layers(&problem, start, BoardSize::DEMON.cell(220, true));
        let end = start + window.len() - 1;
        assert!(window.last().unwrap().is_empty() && end <= 6_837);
        let mut random = Random::new(5);
        let mut boards = 0;
        let mut even_ones_that_pass = 0;
        while boards < 3 || even_ones_that_pass == 0 {
            let board = full_board(&mut random);
            let is_odd = board.is_odd();
            let passed = !boards_that_pass(&problem, start, 6_837, board)[0].is_empty();
            assert!(!passed || !is_odd);
            boards += usize::from(is_odd);
            even_ones_that_pass += usize::from(passed);
        }
    }

    /// How a window from full boards of odd parity ends.
    fn from_odd_full_board(seed: u32, start: usize) -> Outcome {
        let problem = Problem::new(Seed::new(seed).unwrap(), MOVE_LIMIT, Parts::ALL);
        let cell = BoardSize::DEMON.cell(220, true);
        Window::enumerate(&problem, &problem.bound, start, cell, 100_000, &|| false).0
    }

    #[test]
    fn windows_that_are_impossible_by_hand_are_empty() {
        // Three Tetrises, then a Z whose covered row cannot go, and all rows must (docs/demon.md).
        assert_eq!(from_odd_full_board(800_084, 4_546), Outcome::Empty(4_563));
        // Five Tetrises with three pieces between them that are too few for a row.
        assert_eq!(from_odd_full_board(592_032, 6_829), Outcome::Empty(6_837));
    }
}
