//! Blobwar against the engine, for people with a browser.
//!
//! The server keeps no game: whoever asks sends the start and the moves, and is told everything that follows
//! from them ([`Game`]). The engine thinks on one thread of its own with little memory ([`Pool`]), so that
//! judging never waits for a game.

mod game;
mod line;
mod pool;

pub use game::{Asked, Game, cells};
pub use pool::{Pool, Task, Thought};

use std::time::Duration;

use tokio::sync::Semaphore;

use crate::auth::{Rate, Rates};

/// What is there for watching and playing games.
#[derive(Debug)]
pub struct Play {
    /// The engine.
    pub pool: Pool,
    /// How often one network may ask about Blobwar.
    pub rates: Rates,
    /// How many recorded games are made ready for watching at the same time.
    pub films: Semaphore,
}

/// A class behind one address plays some ten moves a second.
const RATE: Rate = Rate { burst: 150, every: Duration::from_millis(100) };

impl Default for Play {
    fn default() -> Self {
        Self { pool: Pool::default(), rates: Rates::new(RATE), films: Semaphore::new(1) }
    }
}
