//! Alpha-beta as a principal variation search: the first move is searched in full, the others are only asked
//! whether they are better, and searched in full if they say so.
//!
//! A proved score stays sound through all pruning: as long as the best move found loses by proof, nothing is
//! left out, and estimates are never returned as proofs. So a win found at any depth is a win.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use super::eval::Evaluator;
use super::move_picker::{FutilityMargin, Killers, MovePicker, MoveScorer};
use super::node::{BoardConstants, Node, PackedMove, Targets};
use super::repetition::{GameHistory, RepetitionStack};
use super::score::{self, INFINITE, MAX_PLY, PROVED, Score, Window, is_proved};
use super::settings::Toggles;
use super::tt::{Bound, TranspositionTable, TtEntry};
use crate::platform::Instant;

/// How many nodes pass between two looks at the watch.
const NODES_PER_CHECK: u64 = 512;

/// Reverse futility: to this depth, by so much a ply.
const RFP_MAX_DEPTH: i32 = 5;
const RFP_MARGIN: i32 = 80;
/// Late moves are left out to this depth, after so many and so many times the square of the depth.
const LMP_MAX_DEPTH: i32 = 4;
const LMP_BASE: i32 = 2;
const LMP_DEPTH_SQUARED: i32 = 2;
/// Jumps that turn nothing are left out after so many other moves.
const QUIET_PRUNING_MIN_MOVES: i32 = 2;
/// Futility: to this depth, hoping for so much a ply beyond what the move gains at once.
const FUTILITY_MAX_DEPTH: i32 = 3;
const FUTILITY_MARGIN: i32 = 150;
const FLIP_VALUE: i32 = 200;
const BLOB_VALUE: i32 = 100;
/// Late moves are reduced from this one on, in hundredths of a ply: by so much for the product of the logarithms of
/// depth and number, more for jumps, less on the principal variation and for more turned blobs than this.
const LMR_MIN_MOVES: i32 = 3;
const LMR_FACTOR: i32 = 50;
const LMR_JUMP: i32 = 100;
const LMR_LESS: i32 = 100;
const LMR_FLIPS: i32 = 2;
/// From this depth on a position whose best move is not known is searched one ply less.
const IIR_MIN_DEPTH: i32 = 3;

/// A search that was told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

type Searched<T = Score> = Result<T, Stopped>;

/// What all threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) tt: &'a TranspositionTable,
    pub(super) evaluator: Evaluator,
    pub(super) toggles: Toggles,
    pub(super) contempt: Score,
    pub(super) board: BoardConstants,
    pub(super) history: &'a GameHistory,
    /// Set from outside to end the search.
    pub(super) stop: &'a AtomicBool,
    /// Set by the first thread when its search is done.
    pub(super) done: AtomicBool,
    pub(super) nodes: AtomicU64,
    pub(super) max_nodes: u64,
    pub(super) started: Instant,
    pub(super) hard_limit: Option<Duration>,
}

impl Shared<'_> {
    fn is_over(&self) -> bool {
        self.stop.load(Relaxed)
            || self.done.load(Relaxed)
            || self.hard_limit.is_some_and(|time| self.started.elapsed() >= time)
    }
}

/// One thread's search.
pub(super) struct Worker<'a> {
    shared: &'a Shared<'a>,
    killers: Killers,
    pickers: Vec<MovePicker>,
    /// The best path found from each ply on.
    pv_table: Vec<Vec<PackedMove>>,
    repetitions: RepetitionStack,
    nodes: u64,
    unflushed_nodes: u64,
    seldepth: usize,
    /// Set once there is a move to play, before which nothing stops the search.
    pub(super) may_stop: bool,
    /// Moves that are not tried at the root: there are lines for them already.
    pub(super) excluded_root_moves: Vec<PackedMove>,
}

/// Where in the tree a node is, and what is asked of it.
#[derive(Clone, Copy)]
struct NodeContext {
    window: Window,
    depth: i32,
    ply: usize,
}

