//! A network over squares of 2 x 2 cells and a few counts, which sees every board from its eight sides, in integers.
//!
//! A cell is empty, ours, theirs or a hole, so a square of two by two cells has 256 states. Each square of a board has a row of
//! [`FILTERS`] numbers for each state. What no small square shows is counted for the whole board: what the best move of each
//! player gains, the cells that each can reach, blobs and empty cells. Pairs of counts have a row for each pair of values: as
//! much as two rows would say, and more, for one addition. The sum of all these rows, of one for the rule and of a bias is what
//! the filters see.
//!
//! A turned or reflected board is worth the same. So the filters see the board from all eight sides, which makes [`HIDDEN`]
//! numbers; each is clipped to 0..1 and squared, and their sum, weighted by filter, is the logit of the probability of a win. The
//! answer is the same for all eight boards, which a network that has only seen many of them learns but nearly, and there
//! is an eighth of the numbers to learn. One network serves both sizes and any holes; as a cell in the middle of one size is
//! beside the middle of the other, each size has squares of its own. What a pattern is worth changes as the board fills, so
//! there are weights for each size and phase.
//!
//! In a game the holes are known, so for each board the rows of all filters and sides are laid side by side, and those of two
//! squares beside each other, which are a tile of 2 x 3 cells, are added in advance: of the 49 rows 28 are left to add, and
//! of the 36 on 7 x 7 there are 18 (`BoardNetwork`). [`Network::evaluate`] is the slow twin, which tests hold it to.

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
/// 1.0 in the weights of the output.
pub const OUTPUT_UNIT: i32 = 128;
/// The largest number in a row: a byte holds it, which keeps the file small.
pub const MAX_ROW: i16 = i8::MAX as i16;
/// The largest number in the bias.
pub const MAX_BIAS: i16 = 1_000;
const _: () = assert!((MAX_SQUARES + SHARED) as i32 * MAX_ROW as i32 + MAX_BIAS as i32 <= i16::MAX as i32);
/// The largest weight of the output: times a hidden number it stays below the limit of sixteen bits.
pub const MAX_OUTPUT: i16 = 127;
const _: () = assert!(MAX_OUTPUT as i32 * ROW_UNIT <= i16::MAX as i32);
/// Hundredths of a blob for a logit of 1. The margins of the search are made for this scale.
pub const SCORE_PER_LOGIT: f64 = 690.0;

/// The numbers of one row in a file.
type Row = [i16; FILTERS];

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

const MAGIC: &[u8; 8] = b"LAPLNET4";

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

/// The weighted sum of the hidden layer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Output {
    /// For each filter, in units of [`OUTPUT_UNIT`].
    pub weights: [i16; FILTERS],
    /// In units of a logit: [`ROW_UNIT`] times [`OUTPUT_UNIT`] is 1.
    pub bias: i32,
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

/// The bytes of an output in a file: weights, bias.
const OUTPUT_BYTES: usize = 2 * FILTERS + 4;
/// The bytes of a network's file: magic, bias, outputs, rows, checksum. A number of a row has one byte, one of the bias and a
/// weight two, the bias of an output four.
const FILE_BYTES: usize = MAGIC.len() + 2 * FILTERS + OUTPUTS * OUTPUT_BYTES + ROWS * FILTERS + 4;

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
        let outputs = outputs.map(|Output { weights, bias }| Output {
            weights: weights.map(|weight| weight.clamp(-MAX_OUTPUT, MAX_OUTPUT)),
            bias,
        });
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
        let words = |bytes: &[u8]| -> Row {
            std::array::from_fn(|i| i16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]]))
        };
        let (bias, rest) = body.split_at(2 * FILTERS);
        let (outputs, rows) = rest.split_at(OUTPUTS * OUTPUT_BYTES);
        let outputs = std::array::from_fn(|number| {
            let (weights, bias) =
                outputs[number * OUTPUT_BYTES..(number + 1) * OUTPUT_BYTES].split_at(2 * FILTERS);
            Output { weights: words(weights), bias: i32::from_le_bytes(std::array::from_fn(|i| bias[i])) }
        });
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
        let words = |row: &Row| row.map(i16::to_le_bytes).into_iter().flatten();
        let mut body: Vec<u8> = words(&self.bias).collect();
        for Output { weights, bias } in &self.outputs {
            body.extend(words(weights));
            body.extend(bias.to_le_bytes());
        }
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
        let Output { weights, bias } = &self.outputs[inputs.output];
        let mut total = 0;
        for symmetry in 0..SYMMETRIES {
            let mut hidden = self.bias.map(i32::from);
            for row in inputs.rows(symmetry) {
                for (sum, &number) in hidden.iter_mut().zip(&self.rows[row]) {
                    *sum += i32::from(number);
                }
            }
            for (sum, &weight) in hidden.iter().zip(weights) {
                total += (*sum).clamp(0, ROW_UNIT).pow(2) * i32::from(weight);
            }
        }
        to_score(total, *bias)
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

