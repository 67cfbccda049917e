//! The enumeration of windows against slow versions, real games and wrong variants.

use std::collections::HashMap;

use laplace_games::demon::bound::tight::{RelaxedMove, TAINT};
use laplace_games::demon::{LINES, MOVE_LIMIT, Seed, slow};
use laplace_games::random::Random;

use super::*;
use crate::demon::Parts;
use crate::demon::covered_goals::lift;
use crate::demon::placements::Placement;
use crate::demon::test_games::{Situation, situations};

fn can(stack: &[u16; ROWS], gaps: Gaps, blocks: &[i32]) -> bool {
    Followers::new(blocks).can_come(stack, gaps)
}

/// A board whose lowest rows are a floor, as [`Followers`] reads it.
fn with_floor(board: &Rows, floor: usize) -> [u16; ROWS] {
    std::array::from_fn(|row| if row < floor { FLOOR } else { board.0[row] })
}

/// The gaps of the lowest rows of a board, cell by cell.
fn gaps(board: &Rows, floor: usize) -> Gaps {
    let mut difference = 0;
    for row in 0..floor {
        for column in (0..COLUMNS).filter(|column| board.0[row] >> column & 1 == 0) {
            difference += if (row + column) % 2 == 0 { 1 } else { -1 };
        }
    }
    Gaps(i32::rem_euclid(difference, 4) as u8)
}

/// No floor, or a floor about which nothing is to be shown but its number of rows.
const NO_GAPS: Gaps = Gaps(0);

#[test]
fn what_real_games_do_is_never_dropped() {
    let mut seen = [0; MAX_TETRISES + 1];
    let mut floors = 0;
    let mut tight = 0;
    for Situation { board, quiet, name } in situations(MAX_TETRISES) {
        let blocks: Vec<i32> = quiet.iter().map(|pieces| PIECE_BLOCKS * pieces).collect();
        seen[blocks.len()] += 1;
        let stack = with_floor(&board, 0);
        assert!(can(&stack, NO_GAPS, &blocks), "{name}: {blocks:?}");
        // One piece less is too few, quite often.
        if blocks.first().is_some_and(|&first| first > 0) {
            let fewer: Vec<i32> = blocks.iter().map(|blocks| blocks - PIECE_BLOCKS).collect();
            tight += usize::from(!can(&stack, NO_GAPS, &fewer));
        }
        // Rows with one open cell at the bottom may as well be a floor.
        for floor in 1..=rows_of_floor(&board) {
            floors += usize::from(!blocks.is_empty());
            assert!(can(&with_floor(&board, floor), gaps(&board, floor), &blocks), "{name}: {blocks:?}");
        }
    }
    assert!(seen[1] > 50 && seen[2] > 50 && floors > 50 && tight > 5, "{seen:?} {floors} {tight}");
}

#[test]
fn rows_that_tetrises_need() {
    let can = |stack: &[u16; ROWS], blocks: &[i32]| can(stack, NO_GAPS, blocks);
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

/// For a board, the lowest of four rows, the number of rows of the floor, the columns with blocks above the four, and the number of blocks that come:
/// the number of open cells of the four that are to be filled before a Tetris takes them; `None` if no Tetris can.
type SlowCells<'a> = &'a dyn Fn(&[u16; ROWS], usize, usize, u16, i32) -> Option<i32>;

/// [`Followers`], slowly and by parts that can be replaced by wrong ones: rows from the lowest on, column by column.
struct SlowFollowers<'a> {
    cells: SlowCells<'a>,
    /// The gaps of the floor after a Tetris in a column that takes this number of its rows.
    gaps: &'a dyn Fn(Gaps, usize, usize, usize) -> Gaps,
}

impl SlowFollowers<'_> {
    fn can_come(&self, stack: &[u16; ROWS], gaps: Gaps, blocks: &[i32], filled: i32) -> bool {
        let Some((&most, rest)) = blocks.split_first() else { return true };
        let floor = stack.iter().take_while(|&&row| row == FLOOR).count();
        (floor.saturating_sub(TETRIS)..=ROWS - TETRIS).any(|start| {
            let above = stack[(start + TETRIS).max(floor)..].iter().fold(0, |all, row| all | row);
            let Some(cells) = (self.cells)(stack, start, floor, above, most - filled) else { return false };
            let left = without_four(stack, start);
            let taken = floor.saturating_sub(start);
            let after = |column| if taken == 0 { gaps } else { (self.gaps)(gaps, floor, taken, column) };
            let mut gaps: Vec<u8> = columns(wells(stack, start, floor, above)).map(|c| after(c).0).collect();
            gaps.sort_unstable();
            gaps.dedup();
            gaps.into_iter().any(|gaps| {
                (floor != taken || gaps == 0) && self.can_come(&left, Gaps(gaps), rest, filled + cells)
            })
        })
    }
}

