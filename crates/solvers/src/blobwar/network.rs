//! A network over squares of 2 x 2 cells and a few counts, which sees every board from its eight sides, in integers.
//!
//! A cell is empty, ours, theirs or a hole, so a square of two by two cells has 256 states. Each square of a board has a row of
//! [`FILTERS`] numbers for each state. What no small square shows is counted for the whole board: what the best move of each
//! player gains, the cells that each can reach, blobs and empty cells. Pairs of counts have a row for each pair of values: as
//! much as two rows would say, and more, for one addition. The sum of all these rows, of one for the rule and of a bias is what
//! the filters see.
//!
//! A turned or reflected board is worth the same. So the filters see the board from all eight sides, which makes [`HIDDEN`]
//! numbers; each is clipped to 0..1 and squared, and those of a filter are summed. From the [`FILTERS`] sums a second layer of
//! [`SECOND`] clipped numbers is made; the weighted sum of both is the logit of the probability of a win. The
//! answer is the same for all eight boards, which a network that has only seen many of them learns but nearly, and there
//! is an eighth of the numbers to learn. One network serves both sizes and any holes; as a cell in the middle of one size is
//! beside the middle of the other, each size has squares of its own. What a pattern is worth changes as the board fills, so
//! there is a second layer, and weights, for each size and phase.
//!
//! In a game the holes are known, so for each board the rows of all filters and sides are laid side by side, and those of two
//! squares beside each other, which are a tile of 2 x 3 cells, are added in advance: of the 49 rows 28 are left to add, and
//! of the 36 on 7 x 7 there are 18 (`BoardNetwork`). The rows of the counts are the same from every side and are added once.
//! [`Network::evaluate`] is the slow twin, which tests hold it to.

use std::sync::{Arc, LazyLock};

use laplace_games::blobwar::{Bitboard, Cell, StuckRule};

use super::node::{BoardConstants, Node, Targets};
use super::planes::Planes;
use super::score::{MAX_EVAL, Score};
use super::simd;
pub use super::symmetry::SYMMETRIES;
use super::symmetry::{cells_after, place_after};

