//! The solvers against the rules and against plainer forms of themselves.

#[cfg(feature = "blobwar")]
mod blobwar_bench;
#[cfg(feature = "blobwar")]
mod blobwar_search;
#[cfg(feature = "demon")]
mod demon_board;
#[cfg(feature = "demon")]
mod demon_bound;
#[cfg(feature = "demon")]
mod demon_solve;
mod platform_seam;
#[cfg(feature = "well")]
mod well_exact;
#[cfg(feature = "well")]
mod well_solve;
