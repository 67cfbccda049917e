//! Two-player play of Blobwar and Ataxx: everything between a position and the answer to "which player is stronger".
//!
//! A *match* is a number of pairs of games between two players, A and B. The two games of a pair begin from the same
//! opening with colours changed, so that neither a good opening nor the first move favours a player. The result is a
//! [`Score`], with a difference in Elo and its error over pairs; an SPRT can end a match as soon as it is decided
//! ([`stats`]). With more players it is a tournament: a score for each two that meet, and a rating for each ([`ratings`]).
//!
//! ```
//! use laplace_games::blobwar::{Position, Size, StuckRule};
//! use laplace_matches::{Entrant, Match, OpeningSource, TimeControl, Transcript};
//! use std::ops::ControlFlow::Continue;
//!
//! let start = Position::start(Size::Seven, StuckRule::Passes);
//! let openings = OpeningSource { starts: vec![start], plies: 4, seed: 1 }.random(5);
//! let players = ["student:2", "random"].map(|name| name.parse().unwrap());
//! let planned = Match::new(players.map(|player| Entrant::new(player, TimeControl::Depth(1))), openings);
//! let mut scores = planned.scores();
//! planned.run(&mut scores, &Transcript::none(), &false.into(), &mut |_, _| Continue(())).unwrap();
//! assert_eq!(scores[0].total().games(), 10);
//! assert!(scores[0].total().percent() > 80.0, "{}", scores[0]);
//! ```
//!
//! | module | holds |
//! |---|---|
//! | [`player`], [`builtin`], [`spec`] | the trait of all players; those of this crate; the text that names one |
//! | [`clock`], [`forfeit`], [`game`] | time controls and clocks; what loses a game; the only two-player loop |
//! | [`runner`], [`openings`], [`score`] | a match, its openings, what is counted |
//! | [`stats`], [`ratings`] | what that means for two players, and for more |
//! | [`pgn`], [`resume`], [`transcript`] | games as text; a match that goes on; the lines of engines |
//! | [`uai`], [`course_protocol`] | the two protocols, each with a client and a server |
//! | [`review`] | the engine's opinion on each move of a game |
//! | [`interactive`] | the engine against a person, for a terminal or a server |
//!
//! Nothing here prints, and nothing reads the command line. The feature `native` has everything that needs processes,
//! sockets or threads; without it the crate builds for `wasm32-unknown-unknown`.

pub mod builtin;
pub mod clock;
pub mod course_protocol;
pub mod forfeit;
pub mod game;
pub mod interactive;
pub mod openings;
pub mod pgn;
pub mod player;
pub mod ratings;
pub mod resume;
pub mod review;
pub mod runner;
pub mod score;
pub mod spec;
pub mod stats;
pub mod transcript;
pub mod uai;

pub use clock::TimeControl;
pub use game::play_game;
pub use openings::OpeningSource;
pub use player::Player;
pub use runner::{Entrant, FinishedGame, Match};
pub use score::Score;
pub use spec::PlayerSpec;
pub use transcript::Transcript;