/// The filters that see a board from each side.
pub const FILTERS: usize = 16;
/// The width of the hidden layer: every filter from every side.
pub const HIDDEN: usize = FILTERS * SYMMETRIES;
/// The sizes of a board: 7 x 7 or smaller, which leaves the last row and column of the grid empty, and 8 x 8.
const SIZES: usize = 2;
/// The width of each size.
const WIDTH: [usize; SIZES] = [7, 8];
/// The largest number of squares of two by two cells on a board: seven by seven.
const MAX_SQUARES: usize = 49;
/// The states of a square.
const STATES: usize = 256;
/// The pairs of counts: the best gain of one move, the targets of doublings and the targets of all moves, each for us and
/// for them; the empty cells and the margin.
const PAIRS: usize = 4;
/// The rows that are the same from every side: one for the rule, one for each pair of counts.
const SHARED: usize = 1 + PAIRS;
/// The number of values of both counts of each pair; larger counts are taken for the largest value.
const PAIR_VALUES: [[u32; 2]; PAIRS] = [[18, 18], [32, 32], [40, 40], [65, 2 * MAX_MARGIN + 1]];
/// The largest difference of the numbers of blobs that is told apart from larger ones.
const MAX_MARGIN: u32 = 24;
/// The phases of a game, by the number of empty cells.
const PHASES: usize = 8;
/// The empty cells of a phase, for each size.
const PHASE_CELLS: [usize; SIZES] = [6, 8];
/// The weighted sums of the hidden layer: one for each phase of each size.
pub const OUTPUTS: usize = SIZES * PHASES;
/// The first row of the squares of each size, and the end of them.
const SQUARE_ROWS: [usize; SIZES + 1] = [0, 36 * STATES, (36 + MAX_SQUARES) * STATES];
/// The rows of the rules for a player that cannot move, after those of the squares.
const RULE_ROWS: usize = SQUARE_ROWS[SIZES];
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
/// The largest number in a row: a byte holds it, which keeps the file small.
pub const MAX_ROW: i16 = i8::MAX as i16;
/// The largest number in the bias.
pub const MAX_BIAS: i16 = 1_000;
const _: () = assert!((MAX_SQUARES + SHARED) as i32 * MAX_ROW as i32 + MAX_BIAS as i32 <= i16::MAX as i32);
/// The width of the second layer.
pub const SECOND: usize = 16;
/// The bits that a squared number of the hidden layer loses, so that the sum over the sides has sixteen bits.
pub(super) const POOL_SHIFT: u32 = 4;
/// The largest sum of squares over the sides.
const MAX_POOLED: i32 = ((ROW_UNIT * ROW_UNIT) >> POOL_SHIFT) * SYMMETRIES as i32;
const _: () = assert!(MAX_POOLED <= i16::MAX as i32);
/// 1.0 in the weights of the second layer.
pub const SECOND_WEIGHT_UNIT: i32 = 1_024;
/// 1.0 in the sums of the second layer, before they are clipped.
pub const SECOND_SUM_UNIT: i32 = (SECOND_WEIGHT_UNIT * ROW_UNIT * ROW_UNIT) >> POOL_SHIFT;
/// The largest weight of the second layer.
pub const MAX_SECOND_WEIGHT: i16 = 2_047;
/// The largest bias of the second layer.
pub const MAX_SECOND_BIAS: i32 = 1_000_000_000;
const _: () = assert!(
    FILTERS as i64 * MAX_POOLED as i64 * MAX_SECOND_WEIGHT as i64 + MAX_SECOND_BIAS as i64 <= i32::MAX as i64
);
/// The bits that a clipped sum of the second layer loses, so that it has sixteen bits.
pub(super) const SECOND_SHIFT: u32 = 9;
const MAX_SECOND: i32 = SECOND_SUM_UNIT >> SECOND_SHIFT;
const _: () = assert!(MAX_SECOND <= i16::MAX as i32);
/// 1.0 in the weights of the answer for the sums of squares.
pub const POOLED_WEIGHT_UNIT: i32 = 2_048;
/// 1.0 in the weights of the answer for the second layer.
pub const ANSWER_WEIGHT_UNIT: i32 = 1_024;
/// A logit of 1 in the answer.
pub const LOGIT_UNIT: i32 = (POOLED_WEIGHT_UNIT * ROW_UNIT * ROW_UNIT) >> POOL_SHIFT;
const _: () =
    assert!(LOGIT_UNIT as i64 == (ANSWER_WEIGHT_UNIT as i64 * SECOND_SUM_UNIT as i64) >> SECOND_SHIFT);
/// The largest weight of the answer for a sum of squares.
pub const MAX_POOLED_WEIGHT: i16 = 2_047;
/// The largest weight of the answer for a number of the second layer.
pub const MAX_ANSWER_WEIGHT: i16 = 4_095;
/// The largest bias of the answer.
pub const MAX_ANSWER_BIAS: i32 = 500_000_000;
const _: () = assert!(
    FILTERS as i64 * MAX_POOLED as i64 * MAX_POOLED_WEIGHT as i64
        + SECOND as i64 * MAX_SECOND as i64 * MAX_ANSWER_WEIGHT as i64
        + MAX_ANSWER_BIAS as i64
        <= i32::MAX as i64
);
/// Hundredths of a blob for a logit of 1. The margins of the search are made for this scale.
pub const SCORE_PER_LOGIT: f64 = 690.0;

/// The numbers of one row in a file.
pub(super) type Row = [i16; FILTERS];

/// The numbers of the hidden layer, or a row for all filters and sides. It begins with a cache line, so that one instruction
/// loads half of one.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct AlignedRow(pub(super) [i16; HIDDEN]);

/// The network that is part of the program; `docs/training.md` has how it was made.
static BUILT_IN: LazyLock<Arc<Network>> = LazyLock::new(|| {
    let network = Network::from_bytes(include_bytes!("network.bin"));
    Arc::new(network.expect("the file was read by a test before it became part of the program"))
});

