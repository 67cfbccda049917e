//! Goals: boards that lead without loss to the few boards from which the bound is still reached.
//!
//! Nearly every loss is at a piece where the bound needs the empty board, a full one, or next to it. Such boards are
//! few, so they can be listed, and a beam run backwards from them. A forward beam that meets one of its boards a dozen
//! pieces earlier has avoided the loss; alone it would have to find the one board among millions.

use laplace_games::demon::COLUMNS;

use super::cost::Evaluator;
use super::heights::{Heights, Hole, MAX_ROWS};
use super::node::{Key, Problem};
use laplace_games::demon::bound::tight::{CELLS, FLAGS, HISTORY_BITS, LEVELS, ODD, RelaxedMove, TightBound};

/// For each piece index from `first` on, sorted, the boards that lead to a target without loss.
pub(super) struct Goals {
    first: usize,
    layers: Vec<Vec<Key>>,
}

impl Goals {
    /// The goals before a piece.
    pub(super) fn at(&self, index: usize) -> Option<&[Key]> {
        index.checked_sub(self.first).and_then(|layer| self.layers.get(layer)).map(Vec::as_slice)
    }
}

/// Cells of the bound that lose nothing, before each of some pieces.
pub(super) struct Lossless {
    first: usize,
    layers: Vec<[bool; CELLS]>,
}

impl Lossless {
    /// Follows the cells of `start` that lose nothing from piece `first` to before piece `end`.
    pub(super) fn new(problem: &Problem, first: usize, end: usize, start: [bool; CELLS]) -> Self {
        let mut layers = vec![start];
        for index in first..end {
            let mut next = [false; CELLS];
            let cells = &layers[index - first];
            for cell in (0..CELLS).filter(|&cell| cells[cell]) {
                for chosen in problem.bound.lossless_moves(index, cell) {
                    next[usize::from(chosen.after)] = true;
                }
            }
            layers.push(next);
        }
        Self { first, layers }
    }

    fn at(&self, index: usize) -> &[bool; CELLS] {
        &self.layers[index - self.first]
    }

    /// The cells before a piece.
    pub(super) fn cells(&self, index: usize) -> impl Iterator<Item = usize> {
        let cells = self.at(index);
        (0..CELLS).filter(move |&cell| cells[cell])
    }
}

/// The cells after a piece that loses nothing, from any of these.
pub(super) fn lossless_after(bound: &TightBound, index: usize, cells: &[usize]) -> Vec<usize> {
    let moves = cells.iter().flat_map(|&cell| bound.lossless_moves(index, cell));
    let mut after: Vec<usize> = moves.map(|chosen| usize::from(chosen.after)).collect();
    after.sort_unstable();
    after.dedup();
    after
}

/// A search backwards.
pub(super) struct Backward<'a> {
    pub(super) problem: &'a Problem,
    pub(super) evaluator: &'a Evaluator,
    pub(super) lossless: &'a Lossless,
    /// The number of boards of a layer to keep, the flattest.
    pub(super) width: usize,
    pub(super) stop: &'a (dyn Fn() -> bool + Sync),
}

impl Backward<'_> {
    /// Lists the boards that lose nothing before piece `end`, if they are few, and goes back from them as far as piece
    /// `first`, or until the search is stopped.
    pub(super) fn goals(&self, first: usize, end: usize) -> Option<Goals> {
        let mut layer = Vec::new();
        // A board of an odd chain has rows with other open cells than the row above: there are holes in it.
        for cell in self.lossless.cells(end).filter(|cell| cell / FLAGS < LEVELS) {
            let is_odd = cell & usize::from(ODD) != 0;
            let boards = few_boards(cell / FLAGS)?;
            let boards = boards.into_iter().filter(|board| board.is_odd(Hole::NONE) == is_odd);
            layer.extend(boards.map(|board| Key::new(board, cell as u8 & HISTORY_BITS)));
        }
        layer.sort_unstable();
        let mut layers = vec![layer];
        for index in (first..end).rev() {
            let mut before = Vec::new();
            for &key in layers.last()? {
                predecessors(self.problem, index, key, self.lossless.at(index), &mut before);
            }
            before.sort_unstable();
            before.dedup();
            keep_flattest(self.evaluator, &mut before, self.width);
            if before.is_empty() || (self.stop)() {
                break;
            }
            layers.push(before);
        }
        layers.reverse();
        Some(Goals { first: end + 1 - layers.len(), layers })
    }
}

