//! The layers of the beam: games are read from them, and a search that is stuck goes back to one.
//!
//! Only the last few hundred layers are kept. Long before, all fields of a layer have one ancestor, nearly
//! always; its moves are settled and the layers dropped, so memory does not grow with the game.

use std::collections::VecDeque;

use laplace_games::well::Move;

use super::beam::Layer;
use super::bits::Bits;

/// The least number of layers kept.
pub(super) const KEPT: usize = 256;

/// The layers of a search.
#[derive(Debug)]
pub(super) struct History<B> {
    settled: Vec<Move>,
    /// Never empty. The first comes after the settled moves, each other after one more.
    layers: VecDeque<Layer<B>>,
}

impl<B: Bits> History<B> {
    pub(super) fn new() -> Self {
        Self { settled: Vec::new(), layers: VecDeque::from([Layer::start()]) }
    }

    /// The number of figures placed in the newest layer.
    pub(super) fn placed(&self) -> usize {
        self.settled.len() + self.layers.len() - 1
    }

    pub(super) fn newest(&self) -> &Layer<B> {
        &self.layers[self.layers.len() - 1]
    }

    pub(super) fn push(&mut self, layer: Layer<B>) {
        self.layers.push_back(layer);
        if self.layers.len() > 2 * KEPT {
            self.settle();
        }
    }

    /// Goes back by this number of figures, or to the oldest layer that is kept.
    pub(super) fn go_back(&mut self, figures: usize) {
        let left = self.layers.len().saturating_sub(figures).max(1);
        self.layers.truncate(left);
    }

    /// The moves that lead to the cheapest field of the newest layer.
    pub(super) fn moves(&self) -> Vec<Move> {
        let mut moves = self.settled.clone();
        moves.extend(self.path(0).0);
        moves
    }

    /// The moves from the layer at that place to the cheapest newest field, and the field they start from.
    fn path(&self, from: usize) -> (Vec<Move>, usize) {
        let mut place = 0;
        let mut moves = Vec::with_capacity(self.layers.len() - from);
        for layer in self.layers.range(from + 1..).rev() {
            moves.push(layer.links[place].placed());
            place = layer.links[place].parent();
        }
        moves.reverse();
        (moves, place)
    }

    /// Settles all but the last moves for good and drops the fields that do not come from them.
    fn settle(&mut self) {
        let first = self.layers.len() - KEPT;
        let (_, ancestor) = self.path(first);
        self.settled.extend(self.path(0).0.into_iter().take(first));
        self.layers.drain(..first);
        let mut kept = vec![false; self.layers[0].fields.len()];
        kept[ancestor] = true;
        let mut moved = self.layers[0].keep(&kept);
        for layer in self.layers.iter_mut().skip(1) {
            let kept: Vec<bool> = layer.links.iter().map(|link| moved[link.parent()].is_some()).collect();
            let parents = moved;
            moved = layer.keep(&kept);
            for link in &mut layer.links {
                *link = link.with_parent(parents[link.parent()].unwrap_or(0));
            }
        }
    }
}

impl<B: Bits> Layer<B> {
    /// Keeps those fields only; returns the new place of each.
    fn keep(&mut self, kept: &[bool]) -> Vec<Option<usize>> {
        let mut places = 0..;
        let moved = kept.iter().map(|&keep| if keep { places.next() } else { None }).collect();
        retain(&mut self.fields, kept);
        retain(&mut self.links, kept);
        self.complete &= self.fields.len() == kept.len();
        moved
    }
}

fn retain<T>(items: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    items.retain(|_| kept.next() == Some(&true));
}
