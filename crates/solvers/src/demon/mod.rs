//! The demon plays: nearly every point that can be had, and often the proof that no more can.
//!
//! ```text
//! relaxed   the bound, tightened by what geometry forbids   heights, fits   boards as twelve heights in a word
//! cost      what a surface costs, by look-ups               node            what a beam keeps
//! expand    the children of a layer, each board once        share           who stays: quotas for plans
//! history   how boards came about                           search          a game under way, and back
//! goals     backwards from boards that must be met          repair          again and wider, where it lost
//! course    a complete game and its losses                  rounds          quick, good, then mend
//! settings  the numbers                                     survivor        the last resort
//! ```
//!
//! The relaxed game knows what a perfect player would score if geometry allowed. A beam follows it: boards are
//! grouped by what that game sees, so that plans live side by side, and whatever falls behind the bound is
//! seen at the very piece. There the search goes back and comes again wider. docs/demon.md has the method, the
//! proofs and the measurements.
//!
//! The same seed, moves and limits give the same game, on any number of threads, unless `stop` ends it.

mod cost;
mod course;
mod expand;
mod fits;
mod goals;
mod heights;
mod history;
mod node;
pub mod relaxed;
mod repair;
mod rounds;
mod search;
mod settings;
mod share;
mod survivor;

use games::demon::{Move, Seed};

pub use cost::{Evaluator, Profile, Weights};
use course::Course;
pub use course::{Loss, LossKind, packed};
pub use fits::{Fit, Fits, Places};
pub use heights::{Buried, Heights, Steps};
use node::{Guide, Problem};
use relaxed::{Field, Relaxed, Softness};
use rounds::Mender;
use search::{Control, Plan};

/// How far a search may go.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// How many threads may work; 1 or more.
    pub threads: usize,
    /// Plays one round with a beam of this width, instead of one better round after another.
    pub width: Option<usize>,
    /// Asked often; when it says true, the search ends with the best complete game so far.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Told now and then how things stand.
    pub watch: &'a (dyn Fn(&Progress) + Sync),
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self { threads: 1, width: None, stop: &|| false, watch: &|_| {} }
    }
}

/// How a search stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The round, counted from 1.
    pub round: u32,
    /// The pieces placed in the game under way.
    pub placed: u32,
    /// The pieces of the whole game.
    pub moves: u32,
    /// The points of the game under way.
    pub score: u32,
    /// The points of the best complete game.
    pub best: Option<u32>,
    /// What no game can pass.
    pub bound: u32,
}

/// The best game that was found. It is complete: it has all its moves and never ends early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// A move for each piece.
    pub moves: Vec<Move>,
    /// The points.
    pub score: u32,
    /// What no game of so many moves can pass.
    pub bound: u32,
    /// Where the points between the two were lost.
    pub losses: Vec<Loss>,
}

impl Solution {
    /// Whether no better game exists.
    pub const fn is_optimal(&self) -> bool {
        self.score >= self.bound
    }
}

/// What no game of so many moves can score more than: the tightened bound.
///
/// ```
/// use games::demon::{Seed, relaxed};
/// let seed = Seed::new(231).unwrap();
/// assert!(solvers::demon::bound(seed, 9_999) <= relaxed::bound(seed, 9_999));
/// ```
pub fn bound(seed: Seed, moves: u32) -> u32 {
    let pieces: Vec<_> = seed.pieces().take(moves as usize).collect();
    Relaxed::new(&pieces, Field::DEMON, &Softness::default()).bound()
}

/// Plays a game of so many moves as well as the limits allow.
///
/// ```
/// use games::demon::Seed;
/// use solvers::demon::{Limits, solve};
/// let solution = solve(Seed::new(31).unwrap(), 50, &Limits { width: Some(100), ..Limits::default() });
/// assert_eq!(solution.moves.len(), 50);
/// assert!(solution.score <= solution.bound);
/// ```
pub fn solve(seed: Seed, moves: u32, limits: &Limits<'_>) -> Solution {
    let problem = Problem::new(seed, moves);
    let guide = settings::guide(&problem);
    let course = Rounds { problem: &problem, guide: &guide, limits, round: 0, best: None }.run();
    let (moves, score, losses) = match course {
        Some(course) => {
            let losses = course.losses();
            (course.moves, course.score, losses)
        }
        None => (survivor::survive(&problem), 0, Vec::new()),
    };
    Solution { moves, score, bound: problem.exact.bound(), losses }
}

/// The rounds of one search.
struct Rounds<'a> {
    problem: &'a Problem,
    guide: &'a Guide,
    limits: &'a Limits<'a>,
    round: u32,
    best: Option<Course>,
}

/// Pieces between two words to who watches.
const WATCH_EVERY: usize = 128;

impl Rounds<'_> {
    fn run(mut self) -> Option<Course> {
        let fixed = self.limits.width.map(settings::of_width);
        if let Some(plan) = &fixed {
            self.play(plan, self.limits.stop);
        }
        if self.best.is_none() {
            self.play(&settings::quick(), &|| false);
        }
        if self.best.is_none() {
            self.best = Course::new(self.problem, self.guide, survivor::survive(self.problem));
        }
        if fixed.is_none() && !self.is_over() {
            self.play(&settings::good(), self.limits.stop);
            self.mend();
        }
        self.best
    }

    fn is_over(&self) -> bool {
        let bound = self.problem.exact.bound();
        self.best.as_ref().is_some_and(|best| best.score >= bound) || (self.limits.stop)()
    }

    /// A round that plays a whole game.
    fn play(&mut self, plan: &Plan, stop: &(dyn Fn() -> bool + Sync)) {
        self.round += 1;
        let watch = self.watch();
        let course = rounds::play(self.problem, self.guide, plan, &Control { stop, watch: &watch });
        drop(watch);
        if let Some(course) = course
            && self.best.as_ref().is_none_or(|best| course.score > best.score)
        {
            self.best = Some(course);
        }
    }

    /// Rounds that repair the losses of the best game, in one style after another.
    fn mend(&mut self) {
        let Some(mut course) = self.best.take() else { return };
        let mut style = 0;
        while style < settings::STYLES {
            self.round += 1;
            self.best = Some(course.clone());
            if self.is_over() {
                return;
            }
            let watch = self.watch();
            let control = Control { stop: self.limits.stop, watch: &watch };
            let mut mender = Mender::new(self.problem, self.limits.threads.max(1), &control);
            mender.mend_all((style, &settings::style(self.problem, style)), &mut course);
            style += 1;
        }
        self.best = Some(course);
    }

    /// What tells the watcher about the game under way.
    fn watch(&self) -> impl Fn(usize, i32) + Sync + use<'_> {
        let (round, best) = (self.round, self.best.as_ref().map(|best| best.score));
        let (moves, bound) = (self.problem.pieces.len(), self.problem.exact.bound());
        let watch = self.limits.watch;
        move |placed, score| {
            if placed % WATCH_EVERY == 0 || placed == moves {
                let (placed, moves, score) = (placed as u32, moves as u32, score.max(0) as u32);
                watch(&Progress { round, placed, moves, score, best, bound });
            }
        }
    }
}
