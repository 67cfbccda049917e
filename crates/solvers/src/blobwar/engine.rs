//! The engine: a transposition table, its settings, and searches by one or more threads.
//!
//! With more threads each of them searches the whole tree; what one finds the others meet in the table, and what one is searching the
//! others search last ([`busy`](super::busy)). The main thread decides when to stop, and the deepest finished iteration of any
//! thread is played. With one thread and a limit of depth or nodes the result depends on nothing but the position, its
//! history, the settings and the contents of the table.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use laplace_games::blobwar::{Move, Position};

use super::busy::BusyNodes;
use super::endgame;
use super::eval::Evaluator;
use super::iterative::{MainThread, helper};
use super::node::{BoardConstants, Node, PackedMove, Targets};
use super::repetition::GameHistory;
use super::score::{self, MAX_PLY, Score};
use super::search::Shared;
use super::settings::{Evaluation, MAX_THREADS, Settings};
use super::time::{Budget, Limits};
use super::tt::TranspositionTable;
use crate::Control;
use crate::platform::{self, Instant};

/// The endgame solver is tried with at most this many empty cells. With three it solved 2 of 324 positions in 10 000 nodes,
/// where the search proved 62 in 3 000; with five it cost 53 Elo.
const MAX_SOLVER_CELLS: u32 = 2;
/// The node limit of the endgame solver: about a millisecond, so that a failure costs the search little.
const MAX_SOLVER_NODES: u64 = 3_000;
/// It gets one node for this many microseconds of the hard limit: a small part of a short move.
const SOLVER_MICROS_PER_NODE: u64 = 10;
/// It gets this share of a node limit, so that the search has something left if it fails.
const SOLVER_NODE_SHARE: u64 = 4;

/// What an iteration of a search has found.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchInfo {
    /// The rank of this move among the best ones: 1 for the best.
    pub multipv: usize,
    /// The depth of the iteration.
    pub depth: u32,
    /// The selective depth: the length of the longest path searched.
    pub seldepth: usize,
    /// The score for the player to move, in hundredths of a blob; see [`score`].
    pub score: Score,
    /// The nodes of all threads since the search began.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
    /// How full the transposition table is, in thousandths.
    pub hashfull: usize,
    /// The principal variation.
    pub pv: Vec<Move>,
}

/// The result of a search: the best move, and what the last iteration found.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// The best move.
    pub best_move: Move,
    /// What the last iteration found.
    pub info: SearchInfo,
}

impl SearchResult {
    /// A move that no search has chosen: its depth is 0.
    #[must_use]
    pub fn unsearched(best_move: Move) -> Self {
        let info = SearchInfo {
            multipv: 1,
            depth: 0,
            seldepth: 0,
            score: 0,
            nodes: 0,
            time: Duration::ZERO,
            hashfull: 0,
            pv: vec![best_move],
        };
        Self { best_move, info }
    }

    /// Takes over a principal variation, unless it is empty.
    pub(super) fn set_pv(&mut self, pv: &[PackedMove]) {
        let pv: Vec<Move> = pv.iter().copied().filter_map(PackedMove::unpack).collect();
        if let Some(&first) = pv.first() {
            self.best_move = first;
            self.info.pv = pv;
        }
    }
}

/// The engine with its transposition table.
///
/// ```
/// use laplace_games::blobwar::{Position, Size, StuckRule};
/// use laplace_solvers::blobwar::{Engine, Limits, GameHistory, Settings};
/// let mut engine = Engine::new(Settings { megabytes: 1, ..Settings::default() });
/// let start = Position::start(Size::Seven, StuckRule::Passes);
/// let result = engine.search(&start, GameHistory::EMPTY, &Limits::depth(4)).unwrap();
/// assert!(start.is_legal(result.best_move));
/// ```
#[derive(Debug)]
pub struct Engine {
    settings: Settings,
    tt: TranspositionTable,
    /// The evaluator of the last search.
    evaluator: Option<Evaluator>,
}

impl Engine {
    /// An engine with an empty table. If the system refuses the memory, the table is smaller than the settings want: see
    /// [`Engine::settings`].
    #[must_use]
    pub fn new(mut settings: Settings) -> Self {
        let tt = TranspositionTable::new(settings.megabytes);
        settings.megabytes = tt.megabytes();
        Self { settings, tt, evaluator: None }
    }

    /// Its settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings. A table of another size starts empty, and is smaller if the system refuses the memory. It is
    /// emptied, too, if the evaluation changes: scores of another one mean nothing.
    pub fn set(&mut self, mut settings: Settings) {
        if settings.evaluation != self.settings.evaluation {
            self.tt.clear();
        }
        if settings.megabytes != self.settings.megabytes {
            // The old table goes first: there may not be memory for both.
            self.tt = TranspositionTable::new(1);
            self.tt = TranspositionTable::new(settings.megabytes);
        }
        settings.megabytes = self.tt.megabytes();
        self.settings = settings;
    }

    /// Empties the transposition table, as before a new game.
    pub fn clear_hash(&mut self) {
        self.tt.clear();
    }