/// What is known of a node before its moves are tried.
#[derive(Clone, Copy)]
struct NodeInfo<'n> {
    node: &'n Node,
    targets: &'n Targets,
    /// The best move of an earlier search.
    tt_move: PackedMove,
    static_eval: Score,
}

/// A move that is tried.
#[derive(Clone, Copy)]
struct MoveInfo {
    played: PackedMove,
    /// How many blobs it turns.
    flips: i32,
    /// How many moves were tried before it.
    tried: i32,
}

/// The best move of a node so far.
#[derive(Clone, Copy)]
struct Best {
    score: Score,
    played: PackedMove,
}

impl<'a> Worker<'a> {
    pub(super) fn new(shared: &'a Shared<'a>) -> Self {
        let plies = MAX_PLY + 1;
        Self {
            shared,
            killers: Killers::new(plies),
            pickers: vec![MovePicker::default(); plies],
            pv_table: vec![Vec::new(); plies + 1],
            repetitions: RepetitionStack::new(shared.history),
            // What the exact solver looked at counts.
            nodes: shared.nodes.load(Relaxed),
            unflushed_nodes: 0,
            seldepth: 0,
            may_stop: false,
            excluded_root_moves: Vec::new(),
        }
    }

    /// The best path found.
    pub(super) fn pv(&self) -> &[PackedMove] {
        &self.pv_table[0]
    }

    /// The longest path searched.
    pub(super) fn seldepth(&self) -> usize {
        self.seldepth
    }

    /// Searches the root to a depth.
    pub(super) fn search_root(&mut self, root: &Node, window: Window, depth: i32) -> Searched {
        self.search(root, NodeContext { window, depth, ply: 0 })
    }

