//! The demon plays: nearly every point that can be had, and often the proof that no more can.
//!
//! | file | what |
//! |---|---|
//! | `heights`, `placements` | boards as twelve heights in a word; where a piece fits |
//! | `cost` | what a surface costs, by look-ups |
//! | `node`, `history` | what a beam keeps; how its boards came about |
//! | `expand`, `selection` | the children of a layer, each board once; which of them stay, by quotas |
//! | `search` | one game under way: the beam, its checkpoints, dead ends |
//! | `goals`, `repair` | backwards from boards that must be reached; again and wider where points were lost |
//! | `rows`, `covered`, `covered_goals` | the same on all boards, where those without covered cells do not suffice |
//! | `tetrises` | which rows the Tetrises that must come can take |
//! | `windows`, `proof` | all boards behind a full or empty one, or before an empty one; what no real game passes without loss, and the bound without it |
//! | `playthrough` | a complete game by the rules, its losses, and crossing two of them |
//! | `anytime`, `schedule` | a quick game, a good one, then other profiles; the numbers of each |
//! | `fallback` | the one-piece player for the case that the beam finds no complete game |
//! | `parts` | what can be left out, to measure what it is worth |
//!
//! The tight bound ([`laplace_games::demon::bound`]) knows what a perfect player would score if geometry allowed. A beam follows it: boards are
//! grouped by what the bound sees, so that plans live side by side, and a layer that falls behind the bound is
//! noticed at the very piece. There the search goes back and comes again wider. docs/demon.md has the method, the
//! proofs and the measurements.
//!
//! The same seed, moves and limits give the same game, on any number of threads, unless [`Control::stop`] ends it.

mod anytime;
mod cost;
mod covered;
mod covered_goals;
mod expand;
mod fallback;
mod goals;
mod heights;
mod history;
mod node;
mod parts;
mod placements;
mod playthrough;
mod proof;
mod repair;
mod rows;
mod schedule;
mod search;
mod selection;
#[cfg(test)]
mod test_games;
mod tetrises;
mod windows;

use laplace_games::demon::{Move, Seed};

use anytime::AnytimeSearch;
use node::Problem;
pub use parts::Parts;
pub use playthrough::{Loss, LossKind};

use crate::Control;

/// The boards, costs and bounds that tests compare with slower twins and benches measure. Not for other use.
#[doc(hidden)]
pub mod internals {
    pub use super::cost::{Evaluator, Surface, Weights};
    pub use super::heights::{Heights, Hole};
    pub use super::placements::{Placement, Placements};
    pub use super::rows::{Rows, packed};
}

/// How much work a search may do. A [`Control`] can end it earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The number of threads that may work, 1 or more.
    pub threads: usize,
    /// Plays one round with a beam of this width, instead of one better round after another.
    pub beam_width: Option<usize>,
    /// The most rounds to play; `None` for all there are. A limit of this kind gives the same game on every machine.
    pub rounds: Option<u32>,
    /// The parts of the search that are used.
    pub parts: Parts,
}

impl Default for Limits {
    fn default() -> Self {
        Self { threads: 1, beam_width: None, rounds: None, parts: Parts::ALL }
    }
}

/// The state of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The round, counted from 1; the first one where several are played at the same time.
    pub round: u32,
    /// The pieces placed in the game under way.
    pub placed: u32,
    /// The pieces of the whole game.
    pub moves: u32,
    /// The points of the game under way.
    pub score: u32,
    /// The points of the best complete game.
    pub best: Option<u32>,
    /// The tight upper bound of the score.
    pub bound: u32,
}

/// The best game that was found. It is complete: it has all its moves and never ends early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// A move for each piece.
    pub moves: Vec<Move>,
    /// The points.
    pub score: u32,
    /// The tight upper bound: no game of this number of moves scores more.
    pub bound: u32,
    /// The tight bound, or less where the search has shown that no real game comes to it.
    pub best_bound: u32,
    /// Where the points between the score and the tight bound were lost.
    pub losses: Vec<Loss>,
    /// What the best bound rests on where it is less than the tight one, from the last piece to the first.
    pub strikes: Vec<Strike>,
}

