//! What the tests of several games share.

pub(crate) mod golden;
pub(crate) mod texts;
pub(crate) mod tidy;
