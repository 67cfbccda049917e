//! All real boards from a full or an empty board on, piece by piece, as long as nothing is lost.
//!
//! A full board has one open cell in each of its twenty lines, anywhere: far too many boards to list. But a piece touches only
//! what is open from above. So lines whose open cell no piece could reach yet are kept as *unknown*, and the open cell
//! is chosen, in all twelve ways, when a column above is open down to the line.

use std::collections::{HashMap, HashSet};

use crate::relaxed::{FULL_BOARD, Relaxed, Situation};
use crate::rules::{Board, COLUMNS, Cells, FREE_LINES, FULL, LINES, rotations};

/// A window with more boards than this before one piece proves nothing. This number takes half a gigabyte.
pub const MAX_BOARDS: usize = 5_000_000;

/// Boards between two looks at whether the enumeration is stopped.
const STOP_INTERVAL: usize = 4_096;

/// A line with one open cell that is not known: no piece falls through it, and it is not full.
const UNKNOWN: u16 = FULL | 1 << COLUMNS;

/// How the enumeration of a window ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// No board is left before this piece.
    Empty(usize),
    /// Boards are left at the end of the window.
    Boards(usize),
    /// Too many boards before this piece.
    TooMany(usize),
    /// The caller stopped the enumeration.
    Stopped,
}

/// The pieces without a line that come next, and the Tetrises in a row after them, on every way that loses nothing.
#[derive(Clone, Copy)]
struct Outlook {
    quiet: usize,
    tetrises: usize,
}

