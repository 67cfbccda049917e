//! A network over 2 x 2 tuples of cells and a few counts, in integers.
//!
//! A cell is empty, ours, theirs or a hole (cells off the board are holes), so a square of two by two cells has 256
//! states. The 49 squares of the 8 x 8 grid each have a row of [`HIDDEN`] numbers for each state. What no small square shows
//! is counted for the whole board: what the best move of each player gains, the cells that each can reach, blobs and empty
//! cells. Pairs of counts have a row for each pair of values: as much as two rows would say, and more, for one addition.
//! The sum of the 49 rows, of those of the pairs, of one for the rule and of a bias is the hidden layer; each of its numbers
//! is clipped to 0..1 and squared, and their weighted sum is the logit of the probability of a win. One network serves both
//! sizes and any holes.
//!
//! Two squares side by side are three columns of two rows. In a game the holes are known, so for each board the rows of
//! two neighbouring squares are added in advance: of the 49 rows 28 are left to add, and 18 on 7 x 7 (`BoardNetwork`).
//! [`Network::evaluate`] is the slow twin, which tests hold it to.

use std::sync::{Arc, LazyLock};

use laplace_games::blobwar::{Bitboard, Cell, StuckRule};

use super::node::{BoardConstants, Node, Targets};
use super::planes::Planes;
use super::score::{MAX_EVAL, Score};
use super::simd;

/// The width of the hidden layer.
pub const HIDDEN: usize = 128;
/// The squares of two by two cells on the grid: seven by seven.
pub const SQUARES: usize = 49;
/// The states of a square.
pub const STATES: usize = 256;
/// The pairs of counts: the best gain of one move, the targets of doublings and the targets of all moves, each for us and
/// for them; the empty cells and the margin.
pub const PAIRS: usize = 4;
/// The rows that are added for a position: one for each square, one for the rule, one for each pair of counts.
pub const INPUTS: usize = SQUARES + 1 + PAIRS;
/// The number of values of both counts of each pair; larger counts are taken for the largest value.
const PAIR_VALUES: [[u32; 2]; PAIRS] = [[18, 18], [32, 32], [40, 40], [65, 2 * MAX_MARGIN + 1]];
/// The largest difference of the numbers of blobs that is told apart from larger ones.
const MAX_MARGIN: u32 = 24;
/// The rows of the rules for a player that cannot move, after those of the squares.
const RULE_ROWS: usize = SQUARES * STATES;
/// The first row of each pair of counts, after those of the rules, and the end of all rows.
const PAIR_ROWS: [usize; PAIRS + 1] = {
    let mut first = [RULE_ROWS + StuckRule::BOTH.len(); PAIRS + 1];
    let mut pair = 0;
    while pair < PAIRS {
        let [of_one, of_other] = PAIR_VALUES[pair];
        first[pair + 1] = first[pair] + (of_one * of_other) as usize;
        pair += 1;
    }
    first
};
/// All rows.
pub const ROWS: usize = PAIR_ROWS[PAIRS];
/// 1.0 in the rows and in the hidden layer.
pub const ROW_UNIT: i32 = 255;
/// 1.0 in the weights of the output.
pub const OUTPUT_UNIT: i32 = 64;
/// The largest number in a row: all that are added and a bias stay below the limit of sixteen bits.
pub const MAX_ROW: i16 = 505;
const _: () = assert!((INPUTS as i32 + 1) * (MAX_ROW as i32) <= i16::MAX as i32);
/// The largest weight of the output: times a hidden number it stays below the limit of sixteen bits.
pub const MAX_OUTPUT: i16 = 127;
/// Hundredths of a blob for a logit of 1. The margins of the search are made for this scale.
pub const SCORE_PER_LOGIT: f64 = 860.0;

/// The numbers of one row, and of the hidden layer.
type Row = [i16; HIDDEN];

/// A row that begins with a cache line, so that one instruction loads half of one.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct AlignedRow(pub(super) Row);

/// The network that is part of the program; `docs/training.md` has how it was made.
static BUILT_IN: LazyLock<Arc<Network>> = LazyLock::new(|| {
    let network = Network::from_bytes(include_bytes!("network.bin"));
    Arc::new(network.expect("the file was read by a test before it became part of the program"))
});

const SIDE: usize = 7;
const MAGIC: &[u8; 8] = b"LAPLNET2";

