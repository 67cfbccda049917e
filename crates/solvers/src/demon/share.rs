//! Who stays: the width of the beam is shared between classes, and inside a class the flattest boards stay.
//!
//! A class is what the relaxed game sees (blocks, flags) and the regret: what the bound has lost already,
//! over the least in the layer. One order for all boards fails here, as plans that take their Tetrises at
//! other times look worse for dozens of pieces before they look better. So each class has a quota by how
//! promising the soft plan finds it, and plans live side by side.

use super::expand::{Candidate, Layer};
use super::node::{Link, Node};
use super::relaxed::CELLS;

/// Regrets, in hundreds over the least one, that are kept apart; what is worse is dropped.
pub(super) const GAPS: usize = 12;
const CLASSES: usize = CELLS * GAPS;
/// Points between one regret and the next.
const GAP: i32 = 100;
/// How often what full classes leave over is shared out again.
const SHARINGS: usize = 4;

/// How wide a layer is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Width {
    pub(super) nodes: usize,
    /// How many regrets, in hundreds from the least, have a share.
    pub(super) gaps: usize,
    /// The soft regret, in points, that halves a class's share.
    pub(super) tau: f32,
    /// The least weight of a class that has lost nothing more than the best.
    pub(super) floor: f32,
    /// Whether a cell may be buried where another move is possible.
    pub(super) bury: bool,
}

#[derive(Clone, Copy)]
struct Class {
    weight: f32,
    gap: usize,
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
        let (mut exact, mut soft) = ([0; 256], [0; 256]);
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

/// Chooses from candidates. Kept for its memory.
#[derive(Default)]
pub(super) struct Sharing {
    counts: Vec<u32>,
    classes: Vec<Class>,
    /// Cost and number of each candidate, class after class.
    order: Vec<u64>,
}

impl Sharing {
    /// Replaces the layer by its best children; the most that the bound still promises any of them.
    pub(super) fn select(
        &mut self,
        layer: &Layer<'_>,
        width: &Width,
        candidates: &mut [Candidate],
        kept: (&mut Vec<Node>, &mut Vec<Link>),
    ) -> i32 {
        let values = Values::new(layer);
        if layer.is_last() {
            candidates.iter_mut().for_each(|c| c.cell = 0);
        }
        let best = candidates.iter().map(|c| values.promise(c)).max().unwrap_or(0);
        let class = |c: &Candidate| {
            let gap = ((best - values.promise(c)) / GAP) as usize;
            let group = if layer.problem.parts.quotas { usize::from(c.cell) } else { 0 };
            (gap < width.gaps.min(GAPS)).then_some(group * GAPS + gap)
        };
        self.count(candidates, class);
        self.weigh(best, &values, width);
        self.share_out(width.nodes);
        self.sort_in(candidates, class);
        self.keep(candidates, kept);
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
    fn weigh(&mut self, best: i32, values: &Values, width: &Width) {
        self.classes.clear();
        let mut start = 0;
        for (number, count) in self.counts.iter_mut().enumerate().filter(|(_, count)| **count > 0) {
            let (cell, gap) = (number / GAPS, number % GAPS);
            let promise = best - GAP * gap as i32 - values.exact[cell] + values.soft[cell];
            let class = Class { weight: promise as f32, gap, start, count: *count as usize, quota: 0 };
            self.classes.push(class);
            *count = start as u32;
            start += class.count;
        }
        let top = self.classes.iter().map(|c| c.weight).fold(f32::MIN, f32::max);
        for class in &mut self.classes {
            class.weight = ((class.weight - top) / width.tau).exp2();
            if class.gap == 0 {
                class.weight = class.weight.max(width.floor);
            }
        }
    }

    /// Gives each class its quota; what rounding leaves over goes to the heaviest.
    fn share_out(&mut self, nodes: usize) {
        let mut room = nodes;
        for _ in 0..SHARINGS {
            let is_open = |class: &Class| class.quota < class.count;
            let sum: f32 = self.classes.iter().filter(|c| is_open(c)).map(|c| c.weight).sum();
            let per_weight = room as f32 / sum;
            for class in self.classes.iter_mut().filter(|c| is_open(c)) {
                let share = (per_weight * class.weight) as usize;
                let extra = share.min(class.count - class.quota).min(room);
                class.quota += extra;
                room -= extra;
            }
        }
        if let Some(heaviest) = self.classes.iter_mut().max_by(|a, b| a.weight.total_cmp(&b.weight)) {
            heaviest.quota += room.min(heaviest.count - heaviest.quota);
        }
    }

    fn sort_in(&mut self, candidates: &[Candidate], class: impl Fn(&Candidate) -> Option<usize>) {
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

    fn keep(&mut self, candidates: &[Candidate], (nodes, links): (&mut Vec<Node>, &mut Vec<Link>)) {
        nodes.clear();
        links.clear();
        for class in self.classes.iter().filter(|c| c.quota > 0) {
            let order = &mut self.order[class.start..class.start + class.count];
            if class.quota < class.count {
                order.select_nth_unstable(class.quota);
            }
            for &entry in &order[..class.quota] {
                let c = &candidates[entry as u32 as usize];
                let Candidate { score, cost, cell, buried, well, .. } = *c;
                nodes.push(Node { board: c.key.board(), score, cost, cell, buried, well });
                links.push(c.link);
            }
        }
    }
}
