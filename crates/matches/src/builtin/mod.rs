//! The players that are part of this crate.

mod level;

pub use level::{InvalidLevel, Level, LevelPlayer};