const MAGIC: &[u8; 8] = b"LAPLNET5";

/// The numbers of the rows that are added for a position, for each of its sides.
///
/// ```
/// use laplace_games::blobwar::{Position, Side, Size, StuckRule};
/// use laplace_solvers::blobwar::network::{self, Inputs};
/// let start = Position::start(Size::Eight, StuckRule::Ends);
/// let board = start.board();
/// let inputs = Inputs::of(board.blobs(Side::Blue), board.blobs(Side::Red), board.playable(), StuckRule::Ends);
/// assert_eq!(inputs.rows(0).count(), 49 + 5);
/// assert!((0..8).all(|side| inputs.rows(side).all(|row| row < network::ROWS)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inputs {
    shared: [u16; SHARED],
    squares: [[u16; MAX_SQUARES]; SYMMETRIES],
    square_count: usize,
    output: usize,
}

impl Inputs {
    /// The inputs of a position, a row of cells at a time.
    #[must_use]
    pub fn of(us: Bitboard, them: Bitboard, playable: Bitboard, stuck: StuckRule) -> Self {
        let node = Node { us, them, clock: 0 };
        let counts = counts(&node, &Targets::among(&node, playable));
        let size = size_of(playable);
        let across = WIDTH[size] - 1;
        let mut squares = [[0; MAX_SQUARES]; SYMMETRIES];
        for (symmetry, rows) in squares.iter_mut().enumerate() {
            let seen = |cells: Bitboard| cells_after(symmetry, WIDTH[size], cells).bits();
            let holes = !seen(playable);
            let low = (seen(us) | holes).to_le_bytes();
            let high = (seen(them) | holes).to_le_bytes();
            // Two bits for each cell of a row of cells.
            let states: [u32; 8] = std::array::from_fn(|row| {
                u32::from(SPREAD[usize::from(low[row])]) | u32::from(SPREAD[usize::from(high[row])]) << 1
            });
            for row in 0..across {
                for column in 0..across {
                    let code = states[row] >> (2 * column) & 15 | (states[row + 1] >> (2 * column) & 15) << 4;
                    rows[row * across + column] = square_row(size, row, column, code as usize) as u16;
                }
            }
        }
        Self::new(squares, &counts, size, stuck)
    }

    /// The same, cell by cell: the slow twin of [`Inputs::of`].
    #[must_use]
    pub fn slowly_of(us: Bitboard, them: Bitboard, playable: Bitboard, stuck: StuckRule) -> Self {
        let counts = slow_counts(us, them, playable);
        let size = size_of(playable);
        let width = WIDTH[size];
        let squares = std::array::from_fn(|symmetry| {
            let mut states = [[3; 8]; 8];
            for row in 0..width {
                for column in 0..width {
                    let bit = |cells: Bitboard| (cells.bits() >> (8 * row + column) & 1) as usize;
                    let (to_row, to_column) = place_after(symmetry, width, row, column);
                    states[to_row][to_column] = if bit(playable) == 0 { 3 } else { bit(us) + 2 * bit(them) };
                }
            }
            let mut rows = [0; MAX_SQUARES];
            for (square, number) in rows.iter_mut().enumerate().take((width - 1).pow(2)) {
                let row = square / (width - 1);
                let column = square % (width - 1);
                let low = states[row][column] + 4 * states[row][column + 1];
                let high = states[row + 1][column] + 4 * states[row + 1][column + 1];
                *number = square_row(size, row, column, low + 16 * high) as u16;
            }
            rows
        });
        Self::new(squares, &counts, size, stuck)
    }

    fn new(
        squares: [[u16; MAX_SQUARES]; SYMMETRIES],
        counts: &Counts,
        size: usize,
        stuck: StuckRule,
    ) -> Self {
        let mut shared = [rule_row(stuck) as u16; SHARED];
        for pair in 0..PAIRS {
            shared[1 + pair] = pair_row(pair, counts) as u16;
        }
        let output = output_number(size, counts[PAIRS - 1][0]);
        Self { shared, squares, square_count: (WIDTH[size] - 1).pow(2), output }
    }

