//! Alpha-beta as a principal variation search: the first move is searched in full, the others are only asked
//! whether they are better, and searched in full if they say so.
//!
//! A proved score stays sound through all pruning: as long as the best move found loses by proof, nothing is
//! left out, and estimates are never returned as proofs. So a win found at any depth is a win.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use super::eval::Judge;
use super::node::{Ground, Node, Packed, Reach};
use super::order::{Memory, Moves, Needed, Ranking};
use super::score::{self, INFINITE, MOST_PLIES, PROVED, Score, Window, is_proved};
use super::settings::Ideas;
use super::table::{Bound, Known, Table};
use super::trail::{Past, Trail};
use crate::platform::Instant;

/// How many nodes pass between two looks at the watch.
const NODES_A_LOOK: u64 = 512;

/// Reverse futility: to this depth, by so much a ply.
const TOO_GOOD_DEPTH: i32 = 5;
const TOO_GOOD: i32 = 80;
/// Late moves are left out to this depth, after so many and so many times the square of the depth.
const LATE_DEPTH: i32 = 4;
const LATE_BASE: i32 = 2;
const LATE_SQUARES: i32 = 2;
/// Jumps that turn nothing are left out after so many other moves.
const QUIET_AFTER: i32 = 2;
/// Futility: to this depth, hoping for so much a ply beyond what the move gains at once.
const HOPELESS_DEPTH: i32 = 3;
const HOPE: i32 = 150;
const A_TURN: i32 = 200;
const A_BLOB: i32 = 100;
/// Late moves are reduced from this one on, in hundredths of a ply: by so much for the product of the logarithms of
/// depth and number, more for jumps, less on the principal variation and for more turned blobs than this.
const REDUCED_FROM: i32 = 3;
const REDUCED_BY: i32 = 50;
const REDUCED_JUMP: i32 = 100;
const REDUCED_LESS: i32 = 100;
const REDUCED_TURNS: i32 = 2;
/// From this depth on a position whose best move is not known is searched one ply less.
const UNKNOWN_DEPTH: i32 = 3;

/// A search that was told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

type Searched<T = Score> = Result<T, Stopped>;

/// What all threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) judge: Judge,
    pub(super) ideas: Ideas,
    pub(super) contempt: Score,
    pub(super) ground: Ground,
    pub(super) past: &'a Past,
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
    trail: Trail,
    nodes: u64,
    unreported: u64,
    deepest: usize,
    /// Set once there is a move to play, before which nothing stops the search.
    pub(super) may_stop: bool,
    /// Moves that are not tried at the root: there are lines for them already.
    pub(super) told: Vec<Packed>,
}

/// Where in the tree a node is, and what is asked of it.
#[derive(Clone, Copy)]
struct Place {
    window: Window,
    depth: i32,
    ply: usize,
}

/// What is known of a node before its moves are tried.
#[derive(Clone, Copy)]
struct Here<'n> {
    node: &'n Node,
    reach: &'n Reach,
    /// The best move of an earlier search.
    before: Packed,
    estimate: Score,
}