/// The rows that a node adds up: one for each square, that of the rule, and one for each pair of counts.
///
/// ```
/// use laplace_games::blobwar::{Position, Side, Size, StuckRule};
/// use laplace_solvers::blobwar::network;
/// let start = Position::start(Size::Eight, StuckRule::Ends);
/// let board = start.board();
/// let rows = network::rows(board.blobs(Side::Blue), board.blobs(Side::Red), board.playable(), StuckRule::Ends);
/// assert_eq!(rows[0], 2);
/// assert!(rows.iter().all(|&row| usize::from(row) < network::ROWS));
/// ```
#[must_use]
pub fn rows(us: Bitboard, them: Bitboard, playable: Bitboard, stuck: StuckRule) -> [u16; INPUTS] {
    let state = |cell: usize| {
        let bit = |cells: Bitboard| (cells.bits() >> cell & 1) as usize;
        if bit(playable) == 0 { 3 } else { bit(us) + 2 * bit(them) }
    };
    let counts = slow_counts(us, them, playable);
    std::array::from_fn(|input| {
        let row = if input < SQUARES {
            let cell = input / SIDE * 8 + input % SIDE;
            let code = state(cell) + 4 * state(cell + 1) + 16 * state(cell + 8) + 64 * state(cell + 9);
            input * STATES + code
        } else if input == SQUARES {
            rule_row(stuck)
        } else {
            pair_row(input - SQUARES - 1, &counts)
        };
        row as u16
    })
}

fn rule_row(stuck: StuckRule) -> usize {
    RULE_ROWS + usize::from(stuck == StuckRule::Passes)
}

/// The counts of a position, in pairs. The margin is counted from -[`MAX_MARGIN`] on.
type Counts = [[u32; 2]; PAIRS];

fn pair_row(pair: usize, counts: &Counts) -> usize {
    let [of_one, of_other] = PAIR_VALUES[pair];
    let [one, other] = counts[pair];
    PAIR_ROWS[pair] + (one.min(of_one - 1) * of_other + other.min(of_other - 1)) as usize
}

fn shifted_margin(us: Bitboard, them: Bitboard) -> u32 {
    (us.len() + MAX_MARGIN).saturating_sub(them.len())
}

/// The counts of a position, cell by cell: the slow twin of [`counts`].
fn slow_counts(us: Bitboard, them: Bitboard, playable: Bitboard) -> Counts {
    let empty = playable - (us | them);
    let doubles = |cell: Cell, player: Bitboard| !(cell.neighbours() & player).is_empty();
    let reaches = |cell: Cell, player: Bitboard| doubles(cell, player) || !(cell.ring() & player).is_empty();
    // A flipped blob is one more for a player and one less for the other, a doubling adds one blob.
    let best_gain = |player: Bitboard, other: Bitboard| {
        let targets = empty.into_iter().filter(|&cell| reaches(cell, player));
        let gains =
            targets.map(|cell| 2 * (cell.neighbours() & other).len() + u32::from(doubles(cell, player)));
        gains.max().unwrap_or(0)
    };
    let count =
        |is_counted: &dyn Fn(Cell) -> bool| empty.into_iter().filter(|&cell| is_counted(cell)).count() as u32;
    [
        [best_gain(us, them), best_gain(them, us)],
        [us, them].map(|player| count(&|cell| doubles(cell, player))),
        [us, them].map(|player| count(&|cell| reaches(cell, player))),
        [empty.len(), shifted_margin(us, them)],
    ]
}

/// The counts of a node.
fn counts(node: &Node, targets: &Targets) -> Counts {
    let they_spread = node.them.spread();
    let they_double = they_spread & targets.empty;
    let they_reach = they_spread.spread() & targets.empty;
    [
        [
            Planes::of(node.them).best_gain(targets.doublings, targets.reachable),
            Planes::of(node.us).best_gain(they_double, they_reach),
        ],
        [targets.doublings.len(), they_double.len()],
        [targets.reachable.len(), they_reach.len()],
        [targets.empty.len(), shifted_margin(node.us, node.them)],
    ]
}

/// A trained network.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    rows: Vec<Row>,
    bias: Row,
    output: Row,
    /// In units of a logit: [`ROW_UNIT`] times [`OUTPUT_UNIT`] is 1.
    output_bias: i32,
    checksum: u32,
}

/// Why some bytes are not a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkError(String);

impl std::fmt::Display for NetworkError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NetworkError {}

/// The bytes of a network's file: magic, rows, bias, output, output bias, checksum.
const FILE_BYTES: usize = MAGIC.len() + 2 * HIDDEN * (ROWS + 2) + 8;

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Network({:08x})", self.checksum)
    }
}

