//! Iterative deepening: of the thread that decides, and of those that help it.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use laplace_games::blobwar::Move;

use super::engine::{Answer, Report};
use super::limits::{Budget, Limits};
use super::node::{Node, Packed};
use super::score::{self, INFINITE, MOST_PLIES, PROVED, Score, Window, is_proved};
use super::search::{Shared, Stopped, Worker};
use crate::platform;

/// Half the width of the first window, in hundredths of a blob.
const ASPIRATION: Score = 60;
/// From this depth on the last score is worth a guess.
const GUESS_FROM: i32 = 4;
/// The share of the time after which no iteration begins, by how long the best move has been the same; and
/// what is added after a fall by so much.
const STEADY_PERCENT: [u32; 5] = [150, 120, 100, 85, 75];
const FELL_PERCENT: u32 = 50;
const FELL: Score = 100;

/// The work of the threads that do not decide.
pub(super) fn help(shared: &Shared<'_>, root: &Node, helper: usize) {
    let mut worker = Worker::new(shared);
    worker.may_stop = true;
    let ahead = 1 + (helper & 1) as i32;
    let mut last = 0;
    for depth in ahead..=MOST_PLIES as i32 {
        match iterate(&mut worker, shared, root, (depth, last), &mut |_| {}) {
            Ok(score) => last = score,
            Err(Stopped) => return,
        }
    }
}

/// One iteration: windows around the score of the last one, wider each time it falls outside. Tells when a move
/// turns out to be better than expected.
fn iterate(
    worker: &mut Worker<'_>,
    shared: &Shared<'_>,
    root: &Node,
    (depth, last): (i32, Score),
    better: &mut dyn FnMut(&Worker<'_>),
) -> Result<Score, Stopped> {
    let mut width = ASPIRATION;
    let guess = shared.ideas.aspiration && depth >= GUESS_FROM && !is_proved(last);
    let mut window = if guess { Window { alpha: last - width, beta: last + width } } else { Window::FULL };
    loop {
        let score = worker.search_root(root, window, depth)?;
        width *= 3;
        let all = width > ASPIRATION * 30;
        if score <= window.alpha {
            window.alpha = if all { -INFINITE } else { score.max(-INFINITE + width) - width };
        } else if score >= window.beta {
            better(worker);
            window.beta = if all { INFINITE } else { score.min(INFINITE - width) + width };
        } else {
            return Ok(score);
        }
    }
}

/// The thread that decides.
pub(super) struct Lead<'a> {
    worker: Worker<'a>,
    pub(super) shared: &'a Shared<'a>,
    pub(super) root: Node,
    budget: Budget,
    pub(super) answer: Answer,
    /// What is known of the moves after the best one, if they are wanted.
    others: Vec<Report>,
    last_move: Option<Move>,
    steady: Steady,
}

/// How much the last iterations agreed.
#[derive(Clone, Copy, Debug, Default)]
struct Steady {
    /// For how many iterations the best move has stayed the same.
    same_move: usize,
    /// Whether the last one found it to be worse.
    fell: bool,
}

impl<'a> Lead<'a> {
    pub(super) fn new(
        shared: &'a Shared<'a>,
        root: Node,
        budget: Budget,
        fallback: Move,
        lines: usize,
    ) -> Self {
        let answer = Answer::unsearched(fallback);
        let others = (2..=lines).map(|line| Report { line, ..answer.report.clone() }).collect();
        let (last_move, steady) = (None, Steady::default());
        Self { worker: Worker::new(shared), shared, root, budget, answer, others, last_move, steady }
    }

    pub(super) fn deepen(&mut self, deepest: i32, limits: &Limits, report: &mut dyn FnMut(&Report)) {
        for depth in 1..=deepest {
            let searched = self.iteration(depth);
            self.answer.take(self.worker.path());
            let Ok(score) = searched else { break };
            self.worker.report_nodes();
            self.worker.may_stop = true;
            self.note(depth, score);
            report(&self.answer.report);
            if self.search_others(depth, report).is_err() || (!limits.infinite && self.is_enough(depth)) {
                break;
            }
        }
        self.worker.report_nodes();
        self.answer.report.nodes = self.shared.nodes.load(Relaxed);
        self.answer.report.time = self.shared.started.elapsed();
        self.wait_if_infinite(limits);
    }

    fn iteration(&mut self, depth: i32) -> Result<Score, Stopped> {
        let Self { worker, shared, root, answer, .. } = self;
        let last = answer.report.score;
        iterate(worker, shared, root, (depth, last), &mut |worker| answer.take(worker.path()))
    }

    /// Searches the moves after the best one: each time the best of those that have no line yet.
    fn search_others(&mut self, depth: i32, report: &mut dyn FnMut(&Report)) -> Result<(), Stopped> {
        let Self { worker, shared, root, answer, others, .. } = self;
        worker.told = vec![answer.played.into()];
        let searched = others.iter_mut().try_for_each(|other| {
            other.score = iterate(worker, shared, root, (depth, other.score), &mut |_| {})?;
            other.path = worker.path().iter().copied().filter_map(Packed::unpack).collect();
            worker.told.extend(other.path.first().copied().map(Packed::from));
            worker.report_nodes();
            other.depth = depth as u32;
            other.deepest = worker.deepest();
            other.nodes = shared.nodes.load(Relaxed);
            other.time = shared.started.elapsed();
            other.filling = answer.report.filling;
            report(other);
            Ok(())
        });
        worker.told.clear();
        searched
    }

    fn note(&mut self, depth: i32, score: Score) {
        let report = &mut self.answer.report;
        let same = self.last_move == Some(self.answer.played);
        self.last_move = Some(self.answer.played);
        self.steady = Steady {
            same_move: if same { self.steady.same_move + 1 } else { 0 },
            fell: score <= report.score - FELL,
        };
        report.depth = depth as u32;
        report.score = score;
        report.deepest = self.worker.deepest();
        report.nodes = self.shared.nodes.load(Relaxed);
        report.time = self.shared.started.elapsed();
        report.filling = self.shared.table.filling();
    }

    /// Whether another iteration is not worth beginning: no time, or nothing but wins and losses that cannot be
    /// put off.
    fn is_enough(&self, depth: i32) -> bool {
        let late =
            self.budget.no_new.is_some_and(|time| self.shared.started.elapsed() >= self.patience(time));
        let is_known = |report: &Report| {
            let score = report.score;
            score >= PROVED || (score <= -PROVED && score::WIN + score <= depth)
        };
        let all_known = is_known(&self.answer.report) && self.others.iter().all(is_known);
        late || all_known || self.shared.stop.load(Relaxed)
    }

    /// More time while the best move changes or its score falls, less while all stays the same.
    fn patience(&self, time: Duration) -> Duration {
        let Steady { same_move, fell } = self.steady;
        let percent =
            STEADY_PERCENT[same_move.min(STEADY_PERCENT.len() - 1)] + if fell { FELL_PERCENT } else { 0 };
        time * percent / 100
    }

    /// An infinite search that has nothing left to find out answers only when it is told to stop.
    fn wait_if_infinite(&self, limits: &Limits) {
        while limits.infinite && !self.shared.stop.load(Relaxed) {
            platform::sleep(Duration::from_millis(1));
        }
    }
}
