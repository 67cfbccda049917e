//! The terminal, taken and given back.
//!
//! While a [`TerminalGuard`] lives the terminal is in raw mode on its alternate screen. Dropping the guard gives it
//! back; so does a panic, before its message is printed, since what is printed on the alternate screen goes with it.
//! Ctrl-C is a key like any other in raw mode. [`TerminalGuard::wait`] returns a signal like a key, and suspends the
//! program on Ctrl-Z.

use std::io::{self, Stdout};
use std::panic;
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::crossterm::{cursor, execute, terminal};

use super::Key;
use crate::stop::{self, Signal, Stop};

/// How long a wait for a key may delay the handling of a signal.
const SIGNAL_POLL: Duration = Duration::from_millis(50);

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
        Stop::listen();
        Stop::on_forced_exit(give_back);
        stop::listen_for_suspend();
        take()?;
        match Terminal::new(CrosstermBackend::new(io::stdout())) {
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

    /// Waits for an input of the user or a signal; `None` if there is none within `timeout`.
    pub(crate) fn wait(&mut self, timeout: Duration) -> io::Result<Option<InputEvent>> {
        let began = Instant::now();
        loop {
            if let Some(signal) = Signal::received() {
                return Ok(Some(InputEvent::Signal(signal)));
            }
            if stop::take_suspend() {
                self.suspend()?;
                return Ok(Some(InputEvent::Resized));
            }
            if hangup::is_hung_up(Duration::ZERO) {
                return Ok(Some(InputEvent::Signal(Signal::HANGUP)));
            }
            if event::poll(Duration::ZERO)? {
                return self.read();
            }
            let left = timeout.saturating_sub(began.elapsed());
            if left.is_zero() {
                return Ok(None);
            }
            hangup::is_hung_up(left.min(SIGNAL_POLL));
        }
    }

    fn read(&mut self) -> io::Result<Option<InputEvent>> {
        Ok(match event::read()? {
            Event::Key(pressed) if pressed.kind != KeyEventKind::Release => {
                let is_control = pressed.modifiers.contains(KeyModifiers::CONTROL);
                if is_control && pressed.code == KeyCode::Char('z') {
                    self.suspend()?;
                    return Ok(Some(InputEvent::Resized));
                }
                key(pressed).map(InputEvent::Key)
            }
            Event::Resize(..) => Some(InputEvent::Resized),
            _ => None,
        })
    }

    /// Gives the terminal back, stops the program until the shell continues it, and takes the terminal again.
    fn suspend(&mut self) -> io::Result<()> {
        give_back();
        stop::suspend();
        take()?;
        self.terminal.clear()
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        give_back();
    }
}

/// Raw mode, the alternate screen, no cursor; on a failure the terminal is as it was.
fn take() -> io::Result<()> {
    terminal::enable_raw_mode()?;
    let taken = execute!(io::stdout(), terminal::EnterAlternateScreen, cursor::Hide);
    if taken.is_err() {
        give_back();
    }
    taken
}

/// Restores the terminal as far as possible; errors are ignored, since there is no place left to report them.
fn give_back() {
    _ = execute!(io::stdout(), cursor::Show, terminal::LeaveAlternateScreen);
    _ = terminal::disable_raw_mode();
}

/// Whether the terminal is still there. crossterm must not read from one that is gone: it would try forever.
#[cfg(unix)]
mod hangup {
    use std::io;
    use std::time::Duration;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    /// Waits for a key, a hangup or the timeout; returns whether the terminal was hung up.
    pub(super) fn is_hung_up(timeout: Duration) -> bool {
        let terminal = io::stdout();
        let mut polled = [PollFd::new(&terminal, PollFlags::IN)];
        // An error is a signal that interrupted the call, or the next call's too.
        let found = Timespec::try_from(timeout).map(|timeout| poll(&mut polled, Some(&timeout)));
        let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
        matches!(found, Ok(Ok(1..))) && polled.iter().any(|fd| fd.revents().intersects(gone))
    }
}

#[cfg(not(unix))]
mod hangup {
    use std::time::Duration;

    use ratatui::crossterm::event;

    /// Waits for a key or the timeout.
    pub(super) fn is_hung_up(timeout: Duration) -> bool {
        _ = event::poll(timeout);
        false
    }
}

/// An input of the user.
pub(crate) enum InputEvent {
    /// A key was pressed.
    Key(Key),
    /// The size of the terminal changed, or the program was continued: everything has to be drawn again.
    Resized,
    /// A signal asks the program to end.
    Signal(Signal),
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
