//! Losses of a complete game, tried again one by one in another style.
//!
//! A game's losses are far apart, and a game that is played anew from a board before a loss mostly comes to a
//! board of the old game again some hundred pieces after it. So each loss is a small problem of its own: a
//! few hundred pieces instead of ten thousand. All losses of a game are tried in the same way, on as many
//! threads as there are; what gets better without overlapping is put together. That does not depend on how
//! the work was divided, so neither does the result.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use games::demon::Move;

use super::course::Course;
use super::node::{Key, Node, Problem};
use super::repair::Pause;
use super::search::{Control, Plan, Search};
use super::settings::Style;

/// For how many pieces past the old loss a new way may have lost as much as the old one.
const PATIENCE: usize = 150;

/// A stretch of a game that is better than before.
struct Splice {
    start: usize,
    moves: Vec<Move>,
}

/// What came of a loss.
enum Tried {
    Failed,
    Mended(Splice),
    /// There was no time to find out.
    Unknown,
}

/// A loss of a game, and the piece from which it is played anew.
#[derive(Clone, Copy)]
struct Task {
    loss: usize,
    start: usize,
    node: Node,
}

/// Repairs complete games.
pub(super) struct Mender<'a> {
    problem: &'a Problem,
    threads: usize,
    /// What was tried in vain: the style's number, the loss, the board it was tried from.
    tried: HashSet<(usize, usize, Key)>,
}

impl<'a> Mender<'a> {
    pub(super) fn new(problem: &'a Problem, threads: usize) -> Self {
        Self { problem, threads: threads.max(1), tried: HashSet::new() }
    }

    /// Tries the losses of a game in a style, for as long as that helps; says whether it did.
    pub(super) fn mend(&mut self, style: &Style, course: &mut Course, control: &Control<'_>) -> bool {
        let mut helped = false;
        loop {
            let tasks = self.tasks(style, course);
            let results = self.try_all(style, course, &tasks, control);
            for (task, _) in tasks.iter().zip(&results).filter(|(_, tried)| matches!(tried, Tried::Failed)) {
                self.tried.insert((style.number, task.loss, task.node.key()));
            }
            if !self.splice(style, course, results) || (control.stop)() {
                return helped;
            }
            helped = true;
        }
    }

    /// The losses that this style has not been tried on.
    fn tasks(&self, style: &Style, course: &Course) -> Vec<Task> {
        let task = |loss: usize| {
            let start = loss.saturating_sub(style.back);
            course.nodes.get(start).map(|&node| Task { loss, start, node })
        };
        let is_new = |task: &Task| !self.tried.contains(&(style.number, task.loss, task.node.key()));
        course.loss_places().filter_map(task).filter(is_new).collect()
    }

    /// Tries each loss, on all threads.
    fn try_all(&self, style: &Style, course: &Course, tasks: &[Task], control: &Control<'_>) -> Vec<Tried> {
        let results: Vec<Mutex<Tried>> = tasks.iter().map(|_| Mutex::new(Tried::Unknown)).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some((task, result)) = {
                let number = next.fetch_add(1, Ordering::Relaxed);
                tasks.get(number).zip(results.get(number))
            } {
                let tried = self.try_one(style, course, task, control);
                if let Ok(mut result) = result.lock() {
                    *result = tried;
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads.min(tasks.len()) {
                scope.spawn(work);
            }
            work();
        });
        results.into_iter().map(|result| result.into_inner().unwrap_or(Tried::Unknown)).collect()
    }

    fn try_one(&self, style: &Style, course: &Course, task: &Task, control: &Control<'_>) -> Tried {
        let mut search = Search::new((self.problem, &style.guide), control, (task.start, task.node));
        match search.find_way_back(&style.plan, course, task.loss) {
            Some(place) => {
                let moves = search.history.trace(self.problem, place);
                Tried::Mended(Splice { start: task.start, moves })
            }
            None if (control.stop)() => Tried::Unknown,
            None => Tried::Failed,
        }
    }

    /// Puts the better stretches into the game, from the left, those that overlap left out.
    fn splice(&self, style: &Style, course: &mut Course, results: Vec<Tried>) -> bool {
        let mut moves = course.moves.clone();
        let mut done = 0;
        for result in results {
            if let Tried::Mended(Splice { start, moves: better }) = result
                && start >= done
            {
                done = start + better.len();
                moves[start..done].copy_from_slice(&better);
            }
        }
        let new = if done > 0 { Course::new(self.problem, &style.guide, moves) } else { None };
        let better = new.filter(|new| new.score > course.score);
        let helped = better.is_some();
        if let Some(better) = better {
            *course = better;
        }
        helped
    }
}

impl Search<'_> {
    /// Goes on until a board is one of the old game's, or the game is over, with less lost than it had; the
    /// place of that board in its layer.
    fn find_way_back(&mut self, plan: &Plan, old: &Course, loss: usize) -> Option<usize> {
        while !self.is_finished() {
            let index = self.index();
            if index > loss + PATIENCE && self.regret >= old.regrets[index] {
                return None;
            }
            if let Some(place) = self.place_of(old.nodes.get(index)) {
                return Some(place);
            }
            if self.place(plan) != Pause::Placed {
                return None;
            }
        }
        (self.best_score() > old.score as i32).then(|| self.best_place())
    }

    /// The place of a board of the old game that is reached with a better score.
    fn place_of(&self, old: Option<&Node>) -> Option<usize> {
        let old = old?;
        let is_same = |node: &Node| node.key() == old.key() && node.buried == old.buried;
        self.nodes.iter().position(|node| node.score > old.score && is_same(node))
    }
}
