//! What can be set about the engine: its size, and which ideas of the search it uses.
//!
//! The ideas can be switched off one by one so that a match of the engine against itself without one of them
//! says what it is worth; the results are in `docs/blobwar.md`, the program that plays them is
//! `examples/blobwar_match.rs`.

use super::eval::Weights;
use super::score::Score;

/// The largest number of threads.
pub const MAX_THREADS: usize = 256;

/// The largest number of best moves.
pub const MAX_MULTIPV: usize = 256;

/// The largest contempt.
pub(super) const MAX_CONTEMPT: Score = 1_000;
/// The usual contempt: a draw is worth as much as a chance of 43 %.
const CONTEMPT: Score = 200;

/// Everything that can be set.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The size of the transposition table in MiB.
    pub megabytes: usize,
    /// How many threads search.
    pub threads: usize,
    /// How many best moves are told, each with its path.
    pub multipv: usize,
    /// Which ideas are used.
    pub toggles: Toggles,
    /// The evaluation.
    pub weights: Weights,
    /// How much worse than an even game a draw is for the player to move at the root: who expects to win plays
    /// on. None, for who judges instead of playing.
    pub contempt: Score,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            megabytes: 64,
            threads: 1,
            multipv: 1,
            toggles: Toggles::ALL,
            weights: Weights::default(),
            contempt: CONTEMPT,
        }
    }
}

macro_rules! toggles {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// The ideas of the search, each on or off.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Toggles {
            $($(#[$doc])* pub $name: bool,)*
        }

        impl Toggles {
            /// All of them.
            pub const ALL: Self = Self { $($name: true),* };

            /// Their names.
            pub const NAMES: &[&str] = &[$(stringify!($name)),*];

            /// Switches one on or off by its name; false if there is none of that name.
            pub fn set(&mut self, name: &str, on: bool) -> bool {
                match name {
                    $(stringify!($name) => self.$name = on,)*
                    _ => return false,
                }
                true
            }
        }
    };
}

toggles! {
    /// A position that is far too good a few moves before the horizon is not searched.
    reverse_futility,
    /// Late moves are searched less deeply at first.
    late_move_reductions,
    /// Very late moves near the horizon are not searched.
    late_move_pruning,
    /// Jumps that turn nothing are not searched if there is something else.
    quiet_pruning,
    /// Moves that cannot lift a bad position near the horizon are not searched.
    futility,
    /// An iteration first asks for scores near those of the last one.
    aspiration,
    /// Moves that refuted a sibling are tried early.
    killers,
    /// A position whose best move is not known is searched one ply less.
    internal_iterative_reduction,
    /// The transposition table cuts branches, and does not only order moves.
    tt_cutoffs,
    /// Coming back to a board that stood before counts as a draw.
    repetitions,
    /// The last empty cells are solved exactly.
    endgame,
}
