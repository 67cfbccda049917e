//! The transcript of a match: every line sent to an engine and received from it, with its time.
//!
//! Each engine has a [`Channel`], which writes a bounded number of bytes a game: an engine that writes without end must
//! not fill the disk.

use std::fmt;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use laplace_solvers::platform::Instant;

/// The number of bytes of a channel that are written in one game.
const MAX_BYTES_A_GAME: u64 = 1 << 20;
/// The longest line that is written whole, in bytes.
const MAX_LINE: usize = 2_000;

/// Where all lines go.
#[derive(Clone)]
pub struct Transcript {
    output: Option<Arc<Mutex<dyn Write + Send>>>,
    /// The first error of the output.
    error: Arc<Mutex<Option<io::Error>>>,
    began: Instant,
}

impl Transcript {
    /// A transcript that is written to `output`.
    pub fn new(output: impl Write + Send + 'static) -> Self {
        Self { output: Some(Arc::new(Mutex::new(output))), ..Self::none() }
    }

    /// A transcript that is thrown away.
    pub fn none() -> Self {
        Self { output: None, error: Arc::default(), began: Instant::now() }
    }

    /// Writes a line. An engine is not disturbed by a transcript that cannot be written: see
    /// [`take_error`](Self::take_error).
    pub fn note(&self, line: &str) {
        let Some(output) = &self.output else { return };
        let line = format!("{:9.3} {line}\n", self.began.elapsed().as_secs_f64());
        let written = output.lock().unwrap_or_else(PoisonError::into_inner).write_all(line.as_bytes());
        if let Err(error) = written {
            self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
    }

    /// The first error of the output since the last call, if there was one.
    pub fn take_error(&self) -> Option<io::Error> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The channel of one engine.
    pub fn channel(&self, name: &str) -> Channel {
        Channel { transcript: self.clone(), name: name.into(), written: Arc::default() }
    }
}

impl fmt::Debug for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Transcript").field("is_written", &self.output.is_some()).finish_non_exhaustive()
    }
}

/// The lines of one engine.
#[derive(Clone, Debug)]
pub struct Channel {
    transcript: Transcript,
    name: Arc<str>,
    written: Arc<AtomicU64>,
}

impl Channel {
    /// A new game begins: its bytes are counted from zero.
    pub fn new_game(&self) {
        self.written.store(0, Relaxed);
    }

    /// Writes a line that was sent to the engine.
    pub fn sent(&self, line: &[u8]) {
        self.note('<', line);
    }

    /// Writes a line that was received from the engine.
    pub fn received(&self, line: &[u8]) {
        self.note('>', line);
    }

    fn note(&self, direction: char, line: &[u8]) {
        if self.transcript.output.is_none() {
            return;
        }
        let length = line.len() as u64 + 1;
        let before = self.written.fetch_add(length, Relaxed);
        if before >= MAX_BYTES_A_GAME {
            return;
        }
        let text = String::from_utf8_lossy(line.get(..line.len().min(MAX_LINE)).unwrap_or_default());
        self.transcript.note(&format!("{} {direction} {}", self.name, text.trim_end()));
        if before + length >= MAX_BYTES_A_GAME {
            self.transcript.note(&format!("{}: the rest of this game's lines is left out", self.name));
        }
    }
}
