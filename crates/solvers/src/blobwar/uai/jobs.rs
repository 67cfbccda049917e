//! What is worked on beside the talk: searches, perft, the bench; and the desk where both sides meet.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use laplace_games::blobwar::{Position, perft};

use crate::Control;
use crate::blobwar::bench;
use crate::blobwar::engine::{Engine, SearchInfo};
use crate::blobwar::repetition::GameHistory;
use crate::blobwar::score::{self, Score, is_proved};
use crate::blobwar::settings::Settings;
use crate::blobwar::time::Limits;
use crate::platform::Instant;

/// Perft of this depth takes no time that anybody would want to interrupt.
const UNINTERRUPTED: u32 = 4;

/// The engine, the output and the sign to stop.
pub(super) struct Desk<'e, W> {
    engine: Mutex<&'e mut Engine>,
    output: Mutex<W>,
    stop: AtomicBool,
    /// The positions searched and those that the answers led to: the game, where nobody tells its moves.
    met: Mutex<GameHistory>,
}

impl<'e, W: Write + Send> Desk<'e, W> {
    pub(super) fn new(engine: &'e mut Engine, output: W) -> Self {
        Self {
            engine: Mutex::new(engine),
            output: Mutex::new(output),
            stop: AtomicBool::new(false),
            met: Mutex::default(),
        }
    }

    /// Writes lines, all at once.
    pub(super) fn say(&self, lines: &str) -> io::Result<()> {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(output, "{lines}")?;
        output.flush()
    }

    /// For a job: when nobody listens any more, the talk will find out.
    fn tell(&self, lines: &str) {
        let _ = self.say(lines);
    }

    pub(super) fn begin(&self) {
        self.stop.store(false, Relaxed);
    }

    pub(super) fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    fn engine(&self) -> MutexGuard<'_, &'e mut Engine> {
        self.engine.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn forget(&self) {
        self.engine().clear_hash();
        *self.met() = GameHistory::default();
    }

    /// What was searched before.
    pub(super) fn met(&self) -> MutexGuard<'_, GameHistory> {
        self.met.lock().unwrap_or_else(PoisonError::into_inner)
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
        self.say(&format!("eval {}", score_text(estimate)))
    }

    pub(super) fn search(&self, position: &Position, past: &GameHistory, limits: &Limits) {
        let mut engine = self.engine();
        let lines = engine.settings().multipv;
        let control = Control {
            stop: &|| self.stop.load(Relaxed),
            progress: &|report: &SearchInfo| self.tell(&info(report, lines)),
        };
        let answer = engine.search_with(position, past, limits, &control);
        match answer {
            Some(answer) => {
                let mut met = past.clone();
                met.push_move(position, answer.best_move);
                // Before the answer: the next position may follow at once.
                *self.met() = met;
                self.tell(&format!("bestmove {}", answer.best_move));
            }
            None => self.tell("info string the game is over\nbestmove 0000"),
        }
    }

    pub(super) fn perft(&self, position: &Position, depth: u32) {
        let started = Instant::now();
        let Some(nodes) = self.count(position, depth) else {
            return self.tell("info string perft stopped");
        };
        let time = started.elapsed();
        let speed = (nodes as f64 / time.as_secs_f64().max(1e-9)) as u64;
        self.tell(&format!("info depth {depth} nodes {nodes} time {} nps {speed}", time.as_millis()));
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
            None => self.tell("info string bench stopped"),
            Some(bench) => {
                let speed = (bench.nodes as f64 / bench.time.as_secs_f64().max(1e-9)) as u64;
                self.tell(&format!("{} nodes {speed} nps", bench.nodes));
            }
        }
    }
}

/// What is said of an iteration; with a number if there are several lines.
fn info(report: &SearchInfo, lines: usize) -> String {
    let SearchInfo { multipv, depth, seldepth, score, nodes, time, hashfull, pv } = report;
    let speed = (*nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
    let number = if lines > 1 { format!("multipv {multipv} ") } else { String::new() };
    let mut text = format!(
        "info depth {depth} seldepth {seldepth} {number}score {} time {} nodes {nodes} nps {speed} hashfull {hashfull} pv",
        score_text(*score),
        time.as_millis()
    );
    for played in pv {
        // Writing to a string does not fail.
        let _ = write!(text, " {played}");
    }
    text
}

/// Hundredths of a blob, or the mover's moves to a proved end.
fn score_text(score: Score) -> String {
    if !is_proved(score) {
        return format!("cp {score}");
    }
    let moves = (score::WIN - score.abs() + 1) / 2;
    format!("mate {}", if score > 0 { moves } else { -moves })
}