impl Network {
    /// A network of these numbers, clipped to what integer arithmetic can hold.
    #[must_use]
    pub fn new(
        mut rows: Vec<[i16; HIDDEN]>,
        bias: [i16; HIDDEN],
        output: [i16; HIDDEN],
        output_bias: i32,
    ) -> Self {
        rows.resize(ROWS, [0; HIDDEN]);
        for number in rows.as_flattened_mut() {
            *number = (*number).clamp(-MAX_ROW, MAX_ROW);
        }
        let bias = bias.map(|number| number.clamp(-MAX_ROW, MAX_ROW));
        let output = output.map(|number| number.clamp(-MAX_OUTPUT, MAX_OUTPUT));
        let mut network = Self { rows, bias, output, output_bias, checksum: 0 };
        network.checksum = checksum(&network.body());
        network
    }

    /// The network that is part of the program.
    #[must_use]
    pub fn built_in() -> Arc<Self> {
        Arc::clone(&BUILT_IN)
    }

    /// Reads the file of a network.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        if !bytes.starts_with(MAGIC) {
            return Err(NetworkError("expected the file of a network".into()));
        }
        if bytes.len() != FILE_BYTES {
            return Err(NetworkError(format!("found {} bytes, expected {FILE_BYTES}", bytes.len())));
        }
        let (body, sum) = bytes[MAGIC.len()..].split_at(FILE_BYTES - MAGIC.len() - 4);
        if sum != checksum(body).to_le_bytes() {
            return Err(NetworkError("the checksum is wrong".into()));
        }
        let (numbers, output_bias) = body.split_at(body.len() - 4);
        let mut numbers = numbers.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut row = || -> Row { std::array::from_fn(|_| numbers.next().unwrap_or(0)) };
        let rows = (0..ROWS).map(|_| row()).collect();
        let bias = row();
        let output = row();
        Ok(Self::new(rows, bias, output, i32::from_le_bytes(std::array::from_fn(|i| output_bias[i]))))
    }

    /// The file of the network.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let body = self.body();
        let sum = checksum(&body).to_le_bytes();
        [&MAGIC[..], &body, &sum].concat()
    }

    fn body(&self) -> Vec<u8> {
        let numbers = self.rows.as_flattened().iter().chain(&self.bias).chain(&self.output);
        let mut body: Vec<u8> = numbers.flat_map(|number| number.to_le_bytes()).collect();
        body.extend(self.output_bias.to_le_bytes());
        body
    }

    /// A number that tells networks apart; never 0.
    #[must_use]
    pub fn checksum(&self) -> u32 {
        self.checksum
    }

    /// The score of a board for the player to move, number by number: the slow twin.
    #[must_use]
    pub fn evaluate(&self, us: Bitboard, them: Bitboard, playable: Bitboard, stuck: StuckRule) -> Score {
        let mut hidden = self.bias.map(i32::from);
        for row in rows(us, them, playable, stuck) {
            for (sum, &number) in hidden.iter_mut().zip(&self.rows[usize::from(row)]) {
                *sum += i32::from(number);
            }
        }
        let squares = hidden.map(|sum| sum.clamp(0, ROW_UNIT).pow(2));
        let sum: i32 =
            squares.iter().zip(&self.output).map(|(&square, &weight)| square * i32::from(weight)).sum();
        to_score(sum, self.output_bias)
    }
}

/// FNV-1a, and 1 in place of 0.
fn checksum(bytes: &[u8]) -> u32 {
    let sum =
        bytes.iter().fold(0x811c_9dc5_u32, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    sum.max(1)
}

/// The score of a weighted sum of squares.
fn to_score(sum: i32, output_bias: i32) -> Score {
    const UNIT: i64 = ROW_UNIT as i64 * OUTPUT_UNIT as i64;
    let units = i64::from(sum / ROW_UNIT) + i64::from(output_bias);
    let score = units * SCORE_PER_LOGIT as i64 / UNIT;
    score.clamp(i64::from(-MAX_EVAL), i64::from(MAX_EVAL)) as Score
}

/// The tiles of a pair of rows of cells, of three columns each. They share their outer columns, and the last one has a
/// column beyond the grid, where there is never a blob.
const TILES: usize = 4;
/// The states of three cells that can be empty, ours or theirs.
const THREE_CELLS: usize = 27;
/// The states of a tile.
const TILE_STATES: usize = THREE_CELLS * THREE_CELLS;
/// The largest number of rows that are added for a node.
const MAX_ADDED_ROWS: usize = SIDE * TILES + PAIRS;

/// A network for one board: the rows of neighbouring squares are added in advance.
pub(super) struct BoardNetwork {
    network: Arc<Network>,
    board: BoardConstants,
    /// For each pair of rows of cells, for each of its tiles, a row for each state; then those of the pairs of counts.
    rows: Vec<AlignedRow>,
    bias: AlignedRow,
    output: AlignedRow,
    /// The pairs of rows of cells, and the tiles of a pair, that are added up.
    row_pairs: usize,
    tiles: usize,
}

impl std::fmt::Debug for BoardNetwork {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "BoardNetwork({:?})", self.network)
    }
}

