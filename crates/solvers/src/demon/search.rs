//! A game under way: a beam search that goes on piece by piece, and can go back.
//!
//! A layer is saved as a checkpoint every few pieces, so that a search can return to one. What a repair replaces is
//! kept for a while, in case the new way ends at a board that no piece fits (see [`super::repair`]).

use super::cost::Evaluator;
use super::expand::{Children, Layer};
use super::heights::Hole;
use super::history::History;
use super::node::{Key, Link, Node, Problem};
use super::selection::{BeamWidth, QuotaSelection, REGRET_CLASSES};
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
    /// The beam width where nothing was lost.
    pub(super) normal_width: BeamWidth,
    /// The beam width of a repair, but for its number of nodes, which each attempt sets.
    pub(super) repair_width: BeamWidth,
    /// The attempts at a repair, tried in this order.
    pub(super) attempts: Vec<Attempt>,
}

/// One way to try a repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Attempt {
    /// The number of pieces to go back.
    pub(super) back: usize,
    /// The number of nodes of a layer.
    pub(super) nodes: usize,
    pub(super) boards: Boards,
}

/// The boards that take part in a repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Boards {
    /// Those without covered cells.
    Heights,
    /// All, the flat ones with few covered cells first ([`super::covered`]).
    Covered,
    /// All, from the last full or empty board before the loss on, by the rows that the coming Tetrises can take
    /// ([`super::tetrises`]).
    Planned,
}

impl Plan {
    /// The largest number of pieces that an attempt goes back.
    pub(super) fn reach(&self) -> usize {
        self.attempts.iter().map(|attempt| attempt.back).max().unwrap_or(0)
    }
}

/// What placing one more piece did to the beam.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Advance {
    /// The least regret rose by this much.
    By(i32),
    /// No board is left; the layer before is lost.
    DeadEnd,
    /// The caller stopped the search.
    Stopped,
}

/// How placing one more piece, with its repairs, ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The search goes on: a piece was placed, or the search went back.
    GoesOn,
    /// No board is left, whatever was tried.
    DeadEnd,
    /// The caller stopped the search.
    Stopped,
}

/// A layer to return to.
pub(super) struct Checkpoint {
    pub(super) index: usize,
    pub(super) nodes: Vec<Node>,
    pub(super) regret: i32,
}

/// What undoes a repair: the game as it was before it, from piece `start` on.
pub(super) struct UndoRepair {
    pub(super) start: usize,
    pub(super) tail: Vec<Vec<Link>>,
    pub(super) nodes: Vec<Node>,
    pub(super) regret: i32,
}

impl UndoRepair {
    pub(super) fn end(&self) -> usize {
        self.start + self.tail.len()
    }
}

/// Pieces between checkpoints.
const CHECKPOINT_INTERVAL: usize = 16;
/// The number of pieces that checkpoints reach back at least, for the case of a dead end.
const MIN_REACH: usize = CHECKPOINT_INTERVAL * MAX_DEAD_ENDS;
/// Repairs that ended this number of pieces ago cannot be undone any more.
const MAX_UNDO_AGE: usize = 1000;
/// The number of dead ends at one piece after which a search gives up.
const MAX_DEAD_ENDS: usize = 24;
/// The number of last pieces in which blocks left on the board are points lost for good.
const ENDGAME: usize = 80;
/// The least number of nodes of their layers.
const MIN_ENDGAME_NODES: usize = 500;
/// Pieces past a dead end after which layers are as narrow as before.
const PAST_DEAD_END: usize = 32;
/// The number of pieces before a dead end from which on covered boards are looked for.
const BEFORE_DEAD_END: usize = 40;
/// The beam width beyond which widening no longer avoids dead ends.
const MAX_WIDENED_NODES: usize = 4096;

