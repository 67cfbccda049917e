//! All real boards from a full, an empty or a low board on, piece by piece, as long as nothing is lost.
//!
//! A full board has one open cell in each of its twenty lines, anywhere: far too many boards to list. But a block in such a line completes
//! it. So as long as only Tetrises take lines, all other pieces come to rest above these lines, as on a floor, and nothing of them is kept
//! but their number: they are *unknown*. A Tetris may take four of them, or the upper ones and some lines above them.
//!
//! From the first piece on that may take one to three lines, the open cell of the highest unknown line is chosen, in all twelve ways, when a
//! column above is open down to it.
//!
//! Where the board must be empty soon, each line that has a block goes until then, and the number of lines that go is known. So boards of few
//! blocks can be listed there.

use std::collections::{HashMap, HashSet};

use crate::relaxed::{FULL_BOARD, Relaxed, Situation};
use crate::rules::{Board, COLUMNS, Cells, FREE_LINES, FULL, LINES, points, rotations};

/// A window with more boards than this before one piece proves nothing. This number takes half a gigabyte.
pub const MAX_BOARDS: usize = 5_000_000;

/// Boards between two looks at whether the enumeration is stopped.
const STOP_INTERVAL: usize = 4_096;

/// A line with one open cell that is not known: no piece falls through it, and it is not full.
const UNKNOWN: u16 = FULL | 1 << COLUMNS;

/// The piece of Tetrises.
const I: u8 = 1;

/// How the enumeration of a window ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// No board is left, if the game must go on without loss until before this piece.
    Empty(usize),
    /// Boards are left at the end of the window.
    Boards(usize),
    /// Too many boards before this piece.
    TooMany(usize),
    /// The caller stopped the enumeration.
    Stopped,
}

/// The number of coming Tetrises that a board is held to.
const MAX_TETRISES: usize = 7;

/// A Tetris that comes on every way that loses nothing, nothing but Tetrises taking lines before it.
#[derive(Clone, Copy)]
struct Tetris {
    index: usize,
    /// The number of blocks of the pieces without a line before it.
    blocks: usize,
}

/// The pieces among which an empty board is looked for.
const EMPTYING_PIECES: usize = 12;
/// The most lines of low boards.
const MAX_LOW_LINES: usize = 5;

/// The board is empty soon on every way that loses nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Emptying {
    /// The number of lines that go until then.
    lines: usize,
    /// The piece before which it is empty; the number of pieces, if it is empty after the last one.
    end: usize,
    /// Whether all these lines go with one piece.
    at_once: bool,
}

impl Emptying {
    fn find(relaxed: &Relaxed, index: usize, situation: &Situation) -> Option<Self> {
        if situation.chain.is_some_and(|(tetrises, _)| tetrises > 0) {
            return None;
        }
        let mut here = vec![*situation];
        // The pieces that may take lines, from any of the situations.
        let mut taking = 0;
        for at in index..relaxed.pieces.len().min(index + EMPTYING_PIECES) {
            let takes = |situation: &Situation| {
                let mut moves = relaxed.moves(at, situation).iter();
                moves.any(|m| m.lines > 0 && relaxed.is_lossless(at, situation, m))
            };
            taking += usize::from(here.iter().any(takes));
            here = relaxed.lossless_after(at, &here);
            if !here.is_empty() && here.iter().all(|situation| situation.blocks == 0) {
                let lines = (situation.blocks + 4 * (at + 1 - index)) / COLUMNS;
                return Some(Self { lines, end: at + 1, at_once: taking == 1 });
            }
        }
        None
    }

    /// Whether a board can be empty then. Each of its lines that has a block must go. If all go at once, nothing is filled below a
    /// block before.
    fn is_possible(&self, board: &Board) -> bool {
        let used = board.0.iter().filter(|&&line| line != 0).count();
        let covers = board.0.windows(2).any(|lines| lines[0] & !lines[1] != 0);
        used <= self.lines && !(self.at_once && covers)
    }