/// The largest number of tiles beside each other. The last one of four has a column beyond the grid, where there is never a blob.
const TILES_ACROSS: usize = 4;
/// The states of three cells that can be empty, ours or theirs.
const THREE_CELLS: usize = 27;
/// The states of a tile.
const TILE_STATES: usize = THREE_CELLS * THREE_CELLS;
/// The largest number of rows that are added for a node.
const MAX_ADDED_ROWS: usize = 7 * TILES_ACROSS + PAIRS;

/// A network for one board: the rows of all filters and sides beside each other, those of neighbouring squares added.
pub(super) struct BoardNetwork {
    network: Arc<Network>,
    board: BoardConstants,
    size: usize,
    /// For each pair of rows of cells, for each of its tiles, a row for each state; then those of the pairs of counts.
    rows: Vec<AlignedRow>,
    bias: AlignedRow,
    /// The weights of the output and its bias, by phase.
    outputs: Vec<(AlignedRow, i32)>,
}

impl std::fmt::Debug for BoardNetwork {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "BoardNetwork({:?})", self.network)
    }
}

/// The same numbers for every side.
fn for_all_sides(row: &Row) -> AlignedRow {
    AlignedRow(std::array::from_fn(|place| row[place % FILTERS]))
}

impl BoardNetwork {
    pub(super) fn new(network: &Arc<Network>, board: &BoardConstants) -> Self {
        let size = size_of(board.playable);
        let outputs = network.outputs[size * PHASES..(size + 1) * PHASES].iter();
        let mut bias = network.bias;
        add(&mut bias, &network.rows[rule_row(board.stuck)]);
        let mut built = Self {
            network: Arc::clone(network),
            board: *board,
            size,
            rows: Vec::new(),
            bias: for_all_sides(&bias),
            outputs: outputs.map(|output| (for_all_sides(&output.weights), output.bias)).collect(),
        };
        for pair in 0..built.row_pairs() {
            for tile in 0..built.tiles() {
                built.add_tile(pair, tile);
            }
        }
        built.rows.extend(network.rows[PAIR_ROWS[0]..].iter().map(for_all_sides));
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
    fn tiles(&self) -> usize {
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
            self.rows.push(sum);
        }
    }

    /// The score of a node for the player to move.
    pub(super) fn evaluate(&self, node: &Node, targets: &Targets) -> Score {
        let mut added = [0; MAX_ADDED_ROWS];
        let count = self.added_rows(node, targets, &mut added);
        let (weights, bias) = self.output(targets);
        let sum = simd::weighted_squares(&self.rows, &added[..count], &self.bias, weights);
        to_score(sum, *bias)
    }

    fn output(&self, targets: &Targets) -> &(AlignedRow, i32) {
        &self.outputs[output_number(self.size, targets.empty.len()) - self.size * PHASES]
    }

    /// The numbers of the rows that are added for a node, and how many they are.
    fn added_rows(&self, node: &Node, targets: &Targets, added: &mut [u32; MAX_ADDED_ROWS]) -> usize {
        let us = node.us.bits().to_le_bytes();
        let them = node.them.bits().to_le_bytes();
        let codes = |row: usize| tile_codes(us[row], them[row]);
        let mut count = 0;
        let mut upper = codes(0);
        for pair in 0..self.row_pairs() {
            let lower = codes(pair + 1);
            let both = upper + THREE_CELLS as u64 * lower;
            upper = lower;
            for tile in 0..self.tiles() {
                let code = (both >> (16 * tile)) as u16;
                added[count] = (count * TILE_STATES) as u32 + u32::from(code);
                count += 1;
            }
        }
        let first = count * TILE_STATES;
        let counts = counts(node, targets);
        for pair in 0..PAIRS {
            added[count] = (first + pair_row(pair, &counts) - PAIR_ROWS[0]) as u32;
            count += 1;
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
fn tile_codes(us: u8, them: u8) -> u64 {
    TILE_CODES[usize::from(us)] + 2 * TILE_CODES[usize::from(them)]
}

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
            weights: row(MAX_OUTPUT),
            bias: 321 * number as i32 - 3_000,
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
            let mut added = [0; MAX_ADDED_ROWS];
            let count = fast.added_rows(&node, &targets, &mut added);
            let (weights, bias) = fast.output(&targets);
            let sum = simd::weighted_squares_anywhere(&fast.rows, &added[..count], &fast.bias, weights);
            assert_eq!(to_score(sum, *bias), slow, "{position}");
        }
    }

    #[test]
    fn the_largest_numbers_do_not_overflow() {
        let rows = vec![[i16::MAX; FILTERS]; ROWS];
        let output = Output { weights: [i16::MAX; FILTERS], bias: 0 };
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