    /// The rows that are added for the board as it is seen by one of the symmetries.
    #[inline]
    pub fn rows(&self, symmetry: usize) -> impl Iterator<Item = usize> {
        self.squares[symmetry][..self.square_count].iter().chain(&self.shared).map(|&row| usize::from(row))
    }

    /// The number of the output for its size and phase.
    #[must_use]
    pub fn output(&self) -> usize {
        self.output
    }
}

/// The bits of a byte, with a zero after each.
const SPREAD: [u16; 256] = {
    let mut spread = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[byte] |= ((byte >> bit & 1) as u16) << (2 * bit);
            bit += 1;
        }
        byte += 1;
    }
    spread
};

/// The number of a board's size among [`SIZES`].
fn size_of(playable: Bitboard) -> usize {
    /// The last row and the last column of the grid.
    const LAST: u64 = 0xff << 56 | 0x8080_8080_8080_8080;
    usize::from(playable.bits() & LAST != 0)
}

/// The number of the output for a board with this number of empty cells.
fn output_number(size: usize, empty: u32) -> usize {
    size * PHASES + (empty as usize / PHASE_CELLS[size]).min(PHASES - 1)
}

fn square_row(size: usize, row: usize, column: usize, code: usize) -> usize {
    SQUARE_ROWS[size] + (row * (WIDTH[size] - 1) + column) * STATES + code
}

fn rule_row(stuck: StuckRule) -> usize {
    RULE_ROWS + usize::from(stuck == StuckRule::Passes)
}

/// The row of a square as it is seen by a symmetry.
fn seen_row(symmetry: usize, size: usize, row: usize, column: usize, code: usize) -> usize {
    // The square with the lowest row and column of the four cells; squares lie on a board that is narrower by one.
    let (seen_at, seen_column) = place_after(symmetry, WIDTH[size] - 1, row, column);
    square_row(size, seen_at, seen_column, usize::from(SEEN_CODES[symmetry][code]))
}

/// The state of a square as it is seen by each symmetry.
const SEEN_CODES: [[u8; STATES]; SYMMETRIES] = {
    let mut seen = [[0; STATES]; SYMMETRIES];
    let mut symmetry = 0;
    while symmetry < SYMMETRIES {
        let mut code = 0;
        while code < STATES {
            let mut cell = 0;
            while cell < 4 {
                let (row, column) = place_after(symmetry, 2, cell / 2, cell % 2);
                seen[symmetry][code] |= ((code >> (2 * cell) & 3) << (2 * (2 * row + column))) as u8;
                cell += 1;
            }
            code += 1;
        }
        symmetry += 1;
    }
    seen
};

/// The counts of a position, in pairs. The margin is counted from -[`MAX_MARGIN`] on.
type Counts = [[u32; 2]; PAIRS];

#[inline(always)]
fn pair_row(pair: usize, counts: &Counts) -> usize {
    let [of_one, of_other] = PAIR_VALUES[pair];
    let [one, other] = counts[pair];
    PAIR_ROWS[pair] + (one.min(of_one - 1) * of_other + other.min(of_other - 1)) as usize
}

#[inline(always)]
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
#[inline(always)]
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

/// What becomes of the sums over the sides, for one size and phase: a second layer of clipped sums, and a weighted sum of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Output {
    /// The weights of each number of the second layer, in units of [`SECOND_WEIGHT_UNIT`].
    pub second: [[i16; FILTERS]; SECOND],
    /// Its biases, in units of [`SECOND_SUM_UNIT`].
    pub second_bias: [i32; SECOND],
    /// The weights of the answer for the sums over the sides, in units of [`POOLED_WEIGHT_UNIT`].
    pub of_pooled: [i16; FILTERS],
    /// Those for the second layer, in units of [`ANSWER_WEIGHT_UNIT`].
    pub of_second: [i16; SECOND],
    /// In units of [`LOGIT_UNIT`].
    pub bias: i32,
}