/// A situation that is worth less than the tight bound and all later strikes say: from none of its boards a real game goes on without loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Strike {
    /// The next piece, counted from 0.
    pub piece: u32,
    /// The number of blocks on the board.
    pub blocks: u32,
    /// Whether the parity of the board is odd.
    pub odd: bool,
    /// Whether the piece before took four lines.
    pub after_tetris: bool,
    /// Whether the tight bound knows that the rows are not alike in pairs.
    pub taint: bool,
}

impl Solution {
    /// Whether no better game exists.
    pub const fn is_optimal(&self) -> bool {
        self.score >= self.best_bound
    }
}

/// Plays a game of this number of moves as well as the limits allow.
///
/// ```
/// use laplace_games::demon::Seed;
/// use laplace_solvers::Control;
/// use laplace_solvers::demon::{Limits, solve};
/// let limits = Limits { beam_width: Some(100), ..Limits::default() };
/// let solution = solve(Seed::new(31).unwrap(), 50, &limits, &Control::default());
/// assert_eq!(solution.moves.len(), 50);
/// assert!(solution.score <= solution.bound);
/// ```
pub fn solve(seed: Seed, moves: u32, limits: &Limits, control: &Control<'_, Progress>) -> Solution {
    solve_from(seed, moves, &[], limits, control)
}

/// As [`solve`], with a game to begin with: the result is never worse, and what it has of good play is used.
///
/// A game that has fewer moves, or ends early, is used up to its end, but the result may score less than it did.
///
/// ```
/// use laplace_games::demon::Seed;
/// use laplace_solvers::Control;
/// use laplace_solvers::demon::{Limits, solve, solve_from};
/// let seed = Seed::new(31).unwrap();
/// let wide = Limits { beam_width: Some(100), ..Limits::default() };
/// let narrow = Limits { beam_width: Some(1), ..Limits::default() };
/// let game = solve(seed, 300, &wide, &Control::default());
/// let again = solve_from(seed, 300, &game.moves, &narrow, &Control::default());
/// assert!(again.score >= game.score);
/// ```
pub fn solve_from(
    seed: Seed,
    moves: u32,
    incumbent: &[Move],
    limits: &Limits,
    control: &Control<'_, Progress>,
) -> Solution {
    solve_reporting_games(seed, moves, incumbent, limits, control, &|_, _| {})
}

/// As [`solve_from`], and calls `improved` with the moves and the score of each complete game that scores more than the one before it. So a
/// caller that cannot wait for the end, as a browser that closes a page, still has the best game so far.
///
/// ```
/// use std::cell::RefCell;
/// use laplace_games::demon::Seed;
/// use laplace_solvers::Control;
/// use laplace_solvers::demon::{Limits, solve_reporting_games};
/// let games = RefCell::new(Vec::new());
/// let limits = Limits { rounds: Some(2), ..Limits::default() };
/// let improved = |moves: &[_], _| games.borrow_mut().push(moves.to_vec());
/// let seed = Seed::new(31).unwrap();
/// let solution = solve_reporting_games(seed, 50, &[], &limits, &Control::default(), &improved);
/// assert_eq!(games.borrow().last(), Some(&solution.moves));
/// ```
pub fn solve_reporting_games(
    seed: Seed,
    moves: u32,
    incumbent: &[Move],
    limits: &Limits,
    control: &Control<'_, Progress>,
    improved: &dyn Fn(&[Move], u32),
) -> Solution {
    let problem = Problem::new(seed, moves, limits.parts);
    let evaluator = schedule::evaluator(&problem.placements);
    let (playthrough, proof) =
        AnytimeSearch::new(&problem, &evaluator, limits, control, improved).starting_from(incumbent).run();
    let losses = playthrough.losses();
    let bound = problem.bound.bound();
    Solution {
        moves: playthrough.moves,
        score: playthrough.score,
        bound,
        best_bound: proof.bound(),
        losses,
        strikes: proof.strikes(),
    }
}
