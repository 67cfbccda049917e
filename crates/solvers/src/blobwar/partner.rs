//! The engine as people meet it: an opponent of some level, and an adviser at full strength.
//!
//! They are two engines, because what a hint found out is not for a weak player to know; each is made when it is
//! first needed. An adviser judges and does not play, so it has no contempt.

use std::sync::atomic::AtomicBool;

use laplace_games::blobwar::Position;

use super::engine::{Engine, SearchInfo, SearchResult};
use super::level::Level;
use super::repetition::GameHistory;
use super::settings::Settings;
use super::time::Limits;

/// A position of a game that somebody asks about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The position.
    pub position: Position,
    /// What stood before it.
    pub past: GameHistory,
    /// The number of moves before it: what the chance of weak levels comes from.
    pub ply: usize,
}

impl Question {
    /// A question about a position that came after these, the first one first.
    pub fn new(before: &[Position], position: Position) -> Self {
        Self { position, past: before.iter().collect(), ply: before.len() }
    }
}

/// An opponent and adviser.
///
/// ```
/// use laplace_games::blobwar::{Position, Size, StuckRule};
/// use laplace_solvers::blobwar::{Level, Limits, Partner, Question, Watched};
/// let mut partner = Partner::new(1);
/// let question = Question::new(&[], Position::start(Size::Seven, StuckRule::Passes));
/// let quietly: Watched<'_> = (&false.into(), &mut |_| {});
/// let answer = partner.play(&question, Level::new(3).unwrap(), 7, &Limits::default(), quietly).unwrap();
/// assert!(question.position.is_legal(&answer.best_move));
/// ```
#[derive(Debug)]
pub struct Partner {
    megabytes: usize,
    weak: Option<Engine>,
    full: Option<Engine>,
}

/// What ends a search early, and who hears of each iteration.
pub type Watched<'a> = (&'a AtomicBool, &'a mut dyn FnMut(&SearchInfo));

impl Partner {
    /// A partner whose memory at full strength is so many MiB.
    pub fn new(megabytes: usize) -> Self {
        Self { megabytes, weak: None, full: None }
    }

    /// The move of a player of this level whose chance comes from this seed; `None` if the game is over.
    pub fn play(
        &mut self,
        question: &Question,
        level: Level,
        seed: u64,
        limits: &Limits,
        watched: Watched<'_>,
    ) -> Option<SearchResult> {
        let Question { position, past, ply } = question;
        if level.is_full() {
            let contempt = Settings::default().contempt;
            return self.full(contempt).search_with(position, past, limits, watched.0, watched.1);
        }
        if let Some(played) = level.blunder(position, seed, *ply) {
            return Some(SearchResult::unsearched(played));
        }
        let weak = self.weak.get_or_insert_with(|| Engine::new(Level::weak_settings()));
        // Without a memory it answers the same position in the same way.
        weak.clear_hash();
        weak.search_with(position, past, &level.within(limits), watched.0, watched.1)
    }

    /// What the engine thinks at full strength; `None` if the game is over.
    pub fn advise(
        &mut self,
        question: &Question,
        limits: &Limits,
        watched: Watched<'_>,
    ) -> Option<SearchResult> {
        let Question { position, past, .. } = question;
        self.full(0).search_with(position, past, limits, watched.0, watched.1)
    }

    fn full(&mut self, contempt: i32) -> &mut Engine {
        let settings = Settings { megabytes: self.megabytes, contempt, ..Settings::default() };
        let full = self.full.get_or_insert_with(|| Engine::new(settings.clone()));
        full.set(settings);
        full
    }
}
