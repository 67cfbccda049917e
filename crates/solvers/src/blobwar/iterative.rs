//! Iterative deepening: of the thread that decides, and of those that help it.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use laplace_games::blobwar::Move;

use super::engine::{SearchInfo, SearchResult};
use super::node::{Node, PackedMove};
use super::score::{self, INFINITE, MAX_PLY, PROVED, Score, Window, is_proved};
use super::search::{Shared, Stopped, Worker};
use super::time::{Budget, Limits};
use crate::platform;

/// Half the width of the first window, in hundredths of a blob.
const ASPIRATION_WINDOW: Score = 60;
/// From this depth on the last score is worth a guess.
const ASPIRATION_MIN_DEPTH: i32 = 4;
/// The share of the time after which no iteration begins, by how long the best move has been the same; and
/// what is added after a fall by so much.
const STABILITY_PERCENT: [u32; 5] = [150, 120, 100, 85, 75];
const SCORE_DROP_PERCENT: u32 = 50;
const SCORE_DROP: Score = 100;

/// The work of the threads that do not decide.
pub(super) fn helper(shared: &Shared<'_>, root: &Node, number: usize) {
    let mut worker = Worker::new(shared);
    worker.may_stop = true;
    let ahead = 1 + (number & 1) as i32;
    let mut last = 0;
    for depth in ahead..=MAX_PLY as i32 {
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
    let mut width = ASPIRATION_WINDOW;
    let guess = shared.toggles.aspiration && depth >= ASPIRATION_MIN_DEPTH && !is_proved(last);
    let mut window = if guess { Window { alpha: last - width, beta: last + width } } else { Window::FULL };
    loop {
        let score = worker.search_root(root, window, depth)?;
        width *= 3;
        let all = width > ASPIRATION_WINDOW * 30;
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
pub(super) struct MainThread<'a> {
    worker: Worker<'a>,
    pub(super) shared: &'a Shared<'a>,
    pub(super) root: Node,
    budget: Budget,
    pub(super) result: SearchResult,
    /// What is known of the moves after the best one, if they are wanted.
    others: Vec<SearchInfo>,
    last_move: Option<Move>,
    stability: Stability,
}

/// How much the last iterations agreed.
#[derive(Clone, Copy, Debug, Default)]
struct Stability {
    /// For how many iterations the best move has stayed the same.
    same_move: usize,
    /// Whether the last one found it to be worse.
    fell: bool,
}

impl<'a> MainThread<'a> {
    pub(super) fn new(
        shared: &'a Shared<'a>,
        root: Node,
        budget: Budget,
        fallback: Move,
        multipv: usize,
    ) -> Self {
        let result = SearchResult::unsearched(fallback);
        let others = (2..=multipv).map(|multipv| SearchInfo { multipv, ..result.info.clone() }).collect();
        let (last_move, stability) = (None, Stability::default());
        Self { worker: Worker::new(shared), shared, root, budget, result, others, last_move, stability }
    }

    pub(super) fn deepen(&mut self, seldepth: i32, limits: &Limits, on_info: &mut dyn FnMut(&SearchInfo)) {
        for depth in 1..=seldepth {
            let searched = self.iteration(depth);
            self.result.take(self.worker.pv());
            let Ok(score) = searched else { break };
            self.worker.flush_nodes();
            self.worker.may_stop = true;
            self.note(depth, score);
            on_info(&self.result.info);
            if self.search_others(depth, on_info).is_err() || (!limits.infinite && self.is_enough(depth)) {
                break;
            }
        }
        self.worker.flush_nodes();
        self.result.info.nodes = self.shared.nodes.load(Relaxed);
        self.result.info.time = self.shared.started.elapsed();
        self.wait_if_infinite(limits);
    }

    fn iteration(&mut self, depth: i32) -> Result<Score, Stopped> {
        let Self { worker, shared, root, result, .. } = self;
        let last = result.info.score;
        iterate(worker, shared, root, (depth, last), &mut |worker| result.take(worker.pv()))
    }

    /// Searches the moves after the best one: each time the best of those that have no line yet.
    fn search_others(&mut self, depth: i32, on_info: &mut dyn FnMut(&SearchInfo)) -> Result<(), Stopped> {
        let Self { worker, shared, root, result, others, .. } = self;
        worker.excluded_root_moves = vec![result.best_move.into()];
        let searched = others.iter_mut().try_for_each(|other| {
            other.score = iterate(worker, shared, root, (depth, other.score), &mut |_| {})?;
            other.pv = worker.pv().iter().copied().filter_map(PackedMove::unpack).collect();
            worker.excluded_root_moves.extend(other.pv.first().copied().map(PackedMove::from));
            worker.flush_nodes();
            other.depth = depth as u32;
            other.seldepth = worker.seldepth();
            other.nodes = shared.nodes.load(Relaxed);
            other.time = shared.started.elapsed();
            other.hashfull = result.info.hashfull;
            on_info(other);
            Ok(())
        });
        worker.excluded_root_moves.clear();
        searched
    }

    fn note(&mut self, depth: i32, score: Score) {
        let info = &mut self.result.info;
        let same = self.last_move == Some(self.result.best_move);
        self.last_move = Some(self.result.best_move);
        self.stability = Stability {
            same_move: if same { self.stability.same_move + 1 } else { 0 },
            fell: score <= info.score - SCORE_DROP,
        };
        info.depth = depth as u32;
        info.score = score;
        info.seldepth = self.worker.seldepth();
        info.nodes = self.shared.nodes.load(Relaxed);
        info.time = self.shared.started.elapsed();
        info.hashfull = self.shared.tt.hashfull();
    }

    /// Whether another iteration is not worth beginning: no time, or nothing but wins and losses that cannot be
    /// put off.
    fn is_enough(&self, depth: i32) -> bool {
        let late =
            self.budget.soft.is_some_and(|time| self.shared.started.elapsed() >= self.soft_limit(time));
        let is_known = |info: &SearchInfo| {
            let score = info.score;
            score >= PROVED || (score <= -PROVED && score::WIN + score <= depth)
        };
        let all_known = is_known(&self.result.info) && self.others.iter().all(is_known);
        late || all_known || self.shared.stop.load(Relaxed)
    }

    /// More time while the best move changes or its score falls, less while all stays the same.
    fn soft_limit(&self, time: Duration) -> Duration {
        let Stability { same_move, fell } = self.stability;
        let percent = STABILITY_PERCENT[same_move.min(STABILITY_PERCENT.len() - 1)]
            + if fell { SCORE_DROP_PERCENT } else { 0 };
        time * percent / 100
    }

    /// An infinite search that has nothing left to find out answers only when it is told to stop.
    fn wait_if_infinite(&self, limits: &Limits) {
        while limits.infinite && !self.shared.stop.load(Relaxed) {
            platform::sleep(Duration::from_millis(1));
        }
    }
}