    /// All boards of a situation that can be empty then; `None` if they may be too many.
    fn boards(&self, situation: &Situation, most: usize) -> Option<Vec<Board>> {
        if self.lines > MAX_LOW_LINES {
            return None;
        }
        // Lines from the lowest to the highest, each with every number of blocks that is left.
        let mut stacks = vec![(Vec::new(), situation.blocks)];
        for above in (0..self.lines).rev() {
            // No line is full, so that the lines above have room for this many blocks.
            let room = above * (COLUMNS - 1);
            let mut higher = Vec::new();
            for (lines, left) in stacks {
                for line in 0..FULL {
                    let blocks = line.count_ones() as usize;
                    let is_stack = line == 0 || lines.last() != Some(&0);
                    if blocks <= left && left - blocks <= room && is_stack {
                        let mut lines: Vec<u16> = lines.clone();
                        lines.push(line);
                        higher.push((lines, left - blocks));
                    }
                    if higher.len() > most {
                        return None;
                    }
                }
            }
            stacks = higher;
        }
        let boards = stacks.into_iter().map(|(lines, _)| {
            let mut board = Board::EMPTY;
            for (place, line) in lines.into_iter().enumerate() {
                board.0[LINES - 1 - place] = line;
            }
            board
        });
        Some(boards.filter(|board| self.is_possible(board)).collect())
    }
}

pub(crate) struct Window<'a> {
    relaxed: &'a Relaxed,
    end: usize,
    /// The first piece that may take one to three lines without loss; before it, unknown lines are a floor.
    floor_until: usize,
    /// The piece before which the last Tetris is over that a board was dropped for.
    horizon: usize,
    /// The Tetrises that must come, by piece index and situation.
    outlooks: HashMap<(usize, usize), Vec<Tetris>>,
    /// Where the board must be empty soon, by the same.
    emptyings: HashMap<(usize, usize), Option<Emptying>>,
}

/// A board and the number of its situation, packed: twenty lines of twelve bits, an unknown one as a full one, which no board
/// has, then the number.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Entry([u64; 4]);

/// Lines in a word of an entry.
const PER_WORD: usize = 5;

impl Entry {
    fn new(board: &Board, number: usize) -> Self {
        let mut words = [0; 4];
        for (word, lines) in words.iter_mut().zip(board.0[FREE_LINES..].chunks(PER_WORD)) {
            *word = lines.iter().fold(0, |word, &line| word << COLUMNS | u64::from(line & FULL));
        }
        // Sixty bits of a word are lines; four bits of each are left for the number.
        for (place, word) in words.iter_mut().enumerate() {
            *word |= ((number >> (4 * place) & 15) as u64) << (PER_WORD * COLUMNS);
        }
        Self(words)
    }

    fn board(&self) -> Board {
        let mut board = Board::EMPTY;
        for (index, line) in board.0[FREE_LINES..].iter_mut().enumerate() {
            let shift = COLUMNS * (PER_WORD - 1 - index % PER_WORD);
            let packed = (self.0[index / PER_WORD] >> shift) as u16 & FULL;
            *line = if packed == FULL { UNKNOWN } else { packed };
        }
        board
    }

    fn number(&self) -> usize {
        (0..4).map(|place| ((self.0[place] >> (PER_WORD * COLUMNS)) as usize) << (4 * place)).sum()
    }
}

/// What limits an enumeration.
pub(crate) struct Limit<'a> {
    pub(crate) boards: usize,
    pub(crate) stop: &'a dyn Fn() -> bool,
}

impl<'a> Window<'a> {
    /// Whether all boards of a situation before a piece can be listed.
    pub(crate) fn can_start_from(
        relaxed: &Relaxed,
        start: usize,
        situation: &Situation,
        limit: &Limit<'_>,
    ) -> bool {
        let low_boards = || Emptying::find(relaxed, start, situation)?.boards(situation, limit.boards);
        situation.chain.is_none_or(|(tetrises, _)| tetrises == 0)
            && (situation.blocks == 0 || situation.blocks == FULL_BOARD || low_boards().is_some())
    }

    /// The end of the longest window from a piece on: the last piece is played only where the board must be empty after it.
    pub(crate) fn longest(relaxed: &Relaxed, start: usize, situation: &Situation, most: usize) -> usize {
        let end = (start + most).min(relaxed.pieces.len() - 1);
        Emptying::find(relaxed, start, situation).map_or(end, |emptying| emptying.end.max(end))
    }

