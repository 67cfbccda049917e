//! The game without its geometry, but for what no board allows. `docs/demon.md` has the proof of every clause.

use std::fmt;
use std::str::FromStr;

use crate::rules::{points, sequence};

/// The most blocks that can stand before a piece: twenty lines with one open cell each.
pub(crate) const FULL_BOARD: usize = 220;
const I: u8 = 1;
const J_AND_L: [u8; 2] = [2, 3];
const S_AND_Z: [u8; 2] = [4, 5];
const T: u8 = 6;
const O: u8 = 7;

/// The worth of a way that no real game takes: less than any score can make up for.
const IMPOSSIBLE: i32 = i32::MIN / 2;

/// What the relaxed game knows of a game before a piece.
///
/// Values are kept by the number of a situation, and boards are listed by `blocks`: a situation that does not exist would have the value of
/// another one. So nothing makes one from outside but [`on_board`](Self::on_board), which refuses those.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Situation {
    /// The number of blocks.
    pub(crate) blocks: usize,
    /// The last piece made a Tetris.
    pub(crate) after_tetris: bool,
    /// Since an S or Z that took no line only Tetrises and Os that took none or two.
    pub(crate) taint: bool,
    /// The parity of the board is odd.
    pub(crate) odd: bool,
    /// The Tetrises and the pieces without a line since a full board of odd parity, if there was nothing else.
    pub(crate) chain: Option<(usize, usize)>,
}

/// As in `220ot`: blocks, then `e` or `o` for the parity, `t` after a Tetris, `x` for a taint.
impl fmt::Display for Situation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parity = if self.odd { 'o' } else { 'e' };
        let tetris = if self.after_tetris { "t" } else { "" };
        let taint = if self.taint { "x" } else { "" };
        write!(f, "{}{parity}{tetris}{taint}", self.blocks)
    }
}

impl FromStr for Situation {
    type Err = ();

    /// Reads a situation outside odd chains, or at the start of one.
    fn from_str(text: &str) -> Result<Self, ()> {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let blocks: usize = text[..digits].parse().map_err(|_| ())?;
        let flags = &text[digits..];
        let odd = flags.starts_with('o');
        let situation = Self::on_board(blocks, odd, flags.contains('t'), flags.contains('x')).ok_or(())?;
        // Only the one way to write it is read.
        if situation.to_string() == text { Ok(situation) } else { Err(()) }
    }
}

impl Situation {
    /// The situation of a board with some blocks, outside odd chains or at the start of one; `None` if no board has that number of blocks
    /// before a piece.
    ///
    /// ```
    /// use laplace_certificate::Situation;
    /// assert_eq!(Situation::on_board(220, true, true, false).unwrap().to_string(), "220ot");
    /// assert_eq!(Situation::on_board(23, false, false, false), None);
    /// ```
    pub fn on_board(blocks: usize, odd: bool, after_tetris: bool, taint: bool) -> Option<Self> {
        let exists = blocks.is_multiple_of(4) && blocks <= FULL_BOARD;
        exists.then(|| Self { after_tetris, taint, ..Self::new(blocks, odd) })
    }

    /// The situation of a board whose history is not known.
    pub(crate) fn new(blocks: usize, odd: bool) -> Self {
        let chain = (blocks == FULL_BOARD && odd).then_some((0, 0));
        Self { blocks, after_tetris: false, taint: false, odd, chain }
    }

    /// Every situation there is.
    fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for bits in 0..8 {
            let flags =
                |situation: Self| Self { after_tetris: bits & 1 != 0, taint: bits & 2 != 0, ..situation };
            let odd = bits & 4 != 0;
            all.extend((0..=FULL_BOARD).step_by(4).map(|blocks| flags(Self::new(blocks, odd))));
            for tetrises in 1..=4 {
                for pieces in 0..=2 {
                    let blocks = 11 * (20 - 4 * tetrises) + 4 * pieces;
                    let chain = Some((tetrises, pieces));
                    all.push(flags(Self { blocks, odd, chain, after_tetris: false, taint: false }));
                }
            }
        }
        all
    }

    /// Its place among [`all`](Self::all).
    pub(crate) fn number(&self) -> usize {
        let bits = usize::from(self.after_tetris) + 2 * usize::from(self.taint) + 4 * usize::from(self.odd);
        let within = match self.chain {
            Some((tetrises, pieces)) if tetrises > 0 => FULL_BOARD / 4 + 1 + 3 * (tetrises - 1) + pieces,
            _ => self.blocks / 4,
        };
        bits * PER_FLAGS + within
    }
}