    /// The score of a position without looking ahead, for the player to move.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> Score {
        let board = BoardConstants::of(position);
        let node = Node::of(position);
        let targets = Targets::of(&node, &board);
        match targets.ending(&node, &board) {
            Some(margin) => score::of_end(margin, 0),
            None => match &self.settings.evaluation {
                // For one position the rows are added one by one: the tables of a board take milliseconds to make.
                Evaluation::Network(network) => {
                    network.evaluate(node.us, node.them, board.playable, board.stuck)
                }
                counts => Evaluator::new(counts, &board, None).evaluate(&node, &targets),
            },
        }
    }

    /// Searches until a limit is reached. `None` if the game is over.
    pub fn search(
        &mut self,
        position: &Position,
        history: &GameHistory,
        limits: &Limits,
    ) -> Option<SearchResult> {
        self.search_with(position, history, limits, &Control::default())
    }

    /// Searches until a limit is reached or `control` stops it, and reports each iteration. `None` if the game is
    /// over.
    pub fn search_with(
        &mut self,
        position: &Position,
        history: &GameHistory,
        limits: &Limits,
        control: &Control<'_, SearchInfo>,
    ) -> Option<SearchResult> {
        let started = Instant::now();
        let moves = position.legal_moves();
        let fallback = *moves.first()?;
        self.tt.increase_age();
        let board = BoardConstants::of(position);
        let root = Node::of(position);
        let mut budget = limits.budget(position.turn());
        if moves.len() == 1 {
            // There is nothing to choose: on a clock one iteration is enough.
            budget.soft = budget.soft.map(|_| Duration::ZERO);
        }
        let evaluator = Evaluator::new(&self.settings.evaluation, &board, self.evaluator.as_ref());
        self.evaluator = Some(evaluator.clone());
        let shared = Shared {
            tt: &self.tt,
            evaluator,
            toggles: self.settings.toggles,
            contempt: self.settings.contempt,
            board,
            history,
            control,
            done: AtomicBool::new(false),
            busy: BusyNodes::new(self.settings.threads),
            nodes: AtomicU64::new(0),
            max_nodes: limits.nodes.filter(|_| !limits.infinite).unwrap_or(u64::MAX),
            started,
            hard_limit: budget.hard,
        };
        Some(match self.solve(&shared, &root, limits, budget) {
            Some(solved) => {
                control.report(&solved.info);
                solved
            }
            None => {
                let multipv = self.settings.multipv.clamp(1, moves.len());
                self.search_threads(MainThread::new(&shared, root, budget, fallback, multipv), limits)
            }
        })
    }

    /// Searches with the main thread and its helpers.
    fn search_threads(&self, mut main: MainThread<'_>, limits: &Limits) -> SearchResult {
        let helpers = self.settings.threads.clamp(1, MAX_THREADS) - 1;
        let shared = main.shared;
        let root = main.root;
        platform::scope(|scope| {
            // If the system refuses a thread, those that have started search.
            let tasks: Vec<_> = (0..helpers)
                .map_while(|number| {
                    platform::spawn(scope, "blobwar", move || helper(shared, &root, number)).ok()
                })
                .collect();
            {
                let _helpers_stop = SetOnDrop(&shared.done);
                main.deepen(max_depth(limits), limits);
            }
            let results =
                tasks.into_iter().map(|task| task.join().unwrap_or_else(|panic| resume_unwind(panic)));
            main.take_better(results.flatten().collect(), max_depth(limits));
        });
        main.result
    }

    /// The result of the endgame solver, if few cells are empty and it finds one.
    fn solve(
        &self,
        shared: &Shared<'_>,
        root: &Node,
        limits: &Limits,
        budget: Budget,
    ) -> Option<SearchResult> {
        let empty = Targets::of(root, &shared.board).empty.len();
        let one_line = self.settings.multipv <= 1;
        if !shared.toggles.endgame || empty > MAX_SOLVER_CELLS || limits.infinite || !one_line {
            return None;
        }
        let nodes_in_time =
            budget.hard.map_or(u64::MAX, |time| time.as_micros() as u64 / SOLVER_MICROS_PER_NODE);
        let max_nodes = MAX_SOLVER_NODES.min(shared.max_nodes / SOLVER_NODE_SHARE).min(nodes_in_time);
        let (solved, nodes) = endgame::solve(root, &shared.board, max_nodes);
        shared.nodes.store(nodes, Relaxed);
        let solved = solved?;
        let info = SearchInfo {
            multipv: 1,
            depth: solved.depth,
            seldepth: solved.depth as usize,
            score: score::of_end(solved.margin, solved.depth as usize),
            nodes,
            time: shared.started.elapsed(),
            hashfull: self.tt.hashfull(),
            pv: vec![solved.best],
        };
        Some(SearchResult { best_move: solved.best, info })
    }
}

/// Sets a flag at the end of a block, also when the block panics: helper threads must not search on for a caller that is gone.
struct SetOnDrop<'a>(&'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// The depth of the last iteration.
fn max_depth(limits: &Limits) -> i32 {
    let max = MAX_PLY as u32;
    limits.depth.filter(|_| !limits.infinite).unwrap_or(max).clamp(1, max) as i32
}
