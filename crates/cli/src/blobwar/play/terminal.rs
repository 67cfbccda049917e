//! The game on a terminal: draws the screen, reads keys, and lets the engine search in the background.

use std::io;
use std::time::{Duration, Instant};

use laplace_matches::interactive::{EngineThread, PendingAnalysis, Progress, Purpose, Request};
use laplace_solvers::blobwar::Settings;

use super::keys::Keyboard;
use super::screen;
use crate::stop::Signal;
use crate::view::{Flow, InputEvent, Palette, TerminalGuard};

/// The time between two looks at the keyboard while nothing changes.
const IDLE_POLL: Duration = Duration::from_millis(500);
/// The same while the engine searches and may have a result.
const SEARCH_POLL: Duration = Duration::from_millis(33);
/// A move of the engine appears no sooner: otherwise the eye misses what it did.
pub(super) const MIN_MOVE_TIME: Duration = Duration::from_millis(400);

/// Plays until a key quits, or a signal ends it.
pub(super) fn run(keyboard: &mut Keyboard) -> io::Result<Option<Signal>> {
    let palette = Palette::of_environment();
    let mut engine = BackgroundEngine::start()?;
    let mut guard = TerminalGuard::enter()?;
    loop {
        if let Some((request, progress)) = engine.poll()? {
            keyboard.session_mut().on_reply(&request, &progress);
        }
        engine.set_request(keyboard.session().pending_request());
        guard.terminal().draw(|frame| screen::draw(frame, keyboard, palette))?;
        let timeout = if engine.is_busy() { SEARCH_POLL } else { IDLE_POLL };
        match guard.wait(timeout)? {
            Some(InputEvent::Key(key)) if keyboard.press(key) == Flow::Quit => return Ok(None),
            Some(InputEvent::Signal(signal)) => return Ok(Some(signal)),
            _ => {}
        }
    }
}

/// The engine thread and the request that it works on.
pub(super) struct BackgroundEngine {
    thread: EngineThread,
    current: Option<Submitted>,
}

struct Submitted {
    request: Request,
    at: Instant,
    result: PendingAnalysis,
}

impl BackgroundEngine {
    pub(super) fn start() -> io::Result<Self> {
        let thread = EngineThread::start(Settings::default().megabytes, || {})?;
        Ok(Self { thread, current: None })
    }

    pub(super) fn is_busy(&self) -> bool {
        self.current.is_some()
    }

    /// Makes this the current request: cancels another one, and continues the same one.
    pub(super) fn set_request(&mut self, request: Option<Request>) {
        if self.current.as_ref().map(|current| &current.request) == request.as_ref() {
            return;
        }
        self.current = request.map(|request| Submitted {
            result: self.thread.submit(request.clone()),
            at: Instant::now(),
            request,
        });
    }

    /// What there is to show of the current request; after a final result there is no current request.
    pub(super) fn poll(&mut self) -> io::Result<Option<(Request, Progress)>> {
        let Some(current) = &self.current else { return Ok(None) };
        let progress = current.result.progress();
        let is_move = matches!(current.request.purpose, Purpose::Move { .. });
        match &progress {
            Progress::Searching(None) => return Ok(None),
            Progress::Searching(Some(_)) => return Ok(Some((current.request.clone(), progress))),
            Progress::Finished(_) if is_move && current.at.elapsed() < MIN_MOVE_TIME => return Ok(None),
            Progress::Finished(_) => {}
            Progress::Unanswered(reason) => return Err(io::Error::other(*reason)),
        }
        Ok(self.current.take().map(|current| (current.request, progress)))
    }
}
