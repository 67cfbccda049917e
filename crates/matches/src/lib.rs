//! Two-player play of Blobwar and Ataxx: everything between a position and the answer to "which player is stronger".

pub mod builtin;
pub mod interactive;
