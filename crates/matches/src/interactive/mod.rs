//! Blobwar between a person and the engine: what the terminal and the contest server have in common.
//!
//! A front end keeps an [`InteractiveGame`], which plays forced passes and takes moves back. It makes a [`Request`] about
//! one of the game's positions and receives an [`Analysis`]: at once from [`Engines`], or from an [`EngineThread`]
//! that searches while the front end serves keys and sockets. An engine thread works on one request at a time, and a
//! newer request cancels the older one; a server that must not cancel decides which client comes next before it
//! submits anything.
//!
//! ```
//! use laplace_games::blobwar::{Position, Size, StuckRule};
//! use laplace_matches::builtin::Level;
//! use laplace_matches::interactive::{Engines, InteractiveGame, Purpose};
//! use laplace_solvers::Control;
//! use laplace_solvers::blobwar::Limits;
//!
//! let mut game = InteractiveGame::new(Position::start(Size::Seven, StuckRule::Passes));
//! game.play("b6".parse().unwrap()).unwrap();
//! let level = Level::new(3).unwrap();
//! let request = game.request(Purpose::Move { level, seed: 7 }, Limits::default());
//! let analysis = Engines::new(1).answer(&request, &Control::default());
//! game.play(analysis.best.unwrap()).unwrap();
//! assert!(game.undo(|_| true) && game.len() == 1);
//! ```

mod analysis;
mod engines;
mod game;
#[cfg(feature = "native")]
mod thread;

pub use analysis::{Analysis, Purpose, Request};
pub use engines::Engines;
pub use game::InteractiveGame;
#[cfg(feature = "native")]
pub use thread::{EngineThread, PendingAnalysis, Progress, Unanswered};
