//! The children of a layer: every board's moves, each resulting board once.
//!
//! Moves that leave no hole come first and nearly always suffice. A piece may also span the lowest column
//! if every row that spans it goes at once. Where nothing fits, or where the search asks for it, one cell
//! may be buried; the next is only buried when that one has come to light again.

use laplace_games::demon::{COLUMNS, Piece};

use super::cost::Profile;
use super::fits::Fit;
use super::heights::{Buried, Heights, MOST_ROWS};
use super::node::{Guide, Key, Link, Node, Problem, Step};
use super::relaxed::{AFTER_TETRIS, FLAG_BITS, FLAGS, flags, points};

/// A child, not yet chosen to stay.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) key: Key,
    pub(super) score: i32,
    pub(super) link: Link,
    pub(super) cost: i16,
    pub(super) cell: u8,
    pub(super) buried: Buried,
    pub(super) well: u8,
}

/// What is the same for a whole layer.
#[derive(Clone, Copy)]
pub(super) struct Layer<'a> {
    pub(super) problem: &'a Problem,
    pub(super) guide: &'a Guide,
    /// The piece that is placed.
    pub(super) index: usize,
    /// Whether a cell may be buried where another move is possible.
    pub(super) bury: bool,
}

impl Layer<'_> {
    fn piece(&self) -> Piece {
        self.problem.pieces[self.index]
    }

    /// Nothing is checked after the last piece.
    pub(super) fn is_last(&self) -> bool {
        self.index + 1 == self.problem.pieces.len()
    }
}

/// A board whose moves are tried.
struct Parent<'a> {
    place: usize,
    node: &'a Node,
    profile: Profile,
}

/// A move's result, before its cost is known.
struct Child<'a> {
    fit: &'a Fit,
    column: usize,
    board: Heights,
    lines: usize,
    buried: Buried,
    /// No row went, the well is as it was, nothing is buried: the cost changes by two look-ups.
    quiet: bool,
}

const INDEX_BITS: u32 = 22;
const INDEX: u32 = (1 << INDEX_BITS) - 1;
/// More children than boards have on average; twice as many are more than any board has.
const CHILDREN: usize = 24;
const LEAST_SLOTS: usize = 1024;
/// Blocks, in pieces, from which on it can pay to look for bridges.
const BRIDGE_LEVEL: u8 = 20;

/// The children of a layer, and a table to know each board again. Kept for its memory.
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
        self.prepare(nodes.len() * if layer.bury { 2 * CHILDREN } else { CHILDREN });
        for (place, node) in nodes.iter().enumerate() {
            // A last look at the table's room: what does not fit any more is left out.
            if self.candidates.len() + 2 * CHILDREN > (self.table.len() - 1).min(INDEX as usize) {
                break;
            }
            let profile = layer.guide.evaluator.profile(node.board, usize::from(node.well));
            self.expand_one(layer, &Parent { place, node, profile });
        }
    }

    fn prepare(&mut self, children: usize) {
        let wanted = children.next_power_of_two().clamp(LEAST_SLOTS, 1 << (INDEX_BITS + 1));
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
        let clean = node.buried == Buried::NONE;
        let mut fits_somewhere = false;
        for fit in layer.problem.fits.close(layer.piece()) {
            let places = fit.places(&steps);
            fits_somewhere |= !places.is_empty();
            for column in places {
                self.drop(layer, parent, fit, column);
            }
            if clean && fit.width > 1 && node.cell >= FLAGS as u8 * BRIDGE_LEVEL {
                self.bridge(layer, parent, fit);
            }
        }
        if clean && (layer.bury || !fits_somewhere) {
            for fit in layer.problem.fits.loose(layer.piece()) {
                for column in fit.places(&steps) {
                    self.drop(layer, parent, fit, column);
                }
            }
        }
    }

    /// A move that fits, or leaves one cell empty below.
    fn drop(&mut self, layer: &Layer<'_>, parent: &Parent<'_>, fit: &Fit, column: usize) {
        let node = parent.node;
        let buried = match fit.gap_at(column) {
            Some(under) => Buried::new(under, node.board.get(under)),
            None => node.buried,
        };
        let put = fit.put(node.board, column);
        let calm = buried == Buried::NONE && put.any_zero();
        let (board, lines, buried) = if calm { (put, 0, buried) } else { put.settle_over(buried) };
        if fit.crest(node.board, column) - lines as i32 <= MOST_ROWS || layer.is_last() {
            let quiet = calm && !fit.covers(column, node.well.into());
            self.offer(layer, parent, Child { fit, column, board, lines, buried, quiet });
        }
    }

    /// Moves that span the lowest column and lose every row that spans it.
    fn bridge(&mut self, layer: &Layer<'_>, parent: &Parent<'_>, fit: &Fit) {
        let well = parent.node.board.first_zero();
        for column in (well + 1).saturating_sub(fit.width)..=well.min(COLUMNS - fit.width) {
            let Some((board, lines)) = fit.bridge(parent.node.board, column) else { continue };
            if layer.is_last() || board.unpack().iter().all(|&height| height <= MOST_ROWS) {
                let child = Child { fit, column, board, lines, buried: Buried::NONE, quiet: false };
                self.offer(layer, parent, child);
            }
        }
    }

    /// Takes a child, or only its better score if the board is there already.
    fn offer(&mut self, layer: &Layer<'_>, parent: &Parent<'_>, child: Child<'_>) {
        let node = parent.node;
        let Child { fit, column, board, lines, buried, quiet } = child;
        let flags = flags(layer.piece(), lines, node.cell & FLAG_BITS);
        let key = Key::new(board, flags);
        let score = node.score + points(lines, node.cell & AFTER_TETRIS != 0);
        let link = Link::new(parent.place, Step::new(fit.number, column));
        let slot = match self.find(key, buried) {
            Ok(twin) => {
                if score > twin.score {
                    (twin.score, twin.link) = (score, link);
                }
                return;
            }
            Err(slot) => slot,
        };
        self.table[slot] = self.stamp << INDEX_BITS | self.candidates.len() as u32;
        let evaluator = &layer.guide.evaluator;
        let (well, cost) = if quiet {
            let change = evaluator.change(layer.piece(), fit, column, &parent.profile);
            (node.well, i32::from(node.cost) + change)
        } else {
            let (well, cost) = evaluator.choose_well(board, node.well.into(), buried);
            (well as u8, cost)
        };
        let level = node.cell / FLAGS as u8 + 1 - 3 * lines as u8;
        let cell = FLAGS as u8 * level + flags;
        self.candidates.push(Candidate { key, score, link, cost: cost as i16, cell, buried, well });
    }

    /// The candidate with this board, or the free slot where it belongs.
    fn find(&mut self, key: Key, buried: Buried) -> Result<&mut Candidate, usize> {
        let mask = self.table.len() - 1;
        let mixed = (key.0 ^ u64::from(buried.0) << 20).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut slot = (mixed >> 40) as usize & mask;
        while self.table[slot] >> INDEX_BITS == self.stamp {
            let number = (self.table[slot] & INDEX) as usize;
            let twin = &self.candidates[number];
            if twin.key == key && twin.buried == buried {
                return Ok(&mut self.candidates[number]);
            }
            slot = (slot + 1) & mask;
        }
        Err(slot)
    }
}
