//! The engine: iterative deepening by one or more threads that share a table.
//!
//! With more threads each searches the whole tree on its own (Lazy SMP), odd ones a ply ahead; what one finds
//! the others meet in the table. The first thread decides. With one thread and a limit of depth or nodes the
//! answer depends on nothing but the position, its past, the settings and what the table holds.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use laplace_games::blobwar::{Move, Position};

use super::deepen::{Lead, help};
use super::endgame;
use super::eval::{Judge, Lie};
use super::limits::{Budget, Limits};
use super::node::{Ground, Node, Packed, Reach};
use super::score::{self, MOST_PLIES, Score};
use super::search::Shared;
use super::settings::{MOST_THREADS, Settings};
use super::table::Table;
use super::trail::Past;
use crate::platform::{self, Instant};

/// With at most so many empty cells the exact solver is asked first; with more it finds nothing in good time.
const SOLVED_CELLS: u32 = 2;
/// For at most so many nodes, one for so many microseconds of the time for the move, and this part of a number of
/// nodes that is given.
const SOLVER_NODES: u64 = 3_000;
const SOLVER_SHARE: u64 = 10;
const SOLVER_PART: u64 = 4;

/// What an iteration found.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Which of the best moves this is: 1 for the best.
    pub line: usize,
    /// Its depth.
    pub depth: u32,
    /// The longest path it searched.
    pub deepest: usize,
    /// The score for the player to move, in hundredths of a blob; see [`score`].
    pub score: Score,
    /// The nodes of all threads so far.
    pub nodes: u64,
    /// The time so far.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub filling: usize,
    /// The best path.
    pub path: Vec<Move>,
}

/// What a search found: the move to play, and the last report.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The move to play.
    pub played: Move,
    /// What was found out.
    pub report: Report,
}

impl Answer {
    /// A move that nothing is known of.
    pub(super) fn unsearched(played: Move) -> Self {
        let report = Report {
            line: 1,
            depth: 0,
            deepest: 0,
            score: 0,
            nodes: 0,
            time: Duration::ZERO,
            filling: 0,
            path: vec![played],
        };
        Self { played, report }
    }

    /// Takes over a path, if there is one yet.
    pub(super) fn take(&mut self, path: &[Packed]) {
        let path: Vec<Move> = path.iter().copied().filter_map(Packed::unpack).collect();
        if let Some(&first) = path.first() {
            self.played = first;
            self.report.path = path;
        }
    }
}

/// A player with a memory.
///
/// ```
/// use laplace_games::blobwar::{Position, Size, StuckRule};
/// use laplace_solvers::blobwar::{Engine, Limits, Past, Settings};
/// let mut engine = Engine::new(Settings { megabytes: 1, ..Settings::default() });
/// let start = Position::start(Size::Seven, StuckRule::Passes);
/// let answer = engine.answer(&start, Past::NONE, &Limits::depth(4)).unwrap();
/// assert!(start.is_legal(&answer.played));
/// ```
#[derive(Debug)]
pub struct Engine {
    settings: Settings,
    table: Table,
}

impl Engine {
    /// An engine that knows nothing yet. Where there is no room for its table, it has a smaller one: see
    /// [`Engine::settings`].
    pub fn new(mut settings: Settings) -> Self {
        let table = Table::new(settings.megabytes);
        settings.megabytes = table.megabytes();
        Self { settings, table }
    }

    /// Its settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings; a table of another size starts empty, and is smaller where there is no room for it.
    pub fn set(&mut self, mut settings: Settings) {
        if settings.megabytes != self.settings.megabytes {
            // The old table goes first: there may be no room for both.
            self.table = Table::new(1);
            self.table = Table::new(settings.megabytes);
        }
        settings.megabytes = self.table.megabytes();
        self.settings = settings;
    }