impl Output {
    /// The bytes of an output in a file: its fields in their order.
    const BYTES: usize = 2 * FILTERS * SECOND + 4 * SECOND + 2 * FILTERS + 2 * SECOND + 4;

    fn clipped(mut self) -> Self {
        let clip = |weights: &mut [i16], limit: i16| {
            weights.iter_mut().for_each(|weight| *weight = (*weight).clamp(-limit, limit));
        };
        clip(self.second.as_flattened_mut(), MAX_SECOND_WEIGHT);
        clip(&mut self.of_pooled, MAX_POOLED_WEIGHT);
        clip(&mut self.of_second, MAX_ANSWER_WEIGHT);
        self.second_bias = self.second_bias.map(|bias| bias.clamp(-MAX_SECOND_BIAS, MAX_SECOND_BIAS));
        self.bias = self.bias.clamp(-MAX_ANSWER_BIAS, MAX_ANSWER_BIAS);
        self
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.second.as_flattened().iter().flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(self.second_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes.extend(self.of_pooled.iter().chain(&self.of_second).flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(self.bias.to_le_bytes());
    }

    /// Reads the [`Output::BYTES`] bytes of an output.
    fn read(bytes: &[u8]) -> Self {
        let (second, rest) = bytes.split_at(2 * FILTERS * SECOND);
        let (second_bias, rest) = rest.split_at(4 * SECOND);
        let (of_pooled, rest) = rest.split_at(2 * FILTERS);
        let (of_second, bias) = rest.split_at(2 * SECOND);
        let long =
            |bytes: &[u8], i: usize| i32::from_le_bytes(std::array::from_fn(|byte| bytes[4 * i + byte]));
        Self {
            second: std::array::from_fn(|number| words(&second[2 * FILTERS * number..])),
            second_bias: std::array::from_fn(|i| long(second_bias, i)),
            of_pooled: words(of_pooled),
            of_second: words(of_second),
            bias: long(bias, 0),
        }
    }

    /// The answer for sums over the sides, in units of [`LOGIT_UNIT`], number by number.
    fn slow_answer(&self, pooled: &[i64; FILTERS]) -> i64 {
        let weighted = |weights: &Row| -> i64 {
            weights.iter().zip(pooled).map(|(&weight, number)| i64::from(weight) * number).sum()
        };
        let mut answer = i64::from(self.bias) + weighted(&self.of_pooled);
        for number in 0..SECOND {
            let sum = i64::from(self.second_bias[number]) + weighted(&self.second[number]);
            let clipped = sum.clamp(0, i64::from(SECOND_SUM_UNIT)) >> SECOND_SHIFT;
            answer += i64::from(self.of_second[number]) * clipped;
        }
        answer
    }
}

/// Numbers of sixteen bits from the bytes of a file.
fn words<const LENGTH: usize>(bytes: &[u8]) -> [i16; LENGTH] {
    std::array::from_fn(|i| i16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]]))
}

/// A trained network.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    rows: Vec<Row>,
    bias: Row,
    outputs: [Output; OUTPUTS],
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

/// The bytes of a network's file: magic, bias, outputs, rows, checksum. A number of a row has one byte, one of the bias two.
const FILE_BYTES: usize = MAGIC.len() + 2 * FILTERS + OUTPUTS * Output::BYTES + ROWS * FILTERS + 4;

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Network({:08x})", self.checksum)
    }
}

impl Network {
    /// A network of these numbers, clipped to what integer arithmetic can hold.
    #[must_use]
    pub fn new(mut rows: Vec<[i16; FILTERS]>, bias: [i16; FILTERS], outputs: [Output; OUTPUTS]) -> Self {
        rows.resize(ROWS, [0; FILTERS]);
        for number in rows.as_flattened_mut() {
            *number = (*number).clamp(-MAX_ROW, MAX_ROW);
        }
        let bias = bias.map(|number| number.clamp(-MAX_BIAS, MAX_BIAS));
        let outputs = outputs.map(Output::clipped);
        let mut network = Self { rows, bias, outputs, checksum: 0 };
        network.checksum = checksum(&network.body());
        network
    }

