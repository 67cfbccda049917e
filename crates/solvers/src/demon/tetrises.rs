//! Which rows the Tetrises that must come can take, and how near these rows are to complete.
//!
//! Behind a full or an empty board the bound often knows one way only for dozens of pieces: this many pieces without a line,
//! a Tetris, and so on. Every row then goes with a certain Tetris, or stays to the end. A block that spoils a row that stays costs nothing, and
//! neither does one that covers a cell of a row that goes later; so the flatness of the board says little. This file tries all ways
//! to give rows to Tetrises, and measures how far the rows of the best way are from complete. A board without any way is lost.
//!
//! Let a Tetris take four neighbouring rows, its I in column w. Then:
//!
//! * No block stands above the four rows in column w, and none of the four has a block there. Every other open cell of the four is filled before. A block
//!   above such a cell is not there any more, so it was in a row that an earlier Tetris took, and the cell was filled after that one.
//! * The I rests on the floor or on a block of the row below. If there is none yet, it must come, and must not complete that row.
//! * A row above the four is open in column w. If it goes later by another column, that cell was filled in between.
//! * The pieces between two Tetrises have four blocks each, and no more cells than that are filled between them.
//! * Nothing stands above an empty row, so each empty row below the four gets a block before.

use laplace_games::demon::COLUMNS;

use super::goals::lossless_after;
use super::heights::MAX_ROWS;
use super::node::Problem;
use super::rows::{FULL_ROW, Rows};

/// The number of Tetrises that are looked at.
const MAX_TETRISES: usize = 4;
/// The number of pieces that are looked at.
const MAX_PIECES: usize = 48;
const ROWS: usize = MAX_ROWS as usize;
const TETRIS: usize = 4;
const PIECE_BLOCKS: i32 = 4;

/// The cost of a change between open and filled cells along a row that goes.
const CHANGE: i32 = 1;
/// The cost of a cell that can be filled only after a Tetris.
const LATER_CELL: i32 = 2;
/// The cost of a block that the I of a Tetris needs below it.
const SUPPORT: i32 = 2;
/// What a block saves that may stay on the board, until there are enough of them.
const SPARE_BLOCK: i32 = 3;
const MAX_SPARE_BLOCKS: i32 = 20;

/// The costs of changes and of covered cells in rows that no Tetris takes.
const REST_CHANGE: i32 = 1;
const REST_COVERED: i32 = 3;
/// The most steps of the search for a way, and the cost of a board for which it found none until then.
const MAX_STEPS: u32 = 24;
const UNKNOWN_WAY: i32 = 500;
/// More than any way costs.
const NO_WAY: i32 = 10_000;
/// The most groups of rows that are tried for one Tetris.
const MAX_GROUPS: usize = 64;

/// The next Tetrises, if nothing but them takes lines on every way that loses nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    /// For each Tetris the number of pieces without a line before it.
    quiet: [i32; MAX_TETRISES],
    tetrises: usize,
}

impl Outlook {
    /// What comes on all ways without loss from a cell of the bound; `None` if they differ before the first Tetris.
    pub(super) fn new(problem: &Problem, index: usize, cell: usize) -> Option<Self> {
        let mut here = vec![cell];
        let mut outlook = Self { quiet: [0; MAX_TETRISES], tetrises: 0 };
        let mut quiet = 0;
        for at in index..problem.pieces.len().min(index + MAX_PIECES) {
            let mut lines =
                here.iter().flat_map(|&cell| problem.bound.lossless_moves(at, cell)).map(|m| m.lines);
            let first = lines.next();
            if lines.any(|other| Some(other) != first) {
                break;
            }
            match first {
                Some(0) => quiet += 1,
                Some(4) => {
                    outlook.quiet[outlook.tetrises] = quiet;
                    outlook.tetrises += 1;
                }
                _ => break,
            }
            if outlook.tetrises == MAX_TETRISES {
                break;
            }
            here = lossless_after(&problem.bound, at, &here);
        }
        (outlook.tetrises > 0).then_some(outlook)
    }

