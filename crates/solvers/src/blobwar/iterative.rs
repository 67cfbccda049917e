//! Iterative deepening: the main thread, which decides when to stop, and its helpers.
//!
//! Each thread searches the root to depth 1, 2, 3 and so on. An iteration begins with a narrow aspiration window around
//! the score of the last one, which most nodes are cut by, and is searched again with a wider one if the score is outside.

use std::cmp::Reverse;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use laplace_games::blobwar::Move;

use super::engine::{SearchInfo, SearchResult};
use super::node::{Node, PackedMove};
use super::score::{self, INFINITE, MAX_PLY, PROVED, Score, Window, is_proved};
use super::search::{Shared, Stopped, Worker};
use super::time::{Budget, Limits};
use crate::platform;

/// Half the width of the first aspiration window, in hundredths of a blob.
const ASPIRATION_WINDOW: Score = 88;
/// Aspiration windows from this depth on: the scores of the first iterations differ too much.
const ASPIRATION_MIN_DEPTH: i32 = 4;
/// The soft limit in percent, by the number of iterations for which the best move has been the same: a move that keeps
/// changing is worth more time.
const STABILITY_PERCENT: [u32; 5] = [150, 120, 100, 85, 75];
/// Added to the percentage if the score has dropped by [`SCORE_DROP`]: there may be a better move.
const SCORE_DROP_PERCENT: u32 = 50;
/// A drop that gets more time: one blob.
const SCORE_DROP: Score = 100;

/// The last iteration that a helper thread has finished.
pub(super) struct HelperResult {
    depth: i32,
    seldepth: usize,
    score: Score,
    pv: Vec<PackedMove>,
}

/// The result to play in place of the main thread's: a proved win, or the deepest iteration. What the main thread has proved stays.
fn better_result(main: &SearchInfo, helpers: Vec<HelperResult>, max_depth: i32) -> Option<HelperResult> {
    let rank = |score: Score, depth: i32| (score >= PROVED, depth);
    let best = helpers
        .into_iter()
        .filter(|found| found.depth <= max_depth && !found.pv.is_empty())
        .max_by_key(|found| rank(found.score, found.depth))?;
    let is_better = rank(best.score, best.depth) > rank(main.score, main.depth as i32);
    (is_better && !is_proved(main.score)).then_some(best)
}

/// The work of a helper thread: it deepens until the main thread is done. Every second one starts a ply ahead, so that the
/// main thread finds its results in the table.
pub(super) fn helper(shared: &Shared<'_>, root: &Node, number: usize) -> Option<HelperResult> {
    let mut worker = Worker::new(shared);
    worker.may_stop = true;
    let first_depth = 1 + (number & 1) as i32;
    let mut result: Option<HelperResult> = None;
    for depth in first_depth..=MAX_PLY as i32 {
        let last = result.as_ref().map_or(0, |result| result.score);
        match iterate(&mut worker, shared, root, depth, last, &mut |_| {}) {
            Ok(score) => {
                let (seldepth, pv) = (worker.seldepth(), worker.pv().to_vec());
                result = Some(HelperResult { depth, seldepth, score, pv });
            }
            Err(Stopped) => break,
        }
    }
    result
}

/// One iteration: the score of the root at this depth. `last` is the score of the iteration before, the centre of the
/// aspiration window. `fail_high` is called when the score is above the window: then the first move of the principal
/// variation is better than expected.
fn iterate(
    worker: &mut Worker<'_>,
    shared: &Shared<'_>,
    root: &Node,
    depth: i32,
    last: Score,
    fail_high: &mut dyn FnMut(&Worker<'_>),
) -> Result<Score, Stopped> {
    let mut width = ASPIRATION_WINDOW;
    let guess = shared.toggles.aspiration && depth >= ASPIRATION_MIN_DEPTH && !is_proved(last);
    let mut window = if guess { Window { alpha: last - width, beta: last + width } } else { Window::FULL };
    loop {
        let score = worker.search_root(root, window, depth)?;
        width *= 3;
        let unbounded = width > ASPIRATION_WINDOW * 30;
        if score <= window.alpha {
            window.alpha = if unbounded { -INFINITE } else { score.max(-INFINITE + width) - width };
        } else if score >= window.beta {
            fail_high(worker);
            window.beta = if unbounded { INFINITE } else { score.min(INFINITE - width) + width };
        } else {
            return Ok(score);
        }
    }
}

/// The thread that decides when to stop.
pub(super) struct MainThread<'a> {
    worker: Worker<'a>,
    pub(super) shared: &'a Shared<'a>,
    pub(super) root: Node,
    budget: Budget,
    pub(super) result: SearchResult,
    /// The number of lines to find.
    multipv: usize,
    /// With multipv above 1, the lines that were reported last, the best one first.
    lines: Vec<SearchInfo>,
    last_move: Option<Move>,
    stability: Stability,
}

