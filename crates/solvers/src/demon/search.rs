//! A game under way: a beam that goes on piece by piece, and can go back.
//!
//! Layers are saved every few pieces, so that a search can return to one; what it leaves is kept for a
//! while, in case the new way turns out worse (see [`super::repair`]).

use super::expand::{Children, Layer};
use super::heights::Buried;
use super::history::History;
use super::node::{Guide, Key, Link, Node, Problem};
use super::share::{GAPS, Sharing, Width};
use crate::Control;

/// A layer of the game under way, as it is reported.
pub(super) struct LayerReport {
    /// The number of pieces placed.
    pub(super) placed: usize,
    /// The score of the layer's best board.
    pub(super) score: i32,
}

/// How a game is searched.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// The layers of calm stretches.
    pub(super) calm: Width,
    /// The layers of a repair, but for their nodes.
    pub(super) focus: Width,
    /// What is tried at a loss, in this order.
    pub(super) attempts: Vec<Attempt>,
}

/// One way to try a repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Attempt {
    /// How many pieces to go back.
    pub(super) back: usize,
    /// How many nodes a layer.
    pub(super) nodes: usize,
}

impl Plan {
    pub(super) fn reach(&self) -> usize {
        self.attempts.iter().map(|attempt| attempt.back).max().unwrap_or(0)
    }
}

/// How one more piece went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Advance {
    /// The least regret rose by this much.
    By(i32),
    /// No board is left; the layer before is lost.
    Dead,
    /// There was no time.
    Stopped,
}

/// A layer to return to.
pub(super) struct Checkpoint {
    pub(super) index: usize,
    pub(super) nodes: Vec<Node>,
    pub(super) regret: i32,
}

/// The game as it was before a repair, from piece `start` on.
pub(super) struct Fallback {
    pub(super) start: usize,
    pub(super) tail: Vec<Vec<Link>>,
    pub(super) nodes: Vec<Node>,
    pub(super) regret: i32,
}

impl Fallback {
    pub(super) fn end(&self) -> usize {
        self.start + self.tail.len()
    }
}

/// Pieces between saved layers.
const EVERY: usize = 16;
/// Saved layers reach back at least so far, for the case that all boards die.
const LEAST_REACH: usize = 64;
/// Repairs older than this cannot be taken back.
const FORGOTTEN: usize = 1000;
/// How often a search may die before one piece until it gives up.
const DEATHS: usize = 24;
/// The last pieces, in which what is left on the board is points lost for good.
const ENDING: usize = 80;
/// Nodes of their layers at least.
const ENDING_NODES: usize = 500;
/// Pieces past a death after which layers are as narrow as before.
const PAST_DEATH: usize = 32;
/// Nodes of a layer from which on more would not help against death.
const WIDE_ENOUGH: usize = 4096;

/// A game under way.
pub(super) struct Search<'a> {
    pub(super) problem: &'a Problem,
    pub(super) guide: &'a Guide,
    pub(super) control: &'a Control<'a, LayerReport>,
    pub(super) nodes: Vec<Node>,
    pub(super) regret: i32,
    pub(super) history: History,
    pub(super) checkpoints: Vec<Checkpoint>,
    pub(super) fallbacks: Vec<Fallback>,
    /// The last layer whose board was met from both sides; no repair goes back beyond it.
    pub(super) pinned: usize,
    children: Children,
    sharing: Sharing,
    /// How often boards died at `died_at` or before it.
    deaths: usize,
    died_at: usize,
    /// How many times wider layers are since boards died.
    wider: usize,
}

impl<'a> Search<'a> {
    /// A search from one board before a piece.
    pub(super) fn new(
        (problem, guide): (&'a Problem, &'a Guide),
        control: &'a Control<'a, LayerReport>,
        (index, node): (usize, Node),
    ) -> Self {
        Self {
            problem,
            guide,
            control,
            nodes: vec![node],
            regret: problem.regret(index, &node),
            history: History::new(index),
            checkpoints: Vec::new(),
            fallbacks: Vec::new(),
            pinned: 0,
            children: Children::default(),
            sharing: Sharing::default(),
            deaths: 0,
            died_at: 0,
            wider: 1,
        }
    }

    /// The next piece.
    pub(super) fn index(&self) -> usize {
        self.history.index()
    }

    pub(super) fn is_finished(&self) -> bool {
        self.index() >= self.problem.pieces.len()
    }