    /// The least cost of a way to give rows to the Tetrises; `None` if there is none.
    pub(super) fn cost(&self, rows: &Rows) -> Option<i32> {
        let mut stack = [Row::EMPTY; ROWS];
        for (row, &blocks) in stack.iter_mut().zip(&rows.0) {
            row.blocks = blocks;
        }
        let mut ways = Ways { outlook: self, best: NO_WAY, left: MAX_STEPS, is_cut: false };
        ways.assign(&stack, 0, &[0; MAX_TETRISES + 1], 0);
        if ways.left == 0 || ways.is_cut {
            ways.best = ways.best.min(UNKNOWN_WAY);
        }
        (ways.best < NO_WAY).then_some(ways.best)
    }
}

/// The search for the best way to give rows to Tetrises.
struct Ways<'a> {
    outlook: &'a Outlook,
    best: i32,
    /// The number of steps until it gives up.
    left: u32,
    /// Whether there were too many groups to try all.
    is_cut: bool,
}

/// Four rows that a Tetris may take.
#[derive(Clone, Copy)]
struct Group {
    cost: i32,
    start: u8,
    well: u16,
    /// The cell that is to be filled below the I.
    support: u16,
}

impl Ways<'_> {
    /// Gives rows to the Tetris of this number and to those after it in all ways, the cheapest first. Of the cells to be filled, `needed` counts
    /// those that must be filled after each Tetris, the first number those that can be filled at once.
    fn assign(&mut self, stack: &[Row; ROWS], number: usize, needed: &[i32; MAX_TETRISES + 1], cost: i32) {
        if number == self.outlook.tetrises {
            let spare = PIECE_BLOCKS * self.outlook.quiet[number - 1] - needed.iter().sum::<i32>();
            let cost = cost + SPARE_BLOCK * (MAX_SPARE_BLOCKS - spare).max(0);
            if cost < self.best {
                self.best = self.best.min(cost + cost_of_rest(stack));
            }
            return;
        }
        // Blocks in the rows from each one on, those of the board and those that must come.
        let mut above = [(0, 0); ROWS + 1];
        for (place, row) in stack.iter().enumerate().rev() {
            let (blocks, coming) = above[place + 1];
            above[place] = (blocks | row.blocks, coming | row.coming);
        }
        let blocks_left = PIECE_BLOCKS * self.outlook.quiet[number] - needed.iter().sum::<i32>();
        let mut groups = [Group { cost: 0, start: 0, well: 0, support: 0 }; MAX_GROUPS];
        let mut count = 0;
        let mut empty_below = 0;
        for start in 0..=ROWS - TETRIS {
            if start > 1 && above[start - 2] == (0, 0) {
                empty_below += 1;
            }
            let (blocks_above, coming_above) = above[start + TETRIS];
            if blocks_above == FULL_ROW {
                continue;
            }
            let four = &stack[start..start + TETRIS];
            let mut covered = blocks_above;
            let mut wells = FULL_ROW & !(blocks_above | coming_above);
            let mut cells = empty_below - TETRIS as i32;
            let mut is_open = true;
            for row in four.iter().rev() {
                let open = row.open();
                is_open &= open & covered == 0;
                wells &= open;
                covered |= row.blocks;
                cells += open.count_ones() as i32;
            }
            if !is_open || cells > blocks_left {
                continue;
            }
            let below = if start > 0 { stack[start - 1].open() } else { 0 };
            if below.is_power_of_two() {
                // A block there would complete the row.
                wells &= !below;
            }
            if cells == blocks_left {
                wells &= !below;
            }
            if wells == 0 {
                continue;
            }
            let opens: [u16; TETRIS] = std::array::from_fn(|place| four[place].open());
            let later: [u16; TETRIS] = std::array::from_fn(|place| opens[place] & four[place].later(number));
            let later_cells: i32 = later.iter().map(|cells| cells.count_ones() as i32).sum();
            while wells != 0 {
                if count == MAX_GROUPS {
                    self.is_cut = true;
                    break;
                }
                let well = wells & wells.wrapping_neg();
                wells ^= well;
                let support = below & well;
                let well_later: i32 = later.iter().map(|&cells| i32::from(cells & well != 0)).sum();
                let all_changes: i32 = opens.iter().map(|&open| changes(FULL_ROW & !open | well)).sum();
                let cost = cost
                    + if support == 0 { 0 } else { SUPPORT }
                    + CHANGE * all_changes
                    + LATER_CELL * (later_cells - well_later);
                if cost < self.best {
                    groups[count] = Group { cost, start: start as u8, well, support };
                    count += 1;
                }
            }
        }
        // Most often the first few decide, so they are not sorted.
        let mut groups = &mut groups[..count];
        while let Some(place) = (0..groups.len()).min_by_key(|&place| groups[place].cost) {
            let group = groups[place];
            if self.left == 0 || group.cost >= self.best {
                return;
            }
            self.left -= 1;
            self.take(stack, number, group, needed);
            let last = groups.len() - 1;
            groups.swap(place, last);
            groups = &mut groups[..last];
        }
    }

    /// Lets a Tetris take four rows.
    fn take(&mut self, stack: &[Row; ROWS], number: usize, group: Group, needed: &[i32; MAX_TETRISES + 1]) {
        let Group { cost, start, well, support } = group;
        let start = usize::from(start);
        let mut needed = *needed;
        let four = &stack[start..start + TETRIS];
        for row in four {
            row.count(row.open() & !well, number, &mut needed);
        }
        if support != 0 {
            stack[start - 1].count(support, number, &mut needed);
        }
        let mut cells = 0;
        for (earlier, &count) in needed[..=number].iter().enumerate().rev() {
            cells += count;
            let quiet = if earlier == 0 { 0 } else { self.outlook.quiet[earlier - 1] };
            if cells > PIECE_BLOCKS * (self.outlook.quiet[number] - quiet) {
                return;
            }
        }
        let mut left = [Row::EMPTY; ROWS];
        left[..start].copy_from_slice(&stack[..start]);
        left[start..ROWS - TETRIS].copy_from_slice(&stack[start + TETRIS..]);
        if start > 0 {
            left[start - 1].coming |= support;
        }
        let over = four.iter().fold(0, |all, row| all | row.blocks);
        for row in &mut left[..start] {
            row.not_before[number] = over & !row.blocks;
        }
        for row in &mut left[start..ROWS - TETRIS] {
            row.not_before[number] = well;
        }
        self.assign(&left, number + 1, &needed, cost);
    }
}

