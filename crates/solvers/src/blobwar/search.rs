//! Alpha-beta as a principal variation search: the first move of a node is searched with the full window, the others with
//! a null window, and again with the full one if they turn out to be better.
//!
//! A proved score stays sound through all pruning: as long as the best move found loses by proof, no move is left out,
//! and estimates are never returned as proofs. So a win found at any depth is a win.
//!
//! What each part is worth, and what was tried and rejected, is in `docs/blobwar.md`. The margins, reductions and bonuses
//! here, in the move picker and of the aspiration window were tuned together, by SPSA with the network.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use super::busy::{BusyNodes, NO_KEY};
use super::engine::SearchInfo;
use super::eval::Evaluator;
use super::move_picker::{FutilityMargin, History, Killers, MAX_HISTORY, MovePicker, MoveScorer};
use super::node::{BoardConstants, Node, PackedMove, Targets};
use super::repetition::{GameHistory, RepetitionStack};
use super::score::{self, INFINITE, MAX_PLY, PROVED, Score, Window, is_proved};
use super::settings::Toggles;
use super::tt::{Bound, TranspositionTable, TtEntry};
use crate::Control;
use crate::platform::Instant;

/// The number of nodes between two checks of the clock: at five million nodes a second a check every tenth of a
/// millisecond, which costs nothing.
const NODES_PER_CHECK: u64 = 512;

/// Reverse futility pruning up to this depth.
const RFP_MAX_DEPTH: i32 = 5;
/// Reverse futility margin: a node is cut if its static evaluation is this much a ply above beta.
const RFP_MARGIN: i32 = 80;

/// Late move pruning up to this depth.
const LMP_MAX_DEPTH: i32 = 4;
/// Moves searched before late move pruning: this number and a multiple of the squared depth, as the deeper a node is to
/// be searched, the more a pruned move can matter.
const LMP_BASE: i32 = 3;
const LMP_DEPTH_SQUARED_PERCENT: i32 = 184;

/// Moves searched before quiet jumps are left out: after one instead of two it was even, +99 =3 -98.
const QUIET_PRUNING_MIN_MOVES: i32 = 2;
/// Quiet jumps are left out up to this depth: where a search gets far beyond it, little is left to double, and a quiet jump may be the
/// only way to win.
const QUIET_PRUNING_MAX_DEPTH: i32 = 12;

/// Futility pruning up to this depth.
const FUTILITY_MAX_DEPTH: i32 = 4;
/// Futility margin: what a move is expected to gain a ply beyond what it flips.
const FUTILITY_MARGIN: i32 = 180;
/// What a flipped blob is expected to change: the network sees most of what a capture threatens before it happens.
const FLIP_VALUE: i32 = 95;
/// What the new blob of a doubling adds.
const BLOB_VALUE: i32 = 100;

/// From this depth on, a move that another thread is searching is deferred: below it, the other thread is done at once.
const DEFER_MIN_DEPTH: i32 = 4;

/// Moves searched to the full depth before late move reductions.
const LMR_MIN_MOVES: i32 = 1;
/// The reduction in hundredths of a ply for the product of the logarithms of depth and move number.
const LMR_FACTOR: i32 = 24;
/// Added for every move.
const LMR_BASE: i32 = 10;
/// Added for jumps, which leave a hole behind.
const LMR_JUMP: i32 = 95;
/// Taken off on the principal variation.
const LMR_PV: i32 = 57;
/// Taken off for moves that flip at least [`LMR_MIN_FLIPS`] blobs.
const LMR_FLIPS: i32 = 125;
const LMR_MIN_FLIPS: i32 = 3;
/// Taken off for the best history, added for the worst.
const LMR_HISTORY: i32 = 80;

/// Singular extensions from this depth on.
const SINGULAR_MIN_DEPTH: i32 = 6;
/// The entry of the transposition table may be this many plies shallower than the node.
const SINGULAR_TT_PLIES: i32 = 3;
/// A move is singular if all others stay this much, in tenths, a ply below the score of the transposition table.
const SINGULAR_MARGIN_TENTHS: i32 = 18;

/// Internal iterative reduction from this depth on: below it a ply less would leave hardly anything.
const IIR_MIN_DEPTH: i32 = 3;

/// The search was stopped: by its caller, by a limit, or because the main thread is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

type Searched<T = Score> = Result<T, Stopped>;