pub(crate) struct Window<'a> {
    relaxed: &'a Relaxed,
    end: usize,
    /// By piece index and situation.
    outlooks: HashMap<(usize, usize), Option<Outlook>>,
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
    /// Whether all boards of a situation can be listed.
    pub(crate) fn can_start_from(situation: &Situation) -> bool {
        (situation.blocks == 0 || situation.blocks == FULL_BOARD)
            && situation.chain.is_none_or(|(tetrises, _)| tetrises == 0)
    }

    /// Plays the pieces from `start` to before `end` on every board of a situation.
    pub(crate) fn enumerate(
        relaxed: &'a Relaxed,
        start: usize,
        situation: &Situation,
        end: usize,
        limit: &Limit<'_>,
    ) -> Outcome {
        let mut window = Self { relaxed, end, outlooks: HashMap::new() };
        let mut first = Board::EMPTY;
        if situation.blocks > 0 {
            first.0[FREE_LINES..].fill(UNKNOWN);
        }
        let mut layer = HashSet::new();
        window.add(&mut layer, start, first, situation);
        for index in start..end {
            if layer.is_empty() {
                return Outcome::Empty(index);
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
        if layer.is_empty() { Outcome::Empty(end) } else { Outcome::Boards(layer.len()) }
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
    }

    /// Adds a board, in all ways in which its unknown lines matter, unless it cannot lead to the end of the window.
    fn add(&mut self, layer: &mut HashSet<Entry>, index: usize, board: Board, situation: &Situation) {
        let above = board.0.iter().filter(|&&line| line != UNKNOWN).fold(0, |all, line| all | line);
        let unknown = board.0.iter().position(|&line| line == UNKNOWN);
        match unknown {
            Some(line) if above != FULL => {
                for open in 0..COLUMNS {
                    let mut known = board;
                    known.0[line] = FULL & !(1 << open);
                    self.add(layer, index, known, situation);
                }
            }
            None if (board.difference() / 2 % 2 != 0) != situation.odd => {}
            _ => {
                if self
                    .outlook(index, situation)
                    .is_none_or(|outlook| can_follow(&board.0, outlook.tetrises, 4 * outlook.quiet))
                {
                    layer.insert(Entry::new(&board, situation.number()));
                }
            }
        }
    }

    /// What comes next on every way that loses nothing, if the first lines on all of them go by a Tetris.
    fn outlook(&mut self, index: usize, situation: &Situation) -> Option<Outlook> {
        let key = (index, situation.number());
        if let Some(known) = self.outlooks.get(&key) {
            return *known;
        }
        let mut here = vec![*situation];
        let mut outlook = Outlook { quiet: 0, tetrises: 0 };
        for at in index..self.end {
            let relaxed = self.relaxed;
            let mut lines = here.iter().flat_map(|situation| {
                let moves = relaxed.moves(at, situation).iter();
                moves.filter(|m| relaxed.is_lossless(at, situation, m)).map(|m| m.lines)
            });
            let first = lines.next();
            let is_same = lines.all(|other| Some(other) == first);
            match first {
                Some(0) if is_same && outlook.tetrises == 0 => outlook.quiet += 1,
                Some(4) if is_same => outlook.tetrises += 1,
                _ => break,
            }
            here = relaxed.lossless_after(at, &here);
        }
        let found = (outlook.tetrises > 0).then_some(outlook);
        self.outlooks.insert(key, found);
        found
    }
}

/// Whether these lines can lose this number of groups of four to Tetrises in a row, after pieces that fill at most `open` cells
/// and take no line.
///
/// A Tetris takes four neighbouring lines. Its I falls through a column without a block above them, and fills one cell in each.
/// All other open cells are filled before, so there is no block above them either: it would still be there. Without
/// these four lines, the same is true of the next Tetris.
fn can_follow(lines: &[u16], tetrises: usize, open: usize) -> bool {
    if tetrises == 0 {
        return true;
    }
    let mut above = 0;
    for (start, four) in lines.windows(4).enumerate() {
        if let Some(filled) = cells_to_fill(four, above)
            && filled <= open
        {
            let left = [&lines[..start], &lines[start + 4..]].concat();
            if can_follow(&left, tetrises - 1, open - filled) {
                return true;
            }
        }
        above |= lines[start] & FULL;
    }
    false
}

/// The number of cells to be filled before a Tetris takes four lines, under lines with blocks in the columns `above`; `None` if
/// none can.
fn cells_to_fill(four: &[u16], above: u16) -> Option<usize> {
    let mut well = FULL & !above;
    let mut covered = above;
    let mut open = 0;
    for &line in four {
        if line == UNKNOWN {
            // Its open cell may be anywhere. All lines below it are unknown too.
            open += 1;
            continue;
        }
        if covered & !line != 0 {
            return None;
        }
        open += (FULL & !line).count_ones() as usize;
        well &= !line;
        covered |= line;
    }
    (well != 0).then(|| open - 4)
}

const _: () = assert!(LINES - FREE_LINES == 20);

#[cfg(test)]
mod tests {
    use laplace_games::demon::Seed;
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
                // Before a run of Tetrises, with any number of pieces without a line before it.
                let lines = game[index..].iter().map(|&(_, lines)| lines);
                let quiet = lines.clone().take_while(|&lines| lines == 0).count();
                let tetrises = lines.skip(quiet).take_while(|&lines| lines == 4).count();
                assert!(can_follow(&board.0, tetrises, 4 * quiet), "piece {index} of seed {seed}");
                runs += usize::from(tetrises > 1);
                tight += usize::from(
                    tetrises > 0 && quiet > 0 && !can_follow(&board.0, tetrises, 4 * (quiet - 1)),
                );
            }
        }
        assert!(runs > 100 && tight > 20, "{runs}, {tight}");
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
        let mut window = Window { relaxed: &relaxed, end: 0, outlooks: HashMap::new() };
        let mut first = Board::EMPTY;
        first.0[FREE_LINES..].fill(UNKNOWN);
        let mut layer = HashSet::new();
        window.add(&mut layer, 0, first, &Situation::new(FULL_BOARD, false));
        // Depths 1 to 19 in twelve columns, and the closed line's own open cell in eleven others; or all twenty lines. A board of
        // which all lines are known has a parity: with all open cells in one column but the lowest it is even for
        // five of the eleven others.
        assert_eq!(layer.len(), 12 * (18 * 11 + 5 + 1));
    }
}