    fn new(relaxed: &'a Relaxed, start: usize, end: usize, floor_until: usize) -> Self {
        let horizon = start + 1;
        Self { relaxed, end, floor_until, horizon, outlooks: HashMap::new(), emptyings: HashMap::new() }
    }

    /// Plays the pieces from `start` to before `end` on every board of a situation.
    pub(crate) fn enumerate(
        relaxed: &'a Relaxed,
        start: usize,
        situation: &Situation,
        end: usize,
        limit: &Limit<'_>,
    ) -> Outcome {
        let floor_until = floor_until(relaxed, start, situation, end);
        let mut window = Self::new(relaxed, start, end, floor_until);
        let mut layer = HashSet::new();
        match Emptying::find(relaxed, start, situation) {
            _ if situation.blocks == 0 => window.add(&mut layer, start, Board::EMPTY, situation),
            Some(emptying) if situation.blocks < FULL_BOARD => {
                let Some(boards) = emptying.boards(situation, limit.boards) else {
                    return Outcome::TooMany(start);
                };
                window.horizon = window.horizon.max(emptying.end);
                for board in boards {
                    window.add(&mut layer, start, board, situation);
                }
            }
            _ if situation.blocks == FULL_BOARD => {
                let mut first = Board::EMPTY;
                first.0[FREE_LINES..].fill(UNKNOWN);
                window.add(&mut layer, start, first, situation);
            }
            _ => return Outcome::TooMany(start),
        }
        for index in start..end {
            if layer.is_empty() {
                return Outcome::Empty(window.horizon.max(index));
            }
            let piece = rotations(relaxed.pieces[index]);
            let mut next = HashSet::new();
            for (count, entry) in layer.iter().enumerate() {
                window.play(&mut next, index, &piece, &entry.board(), &relaxed.situation(entry.number()));
                if next.len() > limit.boards {
                    return Outcome::TooMany(index + 1);
                }
                if count % STOP_INTERVAL == 0 && (limit.stop)() {
                    return Outcome::Stopped;
                }
            }
            layer = next;
        }
        if layer.is_empty() { Outcome::Empty(window.horizon.max(end)) } else { Outcome::Boards(layer.len()) }
    }

    /// Adds the boards after every move that loses nothing.
    fn play(
        &mut self,
        next: &mut HashSet<Entry>,
        index: usize,
        piece: &[Cells],
        board: &Board,
        situation: &Situation,
    ) {
        for cells in piece {
            for column in 0..COLUMNS {
                let Some((after, lines)) = board.drop(cells, column) else { continue };
                if index + 1 == self.relaxed.pieces.len() {
                    // Nothing is checked after the last piece: the points alone tell whether something was lost.
                    if points(lines, situation.after_tetris) >= self.relaxed.value(index, situation) {
                        next.insert(Entry::new(&Board::EMPTY, situation.number()));
                    }
                    continue;
                }
                if !after.goes_on() {
                    continue;
                }
                // Unknown lines stay where they are, so the parity changes as that of the known ones does.
                let odd = situation.odd != ((after.difference() - board.difference()) / 2 % 2 != 0);
                let moves = self.relaxed.moves(index, situation).iter();
                let chosen =
                    moves.filter(|m| m.lines == lines && self.relaxed.is_lossless(index, situation, m));
                let reached: Vec<Situation> =
                    chosen.filter_map(|m| m.after).filter(|reached| reached.odd == odd).collect();
                for situation in reached {
                    self.add(next, index + 1, after, &situation);
                }
            }
        }
        if self.relaxed.pieces[index] == I && index < self.floor_until {
            let tetrises: Vec<Situation> = {
                let moves = self.relaxed.moves(index, situation).iter();
                let chosen = moves.filter(|m| m.lines == 4 && self.relaxed.is_lossless(index, situation, m));
                chosen.filter_map(|m| m.after).collect()
            };
            for after in boards_after_floor_tetris(board) {
                for situation in &tetrises {
                    self.add(next, index + 1, after, situation);
                }
            }
        }
    }

