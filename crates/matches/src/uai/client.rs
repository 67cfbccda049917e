//! A UAI engine as a player. It is started when a game needs it, and after a forfeit it is started again for the next.

use std::ffi::OsString;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use laplace_games::blobwar::{Move, Position, StuckRule};

use super::message::EngineMessage;
use super::process::EngineProcess;
use crate::clock::Go;
use crate::forfeit::Forfeit;
use crate::pgn::with_origin;
use crate::player::{Choice, NewGame, Player};
use crate::spec::EngineOption;
use crate::transcript::Channel;

/// How an engine is started and treated.
#[derive(Clone, Debug)]
pub struct EngineConfig {
    /// The program and its arguments.
    pub command: Vec<OsString>,
    /// The options to set.
    pub options: Vec<EngineOption>,
    /// Whether an option that the engine does not offer, or an `info string` after setting one, is an error.
    pub strict: bool,
    /// How long to wait for an answer that no clock limits.
    pub timeout: Duration,
    /// How far beyond its clock an answer still counts.
    pub margin: Duration,
}

/// A player behind UAI.
#[derive(Debug)]
pub struct UaiPlayer<'a> {
    config: EngineConfig,
    channel: Channel,
    stop: &'a AtomicBool,
    process: Option<EngineProcess>,
    /// The rule that was sent to the running process, if it has an option for it.
    rule: Option<StuckRule>,
    /// What the engine sent as `id name`.
    name: Option<String>,
}

impl<'a> UaiPlayer<'a> {
    /// A player whose process is started by the first game; a wait for it ends when `stop` is set.
    pub fn new(config: EngineConfig, channel: Channel, stop: &'a AtomicBool) -> Self {
        Self { config, channel, stop, process: None, rule: None, name: None }
    }

    /// The running process, started if there is none.
    fn take_or_start(&mut self, rule: StuckRule) -> Result<EngineProcess, Forfeit> {
        match self.process.take() {
            Some(process) => Ok(process),
            None => self.start(rule).map_err(|reason| match reason {
                Forfeit::Stopped | Forfeit::Start(_) => reason,
                other => Forfeit::Start(other.to_string()),
            }),
        }
    }

    /// Starts the engine, sets its options, and returns the name that it sends, if it sends one.
    pub fn identify(&mut self, rule: StuckRule) -> Result<Option<String>, Forfeit> {
        let process = self.take_or_start(rule)?;
        self.process = Some(process);
        Ok(self.name.clone())
    }

    fn start(&mut self, rule: StuckRule) -> Result<EngineProcess, Forfeit> {
        let EngineConfig { command, options, strict, timeout, .. } = &self.config;
        let mut process = EngineProcess::start(command, self.channel.clone())?;
        process.send("uai");
        let mut offered = Vec::new();
        let name = &mut self.name;
        process.wait("uaiok", *timeout, self.stop, |message| match message {
            EngineMessage::Name(sent) => {
                *name = Some(sent);
                None
            }
            EngineMessage::Option(name) => {
                offered.push(name.to_lowercase());
                None
            }
            message => (message == EngineMessage::UaiOk).then_some(()),
        })?;
        let offers = |name: &str| offered.contains(&name.to_lowercase());
        self.rule = offers("Rules").then_some(rule);
        if self.rule.is_some() {
            process.send(&set_rule(rule));
        }
        for EngineOption { name, value } in options {
            if *strict && !offers(name) {
                let expected = offered.join(", ");
                return Err(Forfeit::Start(format!("no option {name}, expected one of: {expected}")));
            }
            process.clear();
            process.send(&format!("setoption name {name} value {value}"));
            if *strict {
                self.wait_until_ready(&mut process)?;
                if let Some(text) = process.info_string() {
                    return Err(Forfeit::Start(format!("option {name}={value}: {text}")));
                }
            }
        }
        Ok(process)
    }

    /// Waits for `readyok`, and returns how long that took.
    fn wait_until_ready(&self, process: &mut EngineProcess) -> Result<Duration, Forfeit> {
        let began = Instant::now();
        process.send("isready");
        let is_ready = |message| (message == EngineMessage::ReadyOk).then_some(());
        let (_, moment) = process.wait("readyok", self.config.timeout, self.stop, is_ready)?;
        Ok(moment.saturating_duration_since(began))
    }

    /// The clock starts with `go`. Time to `readyok` beyond the margin is charged to the engine's clock: it may be
    /// thinking already.
    fn search(&self, process: &mut EngineProcess, position: &Position, go: &Go) -> Result<Choice, Forfeit> {
        let margin = self.config.margin;
        process.send(&format!("position fen {position}"));
        let charged = self.wait_until_ready(process)?.saturating_sub(margin);
        if let Some(left) = go.clock().filter(|clock| charged > clock.deadline(margin)) {
            return Err(Forfeit::OutOfTime { used: charged, left });
        }
        let go = go.after(charged);
        process.clear();
        let began = Instant::now();
        process.send(&go.uai_command());
        let timeout = go.clock().map_or(self.config.timeout, |clock| clock.deadline(margin));
        let answer = process.wait("bestmove", timeout, self.stop, best_move);
        let (word, moment) = match (answer, go.clock()) {
            // An engine that has not answered when its clock has run out has lost on time, whether it would answer later
            // or never.
            (Err(Forfeit::Timeout { .. }), Some(left)) => {
                return Err(Forfeit::OutOfTime { used: began.elapsed(), left });
            }
            (answer, _) => answer?,
        };
        let used = moment.saturating_duration_since(began);
        match go.clock() {
            // The answer may have come between the last look and its deadline.
            Some(left) if used > left.deadline(margin) => Err(Forfeit::OutOfTime { used, left }),
            _ => Ok(Choice {
                played: read_move(&word, position)?,
                used: charged + used,
                info: process.search_stats(),
            }),
        }
    }
}

impl Player for UaiPlayer<'_> {
    fn new_game(&mut self, game: &NewGame) -> Result<(), Forfeit> {
        self.channel.new_game();
        let rule = game.start.stuck_rule();
        let mut process = self.take_or_start(rule)?;
        // Openings on different boards may have different rules.
        if self.rule.is_some_and(|sent| sent != rule) {
            process.send(&set_rule(rule));
            self.rule = Some(rule);
        }
        process.send("uainewgame");
        self.wait_until_ready(&mut process)?;
        self.process = Some(process);
        Ok(())
    }

    /// After a forfeit the process is not kept.
    fn choose(&mut self, position: &Position, go: &Go) -> Result<Choice, Forfeit> {
        let mut process = self.process.take().ok_or_else(|| Forfeit::Start("no game was begun".into()))?;
        let choice = self.search(&mut process, position, go)?;
        self.process = Some(process);
        Ok(choice)
    }
}

/// Sends `quit`; an engine that forfeited has already been killed.
impl Drop for UaiPlayer<'_> {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            process.shutdown();
        }
    }
}

fn set_rule(rule: StuckRule) -> String {
    format!("setoption name Rules value {rule}")
}

/// The word after `bestmove`.
pub(super) fn best_move(message: EngineMessage) -> Option<String> {
    match message {
        EngineMessage::BestMove(word) => Some(word),
        _ => None,
    }
}

/// Reads a move; a doubling may also be written with the cell it comes from.
pub(super) fn read_move(word: &str, position: &Position) -> Result<Move, Forfeit> {
    let read = word.parse().map_err(|error| Forfeit::UnreadableMove(format!("`{word}`: {error}")))?;
    Ok(with_origin(read, position))
}
