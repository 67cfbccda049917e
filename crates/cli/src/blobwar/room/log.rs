//! The log of a match: every line that was said, by whom, when, up to a limit for each game.

use std::fs::File;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use crate::failure::Failure;
use crate::files::Place;

/// So many bytes of an engine's talk are logged between two games: a flood must not fill the disk.
const MOST_OF_A_GAME: u64 = 1 << 20;
/// The longest line that is logged whole.
const LONGEST: usize = 2_000;

/// Where all lines go; nowhere if no log was asked for.
#[derive(Clone, Debug)]
pub(crate) struct Log {
    file: Option<Arc<Mutex<File>>>,
    began: Instant,
}

impl Log {
    /// Opens a new file, or nothing; a match that goes on adds to the file that it has.
    pub(crate) fn open(place: Option<&Place>, resume: bool) -> Result<Self, Failure> {
        let path = match place {
            None => None,
            Some(Place::File(path)) => Some(path),
            Some(Place::Standard) => return Err(Failure::Usage("--log: expected a file".into())),
        };
        let open = |path| {
            let file = if resume {
                File::options().create(true).append(true).open(path)
            } else {
                File::create(path)
            };
            file.map(|file| Arc::new(Mutex::new(file)))
        };
        let file = path.map(open).transpose();
        let file =
            file.map_err(|error| Failure::system(place.unwrap_or(&Place::Standard), "write", error))?;
        Ok(Self { file, began: Instant::now() })
    }

    /// Nowhere.
    pub(crate) fn none() -> Self {
        Self { file: None, began: Instant::now() }
    }

    /// Writes a line. A log that cannot be written is no reason to end a match.
    pub(crate) fn note(&self, line: &str) {
        let Some(file) = &self.file else { return };
        let line = format!("{:9.3} {line}\n", self.began.elapsed().as_secs_f64());
        _ = file.lock().unwrap_or_else(PoisonError::into_inner).write_all(line.as_bytes());
    }

    /// The part of one engine in the log.
    pub(crate) fn voice(&self, name: String) -> Voice {
        Voice { log: self.clone(), name: name.into(), written: Arc::default() }
    }
}

/// One engine's lines in the log.
#[derive(Clone, Debug)]
pub(crate) struct Voice {
    log: Log,
    name: Arc<str>,
    written: Arc<AtomicU64>,
}

impl Voice {
    /// A new game: the limit counts anew.
    pub(crate) fn begin(&self) {
        self.written.store(0, Relaxed);
    }

    /// What was said to the engine.
    pub(crate) fn said(&self, line: &str) {
        self.note('<', line.as_bytes());
    }

    /// What the engine said.
    pub(crate) fn heard(&self, line: &[u8]) {
        self.note('>', line);
    }

    fn note(&self, direction: char, line: &[u8]) {
        if self.log.file.is_none() {
            return;
        }
        let before = self.written.fetch_add(line.len() as u64 + 1, Relaxed);
        if before >= MOST_OF_A_GAME {
            return;
        }
        let text = String::from_utf8_lossy(line.get(..line.len().min(LONGEST)).unwrap_or_default());
        self.log.note(&format!("{} {direction} {}", self.name, text.trim_end()));
        if before + line.len() as u64 + 1 >= MOST_OF_A_GAME {
            self.log.note(&format!("{}: the rest of this game's talk is left out", self.name));
        }
    }
}