    /// Adds a board, in all ways in which its unknown lines matter, unless it cannot lead to the end of the window.
    fn add(&mut self, layer: &mut HashSet<Entry>, index: usize, board: Board, situation: &Situation) {
        let above = board.0.iter().filter(|&&line| line != UNKNOWN).fold(0, |all, line| all | line);
        let unknown = board.0.iter().position(|&line| line == UNKNOWN);
        match unknown {
            Some(line) if above != FULL && index >= self.floor_until => {
                for open in 0..COLUMNS {
                    let mut known = board;
                    known.0[line] = FULL & !(1 << open);
                    self.add(layer, index, known, situation);
                }
            }
            None if (board.difference() / 2 % 2 != 0) != situation.odd => {}
            None if self.loses_before_empty(index, &board, situation) => {}
            _ => {
                let coming = self.outlook(index, situation);
                let blocks: Vec<usize> = coming.iter().map(|tetris| tetris.blocks).collect();
                let open = open_cells(&board, situation.odd);
                match tetrises_without_lines(&board.0[FREE_LINES..], open, &blocks, 0) {
                    None => {
                        layer.insert(Entry::new(&board, situation.number()));
                    }
                    Some(count) => self.horizon = self.horizon.max(coming[count - 1].index + 1),
                }
            }
        }
    }

    /// Whether the board must be empty soon and cannot be.
    fn loses_before_empty(&mut self, index: usize, board: &Board, situation: &Situation) -> bool {
        let relaxed = self.relaxed;
        let key = (index, situation.number());
        let emptying = self.emptyings.entry(key).or_insert_with(|| Emptying::find(relaxed, index, situation));
        let Some(emptying) = emptying.filter(|emptying| !emptying.is_possible(board)) else { return false };
        self.horizon = self.horizon.max(emptying.end);
        true
    }

    /// The Tetrises that come on every way that loses nothing, until something else takes lines on one of them.
    fn outlook(&mut self, index: usize, situation: &Situation) -> Vec<Tetris> {
        let key = (index, situation.number());
        if let Some(known) = self.outlooks.get(&key) {
            return known.clone();
        }
        let mut here = vec![*situation];
        let mut blocks = 0;
        let mut found = Vec::new();
        for at in index..self.end.min(self.relaxed.pieces.len() - 1) {
            let relaxed = self.relaxed;
            let mut lines = here.iter().flat_map(|situation| {
                let moves = relaxed.moves(at, situation).iter();
                moves.filter(|m| relaxed.is_lossless(at, situation, m)).map(|m| m.lines)
            });
            let first = lines.next();
            let is_same = lines.all(|other| Some(other) == first);
            match first {
                Some(0) if is_same => blocks += 4,
                Some(4) if is_same && found.len() < MAX_TETRISES => found.push(Tetris { index: at, blocks }),
                _ => break,
            }
            here = relaxed.lossless_after(at, &here);
        }
        self.outlooks.insert(key, found.clone());
        found
    }
}

/// The first piece before `end` that may take one to three lines without loss; `end` if there is none.
fn floor_until(relaxed: &Relaxed, start: usize, situation: &Situation, end: usize) -> usize {
    let mut here = vec![*situation];
    for at in start..end {
        let takes_few_lines = |situation: &Situation| {
            let mut moves = relaxed.moves(at, situation).iter();
            moves.any(|m| (1..=3).contains(&m.lines) && relaxed.is_lossless(at, situation, m))
        };
        if here.iter().any(takes_few_lines) {
            return at;
        }
        here = relaxed.lossless_after(at, &here);
    }
    end
}

/// The boards after a Tetris that takes unknown lines: four of them, or the upper ones and the lines above them. Its I falls through a
/// column without a block in any known line.
fn boards_after_floor_tetris(board: &Board) -> Vec<Board> {
    let known: Vec<u16> = board.0.iter().copied().filter(|&line| line != UNKNOWN).collect();
    let unknown = LINES - known.len();
    let mut found = Vec::new();
    for taken in 1..=4.min(unknown) {
        let (left, gone) = known.split_at(known.len() - (4 - taken));
        let is_well = |&column: &usize| {
            let cell = 1 << column;
            left.iter().all(|line| line & cell == 0) && gone.iter().all(|&line| line == FULL & !cell)
        };
        if (0..COLUMNS).any(|column| is_well(&column)) {
            let mut after = Board::EMPTY;
            after.0[LINES - (unknown - taken)..].fill(UNKNOWN);
            after.0[4..4 + left.len()].copy_from_slice(left);
            found.push(after);
        }
    }
    found
}

