//! The scoreboards that the server keeps: computed by [`laplace_contest::standings`], cached, served.

mod cache;
mod http_cache;

pub use cache::{Boards, CachedBoard, View};
pub(crate) use http_cache::{cached_response, conditional_response, etag, gzip};
pub use laplace_contest::standings::{Board, Cell, Column, Row, Team, standings};
