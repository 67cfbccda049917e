//! Alpha-beta as a principal variation search: the first move is searched in full, the others are only asked
//! whether they are better, and searched in full if they say so.
//!
//! A proved score stays sound through all pruning: as long as the best move found loses by proof, nothing is
//! left out, and estimates are never returned as proofs. So a win
//! found at any depth is a win.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::eval::{Lie, Weights};
use super::node::{Ground, Node, Packed, Reach};
use super::order::{Memory, Moves, Ranked, Ranking};
use super::score::{self, INFINITE, MOST_PLIES, PROVED, Score, Window, is_proved};
use super::settings::Ideas;
use super::table::{Bound, Known, Table};

/// How many nodes pass between two looks at the watch.
const NODES_A_LOOK: u64 = 512;

/// Reverse futility: to this depth, by so much a ply.
const TOO_GOOD_DEPTH: i32 = 5;
const TOO_GOOD: Score = 80;
/// With fewer empty cells no null move is tried.
const NULL_MOVE_CELLS: u32 = 8;
/// Late moves are left out to this depth.
const LATE_DEPTH: i32 = 4;
/// Futility: to this depth, hoping for so much a ply beyond what the move gains at once.
const HOPELESS_DEPTH: i32 = 3;
const HOPE: Score = 150;
const A_TURN: Score = 200;
const A_BLOB: Score = 100;

/// A search that was told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

type Searched<T = Score> = Result<T, Stopped>;

/// What all threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) weights: &'a Weights,
    pub(super) ideas: Ideas,
    pub(super) ground: Ground,
    pub(super) lie: Lie,
    /// Set from outside to end the search.
    pub(super) stop: &'a AtomicBool,
    /// Set by the first thread when its search is done.
    pub(super) done: AtomicBool,
    pub(super) nodes: AtomicU64,
    pub(super) most_nodes: u64,
    pub(super) started: Instant,
    pub(super) stop_after: Option<Duration>,
}

impl Shared<'_> {
    fn is_over(&self) -> bool {
        self.stop.load(Relaxed)
            || self.done.load(Relaxed)
            || self.stop_after.is_some_and(|time| self.started.elapsed() >= time)
    }
}

/// One thread's search.
pub(super) struct Worker<'a> {
    shared: &'a Shared<'a>,
    memory: Memory,
    lists: Vec<Moves>,
    /// The best path found from each ply on.
    paths: Vec<Vec<Packed>>,
    nodes: u64,
    unreported: u64,
    deepest: usize,
    /// Set once there is a move to play, before which nothing stops the search.
    pub(super) may_stop: bool,
}

/// Where in the tree a node is, and what is asked of it.
#[derive(Clone, Copy)]
struct Place {
    window: Window,
    depth: i32,
    ply: usize,
    /// Whether the last move was a null move.
    after_null: bool,
}

/// The best move of a node so far.
#[derive(Clone, Copy)]
struct Best {
    score: Score,
    played: Packed,
}

impl<'a> Worker<'a> {
    pub(super) fn new(shared: &'a Shared<'a>) -> Self {
        let plies = MOST_PLIES + 1;
        Self {
            shared,
            memory: Memory::new(plies),
            lists: vec![Moves::default(); plies],
            paths: vec![Vec::new(); plies + 1],
            nodes: 0,
            unreported: 0,
            deepest: 0,
            may_stop: false,
        }
    }

    /// The best path found.
    pub(super) fn path(&self) -> &[Packed] {
        &self.paths[0]
    }

    /// The longest path searched.
    pub(super) fn deepest(&self) -> usize {
        self.deepest
    }

    /// Searches the root to a depth.
    pub(super) fn search_root(&mut self, root: &Node, window: Window, depth: i32) -> Searched {
        self.search(root, Place { window, depth, ply: 0, after_null: false })
    }