    /// The rows, the bias and the outputs.
    #[must_use]
    pub fn parts(&self) -> (&[[i16; FILTERS]], &[i16; FILTERS], &[Output; OUTPUTS]) {
        (&self.rows, &self.bias, &self.outputs)
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
        let (bias, rest) = body.split_at(2 * FILTERS);
        let (outputs, rows) = rest.split_at(OUTPUTS * Output::BYTES);
        let outputs = std::array::from_fn(|number| Output::read(&outputs[number * Output::BYTES..]));
        let rows = rows.chunks_exact(FILTERS);
        let rows = rows.map(|row| -> Row { std::array::from_fn(|i| i16::from(row[i] as i8)) });
        Ok(Self::new(rows.collect(), words(bias), outputs))
    }

    /// The file of the network.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let body = self.body();
        let sum = checksum(&body).to_le_bytes();
        [&MAGIC[..], &body, &sum].concat()
    }

    fn body(&self) -> Vec<u8> {
        let mut body: Vec<u8> = self.bias.iter().flat_map(|number| number.to_le_bytes()).collect();
        self.outputs.iter().for_each(|output| output.write(&mut body));
        body.extend(self.rows.as_flattened().iter().map(|&number| number as i8 as u8));
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
        let inputs = Inputs::slowly_of(us, them, playable, stuck);
        let mut pooled = [0; FILTERS];
        for symmetry in 0..SYMMETRIES {
            let mut hidden = self.bias.map(i32::from);
            for row in inputs.rows(symmetry) {
                for (sum, &number) in hidden.iter_mut().zip(&self.rows[row]) {
                    *sum += i32::from(number);
                }
            }
            for (sum, &number) in pooled.iter_mut().zip(&hidden) {
                *sum += i64::from(number.clamp(0, ROW_UNIT).pow(2) >> POOL_SHIFT);
            }
        }
        to_score(self.outputs[inputs.output].slow_answer(&pooled))
    }
}

/// FNV-1a, and 1 in place of 0.
fn checksum(bytes: &[u8]) -> u32 {
    let sum =
        bytes.iter().fold(0x811c_9dc5_u32, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    sum.max(1)
}

/// The score of an answer.
fn to_score(answer: i64) -> Score {
    let score = answer * SCORE_PER_LOGIT as i64 / i64::from(LOGIT_UNIT);
    score.clamp(i64::from(-MAX_EVAL), i64::from(MAX_EVAL)) as Score
}

/// The largest number of tiles beside each other. The last one of four has a column beyond the grid, where there is never a blob.
const TILES_ACROSS: usize = 4;
/// The states of three cells that can be empty, ours or theirs.
const THREE_CELLS: usize = 27;
/// The states of a tile.
const TILE_STATES: usize = THREE_CELLS * THREE_CELLS;
/// The largest number of tiles of a board.
const MAX_TILES: usize = 7 * TILES_ACROSS;

/// An [`Output`] as vector instructions take it: each field begins at a multiple of 32 bytes.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
pub(super) struct OutputTable {
    /// The weights of the second layer for two filters at a time, which one instruction multiplies and adds.
    pub(super) second: [[[i16; 2]; SECOND]; FILTERS / 2],
    pub(super) second_bias: [i32; SECOND],
    pub(super) of_pooled: Row,
    pub(super) of_second: [i32; SECOND],
    pub(super) bias: i32,
}

impl OutputTable {
    fn of(output: &Output) -> Self {
        let weight = |number: usize, filter: usize| output.second[number][filter];
        Self {
            second: std::array::from_fn(|two| {
                std::array::from_fn(|number| [weight(number, 2 * two), weight(number, 2 * two + 1)])
            }),
            second_bias: output.second_bias,
            of_pooled: output.of_pooled,
            of_second: output.of_second.map(i32::from),
            bias: output.bias,
        }
    }
}

/// A network for one board: the rows of all filters and sides beside each other, those of neighbouring squares added.
pub(super) struct BoardNetwork {
    network: Arc<Network>,
    board: BoardConstants,
    size: usize,
    /// For each pair of rows of cells, for each of its tiles, a row for each state.
    tiles: Vec<AlignedRow>,
    /// The bias and the row of the rule.
    bias: Row,
    /// The outputs, by phase.
    outputs: Vec<OutputTable>,
}

impl std::fmt::Debug for BoardNetwork {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "BoardNetwork({:?})", self.network)
    }
}

