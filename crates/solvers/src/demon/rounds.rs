//! The rounds of a search: a quick game, a good one, then repair after repair until nothing is left to try.
//!
//! A game's losses are far apart, and a repair mostly joins the old game again some hundred pieces later:
//! the same board before the same piece. So each loss is a small problem of its own. A batch tries all losses
//! of the best game in the same way, on as many threads as there are; what succeeds without overlapping is
//! put together. Batches do not depend on how their work was divided, so neither does the result.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use games::demon::Move;

use super::course::Course;
use super::node::{Guide, Key, Node, Problem};
use super::repair::Pause;
use super::search::{Attempt, Control, Plan, Search};
use super::settings::{self, Style};

/// Plays from the start to the end. When time is up, the rest is played quickly.
pub(super) fn play(problem: &Problem, guide: &Guide, plan: &Plan, control: &Control<'_>) -> Option<Course> {
    let mut search = Search::new((problem, guide), control, (0, Node::default()));
    let mut plan = plan;
    let (in_a_hurry, patient) = (settings::quick(), Control { stop: &|| false, watch: control.watch });
    while !search.is_finished() {
        match search.place(plan) {
            Pause::Placed => {}
            Pause::Dead => return None,
            Pause::Stopped => {
                search.control = &patient;
                plan = &in_a_hurry;
            }
        }
    }
    Course::new(problem, guide, search.history.trace(problem, search.best_place()))
}

/// A stretch of a game that is better than before.
struct Splice {
    start: usize,
    moves: Vec<Move>,
}

impl Splice {
    fn end(&self) -> usize {
        self.start + self.moves.len()
    }
}

/// How a loss was tried to be repaired.
enum Tried {
    Failed,
    Mended(Splice),
    /// There was no time to find out.
    Unknown,
}

/// Tries to do without one loss of a game.
fn mend(
    (problem, style): (&Problem, &Style),
    course: &Course,
    (loss, attempt): (usize, Attempt),
    control: &Control<'_>,
) -> Tried {
    let start = start_of(course, loss, attempt);
    let Some(&node) = course.nodes.get(start) else { return Tried::Failed };
    let mut search = Search::new((problem, &style.guide), control, (start, node));
    let focus = super::share::Width { nodes: attempt.nodes, ..style.plan.focus };
    if search.pass_loss(loss, focus)
        && let Some(place) = search.find_way_back(&style.plan, course)
    {
        return Tried::Mended(Splice { start, moves: search.history.trace(problem, place) });
    }
    if (control.stop)() { Tried::Unknown } else { Tried::Failed }
}

/// Where to go back to: not beyond the loss before.
fn start_of(course: &Course, loss: usize, attempt: Attempt) -> usize {
    let wanted = loss.saturating_sub(attempt.back);
    (wanted..=loss).find(|&index| course.regrets[index] == course.regrets[loss]).unwrap_or(loss)
}

impl Search<'_> {
    /// Goes on until a board is one of the old game's, or the game is over, with less lost than it had.
    fn find_way_back(&mut self, plan: &Plan, old: &Course) -> Option<usize> {
        while !self.is_finished() {
            let index = self.index();
            if self.regret >= old.regrets[index] {
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
        let same =
            |node: &Node| node.key() == old.key() && node.buried == old.buried && node.score > old.score;
        self.nodes.iter().position(same)
    }
}

/// Repairs the losses of a game for as long as it gets better.
pub(super) struct Mender<'a> {
    pub(super) problem: &'a Problem,
    pub(super) threads: usize,
    pub(super) control: &'a Control<'a>,
    /// What was tried in vain: the style and attempt, the loss, the board it was tried from.
    tried: HashSet<(usize, usize, usize, Key)>,
}

impl<'a> Mender<'a> {
    pub(super) fn new(problem: &'a Problem, threads: usize, control: &'a Control<'a>) -> Self {
        Self { problem, threads, control, tried: HashSet::new() }
    }

    /// Tries each loss with each attempt of a style, the cheap ones first; says whether the game got better.
    pub(super) fn mend_all(&mut self, (number, style): (usize, &Style), course: &mut Course) -> bool {
        let mut better = false;
        let mut level = 0;
        while let Some(&attempt) = style.plan.attempts.get(level) {
            let name = |course: &Course, loss: usize| {
                let start = start_of(course, loss, attempt);
                course.nodes.get(start).map(|node| (number, level, loss, node.key()))
            };
            let losses: Vec<usize> = course
                .loss_places()
                .filter(|&loss| name(course, loss).is_some_and(|name| !self.tried.contains(&name)))
                .collect();
            let results = self.mend_each(style, course, &losses, attempt);
            for (&loss, _) in losses.iter().zip(&results).filter(|(_, r)| matches!(r, Tried::Failed)) {
                self.tried.extend(name(course, loss));
            }
            let mended = self.splice(style, course, results);
            better |= mended;
            level = if mended { 0 } else { level + 1 };
            if (self.control.stop)() {
                break;
            }
        }
        better
    }

    /// Tries each loss in the same way, on all threads.
    fn mend_each(&self, style: &Style, course: &Course, losses: &[usize], attempt: Attempt) -> Vec<Tried> {
        let results: Vec<Mutex<Tried>> = losses.iter().map(|_| Mutex::new(Tried::Unknown)).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let (Some(&loss), Some(result)) = (losses.get(number), results.get(number)) else { break };
                let tried = mend((self.problem, style), course, (loss, attempt), self.control);
                if let Ok(mut result) = result.lock() {
                    *result = tried;
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads.min(losses.len()) {
                scope.spawn(work);
            }
            work();
        });
        results.into_iter().map(|result| result.into_inner().unwrap_or(Tried::Unknown)).collect()
    }

    /// Puts the better stretches into the game, from the left, those that overlap left out.
    fn splice(&self, style: &Style, course: &mut Course, results: Vec<Tried>) -> bool {
        let mut moves = course.moves.clone();
        let mut done = 0;
        for result in results {
            if let Tried::Mended(splice) = result
                && splice.start >= done
            {
                done = splice.end();
                moves[splice.start..done].copy_from_slice(&splice.moves);
            }
        }
        let Some(new) = Course::new(self.problem, &style.guide, moves) else { return false };
        let better = new.score > course.score;
        if better {
            *course = new;
        }
        better
    }
}