/// A game under way.
pub(super) struct Search<'a> {
    pub(super) problem: &'a Problem,
    pub(super) evaluator: &'a Evaluator,
    pub(super) control: &'a Control<'a, LayerReport>,
    pub(super) nodes: Vec<Node>,
    pub(super) regret: i32,
    pub(super) history: History,
    pub(super) checkpoints: Vec<Checkpoint>,
    pub(super) undo_stack: Vec<UndoRepair>,
    /// The last layer at which a repair met a goal; no later repair goes back beyond it.
    pub(super) pinned: usize,
    children: Children,
    selection: QuotaSelection,
    /// The number of dead ends at `dead_end_at` or before it.
    dead_ends: usize,
    dead_end_at: usize,
    /// The factor by which layers are wider since the last dead end.
    width_factor: usize,
}

impl<'a> Search<'a> {
    /// A search from the empty board before the first piece.
    pub(super) fn new(
        problem: &'a Problem,
        evaluator: &'a Evaluator,
        control: &'a Control<'a, LayerReport>,
    ) -> Self {
        let node = Node::default();
        Self {
            problem,
            evaluator,
            control,
            nodes: vec![node],
            regret: problem.regret(0, &node),
            history: History::new(0),
            checkpoints: Vec::new(),
            undo_stack: Vec::new(),
            pinned: 0,
            children: Children::default(),
            selection: QuotaSelection::default(),
            dead_ends: 0,
            dead_end_at: 0,
            width_factor: 1,
        }
    }

    /// The next piece.
    pub(super) fn index(&self) -> usize {
        self.history.index()
    }

    pub(super) fn is_finished(&self) -> bool {
        self.index() >= self.problem.pieces.len()
    }

    /// Places one more piece and repairs what that loses, if it can.
    pub(super) fn place(&mut self, plan: &Plan) -> Outcome {
        let index = self.index();
        let before = self.regret;
        match self.advance_normally(plan) {
            Advance::Stopped => Outcome::Stopped,
            Advance::DeadEnd if self.return_from_dead_end() || self.pass_dead_end() => Outcome::GoesOn,
            Advance::DeadEnd => Outcome::DeadEnd,
            Advance::By(0) => Outcome::GoesOn,
            Advance::By(_) => {
                let mut attempts = plan.attempts.iter().filter(|_| self.problem.parts.repairs);
                if attempts.any(|&attempt| self.repair(index, before, attempt, plan.repair_width)) {
                    self.save(plan.reach());
                }
                Outcome::GoesOn
            }
        }
    }

    /// Places one piece; with goals, only boards among them stay.
    pub(super) fn advance(&mut self, width: &BeamWidth, goals: Option<&[Key]>) -> Advance {
        if self.control.is_stopped() {
            return Advance::Stopped;
        }
        let layer = Layer {
            problem: self.problem,
            evaluator: self.evaluator,
            index: self.index(),
            allow_holes: width.allow_holes,
        };
        self.children.expand(&layer, &self.nodes);
        let candidates = &mut self.children.candidates;
        if let Some(goals) = goals {
            candidates.retain(|c| c.hole == Hole::NONE && goals.binary_search(&c.key).is_ok());
        }
        let mut links = Vec::new();
        let promise = self.selection.select(&layer, width, candidates, &mut self.nodes, &mut links);
        if self.nodes.is_empty() {
            return Advance::DeadEnd;
        }
        let regret = self.problem.bound.start() - promise;
        let rise = regret - std::mem::replace(&mut self.regret, regret);
        self.history.push(links);
        Advance::By(rise)
    }

    /// Places one piece with the normal beam width.
    pub(super) fn advance_normally(&mut self, plan: &Plan) -> Advance {
        if self.index().is_multiple_of(CHECKPOINT_INTERVAL) {
            self.save(plan.reach());
        }
        if self.index() > self.dead_end_at + PAST_DEAD_END {
            self.width_factor = 1;
        }
        let left = self.problem.pieces.len() - self.index();
        let least = if left <= ENDGAME { MIN_ENDGAME_NODES } else { 1 };
        let width = BeamWidth {
            nodes: (plan.normal_width.nodes * self.width_factor).max(least),
            // All plans that looked good have led to the dead end: one that looks bad may pass it.
            keep_worse: self.width_factor > 1,
            ..plan.normal_width
        };
        let advance = self.advance(&width, None);
        self.control.report(&LayerReport { placed: self.index(), score: self.best_score() });
        advance
    }