/// Whether some Tetrises in a row, or with pieces without a line between them, cannot find their lines: then the number of the first of
/// them for which that is so; `None` if they can. `blocks` has the number of blocks that come before each, `filled` is how many of them fill lines
/// of earlier Tetrises, and `open` are the open cells of the unknown lines, black less white ones, modulo 4.
///
/// A Tetris takes four neighbouring lines. Its I falls through a column without a block above them, and fills one cell in each.
/// All their other open cells are filled before. Nothing can stand above these then but lines of earlier Tetrises, which are gone.
fn tetrises_without_lines(lines: &[u16], open: i32, blocks: &[usize], filled: usize) -> Option<usize> {
    let &most = blocks.first()?;
    let mut needed = 1;
    let mut above = 0;
    for start in 0..=lines.len() - 4 {
        if start > 0 && lines[start - 1] == UNKNOWN {
            // Which four of the unknown lines go does not matter.
            break;
        }
        if let Some(cells) = cells_to_fill(lines, start, above)
            && filled + cells.own + cells.below <= most
        {
            let left = [&[0; 4], &lines[..start], &lines[start + 4..]].concat();
            for open in open_cells_after_tetris(lines, open, start, cells.wells) {
                let filled = filled + cells.own;
                needed = needed.max(1 + tetrises_without_lines(&left, open, &blocks[1..], filled)?);
            }
        }
        above |= lines[start] & FULL;
    }
    Some(needed)
}

/// The black open cells of the unknown lines less the white ones, modulo 4: a line without an open cell has as many black as white
/// cells, so what the known lines differ by and the whole board does not, the unknown ones do.
fn open_cells(board: &Board, odd: bool) -> i32 {
    (board.difference() - if odd { 2 } else { 0 }).rem_euclid(4)
}

/// What the same number can be after a Tetris that takes the four lines from `start` on, in one of the columns `wells`. Those of its lines
/// that are unknown are open there. If no unknown line is left, it must be 0.
fn open_cells_after_tetris(lines: &[u16], open: i32, start: usize, wells: u16) -> Vec<i32> {
    let unknown = |line: &usize| lines[*line] == UNKNOWN;
    let taken: Vec<usize> = (start..start + 4).filter(unknown).collect();
    if taken.is_empty() {
        return vec![open];
    }
    let is_any_left = taken.len() < (0..lines.len()).filter(unknown).count();
    let mut found = Vec::new();
    for column in (0..COLUMNS).filter(|column| wells >> column & 1 == 1) {
        let gone: i32 = taken.iter().map(|line| if (line + column) % 2 == 0 { 1 } else { -1 }).sum();
        let left = (open - gone).rem_euclid(4);
        if (left == 0 || is_any_left) && !found.contains(&left) {
            found.push(left);
        }
    }
    found
}

/// Cells that must be filled before a Tetris.
struct CellsToFill {
    /// In its lines.
    own: usize,
    /// In the lines below: these may belong to lines of later Tetrises.
    below: usize,
    /// The columns that its I can take.
    wells: u16,
}

/// The cells to be filled before a Tetris takes the four lines from `start` on, under lines with blocks in the columns `above`; `None` if
/// none can.
fn cells_to_fill(lines: &[u16], start: usize, above: u16) -> Option<CellsToFill> {
    let mut wells = FULL & !above;
    let mut covered = above;
    let mut own = 0;
    for &line in lines[start..start + 4].iter().filter(|&&line| line != UNKNOWN) {
        if covered & !line != 0 {
            return None;
        }
        own += (FULL & !line).count_ones() as usize - 1;
        wells &= !line;
        covered |= line;
    }
    if wells == 0 {
        return None;
    }
    // The I rests on the ground or on a block of the line below. The open cell of an unknown line may be elsewhere.
    let below = match lines.get(start + 4) {
        None | Some(&UNKNOWN) => 0,
        // Nothing stands above an empty line: each one gets a block first.
        Some(0) => lines[start + 4..].iter().filter(|&&line| line == 0).count(),
        Some(line) if wells & line != 0 => 0,
        // The block that it rests on would complete its line.
        Some(line) if line.count_ones() as usize == COLUMNS - 1 => return None,
        Some(_) => 1,
    };
    Some(CellsToFill { own, below, wells })
}