    /// Adds the nodes since the last time to those of all threads.
    pub(super) fn flush_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.unflushed_nodes, Relaxed);
        self.unflushed_nodes = 0;
    }

    fn enter(&mut self, ply: usize) -> Searched<()> {
        self.nodes += 1;
        self.unflushed_nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        self.pv_table[ply].clear();
        let enough = self.nodes >= self.shared.max_nodes;
        if !enough && !self.nodes.is_multiple_of(NODES_PER_CHECK) {
            return Ok(());
        }
        self.flush_nodes();
        let all = self.shared.nodes.load(Relaxed);
        let over = enough || all >= self.shared.max_nodes || self.shared.is_over();
        if self.may_stop && over { Err(Stopped) } else { Ok(()) }
    }

    fn search(&mut self, node: &Node, context: NodeContext) -> Searched {
        let NodeContext { window, depth, ply } = context;
        self.enter(ply)?;
        if self.repetitions.push(node, ply) && self.shared.toggles.repetitions {
            return Ok(self.draw(ply));
        }
        if depth <= 0 || ply >= MAX_PLY {
            return Ok(self.leaf(node, ply));
        }
        let board = &self.shared.board;
        let targets = Targets::of(node, board);
        if let Some(margin) = targets.ending(node, board) {
            return Ok(self.end(margin, ply));
        }
        if targets.reachable.is_empty() {
            return self.search_pass(node, context);
        }
        let static_eval = self.evaluate(node, &targets);
        if self.reverse_futility(static_eval, context) {
            return Ok(static_eval);
        }
        // The table is far away in memory, so it is asked only when the estimate does not decide.
        let key = node.key(board);
        let entry = self.shared.tt.probe(key);
        if let Some(score) = entry.and_then(|entry| self.tt_cutoff(entry, context)) {
            return Ok(score);
        }
        let tt_move = entry.map_or(PackedMove::NONE, |entry| entry.best);
        let reduced = self.shared.toggles.internal_iterative_reduction
            && depth >= IIR_MIN_DEPTH
            && tt_move == PackedMove::NONE;
        let context = NodeContext { depth: depth - i32::from(reduced), ..context };
        let best = self.search_moves(NodeInfo { node, targets: &targets, tt_move, static_eval }, context)?;
        let bound = bound_of(best.score, window);
        let played = if bound == Bound::Upper { PackedMove::NONE } else { best.played };
        let entry =
            TtEntry { best: played, score: score::to_tt(best.score, ply), depth: context.depth as u8, bound };
        // Without its best moves the root is another position.
        if ply > 0 || self.excluded_root_moves.is_empty() {
            self.shared.tt.store(key, entry);
        }
        Ok(best.score)
    }

    /// The score of a node that is not looked beyond.
    fn leaf(&self, node: &Node, ply: usize) -> Score {
        let board = &self.shared.board;
        let targets = Targets::of(node, board);
        match targets.ending(node, board) {
            Some(margin) => self.end(margin, ply),
            None => self.evaluate(node, &targets),
        }
    }

    fn end(&self, margin: i32, ply: usize) -> Score {
        if margin == 0 { self.draw(ply) } else { score::of_end(margin, ply) }
    }

    /// Whoever is to move at the root would rather play on than have a draw.
    fn draw(&self, ply: usize) -> Score {
        if ply.is_multiple_of(2) { -self.shared.contempt } else { self.shared.contempt }
    }

    fn evaluate(&self, node: &Node, targets: &Targets) -> Score {
        self.shared.evaluator.evaluate(node, targets)
    }

    /// A pass is no choice, so it costs no depth.
    fn search_pass(&mut self, node: &Node, context: NodeContext) -> Searched {
        let next = NodeContext { window: context.window.negated(), ply: context.ply + 1, ..context };
        let score = -self.search(&node.passed(), next)?;
        self.extend_pv(context.ply, PackedMove::PASS);
        Ok(score)
    }

    /// What the table says, if that is enough. Proofs are enough from any depth.
    fn tt_cutoff(&self, entry: TtEntry, context: NodeContext) -> Option<Score> {
        let score = score::from_tt(entry.score, context.ply);
        let deep = i32::from(entry.depth) >= context.depth || is_proved(score);
        if !self.shared.toggles.tt_cutoffs || context.window.is_pv() || !deep {
            return None;
        }
        let enough = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= context.window.beta,
            Bound::Upper => score <= context.window.alpha,
        };
        enough.then_some(score)
    }

    /// Whether the estimate alone says that the other player will not let it come to this.
    fn reverse_futility(&self, static_eval: Score, context: NodeContext) -> bool {
        let NodeContext { window, depth, .. } = context;
        self.shared.toggles.reverse_futility
            && depth <= RFP_MAX_DEPTH
            && !window.is_pv()
            && !is_proved(window.beta)
            && static_eval - RFP_MARGIN * depth >= window.beta
    }

    fn search_moves(&mut self, info: NodeInfo<'_>, context: NodeContext) -> Searched<Best> {
        let mut moves = std::mem::take(&mut self.pickers[context.ply]);
        moves.clear();
        let searched = self.try_moves(&mut moves, info, context);
        self.pickers[context.ply] = moves;
        searched
    }

    /// Tries the moves of a list until one is too good.
    fn try_moves(
        &mut self,
        moves: &mut MovePicker,
        info: NodeInfo<'_>,
        context: NodeContext,
    ) -> Searched<Best> {
        let NodeContext { window, ply, .. } = context;
        let NodeInfo { node, targets, tt_move, static_eval } = info;
        let mut best = Best { score: -INFINITE, played: PackedMove::NONE };
        let mut tried = 0;
        let mut futility = self.futility_margin(static_eval, context);
        loop {
            futility.wants_futile = tried > 0 && best.score <= -PROVED;
            if self.is_late(tried, moves.only_quiet_jumps_left(), context, best.score) {
                break;
            }
            let (killers, toggles) = (&self.killers, &self.shared.toggles);
            let scorer = MoveScorer { node, targets, tt_move, futility, ply, killers, toggles };
            let Some(played) = moves.next(&scorer) else { break };
            if ply == 0 && self.excluded_root_moves.contains(&played) {
                continue;
            }
            let alpha = window.alpha.max(best.score);
            let flips = (played.ends().1.neighbours() & node.them).len() as i32;
            let this = MoveInfo { played, flips, tried };
            let narrowed = NodeContext { window: Window { alpha, ..window }, ..context };
            let score = self.try_move(&node.after(played), this, narrowed)?;
            tried += 1;
            if score > best.score {
                best = Best { score, played };
                if score > alpha && window.is_pv() {
                    self.extend_pv(ply, played);
                }
                if score >= window.beta {
                    self.killers.update(played, ply);
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
    fn is_late(&self, tried: i32, only_quiet_jumps: bool, context: NodeContext, best: Score) -> bool {
        let NodeContext { window, depth, ply } = context;
        if ply == 0 || best <= -PROVED {
            return false;
        }
        if self.shared.toggles.quiet_pruning && only_quiet_jumps && tried >= QUIET_PRUNING_MIN_MOVES {
            return true;
        }
        self.shared.toggles.late_move_pruning
            && !window.is_pv()
            && depth <= LMP_MAX_DEPTH
            && tried >= LMP_BASE + LMP_DEPTH_SQUARED * depth * depth
    }

    /// How many blobs a move must turn so that it can be expected to lift a bad position near the horizon.
    fn futility_margin(&self, static_eval: Score, context: NodeContext) -> FutilityMargin {
        let NodeContext { window, depth, ply } = context;
        if !self.shared.toggles.futility
            || ply == 0
            || window.is_pv()
            || is_proved(window.alpha)
            || depth > FUTILITY_MAX_DEPTH
        {
            return FutilityMargin::default();
        }
        let missing = window.alpha - static_eval - FUTILITY_MARGIN * depth;
        let flips = |missing: Score| (missing.max(-1) + FLIP_VALUE) / FLIP_VALUE;
        FutilityMargin {
            by_doublings: flips(missing - BLOB_VALUE),
            by_jumps: flips(missing),
            wants_futile: false,
        }
    }

    /// The score of a move: in full for the first, else only if it says that it is better.
    fn try_move(&mut self, child: &Node, this: MoveInfo, context: NodeContext) -> Searched {
        let NodeContext { window, depth, ply } = context;
        let next = NodeContext { depth: depth - 1, ply: ply + 1, window: window.negated() };
        if this.tried == 0 {
            return Ok(-self.search(child, next)?);
        }
        let asked = NodeContext { window: Window::null(window.alpha).negated(), ..next };
        let less = self.reduction(this, context);
        let mut score = -self.search(child, NodeContext { depth: asked.depth - less, ..asked })?;
        if less > 0 && score > window.alpha {
            score = -self.search(child, asked)?;
        }
        if score > window.alpha && score < window.beta {
            score = -self.search(child, next)?;
        }
        Ok(score)
    }

    /// How much less deeply a late move is searched at first.
    fn reduction(&self, this: MoveInfo, context: NodeContext) -> i32 {
        if !self.shared.toggles.late_move_reductions || context.depth < 3 || this.tried < LMR_MIN_MOVES {
            return 0;
        }
        let product = logarithm(this.tried) * logarithm(context.depth);
        let mut less = LMR_FACTOR * product / 256;
        less += if this.played.is_double() { 0 } else { LMR_JUMP };
        less -= if context.window.is_pv() { LMR_LESS } else { 0 };
        less -= if this.flips > LMR_FLIPS { LMR_LESS } else { 0 };
        (less / 100).clamp(0, context.depth - 2)
    }

    /// Puts a move before the path of the next ply.
    fn extend_pv(&mut self, ply: usize, played: PackedMove) {
        let (to_here, beyond) = self.pv_table.split_at_mut(ply + 1);
        if let (Some(pv), Some(rest)) = (to_here.last_mut(), beyond.first()) {
            pv.clear();
            pv.push(played);
            pv.extend_from_slice(rest);
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
