//! Which candidates stay: classes have quotas of the beam width, and inside a class the flattest boards stay.
//!
//! A class is what the bound sees (blocks, flags, parity) and the regret: what the bound has lost already, over the
//! least in the layer. One order for all boards fails here, as plans that take their Tetrises at other times look worse
//! for dozens of pieces before they look better, and a wrong parity costs nothing for thousands of pieces. So each
//! class has a quota by its regret, and plans live side by side.
//!
//! The result is the same on every machine: weights are products, without a library's logarithms, and what stays is
//! sorted, as the order that `select_nth_unstable` leaves may change with the compiler's version.

use super::expand::{Candidate, Layer};
use super::node::{Link, Node};
use laplace_games::demon::bound::tight::{CELLS, ODD};

/// The number of regrets, in steps over the least one, that are kept apart.
pub(super) const REGRET_CLASSES: usize = 12;
const CLASSES: usize = CELLS * REGRET_CLASSES;
/// Points between one regret and the next: all scores are multiples of it.
const REGRET_STEP: i32 = 100;
/// The quota of a class, relative to that of one regret less: half for 150 points.
const REGRET_DECAY: f32 = 0.63;
/// A narrower layer does not keep parities apart: too few boards of each plan would stay.
const MIN_NODES_BY_PARITY: usize = 100;
/// The number of times that what full classes leave over is given to the others.
const QUOTA_PASSES: usize = 4;

/// How wide a layer is, and how the width is divided.
#[derive(Clone, Copy, Debug)]
pub(super) struct BeamWidth {
    /// The number of boards that stay.
    pub(super) nodes: usize,
    /// The number of regrets, from the least, that have a quota.
    pub(super) regret_classes: usize,
    /// Whether boards that have lost more stay as well, with the quotas of the last of these regrets. Otherwise they
    /// are dropped.
    pub(super) keep_worse: bool,
    /// Whether a move may leave a hole where a move without one is possible.
    pub(super) allow_holes: bool,
}

#[derive(Clone, Copy)]
struct Class {
    weight: f32,
    /// Where its candidates start in the order, how many they are, and how many stay.
    start: usize,
    count: usize,
    quota: usize,
}

/// Chooses from candidates by quotas. It is kept from layer to layer for its allocations.
pub(super) struct QuotaSelection {
    /// The number of candidates of each class, then the place of the next one in the order. All 0 between layers.
    counts: Vec<u32>,
    /// The numbers of the classes that are not empty.
    present: Vec<usize>,
    classes: Vec<Class>,
    /// Cost and number of each candidate, class after class.
    order: Vec<u64>,
}

impl Default for QuotaSelection {
    fn default() -> Self {
        Self { counts: vec![0; CLASSES], present: Vec::new(), classes: Vec::new(), order: Vec::new() }
    }
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
        if layer.is_last() {
            candidates.iter_mut().for_each(|c| c.cell = 0);
        }
        // After the last piece all values are 0.
        let values = layer.problem.bound.at(layer.index + 1);
        let promise = |c: &Candidate| c.score + values[usize::from(c.cell)];
        let best = candidates.iter().map(promise).max().unwrap_or(0);
        let group_mask = if width.nodes < MIN_NODES_BY_PARITY { !u16::from(ODD) } else { u16::MAX };
        let last = width.regret_classes.min(REGRET_CLASSES) - 1;
        let class = |c: &Candidate| {
            let regret = ((best - promise(c)) / REGRET_STEP) as usize;
            let group = if layer.problem.parts.quotas { usize::from(c.cell & group_mask) } else { 0 };
            (regret <= last || width.keep_worse).then_some(group * REGRET_CLASSES + regret.min(last))
        };
        nodes.clear();
        links.clear();
        self.choose(
            candidates,
            width.nodes,
            class,
            |c| c.cost.into(),
            |c| {
                let Candidate { score, cost, cell, hole, well, .. } = *c;
                nodes.push(Node { board: c.key.board(), score, cost, cell, hole, well });
                links.push(c.link);
            },
        );
        best
    }

    /// Calls `keep` for the candidates that stay: of each class the cheapest, by its quota of `nodes`. A class is a
    /// group's number times [`REGRET_CLASSES`], and a regret.
    pub(super) fn choose<T>(
        &mut self,
        candidates: &[T],
        nodes: usize,
        class: impl Fn(&T) -> Option<usize>,
        cost: impl Fn(&T) -> i32,
        keep: impl FnMut(&T),
    ) {
        self.count(candidates, &class);
        self.weigh();
        self.assign_quotas(nodes);
        self.order_by_class(candidates, class, cost);
        self.keep(candidates, keep);
    }

    fn count<T>(&mut self, candidates: &[T], class: impl Fn(&T) -> Option<usize>) {
        self.present.clear();
        for number in candidates.iter().filter_map(class) {
            if self.counts[number] == 0 {
                self.present.push(number);
            }
            self.counts[number] += 1;
        }
        self.present.sort_unstable();
    }

    /// Lists the classes that are not empty, with their weights; counts become places in the order.
    fn weigh(&mut self) {
        let mut weights = [1.0; REGRET_CLASSES];
        for regret in 1..REGRET_CLASSES {
            weights[regret] = REGRET_DECAY * weights[regret - 1];
        }
        self.classes.clear();
        let mut start = 0;
        for &number in &self.present {
            let place = &mut self.counts[number];
            let count = *place as usize;
            let weight = weights[number % REGRET_CLASSES];
            self.classes.push(Class { weight, start, count, quota: 0 });
            *place = start as u32;
            start += count;
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

    fn order_by_class<T>(
        &mut self,
        candidates: &[T],
        class: impl Fn(&T) -> Option<usize>,
        cost: impl Fn(&T) -> i32,
    ) {
        self.order.clear();
        self.order.resize(self.classes.last().map_or(0, |c| c.start + c.count), 0);
        for (number, candidate) in candidates.iter().enumerate() {
            if let Some(class) = class(candidate) {
                let place = &mut self.counts[class];
                let cost = (cost(candidate) - i32::from(i16::MIN)) as u64;
                self.order[*place as usize] = cost << 32 | number as u64;
                *place += 1;
            }
        }
        for &number in &self.present {
            self.counts[number] = 0;
        }
    }

    fn keep<T>(&mut self, candidates: &[T], mut keep: impl FnMut(&T)) {
        for class in self.classes.iter().filter(|c| c.quota > 0) {
            let order = &mut self.order[class.start..class.start + class.count];
            if class.quota < class.count {
                order.select_nth_unstable(class.quota);
            }
            let kept = &mut order[..class.quota];
            kept.sort_unstable();
            for &entry in &*kept {
                keep(&candidates[entry as u32 as usize]);
            }
        }
    }
}
