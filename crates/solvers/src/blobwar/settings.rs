//! The engine's settings: memory, threads, multipv, contempt, evaluation, and the parts of the search that are on.
//!
//! Each part of the search can be switched off, so that a match of the engine against itself without it measures
//! what the part is worth. The results are in `docs/blobwar.md`.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::eval::Weights;
use super::network::Network;
use super::score::Score;
use crate::toggles::toggles;

/// The sizes of the transposition table, in MiB.
pub const HASH_MEGABYTES: RangeInclusive<usize> = 1..=65_536;

/// The largest number of threads.
pub const MAX_THREADS: usize = 256;

/// The largest number of best moves that a search reports.
pub const MAX_MULTIPV: usize = 256;

/// The largest contempt, in hundredths of a blob.
pub const MAX_CONTEMPT: Score = 1_000;

/// The default contempt: at this score the probability of a win is 43 %, so a draw counts as that much.
const CONTEMPT: Score = 200;

/// The settings of an engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The size of the transposition table, in MiB.
    pub megabytes: usize,
    /// The number of threads that search.
    pub threads: usize,
    /// The number of best moves that a search reports, each with its principal variation.
    pub multipv: usize,
    /// The parts of the search that are on.
    pub toggles: Toggles,
    /// What evaluates a position.
    pub evaluation: Evaluation,
    /// The value of a draw for the player to move at the root, as hundredths of a blob below an even game: with more
    /// contempt the engine plays on in more positions. An engine that analyses instead of playing should have 0.
    pub contempt: Score,
}

/// What evaluates a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Evaluation {
    /// A trained network.
    Network(Arc<Network>),
    /// Counts, with weights that were fitted by hand: what the engine had before there was a network, and what a network is
    /// measured against.
    Counts(Box<Weights>),
}

impl Evaluation {
    /// The fitted counts.
    #[must_use]
    pub fn counts() -> Self {
        Self::Counts(Box::default())
    }

    /// The checksum of the network; 0 for counts.
    #[must_use]
    pub fn checksum(&self) -> u32 {
        match self {
            Self::Network(network) => network.checksum(),
            Self::Counts(_) => 0,
        }
    }
}

/// The network that is part of the program.
impl Default for Evaluation {
    fn default() -> Self {
        Self::Network(Network::built_in())
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            megabytes: 64,
            threads: 1,
            multipv: 1,
            toggles: Toggles::ALL,
            evaluation: Evaluation::default(),
            contempt: CONTEMPT,
        }
    }
}

toggles! {
    /// The parts of the search, each on or off.
    pub struct Toggles {
        /// Near the horizon, a node whose static evaluation is far above beta is not searched.
        reverse_futility,
        /// Late moves are searched to a smaller depth first.
        late_move_reductions,
        /// Near the horizon, very late moves are not searched.
        late_move_pruning,
        /// Jumps that flip nothing are not searched if there are other moves.
        quiet_pruning,
        /// Near the horizon, moves that flip too little to raise a bad score are not searched.
        futility,
        /// An iteration begins with a narrow window around the score of the last one.
        aspiration,
        /// Moves that caused a beta cutoff in a sibling node are tried early.
        killers,
        /// Moves that caused beta cutoffs anywhere are tried earlier and reduced less.
        history,
        /// A node without a move from the transposition table is searched one ply less.
        internal_iterative_reduction,
        /// The move of the transposition table is searched deeper if it is the only good one.
        singular_extensions,
        /// The transposition table causes cutoffs, and does not only order moves.
        tt_cutoffs,
        /// A board that comes back counts as a draw.
        repetitions,
        /// The last empty cells are solved exactly.
        endgame,
    }
}