    /// Places one piece; with goals, only boards among them stay.
    pub(super) fn advance(&mut self, width: &Width, goals: Option<&[Key]>) -> Advance {
        if self.control.is_stopped() {
            return Advance::Stopped;
        }
        let (index, bury) = (self.index(), width.bury);
        let layer = Layer { problem: self.problem, guide: self.guide, index, bury };
        self.children.expand(&layer, &self.nodes);
        let candidates = &mut self.children.candidates;
        if let Some(goals) = goals {
            candidates.retain(|c| c.buried == Buried::NONE && goals.binary_search(&c.key).is_ok());
        }
        let mut links = Vec::new();
        let promise = self.sharing.select(&layer, width, candidates, (&mut self.nodes, &mut links));
        if self.nodes.is_empty() {
            return Advance::Dead;
        }
        let regret = self.problem.exact.start() - promise;
        let rise = regret - std::mem::replace(&mut self.regret, regret);
        self.history.push(links);
        Advance::By(rise)
    }

    /// Places one piece in a calm stretch.
    pub(super) fn advance_calmly(&mut self, plan: &Plan) -> Advance {
        if self.index().is_multiple_of(EVERY) {
            self.save(plan.reach());
        }
        if self.index() > self.died_at + PAST_DEATH {
            self.wider = 1;
        }
        let left = self.problem.pieces.len() - self.index();
        let least = if left <= ENDING { ENDING_NODES } else { 1 };
        let width = Width { nodes: (plan.calm.nodes * self.wider).max(least), ..plan.calm };
        let advance = self.advance(&width, None);
        self.control.report(&LayerReport { placed: self.index(), score: self.best_score() });
        advance
    }

    /// Saves this layer, and forgets those that nothing returns to any more.
    pub(super) fn save(&mut self, reach: usize) {
        let index = self.index();
        if self.checkpoints.last().is_some_and(|c| c.index == index) {
            return;
        }
        let reach = reach.max(LEAST_REACH) + 2 * EVERY;
        self.checkpoints.retain(|c| c.index + reach >= index);
        self.checkpoints.push(Checkpoint { index, nodes: self.nodes.clone(), regret: self.regret });
        self.fallbacks.retain(|old| old.end() + FORGOTTEN >= index);
        let oldest =
            self.fallbacks.iter().map(|old| old.start).chain(self.checkpoints.first().map(|c| c.index));
        self.history.thin_before(oldest.min().unwrap_or(index));
    }

    /// Puts the game back as it was.
    pub(super) fn restore(&mut self, old: Fallback) {
        self.history.replace(old.start, old.tail);
        self.nodes = old.nodes;
        self.regret = old.regret;
    }

    /// After the last board died: takes the last repair back, or returns to a saved layer with more nodes,
    /// each time an earlier one.
    pub(super) fn return_from_death(&mut self) -> bool {
        let index = self.index();
        self.deaths = if index > self.died_at { 1 } else { self.deaths + 1 };
        self.died_at = self.died_at.max(index);
        if self.deaths > DEATHS {
            return false;
        }
        if self.take_back() {
            return true;
        }
        let earlier = self.checkpoints.len().saturating_sub(self.deaths);
        let Some(checkpoint) = self.checkpoints.drain(earlier..).next() else { return false };
        self.history.replace(checkpoint.index, Vec::new());
        self.nodes = checkpoint.nodes;
        self.regret = checkpoint.regret;
        self.pinned = self.pinned.min(checkpoint.index);
        if self.nodes.len() * self.wider < WIDE_ENOUGH {
            self.wider *= 2;
        }
        true
    }

    /// Takes the last repair back, if one is remembered.
    pub(super) fn take_back(&mut self) -> bool {
        let Some(old) = self.fallbacks.pop() else { return false };
        self.pinned = 0;
        self.checkpoints.retain(|c| c.index <= old.start);
        self.restore(old);
        true
    }

    /// The place of the best board of the last layer.
    pub(super) fn best_place(&self) -> usize {
        (0..self.nodes.len()).max_by_key(|&place| self.nodes[place].score).unwrap_or(0)
    }

    pub(super) fn best_score(&self) -> i32 {
        self.nodes.iter().map(|node| node.score).max().unwrap_or(0)
    }

    /// Layers wide enough for every regret.
    pub(super) const fn all_gaps(width: Width) -> Width {
        Width { gaps: GAPS, ..width }
    }
}