/// What the threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) tt: &'a TranspositionTable,
    pub(super) evaluator: Evaluator,
    pub(super) toggles: Toggles,
    pub(super) contempt: Score,
    pub(super) board: BoardConstants,
    pub(super) history: &'a GameHistory,
    /// Ends the search from outside, and receives a report of each iteration.
    pub(super) control: &'a Control<'a, SearchInfo>,
    /// Set by the main thread when its search is done.
    pub(super) done: AtomicBool,
    pub(super) busy: BusyNodes,
    pub(super) nodes: AtomicU64,
    pub(super) max_nodes: u64,
    pub(super) started: Instant,
    pub(super) hard_limit: Option<Duration>,
}

impl Shared<'_> {
    fn is_over(&self) -> bool {
        self.control.is_stopped()
            || self.done.load(Relaxed)
            || self.hard_limit.is_some_and(|time| self.started.elapsed() >= time)
    }
}

/// One thread's search.
pub(super) struct Worker<'a> {
    shared: &'a Shared<'a>,
    killers: Killers,
    history: History,
    pickers: Vec<MovePicker>,
    /// The principal variation from each ply on.
    pv_table: Vec<Vec<PackedMove>>,
    repetitions: RepetitionStack,
    nodes: u64,
    unflushed_nodes: u64,
    seldepth: usize,
    /// Set once there is a move to play: the first iteration is never stopped.
    pub(super) may_stop: bool,
    /// Root moves that are not searched: multipv has reported them already.
    pub(super) excluded_root_moves: Vec<PackedMove>,
}

/// Where in the tree a node is, and what is to be found out.
#[derive(Clone, Copy)]
struct NodeContext {
    window: Window,
    depth: i32,
    ply: usize,
    /// A move that is left out, to find out how good the others are; then the node is another position, and nothing about it
    /// is stored.
    excluded: PackedMove,
}

/// What is known of a node before its moves are searched.
#[derive(Clone, Copy)]
struct NodeInfo<'n> {
    node: &'n Node,
    targets: &'n Targets,
    /// The move of the transposition table.
    tt_move: PackedMove,
    /// The plies by which the move of the transposition table is searched deeper.
    tt_extension: i32,
    static_eval: Score,
}

/// A move that is searched.
#[derive(Clone, Copy)]
struct MoveInfo {
    played: PackedMove,
    /// The number of blobs that it flips.
    flips: i32,
    /// The number of moves searched before it.
    searched_before: i32,
    /// The plies by which it is searched deeper.
    extension: i32,
}

/// What is known of the move of the transposition table beside the other moves.
enum Singular {
    /// The plies by which it is searched deeper.
    Extension(i32),
    /// The other moves, too, cause a cutoff: the score of the node is at least this.
    Cutoff(Score),
}

