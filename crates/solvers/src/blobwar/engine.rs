//! The engine: iterative deepening by one or more threads that share a table.
//!
//! With more threads each searches the whole tree on its own (Lazy SMP), odd ones a ply ahead; what one finds
//! the others meet in the table. The first thread decides. With one thread and a limit of depth or nodes the
//! answer depends on nothing but the position, its past, the settings and what the table holds.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use laplace_games::blobwar::{Move, Position};

use super::endgame;
use super::eval::Evaluator;
use super::iterative::{MainThread, helper};
use super::node::{BoardConstants, Node, PackedMove, Targets};
use super::repetition::GameHistory;
use super::score::{self, MAX_PLY, Score};
use super::search::Shared;
use super::settings::{MAX_THREADS, Settings};
use super::time::{Budget, Limits};
use super::tt::TranspositionTable;
use crate::platform::{self, Instant};

/// With at most so many empty cells the exact solver is asked first; with more it finds nothing in good time.
const MAX_SOLVER_CELLS: u32 = 2;
/// For at most so many nodes, one for so many microseconds of the time for the move, and this part of a number of
/// nodes that is given.
const MAX_SOLVER_NODES: u64 = 3_000;
const SOLVER_MICROS_PER_NODE: u64 = 10;
const SOLVER_NODE_SHARE: u64 = 4;

/// What an iteration found.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchInfo {
    /// Which of the best moves this is: 1 for the best.
    pub multipv: usize,
    /// Its depth.
    pub depth: u32,
    /// The longest path it searched.
    pub seldepth: usize,
    /// The score for the player to move, in hundredths of a blob; see [`score`].
    pub score: Score,
    /// The nodes of all threads so far.
    pub nodes: u64,
    /// The time so far.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: usize,
    /// The best path.
    pub pv: Vec<Move>,
}

/// What a search found: the move to play, and the last report.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// The move to play.
    pub best_move: Move,
    /// What was found out.
    pub info: SearchInfo,
}

impl SearchResult {
    /// A move that no search has chosen: its depth is 0.
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

    /// Takes over a path, if there is one yet.
    pub(super) fn take(&mut self, pv: &[PackedMove]) {
        let pv: Vec<Move> = pv.iter().copied().filter_map(PackedMove::unpack).collect();
        if let Some(&first) = pv.first() {
            self.best_move = first;
            self.info.pv = pv;
        }
    }
}

/// A player with a memory.
///
/// ```
/// use laplace_games::blobwar::{Position, Size, StuckRule};
/// use laplace_solvers::blobwar::{Engine, Limits, GameHistory, Settings};
/// let mut engine = Engine::new(Settings { megabytes: 1, ..Settings::default() });
/// let start = Position::start(Size::Seven, StuckRule::Passes);
/// let result = engine.search(&start, GameHistory::EMPTY, &Limits::depth(4)).unwrap();
/// assert!(start.is_legal(&result.best_move));
/// ```
#[derive(Debug)]
pub struct Engine {
    settings: Settings,
    tt: TranspositionTable,
}

impl Engine {
    /// An engine that knows nothing yet. Where there is no room for its table, it has a smaller one: see
    /// [`Engine::settings`].
    pub fn new(mut settings: Settings) -> Self {
        let tt = TranspositionTable::new(settings.megabytes);
        settings.megabytes = tt.megabytes();
        Self { settings, tt }
    }

    /// Its settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings; a table of another size starts empty, and is smaller where there is no room for it.
    pub fn set(&mut self, mut settings: Settings) {
        if settings.megabytes != self.settings.megabytes {
            // The old table goes first: there may be no room for both.
            self.tt = TranspositionTable::new(1);
            self.tt = TranspositionTable::new(settings.megabytes);
        }
        settings.megabytes = self.tt.megabytes();
        self.settings = settings;
    }

    /// Forgets what it knows, before a new game.
    pub fn clear_hash(&mut self) {
        self.tt.clear();
    }

