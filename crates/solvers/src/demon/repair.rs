//! Repairs: where the least regret of a layer rises, something was lost that need not be.
//!
//! The search then goes back some pieces and comes again with a beam many times wider, which keeps nothing
//! but boards that have lost nothing more, and looks out for boards from which the pin ahead is known to be
//! reached ([`super::goals`]). If it gets past the loss, the game goes on from there. A repair that costs
//! more within a hundred pieces than it saved is taken back.

use super::goals::{Backward, Goals, Lossless};
use super::heights::Buried;
use super::relaxed::CELLS;
use super::search::{Advance, Attempt, Checkpoint, Fallback, Plan, Search};
use super::share::Width;

/// How many pieces the search for goals goes back.
const DEPTH: usize = 14;
/// Goals a layer, for each node of the wide beam.
const GOALS_A_NODE: usize = 4;
/// Goals a layer at most.
const MOST_GOALS: usize = 50_000;
/// How many pieces past the loss a repair must go on.
const MARGIN: usize = 24;
/// For how many pieces a repair is on trial.
const TRIAL: usize = 120;
/// How many repairs can be taken back.
const FALLBACKS: usize = 6;

/// How a calm stretch ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pause {
    /// One more piece was placed.
    Placed,
    /// Every board died, whatever was tried.
    Dead,
    Stopped,
}

/// A wide run past a loss.
struct Run {
    /// The piece at which the loss was.
    loss: usize,
    start: usize,
    end: usize,
    goals: Option<Goals>,
    /// Whether a goal was met: from then on only goals count.
    met: bool,
    /// The layer just past the loss.
    past: Option<Checkpoint>,
}

impl Search<'_> {
    /// Places one more piece and repairs what that loses, if it can.
    pub(super) fn place(&mut self, plan: &Plan) -> Pause {
        let (index, before) = (self.index(), self.regret);
        match self.advance_calmly(plan) {
            Advance::Stopped => Pause::Stopped,
            Advance::Dead if self.return_from_death() => Pause::Placed,
            Advance::Dead => Pause::Dead,
            Advance::By(0) => Pause::Placed,
            Advance::By(_) => {
                let mut attempts = plan.attempts.iter().filter(|_| self.problem.parts.repairs);
                if attempts.any(|&attempt| self.repair(index, before, attempt, plan.focus)) {
                    self.save(plan.reach());
                } else if self.is_worse_than_before() {
                    self.take_back();
                }
                Pause::Placed
            }
        }
    }

    /// Tries to pass the loss at piece `loss`; if that fails, everything is as it was.
    fn repair(&mut self, loss: usize, before: i32, attempt: Attempt, focus: Width) -> bool {
        let wanted = loss.saturating_sub(attempt.back).max(self.pinned);
        let at = self.checkpoints.iter().rposition(|c| c.index <= wanted).unwrap_or(0);
        let Some(checkpoint) = self.checkpoints.get(at) else { return false };
        if checkpoint.regret != before || checkpoint.index >= loss {
            return false;
        }
        let start = checkpoint.index;
        let nodes = std::mem::replace(&mut self.nodes, checkpoint.nodes.clone());
        let regret = std::mem::replace(&mut self.regret, before);
        let old = Fallback { start, tail: self.history.split_off(start), nodes, regret };
        let Some(run) = self.pass(loss, Width { nodes: attempt.nodes, ..focus }) else {
            self.restore(old);
            return false;
        };
        self.checkpoints.truncate(at + 1);
        self.accept(run, old);
        true
    }

    fn accept(&mut self, run: Run, old: Fallback) {
        match run.past {
            Some(checkpoint) => {
                if run.met {
                    self.pinned = checkpoint.index;
                }
                self.checkpoints.push(checkpoint);
            }
            None => self.history.thin_from(run.start),
        }
        if self.fallbacks.len() == FALLBACKS {
            self.fallbacks.remove(0);
        }
        self.fallbacks.push(old);
    }

    /// Goes wide from here until past the loss at piece `loss`, without loss.
    fn pass(&mut self, loss: usize, focus: Width) -> Option<Run> {
        let start = self.index();
        let end = (loss + MARGIN).min(self.problem.pieces.len());
        let goals = self.goals(loss + 1, (focus.nodes * GOALS_A_NODE).min(MOST_GOALS));
        let mut run = Run { loss, start, end, goals, met: false, past: None };
        while self.index() < run.end {
            match self.advance_wide(&mut run, focus) {
                Advance::By(0) => {}
                // A loss soon after may be another one, for another repair.
                Advance::By(_) if self.index() > loss + 1 + MARGIN / 2 => break,
                _ => return None,
            }
        }
        Some(run)
    }

    /// One piece of a wide run.
    fn advance_wide(&mut self, run: &mut Run, focus: Width) -> Advance {
        let index = self.index();
        if index > run.loss {
            if run.past.is_none() {
                self.history.thin_from(run.start);
                run.past = Some(Checkpoint { index, nodes: self.nodes.clone(), regret: self.regret });
            }
            return self.advance(&Self::all_gaps(focus), None);
        }
        let goals = run.goals.as_ref();
        if let Some(wanted) = goals.and_then(|goals| goals.at(index))
            && !run.met
        {
            let is_wanted = |key| wanted.binary_search(&key).is_ok();
            run.met = self.nodes.iter().any(|node| node.buried == Buried::NONE && is_wanted(node.key()));
        }
        let next = if run.met { goals.and_then(|goals| goals.at(index + 1)) } else { None };
        self.advance(&focus, next)
    }

    /// Boards from which the layer before piece `end` is reached without loss, if that layer's are few.
    fn goals(&self, end: usize, width: usize) -> Option<Goals> {
        if !self.problem.parts.goals {
            return None;
        }
        let index = self.index();
        let mut start = [false; CELLS];
        for node in self.nodes.iter().filter(|node| self.problem.regret(index, node) == self.regret) {
            start[usize::from(node.cell)] = true;
        }
        let lossless = Lossless::new(self.problem, index, end, start);
        let first = end.saturating_sub(DEPTH).max(index);
        let (problem, guide, stop) = (self.problem, self.guide, self.control.stop);
        Backward { problem, guide, lossless: &lossless, width, stop }.goals(first, end)
    }

    /// Whether the last repair, not long ago, has lost more by now than it saved.
    fn is_worse_than_before(&self) -> bool {
        self.problem.parts.taking_back
            && self
                .fallbacks
                .last()
                .is_some_and(|old| self.regret > old.regret && self.index() < old.end() + TRIAL)
    }
}