/// The cost of the rows that no Tetris takes.
fn cost_of_rest(stack: &[Row; ROWS]) -> i32 {
    let mut above = 0;
    let mut cost = 0;
    for row in stack.iter().rev() {
        if row.blocks != 0 {
            cost +=
                REST_CHANGE * changes(row.blocks) + REST_COVERED * (above & !row.blocks).count_ones() as i32;
        }
        above |= row.blocks;
    }
    cost
}

/// A row of the board.
#[derive(Clone, Copy)]
struct Row {
    blocks: u16,
    /// Cells that must be filled, as an I comes to rest on them.
    coming: u16,
    /// For each Tetris, cells that are open at least until then.
    not_before: [u16; MAX_TETRISES],
}

impl Row {
    const EMPTY: Self = Self { blocks: 0, coming: 0, not_before: [0; MAX_TETRISES] };

    const fn open(&self) -> u16 {
        FULL_ROW & !(self.blocks | self.coming)
    }

    /// The cells that are open until some Tetris before this one.
    fn later(&self, number: usize) -> u16 {
        self.not_before[..number].iter().fold(0, |all, cells| all | cells)
    }

    /// Counts cells that are to be filled before a Tetris by the earlier one that they must be filled after.
    fn count(&self, mut cells: u16, number: usize, needed: &mut [i32; MAX_TETRISES + 1]) {
        for earlier in (0..number).rev() {
            needed[earlier + 1] += (cells & self.not_before[earlier]).count_ones() as i32;
            cells &= !self.not_before[earlier];
        }
        needed[0] += cells.count_ones() as i32;
    }
}

/// The number of changes between open and filled cells along a row between walls.
const fn changes(filled: u16) -> i32 {
    const WALLS: u32 = (1 << (COLUMNS + 1)) | 1;
    let walled = (filled as u32) << 1 | WALLS;
    // The last bit is the right wall itself, with nothing beside it.
    ((walled ^ (walled >> 1)) & !(1 << (COLUMNS + 1))).count_ones() as i32
}

