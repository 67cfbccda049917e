//! Nothing but its benches: ours beside the crates that others use for the same games.
