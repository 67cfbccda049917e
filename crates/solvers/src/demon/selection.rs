//! Which candidates stay: classes have quotas of the beam width, and inside a class the flattest boards stay.
//!
//! A class is what the bound sees (blocks, flags) and the regret: what the bound has lost already, over the least in
//! the layer. One order for all boards fails here, as plans that take their Tetrises at other times look worse for
//! dozens of pieces before they look better. So each class has a quota by its promise in the penalised bound
//! ([`super::node::Guide`]), and plans live side by side.

use super::expand::{Candidate, Layer};
use super::node::{Link, Node};
use super::tight_bound::CELLS;

/// The number of regrets, in steps over the least one, that are kept apart; boards that are worse are dropped.
pub(super) const REGRET_CLASSES: usize = 12;
const CLASSES: usize = CELLS * REGRET_CLASSES;
/// Points between one regret and the next: all scores are multiples of it.
const REGRET_STEP: i32 = 100;
/// The number of times that what full classes leave over is given to the others.
const QUOTA_PASSES: usize = 4;

/// How wide a layer is, and how the width is divided.
#[derive(Clone, Copy, Debug)]
pub(super) struct BeamWidth {
    /// The number of boards that stay.
    pub(super) nodes: usize,
    /// The number of regrets, from the least, that have a quota.
    pub(super) regret_classes: usize,
    /// The points below the best class's promise that halve a class's quota.
    pub(super) halving_regret: f32,
    /// The least weight of a class that has lost nothing more than the best.
    pub(super) min_weight: f32,
    /// Whether a move may leave a hole where a move without one is possible.
    pub(super) allow_holes: bool,
}

#[derive(Clone, Copy)]
struct Class {
    weight: f32,
    regret: usize,
    /// Where its candidates start in the order, how many they are, and how many stay.
    start: usize,
    count: usize,
    quota: usize,
}

/// The values of all cells before the next piece, as long as any cell's number.
struct Values {
    exact: [i32; 256],
    soft: [i32; 256],
}

impl Values {
    fn new(layer: &Layer<'_>) -> Self {
        let mut exact = [0; 256];
        let mut soft = [0; 256];
        if !layer.is_last() {
            exact[..CELLS].copy_from_slice(layer.problem.exact.at(layer.index + 1));
            soft[..CELLS].copy_from_slice(layer.guide.soft.at(layer.index + 1));
        }
        Self { exact, soft }
    }

    fn promise(&self, candidate: &Candidate) -> i32 {
        candidate.score + self.exact[usize::from(candidate.cell)]
    }
}

/// Chooses from candidates by quotas. It is kept from layer to layer for its allocations.
#[derive(Default)]
pub(super) struct QuotaSelection {
    counts: Vec<u32>,
    classes: Vec<Class>,
    /// Cost and number of each candidate, class after class.
    order: Vec<u64>,
}

impl QuotaSelection {
    /// Replaces the layer's nodes and links by those of its best children. Returns the highest final score that the
    /// bound still allows any of them.
    pub(super) fn select(
        &mut self,
        layer: &Layer<'_>,
        width: &BeamWidth,
        candidates: &mut [Candidate],
        nodes: &mut Vec<Node>,
        links: &mut Vec<Link>,
    ) -> i32 {
        let values = Values::new(layer);
        if layer.is_last() {
            candidates.iter_mut().for_each(|c| c.cell = 0);
        }
        let best = candidates.iter().map(|c| values.promise(c)).max().unwrap_or(0);
        let class = |c: &Candidate| {
            let regret = ((best - values.promise(c)) / REGRET_STEP) as usize;
            let group = if layer.problem.parts.quotas { usize::from(c.cell) } else { 0 };
            (regret < width.regret_classes.min(REGRET_CLASSES)).then_some(group * REGRET_CLASSES + regret)
        };
        self.count(candidates, class);
        self.weigh(best, &values, width);
        self.assign_quotas(width.nodes);
        self.order_by_class(candidates, class);
        self.keep(candidates, nodes, links);
        best
    }

    fn count(&mut self, candidates: &[Candidate], class: impl Fn(&Candidate) -> Option<usize>) {
        self.counts.clear();
        self.counts.resize(CLASSES, 0);
        for number in candidates.iter().filter_map(class) {
            self.counts[number] += 1;
        }
    }

    /// Lists the classes that are not empty, with their weights; counts become places in the order.
    fn weigh(&mut self, best: i32, values: &Values, width: &BeamWidth) {
        self.classes.clear();
        let mut start = 0;
        for (number, count) in self.counts.iter_mut().enumerate().filter(|(_, count)| **count > 0) {
            let cell = number / REGRET_CLASSES;
            let regret = number % REGRET_CLASSES;
            let promise = best - REGRET_STEP * regret as i32 - values.exact[cell] + values.soft[cell];
            let class = Class { weight: promise as f32, regret, start, count: *count as usize, quota: 0 };
            self.classes.push(class);
            *count = start as u32;
            start += class.count;
        }
        let top = self.classes.iter().map(|c| c.weight).fold(f32::MIN, f32::max);
        for class in &mut self.classes {
            class.weight = ((class.weight - top) / width.halving_regret).exp2();
            if class.regret == 0 {
                class.weight = class.weight.max(width.min_weight);
            }
        }
    }

    /// Gives each class its quota; what rounding leaves over goes to the heaviest.
    fn assign_quotas(&mut self, nodes: usize) {
        let mut left = nodes;
        for _ in 0..QUOTA_PASSES {
            let is_open = |class: &Class| class.quota < class.count;
            let sum: f32 = self.classes.iter().filter(|c| is_open(c)).map(|c| c.weight).sum();
            let per_weight = left as f32 / sum;
            for class in self.classes.iter_mut().filter(|c| is_open(c)) {
                let wanted = (per_weight * class.weight) as usize;
                let extra = wanted.min(class.count - class.quota).min(left);
                class.quota += extra;
                left -= extra;
            }
        }
        if let Some(heaviest) = self.classes.iter_mut().max_by(|a, b| a.weight.total_cmp(&b.weight)) {
            heaviest.quota += left.min(heaviest.count - heaviest.quota);
        }
    }

    fn order_by_class(&mut self, candidates: &[Candidate], class: impl Fn(&Candidate) -> Option<usize>) {
        self.order.clear();
        self.order.resize(self.classes.last().map_or(0, |c| c.start + c.count), 0);
        for (number, candidate) in candidates.iter().enumerate() {
            if let Some(class) = class(candidate) {
                let place = &mut self.counts[class];
                let cost = (i32::from(candidate.cost) - i32::from(i16::MIN)) as u64;
                self.order[*place as usize] = cost << 32 | number as u64;
                *place += 1;
            }
        }
    }

    fn keep(&mut self, candidates: &[Candidate], nodes: &mut Vec<Node>, links: &mut Vec<Link>) {
        nodes.clear();
        links.clear();
        for class in self.classes.iter().filter(|c| c.quota > 0) {
            let order = &mut self.order[class.start..class.start + class.count];
            if class.quota < class.count {
                order.select_nth_unstable(class.quota);
            }
            for &entry in &order[..class.quota] {
                let c = &candidates[entry as u32 as usize];
                let Candidate { score, cost, cell, hole, well, .. } = *c;
                nodes.push(Node { board: c.key.board(), score, cost, cell, hole, well });
                links.push(c.link);
            }
        }
    }
}
