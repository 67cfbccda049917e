//! Blobwar and Ataxx: a page sends the start and the moves of its game, and receives what it shows.

mod engine;
mod file;
mod game;
mod import;

pub use engine::{Thinker, best_lines, evaluation_requests, hint_request, move_request, thought};
pub use file::{ClockForm, FileForm, GameFile, SideForm};
pub use game::{GameFault, GameForm, MAX_MOVES, cells, read, view};
pub use import::{forms, import};
