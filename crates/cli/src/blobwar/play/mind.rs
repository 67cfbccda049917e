//! What the engine is asked and what it says. It knows no screen and no thread.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use games::blobwar::{Move, Position};
use solvers::blobwar::score::Score;
use solvers::blobwar::{Engine, Ideas, Limits, Report, Settings};

use super::level::Level;

/// What a question is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The engine plays, as strong as its level.
    Move,
    /// A player asked for advice: full strength.
    Hint,
    /// Somebody looks at the bar: full strength.
    Evaluation,
}

/// Something to think about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Question {
    pub(super) position: Position,
    /// The moves that were played before.
    pub(super) ply: usize,
    pub(super) purpose: Purpose,
}

/// What the engine thinks of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Thought {
    pub(super) played: Move,
    /// The score for the player to move and the depth it was found at, if the engine looked ahead.
    pub(super) score: Option<(Score, u32)>,
}

impl Thought {
    fn of(report: &Report) -> Option<Self> {
        let played = *report.path.first()?;
        Some(Self { played, score: Some((report.score, report.depth)) })
    }
}

/// How the engine plays.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strength {
    pub(super) level: Level,
    /// The time for a move, a hint or an evaluation.
    pub(super) time: Duration,
    pub(super) seed: u64,
}

/// The engine and how strong it may be.
pub(super) struct Mind {
    engine: Engine,
    strength: Strength,
}

impl Mind {
    pub(super) fn new(strength: Strength) -> Self {
        Self { engine: Engine::new(Settings::default()), strength }
    }

    /// Thinks until it knows or is stopped, and tells what it finds on the way. `None` if the game is over.
    pub(super) fn think(
        &mut self,
        question: &Question,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(Thought),
    ) -> Option<Thought> {
        let Strength { level, time, seed } = self.strength;
        if question.purpose == Purpose::Move && !level.is_full() {
            if let Some(played) = level.blunder(&question.position, seed, question.ply) {
                return Some(Thought { played, score: None });
            }
            // What a hint found out is not for a weak player to know.
            self.engine.forget();
            return self.search(question, &level.limits(time), false, stop, tell);
        }
        self.search(question, &Limits::move_time(time), true, stop, tell)
    }

    fn search(
        &mut self,
        question: &Question,
        limits: &Limits,
        endgame: bool,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(Thought),
    ) -> Option<Thought> {
        self.engine.set(Settings { ideas: Ideas { endgame, ..Ideas::ALL }, ..Settings::default() });
        let mut tell_report = |report: &Report| _ = Thought::of(report).map(&mut *tell);
        let answer = self.engine.think(&question.position, limits, stop, &mut tell_report)?;
        let report = &answer.report;
        Some(Thought { played: answer.played, score: Some((report.score, report.depth)) })
    }
}
