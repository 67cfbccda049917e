//! An engine under examination: what is said to it, and what is made of its answers.

use std::time::{Duration, Instant};

use laplace_games::blobwar::{Move, Position, StuckRule};

use super::super::room::engine::read;
use super::super::room::log::Log;
use super::super::room::process::Process;
use super::super::room::says::Says;
use crate::stop::Stop;

const MIN_MOMENT: Duration = Duration::from_millis(10);
const MAX_MOMENT: Duration = Duration::from_secs(2);

/// What a check says: what it found, good or bad.
pub(super) type Finding = Result<String, String>;

/// An engine that has been started and has said `uaiok`.
pub(super) struct Probe {
    process: Process,
    patience: Duration,
    pub(super) name: Option<String>,
}

impl Probe {
    /// Starts the engine and greets it.
    pub(super) fn open(command: &[String], patience: Duration) -> Result<Self, String> {
        let voice = Log::none().voice(String::new());
        let process = Process::start(command, voice).map_err(|fault| fault.to_string())?;
        let mut probe = Self { process, patience, name: None };
        probe.say("uai");
        let mut name = None;
        probe.wait("uaiok", patience, |says| match says {
            Says::Name(said) => {
                name = Some(said);
                None
            }
            says => (says == Says::UaiOk).then_some(()),
        })?;
        probe.name = name;
        Ok(probe)
    }

    pub(super) fn say(&mut self, line: &str) {
        self.process.say(line);
    }

    pub(super) fn say_bytes(&mut self, line: &[u8]) {
        self.process.say_bytes(line);
    }

    fn wait<T>(
        &mut self,
        awaited: &'static str,
        patience: Duration,
        pick: impl FnMut(Says) -> Option<T>,
    ) -> Result<(T, Instant), String> {
        self.process.wait(awaited, patience, Stop::flag(), pick).map_err(|fault| fault.to_string())
    }

    /// Asks whether it is ready.
    pub(super) fn ready(&mut self) -> Result<(), String> {
        self.say("isready");
        self.wait("readyok", self.patience, |says| (says == Says::ReadyOk).then_some(())).map(|_| ())
    }

    /// Whether it says a best move within this time.
    pub(super) fn best_move(&mut self, patience: Duration) -> Result<String, String> {
        let pick = |says| match says {
            Says::BestMove(word) => Some(word),
            _ => None,
        };
        self.wait("bestmove", patience, pick).map(|(word, _)| word)
    }

    /// Lets it search and gives its move, if it is legal, and the time it took.
    pub(super) fn search(&mut self, fen: &str, go: &str) -> Result<(Move, Duration), String> {
        self.say(&format!("position fen {fen}"));
        self.ready()?;
        self.process.clear();
        let began = Instant::now();
        self.say(go);
        let word = self.best_move(self.patience)?;
        let used = began.elapsed();
        Ok((self.legal(fen, &word)?, used))
    }

    /// Its move, if it is legal.
    pub(super) fn legal(&self, fen: &str, word: &str) -> Result<Move, String> {
        let mut position = Position::from_fen(fen, StuckRule::Passes).map_err(|error| error.to_string())?;
        let played = read(word, &position).map_err(|fault| fault.to_string())?;
        position.play(played).map_err(|error| format!("illegal move {played}: {error}"))?;
        Ok(played)
    }

    /// Forgets what was said.
    pub(super) fn clear(&mut self) {
        self.process.clear();
    }

    pub(super) fn has_ended(&mut self, patience: Duration) -> bool {
        self.process.has_ended(patience)
    }

    pub(super) const fn patience(&self) -> Duration {
        self.patience
    }

    /// What a busy machine may add to a time: 250 ms with the default patience of 5 s. A user whose machine is
    /// slow or busy gives more patience, and so more of this.
    pub(super) fn slack(&self) -> Duration {
        self.patience / 20
    }

    /// Long enough for a search to be under way, and for an answer that should not come to come.
    pub(super) fn moment(&self) -> Duration {
        (self.patience / 50).clamp(MIN_MOMENT, MAX_MOMENT)
    }
}
