//! How the boards of a layer came about: a link for each board of each layer.
//!
//! Few boards of an old layer have descendants in the last one, so layers are thinned behind the search; a game of
//! any beam width then needs little more memory than its last layers.

use laplace_games::demon::Move;

use super::node::{Link, Problem};

/// The layers so far; layer `i` holds the boards after piece `i`, counted from `first`.
pub(super) struct History {
    first: usize,
    layers: Vec<Vec<Link>>,
    /// Layers before this one are thin.
    thinned: usize,
    /// Links in the layers that are not.
    fresh: usize,
}

/// The number of fresh links from which on thinning pays.
const MIN_FRESH_TO_THIN: usize = 1 << 20;

impl History {
    pub(super) const fn new(first: usize) -> Self {
        Self { first, layers: Vec::new(), thinned: first, fresh: 0 }
    }

    /// The next piece.
    pub(super) fn index(&self) -> usize {
        self.first + self.layers.len()
    }

    pub(super) fn push(&mut self, links: Vec<Link>) {
        self.fresh += links.len();
        self.layers.push(links);
    }

    /// Takes the layers from a piece on.
    pub(super) fn split_off(&mut self, index: usize) -> Vec<Vec<Link>> {
        let tail = self.layers.split_off(index.saturating_sub(self.first).min(self.layers.len()));
        self.recount();
        tail
    }

    /// Replaces the layers from a piece on.
    pub(super) fn replace(&mut self, index: usize, tail: Vec<Vec<Link>>) {
        self.layers.truncate(index.saturating_sub(self.first));
        self.layers.extend(tail);
        self.recount();
    }

    fn recount(&mut self) {
        self.thinned = self.thinned.min(self.index());
        self.fresh = self.layers[self.thinned - self.first..].iter().map(Vec::len).sum();
    }

    /// Drops the boards of the layers from `start` on that no board of the last layer comes from.
    pub(super) fn thin_from(&mut self, start: usize) {
        self.thin(start, self.index());
    }

    /// Thins what is not yet thin before a piece, if it is much; boards just before that piece all stay.
    pub(super) fn thin_before(&mut self, end: usize) {
        if self.fresh > MIN_FRESH_TO_THIN && end > self.thinned + 1 {
            self.thin(self.thinned, end);
            self.thinned = end - 1;
            self.recount();
        }
    }

    /// Keeps, in the layers from `start` to before `end`, the ancestors of the last of these.
    fn thin(&mut self, start: usize, end: usize) {
        let (start, end) = (start - self.first, end - self.first);
        if start >= end {
            return;
        }
        let mut alive: Vec<usize> = (0..self.layers[end - 1].len()).collect();
        for layer in (start + 1..end).rev() {
            let below = self.layers[layer - 1].len();
            let mut renamed: Vec<Option<usize>> = vec![None; below];
            let mut kept = Vec::new();
            let links = &self.layers[layer];
            let rename = |&place: &usize| {
                let parent = links[place].parent();
                let name = *renamed[parent].get_or_insert_with(|| {
                    kept.push(parent);
                    kept.len() - 1
                });
                Link::new(name, links[place].step())
            };
            self.layers[layer] = alive.iter().map(rename).collect();
            alive = kept;
        }
        let links = &self.layers[start];
        self.layers[start] = alive.iter().map(|&place| links[place]).collect();
    }

    /// The moves from the first piece to a board of the last layer.
    pub(super) fn trace(&self, problem: &Problem, mut place: usize) -> Vec<Move> {
        let mut moves = Vec::with_capacity(self.layers.len());
        for (links, &piece) in self.layers.iter().zip(&problem.pieces[self.first..]).rev() {
            let Some(link) = links.get(place) else { break };
            moves.extend(link.step().chosen(&problem.placements, piece));
            place = link.parent();
        }
        moves.reverse();
        moves
    }
}
