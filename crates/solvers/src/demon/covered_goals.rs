//! Goals among all boards: those from which the empty board is reached without loss, by a search backwards.
//!
//! As [`super::goals`], for the beam over boards with covered cells. The end of most games is such a place: the last
//! pieces must leave nothing, so they tile what is open to the last cell, and a beam that goes forward alone would have
//! to find the one board among millions that they tile.

use laplace_games::demon::COLUMNS;

use super::goals::Lossless;
use super::heights::MAX_ROWS;
use super::node::Problem;
use super::placements::Placement;
use super::rows::{FULL_ROW, Rows};
use laplace_games::demon::bound::tight::{CELLS, FLAGS, LEVELS, ODD};

/// The number of pieces after a loss among which an empty board is looked for.
const LOOKAHEAD: usize = 16;
/// The same if the last piece is among them.
const LOOKAHEAD_TO_THE_END: usize = 80;
/// The number of pieces that the search goes back.
const DEPTH: usize = 14;
/// Boards between two looks at whether the search is stopped.
const STOP_INTERVAL: usize = 1_024;

/// For each piece index from `first` on, sorted, the boards that lead to the empty board without loss.
pub(super) struct CoveredGoals {
    first: usize,
    layers: Vec<Vec<Rows>>,
}

impl CoveredGoals {
    /// Whether the layer before a piece has goals.
    pub(super) fn has(&self, index: usize) -> bool {
        index >= self.first && index - self.first < self.layers.len()
    }

    /// Whether a board before a piece is a goal.
    pub(super) fn contains(&self, index: usize, rows: &Rows) -> bool {
        self.has(index) && self.layers[index - self.first].binary_search(rows).is_ok()
    }

    /// The goals towards the first empty board at or soon after the loss; `None` if the board need not be empty there.
    /// `start` has the cells before piece `first`. Of each layer at most `width` boards stay, those of least cost.
    pub(super) fn new(
        problem: &Problem,
        first: usize,
        loss: usize,
        start: [bool; CELLS],
        width: usize,
        cost: impl Fn(&Rows) -> i32,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Self> {
        let pieces = problem.pieces.len();
        let last = if loss + LOOKAHEAD_TO_THE_END >= pieces { pieces } else { loss + LOOKAHEAD };
        let lossless = Lossless::new(problem, first, last, start);
        let must_be_empty = |&index: &usize| {
            let mut cells = lossless.cells(index).peekable();
            cells.peek().is_some() && cells.all(|cell| cell < FLAGS)
        };
        let end = (loss + 1..=last).find(must_be_empty)?;
        let mut layers = vec![vec![Rows::EMPTY]];
        for index in (end.saturating_sub(DEPTH).max(first)..end).rev() {
            let mut before = Vec::new();
            for (count, rows) in layers.last()?.iter().enumerate() {
                if count % STOP_INTERVAL == 0 && stop() {
                    before.clear();
                    break;
                }
                predecessors(problem, index, rows, &lossless, &mut before);
            }
            before.sort_unstable();
            before.dedup();
            keep_cheapest(&mut before, width, &cost);
            if before.is_empty() {
                break;
            }
            layers.push(before);
        }
        layers.reverse();
        Some(Self { first: end + 1 - layers.len(), layers })
    }
}

fn keep_cheapest(boards: &mut Vec<Rows>, width: usize, cost: impl Fn(&Rows) -> i32) {
    if boards.len() <= width {
        return;
    }
    let mut ranked: Vec<(i32, Rows)> = boards.iter().map(|rows| (cost(rows), *rows)).collect();
    ranked.select_nth_unstable(width);
    boards.clear();
    boards.extend(ranked[..width].iter().map(|&(_, rows)| rows));
    boards.sort_unstable();
}

/// Adds the boards from which the piece leads to a board by a move that the relaxed game allows without loss.
fn predecessors(problem: &Problem, index: usize, after: &Rows, lossless: &Lossless, before: &mut Vec<Rows>) {
    let level_after = after.blocks() / 4;
    for placement in problem.placements.exact(problem.pieces[index]) {
        for lines in 0..=placement.height as usize {
            let Some(level) = (level_after + 3 * lines).checked_sub(1).filter(|&level| level < LEVELS) else {
                continue;
            };
            let leads = |cell: usize| {
                problem.bound.lossless_moves(index, cell).any(|chosen| {
                    usize::from(chosen.lines) == lines && usize::from(chosen.after) / FLAGS == level_after
                })
            };
            // The parities before the piece for which the relaxed game has such a move.
            let mut parities = [false; 2];
            for cell in lossless.cells(index).filter(|&cell| cell / FLAGS == level && leads(cell)) {
                parities[usize::from(cell & usize::from(ODD) != 0)] = true;
            }
            if parities != [false; 2] {
                lift(placement, after, lines, |rows| {
                    if parities[usize::from(rows.is_odd())] {
                        before.push(rows);
                    }
                });
            }
        }
    }
}

/// Calls `found` for every board on which the piece comes to rest, removes this number of rows and leaves `after`.
pub(super) fn lift(placement: &Placement, after: &Rows, lines: usize, mut found: impl FnMut(Rows)) {
    let top = after.0.iter().rposition(|&row| row != 0).map_or(0, |row| row as i32 + 1);
    let height = placement.height;
    for rest in 0..=(top + lines as i32).min(MAX_ROWS) {
        for gone in (0..1u32 << height).filter(|gone| gone.count_ones() as usize == lines) {
            // The rows as they were with the piece.
            let mut with_piece = Rows::EMPTY;
            let mut rest_of_after = after.0.iter();
            for (index, row) in with_piece.0.iter_mut().enumerate() {
                let offset = index as i32 - rest;
                let is_gone = (0..height).contains(&offset) && gone >> offset & 1 == 1;
                *row = if is_gone { FULL_ROW } else { rest_of_after.next().copied().unwrap_or(0) };
            }
            let heights = with_piece.heights();
            for column in 0..=COLUMNS - placement.width {
                let is_on_top = (0..placement.width).all(|c| heights[column + c] == rest + placement.top[c]);
                if is_on_top && let Some(rows) = take_off(&with_piece, placement, column, rest) {
                    found(rows);
                }
            }
        }
    }
}

/// The board without a piece that came to rest there, with nothing above it; `None` if it cannot have done so.
fn take_off(with_piece: &Rows, placement: &Placement, column: usize, rest: i32) -> Option<Rows> {
    let mut rows = *with_piece;
    let mut is_supported = false;
    for c in 0..placement.width {
        let bit = 1 << (column + c);
        let low = (rest + placement.bottom[c]) as usize;
        let high = (rest + placement.top[c]) as usize;
        for row in &mut rows.0[low..high] {
            if *row & bit == 0 {
                return None;
            }
            *row &= !bit;
        }
        is_supported |= low == 0 || rows.0[low - 1] & bit != 0;
    }
    (is_supported && rows.0[MAX_ROWS as usize..].iter().all(|&row| row == 0)).then_some(rows)
}

#[cfg(test)]
mod tests {
    use laplace_games::demon::{Board, Piece};
    use laplace_games::random::Random;

