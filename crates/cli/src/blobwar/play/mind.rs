//! What the engine is asked and what it says. It knows no screen and no thread.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use laplace_games::blobwar::Move;
use laplace_solvers::blobwar::score::Score;
use laplace_solvers::blobwar::{Limits, Partner, Question, SearchInfo, Settings, Watched};

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    pub(super) question: Question,
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
    fn of(report: &SearchInfo) -> Option<Self> {
        let played = *report.pv.first()?;
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
pub(super) struct Mind {
    partner: Partner,
    strength: Strength,
}

impl Mind {
    pub(super) fn new(strength: Strength) -> Self {
        Self { partner: Partner::new(Settings::default().megabytes), strength }
    }

    /// Thinks until it knows or is stopped, and tells what it finds on the way. `None` if the game is over.
    pub(super) fn think(
        &mut self,
        wanted: &Wanted,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(Thought),
    ) -> Option<Thought> {
        let Strength { level, time, seed } = self.strength;
        let Wanted { question, purpose } = wanted;
        let limits = Limits::move_time(time);
        let mut tell_report = |report: &SearchInfo| _ = Thought::of(report).map(&mut *tell);
        let watched: Watched<'_> = (stop, &mut tell_report);
        let answer = match purpose {
            Purpose::Move => self.partner.play(question, level, seed, &limits, watched)?,
            Purpose::Hint | Purpose::Evaluation => self.partner.advise(question, &limits, watched)?,
        };
        // A move by chance comes from no search.
        let searched = answer.info.depth > 0;
        let score = searched.then_some((answer.info.score, answer.info.depth));
        Some(Thought { played: answer.best_move, score })
    }
}
