//! The parts of the search that can be left out, one at a time, to measure what each is worth.
//!
//! The results are in docs/demon.md; `examples/demon_measure.rs --without PART` gives them again.

use crate::toggles::toggles;

toggles! {
    /// The parts of the search, each on or off.
    pub struct Parts {
        /// Boards with other blocks and flags have a quota of the beam each.
        quotas,
        /// Where points were lost, the search goes back and comes again wider.
        repairs,
        /// A repair looks out for goals: boards from which a search backwards knows the way.
        goals,
        /// Games are crossed where they come to the same board.
        crossing,
        /// Situations that no real game passes without loss lower the bound.
        strikes,
    }
}