    /// Adds the nodes since the last time to those of all threads.
    pub(super) fn report_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.unreported, Relaxed);
        self.unreported = 0;
    }

    fn enter(&mut self, ply: usize) -> Searched<()> {
        self.nodes += 1;
        self.unreported += 1;
        self.deepest = self.deepest.max(ply);
        self.paths[ply].clear();
        let enough = self.nodes >= self.shared.most_nodes;
        if !enough && !self.nodes.is_multiple_of(NODES_A_LOOK) {
            return Ok(());
        }
        self.report_nodes();
        let all = self.shared.nodes.load(Relaxed);
        let over = enough || all >= self.shared.most_nodes || self.shared.is_over();
        if self.may_stop && over { Err(Stopped) } else { Ok(()) }
    }

    fn search(&mut self, node: &Node, place: Place) -> Searched {
        let Place { window, depth, ply, .. } = place;
        self.enter(ply)?;
        let ground = &self.shared.ground;
        let reach = Reach::of(node, ground);
        if let Some(margin) = reach.ending(node, ground) {
            return Ok(score::of_end(margin, ply));
        }
        if depth <= 0 || ply >= MOST_PLIES {
            return Ok(self.evaluate(node, &reach));
        }
        if reach.targets.is_empty() {
            return self.search_pass(node, place);
        }
        let key = node.key(ground);
        let known = self.shared.table.look_up(key);
        if let Some(score) = known.and_then(|known| self.cut_by_table(known, place)) {
            return Ok(score);
        }
        let before = known.map_or(Packed::NONE, |known| known.best);
        let reduced = self.shared.ideas.internal_reduction && depth >= 5 && before == Packed::NONE;
        let place = Place { depth: depth - i32::from(reduced), ..place };
        let estimate = self.evaluate(node, &reach);
        if let Some(score) = self.cut_by_estimate(node, &reach, estimate, place)? {
            return Ok(score);
        }
        let best = self.search_moves(node, &reach, before, estimate, place)?;
        let bound = bound_of(best.score, window);
        let played = if bound == Bound::Upper { Packed::NONE } else { best.played };
        let score = score::to_table(best.score, ply);
        self.shared.table.remember(key, Known { best: played, score, depth: place.depth as u8, bound });
        Ok(best.score)
    }

    fn evaluate(&self, node: &Node, reach: &Reach) -> Score {
        self.shared.weights.evaluate(node, reach, &self.shared.lie)
    }

    /// A pass is no choice, so it costs no depth.
    fn search_pass(&mut self, node: &Node, place: Place) -> Searched {
        let next = Place { window: place.window.turned(), ply: place.ply + 1, after_null: false, ..place };
        let score = -self.search(&node.passed(), next)?;
        self.extend_path(place.ply, Packed::PASS);
        Ok(score)
    }

    /// What the table says, if that is enough. Proofs are enough from any depth.
    fn cut_by_table(&self, known: Known, place: Place) -> Option<Score> {
        let score = score::from_table(known.score, place.ply);
        let deep = i32::from(known.depth) >= place.depth || is_proved(score);
        if !self.shared.ideas.table_cuts || place.window.is_open() || !deep {
            return None;
        }
        let enough = match known.bound {
            Bound::Exact => true,
            Bound::Lower => score >= place.window.beta,
            Bound::Upper => score <= place.window.alpha,
        };
        enough.then_some(score)
    }

    /// Leaves a node that is too good to come about, by its estimate or by a search after doing nothing.
    fn cut_by_estimate(
        &mut self,
        node: &Node,
        reach: &Reach,
        estimate: Score,
        place: Place,
    ) -> Searched<Option<Score>> {
        let Place { window, depth, ply, after_null } = place;
        let ideas = &self.shared.ideas;
        if window.is_open() || is_proved(window.beta) {
            return Ok(None);
        }
        if ideas.reverse_futility && depth <= TOO_GOOD_DEPTH && estimate - TOO_GOOD * depth >= window.beta {
            return Ok(Some(estimate));
        }
        // Near the end having to move can hurt, and a null move would hide it.
        let quiet_end = reach.empty.len() < NULL_MOVE_CELLS;
        if !ideas.null_move || after_null || depth < 3 || quiet_end || estimate < window.beta {
            return Ok(None);
        }
        let depth = depth - 3 - depth / 4;
        let next = Place { window: window.turned(), depth, ply: ply + 1, after_null: true };
        let score = -self.search(&node.passed(), next)?;
        Ok((score >= window.beta).then(|| score.min(PROVED - 1)))
    }

    fn search_moves(
        &mut self,
        node: &Node,
        reach: &Reach,
        before: Packed,
        estimate: Score,
        place: Place,
    ) -> Searched<Best> {
        let mut moves = std::mem::take(&mut self.lists[place.ply]);
        moves.clear();
        let (memory, ideas) = (&self.memory, &self.shared.ideas);
        Ranking { node, before, ply: place.ply, memory, ideas }.fill(&mut moves, reach);
        let mut best = Best { score: -INFINITE, played: Packed::NONE };
        let searched = self.try_moves(&mut moves, node, estimate, place, &mut best);
        self.lists[place.ply] = moves;
        searched.map(|()| best)
    }

    /// Tries the moves of a list until one is too good.
    fn try_moves(
        &mut self,
        moves: &mut Moves,
        node: &Node,
        estimate: Score,
        place: Place,
        best: &mut Best,
    ) -> Searched<()> {
        let Place { window, depth, ply, .. } = place;
        let mut tried = 0;
        while let Some(ranked) = moves.next() {
            let alpha = window.alpha.max(best.score);
            if self.skips(
                ranked,
                tried,
                estimate,
                Place { window: Window { alpha, ..window }, ..place },
                best,
            ) {
                continue;
            }
            let window = Window { alpha, ..window };
            let score =
                self.try_move(&node.after(ranked.played), ranked, tried, Place { window, ..place })?;
            tried += 1;
            if score > best.score {
                *best = Best { score, played: ranked.played };
                if score > alpha {
                    self.extend_path(ply, ranked.played);
                }
                if score >= window.beta {
                    self.memory.learn(ranked, moves.tried_before(), depth, ply);
                    break;
                }
            }
        }
        Ok(())
    }

    /// Whether a move is left out. Never while all that is known loses by proof.
    fn skips(&self, ranked: Ranked, tried: i32, estimate: Score, place: Place, best: &Best) -> bool {
        let Place { window, depth, ply, .. } = place;
        if ply == 0 || best.score <= -PROVED || window.is_open() {
            return false;
        }
        let ideas = &self.shared.ideas;
        if ideas.late_pruning && depth <= LATE_DEPTH && tried >= 2 + 2 * depth * depth {
            return true;
        }
        let hoped = estimate + A_TURN * ranked.turns as Score + A_BLOB * i32::from(ranked.played.is_double());
        ideas.futility && depth <= HOPELESS_DEPTH && hoped + HOPE * depth <= window.alpha
    }

    /// The score of a move: in full for the first, else only if it says that it is better.
    fn try_move(&mut self, child: &Node, ranked: Ranked, tried: i32, place: Place) -> Searched {
        let Place { window, depth, ply, .. } = place;
        let next = Place { depth: depth - 1, ply: ply + 1, after_null: false, window: window.turned() };
        if tried == 0 {
            return Ok(-self.search(child, next)?);
        }
        let asked = Place { window: Window::above(window.alpha).turned(), ..next };
        let less = self.reduction(ranked, tried, place);
        let mut score = -self.search(child, Place { depth: asked.depth - less, ..asked })?;
        if less > 0 && score > window.alpha {
            score = -self.search(child, asked)?;
        }
        if score > window.alpha && score < window.beta {
            score = -self.search(child, next)?;
        }
        Ok(score)
    }

    /// How much less deeply a late move is searched at first.
    fn reduction(&self, ranked: Ranked, tried: i32, place: Place) -> i32 {
        if !self.shared.ideas.late_reductions || place.depth < 3 || tried < 3 {
            return 0;
        }
        let late = (tried as u32).ilog2() as i32;
        let deep = (place.depth as u32).ilog2() as i32;
        let less = late * deep / 2 + i32::from(!ranked.played.is_double());
        (less - i32::from(place.window.is_open()) - i32::from(ranked.turns > 2)).clamp(0, place.depth - 2)
    }

    /// Puts a move before the path of the next ply.
    fn extend_path(&mut self, ply: usize, played: Packed) {
        let (to_here, beyond) = self.paths.split_at_mut(ply + 1);
        if let (Some(path), Some(rest)) = (to_here.last_mut(), beyond.first()) {
            path.clear();
            path.push(played);
            path.extend_from_slice(rest);
        }
    }
}

fn bound_of(score: Score, window: Window) -> Bound {
    if score >= window.beta {
        Bound::Lower
    } else if score > window.alpha {
        Bound::Exact
    } else {
        Bound::Upper
    }
}