impl BoardNetwork {
    pub(super) fn new(network: &Arc<Network>, board: &BoardConstants) -> Self {
        let size = size_of(board.playable);
        let mut bias = network.bias;
        add(&mut bias, &network.rows[rule_row(board.stuck)]);
        let outputs =
            network.outputs[size * PHASES..(size + 1) * PHASES].iter().map(OutputTable::of).collect();
        let mut built =
            Self { network: Arc::clone(network), board: *board, size, tiles: Vec::new(), bias, outputs };
        let states = built.row_pairs() * built.tiles_across() * TILE_STATES;
        built.tiles = simd::huge_vec(states).unwrap_or_default();
        for pair in 0..built.row_pairs() {
            for tile in 0..built.tiles_across() {
                built.add_tile(pair, tile);
            }
        }
        built
    }

    /// Whether it was made from this network for this board.
    pub(super) fn is_of(&self, network: &Arc<Network>, board: &BoardConstants) -> bool {
        Arc::ptr_eq(&self.network, network) && self.board == *board
    }

    /// The number of pairs of neighbouring rows of cells.
    fn row_pairs(&self) -> usize {
        WIDTH[self.size] - 1
    }

    /// The number of tiles of such a pair.
    fn tiles_across(&self) -> usize {
        WIDTH[self.size] / 2
    }

    /// Adds the rows of a tile: for every state of its cells the sum of its squares' rows.
    fn add_tile(&mut self, pair: usize, tile: usize) {
        let playable = self.board.playable.bits();
        let columns = 2 * tile..(2 * tile + 2).min(WIDTH[self.size] - 1);
        for code in 0..TILE_STATES {
            let mut states = [[3; 3]; 2];
            let mut left = code;
            for (row, states) in states.iter_mut().enumerate() {
                for (column, state) in states.iter_mut().enumerate() {
                    let cell = 8 * (pair + row) + 2 * tile + column;
                    // A hole has no blob, so that states with one are never looked up.
                    if 2 * tile + column < 8 && playable >> cell & 1 != 0 {
                        *state = left % 3;
                    }
                    left /= 3;
                }
            }
            let mut sum = AlignedRow([0; HIDDEN]);
            for column in columns.clone() {
                let first = column - 2 * tile;
                let [low, high] = states.map(|states| states[first] + 4 * states[first + 1]);
                for (symmetry, sum) in sum.0.chunks_exact_mut(FILTERS).enumerate() {
                    let row = seen_row(symmetry, self.size, pair, column, low + 16 * high);
                    add(sum, &self.network.rows[row]);
                }
            }
            self.tiles.push(sum);
        }
    }

    /// The score of a node for the player to move.
    pub(super) fn evaluate(&self, node: &Node, targets: &Targets) -> Score {
        let mut added = [0; MAX_TILES];
        let count = self.added_tiles(node, &mut added);
        let shared = self.shared(node, targets);
        to_score(simd::answer(&self.tiles, &added[..count], &shared, self.output(targets)).into())
    }

    fn output(&self, targets: &Targets) -> &OutputTable {
        &self.outputs[output_number(self.size, targets.empty.len()) - self.size * PHASES]
    }

    /// The rows that the filters see from every side alike: the bias with the row of the rule, and those of the counts.
    fn shared(&self, node: &Node, targets: &Targets) -> [&Row; SHARED] {
        let counts = counts(node, targets);
        let mut shared = [&self.bias; SHARED];
        for pair in 0..PAIRS {
            shared[1 + pair] = &self.network.rows[pair_row(pair, &counts)];
        }
        shared
    }

