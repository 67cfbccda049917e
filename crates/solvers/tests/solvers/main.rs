//! The solvers against the rules and against plainer forms of themselves.

mod blobwar_search;
mod demon_board;
mod demon_bound;
mod demon_solve;
mod platform_seam;
mod well_exact;
mod well_solve;
