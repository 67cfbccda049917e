//! The children of a layer: every board's moves, each resulting board once.
//!
//! Moves that leave no hole come first and nearly always suffice. A piece may also span the lowest column if every
//! row that spans it is removed at once (a bridge). Where nothing fits, or where the search wants it, a move may leave
//! one hole; the next one only when that one is open again.

use laplace_games::demon::{COLUMNS, Piece};

use super::cost::{Evaluator, Surface};
use super::heights::{Heights, Hole, MAX_ROWS};
use super::node::{Key, Link, Node, Problem, Step};
use super::placements::Placement;
use laplace_games::demon::bound::tight::{
    AFTER_TETRIS, BoardSize, FLAGS, HISTORY_BITS, ODD, history_flags, points,
};

/// A child that may be selected to stay.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) key: Key,
    pub(super) score: i32,
    pub(super) link: Link,
    pub(super) cost: i16,
    pub(super) cell: u16,
    pub(super) hole: Hole,
    pub(super) well: u8,
}

/// What is the same for a whole layer.
#[derive(Clone, Copy)]
pub(super) struct Layer<'a> {
    pub(super) problem: &'a Problem,
    pub(super) evaluator: &'a Evaluator,
    /// The piece that is placed.
    pub(super) index: usize,
    /// Whether a move may leave a hole where a move without one is possible.
    pub(super) allow_holes: bool,
}

impl Layer<'_> {
    fn piece(&self) -> Piece {
        self.problem.pieces[self.index]
    }

    /// Whether this is the last piece: after it, no height is checked.
    pub(super) fn is_last(&self) -> bool {
        self.index + 1 == self.problem.pieces.len()
    }
}

/// A board whose moves are tried.
struct Parent<'a> {
    place: usize,
    node: &'a Node,
    surface: Surface,
}

/// A move's result, before its cost is known.
struct Child<'a> {
    placement: &'a Placement,
    column: usize,
    board: Heights,
    lines: usize,
    hole: Hole,
    /// No row was removed, the well is as it was, there is no hole: the cost changes by two look-ups.
    quiet: bool,
}

const INDEX_BITS: u32 = 22;
const INDEX: u32 = (1 << INDEX_BITS) - 1;
/// More children than boards have on average; twice this number is more than any board has.
const CHILDREN: usize = 24;
const MIN_SLOTS: usize = 1024;
/// The number of blocks, in pieces, from which on it can pay to look for bridges.
const BRIDGE_LEVEL: u16 = 20;

/// The children of a layer, and a hash table to find each board again. It is kept from layer to layer for its
/// allocations.
#[derive(Default)]
pub(super) struct Children {
    pub(super) candidates: Vec<Candidate>,
    /// A stamp of the layer and the candidate's number; other stamps are empty slots.
    table: Vec<u32>,
    stamp: u32,
}

impl Children {
    /// Finds the children of all nodes.
    pub(super) fn expand(&mut self, layer: &Layer<'_>, nodes: &[Node]) {
        self.prepare(nodes.len() * if layer.allow_holes { 2 * CHILDREN } else { CHILDREN });
        for (place, node) in nodes.iter().enumerate() {
            // Boards whose children might not fit into the table any more are left out.
            if self.candidates.len() + 2 * CHILDREN > (self.table.len() - 1).min(INDEX as usize) {
                break;
            }
            let surface = layer.evaluator.surface(node.board, usize::from(node.well));
            self.expand_one(layer, &Parent { place, node, surface });
        }
    }

    fn prepare(&mut self, children: usize) {
        let wanted = children.next_power_of_two().clamp(MIN_SLOTS, 1 << (INDEX_BITS + 1));
        if self.table.len() < wanted || self.stamp >= u32::MAX >> INDEX_BITS {
            let slots = wanted.max(self.table.len());
            self.table.clear();
            self.table.resize(slots, 0);
            self.stamp = 0;
        }
        self.stamp += 1;
        self.candidates.clear();
    }

