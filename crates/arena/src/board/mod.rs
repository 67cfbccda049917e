//! The scoreboard: computed from the judgings, always from all of them.
//!
//! A team has for each input its best result. A question's points are the sum over its inputs, the total the sum over
//! the questions. Among equal totals the team that reached it first ranks higher: the time of a result is that of the
//! first answer that is worth as much now. Where points depend on the best entry of all (the demon's question 5) they
//! are that share of the input's points.

mod cache;
mod http_cache;
mod standings;

pub use cache::{Boards, CachedBoard, View};
pub(crate) use http_cache::cached_response;
pub use standings::{Board, Cell, Column, Row, standings};