    /// The numbers of the tiles' rows that are added for a node, and how many they are.
    #[inline(always)]
    fn added_tiles(&self, node: &Node, added: &mut [u32; MAX_TILES]) -> usize {
        let us = node.us.bits().to_le_bytes();
        let them = node.them.bits().to_le_bytes();
        let codes = |row: usize| tile_codes(us[row], them[row]);
        let mut count = 0;
        let mut upper = codes(0);
        for pair in 0..self.row_pairs() {
            let lower = codes(pair + 1);
            let both = upper + THREE_CELLS as u64 * lower;
            upper = lower;
            for tile in 0..self.tiles_across() {
                let code = (both >> (16 * tile)) as u16;
                added[count] = (count * TILE_STATES) as u32 + u32::from(code);
                count += 1;
            }
        }
        count
    }
}

/// For each set of cells of a row of the grid, the cells of each tile as digits to the base of three; sixteen bits for
/// each tile.
const TILE_CODES: [u64; 256] = {
    let mut codes = [0; 256];
    let mut cells = 0;
    while cells < 256 {
        let mut tile = 0;
        while tile < TILES_ACROSS {
            let bits = cells >> (2 * tile);
            let code = (bits & 1) + 3 * (bits >> 1 & 1) + 9 * (bits >> 2 & 1);
            codes[cells] |= (code as u64) << (16 * tile);
            tile += 1;
        }
        cells += 1;
    }
    codes
};

/// The codes of the tiles of a row of cells, sixteen bits each.
#[inline(always)]
fn tile_codes(us: u8, them: u8) -> u64 {
    TILE_CODES[usize::from(us)] + 2 * TILE_CODES[usize::from(them)]
}

#[inline(always)]
fn add(sum: &mut [i16], row: &Row) {
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
        let rows = (0..ROWS).map(|_| row(30)).collect();
        let bias = row(100);
        let outputs = std::array::from_fn(|number| Output {
            second: [(); SECOND].map(|()| row(MAX_SECOND_WEIGHT)),
            second_bias: std::array::from_fn(|second| 100_000 * (second as i32 - 8)),
            of_pooled: row(MAX_POOLED_WEIGHT / 8),
            of_second: row(MAX_ANSWER_WEIGHT / 8),
            bias: 321_000 * number as i32 - 3_000_000,
        });
        Arc::new(Network::new(rows, bias, outputs))
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
            assert_eq!(
                Inputs::of(node.us, node.them, board.playable, board.stuck),
                Inputs::slowly_of(node.us, node.them, board.playable, board.stuck),
                "{position}"
            );
            for symmetry in 0..SYMMETRIES {
                let seen = |cells: Bitboard| cells_after(symmetry, WIDTH[size_of(board.playable)], cells);
                let [us, them, playable] = [node.us, node.them, board.playable].map(seen);
                assert_eq!(network.evaluate(us, them, playable, board.stuck), slow, "{position} {symmetry}");
            }
            let mut added = [0; MAX_TILES];
            let count = fast.added_tiles(&node, &mut added);
            let shared = fast.shared(&node, &targets);
            let answer = simd::answer_anywhere(&fast.tiles, &added[..count], &shared, fast.output(&targets));
            assert_eq!(to_score(answer.into()), slow, "{position}");
        }
    }

    #[test]
    fn the_largest_numbers_do_not_overflow() {
        let rows = vec![[i16::MAX; FILTERS]; ROWS];
        let output = Output {
            second: [[i16::MAX; FILTERS]; SECOND],
            second_bias: [i32::MAX; SECOND],
            of_pooled: [i16::MAX; FILTERS],
            of_second: [i16::MAX; SECOND],
            bias: i32::MAX,
        };
        let network = Arc::new(Network::new(rows, [i16::MAX; FILTERS], [output; OUTPUTS]));
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