/// How much the last iterations agree.
#[derive(Clone, Copy, Debug, Default)]
struct Stability {
    /// The number of iterations for which the best move has been the same.
    same_move: usize,
    /// Whether the score of the last one was lower by [`SCORE_DROP`] or more.
    dropped: bool,
}

impl<'a> MainThread<'a> {
    pub(super) fn new(
        shared: &'a Shared<'a>,
        root: Node,
        budget: Budget,
        fallback: Move,
        multipv: usize,
    ) -> Self {
        Self {
            worker: Worker::new(shared),
            shared,
            root,
            budget,
            result: SearchResult::unsearched(fallback),
            multipv,
            lines: Vec::new(),
            last_move: None,
            stability: Stability::default(),
        }
    }

    pub(super) fn deepen(&mut self, max_depth: i32, limits: &Limits) {
        for depth in 1..=max_depth {
            let searched = if self.multipv == 1 { self.search_line(depth) } else { self.search_lines(depth) };
            if searched.is_err() || (!limits.infinite && self.is_enough(depth, limits)) {
                break;
            }
        }
        self.worker.flush_nodes();
        self.result.info.nodes = self.shared.nodes.load(Relaxed);
        self.result.info.time = self.shared.started.elapsed();
        self.wait_if_infinite(limits);
    }

    /// Takes over what a helper thread has found, if it is better, and reports it as the last line. With multipv the lines of the main
    /// thread belong together and stay.
    pub(super) fn take_better(&mut self, helpers: Vec<HelperResult>, max_depth: i32) {
        if self.multipv == 1
            && let Some(better) = better_result(&self.result.info, helpers, max_depth)
        {
            self.result.set_pv(&better.pv);
            let info = &mut self.result.info;
            (info.depth, info.seldepth, info.score) = (better.depth as u32, better.seldepth, better.score);
            self.shared.control.report(info);
        }
    }

    /// One iteration for the best move. If it is stopped, the best move that it has found so far is played.
    fn search_line(&mut self, depth: i32) -> Result<(), Stopped> {
        let Self { worker, shared, root, result, .. } = self;
        let last = result.info.score;
        let searched = iterate(worker, shared, root, depth, last, &mut |worker| result.set_pv(worker.pv()));
        self.result.set_pv(self.worker.pv());
        let info = self.info(depth, searched?, self.result.info.pv.clone());
        self.update_result(info);
        self.shared.control.report(&self.result.info);
        Ok(())
    }

    /// One iteration for the best moves. It is reported when all its lines are found, or when it is stopped.
    ///
    /// A line is found by a search without the moves of those before it, and that search can find a better score than
    /// theirs: there its move was searched with reductions, which hid how good it is. So the lines are sorted, and the
    /// best move is that of the first one.
    fn search_lines(&mut self, depth: i32) -> Result<(), Stopped> {
        let mut found = Vec::new();
        let searched = self.find_lines(depth, &mut found);
        self.worker.excluded_root_moves.clear();
        let Some(lowest) = found.iter().map(|line| line.score).min() else { return searched };
        found.sort_by_key(|line| Reverse(line.score));
        // If the iteration was stopped, the other lines are those of the last one. Each line was the best of what was
        // left when it was found, so none of them is better.
        for mut line in std::mem::take(&mut self.lines) {
            if found.iter().all(|better| better.pv.first() != line.pv.first()) {
                line.score = line.score.min(lowest);
                found.push(line);
            }
        }
        found.truncate(self.multipv);
        for (line, number) in found.iter_mut().zip(1..) {
            line.multipv = number;
            self.shared.control.report(line);
        }
        if let Some(best) = found.first() {
            self.update_result(best.clone());
        }
        self.lines = found;
        searched
    }

