//! Repairs: where the least regret of a layer rises, points were lost that need not be.
//!
//! The search then goes back some pieces and comes again with a beam many times wider. That beam keeps only boards
//! that have lost nothing more, and looks out for goals: boards from which a search backwards knows the way past the
//! loss ([`super::goals`]). If it gets past the loss, the game goes on from there.

use super::covered::{CoveredWindow, Passed};
use super::goals::{Backward, Goals, Lossless};
use super::heights::Hole;
use super::node::Node;
use super::search::{Advance, Attempt, Boards, Checkpoint, Search, UndoRepair};
use super::selection::BeamWidth;
use laplace_games::demon::bound::tight::{CELLS, FLAGS, LEVELS};

/// The number of pieces that the search for goals goes back.
const GOAL_DEPTH: usize = 14;
/// Goals of a layer, for each node of the wide beam.
const GOALS_PER_NODE: usize = 4;
/// Goals of a layer at most.
const MAX_GOALS: usize = 50_000;
/// The number of pieces past the loss that a repair must place without losing more.
const MARGIN: usize = 24;
/// The number of pieces between a full or empty board and a loss that may come of it.
const PIN_DISTANCE: usize = 48;
/// The number of repairs that can be undone.
const MAX_UNDO: usize = 6;

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
    /// Tries to pass the loss at piece `loss`; if that fails, everything is as it was.
    pub(super) fn repair(
        &mut self,
        loss: usize,
        before: i32,
        attempt: Attempt,
        repair_width: BeamWidth,
    ) -> bool {
        let earliest = if attempt.boards == Boards::Heights { self.pinned } else { 0 };
        let mut wanted = loss.saturating_sub(attempt.back).max(earliest);
        let mut planned_from = None;
        if attempt.boards == Boards::Planned {
            let pins = self.pins(loss, before);
            let pin = match attempt.back {
                0 => pins.iter().rfind(|&&pin| pin <= loss),
                _ => pins.first(),
            };
            let Some(&pin) = pin else { return false };
            wanted = wanted.min(pin);
            planned_from = Some(pin);
        }
        let at = self.checkpoints.iter().rposition(|c| c.index <= wanted).unwrap_or(0);
        let Some(checkpoint) = self.checkpoints.get(at) else { return false };
        if checkpoint.regret != before || checkpoint.index >= loss {
            return false;
        }
        let start = checkpoint.index;
        if attempt.boards != Boards::Heights {
            let window = CoveredWindow { start, loss, margin: MARGIN, planned_from };
            let Some(passed) = self.pass_covered(&checkpoint.nodes, &window, attempt.nodes) else {
                return false;
            };
            self.accept_covered(at, before, passed);
            return true;
        }
        let nodes = std::mem::replace(&mut self.nodes, checkpoint.nodes.clone());
        let regret = std::mem::replace(&mut self.regret, before);
        let old = UndoRepair { start, tail: self.history.split_off(start), nodes, regret };
        let Some(run) = self.pass(loss, BeamWidth { nodes: attempt.nodes, ..repair_width }) else {
            self.restore(old);
            return false;
        };
        self.checkpoints.truncate(at + 1);
        self.accept(run, old);
        true
    }

    /// The pieces near a loss before which the board is full, or empty, on every way without loss.
    fn pins(&self, loss: usize, regret: i32) -> Vec<usize> {
        let first = loss.saturating_sub(PIN_DISTANCE);
        let last = (loss + MARGIN).min(self.problem.pieces.len() - 1);
        let mut as_good = self.checkpoints.iter().filter(|c| c.regret == regret && c.index < loss);
        let checkpoint = as_good.clone().rfind(|c| c.index <= first).or(as_good.next());
        let Some(checkpoint) = checkpoint else { return Vec::new() };
        let cells = self.lossless_cells(checkpoint.index, &checkpoint.nodes, regret);
        let lossless = Lossless::new(self.problem, checkpoint.index, last, cells);
        let is_pin = |&index: &usize| {
            let levels = || lossless.cells(index).map(|cell| cell / FLAGS);
            levels().all(|level| level == 0) || levels().all(|level| level == LEVELS - 1)
        };
        (first.max(checkpoint.index)..=last).filter(is_pin).collect()
    }

    fn accept(&mut self, run: Run, old: UndoRepair) {
        match run.past {
            Some(checkpoint) => {
                if run.met {
                    self.pinned = checkpoint.index;
                }
                self.checkpoints.push(checkpoint);
            }
            None => self.history.thin_from(run.start),
        }
        self.remember(old);
    }

    /// Goes on from the boards that a beam over covered boards has found.
    fn accept_covered(&mut self, checkpoint: usize, regret: i32, passed: Passed) {
        let start = self.checkpoints[checkpoint].index;
        let nodes = std::mem::replace(&mut self.nodes, passed.nodes);
        let old_regret = std::mem::replace(&mut self.regret, regret);
        let tail = self.history.split_off(start);
        for links in passed.links {
            self.history.push(links);
        }
        self.history.thin_from(start);
        self.pinned = self.index();
        self.checkpoints.truncate(checkpoint + 1);
        self.remember(UndoRepair { start, tail, nodes, regret: old_regret });
    }

    /// Keeps what undoes a repair.
    fn remember(&mut self, old: UndoRepair) {
        if self.undo_stack.len() == MAX_UNDO {
            self.undo_stack.remove(0);
        }
        self.undo_stack.push(old);
    }

    /// Places pieces with the wide beam until past the loss at piece `loss`; `None` if the loss is not avoided.
    fn pass(&mut self, loss: usize, repair_width: BeamWidth) -> Option<Run> {
        let start = self.index();
        let end = (loss + MARGIN).min(self.problem.pieces.len());
        let goals = self.goals(loss + 1, (repair_width.nodes * GOALS_PER_NODE).min(MAX_GOALS));
        let mut run = Run { loss, start, end, goals, met: false, past: None };
        while self.index() < run.end {
            let index = self.index();
            let before = (index > loss + MARGIN / 2).then(|| (self.nodes.clone(), self.regret));
            match (self.advance_wide(&mut run, repair_width), before) {
                (Advance::By(0), _) => {}
                // A loss soon after may be another one, for another repair: that one begins here.
                (Advance::By(_), Some((nodes, regret))) => {
                    self.history.split_off(index);
                    self.nodes = nodes;
                    self.regret = regret;
                    break;
                }
                _ => return None,
            }
        }
        Some(run)
    }

    /// One piece of a wide run.
    fn advance_wide(&mut self, run: &mut Run, repair_width: BeamWidth) -> Advance {
        let index = self.index();
        if index > run.loss {
            if run.past.is_none() {
                self.history.thin_from(run.start);
                run.past = Some(Checkpoint { index, nodes: self.nodes.clone(), regret: self.regret });
            }
            return self.advance(&Self::all_regrets(repair_width), None);
        }
        let goals = run.goals.as_ref();
        if let Some(wanted) = goals.and_then(|goals| goals.at(index))
            && !run.met
        {
            let is_wanted = |key| wanted.binary_search(&key).is_ok();
            run.met = self.nodes.iter().any(|node| node.hole == Hole::NONE && is_wanted(node.key()));
        }
        let next = if run.met { goals.and_then(|goals| goals.at(index + 1)) } else { None };
        self.advance(&repair_width, next)
    }

    /// The cells of the nodes before a piece that have lost no more than this.
    fn lossless_cells(&self, index: usize, nodes: &[Node], regret: i32) -> [bool; CELLS] {
        let mut cells = [false; CELLS];
        for node in nodes.iter().filter(|node| self.problem.regret(index, node) == regret) {
            cells[usize::from(node.cell)] = true;
        }
        cells
    }

    /// Boards from which the layer before piece `end` is reached without loss, if that layer's are few.
    fn goals(&self, end: usize, width: usize) -> Option<Goals> {
        if !self.problem.parts.goals {
            return None;
        }
        let index = self.index();
        let start = self.lossless_cells(index, &self.nodes, self.regret);
        let lossless = Lossless::new(self.problem, index, end, start);
        let first = end.saturating_sub(GOAL_DEPTH).max(index);
        let backward = Backward {
            problem: self.problem,
            evaluator: self.evaluator,
            lossless: &lossless,
            width,
            stop: self.control.stop,
        };
        backward.goals(first, end)
    }
}
