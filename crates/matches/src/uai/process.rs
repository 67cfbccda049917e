//! An engine's process: lines that are sent to it, messages that are received from it, and its end.
//!
//! Its output is read by a thread of its own, in lines of bounded length. Only messages that mean something are handed
//! on, through a queue of bounded length, so that an engine that writes without end costs nothing here. The moment of a
//! line is taken when it is read. The process has a process group of its own, so that Ctrl-C does not reach it before
//! us, and so that the children of a wrapper script end with it.

use std::ffi::OsString;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use laplace_process::ProcessGroup;

use super::line_reader::LineReader;
use super::message::EngineMessage;
use crate::forfeit::Forfeit;
use crate::player::SearchStats;
use crate::transcript::Channel;

/// The number of messages that may wait to be looked at; more are thrown away.
const QUEUE: usize = 1024;
/// How often a wait looks whether the match was stopped.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// How long an engine may take to end after `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_millis(300);
/// How long the exit status of an engine that has closed its output is waited for.
const EXIT_TIMEOUT: Duration = Duration::from_secs(5);
/// How long the last line on standard error is waited for when the process has ended.
const LAST_WORDS_TIMEOUT: Duration = Duration::from_secs(1);
/// The part of the last line on standard error that is kept, in characters.
const MAX_LAST_WORDS: usize = 200;

/// What an engine reported that nothing waits for.
#[derive(Debug, Default)]
struct LastInfo {
    /// The last report about its search.
    search: SearchStats,
    /// The first `info string`.
    text: Option<String>,
}

/// A running engine.
#[derive(Debug)]
pub(crate) struct EngineProcess {
    child: ProcessGroup,
    stdin: Option<ChildStdin>,
    /// Messages, each with the moment it was read.
    messages: Receiver<(EngineMessage, Instant)>,
    last_info: Arc<Mutex<LastInfo>>,
    /// The last line that it wrote to standard error.
    last_words: Arc<Mutex<String>>,
    stderr_thread: Option<JoinHandle<()>>,
    channel: Channel,
}

impl EngineProcess {
    /// Starts a program with its arguments.
    pub(crate) fn start(command: &[OsString], channel: Channel) -> Result<Self, Forfeit> {
        let (program, arguments) =
            command.split_first().ok_or_else(|| Forfeit::Start("no command".into()))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let failed = |error: io::Error| {
            // A shell, too, looks for a bare name in PATH alone.
            let is_here = error.kind() == io::ErrorKind::NotFound
                && Path::new(program).components().count() == 1
                && Path::new(".").join(program).exists();
            let hint = if is_here {
                format!("; did you mean ./{}?", program.to_string_lossy())
            } else {
                String::new()
            };
            Forfeit::Start(format!("{error}{hint}"))
        };
        let mut child = ProcessGroup::start(&mut command).map_err(failed)?;
        let (sender, messages) = sync_channel(QUEUE);
        let last_info: Arc<Mutex<LastInfo>> = Arc::default();
        let last_words: Arc<Mutex<String>> = Arc::default();
        if let Some(stdout) = child.stdout.take() {
            let last_info = Arc::clone(&last_info);
            let channel = channel.clone();
            std::thread::spawn(move || read_stdout(stdout, &sender, &last_info, &channel));
        }
        let stderr_thread = child.stderr.take().map(|stderr| {
            let last_words = Arc::clone(&last_words);
            let channel = channel.clone();
            std::thread::spawn(move || read_stderr(stderr, &last_words, &channel))
        });
        let stdin = child.stdin.take();
        Ok(Self { child, stdin, messages, last_info, last_words, stderr_thread, channel })
    }

    /// Sends a line. An engine that has ended is noticed by the next [`wait`](Self::wait).
    pub(crate) fn send(&mut self, line: &str) {
        self.send_bytes(line.as_bytes());
    }

    /// Sends a line of any bytes, all at once.
    pub(crate) fn send_bytes(&mut self, line: &[u8]) {
        self.channel.sent(line);
        if let Some(stdin) = &mut self.stdin {
            _ = stdin.write_all(&[line, b"\n"].concat()).and_then(|()| stdin.flush());
        }
    }