const _: () = assert!(LINES - FREE_LINES == 20);

#[cfg(test)]
mod tests {
    use laplace_games::demon::Seed;
    use laplace_games::random::Random;
    use laplace_solvers::Control;
    use laplace_solvers::demon::{Limits, solve};

    use super::*;
    use crate::rules::{cells, sequence};

    const PIECES: usize = 1_200;

    /// The boards of a good game before each piece, and the lines that each piece took.
    fn good_game(seed: u32) -> Vec<(Board, usize)> {
        let limits = Limits { beam_width: Some(30), ..Limits::default() };
        let solution = solve(Seed::new(seed).unwrap(), PIECES as u32, &limits, &Control::default());
        let mut board = Board::EMPTY;
        let mut game = Vec::new();
        for (&piece, chosen) in sequence(seed, PIECES).iter().zip(&solution.moves) {
            let turned = cells(piece, chosen.rotation as u8);
            let (after, lines) = board.drop(&turned, chosen.column.number().into()).unwrap();
            game.push((board, lines));
            board = after;
        }
        game
    }

    /// The open cells of the lowest lines, black less white ones, modulo 4, cell by cell.
    fn open_of_lowest(board: &Board, count: usize) -> i32 {
        let mut open = 0;
        for line in LINES - count..LINES {
            for column in (0..COLUMNS).filter(|column| board.0[line] >> column & 1 == 0) {
                open += if (line + column) % 2 == 0 { 1 } else { -1 };
            }
        }
        i32::rem_euclid(open, 4)
    }

    #[test]
    fn what_a_good_game_does_is_never_pruned_nor_missed_by_the_relaxed_game() {
        let mut runs = 0;
        let mut tight = 0;
        for seed in [7, 231, 4_242] {
            let game = good_game(seed);
            let mut relaxed = Relaxed::new(sequence(seed, PIECES));
            (0..PIECES).rev().for_each(|index| relaxed.solve(index));
            let mut situation = Situation::new(0, false);
            for (index, pair) in game.windows(2).enumerate() {
                let (board, lines) = pair[0];
                let after = pair[1].0;
                let odd = situation.odd != ((after.difference() - board.difference()) / 2 % 2 != 0);
                let reached: Vec<Situation> = relaxed
                    .moves(index, &situation)
                    .iter()
                    .filter(|m| m.lines == lines)
                    .filter_map(|m| m.after)
                    .filter(|reached| reached.odd == odd)
                    .collect();
                assert_eq!(reached.len(), 1, "piece {index} of seed {seed}");
                situation = reached[0];
                // Before Tetrises, with any number of pieces without a line before each.
                let mut quiet = 0;
                let mut blocks = Vec::new();
                for &(_, lines) in game[index..].iter().take_while(|&&(_, lines)| lines == 0 || lines == 4) {
                    match lines {
                        0 => quiet += 4,
                        _ if blocks.len() < MAX_TETRISES => blocks.push(quiet),
                        _ => break,
                    }
                }
                let lines = &board.0[FREE_LINES..];
                assert_eq!(
                    tetrises_without_lines(lines, 0, &blocks, 0),
                    None,
                    "piece {index} of seed {seed}"
                );
                // Lines with one open cell at the bottom may as well be unknown, if nothing else than Tetrises comes to them.
                let one_open = |line: &&u16| (FULL & !**line).is_power_of_two();
                let floor = board.0.iter().rev().take_while(one_open).count();
                let odd = board.difference() / 2 % 2 != 0;
                for unknown in 1..=floor {
                    let open = open_of_lowest(&board, unknown);
                    let mut board = board;
                    board.0[LINES - unknown..].fill(UNKNOWN);
                    assert_eq!(open_cells(&board, odd), open);
                    assert_eq!(
                        tetrises_without_lines(&board.0[FREE_LINES..], open, &blocks, 0),
                        None,
                        "piece {index} of seed {seed}"
                    );
                }
                runs += usize::from(blocks.len() > 1);
                // With one piece less there are too few blocks, quite often.
                if blocks.first().is_some_and(|&first| first > 0) {
                    blocks.iter_mut().for_each(|blocks| *blocks -= 4);
                    tight += usize::from(tetrises_without_lines(lines, 0, &blocks, 0).is_some());
                }
            }
        }
        assert!(runs > 100 && tight > 20, "{runs}, {tight}");
    }

