//! The well never fills: a player that knows every figure to come.
//!
//! All figures are given, so a game is a path through known steps, and a beam finds it: of all fields that
//! can be reached with the figures so far, the cheapest few are kept. Three things make it quick and safe:
//!
//! ```text
//! bits      a word as a set of cells: 64, 128 or 256 bits     field     every landing at once, falling
//! score     what a field costs: counts of bits, weighed       beam      one figure further, each field once
//! history   the layers so far: games, and the ways back       search    narrow; goes back and widens if stuck
//! greedy    the baseline: one figure, no future               exact     sets of boards: what nobody can do
//! ```
//!
//! * A field is one word, so a move costs nanoseconds. A deep well is played as a shallow one, six rows in
//!   64 bits, for as long as that goes well; a game that never reaches row seven is the same game.
//! * The beam is two fields wide. Where it gets stuck it goes back and comes again four times as wide, as
//!   often as it takes. So the work goes to the few places that need it. A game that is lost even so is
//!   begun again with a beam that is wide all along, in the full depth of the well.
//! * In a well of few rows the beam may be wider than the number of fields there are. Nothing is left out
//!   then, and when no field is left, no longer game exists: the end is proved.
//!
//! The same problem and limits give the same game, on every machine. One thread is used, and memory is
//! bounded by the widest beam, not by the number of figures (beyond the moves themselves).

mod beam;
mod bits;
mod exact;
mod field;
mod greedy;
mod history;
mod score;
mod search;

use laplace_games::well::{Column, Depth, Move, Problem, Rotation};

use beam::{Beam, Link};
use bits::{Bits, U256};
pub use exact::Boards;
use field::Well;
pub use greedy::greedy;
use score::Weights;
use search::Search;

use crate::Control;

/// How much work a search may do. How it is stopped early is told by a [`Control`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The width of the beam where nothing is wrong.
    pub narrow: usize,
    /// The width of the beam at which the search gives up.
    pub widest: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { narrow: 2, widest: 2048 }
    }
}

impl Limits {
    fn widest(&self) -> usize {
        self.widest.clamp(1, Link::WIDEST)
    }
}

/// The state of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The figures placed in the game under way.
    pub placed: usize,
    /// The figures of the whole problem.
    pub figures: usize,
    /// The width of the beam.
    pub beam_width: usize,
}

/// The longest game that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The moves of the figures that were placed, from the first figure on.
    pub moves: Vec<Move>,
    /// Whether no longer game exists: every figure was placed, or nothing was left untried.
    pub proved_longest: bool,
}

impl Solution {
    /// The number of figures placed.
    pub const fn placed(&self) -> usize {
        self.moves.len()
    }

    /// A move for each of the problem's figures, as the task asks for; those after the last figure that
    /// was placed count for nothing.
    pub fn answer(&self, problem: &Problem) -> impl Iterator<Item = Move> {
        let nothing = Move { rotation: Rotation::ALL[0], column: Column::ALL[0] };
        let rest = problem.figures.len().saturating_sub(self.moves.len());
        self.moves.iter().copied().chain(std::iter::repeat_n(nothing, rest))
    }
}

/// Plays a problem: places every figure, or as many as it can.
///
/// ```
/// use laplace_games::well::generate::{Family, generate};
/// use laplace_solvers::Control;
/// use laplace_solvers::well::{Limits, solve};
/// let problem = generate(Family::Uniform, 1000, 1);
/// let solution = solve(&problem, &Limits::default(), &Control::default());
/// assert_eq!((solution.placed(), solution.proved_longest), (1000, true));
/// ```
pub fn solve(problem: &Problem, limits: &Limits, control: &Control<'_, Progress>) -> Solution {
    // A bad place here and there is passed by a beam that is much wider there. Where figures are bad all
    // along, as in S and Z without end, it is better to begin again with a beam that is wide throughout.
    const NARROW_AGAIN: usize = 32;
    const WIDER: usize = 4;
    let widest = limits.widest();
    let mut longest = Solution { moves: Vec::new(), proved_longest: false };
    let mut finished = attempt::<u64>(problem, limits, control, &mut longest);
    let mut narrow = NARROW_AGAIN.max(limits.narrow).min(widest);
    while !finished {
        let again = Limits { narrow, widest: widest.min(narrow.saturating_mul(WIDER)) };
        finished = attempt_in_full(problem, &again, control, &mut longest) || narrow == widest;
        narrow = again.widest;
    }
    longest
}

/// An attempt in the shortest word that leaves out no move that can be survived.
fn attempt_in_full(
    problem: &Problem,
    limits: &Limits,
    control: &Control<'_, Progress>,
    longest: &mut Solution,
) -> bool {
    let attempt = match problem.depth.rows() {
        ..=3 => attempt::<u64>,
        4..=9 => attempt::<u128>,
        _ => attempt::<U256>,
    };
    attempt(problem, limits, control, longest)
}

/// Plays as deep as a word allows and keeps the longest game; says whether there is no point in going on.
fn attempt<B: Bits>(
    problem: &Problem,
    limits: &Limits,
    control: &Control<'_, Progress>,
    longest: &mut Solution,
) -> bool {
    // Where a longer word can follow, it is soon the better choice.
    const WIDEST_IN_PART: usize = 128;
    let depth = Depth::new(B::ROWS).map_or(problem.depth, |rows| rows.min(problem.depth));
    let well = Well::<B>::new(depth);
    let in_full = depth == problem.depth && well.is_exact();
    let widest = if in_full { limits.widest() } else { limits.widest().min(WIDEST_IN_PART) };
    let limits = Limits { widest, ..*limits };
    let beam = Beam::new(well, Weights::for_rows(depth.rows()));
    let outcome = Search::new(&problem.figures, beam, &limits, control).run();
    if outcome.moves.len() >= longest.moves.len() {
        longest.moves = outcome.moves;
    }
    let all_placed = longest.moves.len() == problem.figures.len();
    longest.proved_longest = all_placed || outcome.no_way_on && in_full;
    longest.proved_longest || outcome.stopped
}