    /// Whether its process has ended, now or within the timeout.
    pub(crate) fn has_ended(&mut self, timeout: Duration) -> bool {
        let began = Instant::now();
        while matches!(self.child.try_wait(), Ok(None)) {
            if began.elapsed() >= timeout {
                return false;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        true
    }

    /// Throws away all messages received before now.
    pub(crate) fn clear(&mut self) {
        while self.messages.try_recv().is_ok() {}
        *self.last_info() = LastInfo::default();
    }

    /// What it last reported about its search.
    pub(crate) fn search_stats(&self) -> SearchStats {
        self.last_info().search
    }

    /// The first `info string` since the last [`clear`](Self::clear).
    pub(crate) fn info_string(&self) -> Option<String> {
        self.last_info().text.clone()
    }

    fn last_info(&self) -> MutexGuard<'_, LastInfo> {
        self.last_info.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a message that `pick` takes, and returns it with the moment it was read; other messages are dropped.
    pub(crate) fn wait<T>(
        &mut self,
        awaited: &'static str,
        timeout: Duration,
        stop: &AtomicBool,
        mut pick: impl FnMut(EngineMessage) -> Option<T>,
    ) -> Result<(T, Instant), Forfeit> {
        let began = Instant::now();
        loop {
            let left = timeout.saturating_sub(began.elapsed());
            match self.messages.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok((message, moment)) => {
                    if let Some(picked) = pick(message) {
                        return Ok((picked, moment));
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(Forfeit::Crash(self.exit_report())),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if stop.load(Relaxed) {
                return Err(Forfeit::Stopped);
            }
            if left.is_zero() {
                return Err(Forfeit::Timeout { awaited, timeout });
            }
        }
    }

    /// How the process ended, and the last line that it wrote to standard error.
    fn exit_report(&mut self) -> String {
        let began = Instant::now();
        let mut end = "it closed its output".to_owned();
        let mut ended = None;
        while began.elapsed() < EXIT_TIMEOUT {
            if let Ok(Some(status)) = self.child.try_wait() {
                end = status.to_string();
                let ended = *ended.get_or_insert_with(Instant::now);
                // Its last line may still be unread when the process has ended. A child that it left behind can keep
                // the pipe open.
                let is_complete = self.stderr_thread.as_ref().is_none_or(JoinHandle::is_finished);
                if is_complete || ended.elapsed() >= LAST_WORDS_TIMEOUT {
                    break;
                }
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        if words.is_empty() { end } else { format!("{end}, last words: {words}") }
    }

    /// Sends `quit` and gives the process a moment to end by itself.
    pub(crate) fn shutdown(mut self) {
        self.send("stop");
        self.send("quit");
        self.stdin = None;
        self.has_ended(QUIT_TIMEOUT);
    }
}

fn read_stdout(
    stdout: impl Read,
    messages: &SyncSender<(EngineMessage, Instant)>,
    last_info: &Mutex<LastInfo>,
    channel: &Channel,
) {
    let last_info = || last_info.lock().unwrap_or_else(PoisonError::into_inner);
    let mut lines = LineReader::new(BufReader::new(stdout));
    while let Ok(Some(line)) = lines.read() {
        let moment = Instant::now();
        channel.received(line);
        match EngineMessage::read(line) {
            None => {}
            Some(EngineMessage::Info(info)) => last_info().search.update(info),
            Some(EngineMessage::InfoString(text)) => _ = last_info().text.get_or_insert(text),
            Some(message) => match messages.try_send((message, moment)) {
                Ok(()) | Err(TrySendError::Full(_)) => {}
                Err(TrySendError::Disconnected(_)) => return,
            },
        }
    }
}

fn read_stderr(stderr: impl Read, last_words: &Mutex<String>, channel: &Channel) {
    let mut lines = LineReader::new(BufReader::new(stderr));
    while let Ok(Some(line)) = lines.read() {
        channel.received(line);
        let words: String = String::from_utf8_lossy(line).trim().chars().take(MAX_LAST_WORDS).collect();
        if !words.is_empty() {
            *last_words.lock().unwrap_or_else(PoisonError::into_inner) = words;
        }
    }
}
