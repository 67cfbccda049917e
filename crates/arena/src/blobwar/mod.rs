//! Blobwar against the engine, in a browser.
//!
//! The server stores no game: each request contains the start and the moves, and the reply describes the position
//! after them ([`view`]). The engine searches on one thread with low priority and little memory ([`SharedEngine`]),
//! so that judging does not wait for a game.

mod engine;
mod fair_queue;
mod game;

pub use engine::{SharedEngine, evaluation_requests, hint_request, move_request};
pub use game::{GameForm, cells, read, view};

use std::time::Duration;

use tokio::sync::Semaphore;

use crate::limits::{Rate, RateLimiter};

/// What games to watch and to play need.
#[derive(Debug)]
pub struct Play {
    /// The engine.
    pub engine: SharedEngine,
    /// The rate limit of requests about Blobwar, for each network.
    pub rates: RateLimiter,
    /// The number of recorded games that are prepared for watching at the same time.
    pub films: Semaphore,
}

/// A class behind one address plays about ten moves per second.
const RATE: Rate = Rate { burst: 150, every: Duration::from_millis(100) };

impl Default for Play {
    fn default() -> Self {
        Self { engine: SharedEngine::default(), rates: RateLimiter::new(RATE), films: Semaphore::new(1) }
    }
}