    use super::{MAX_ROWS, Rows, lift};
    use crate::demon::placements::Placements;
    use laplace_games::demon::bound::tight::is_odd;

    /// Boards of a game at random, with the placement, column, lines and board of each move by the rules.
    fn random_boards(seed: u64, mut check: impl FnMut(&Rows, Piece, &[(usize, usize, usize, Rows)])) {
        let placements = Placements::new();
        let mut random = Random::new(seed);
        let mut board = Board::EMPTY;
        for _ in 0..400 {
            let piece = Piece::ALL[random.below(7) as usize];
            let mut moves = Vec::new();
            for (number, placement) in placements.exact(piece).iter().enumerate() {
                for column in 0..=super::COLUMNS - placement.width {
                    let chosen = placement.chosen(column).unwrap();
                    let shape = piece.shape(chosen.rotation);
                    let mut after = board.clone();
                    let line = after.drop_line(shape, chosen.column).unwrap();
                    after.place(shape, line, chosen.column);
                    let lines = after.remove_full(line, shape.height().into()).len() as usize;
                    assert_eq!(Rows::of_board(&after).is_odd(), is_odd(&after));
                    moves.push((number, column, lines, after));
                }
            }
            let as_rows: Vec<_> =
                moves.iter().map(|(n, c, lines, after)| (*n, *c, *lines, Rows::of_board(after))).collect();
            check(&Rows::of_board(&board), piece, &as_rows);
            // Mostly low boards with few holes, so that lines go and holes open again.
            let rank = |after: &Board| {
                let heights = Rows::of_board(after).heights();
                let holes = heights.iter().sum::<i32>() - after.blocks() as i32;
                holes + heights.iter().map(|height| height * height).sum::<i32>() / 8
            };
            moves.retain(|(_, _, _, after)| after.top() >= 4);
            moves.sort_by_key(|(_, _, _, after)| rank(after));
            let choice = random.below(moves.len().clamp(1, 4) as u32) as usize;
            board = moves.get(choice).map_or(Board::EMPTY, |(_, _, _, after)| after.clone());
        }
    }

    #[test]
    fn pieces_fall_on_rows_as_on_the_board_of_the_game() {
        let placements = Placements::new();
        let mut taken = 0;
        random_boards(5, |rows, piece, moves| {
            let heights = rows.heights();
            for &(number, column, lines, after) in moves {
                let placement = &placements.exact(piece)[number];
                let rest = Rows::rest(&heights, placement, column);
                assert_eq!(rows.put(placement, column, rest), (after, lines));
                taken += lines;
            }
            if let Some((heights, hole)) = rows.packed() {
                assert_eq!(Rows::of_heights(heights, hole), *rows);
            }
        });
        assert!(taken > 50, "{taken}");
    }

    #[test]
    fn lifting_a_piece_finds_just_the_boards_it_can_have_fallen_on() {
        let placements = Placements::new();
        let mut found_with_lines = 0;
        random_boards(6, |rows, piece, moves| {
            for &(number, column, lines, after) in moves {
                if after.0[MAX_ROWS as usize..].iter().any(|&row| row != 0) {
                    continue;
                }
                let placement = &placements.exact(piece)[number];
                let mut is_found = false;
                lift(placement, &after, lines, |before| {
                    is_found |= before == *rows;
                    let heights = before.heights();
                    let leads = (0..=super::COLUMNS - placement.width).any(|column| {
                        let rest = Rows::rest(&heights, placement, column);
                        before.put(placement, column, rest) == (after, lines)
                    });
                    assert!(leads);
                });
                assert!(is_found, "column {column}");
                found_with_lines += usize::from(lines > 0);
            }
        });
        assert!(found_with_lines > 50, "{found_with_lines}");
    }
}