    /// The board before a piece that took some lines, if that piece can have come last.
    fn undo(board: &Board, random: &mut Random, tetrises: u32) -> Option<(Board, usize)> {
        let column = random.below(COLUMNS as u32) as usize;
        let mut before = *board;
        let (piece, lines) = if random.chance(tetrises) {
            let top = board.0.iter().position(|line| line >> column & 1 != 0).unwrap_or(LINES);
            if board.0[FREE_LINES..FREE_LINES + 4].iter().any(|&line| line != 0) {
                return None;
            }
            before.0.copy_within(4..top, 0);
            before.0[top - 4..top].fill(FULL & !(1 << column));
            (cells(I, 1), 4)
        } else {
            let piece = cells(1 + random.below(7) as u8, random.below(4) as u8);
            let is_there = |&line: &usize| {
                piece.iter().all(|&(l, c)| line + l < LINES && board.0[line + l] >> (column + c) & 1 != 0)
            };
            let line = (0..LINES).find(is_there)?;
            piece.iter().for_each(|&(l, c)| before.0[line + l] &= !(1 << (column + c)));
            (piece, 0)
        };
        let is_stack = before.0.windows(2).all(|lines| lines[0] == 0 || lines[1] != 0);
        (is_stack && before.drop(&piece, column) == Some((*board, lines))).then_some((before, lines))
    }

    #[test]
    fn wild_real_play_made_from_its_end_is_never_pruned() {
        let mut tetrises = 0;
        let mut floors = 0;
        let mut tight = 0;
        // Boards whose floor the Tetrises use up, and could not if its open cells had another number.
        let mut by_colour = 0;
        for game in 0..1_000 {
            let mut random = Random::new(game);
            let mut board = Board::EMPTY;
            let height = random.below(7) as usize;
            for line in &mut board.0[LINES - height..] {
                while *line == 0 || *line == FULL {
                    *line = (random.next_u64() | random.next_u64()) as u16 & FULL;
                }
            }
            let share = 10 + random.below(40);
            // What comes after the board, the last piece first.
            let mut coming: Vec<usize> = Vec::new();
            for _ in 0..300 {
                let Some((before, lines)) = undo(&board, &mut random, share) else { continue };
                board = before;
                coming.push(lines);
                let mut blocks = Vec::new();
                let mut quiet = 0;
                for &lines in coming.iter().rev() {
                    match lines {
                        0 => quiet += 4,
                        _ if blocks.len() < MAX_TETRISES => blocks.push(quiet),
                        _ => break,
                    }
                }
                tetrises += blocks.len();
                assert_eq!(
                    tetrises_without_lines(&board.0[FREE_LINES..], 0, &blocks, 0),
                    None,
                    "{board:?} {blocks:?}"
                );
                let one_open = |line: &&u16| (FULL & !**line).is_power_of_two();
                let floor = board.0[FREE_LINES..].iter().rev().take_while(one_open).count();
                for unknown in 1..=floor {
                    let open = open_of_lowest(&board, unknown);
                    let mut board = board;
                    board.0[LINES - unknown..].fill(UNKNOWN);
                    let lines = &board.0[FREE_LINES..];
                    assert_eq!(
                        tetrises_without_lines(lines, open, &blocks, 0),
                        None,
                        "{board:?} {open} {blocks:?}"
                    );
                    floors += 1;
                    let wrong = (open + 2) % 4;
                    by_colour += usize::from(tetrises_without_lines(lines, wrong, &blocks, 0).is_some());
                }
                if blocks.first().is_some_and(|&first| first > 0) {
                    blocks.iter_mut().for_each(|blocks| *blocks -= 4);
                    tight +=
                        usize::from(tetrises_without_lines(&board.0[FREE_LINES..], 0, &blocks, 0).is_some());
                }
            }
        }
        let seen = [tetrises, floors, tight, by_colour];
        assert!(tetrises > 1_000 && floors > 1_000 && tight > 100 && by_colour > 100, "{seen:?}");
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        for (number, (board, _)) in good_game(31).into_iter().enumerate() {
            let mut board = board;
            let unknown = number % 5;
            board.0[LINES - unknown..].fill(UNKNOWN);
            let entry = Entry::new(&board, number % 544);
            assert_eq!((entry.board(), entry.number()), (board, number % 544));
        }
    }