    /// The score of a position without looking ahead, for the player to move.
    pub fn evaluate(&self, position: &Position) -> Score {
        let (board, node) = (BoardConstants::of(position), Node::of(position));
        let targets = Targets::of(&node, &board);
        match targets.ending(&node, &board) {
            Some(margin) => score::of_end(margin, 0),
            None => Evaluator::new(&self.settings.weights, &board).evaluate(&node, &targets),
        }
    }

    /// Searches quietly, with nobody to stop it. `None` if the game is over.
    pub fn search(
        &mut self,
        position: &Position,
        history: &GameHistory,
        limits: &Limits,
    ) -> Option<SearchResult> {
        self.search_with(position, history, limits, &AtomicBool::new(false), &mut |_| {})
    }

    /// Searches until a limit is reached or `stop` is set, and reports each iteration. `None` if the game is
    /// over.
    pub fn search_with(
        &mut self,
        position: &Position,
        history: &GameHistory,
        limits: &Limits,
        stop: &AtomicBool,
        on_info: &mut dyn FnMut(&SearchInfo),
    ) -> Option<SearchResult> {
        let started = Instant::now();
        let moves = position.legal_moves();
        let fallback = *moves.first()?;
        self.tt.increase_age();
        let (board, root) = (BoardConstants::of(position), Node::of(position));
        let mut budget = limits.budget(position.turn());
        if moves.len() == 1 {
            // On a clock there is nothing to think about.
            budget.soft = budget.soft.map(|_| Duration::ZERO);
        }
        let shared = Shared {
            tt: &self.tt,
            evaluator: Evaluator::new(&self.settings.weights, &board),
            toggles: self.settings.toggles,
            contempt: self.settings.contempt,
            board,
            history,
            stop,
            done: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            max_nodes: limits.nodes.filter(|_| !limits.infinite).unwrap_or(u64::MAX),
            started,
            hard_limit: budget.hard,
        };
        Some(match self.solve(&shared, &root, limits, budget) {
            Some(solved) => {
                on_info(&solved.info);
                solved
            }
            None => {
                let multipv = self.settings.multipv.clamp(1, moves.len());
                self.search_threads(
                    MainThread::new(&shared, root, budget, fallback, multipv),
                    limits,
                    on_info,
                )
            }
        })
    }

    /// Searches with all threads.
    fn search_threads(
        &self,
        mut main: MainThread<'_>,
        limits: &Limits,
        on_info: &mut dyn FnMut(&SearchInfo),
    ) -> SearchResult {
        let helpers = self.settings.threads.clamp(1, MAX_THREADS) - 1;
        let (shared, root) = (main.shared, main.root);
        platform::scope(|scope| {
            for number in 0..helpers {
                // Where the system gives no more threads, those that are there search.
                if platform::spawn(scope, "blobwar", move || helper(shared, &root, number)).is_err() {
                    break;
                }
            }
            main.deepen(max_depth(limits), limits, on_info);
            shared.done.store(true, Relaxed);
        });
        main.result
    }

    /// The exact solver's answer, if there are few cells left and it finds one.
    fn solve(
        &self,
        shared: &Shared<'_>,
        root: &Node,
        limits: &Limits,
        budget: Budget,
    ) -> Option<SearchResult> {
        let left = Targets::of(root, &shared.board).empty.len();
        let one_line = self.settings.multipv <= 1;
        if !shared.toggles.endgame || left > MAX_SOLVER_CELLS || limits.infinite || !one_line {
            return None;
        }
        let in_time = budget.hard.map_or(u64::MAX, |time| time.as_micros() as u64 / SOLVER_MICROS_PER_NODE);
        let most = MAX_SOLVER_NODES.min(shared.max_nodes / SOLVER_NODE_SHARE).min(in_time);
        let (solved, nodes) = endgame::solve(root, &shared.board, most);
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

fn max_depth(limits: &Limits) -> i32 {
    let most = MAX_PLY as u32;
    limits.depth.filter(|_| !limits.infinite).unwrap_or(most).clamp(1, most) as i32
}