const PER_FLAGS: usize = FULL_BOARD / 4 + 1 + 12;

/// A move of the relaxed game: the lines it takes, and where it leads; `None` if the game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Move {
    pub(crate) lines: usize,
    pub(crate) gain: i32,
    pub(crate) after: Option<Situation>,
}

/// Which changes of the parity are possible.
fn parity_changes(piece: u8, lines: usize, from_full: bool) -> &'static [bool] {
    if from_full {
        // Nothing but the piece is above the lines that go.
        return match (piece, lines) {
            (2 | 3, 1) | (I, 3) => &[true],
            _ => &[false],
        };
    }
    match (piece, lines) {
        (T, 0 | 2) => &[true],
        (_, 0) | (I, 4) | (4 | 5 | 7, 2) => &[false],
        _ => &[false, true],
    }
}

/// The moves of a piece; `uneven` if an S or Z came just before it, or just before an O just before it.
fn moves(situation: &Situation, piece: u8, uneven: bool) -> Vec<Move> {
    let most = match piece {
        I => 4,
        2 | 3 => 3,
        _ => 2,
    };
    let mut all = Vec::new();
    for lines in 0..=most {
        let Some(left) = (situation.blocks + 4).checked_sub(12 * lines) else { continue };
        let gain = points(lines, situation.after_tetris);
        let is_full = situation.blocks == FULL_BOARD;
        if left == 0 {
            let can_empty = match piece {
                I => lines == 1 || lines == 4,
                2 | 3 => lines == 2 || lines == 3,
                T | O => lines == 2,
                _ => false,
            };
            let is_paired = (piece, lines) == (I, 4) || (piece, lines) == (O, 2);
            if !can_empty || situation.taint && is_paired || situation.odd != (piece == T) {
                continue;
            }
        } else if is_full {
            let possible = match piece {
                O => lines == 0,
                T => lines <= 1,
                _ if S_AND_Z.contains(&piece) => lines <= 1,
                _ if J_AND_L.contains(&piece) => lines <= 2,
                _ => !(lines == 4 && situation.taint && uneven),
            };
            if !possible {
                continue;
            }
        }
        if lines == 4 && situation.chain.is_some_and(|(tetrises, _)| tetrises == 4) {
            continue;
        }
        let ends_on_full = is_full && (lines == 0 || lines == 1 && (S_AND_Z.contains(&piece) || piece == I));
        if left > FULL_BOARD || ends_on_full {
            all.push(Move { lines, gain, after: None });
            continue;
        }
        let changes = if left == 0 {
            if situation.odd { &[true] } else { &[false] }
        } else {
            parity_changes(piece, lines, is_full)
        };
        for change in changes {
            all.push(Move {
                lines,
                gain,
                after: Some(after(situation, piece, lines, left, situation.odd != *change)),
            });
        }
    }
    all
}

/// The situation after a move that leaves this number of blocks and this parity.
fn after(before: &Situation, piece: u8, lines: usize, blocks: usize, odd: bool) -> Situation {
    let taint = match (piece, lines) {
        (4 | 5, 0) => true,
        (I, 4) | (O, 0 | 2) => before.taint,
        _ => false,
    };
    let longer = match (before.chain, lines) {
        (Some((tetrises, pieces)), 0) => Some((tetrises, pieces + 1)),
        (Some((tetrises, pieces)), 4) => Some((tetrises + 1, pieces)),
        _ => None,
    };
    let chain = longer.filter(|&(tetrises, pieces)| (1..=4).contains(&tetrises) && pieces <= 2);
    let chain = chain.or(Situation::new(blocks, odd).chain);
    Situation { blocks, after_tetris: lines == 4, taint, odd, chain }
}

/// The relaxed game over a sequence of pieces, solved backwards from the end as far as was asked.
pub(crate) struct Relaxed {
    pub(crate) pieces: Vec<u8>,
    situations: Vec<Situation>,
    /// The moves of each piece, without and with unevenness, from each situation.
    tables: Vec<[Vec<Vec<Move>>; 2]>,
    /// What can still be earned before each piece, by the number of the situation.
    values: Vec<Vec<i32>>,
}

