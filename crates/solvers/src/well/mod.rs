//! The solver of the well: a beam search over figures that are all known in advance.
//!
//! All figures are given, so a game is a path through known steps, and a beam search finds it: of all fields that can
//! be reached with the figures so far, the cheapest few are kept.
//!
//! | file | what |
//! |---|---|
//! | `bits`, `field` | a word of 64, 128 or 256 bits as a set of cells; every landing at once, and falling |
//! | `score` | what a field costs: counts of bits, weighted |
//! | `beam`, `history` | one figure further, each field once; the layers so far, to read games from and to go back to |
//! | `search` | a narrow beam that goes back and widens where it gets stuck |
//! | `greedy` | the baseline: a player that looks at one figure |
//! | `exact` | sets of all boards of a shallow well: proofs that no player survives a sequence |
//!
//! Three things make it quick and safe:
//!
//! * A field is one word, so a move costs nanoseconds. A deep well is played as a shallow one, six rows in
//!   64 bits, for as long as that goes well; a game that never reaches row seven is the same game.
//! * The beam is two fields wide. Where it gets stuck it goes back and comes again four times as wide, as often as it
//!   takes. So the work goes to the few places that need it. A game that gets stuck even so is begun again with a beam
//!   that is wide from the start, in the full depth of the well.
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

/// How much work a search may do. A [`Control`] can end it earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The beam width where the search is not stuck.
    pub beam_width: usize,
    /// The beam width at which a search that is stuck gives up.
    pub max_beam_width: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { beam_width: 2, max_beam_width: 2048 }
    }
}

impl Limits {
    /// For a search that a [`Control`] ends: it begins as the default one does, and then goes on with ever wider beams,
    /// up to one of which a layer takes some megabytes.
    pub const WIDEST: Self = Self { beam_width: 2, max_beam_width: 1 << 17 };

    fn max_beam_width(&self) -> usize {
        self.max_beam_width.clamp(1, Link::MAX_PARENTS)
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

    /// A move for each of the problem's figures, as the task requires; those after the last figure that was placed
    /// count for nothing.
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
    // Where few figures are difficult, a beam that is much wider there gets past them. Where all are, as with S and Z
    // only, it is better to begin again with a beam that is wide throughout.
    const SECOND_BEAM_WIDTH: usize = 32;
    const WIDEN: usize = 4;
    let max_beam_width = limits.max_beam_width();
    let mut longest = Solution { moves: Vec::new(), proved_longest: false };
    let mut finished = attempt::<u64>(problem, limits, control, &mut longest);
    let mut beam_width = SECOND_BEAM_WIDTH.max(limits.beam_width).min(max_beam_width);
    while !finished {
        let again =
            Limits { beam_width, max_beam_width: max_beam_width.min(beam_width.saturating_mul(WIDEN)) };
        finished = attempt_in_full(problem, &again, control, &mut longest) || beam_width == max_beam_width;
        beam_width = again.max_beam_width;
    }
    longest
}

/// An attempt in the shortest word that leaves out no move after which the game goes on.
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

/// Plays as deep as a word allows and keeps the longest game. Returns whether further attempts are pointless.
fn attempt<B: Bits>(
    problem: &Problem,
    limits: &Limits,
    control: &Control<'_, Progress>,
    longest: &mut Solution,
) -> bool {
    // Where an attempt in a longer word can follow, that is better than a beam wider than this.
    const MAX_PARTIAL_BEAM_WIDTH: usize = 128;
    let depth = Depth::new(B::ROWS).map_or(problem.depth, |rows| rows.min(problem.depth));
    let well = Well::<B>::new(depth);
    let in_full = depth == problem.depth && well.is_exact();
    let max_beam_width =
        if in_full { limits.max_beam_width() } else { limits.max_beam_width().min(MAX_PARTIAL_BEAM_WIDTH) };
    let limits = Limits { max_beam_width, ..*limits };
    let beam = Beam::new(well, Weights::for_rows(depth.rows()));
    let outcome = Search::new(&problem.figures, beam, &limits, control).run();
    if outcome.moves.len() >= longest.moves.len() {
        longest.moves = outcome.moves;
    }
    let all_placed = longest.moves.len() == problem.figures.len();
    longest.proved_longest = all_placed || outcome.exhausted && in_full;
    longest.proved_longest || outcome.stopped
}
