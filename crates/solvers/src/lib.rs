//! Search: plays the three games as well as they can be played.

pub mod blobwar;
mod control;
pub mod demon;
pub mod platform;
mod toggles;
pub mod well;

pub use control::Control;