    /// Searches for each line in turn the best of the moves that are not in `found` yet.
    fn find_lines(&mut self, depth: i32, found: &mut Vec<SearchInfo>) -> Result<(), Stopped> {
        for number in 0..self.multipv {
            let last = self.lines.get(number).map_or(0, |line| line.score);
            let score = iterate(&mut self.worker, self.shared, &self.root, depth, last, &mut |_| {})?;
            let pv: Vec<Move> = self.worker.pv().iter().copied().filter_map(PackedMove::unpack).collect();
            self.worker.excluded_root_moves.extend(pv.first().copied().map(PackedMove::from));
            found.push(self.info(depth, score, pv));
        }
        Ok(())
    }

    /// What an iteration has found about a line. From here on there is a move to play.
    fn info(&mut self, depth: i32, score: Score, pv: Vec<Move>) -> SearchInfo {
        self.worker.flush_nodes();
        self.worker.may_stop = true;
        SearchInfo {
            multipv: 1,
            depth: depth as u32,
            seldepth: self.worker.seldepth(),
            score,
            nodes: self.shared.nodes.load(Relaxed),
            time: self.shared.started.elapsed(),
            hashfull: self.shared.tt.hashfull(),
            pv,
        }
    }

    /// Takes over the best line of an iteration.
    fn update_result(&mut self, best: SearchInfo) {
        self.result.best_move = best.pv.first().copied().unwrap_or(self.result.best_move);
        let same = self.last_move == Some(self.result.best_move);
        self.last_move = Some(self.result.best_move);
        self.stability = Stability {
            same_move: if same { self.stability.same_move + 1 } else { 0 },
            dropped: best.score <= self.result.info.score - SCORE_DROP,
        };
        self.result.info = best;
    }

    /// Whether no further iteration begins: a soft limit has passed, or every score is a proved win, or a proved loss
    /// that is not deeper than the search.
    fn is_enough(&self, depth: i32, limits: &Limits) -> bool {
        let late =
            self.budget.soft.is_some_and(|time| self.shared.started.elapsed() >= self.soft_limit(time));
        let searched = limits.soft_nodes.is_some_and(|nodes| self.shared.nodes.load(Relaxed) >= nodes);
        let is_known = |info: &SearchInfo| {
            let score = info.score;
            score >= PROVED || (score <= -PROVED && score::WIN + score <= depth)
        };
        let all_known = is_known(&self.result.info) && self.lines.iter().all(is_known);
        late || searched || all_known || self.shared.control.is_stopped()
    }

    /// The soft limit, longer while the best move changes or its score drops, shorter while the best move stays the same.
    fn soft_limit(&self, time: Duration) -> Duration {
        let Stability { same_move, dropped } = self.stability;
        let percent = STABILITY_PERCENT[same_move.min(STABILITY_PERCENT.len() - 1)]
            + if dropped { SCORE_DROP_PERCENT } else { 0 };
        time * percent / 100
    }

    /// An infinite search that has nothing left to find returns only when its caller stops it.
    fn wait_if_infinite(&self, limits: &Limits) {
        while limits.infinite && !self.shared.control.is_stopped() {
            platform::sleep(Duration::from_millis(1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(depth: i32, score: Score) -> HelperResult {
        HelperResult { depth, seldepth: 30, score, pv: vec![PackedMove::PASS] }
    }

    /// The depth of the helper's result that replaces the main thread's.
    fn taken(main_depth: u32, main_score: Score, helpers: Vec<HelperResult>) -> Option<i32> {
        let unsearched = SearchResult::unsearched(Move::Pass).info;
        let main = SearchInfo { depth: main_depth, score: main_score, ..unsearched };
        better_result(&main, helpers, 20).map(|result| result.depth)
    }

    #[test]
    fn the_deepest_iteration_is_played() {
        assert_eq!(taken(10, 50, vec![found(10, 90), found(9, 90)]), None);
        assert_eq!(taken(10, 50, vec![found(11, -90), found(12, 0), found(10, 80)]), Some(12));
        assert_eq!(taken(20, 50, vec![found(21, 90)]), None);
        assert_eq!(taken(10, 50, vec![HelperResult { pv: Vec::new(), ..found(11, 90) }]), None);
    }

    #[test]
    fn what_is_proved_is_played() {
        assert_eq!(taken(10, PROVED, vec![found(12, 90)]), None);
        assert_eq!(taken(10, -PROVED, vec![found(12, 90)]), None);
        assert_eq!(taken(10, 50, vec![found(12, 90), found(8, PROVED)]), Some(8));
        assert_eq!(taken(10, 50, vec![found(12, -PROVED)]), Some(12));
    }
}