    /// Saves this layer as a checkpoint, and drops those that nothing returns to any more.
    pub(super) fn save(&mut self, reach: usize) {
        let index = self.index();
        if self.checkpoints.last().is_some_and(|c| c.index == index) {
            return;
        }
        let reach = reach.max(MIN_REACH) + 2 * CHECKPOINT_INTERVAL;
        self.checkpoints.retain(|c| c.index + reach >= index);
        self.checkpoints.push(Checkpoint { index, nodes: self.nodes.clone(), regret: self.regret });
        self.undo_stack.retain(|old| old.end() + MAX_UNDO_AGE >= index);
        let oldest =
            self.undo_stack.iter().map(|old| old.start).chain(self.checkpoints.first().map(|c| c.index));
        self.history.thin_before(oldest.min().unwrap_or(index));
    }

    /// Puts the game back as it was.
    pub(super) fn restore(&mut self, old: UndoRepair) {
        self.history.replace(old.start, old.tail);
        self.nodes = old.nodes;
        self.regret = old.regret;
    }

    /// After a dead end: undoes the last repair, or returns to a checkpoint with more nodes, each time to an earlier
    /// one. False if nothing is left to try.
    pub(super) fn return_from_dead_end(&mut self) -> bool {
        let index = self.index();
        self.dead_ends = if index > self.dead_end_at { 1 } else { self.dead_ends + 1 };
        self.dead_end_at = self.dead_end_at.max(index);
        if self.dead_ends > MAX_DEAD_ENDS {
            return false;
        }
        if self.undo_last_repair() {
            return true;
        }
        let earlier = self.checkpoints.len().saturating_sub(self.dead_ends * self.dead_ends);
        let Some(checkpoint) = self.checkpoints.drain(earlier..).next() else { return false };
        self.history.replace(checkpoint.index, Vec::new());
        self.nodes = checkpoint.nodes;
        self.regret = checkpoint.regret;
        self.pinned = self.pinned.min(checkpoint.index);
        if self.nodes.len() * self.width_factor < MAX_WIDENED_NODES {
            self.width_factor *= 2;
        }
        true
    }

    /// Passes a dead end over boards with covered cells; false if that fails too.
    fn pass_dead_end(&mut self) -> bool {
        let dead_end = self.dead_end_at;
        let is_before = |c: &Checkpoint| c.index + BEFORE_DEAD_END <= dead_end;
        let at = self.checkpoints.iter().rposition(is_before).unwrap_or(0);
        let Some(checkpoint) = self.checkpoints.get(at) else { return false };
        let start = checkpoint.index;
        let Some(passed) = self.pass_dead_end_covered(&checkpoint.nodes, start, dead_end) else {
            return false;
        };
        self.history.replace(start, passed.links);
        self.history.thin_from(start);
        self.nodes = passed.nodes;
        let index = self.index();
        self.regret = self.nodes.iter().map(|node| self.problem.regret(index, node)).min().unwrap_or(0);
        self.width_factor = 1;
        // What was there before leads to the dead end.
        self.pinned = index;
        self.checkpoints.truncate(at + 1);
        self.undo_stack.clear();
        true
    }

    /// Undoes the last repair; false if there is none.
    pub(super) fn undo_last_repair(&mut self) -> bool {
        let Some(old) = self.undo_stack.pop() else { return false };
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

    /// The same width, for boards of every regret.
    pub(super) const fn all_regrets(width: BeamWidth) -> BeamWidth {
        BeamWidth { regret_classes: REGRET_CLASSES, ..width }
    }
}