fn keep_flattest(evaluator: &Evaluator, keys: &mut Vec<Key>, width: usize) {
    if keys.len() <= width {
        return;
    }
    let cost = |key: Key| evaluator.choose_well(key.board(), 0, Hole::NONE).1;
    let mut ranked: Vec<(i32, Key)> = keys.iter().map(|&key| (cost(key), key)).collect();
    ranked.select_nth_unstable(width);
    keys.clear();
    keys.extend(ranked[..width].iter().map(|&(_, key)| key));
    keys.sort_unstable();
}

fn predecessors(problem: &Problem, index: usize, key: Key, lossless: &[bool; CELLS], before: &mut Vec<Key>) {
    let board = key.board();
    let to_level = board.blocks() / 4;
    let parity = if board.is_odd(Hole::NONE) { ODD } else { 0 };
    let to = FLAGS * to_level + usize::from(key.flags() | parity);
    for placement in problem.placements.exact(problem.pieces[index]) {
        for lines in 0..=placement.height as usize {
            let Some(level) = (to_level + 3 * lines).checked_sub(1).filter(|&level| level < LEVELS) else {
                continue;
            };
            let leads = |&cell: &usize| {
                let goes_there = |chosen: RelaxedMove| {
                    usize::from(chosen.lines) == lines && usize::from(chosen.after) == to
                };
                lossless[cell] && problem.bound.lossless_moves(index, cell).any(goes_there)
            };
            let cells: Vec<usize> = (FLAGS * level..FLAGS * (level + 1)).filter(leads).collect();
            if cells.is_empty() {
                continue;
            }
            for column in 0..=COLUMNS - placement.width {
                if let Some(old) = placement.lift(board, column, lines) {
                    let is_odd = old.is_odd(Hole::NONE);
                    let same_parity = cells.iter().filter(|&cell| (cell & usize::from(ODD) != 0) == is_odd);
                    before.extend(same_parity.map(|&cell| Key::new(old, cell as u8 & HISTORY_BITS)));
                }
            }
        }
    }
}

/// All boards of `level` pieces' blocks, if they are few: nearly empty, or nearly full beside the well.
fn few_boards(level: usize) -> Option<Vec<Heights>> {
    let mut found = Vec::new();
    if level <= 1 {
        spread(&mut [0; COLUMNS], 0, 4 * level as i32, 1, &mut found);
    } else if level + 2 >= LEVELS {
        for well in 0..COLUMNS {
            let mut heights = [MAX_ROWS; COLUMNS];
            heights[well] = 0;
            spread(&mut heights, 0, 4 * (LEVELS - 1 - level) as i32, -1, &mut found);
        }
    }
    found.retain(|board| board.any_zero());
    (!found.is_empty()).then_some(found)
}

/// Adds `left` blocks to the columns from `column` on, or removes them if `sign` is -1, in every way.
fn spread(heights: &mut [i32; COLUMNS], column: usize, left: i32, sign: i32, found: &mut Vec<Heights>) {
    if left == 0 {
        found.push(Heights::pack(heights));
    }
    if column == COLUMNS || left == 0 {
        return;
    }
    let old = heights[column];
    for used in 0..=left {
        if old + sign * used >= 0 {
            heights[column] = old + sign * used;
            spread(heights, column + 1, left - used, sign, found);
        }
    }
    heights[column] = old;
}
