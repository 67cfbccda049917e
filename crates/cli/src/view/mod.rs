//! Shows a recorded game in the terminal, whichever of the three it is.
//!
//! ```text
//! viewer    what is shown and what a key does: no terminal, no clock    pace
//! screen    what the viewer looks like: board, panel, help, palette     plain    without a terminal
//! terminal  the loop, and a guard that gives the terminal back however the loop ends
//! ```

mod board;
mod pace;
mod palette;
mod panel;
mod plain;
mod screen;
mod terminal;
#[cfg(test)]
mod tests;
mod viewer;

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use laplace_judge::recording::Recording;
pub(crate) use pace::Pace;
pub(crate) use palette::Palette;
pub(crate) use screen::fits;
pub(crate) use terminal::InputEvent;
pub use terminal::TerminalGuard;
pub(crate) use viewer::Flow;
use viewer::Viewer;

use crate::failure::Failure;
use crate::files::FileArg;
use crate::stop::Signal;

/// A key that was pressed, whatever the terminal calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    Left,
    Right,
    Up,
    Down,
    Home,
    End,
    Enter,
    Escape,
    Backspace,
    Interrupt,
    Character(char),
}

/// How long the loop waits for a key while nothing moves.
const IDLE: Duration = Duration::from_millis(500);
/// The maximum time between two frames: sixty frames a second look smooth.
const FRAME_TIME: Duration = Duration::from_millis(16);

/// Shows a game: on a terminal with keys, elsewhere as text, one frame after another.
pub(crate) fn show(recording: Recording, title: String, pace: Pace) -> Result<(), Failure> {
    show_from(recording, title, pace, None)
}

/// As [`show`], from a move on if one is given; the terminal's viewer then begins paused.
pub(crate) fn show_from(
    recording: Recording,
    title: String,
    pace: Pace,
    from: Option<usize>,
) -> Result<(), Failure> {
    let failed = |error| Failure::system(&FileArg::Stdio, "show", error);
    if !io::stdout().is_terminal() {
        return plain::print(&recording, from.unwrap_or(0), None).map_err(failed);
    }
    if is_dumb() {
        return plain::print(&recording, from.unwrap_or(0), Some(pace)).map_err(failed);
    }
    let viewer = Viewer::new(recording, title, pace);
    let viewer = match from {
        Some(number) => viewer.paused_at(number),
        None => viewer,
    };
    match run(viewer).map_err(failed)? {
        Some(signal) => Err(Failure::Signal(signal)),
        None => Ok(()),
    }
}

/// Whether the terminal can do nothing but print.
pub(crate) fn is_dumb() -> bool {
    std::env::var_os("TERM").is_none_or(|name| name.is_empty() || name == "dumb")
}

/// Shows the game until a key quits, or a signal ends it.
fn run(mut viewer: Viewer) -> io::Result<Option<Signal>> {
    let palette = Palette::of_environment();
    let mut guard = TerminalGuard::enter()?;
    let mut before = Instant::now();
    loop {
        guard.terminal().draw(|frame| screen::draw(frame, &viewer, palette))?;
        let timeout = if viewer.is_playing() { FRAME_TIME.min(viewer.until_next_frame()) } else { IDLE };
        let input = guard.wait(timeout)?;
        let now = Instant::now();
        viewer.pass(now - before);
        before = now;
        match input {
            Some(InputEvent::Key(key)) if viewer.press(key) == Flow::Quit => return Ok(None),
            Some(InputEvent::Signal(signal)) => return Ok(Some(signal)),
            _ => {}
        }
    }
}

/// The number of moves; in the well, with the figures that were never placed.
fn total(recording: &Recording) -> usize {
    match recording {
        Recording::Well(game) => game.figures().len(),
        _ => recording.len(),
    }
}
