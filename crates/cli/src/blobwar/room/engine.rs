//! An engine behind the protocol UAI, as a player. It is started when a game needs it, and after every fault
//! it is started anew for the next game.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use laplace_games::blobwar::{Move, Position, StuckRule};

use super::control::{Go, Watch};
use super::fault::Fault;
use super::log::Voice;
use super::player::Setting;
use super::process::Process;
use super::says::Says;
use super::seat::{Chosen, Seat};

/// How long an engine that is out of time may take to answer `stop`.
const GRACE: Duration = Duration::from_millis(500);

/// What an engine is and how it is treated.
#[derive(Clone, Debug)]
pub(crate) struct Manner {
    /// The program and its words.
    pub(crate) command: Vec<String>,
    pub(crate) settings: Vec<Setting>,
    /// Whether an option that it does not offer, or a value that it remarks on, is an error.
    pub(crate) strict: bool,
    /// How long to wait for an answer that has no clock.
    pub(crate) patience: Duration,
    /// How far beyond its time an answer still counts.
    pub(crate) margin: Duration,
}

/// A player behind the protocol.
pub(crate) struct Engine<'a> {
    manner: Manner,
    voice: Voice,
    stop: &'a AtomicBool,
    process: Option<Process>,
}

impl<'a> Engine<'a> {
    pub(crate) fn new(manner: Manner, voice: Voice, stop: &'a AtomicBool) -> Self {
        Self { manner, voice, stop, process: None }
    }

    /// The running process, started and greeted if need be.
    fn open(&mut self, rule: StuckRule) -> Result<Process, Fault> {
        match self.process.take() {
            Some(process) => Ok(process),
            None => self.start(rule).map_err(|fault| match fault {
                Fault::Stopped | Fault::Start(_) => fault,
                other => Fault::Start(other.to_string()),
            }),
        }
    }

    fn start(&self, rule: StuckRule) -> Result<Process, Fault> {
        let Manner { command, settings, strict, patience, .. } = &self.manner;
        let mut process = Process::start(command, self.voice.clone())?;
        process.say("uai");
        let mut offered = Vec::new();
        process.wait("uaiok", *patience, self.stop, |says| match says {
            Says::Option(name) => {
                offered.push(name.to_lowercase());
                None
            }
            says => (says == Says::UaiOk).then_some(()),
        })?;
        let offers = |name: &str| offered.contains(&name.to_lowercase());
        if offers("Rules") {
            process.say(&format!("setoption name Rules value {}", rule.name()));
        }
        for Setting { name, value } in settings {
            if *strict && !offers(name) {
                return Err(Fault::Start(format!(
                    "no option {name}, expected one of: {}",
                    offered.join(", ")
                )));
            }
            process.clear();
            process.say(&format!("setoption name {name} value {value}"));
            if *strict {
                self.ready(&mut process)?;
                if let Some(remark) = process.remark() {
                    return Err(Fault::Start(format!("option {name}={value}: {remark}")));
                }
            }
        }
        Ok(process)
    }

    /// Waits until it is ready, and says how long that took.
    fn ready(&self, process: &mut Process) -> Result<Duration, Fault> {
        let asked = Instant::now();
        process.say("isready");
        let heard = |says| (says == Says::ReadyOk).then_some(());
        let (_, moment) = process.wait("readyok", self.manner.patience, self.stop, heard)?;
        Ok(moment.saturating_duration_since(asked))
    }

    /// The clock begins with `go`. Who takes longer than the margin to be ready for it thinks already, and pays.
    fn ask(&self, process: &mut Process, position: &Position, go: &Go) -> Result<Chosen, Fault> {
        let margin = self.manner.margin;
        process.say(&format!("position fen {position}"));
        let early = self.ready(process)?.saturating_sub(margin);
        if let Some(left) = go.watch().filter(|watch| early > watch.allows(margin)) {
            return Err(Fault::Time { used: early, left });
        }
        let go = go.after(early);
        process.clear();
        let began = Instant::now();
        process.say(&go.line());
        let patience = go.watch().map_or(self.manner.patience, |watch| watch.allows(margin));
        let heard = process.wait("bestmove", patience, self.stop, best_move);
        let (word, moment) = match (heard, go.watch()) {
            (Err(Fault::Silence { .. }), Some(left)) => return Err(self.late(process, began, left)),
            (heard, _) => heard?,
        };
        let used = moment.saturating_duration_since(began);
        match go.watch() {
            // It may have come between our last look and its deadline.
            Some(left) if used > left.allows(margin) => Err(Fault::Time { used, left }),
            _ => Ok(Chosen { played: read(&word, position)?, used: early + used, info: process.info() }),
        }
    }

    /// Tells one who is slow from one who hangs.
    fn late(&self, process: &mut Process, began: Instant, left: Watch) -> Fault {
        process.say("stop");
        match process.wait("bestmove", GRACE, self.stop, best_move) {
            Ok((_, moment)) => Fault::Time { used: moment.saturating_duration_since(began), left },
            Err(Fault::Silence { .. }) => {
                Fault::Silence { awaited: "bestmove", patience: left.allows(self.manner.margin) }
            }
            Err(fault) => fault,
        }
    }
}

impl Seat for Engine<'_> {
    fn begin(&mut self, start: &Position, _: u64) -> Result<(), Fault> {
        self.voice.begin();
        let mut process = self.open(start.stuck_rule())?;
        process.say("uainewgame");
        self.ready(&mut process)?;
        self.process = Some(process);
        Ok(())
    }

    /// After a fault the process is not kept.
    fn choose(&mut self, position: &Position, go: &Go) -> Result<Chosen, Fault> {
        let mut process = self.process.take().ok_or_else(|| Fault::Start("no game was begun".into()))?;
        let chosen = self.ask(&mut process, position, go)?;
        self.process = Some(process);
        Ok(chosen)
    }
}

/// A healthy engine is asked to leave; an ill one was not kept.
impl Drop for Engine<'_> {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            process.dismiss();
        }
    }
}

fn best_move(says: Says) -> Option<String> {
    match says {
        Says::BestMove(word) => Some(word),
        _ => None,
    }
}

/// Reads a move; a doubling may also be written with where it comes from.
pub(in crate::blobwar) fn read(word: &str, position: &Position) -> Result<Move, Fault> {
    let read: Move = word.parse().map_err(|error| Fault::Illegal(format!("`{word}`: {error}")))?;
    match read {
        Move::Jump { from, to }
            if from.distance(to) == 1 && position.board().blobs(position.turn()).contains(from) =>
        {
            Ok(Move::Double(to))
        }
        _ => Ok(read),
    }
}
