//! Judges any bytes against a problem: the one source of scores, and of the frames that viewers show.
//!
//! Total by design: whatever an answer holds, there is a verdict and never a panic. An answer is read
//! where it lies and once, move by move, so memory is bounded by the size of the file and time by the part
//! of it that counts. What is an error is an *input* that cannot be read, since that is not the
//! contestant's doing.
//!
//! The judge knows the rules and nobody else: it cannot see the solvers, and prints nothing.

#![forbid(unsafe_code)]
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

pub mod demon;
pub mod recording;
pub mod replay;
pub mod well;