    fn expand_one(&mut self, layer: &Layer<'_>, parent: &Parent<'_>) {
        let node = parent.node;
        let steps = node.board.steps();
        let clean = node.hole == Hole::NONE;
        let mut has_exact = false;
        for placement in layer.problem.placements.exact(layer.piece()) {
            let columns = placement.columns(&steps);
            has_exact |= !columns.is_empty();
            for column in columns {
                self.drop(layer, parent, placement, column);
            }
            if clean && placement.width > 1 && node.cell >= FLAGS as u16 * BRIDGE_LEVEL {
                self.bridge(layer, parent, placement);
            }
        }
        if clean && (layer.allow_holes || !has_exact) {
            for placement in layer.problem.placements.with_gap(layer.piece()) {
                for column in placement.columns(&steps) {
                    self.drop(layer, parent, placement, column);
                }
            }
        }
    }

    /// A move that fits, or leaves one cell empty below.
    fn drop(&mut self, layer: &Layer<'_>, parent: &Parent<'_>, placement: &Placement, column: usize) {
        let node = parent.node;
        let hole = match placement.gap_at(column) {
            Some(under) => Hole::new(under, node.board.get(under)),
            None => node.hole,
        };
        let put = placement.put(node.board, column);
        let keeps_rows = hole == Hole::NONE && put.any_zero();
        let (board, lines, hole) = if keeps_rows { (put, 0, hole) } else { put.settle_over(hole) };
        if placement.crest(node.board, column) - lines as i32 <= MAX_ROWS || layer.is_last() {
            let quiet = keeps_rows && !placement.covers(column, node.well.into());
            self.offer(layer, parent, Child { placement, column, board, lines, hole, quiet });
        }
    }

    /// Moves that span the lowest column, where every row that spans it is removed.
    fn bridge(&mut self, layer: &Layer<'_>, parent: &Parent<'_>, placement: &Placement) {
        let well = parent.node.board.first_zero();
        for column in (well + 1).saturating_sub(placement.width)..=well.min(COLUMNS - placement.width) {
            let Some((board, lines)) = placement.bridge(parent.node.board, column) else { continue };
            if layer.is_last() || board.unpack().iter().all(|&height| height <= MAX_ROWS) {
                let child = Child { placement, column, board, lines, hole: Hole::NONE, quiet: false };
                self.offer(layer, parent, child);
            }
        }
    }

    /// Adds a child, or only its better score if the board is there already.
    fn offer(&mut self, layer: &Layer<'_>, parent: &Parent<'_>, child: Child<'_>) {
        let node = parent.node;
        let Child { placement, column, board, lines, hole, quiet } = child;
        let before = node.cell as u8;
        let key = Key::new(board, history_flags(layer.piece(), lines, before & HISTORY_BITS));
        let score = node.score + points(lines, before & AFTER_TETRIS != 0);
        let link = Link::new(parent.place, Step::new(placement.number, column));
        let slot = match self.find(key, hole) {
            Ok(twin) => {
                if score > twin.score {
                    twin.score = score;
                    twin.link = link;
                }
                return;
            }
            Err(slot) => slot,
        };
        self.table[slot] = self.stamp << INDEX_BITS | self.candidates.len() as u32;
        let evaluator = &layer.evaluator;
        let (well, cost) = if quiet {
            let change = evaluator.change(layer.piece(), placement, column, &parent.surface);
            (node.well, i32::from(node.cost) + change)
        } else {
            let (well, cost) = evaluator.choose_well(board, node.well.into(), hole);
            (well as u8, cost)
        };
        let odd = match lines {
            0 => (before & ODD != 0) != (layer.piece() == Piece::T),
            _ => board.is_odd(hole),
        };
        // After the last piece there may be too many blocks for a cell, and none is needed.
        let cell =
            BoardSize::DEMON.next_cell(node.cell.into(), layer.piece(), lines, odd).unwrap_or(0) as u16;
        self.candidates.push(Candidate { key, score, link, cost: cost as i16, cell, hole, well });
    }

    /// The candidate with this board, or the free slot where it belongs.
    fn find(&mut self, key: Key, hole: Hole) -> Result<&mut Candidate, usize> {
        let mask = self.table.len() - 1;
        let mixed = (key.0 ^ u64::from(hole.0) << 20).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut slot = (mixed >> 40) as usize & mask;
        while self.table[slot] >> INDEX_BITS == self.stamp {
            let number = (self.table[slot] & INDEX) as usize;
            let twin = &self.candidates[number];
            if twin.key == key && twin.hole == hole {
                return Ok(&mut self.candidates[number]);
            }
            slot = (slot + 1) & mask;
        }
        Err(slot)
    }
}
