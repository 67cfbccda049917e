//! What the server runs on a thread of its own while it reads on: searches, perft, the bench.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use laplace_games::blobwar::{Position, perft};
use laplace_solvers::Control;
use laplace_solvers::blobwar::score::{self, Score, is_proved};
use laplace_solvers::blobwar::{Engine, GameHistory, Limits, SearchInfo, Settings, bench};
use laplace_solvers::platform::Instant;

/// Perft of this depth is too short to be interrupted.
const UNINTERRUPTED: u32 = 4;

/// The engine, the output and the stop flag, shared by the reading thread and the job.
pub(super) struct Shared<'e, W> {
    engine: Mutex<&'e mut Engine>,
    output: Mutex<W>,
    stop: AtomicBool,
    /// The positions searched and those that the answers led to: the history of the game where `position` has no moves.
    searched: Mutex<GameHistory>,
}

impl<'e, W: Write + Send> Shared<'e, W> {
    pub(super) fn new(engine: &'e mut Engine, output: W) -> Self {
        Self {
            engine: Mutex::new(engine),
            output: Mutex::new(output),
            stop: AtomicBool::new(false),
            searched: Mutex::default(),
        }
    }

    /// Writes lines, all at once.
    pub(super) fn write(&self, lines: &str) -> io::Result<()> {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(output, "{lines}")?;
        output.flush()
    }

    /// Writes lines of a job. A closed output is noticed by the reading thread.
    fn write_from_job(&self, lines: &str) {
        _ = self.write(lines);
    }

    pub(super) fn clear_stop(&self) {
        self.stop.store(false, Relaxed);
    }

    pub(super) fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    fn engine(&self) -> MutexGuard<'_, &'e mut Engine> {
        self.engine.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets the last game.
    pub(super) fn new_game(&self) {
        self.engine().clear_hash();
        *self.searched() = GameHistory::default();
    }

    /// The positions searched so far.
    pub(super) fn searched(&self) -> MutexGuard<'_, GameHistory> {
        self.searched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn set(&self, change: impl FnOnce(&mut Settings)) {
        let mut engine = self.engine();
        let mut settings = engine.settings().clone();
        change(&mut settings);
        engine.set(settings);
    }

    pub(super) fn settings(&self) -> Settings {
        self.engine().settings().clone()
    }

    pub(super) fn evaluate(&self, position: &Position) -> io::Result<()> {
        let estimate = self.engine().evaluate(position);
        self.write(&format!("eval {}", score_text(estimate)))
    }

    pub(super) fn search(&self, position: &Position, history: &GameHistory, limits: &Limits) {
        let mut engine = self.engine();
        let lines = engine.settings().multipv;
        let control = Control {
            stop: &|| self.stop.load(Relaxed),
            progress: &|found: &SearchInfo| self.write_from_job(&info_line(found, lines)),
        };
        let answer = engine.search_with(position, history, limits, &control);
        match answer {
            Some(answer) => {
                let mut searched = history.clone();
                searched.push_move(position, answer.best_move);
                // Before the answer: the next position may follow at once.
                *self.searched() = searched;
                self.write_from_job(&format!("bestmove {}", answer.best_move));
            }
            None => self.write_from_job("info string the game is over\nbestmove 0000"),
        }
    }

    pub(super) fn perft(&self, position: &Position, depth: u32) {
        let started = Instant::now();
        let Some(nodes) = self.count(position, depth) else {
            return self.write_from_job("info string perft stopped");
        };
        let time = started.elapsed();
        let speed = (nodes as f64 / time.as_secs_f64().max(1e-9)) as u64;
        self.write_from_job(&format!(
            "info depth {depth} nodes {nodes} time {} nps {speed}",
            time.as_millis()
        ));
    }

    fn count(&self, position: &Position, depth: u32) -> Option<u64> {
        if depth <= UNINTERRUPTED {
            return (!self.stop.load(Relaxed)).then(|| perft(position, depth));
        }
        let after = |played| {
            let mut next = *position;
            next.play_unchecked(played);
            self.count(&next, depth - 1)
        };
        position.legal_moves().into_iter().map(after).try_fold(0_u64, |sum, part| sum.checked_add(part?))
    }

    pub(super) fn bench(&self, depth: u32) {
        match bench::run(depth, &Control::stopped_by(&|| self.stop.load(Relaxed))) {
            None => self.write_from_job("info string bench stopped"),
            Some(bench) => {
                let speed = (bench.nodes as f64 / bench.time.as_secs_f64().max(1e-9)) as u64;
                self.write_from_job(&format!("{} nodes {speed} nps", bench.nodes));
            }
        }
    }
}

/// The `info` line of an iteration; `multipv` is written only if several lines are searched.
fn info_line(found: &SearchInfo, lines: usize) -> String {
    let SearchInfo { multipv, depth, seldepth, score, nodes, time, hashfull, pv } = found;
    let speed = (*nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
    let number = if lines > 1 { format!("multipv {multipv} ") } else { String::new() };
    let mut text = format!(
        "info depth {depth} seldepth {seldepth} {number}score {} time {} nodes {nodes} nps {speed} hashfull {hashfull} pv",
        score_text(*score),
        time.as_millis()
    );
    for played in pv {
        _ = write!(text, " {played}");
    }
    text
}

/// Hundredths of a blob, or the number of the mover's moves to a proved end.
fn score_text(score: Score) -> String {
    if !is_proved(score) {
        return format!("cp {score}");
    }
    let moves = (score::WIN - score.abs() + 1) / 2;
    format!("mate {}", if score > 0 { moves } else { -moves })
}