    #[test]
    fn every_way_to_open_an_unknown_line_is_listed_once() {
        // The open cell of the highest line is anywhere; below it, the next line that is closed there ends what is known.
        let relaxed = {
            let mut relaxed = Relaxed::new(vec![7; 3]);
            (0..3).rev().for_each(|index| relaxed.solve(index));
            relaxed
        };
        let mut window = Window::new(&relaxed, 0, 0, 0);
        let mut first = Board::EMPTY;
        first.0[FREE_LINES..].fill(UNKNOWN);
        let mut layer = HashSet::new();
        window.add(&mut layer, 0, first, &Situation::new(FULL_BOARD, false));
        // Depths 1 to 19 in twelve columns, and the closed line's own open cell in eleven others; or all twenty lines. A board of
        // which all lines are known has a parity: with all open cells in one column but the lowest it is even for
        // five of the eleven others.
        assert_eq!(layer.len(), 12 * (18 * 11 + 5 + 1));
    }

    /// All boards before a piece, from full boards, with the open cells of the full board chosen as soon as they can be reached, or with
    /// the floor as long as it can be.
    fn boards(relaxed: &Relaxed, odd: bool, end: usize, has_floor: bool) -> Vec<Board> {
        let situation = Situation::new(FULL_BOARD, odd);
        let floor_until = if has_floor { floor_until(relaxed, 0, &situation, end) } else { 0 };
        let mut window = Window::new(relaxed, 0, end, floor_until);
        let mut first = Board::EMPTY;
        first.0[FREE_LINES..].fill(UNKNOWN);
        let mut layer = HashSet::new();
        window.add(&mut layer, 0, first, &situation);
        for index in 0..end {
            let mut next = HashSet::new();
            let piece = rotations(relaxed.pieces[index]);
            for entry in &layer {
                window.play(&mut next, index, &piece, &entry.board(), &relaxed.situation(entry.number()));
            }
            layer = next;
        }
        layer.iter().map(Entry::board).collect()
    }

    #[test]
    fn every_real_board_stands_on_a_floor_that_is_listed() {
        let mut seen = 0;
        // Five Tetrises take all rows of the full board, so no other piece can take a line without loss.
        for (pieces, end) in
            [(vec![1, 1, 4, 1, 1, 1, 7], 4), (vec![1, 5, 1, 1, 1, 1, 7], 3), (vec![1, 1, 6, 1, 1, 1, 7], 4)]
        {
            let last = pieces.len() - 1;
            let mut relaxed = Relaxed::new(pieces);
            (0..=last).rev().for_each(|index| relaxed.solve(index));
            for odd in [false, true] {
                let listed: HashSet<Board> = boards(&relaxed, odd, end, true).into_iter().collect();
                for board in boards(&relaxed, odd, end, false) {
                    let one_open = |line: &&u16| **line == UNKNOWN || (FULL & !**line).is_power_of_two();
                    let floor = board.0.iter().rev().take_while(one_open).count();
                    let stands_on = |unknown: usize| {
                        let mut board = board;
                        board.0[LINES - unknown..].fill(UNKNOWN);
                        listed.contains(&board)
                    };
                    assert!((0..=floor).any(stands_on), "{board:?}");
                    seen += 1;
                }
            }
        }
        assert!(seen > 1_000, "{seen}");
    }
}