/// A move that is tried.
#[derive(Clone, Copy)]
struct Tried {
    played: Packed,
    /// How many blobs it turns.
    turns: i32,
    /// How many moves were tried before it.
    tried: i32,
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
            trail: Trail::new(shared.past),
            // What the exact solver looked at counts.
            nodes: shared.nodes.load(Relaxed),
            unreported: 0,
            deepest: 0,
            may_stop: false,
            told: Vec::new(),
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
        self.search(root, Place { window, depth, ply: 0 })
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
        let Place { window, depth, ply } = place;
        self.enter(ply)?;
        if self.trail.step(node, ply) && self.shared.ideas.repetitions {
            return Ok(self.draw(ply));
        }
        if depth <= 0 || ply >= MOST_PLIES {
            return Ok(self.leaf(node, ply));
        }
        let ground = &self.shared.ground;
        let reach = Reach::of(node, ground);
        if let Some(margin) = reach.ending(node, ground) {
            return Ok(self.end(margin, ply));
        }
        if reach.targets.is_empty() {
            return self.search_pass(node, place);
        }
        let estimate = self.evaluate(node, &reach);
        if self.is_too_good(estimate, place) {
            return Ok(estimate);
        }
        // The table is far away in memory, so it is asked only when the estimate does not decide.
        let key = node.key(ground);
        let known = self.shared.table.look_up(key);
        if let Some(score) = known.and_then(|known| self.cut_by_table(known, place)) {
            return Ok(score);
        }
        let before = known.map_or(Packed::NONE, |known| known.best);
        let reduced =
            self.shared.ideas.internal_reduction && depth >= UNKNOWN_DEPTH && before == Packed::NONE;
        let place = Place { depth: depth - i32::from(reduced), ..place };
        let best = self.search_moves(Here { node, reach: &reach, before, estimate }, place)?;
        let bound = bound_of(best.score, window);
        let played = if bound == Bound::Upper { Packed::NONE } else { best.played };
        let known =
            Known { best: played, score: score::to_table(best.score, ply), depth: place.depth as u8, bound };
        // Without its best moves the root is another position.
        if ply > 0 || self.told.is_empty() {
            self.shared.table.remember(key, known);
        }
        Ok(best.score)
    }

    /// The score of a node that is not looked beyond.
    fn leaf(&self, node: &Node, ply: usize) -> Score {
        let ground = &self.shared.ground;
        let reach = Reach::of(node, ground);
        match reach.ending(node, ground) {
            Some(margin) => self.end(margin, ply),
            None => self.evaluate(node, &reach),
        }
    }

    fn end(&self, margin: i32, ply: usize) -> Score {
        if margin == 0 { self.draw(ply) } else { score::of_end(margin, ply) }
    }

    /// Whoever is to move at the root would rather play on than have a draw.
    fn draw(&self, ply: usize) -> Score {
        if ply.is_multiple_of(2) { -self.shared.contempt } else { self.shared.contempt }
    }

    fn evaluate(&self, node: &Node, reach: &Reach) -> Score {
        self.shared.judge.evaluate(node, reach)
    }

    /// A pass is no choice, so it costs no depth.
    fn search_pass(&mut self, node: &Node, place: Place) -> Searched {
        let next = Place { window: place.window.turned(), ply: place.ply + 1, ..place };
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

    /// Whether the estimate alone says that the other player will not let it come to this.
    fn is_too_good(&self, estimate: Score, place: Place) -> bool {
        let Place { window, depth, .. } = place;
        self.shared.ideas.reverse_futility
            && depth <= TOO_GOOD_DEPTH
            && !window.is_open()
            && !is_proved(window.beta)
            && estimate - TOO_GOOD * depth >= window.beta
    }

    fn search_moves(&mut self, here: Here<'_>, place: Place) -> Searched<Best> {
        let mut moves = std::mem::take(&mut self.lists[place.ply]);
        moves.clear();
        let searched = self.try_moves(&mut moves, here, place);
        self.lists[place.ply] = moves;
        searched
    }

    /// Tries the moves of a list until one is too good.
    fn try_moves(&mut self, moves: &mut Moves, here: Here<'_>, place: Place) -> Searched<Best> {
        let Place { window, ply, .. } = place;
        let Here { node, reach, before, estimate } = here;
        let mut best = Best { score: -INFINITE, played: Packed::NONE };
        let mut tried = 0;
        let mut needed = self.needed(estimate, place);
        loop {
            needed.wants_rest = tried > 0 && best.score <= -PROVED;
            if self.is_late(tried, moves.only_quiet_jumps_left(), place, best.score) {
                break;
            }
            let (memory, ideas) = (&self.memory, &self.shared.ideas);
            let ranking = Ranking { node, reach, before, needed, ply, memory, ideas };
            let Some(played) = moves.next(&ranking) else { break };
            if ply == 0 && self.told.contains(&played) {
                continue;
            }
            let alpha = window.alpha.max(best.score);
            let turns = (played.ends().1.neighbours() & node.them).len() as i32;
            let this = Tried { played, turns, tried };
            let narrowed = Place { window: Window { alpha, ..window }, ..place };
            let score = self.try_move(&node.after(played), this, narrowed)?;
            tried += 1;
            if score > best.score {
                best = Best { score, played };
                if score > alpha && window.is_open() {
                    self.extend_path(ply, played);
                }
                if score >= window.beta {
                    self.memory.learn(played, ply);
                    break;
                }
            }
        }
        if tried == 0 {
            // Nothing that the mover has can be expected to help.
            best.score = window.alpha;
        }
        Ok(best)
    }

    /// Whether all moves from here on are left out. Never while all that is known loses by proof.
    fn is_late(&self, tried: i32, only_quiet_jumps: bool, place: Place, best: Score) -> bool {
        let Place { window, depth, ply } = place;
        if ply == 0 || best <= -PROVED {
            return false;
        }
        if self.shared.ideas.quiet_pruning && only_quiet_jumps && tried >= QUIET_AFTER {
            return true;
        }
        self.shared.ideas.late_pruning
            && !window.is_open()
            && depth <= LATE_DEPTH
            && tried >= LATE_BASE + LATE_SQUARES * depth * depth
    }

    /// How many blobs a move must turn so that it can be expected to lift a bad position near the horizon.
    fn needed(&self, estimate: Score, place: Place) -> Needed {
        let Place { window, depth, ply } = place;
        if !self.shared.ideas.futility
            || ply == 0
            || window.is_open()
            || is_proved(window.alpha)
            || depth > HOPELESS_DEPTH
        {
            return Needed::default();
        }
        let missing = window.alpha - estimate - HOPE * depth;
        let turns = |missing: Score| (missing.max(-1) + A_TURN) / A_TURN;
        Needed { by_doublings: turns(missing - A_BLOB), by_jumps: turns(missing), wants_rest: false }
    }

    /// The score of a move: in full for the first, else only if it says that it is better.
    fn try_move(&mut self, child: &Node, this: Tried, place: Place) -> Searched {
        let Place { window, depth, ply } = place;
        let next = Place { depth: depth - 1, ply: ply + 1, window: window.turned() };
        if this.tried == 0 {
            return Ok(-self.search(child, next)?);
        }
        let asked = Place { window: Window::above(window.alpha).turned(), ..next };
        let less = self.reduction(this, place);
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
    fn reduction(&self, this: Tried, place: Place) -> i32 {
        if !self.shared.ideas.late_reductions || place.depth < 3 || this.tried < REDUCED_FROM {
            return 0;
        }
        let product = logarithm(this.tried) * logarithm(place.depth);
        let mut less = REDUCED_BY * product / 256;
        less += if this.played.is_double() { 0 } else { REDUCED_JUMP };
        less -= if place.window.is_open() { REDUCED_LESS } else { 0 };
        less -= if this.turns > REDUCED_TURNS { REDUCED_LESS } else { 0 };
        (less / 100).clamp(0, place.depth - 2)
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

/// Sixteen times the logarithm to base 2, nearly.
const fn logarithm(number: i32) -> i32 {
    let whole = (number as u32).ilog2() as i32;
    16 * whole + (((number << 4) >> whole) & 15)
}
