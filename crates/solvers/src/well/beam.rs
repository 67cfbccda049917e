//! One step of the beam: every move of every kept field, each field once, the cheapest of them kept.
//!
//! Fields that two games lead to are kept once: in a shallow well a third of all moves lead to such, and the beam
//! would fill up with copies. Of equal costs the field that was found first is kept, so a step has one result only.

use laplace_games::well::{Column, Figure, Move, Rotation};

use super::bits::Bits;
use super::field::{Field, PackedMove, Well};
use super::score::{Weights, cost};

/// The fields that are kept after some figures, the cheapest first, and how each came about.
#[derive(Clone, Debug)]
pub(super) struct Layer<B> {
    pub(super) fields: Vec<Field<B>>,
    pub(super) links: Vec<Link>,
    /// Whether no field was ever left out: these are all fields that any game leads to.
    pub(super) complete: bool,
}

impl<B: Bits> Layer<B> {
    /// The empty well, before the first figure.
    pub(super) fn start() -> Self {
        Self { fields: vec![Field::EMPTY], links: vec![Link(0)], complete: true }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }
}

/// The move that led to a field, and the place in the layer before of the field it was made on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link(u32);

impl Link {
    const MOVE_BITS: u32 = 6;
    /// The number of fields of a layer that links can point to.
    pub(super) const MAX_PARENTS: usize = 1 << (u32::BITS - Self::MOVE_BITS);

    fn new(parent: usize, made: PackedMove) -> Self {
        Self((parent as u32) << Self::MOVE_BITS | made.bits())
    }

    pub(super) const fn parent(self) -> usize {
        (self.0 >> Self::MOVE_BITS) as usize
    }

    pub(super) fn with_parent(self, parent: usize) -> Self {
        Self::new(parent, self.packed_move())
    }

    const fn packed_move(self) -> PackedMove {
        PackedMove::from_bits(self.0 & ((1 << Self::MOVE_BITS) - 1))
    }

    pub(super) fn placed(self) -> Move {
        let made = self.packed_move();
        Move { rotation: Rotation::ALL[made.rotation()], column: Column::ALL[made.column()] }
    }
}

/// Makes layers; it is kept from one to the next for its allocations.
#[derive(Debug)]
pub(super) struct Beam<B> {
    well: Well<B>,
    weights: Weights,
    fields: Vec<Field<B>>,
    links: Vec<Link>,
    /// For each field its cost and its place, so that one comparison of numbers orders them.
    keys: Vec<u64>,
    /// A hash table of places, one too high: 0 is free.
    slots: Vec<u32>,
}

// More than the 34 moves that a figure has at most, so that the hash table is never full.
const SLOTS_PER_FIELD: usize = 64;
// Costs are never as negative as this.
const COST_OFFSET: i64 = 1 << 24;

impl<B: Bits> Beam<B> {
    pub(super) const fn new(well: Well<B>, weights: Weights) -> Self {
        Self { well, weights, fields: Vec::new(), links: Vec::new(), keys: Vec::new(), slots: Vec::new() }
    }

    pub(super) const fn well(&self) -> &Well<B> {
        &self.well
    }

    /// The layer after the next figure, of the `width` cheapest fields.
    pub(super) fn step(&mut self, from: &Layer<B>, figure: Figure, width: usize) -> Layer<B> {
        self.find_all(from, figure);
        let complete = from.complete && self.keys.len() <= width;
        if self.keys.len() > width {
            self.keys.select_nth_unstable(width - 1);
            self.keys.truncate(width);
        }
        let cheapest = self.keys.iter().enumerate().min_by_key(|&(_, key)| key).map(|(place, _)| place);
        if let Some(place) = cheapest {
            self.keys.swap(0, place);
        }
        let places = || self.keys.iter().map(|&key| key as u32 as usize);
        let fields = places().map(|place| self.fields[place]).collect();
        Layer { fields, links: places().map(|place| self.links[place]).collect(), complete }
    }

    fn find_all(&mut self, from: &Layer<B>, figure: Figure) {
        let Self { well, weights, fields, links, keys, slots } = self;
        fields.clear();
        links.clear();
        keys.clear();
        let size = (from.fields.len() * SLOTS_PER_FIELD).next_power_of_two();
        slots.clear();
        slots.resize(size, 0);
        for (parent, &field) in from.fields.iter().enumerate() {
            well.for_each_move(field, figure, |made, after| {
                let Some(slot) = free_slot(slots, fields, after) else { return };
                let place = fields.len() as u32;
                slots[slot] = place + 1;
                let cost = i64::from(cost(after, well.inside(), weights)) + COST_OFFSET;
                keys.push((cost as u64) << u32::BITS | u64::from(place));
                fields.push(after);
                links.push(Link::new(parent, made));
            });
        }
    }
}

/// The free slot for the field; `None` if the field is in the table already.
#[inline]
fn free_slot<B: Bits>(slots: &[u32], fields: &[Field<B>], field: Field<B>) -> Option<usize> {
    let mask = slots.len() - 1;
    let mut slot = field.0.mixed() as usize & mask;
    loop {
        match slots[slot] {
            0 => return Some(slot),
            place if fields[place as usize - 1] == field => return None,
            _ => slot = (slot + 1) & mask,
        }
    }
}