impl BoardNetwork {
    pub(super) fn new(network: &Arc<Network>, board: &BoardConstants) -> Self {
        // On 7 x 7 the last row and the last column of the grid are holes, so that the squares there say nothing that
        // the tile before does not know: it takes over their rows.
        let is_hole = |cells: u64| board.playable.bits() & cells == 0;
        let row_pairs = if is_hole(LAST_ROW) { SIDE - 1 } else { SIDE };
        let tiles = if is_hole(LAST_COLUMN) { TILES - 1 } else { TILES };
        let mut built = Self {
            network: Arc::clone(network),
            board: *board,
            rows: vec![AlignedRow([0; HIDDEN]); row_pairs * TILES * TILE_STATES],
            bias: AlignedRow(network.bias),
            output: AlignedRow(network.output),
            row_pairs,
            tiles,
        };
        add(&mut built.bias.0, &network.rows[rule_row(board.stuck)]);
        for pair in 0..row_pairs {
            for tile in 0..tiles {
                built.fill(pair, tile);
            }
        }
        built.rows.extend(network.rows[PAIR_ROWS[0]..].iter().copied().map(AlignedRow));
        built
    }

    /// Whether it was made from this network for this board.
    pub(super) fn is_of(&self, network: &Arc<Network>, board: &BoardConstants) -> bool {
        Arc::ptr_eq(&self.network, network) && self.board == *board
    }

    /// Fills the rows of a tile: for every state of its cells the sum of its squares' rows.
    fn fill(&mut self, pair: usize, tile: usize) {
        // The squares of the tile; the last tile of a pair, and the tiles of the last pair, have those that are left.
        let last = |count: usize, index: usize, all: usize| if index + 1 == count { SIDE } else { all };
        let square_rows = pair..last(self.row_pairs, pair, pair + 1);
        let square_columns = 2 * tile..last(self.tiles, tile, 2 * tile + 2);
        let playable = self.board.playable.bits();
        for code in 0..TILE_STATES {
            let mut states = [[3_usize; 4]; 3];
            let mut possible = true;
            let mut left = code;
            for (row, states) in states.iter_mut().take(2).enumerate() {
                for (column, state) in states.iter_mut().take(3).enumerate() {
                    let cell = 8 * (pair + row) + 2 * tile + column;
                    let is_cell = 2 * tile + column < 8 && playable >> cell & 1 != 0;
                    possible &= is_cell || left % 3 == 0;
                    *state = if is_cell { left % 3 } else { 3 };
                    left /= 3;
                }
            }
            if !possible {
                continue;
            }
            let sum = &mut self.rows[(pair * TILES + tile) * TILE_STATES + code];
            for square_row in square_rows.clone() {
                for square_column in square_columns.clone() {
                    let row = square_row - pair;
                    let column = square_column - 2 * tile;
                    let low = states[row][column] + 4 * states[row][column + 1];
                    let high = states[row + 1][column] + 4 * states[row + 1][column + 1];
                    let square = SIDE * square_row + square_column;
                    add(&mut sum.0, &self.network.rows[square * STATES + low + 16 * high]);
                }
            }
        }
    }

    /// The score of a node for the player to move.
    pub(super) fn evaluate(&self, node: &Node, targets: &Targets) -> Score {
        let mut added = [0; MAX_ADDED_ROWS];
        let count = self.added_rows(node, targets, &mut added);
        let sum = simd::weighted_squares(&self.rows, &added[..count], &self.bias, &self.output);
        to_score(sum, self.network.output_bias)
    }

    /// The numbers of the rows that are added for a node, and how many they are.
    fn added_rows(&self, node: &Node, targets: &Targets, added: &mut [u32; MAX_ADDED_ROWS]) -> usize {
        let us = node.us.bits().to_le_bytes();
        let them = node.them.bits().to_le_bytes();
        // The codes of the four tiles of a row of cells, sixteen bits each.
        let codes = |row: usize| TILE_CODES[usize::from(us[row])] + 2 * TILE_CODES[usize::from(them[row])];
        let mut count = 0;
        let mut upper = codes(0);
        for pair in 0..self.row_pairs {
            let lower = codes(pair + 1);
            let both = upper + THREE_CELLS as u64 * lower;
            upper = lower;
            for tile in 0..self.tiles {
                let code = (both >> (16 * tile)) as u16;
                added[count] = ((pair * TILES + tile) * TILE_STATES) as u32 + u32::from(code);
                count += 1;
            }
        }
        let first = self.row_pairs * TILES * TILE_STATES;
        let counts = counts(node, targets);
        for pair in 0..PAIRS {
            added[count] = (first + pair_row(pair, &counts) - PAIR_ROWS[0]) as u32;
            count += 1;
        }
        count
    }
}

