//! The terminal, taken and given back.
//!
//! While a [`TerminalGuard`] lives the terminal is in raw mode on its alternate screen. Dropping the guard gives it
//! back; so does a panic, before its message is printed, since what is printed on the alternate screen goes with it.
//! Ctrl-C is a key like any other in raw mode.

use std::io::{self, Stdout};
use std::panic;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::crossterm::{cursor, execute, terminal};

use super::key::Key;

/// The terminal in raw mode on its alternate screen, until this is dropped or the program panics.
pub struct TerminalGuard {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl TerminalGuard {
    /// Takes the terminal of standard output.
    ///
    /// # Errors
    ///
    /// The operating system's error, if there is no terminal or raw mode is refused.
    pub fn enter() -> io::Result<Self> {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            give_back();
            report(info);
        }));
        terminal::enable_raw_mode()?;
        // From here on a failure has something to give back.
        let entered = execute!(io::stdout(), terminal::EnterAlternateScreen, cursor::Hide)
            .and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())));
        match entered {
            Ok(terminal) => Ok(Self { terminal }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }

    /// Where to draw.
    pub(crate) fn terminal(&mut self) -> &mut Terminal<CrosstermBackend<Stdout>> {
        &mut self.terminal
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        give_back();
    }
}

/// Restores the terminal as far as possible; errors are ignored, since there is no place left to report them.
fn give_back() {
    _ = execute!(io::stdout(), cursor::Show, terminal::LeaveAlternateScreen);
    _ = terminal::disable_raw_mode();
}

/// An input of the user.
pub(crate) enum InputEvent {
    /// A key was pressed.
    Key(Key),
    /// The size of the terminal changed: everything has to be drawn again.
    Resized,
}

/// Waits for an input of the user; `None` if there is none within `timeout`.
pub(crate) fn wait(timeout: Duration) -> io::Result<Option<InputEvent>> {
    if !event::poll(timeout)? {
        return Ok(None);
    }
    Ok(match event::read()? {
        Event::Key(pressed) if pressed.kind != KeyEventKind::Release => key(pressed).map(InputEvent::Key),
        Event::Resize(..) => Some(InputEvent::Resized),
        _ => None,
    })
}

fn key(pressed: KeyEvent) -> Option<Key> {
    Some(match pressed.code {
        KeyCode::Char('c') if pressed.modifiers.contains(KeyModifiers::CONTROL) => Key::Interrupt,
        KeyCode::Char(character) => Key::Character(character),
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Escape,
        KeyCode::Backspace => Key::Backspace,
        _ => return None,
    })
}
