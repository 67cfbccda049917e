//! The integration tests of the three games, in one binary: it links once instead of fifteen times.
//!
//! [`common`] has the drivers of the data files, [`laws`] what holds of every game; the other modules are about one
//! game each, and are named after it.

mod blobwar_formats;
mod blobwar_golden;
mod blobwar_laws;
mod blobwar_perft;
mod blobwar_rules;
mod blobwar_sheet;
mod blobwar_slow;
mod common;
mod demon_playthrough;
mod demon_samples;
mod demon_texts;
mod demon_twin;
mod laws;
mod serde_texts;
mod well_falling;
mod well_fast_equals_slow;
mod well_format;
mod well_laws;
mod well_playthrough;
mod well_task;
