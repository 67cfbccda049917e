//! What the engine is asked and what it says. It knows no screen and no thread.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use games::blobwar::{Move, Position};
use solvers::blobwar::score::Score;
use solvers::blobwar::{Engine, Limits, Report, Settings};

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

/// The engine at its level, and at full strength for those who ask it.
///
/// They are two because what a hint found out is not for a weak player to know.
pub(super) struct Mind {
    weak: Engine,
    full: Engine,
    strength: Strength,
}

impl Mind {
    pub(super) fn new(strength: Strength) -> Self {
        let judge = Settings { contempt: 0, ..Settings::default() };
        Self { weak: Engine::new(Level::weak_settings()), full: Engine::new(judge), strength }
    }

    /// Thinks until it knows or is stopped, and tells what it finds on the way. `None` if the game is over.
    pub(super) fn think(
        &mut self,
        question: &Question,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(Thought),
    ) -> Option<Thought> {
        let Strength { level, time, seed } = self.strength;
        let position = &question.position;
        let mut tell_report = |report: &Report| _ = Thought::of(report).map(&mut *tell);
        let answer = if question.purpose == Purpose::Move && !level.is_full() {
            if let Some(played) = level.blunder(position, seed, question.ply) {
                return Some(Thought { played, score: None });
            }
            // Without a memory it answers the same position in the same way.
            self.weak.forget();
            self.weak.think(position, &level.limits(time), stop, &mut tell_report)?
        } else {
            self.full.think(position, &Limits::move_time(time), stop, &mut tell_report)?
        };
        let score = Some((answer.report.score, answer.report.depth));
        Some(Thought { played: answer.played, score })
    }
}