impl Relaxed {
    pub(crate) fn new(pieces: Vec<u8>) -> Self {
        let situations: Vec<Situation> = {
            let mut all = Situation::all();
            all.sort_unstable_by_key(Situation::number);
            all
        };
        let table = |piece: u8| {
            [false, true].map(|uneven| situations.iter().map(|s| moves(s, piece, uneven)).collect())
        };
        let tables = (1..=7).map(table).collect();
        let values = vec![Vec::new(); pieces.len() + 1];
        let mut relaxed = Self { pieces, situations, tables, values };
        let end = relaxed.pieces.len();
        relaxed.values[end] = vec![0; relaxed.situations.len()];
        relaxed
    }

    /// Solves the game before a piece from what is known after it.
    pub(crate) fn solve(&mut self, index: usize) {
        let values = self.situations.iter().map(|situation| {
            let gains = self.moves(index, situation).iter().map(|chosen| self.worth(index, chosen));
            gains.max().unwrap_or(0)
        });
        self.values[index] = values.collect();
    }

    pub(crate) fn moves(&self, index: usize, situation: &Situation) -> &[Move] {
        let is_snake = |back: usize| index >= back && S_AND_Z.contains(&self.pieces[index - back]);
        let uneven = is_snake(1) || index >= 1 && self.pieces[index - 1] == O && is_snake(2);
        let table = &self.tables[usize::from(self.pieces[index]) - 1][usize::from(uneven)];
        &table[situation.number()]
    }

    /// What a move and all after it earn at most.
    pub(crate) fn worth(&self, index: usize, chosen: &Move) -> i32 {
        chosen.gain + chosen.after.map_or(0, |after| self.value(index + 1, &after))
    }

    pub(crate) fn value(&self, index: usize, situation: &Situation) -> i32 {
        self.values[index][situation.number()]
    }

    pub(crate) fn is_lossless(&self, index: usize, situation: &Situation, chosen: &Move) -> bool {
        // More than the value is possible where the value was struck.
        self.worth(index, chosen) >= self.value(index, situation)
    }

    /// Lowers the value of a situation: games that lose nothing from there to before piece `end` do not exist, so only
    /// those count that lose something on the way.
    pub(crate) fn strike(&mut self, index: usize, situation: &Situation, end: usize) {
        // For each situation that is reached without loss, the best of all ways that lose something later. Just before `end` a game
        // may also end, with blocks that stand too high, and keeps its points. After the last piece nothing is checked: a game that came
        // there without loss is one of those that do not exist.
        let reached_end = if end == self.pieces.len() { IMPOSSIBLE } else { 0 };
        let mut best = vec![reached_end; self.situations.len()];
        for at in (index..end).rev() {
            let lossy = |situation: &Situation| {
                let worth = |chosen: &Move| match chosen.after {
                    Some(after) if self.is_lossless(at, situation, chosen) => {
                        chosen.gain + best[after.number()]
                    }
                    // Something is lost; or the game ends without a loss, and no enumeration speaks of that.
                    _ => self.worth(at, chosen),
                };
                // A game may also stop here and earn nothing more. What a later strike says of this situation stays true.
                let best = self.moves(at, situation).iter().map(worth).max().unwrap_or(0).max(0);
                best.min(self.value(at, situation))
            };
            best = self.situations.iter().map(lossy).collect();
        }
        self.values[index][situation.number()] = best[situation.number()];
    }

    /// The situation of a number.
    pub(crate) fn situation(&self, number: usize) -> Situation {
        self.situations[number]
    }

    /// The situations before each piece that a game which loses nothing can be in, from the empty board on.
    pub(crate) fn corridor(&self) -> Vec<Vec<Situation>> {
        let mut layers = vec![vec![Situation::new(0, false)]];
        for index in 0..self.pieces.len() {
            layers.push(self.lossless_after(index, &layers[index]));
        }
        layers
    }

    /// The situations after a piece that lost nothing, from any of these.
    pub(crate) fn lossless_after(&self, index: usize, situations: &[Situation]) -> Vec<Situation> {
        let mut found = Vec::new();
        for situation in situations {
            let moves = self.moves(index, situation).iter();
            found.extend(moves.filter(|m| self.is_lossless(index, situation, m)).filter_map(|m| m.after));
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The upper bound of the score.
    pub(crate) fn bound(&self) -> i32 {
        self.value(0, &Situation::new(0, false))
    }
}

/// The tight upper bound on the score of a game of this number of pieces, without any strike.
pub fn bound(seed: u32, pieces: usize) -> u32 {
    let mut relaxed = Relaxed::new(sequence(seed, pieces));
    for index in (0..pieces).rev() {
        relaxed.solve(index);
    }
    relaxed.bound().max(0) as u32
}