/// The best move of a node.
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
            history: History::new(),
            pickers: vec![MovePicker::default(); plies],
            pv_table: vec![Vec::new(); plies + 1],
            repetitions: RepetitionStack::new(shared.history),
            // The nodes of the endgame solver count.
            nodes: shared.nodes.load(Relaxed),
            unflushed_nodes: 0,
            seldepth: 0,
            may_stop: false,
            excluded_root_moves: Vec::new(),
        }
    }

    /// The principal variation.
    pub(super) fn pv(&self) -> &[PackedMove] {
        &self.pv_table[0]
    }

    /// The length of the longest path searched.
    pub(super) fn seldepth(&self) -> usize {
        self.seldepth
    }

    /// The score of the root, searched to a depth.
    pub(super) fn search_root(&mut self, root: &Node, window: Window, depth: i32) -> Searched {
        self.search(root, NodeContext { window, depth, ply: 0, excluded: PackedMove::NONE })
    }

    /// Adds the nodes since the last flush to those of all threads.
    pub(super) fn flush_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.unflushed_nodes, Relaxed);
        self.unflushed_nodes = 0;
    }

    /// Counts a node, and checks the limits every [`NODES_PER_CHECK`] nodes.
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
        let NodeContext { window, depth, ply, excluded } = context;
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
        // The table is far away in memory: its slot is on the way while the node is evaluated.
        let key = node.key(board);
        self.shared.tt.prefetch(key);
        let static_eval = self.evaluate(node, &targets);
        let info = NodeInfo { node, targets: &targets, tt_move: excluded, static_eval, tt_extension: 0 };
        if excluded != PackedMove::NONE {
            return Ok(self.search_moves(info, context)?.score);
        }
        if self.reverse_futility(static_eval, context) {
            return Ok(static_eval);
        }
        let entry = self.shared.tt.probe(key);
        if let Some(score) = entry.and_then(|entry| self.tt_cutoff(entry, context)) {
            return Ok(score);
        }
        let tt_move = entry.map_or(PackedMove::NONE, |entry| entry.best);
        let reduced = self.shared.toggles.internal_iterative_reduction
            && depth >= IIR_MIN_DEPTH
            && tt_move == PackedMove::NONE;
        let context = NodeContext { depth: depth - i32::from(reduced), ..context };
        let tt_extension = match entry.filter(|_| tt_move.is_possible(node, &targets)) {
            Some(entry) => match self.singular_extension(node, entry, context)? {
                Singular::Extension(plies) => plies,
                Singular::Cutoff(score) => return Ok(score),
            },
            None => 0,
        };
        let best = self.search_moves(NodeInfo { tt_move, tt_extension, ..info }, context)?;
        let bound = bound_of(best.score, window);
        let played = if bound == Bound::Upper { PackedMove::NONE } else { best.played };
        let entry =
            TtEntry { best: played, score: score::to_tt(best.score, ply), depth: context.depth as u8, bound };
        // With excluded moves the root is another position.
        if ply > 0 || self.excluded_root_moves.is_empty() {
            self.shared.tt.store(key, entry);
        }
        Ok(best.score)
    }

    /// Whether the move of the transposition table is the only good one: then it is searched a ply deeper. If the
    /// others are good enough for a cutoff, too, the node is cut; if it alone is, it is searched a ply less.
    fn singular_extension(
        &mut self,
        node: &Node,
        entry: TtEntry,
        context: NodeContext,
    ) -> Searched<Singular> {
        let NodeContext { window, depth, ply, .. } = context;
        let tt_score = score::from_tt(entry.score, ply);
        if !self.shared.toggles.singular_extensions
            || ply == 0
            || depth < SINGULAR_MIN_DEPTH
            || entry.bound == Bound::Upper
            || i32::from(entry.depth) < depth - SINGULAR_TT_PLIES
            || is_proved(tt_score)
        {
            return Ok(Singular::Extension(0));
        }
        let beta = tt_score - SINGULAR_MARGIN_TENTHS * depth / 10;
        let others = NodeContext {
            window: Window::null(beta - 1),
            depth: (depth - 1) / 2,
            excluded: entry.best,
            ..context
        };
        let score = self.search(node, others)?;
        Ok(if score < beta {
            Singular::Extension(1)
        } else if beta >= window.beta && !window.is_pv() {
            Singular::Cutoff(beta)
        } else if tt_score >= window.beta {
            Singular::Extension(-1)
        } else {
            Singular::Extension(0)
        })
    }

    /// The score of a node at the horizon.
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

    /// A draw is worse than an even game for the player to move at the root, by the contempt.
    fn draw(&self, ply: usize) -> Score {
        if ply.is_multiple_of(2) { -self.shared.contempt } else { self.shared.contempt }
    }

    fn evaluate(&self, node: &Node, targets: &Targets) -> Score {
        self.shared.evaluator.evaluate(node, targets)
    }

    /// A pass is not a choice, so it costs no depth.
    fn search_pass(&mut self, node: &Node, context: NodeContext) -> Searched {
        let next = NodeContext { window: context.window.negated(), ply: context.ply + 1, ..context };
        let score = -self.search(&node.passed(), next)?;
        self.extend_pv(context.ply, PackedMove::PASS);
        Ok(score)
    }

    /// The score of a table entry, if it is deep enough and decides. A proof is deep enough at any depth.
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

    /// Whether the static evaluation is so far above beta that the other player will avoid this node.
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

    /// Searches the moves of a node until one causes a beta cutoff.
    fn try_moves(
        &mut self,
        moves: &mut MovePicker,
        info: NodeInfo<'_>,
        context: NodeContext,
    ) -> Searched<Best> {
        let NodeContext { window, ply, .. } = context;
        let NodeInfo { node, targets, tt_move, tt_extension, static_eval } = info;
        let mut best = Best { score: -INFINITE, played: PackedMove::NONE };
        let mut searched = 0;
        // Moves that another thread is searching come last: mostly their scores are in the table by then (ABDADA).
        let may_defer = context.depth >= DEFER_MIN_DEPTH && self.shared.busy.is_shared();
        let mut futility = self.futility_margin(static_eval, context);
        loop {
            futility.wants_futile = searched > 0 && best.score <= -PROVED;
            let is_late = self.is_late(searched, moves.only_quiet_jumps_left(), context, best.score);
            let scorer = MoveScorer {
                node,
                targets,
                tt_move,
                futility,
                ply,
                killers: &self.killers,
                history: &self.history,
                toggles: &self.shared.toggles,
            };
            let picked = if is_late { None } else { moves.next(&scorer) };
            let Some(played) = picked.or_else(|| moves.next_deferred()) else { break };
            if played == context.excluded || (ply == 0 && self.excluded_root_moves.contains(&played)) {
                continue;
            }
            let child = node.after(played);
            // Every thread searches the first move itself: its score makes the window of the others.
            let key = if searched > 0 && may_defer { child.key(&self.shared.board) } else { NO_KEY };
            if picked.is_some() && self.shared.busy.contains(key) {
                moves.defer(played);
                continue;
            }
            let alpha = window.alpha.max(best.score);
            let flips = (played.ends().1.neighbours() & node.them).len() as i32;
            let this = MoveInfo {
                played,
                flips,
                searched_before: searched,
                extension: if played == tt_move { tt_extension } else { 0 },
            };
            let narrowed = NodeContext { window: Window { alpha, ..window }, ..context };
            self.shared.busy.insert(key);
            let score = self.try_move(&child, this, narrowed)?;
            self.shared.busy.remove(key);
            searched += 1;
            if score > best.score {
                best = Best { score, played };
                if score > alpha && window.is_pv() {
                    self.extend_pv(ply, played);
                }
                if score >= window.beta {
                    self.killers.update(played, ply);
                    if self.shared.toggles.history {
                        self.history.update(played, moves.searched_before(played), context.depth);
                    }
                    break;
                }
            }
        }
        if searched == 0 {
            // All moves were futile: none can be expected to reach alpha.
            best.score = window.alpha;
        }
        Ok(best)
    }

    /// Whether all moves from here on are pruned. Never while the best move found loses by proof.
    fn is_late(&self, searched: i32, only_quiet_jumps: bool, context: NodeContext, best: Score) -> bool {
        let NodeContext { window, depth, ply, .. } = context;
        if ply == 0 || best <= -PROVED {
            return false;
        }
        if self.shared.toggles.quiet_pruning
            && depth <= QUIET_PRUNING_MAX_DEPTH
            && only_quiet_jumps
            && searched >= QUIET_PRUNING_MIN_MOVES
        {
            return true;
        }
        self.shared.toggles.late_move_pruning
            && !window.is_pv()
            && depth <= LMP_MAX_DEPTH
            && searched >= LMP_BASE + LMP_DEPTH_SQUARED_PERCENT * depth * depth / 100
    }

    /// The number of blobs that a move has to flip near the horizon to be expected to reach alpha.
    fn futility_margin(&self, static_eval: Score, context: NodeContext) -> FutilityMargin {
        let NodeContext { window, depth, ply, .. } = context;
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

    /// The score of a move: with the full window for the first one; for the others with a null window first, reduced.
    fn try_move(&mut self, child: &Node, this: MoveInfo, context: NodeContext) -> Searched {
        let NodeContext { window, depth, ply, .. } = context;
        let next = NodeContext {
            depth: depth - 1 + this.extension,
            ply: ply + 1,
            window: window.negated(),
            excluded: PackedMove::NONE,
        };
        if this.searched_before == 0 {
            return Ok(-self.search(child, next)?);
        }
        let null_window = NodeContext { window: Window::null(window.alpha).negated(), ..next };
        let less = self.reduction(this, context);
        let mut score =
            -self.search(child, NodeContext { depth: null_window.depth - less, ..null_window })?;
        if less > 0 && score > window.alpha {
            score = -self.search(child, null_window)?;
        }
        if score > window.alpha && score < window.beta {
            score = -self.search(child, next)?;
        }
        Ok(score)
    }

    /// The late move reduction of a move, in plies.
    fn reduction(&self, this: MoveInfo, context: NodeContext) -> i32 {
        if !self.shared.toggles.late_move_reductions
            || context.depth < 3
            || this.searched_before < LMR_MIN_MOVES
        {
            return 0;
        }
        let product = logarithm(this.searched_before) * logarithm(context.depth);
        let mut less = LMR_BASE + LMR_FACTOR * product / 256;
        less += if this.played.is_double() { 0 } else { LMR_JUMP };
        less -= if context.window.is_pv() { LMR_PV } else { 0 };
        less -= if this.flips >= LMR_MIN_FLIPS { LMR_FLIPS } else { 0 };
        less -= LMR_HISTORY * self.history.of(this.played) / MAX_HISTORY;
        (less / 100).clamp(0, context.depth - 2)
    }

    /// Makes the principal variation of this ply the move and the variation of the next ply.
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

/// Sixteen times the logarithm to base 2, approximately: linear between the powers of 2.
const fn logarithm(number: i32) -> i32 {
    let whole = (number as u32).ilog2() as i32;
    16 * whole + (((number << 4) >> whole) & 15)
}
