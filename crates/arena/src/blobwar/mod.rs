//! Blobwar in a browser: against the engine, or between two people.
//!
//! Of a game against the engine or at one board the server stores nothing: each request contains the start and the
//! moves, and the reply describes the position after them ([`view`]). A game between two browsers is in memory
//! ([`LinkedGames`]). The engine searches on one thread with low priority and little memory ([`SharedEngine`]), so that
//! judging does not wait for a game.

mod engine;
mod fair_queue;
mod linked;

pub use engine::SharedEngine;
pub use laplace_web::blobwar::{
    ClockForm, FileForm, GameFault, GameFile, GameForm, SideForm, cells, evaluation_requests, hint_request,
    move_request, read, thought, view,
};
pub use linked::{LinkedGame, LinkedGames, LinkedLimits, Opening, Seen};

use std::time::Duration;

use tokio::sync::Semaphore;

use crate::limits::{ConnectionSlots, Rate, RateLimiter, SlotLimits};

/// What games to watch and to play need.
#[derive(Debug)]
pub struct Play {
    /// The engine.
    pub engine: SharedEngine,
    /// The rate limit of requests about Blobwar, for each network.
    pub rates: RateLimiter,
    /// Games between two browsers.
    pub linked: LinkedGames,
    /// The rate limit of new games between two browsers, for each network.
    pub begun: RateLimiter,
    /// Slots of streams that follow such a game.
    pub watchers: ConnectionSlots,
    /// The number of recorded games that are prepared for watching at the same time.
    pub films: Semaphore,
}

/// A class behind one address plays about ten moves per second.
const RATE: Rate = Rate { burst: 150, every: Duration::from_millis(100) };

/// A class begins its games at once; then one every ten seconds.
const BEGIN_RATE: Rate = Rate { burst: 60, every: Duration::from_secs(10) };
/// Both players of every game of two classes, and some who watch. Apart from the slots of live boards: games must not
/// keep a contest's visitors out.
const WATCHERS: SlotLimits = SlotLimits { all: 400, each: 150 };

impl Default for Play {
    fn default() -> Self {
        Self {
            engine: SharedEngine::default(),
            rates: RateLimiter::new(RATE),
            linked: LinkedGames::default(),
            begun: RateLimiter::new(BEGIN_RATE),
            watchers: ConnectionSlots::new(WATCHERS),
            films: Semaphore::new(1),
        }
    }
}