fn columns(row: u16) -> impl Iterator<Item = usize> {
    (0..COLUMNS).filter(move |column| row >> column & 1 == 1)
}

/// The columns in which four rows are open, and those above them.
fn wells(stack: &[u16; ROWS], start: usize, floor: usize, above: u16) -> u16 {
    let own = stack[start.max(floor)..(start + TETRIS).max(floor)].iter();
    own.fold(FULL_ROW & !above, |wells, row| wells & !row)
}

fn slow_cells(stack: &[u16; ROWS], start: usize, floor: usize, above: u16, most: i32) -> Option<i32> {
    let mut covered = above;
    let mut cells = 0;
    for &row in stack[start.max(floor)..(start + TETRIS).max(floor)].iter().rev() {
        let open = FULL_ROW & !row;
        if open & covered != 0 {
            return None;
        }
        covered |= row;
        cells += open.count_ones() as i32 - 1;
    }
    let wells = wells(stack, start, floor, above);
    if wells == 0 {
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

/// The cells of a column in the uppermost rows of the floor go, one by one.
fn slow_gaps(gaps: Gaps, floor: usize, taken: usize, column: usize) -> Gaps {
    let gone: i32 =
        (floor - taken..floor).map(|row| if (row + column).is_multiple_of(2) { 1 } else { -1 }).sum();
    Gaps((i32::from(gaps.0) - gone).rem_euclid(4) as u8)
}

/// Calls `see` with the boards of real play in games made from their ends, the lowest rows as a floor, and the blocks before the Tetrises that come.
fn see_wild_boards(games: u64, mut see: impl FnMut(&[u16; ROWS], Gaps, &[i32])) {
    let placements = Placements::new();
    for game in 0..games {
        let steps = play_backwards(&placements, &mut Random::new(game));
        for (index, step) in steps.iter().enumerate() {
            let blocks = blocks_before_tetrises(&steps[index..]);
            for floor in 0..=rows_of_floor(&step.before) {
                see(&with_floor(&step.before, floor), gaps(&step.before, floor), &blocks);
            }
        }
    }
}

/// How often a version of the pruning drops a board of real play.
fn real_boards_dropped(games: u64, followers: &SlowFollowers<'_>) -> usize {
    let mut dropped = 0;
    see_wild_boards(games, |stack, gaps, blocks| {
        dropped += usize::from(!followers.can_come(stack, gaps, blocks, 0));
    });
    dropped
}

const SLOW: SlowFollowers<'_> = SlowFollowers { cells: &slow_cells, gaps: &slow_gaps };

#[test]
fn no_board_of_wild_real_play_is_dropped() {
    see_wild_boards(3_000, |stack, gaps, blocks| assert!(can(stack, gaps, blocks), "{stack:?} {blocks:?}"));
    assert_eq!(real_boards_dropped(300, &SLOW), 0);
    // Versions that forbid a little too much are caught.
    let is_caught =
        |games, cells: SlowCells<'_>| real_boards_dropped(games, &SlowFollowers { cells, ..SLOW }) > 0;
    let one_block_less = |stack: &[u16; ROWS], start, floor, above, most: i32| {
        slow_cells(stack, start, floor, above, most - 1)
    };
    assert!(is_caught(300, &one_block_less));
    let block_below_counts_for_all = |stack: &[u16; ROWS], start: usize, floor, above, most| {
        let cells = slow_cells(stack, start, floor, above, most)?;
        let comes = start > floor && stack[start - 1] & wells(stack, start, floor, above) == 0;
        Some(cells + i32::from(comes))
    };
    assert!(is_caught(3_000, &block_below_counts_for_all));
    let no_block_under_an_i_can_come = |stack: &[u16; ROWS], start: usize, floor, above: u16, most| {
        (start <= floor || stack[start - 1] & wells(stack, start, floor, above) != 0).then_some(())?;
        slow_cells(stack, start, floor, above, most)
    };
    assert!(is_caught(300, &no_block_under_an_i_can_come));
    let fours_end_at_the_floor = |stack: &[u16; ROWS], start: usize, floor, above, most| {
        (start >= floor || start + TETRIS <= floor).then_some(())?;
        slow_cells(stack, start, floor, above, most)
    };
    assert!(is_caught(300, &fours_end_at_the_floor));
    let an_i_rests_on_a_row_of_the_floor_by_a_block_that_comes =
        |stack: &[u16; ROWS], start: usize, floor, above, most| {
            let cells = slow_cells(stack, start, floor, above, most)?;
            (start > floor || floor == 0 || cells < most).then_some(cells)
        };
    assert!(is_caught(300, &an_i_rests_on_a_row_of_the_floor_by_a_block_that_comes));
    let nothing_stands_above = |stack: &[u16; ROWS], start, floor, above, most| {
        (above == 0).then_some(())?;
        slow_cells(stack, start, floor, above, most)
    };
    assert!(is_caught(300, &nothing_stands_above));
}

#[test]
fn wrong_colours_of_the_floor_are_caught() {
    let is_caught = |gaps: &dyn Fn(Gaps, usize, usize, usize) -> Gaps| {
        real_boards_dropped(3_000, &SlowFollowers { gaps, ..SLOW }) > 0
    };
    assert!(!is_caught(&slow_gaps));
    let rows_never_change_them = |gaps, _, _, _| gaps;
    assert!(is_caught(&rows_never_change_them));
    let of_the_row_above = |gaps, floor, taken, column| slow_gaps(gaps, floor + 1, taken, column);
    assert!(is_caught(&of_the_row_above));
    let two_rows_count_as_one = |gaps, floor, taken: usize, column| {
        slow_gaps(gaps, floor, if taken == 2 { 1 } else { taken }, column)
    };
    assert!(is_caught(&two_rows_count_as_one));
    let three_rows_count_as_none =
        |gaps, floor, taken, column| if taken == 3 { gaps } else { slow_gaps(gaps, floor, taken, column) };
    assert!(is_caught(&three_rows_count_as_none));
}

#[test]
fn the_gaps_of_a_floor_follow_from_the_blocks_above_it() {
    let placements = Placements::new();
    let mut seen = [0; 4];
    for game in 0..1_000 {
        for step in play_backwards(&placements, &mut Random::new(game)) {
            // Any rows can be the start of the play, but every fourth number of blocks only is one of a game.
            if !step.before.blocks().is_multiple_of(4) {
                continue;
            }
            for floor in 0..=rows_of_floor(&step.before) {
                let above = on_floor(&step.before, floor);
                let found = Gaps::new(&above.rows, above.floor, step.before.is_odd());
                assert_eq!(found, gaps(&step.before, floor));
                seen[usize::from(found.0)] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
}

#[test]
fn the_fast_search_for_rows_is_the_slow_one() {
    let mut seen = [0; 2];
    let mut by_gaps = 0;
    see_wild_boards(300, |stack, gaps, blocks| {
        // As in real play, with fewer blocks, and with other gaps.
        for fewer in [0, 1, 2, 4, 8] {
            let blocks: Vec<i32> = blocks.iter().map(|blocks| blocks - fewer).collect();
            for change in [0, 2] {
                let gaps = if stack[0] == FLOOR { Gaps((gaps.0 + change) % 4) } else { gaps };
                let expected = SLOW.can_come(stack, gaps, &blocks, 0);
                assert_eq!(can(stack, gaps, &blocks), expected, "{stack:?} {gaps:?} {blocks:?}");
                seen[usize::from(expected)] += 1;
                by_gaps += usize::from(fewer == 0 && !expected);
            }
        }
    });
    assert!(seen.iter().all(|&count| count > 1_000) && by_gaps > 50, "{seen:?} {by_gaps}");
}

#[test]
fn the_tetrises_that_were_looked_at_are_enough_to_drop_a_board() {
    let mut dropped = [0; MAX_TETRISES + 1];
    see_wild_boards(300, |stack, gaps, blocks| {
        let blocks: Vec<i32> = blocks.iter().map(|blocks| blocks - PIECE_BLOCKS).collect();
        let mut followers = Followers::new(&blocks);
        if !followers.can_come(stack, gaps) {
            let deepest = followers.deepest;
            dropped[deepest] += 1;
            assert!(!can(stack, gaps, &blocks[..deepest]));
        }
    });
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
        let is_this = |m: RelaxedMove| usize::from(m.after) == after.cell && usize::from(m.lines) == lines;
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
        if layers[index - start].is_empty() || moves.any(|chosen| chosen.lines != 0 && chosen.lines != 4) {
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
    assert_eq!(from_odd_full_board(800_084, 4_546), Outcome::Empty(4_562));
    // Five Tetrises with three pieces between them that are too few for a row.
    assert_eq!(from_odd_full_board(592_032, 6_829), Outcome::Empty(6_837));
    // Five Tetrises with five pieces between them, that can take only one row less than all of the floor.
    assert_eq!(from_odd_full_board(680_054, 6_100), Outcome::Empty(6_110));
}

/// Whether the board is empty after all pieces and this number of lines from some real board in a cell, by taking pieces off the empty board.
fn can_be_emptied(problem: &Problem, cell: usize, most_lines: usize) -> bool {
    let mut boards = HashSet::from([Rows::EMPTY.0]);
    for (taken_off, &piece) in problem.pieces.iter().rev().enumerate() {
        let mut before = HashSet::new();
        for after in &boards {
            for placement in problem.placements.exact(piece) {
                for lines in 0..=placement.height as usize {
                    lift(placement, &Rows(*after), lines, |rows| {
                        let lines = (rows.blocks() + 4 * (taken_off + 1)) / COLUMNS;
                        if lines <= most_lines && !rows.0.contains(&FULL_ROW) {
                            before.insert(rows.0);
                        }
                    });
                }
            }
        }
        boards = before;
    }
    boards.iter().any(|&rows| {
        let is_stack = rows.windows(2).all(|pair| pair[0] != 0 || pair[1] == 0);
        is_stack && BoardSize::DEMON.cell(Rows(rows).blocks(), Rows(rows).is_odd()) == cell
    })
}

#[test]
fn windows_before_an_empty_board_are_empty_if_no_real_board_can_be_emptied() {
    let mut random = Random::new(7);
    let mut seen = [0; 2];
    for round in 0..400 {
        // Two lines go from four blocks and five pieces, or from twenty blocks and one; one goes from four and two, or none and three.
        let count = [5, 1, 2, 3][round % 4];
        let level = if count == 5 || count == 1 { 6 - count } else { 3 - count };
        let pieces: Vec<Piece> = (0..count).map(|_| *random.pick(&Piece::ALL).unwrap()).collect();
        let bound = TightBound::new(&pieces, BoardSize::DEMON);
        let seed = Seed::new(0).unwrap();
        let problem = Problem { seed, pieces, bound, placements: Placements::new(), parts: Parts::ALL };
        for odd in [false, true] {
            let cell = BoardSize::DEMON.cell(4 * level, odd);
            let emptying = Emptying::new(&problem.bound, 0, count, cell);
            let Some(emptying) = emptying.filter(|emptying| emptying.end == count) else { continue };
            assert!(can_start_from(&problem.bound, count, 0, cell));
            let (outcome, _) = Window::enumerate(&problem, &problem.bound, 0, cell, 500_000, &|| false);
            let is_possible = can_be_emptied(&problem, cell, emptying.lines);
            let is_right = match outcome {
                Outcome::Boards => is_possible,
                Outcome::Empty(end) => !is_possible && end <= count,
                Outcome::TooMany => continue,
            };
            assert!(is_right, "{:?} {emptying:?} {outcome:?}", problem.pieces);
            seen[usize::from(is_possible)] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 10), "{seen:?}");
}

#[test]
fn the_end_of_a_game_is_struck() {
    // S, Z, Z, Z and two lines by J, on four blocks.
    let problem = Problem::new(Seed::new(217_949).unwrap(), MOVE_LIMIT, Parts::ALL);
    let cell = BoardSize::DEMON.cell(4, false) | usize::from(AFTER_TETRIS);
    let (outcome, _) = Window::enumerate(&problem, &problem.bound, 9_994, cell, 100_000, &|| false);
    assert_eq!(outcome, Outcome::Empty(9_999));
    let before = problem.bound.bound();
    let mut struck = TightBound::new(&problem.pieces, BoardSize::DEMON);
    struck.strike(9_994, cell, 9_999);
    assert_eq!(struck.bound() + 100, before);
}

#[test]
fn a_low_board_that_need_not_be_empty_any_more_is_not_struck() {
    // Once Y is struck, two lines are not to be had from X on: ways that leave blocks lose nothing then, and not all boards of X can be listed.
    let pieces = vec![Piece::S, Piece::I, Piece::I, Piece::Z, Piece::L];
    let bound = TightBound::new(&pieces, BoardSize::DEMON);
    let seed = Seed::new(0).unwrap();
    let problem = Problem { seed, pieces, bound, placements: Placements::new(), parts: Parts::ALL };
    let x = BoardSize::DEMON.cell(4, false);
    let y = BoardSize::DEMON.cell(8, false) | usize::from(TAINT);
    assert!(can_start_from(&problem.bound, 5, 0, x) && can_start_from(&problem.bound, 5, 1, y));
    let enumerate =
        |bound, start, cell| Window::enumerate(&problem, bound, start, cell, 3_000_000, &|| false).0;
    let Outcome::Empty(end) = enumerate(&problem.bound, 1, y) else { panic!("Y can be emptied") };
    let mut struck = TightBound::new(&problem.pieces, BoardSize::DEMON);
    struck.strike(1, y, end);
    assert!(struck.at(0)[x] < problem.bound.at(0)[x]);
    assert!(!can_start_from(&struck, 5, 0, x));
    assert_eq!(enumerate(&struck, 0, x), Outcome::TooMany);
}
