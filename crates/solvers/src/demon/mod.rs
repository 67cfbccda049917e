//! The demon plays: nearly every point that can be had, and often the proof that no more can.
//!
//! ```text
//! relaxed   the bound, tightened by what geometry forbids   heights, fits   boards as twelve heights in a word
//! cost      what a surface costs, by look-ups               node            what a beam keeps
//! expand    the children of a layer, each board once        share           who stays: quotas for plans
//! history   how boards came about                           search          a game under way, and back
//! goals     backwards from boards that must be met          repair          again and wider, where it lost
//! course    a complete game, its losses, crossing           rounds          quick, good, then other styles
//! settings  the numbers                                     survivor        the last resort
//! parts     what can be left out, to see what it is worth
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
mod parts;
pub mod relaxed;
mod repair;
mod rounds;
mod search;
mod settings;
mod share;
mod survivor;

use laplace_games::demon::{Move, Seed};

pub use cost::{Evaluator, Profile, Weights};
pub use course::{Loss, LossKind, packed};
pub use fits::{Fit, Fits, Places};
pub use heights::{Buried, Heights, Steps};
use node::Problem;
pub use parts::Parts;
use relaxed::{Field, Relaxed, Softness};
use rounds::Rounds;

use crate::Control;

/// How much work a search may do. How it is stopped early is told by a [`Control`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many threads may work; 1 or more.
    pub threads: usize,
    /// Plays one round with a beam of this width, instead of one better round after another.
    pub width: Option<usize>,
    /// What the search consists of.
    pub parts: Parts,
}

impl Default for Limits {
    fn default() -> Self {
        Self { threads: 1, width: None, parts: Parts::ALL }
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
/// use laplace_games::demon::{Seed, relaxed};
/// let seed = Seed::new(231).unwrap();
/// assert!(laplace_solvers::demon::bound(seed, 9_999) <= relaxed::bound(seed, 9_999));
/// ```
pub fn bound(seed: Seed, moves: u32) -> u32 {
    let pieces: Vec<_> = seed.pieces().take(moves as usize).collect();
    Relaxed::new(&pieces, Field::DEMON, &Softness::default()).bound()
}

/// Plays a game of so many moves as well as the limits allow.
///
/// ```
/// use laplace_games::demon::Seed;
/// use laplace_solvers::Control;
/// use laplace_solvers::demon::{Limits, solve};
/// let limits = Limits { width: Some(100), ..Limits::default() };
/// let solution = solve(Seed::new(31).unwrap(), 50, &limits, &Control::default());
/// assert_eq!(solution.moves.len(), 50);
/// assert!(solution.score <= solution.bound);
/// ```
pub fn solve(seed: Seed, moves: u32, limits: &Limits, control: &Control<'_, Progress>) -> Solution {
    let problem = Problem::new(seed, moves, limits.parts);
    let guide = settings::guide(&problem);
    let course = Rounds::new(&problem, &guide, limits, control).run();
    let losses = course.losses();
    Solution { moves: course.moves, score: course.score, bound: problem.exact.bound(), losses }
}