    /// Forgets what it knows, before a new game.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// The score of a position without looking ahead, for the player to move.
    pub fn evaluate(&self, position: &Position) -> Score {
        let (ground, node) = (Ground::of(position), Node::of(position));
        let reach = Reach::of(&node, &ground);
        match reach.ending(&node, &ground) {
            Some(margin) => score::of_end(margin, 0),
            None => self.settings.weights.evaluate(&node, &reach, &Lie::of(&ground)),
        }
    }

    /// Searches quietly, with nobody to stop it. `None` if the game is over.
    pub fn answer(&mut self, position: &Position, past: &Past, limits: &Limits) -> Option<Answer> {
        self.think(position, past, limits, &AtomicBool::new(false), &mut |_| {})
    }

    /// Searches until a limit is reached or `stop` is set, and reports each iteration. `None` if the game is
    /// over.
    pub fn think(
        &mut self,
        position: &Position,
        past: &Past,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Answer> {
        let started = Instant::now();
        let moves = position.legal_moves();
        let fallback = *moves.first()?;
        self.table.grow_older();
        let (ground, root) = (Ground::of(position), Node::of(position));
        let mut budget = limits.budget(position.turn());
        if moves.len() == 1 {
            // On a clock there is nothing to think about.
            budget.no_new = budget.no_new.map(|_| Duration::ZERO);
        }
        let shared = Shared {
            table: &self.table,
            judge: Judge::new(&self.settings.weights, &ground),
            ideas: self.settings.ideas,
            contempt: self.settings.contempt,
            ground,
            past,
            stop,
            done: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            most_nodes: limits.nodes.filter(|_| !limits.infinite).unwrap_or(u64::MAX),
            started,
            stop_after: budget.stop,
        };
        Some(match self.solve(&shared, &root, limits, budget) {
            Some(solved) => {
                report(&solved.report);
                solved
            }
            None => {
                let lines = self.settings.lines.clamp(1, moves.len());
                self.search(Lead::new(&shared, root, budget, fallback, lines), limits, report)
            }
        })
    }

    /// Searches with all threads.
    fn search(&self, mut lead: Lead<'_>, limits: &Limits, report: &mut dyn FnMut(&Report)) -> Answer {
        let helpers = self.settings.threads.clamp(1, MOST_THREADS) - 1;
        let (shared, root) = (lead.shared, lead.root);
        platform::scope(|scope| {
            for helper in 0..helpers {
                // Where the system gives no more threads, those that are there search.
                if platform::spawn(scope, "blobwar", move || help(shared, &root, helper)).is_err() {
                    break;
                }
            }
            lead.deepen(deepest_iteration(limits), limits, report);
            shared.done.store(true, Relaxed);
        });
        lead.answer
    }

    /// The exact solver's answer, if there are few cells left and it finds one.
    fn solve(&self, shared: &Shared<'_>, root: &Node, limits: &Limits, budget: Budget) -> Option<Answer> {
        let left = Reach::of(root, &shared.ground).empty.len();
        let one_line = self.settings.lines <= 1;
        if !shared.ideas.endgame || left > SOLVED_CELLS || limits.infinite || !one_line {
            return None;
        }
        let in_time = budget.stop.map_or(u64::MAX, |time| time.as_micros() as u64 / SOLVER_SHARE);
        let most = SOLVER_NODES.min(shared.most_nodes / SOLVER_PART).min(in_time);
        let (solved, nodes) = endgame::solve_node(root, &shared.ground, most);
        shared.nodes.store(nodes, Relaxed);
        let solved = solved?;
        let report = Report {
            line: 1,
            depth: solved.depth,
            deepest: solved.depth as usize,
            score: score::of_end(solved.margin, solved.depth as usize),
            nodes,
            time: shared.started.elapsed(),
            filling: self.table.filling(),
            path: vec![solved.best],
        };
        Some(Answer { played: solved.best, report })
    }
}

fn deepest_iteration(limits: &Limits) -> i32 {
    let most = MOST_PLIES as u32;
    limits.depth.filter(|_| !limits.infinite).unwrap_or(most).clamp(1, most) as i32
}