#[cfg(test)]
mod tests {
    use super::{MAX_TETRISES, Outlook, Rows};
    use crate::demon::test_games::{Situation, situations};

    fn rows(picture: &[&str]) -> Rows {
        let mut rows = Rows::EMPTY;
        for (row, line) in rows.0.iter_mut().zip(picture.iter().rev()) {
            *row = line.bytes().enumerate().map(|(column, cell)| u16::from(cell == b'#') << column).sum();
        }
        rows
    }

    fn outlook(quiet: &[i32]) -> Outlook {
        let mut outlook = Outlook { quiet: [0; MAX_TETRISES], tetrises: quiet.len() };
        outlook.quiet[..quiet.len()].copy_from_slice(quiet);
        outlook
    }

    #[test]
    fn what_real_games_do_is_always_possible() {
        let mut seen = [0; MAX_TETRISES + 1];
        let mut tight = 0;
        for Situation { board, mut quiet, name } in situations(MAX_TETRISES) {
            seen[quiet.len()] += 1;
            if quiet.is_empty() {
                continue;
            }
            assert!(outlook(&quiet).cost(&board).is_some(), "{name}: {quiet:?}");
            // With one piece less there are too few blocks, quite often.
            if quiet[0] > 0 {
                quiet.iter_mut().for_each(|count| *count -= 1);
                tight += i32::from(outlook(&quiet).cost(&board).is_none());
            }
        }
        assert!(seen[1] > 50 && seen[2] > 50 && tight > 5, "{seen:?} {tight}");
    }

    #[test]
    fn a_block_above_an_open_cell_must_go_before_it() {
        let clean = ["###########.", "###########.", "###########.", "###########."];
        assert!(outlook(&[0]).cost(&rows(&clean)).is_some());
        assert!(outlook(&[0, 0]).cost(&rows(&clean)).is_none());
        // Two groups of other columns, the lower one covered by the upper.
        let covered = [&[".###########"; 4][..], &clean].concat();
        assert!(outlook(&[0, 0]).cost(&rows(&covered)).is_some());
        // A block above the upper well.
        let closed = [&["#..........."][..], &covered].concat();
        assert!(outlook(&[0, 0]).cost(&rows(&closed)).is_none());
        // With three rows above it, the lower group still needs the fourth.
        assert!(outlook(&[0]).cost(&rows(&covered[1..])).is_none());
        assert!(outlook(&[3, 3]).cost(&rows(&covered[1..])).is_some());
    }

    #[test]
    fn the_i_of_a_tetris_comes_to_rest_on_a_block() {
        // The I falls past the four rows that it could complete.
        let deep = [".###########", ".###########", ".###########", ".###########", "..##########"];
        assert!(outlook(&[0]).cost(&rows(&deep)).is_none());
        assert!(outlook(&[1]).cost(&rows(&deep)).is_some());
        // A block in the lowest row would complete it.
        let deeper = [&deep[..4], &[".###########"]].concat();
        assert!(outlook(&[0]).cost(&rows(&deeper)).is_some());
        assert!(outlook(&[0, 0]).cost(&rows(&deeper)).is_none());
    }

    #[test]
    fn a_row_above_a_well_is_open_there_until_the_tetris() {
        // The upper rows are open in two columns; the first Tetris needs one of them, and a piece fills it before the second.
        let rows = rows(&[
            "..##########",
            "..##########",
            "..##########",
            "..##########",
            ".###########",
            ".###########",
            ".###########",
            ".###########",
        ]);
        assert!(outlook(&[0, 0]).cost(&rows).is_none());
        assert!(outlook(&[0, 1]).cost(&rows).is_some());
        assert!(outlook(&[1, 1]).cost(&rows).is_some());
    }

    #[test]
    fn rows_nearer_to_complete_cost_less() {
        let near = rows(&["##########..", "##########..", "##########..", "##########.."]);
        let far = rows(&["#.#.#.#.#...", "##########..", "##########..", "##########.."]);
        let outlook = outlook(&[5]);
        assert!(outlook.cost(&near).unwrap() < outlook.cost(&far).unwrap());
    }
}
