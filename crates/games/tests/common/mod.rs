//! What the tests of several games share.

#![allow(dead_code, reason = "no one test needs all of it")]

pub(crate) mod golden;
pub(crate) mod texts;