/// The cells of the last row and of the last column of the grid.
const LAST_ROW: u64 = 0xff << 56;
const LAST_COLUMN: u64 = 0x8080_8080_8080_8080;

/// For each set of cells of a row of the grid, the cells of each tile as digits to the base of three; sixteen bits for
/// each tile.
const TILE_CODES: [u64; 256] = {
    let mut codes = [0; 256];
    let mut cells = 0;
    while cells < 256 {
        let mut tile = 0;
        while tile < TILES {
            let bits = cells >> (2 * tile);
            let code = (bits & 1) + 3 * (bits >> 1 & 1) + 9 * (bits >> 2 & 1);
            codes[cells] |= (code as u64) << (16 * tile);
            tile += 1;
        }
        cells += 1;
    }
    codes
};

fn add(sum: &mut Row, row: &Row) {
    for (sum, number) in sum.iter_mut().zip(row) {
        *sum += number;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use laplace_games::blobwar::{Position, generate};
    use laplace_games::random::Random;

    fn random_network(seed: u64) -> Arc<Network> {
        let mut random = Random::new(seed);
        let mut row = |limit: i16| -> Row {
            std::array::from_fn(|_| random.below(2 * limit as u32 + 1) as i16 - limit)
        };
        let rows = (0..ROWS).map(|_| row(40)).collect();
        Arc::new(Network::new(rows, row(100), row(MAX_OUTPUT), -321))
    }

    fn of(position: &Position) -> (Node, BoardConstants) {
        (Node::of(position), BoardConstants::of(position))
    }

    #[test]
    fn the_rows_added_in_advance_give_what_the_slow_twin_gives() {
        let network = random_network(1);
        let mut random = Random::new(2);
        for _ in 0..300 {
            let position = generate::any_position(&mut random);
            let (node, board) = of(&position);
            let targets = Targets::of(&node, &board);
            assert_eq!(
                counts(&node, &targets),
                slow_counts(node.us, node.them, board.playable),
                "{position}"
            );
            let fast = BoardNetwork::new(&network, &board);
            let slow = network.evaluate(node.us, node.them, board.playable, board.stuck);
            assert_eq!(fast.evaluate(&node, &targets), slow, "{position}");
            let mut added = [0; MAX_ADDED_ROWS];
            let count = fast.added_rows(&node, &targets, &mut added);
            let sum = simd::weighted_squares_anywhere(&fast.rows, &added[..count], &fast.bias, &fast.output);
            assert_eq!(to_score(sum, network.output_bias), slow, "{position}");
        }
    }

    #[test]
    fn the_largest_numbers_do_not_overflow() {
        let rows = vec![[i16::MAX; HIDDEN]; ROWS];
        let network = Arc::new(Network::new(rows, [i16::MAX; HIDDEN], [i16::MAX; HIDDEN], 0));
        let position = Position::start(laplace_games::blobwar::Size::Eight, StuckRule::Ends);
        let (node, board) = of(&position);
        let slow = network.evaluate(node.us, node.them, board.playable, board.stuck);
        let targets = Targets::of(&node, &board);
        assert_eq!(BoardNetwork::new(&network, &board).evaluate(&node, &targets), slow);
        assert_eq!(slow, MAX_EVAL);
    }

    #[test]
    fn a_network_comes_back_from_its_bytes_and_damaged_ones_are_refused() {
        let network = random_network(3);
        let bytes = network.to_bytes();
        assert_eq!(Network::from_bytes(&bytes).as_ref(), Ok(&*network));
        let refused = |bytes: &[u8]| Network::from_bytes(bytes).unwrap_err().to_string();
        assert_eq!(refused(b"nonsense"), "expected the file of a network");
        assert_eq!(
            refused(&bytes[..bytes.len() - 1]),
            format!("found {} bytes, expected {FILE_BYTES}", FILE_BYTES - 1)
        );
        let mut changed = bytes.clone();
        changed[1000] ^= 1;
        assert_eq!(refused(&changed), "the checksum is wrong");
    }
}
