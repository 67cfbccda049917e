//! An engine's process: what is written to it, what it says, and its end.
//!
//! Its output is read by a thread of its own, in lines of bounded length, and only what means something is
//! handed on, through a queue of bounded length: a flood costs its sender time and us nothing. The moment a
//! line came is taken there and then. It has a process group of its own, so that Ctrl-C does not reach it
//! before us, and so that the children of a wrapper script end with it.

use std::collections::BTreeSet;
use std::io::{self, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use laplace_solvers::blobwar::uai::Lines;

use super::fault::Fault;
use super::log::Voice;
use super::says::{Info, Says};

/// So many lines may wait to be looked at; more are thrown away.
const QUEUE: usize = 1024;
/// How often a wait looks up to see whether the match was stopped.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);
/// How long the exit status of an engine that has closed its output is waited for.
const EXIT_TIMEOUT: Duration = Duration::from_secs(5);
/// How long its last words are waited for when it has ended.
const LAST_WORDS_TIMEOUT: Duration = Duration::from_secs(1);
/// How long an engine may take to leave when asked to.
const FAREWELL: Duration = Duration::from_millis(300);
/// So much of the last words is kept.
const LAST_WORDS: usize = 200;

/// A line that means something, and when it came.
type Heard = (Says, Instant);

/// What it said that nobody waits for: the last of its search, and the first of its remarks.
#[derive(Debug, Default)]
struct Aside {
    info: Info,
    remark: Option<String>,
}

/// A running engine.
pub(in crate::blobwar) struct Process {
    child: Child,
    to: Option<ChildStdin>,
    from: Receiver<Heard>,
    aside: Arc<Mutex<Aside>>,
    last_words: Arc<Mutex<String>>,
    /// Who writes the last words down.
    scribe: Option<JoinHandle<()>>,
    voice: Voice,
}

impl Process {
    /// Starts a program.
    pub(in crate::blobwar) fn start(command: &[String], voice: Voice) -> Result<Self, Fault> {
        let (program, words) = command.split_first().ok_or_else(|| Fault::Start("no command".into()))?;
        let mut command = Command::new(program);
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let failed = |error: io::Error| Fault::Start(format!("{program}: {error}"));
        let mut child = command.spawn().map_err(failed)?;
        groups().insert(child.id());
        let (sender, from) = sync_channel(QUEUE);
        let (aside, last_words) = (Arc::default(), Arc::default());
        if let Some(output) = child.stdout.take() {
            let (aside, voice) = (Arc::clone(&aside), voice.clone());
            std::thread::spawn(move || listen(output, &sender, &aside, &voice));
        }
        let scribe = child.stderr.take().map(|errors| {
            let (last, voice) = (Arc::clone(&last_words), voice.clone());
            std::thread::spawn(move || overhear(errors, &last, &voice))
        });
        Ok(Self { to: child.stdin.take(), child, from, aside, last_words, scribe, voice })
    }

    /// Writes a line. An engine that has gone is found out when it is waited for.
    pub(in crate::blobwar) fn say(&mut self, line: &str) {
        self.say_bytes(line.as_bytes());
    }

    /// Writes a line of any bytes, all at once.
    pub(in crate::blobwar) fn say_bytes(&mut self, line: &[u8]) {
        self.voice.said(&String::from_utf8_lossy(line));
        if let Some(to) = &mut self.to {
            _ = to.write_all(&[line, b"\n"].concat()).and_then(|()| to.flush());
        }
    }

    /// Whether its process has ended, now or within this time.
    pub(in crate::blobwar) fn has_ended(&mut self, patience: Duration) -> bool {
        let began = Instant::now();
        while matches!(self.child.try_wait(), Ok(None)) {
            if began.elapsed() >= patience {
                return false;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        true
    }

    /// Forgets what was said before now.
    pub(in crate::blobwar) fn clear(&mut self) {
        while self.from.try_recv().is_ok() {}
        *self.aside() = Aside::default();
    }

    /// What it said last about its search.
    pub(in crate::blobwar) fn info(&self) -> Info {
        self.aside().info
    }

    /// What it first remarked, as `info string`.
    pub(in crate::blobwar) fn remark(&self) -> Option<String> {
        self.aside().remark.clone()
    }

    fn aside(&self) -> MutexGuard<'_, Aside> {
        self.aside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a line that `pick` takes; what it does not take is passed over.
    pub(in crate::blobwar) fn wait<T>(
        &mut self,
        awaited: &'static str,
        patience: Duration,
        stop: &AtomicBool,
        mut pick: impl FnMut(Says) -> Option<T>,
    ) -> Result<(T, Instant), Fault> {
        let began = Instant::now();
        loop {
            let left = patience.saturating_sub(began.elapsed());
            match self.from.recv_timeout(left.min(BETWEEN_LOOKS)) {
                Ok((says, moment)) => {
                    if let Some(picked) = pick(says) {
                        return Ok((picked, moment));
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(Fault::Crash(self.obituary())),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if stop.load(Relaxed) {
                return Err(Fault::Stopped);
            }
            if left.is_zero() {
                return Err(Fault::Silence { awaited, patience });
            }
        }
    }

    /// How it ended, and its last words.
    fn obituary(&mut self) -> String {
        let began = Instant::now();
        let mut ended = None;
        let mut end = "it closed its output".to_owned();
        while began.elapsed() < EXIT_TIMEOUT {
            if let Ok(Some(status)) = self.child.try_wait() {
                end = status.to_string();
                let ended = *ended.get_or_insert_with(Instant::now);
                // The words may still be on their way when the speaker is gone. A child that it left behind can keep
                // the pipe open.
                let is_complete = self.scribe.as_ref().is_none_or(JoinHandle::is_finished);
                if is_complete || ended.elapsed() >= LAST_WORDS_TIMEOUT {
                    break;
                }
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        if words.is_empty() { end } else { format!("{end}, last words: {words}") }
    }

    /// Asks it to leave, and waits a moment for it to do so.
    pub(in crate::blobwar) fn dismiss(mut self) {
        self.say("stop");
        self.say("quit");
        self.to = None;
        self.has_ended(FAREWELL);
    }
}

/// Whatever happens, no process is left behind: a wrapper may have gone before its children.
impl Drop for Process {
    fn drop(&mut self) {
        self.to = None;
        let group = self.child.id();
        kill(&[group]);
        _ = self.child.kill();
        _ = self.child.wait();
        groups().remove(&group);
    }
}

/// The groups that run.
fn groups() -> MutexGuard<'static, BTreeSet<u32>> {
    static GROUPS: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends all engines, for one who leaves without a farewell.
pub(in crate::blobwar) fn end_all() {
    kill(&Vec::from_iter(groups().iter().copied()));
}

/// Ends process groups. The standard library can end a process, but not its children.
///
/// The number of a group whose leader was seen to end is given to nobody while one of its children lives. If
/// none does, it could be given anew; but numbers go round, and this comes within a second.
#[cfg(unix)]
fn kill(groups: &[u32]) {
    let words: String = groups.iter().map(|group| format!(" -{group}")).collect();
    let mut shell = Command::new("sh");
    _ = shell
        .args(["-c", &format!("kill -s KILL --{words}")])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
}

#[cfg(not(unix))]
fn kill(_: &[u32]) {}

fn listen(output: impl Read, sender: &SyncSender<Heard>, aside: &Mutex<Aside>, voice: &Voice) {
    let aside = || aside.lock().unwrap_or_else(PoisonError::into_inner);
    let mut lines = Lines::new(BufReader::new(output));
    while let Ok(Some(line)) = lines.read() {
        let moment = Instant::now();
        voice.heard(line);
        match Says::read(line) {
            None => {}
            Some(Says::Info(news)) => aside().info.update(news),
            Some(Says::Remark(remark)) => _ = aside().remark.get_or_insert(remark),
            Some(says) => match sender.try_send((says, moment)) {
                Ok(()) | Err(TrySendError::Full(_)) => {}
                Err(TrySendError::Disconnected(_)) => return,
            },
        }
    }
}

fn overhear(errors: impl Read, last: &Mutex<String>, voice: &Voice) {
    let mut lines = Lines::new(BufReader::new(errors));
    while let Ok(Some(line)) = lines.read() {
        voice.heard(line);
        let words: String = String::from_utf8_lossy(line).trim().chars().take(LAST_WORDS).collect();
        if !words.is_empty() {
            *last.lock().unwrap_or_else(PoisonError::into_inner) = words;
        }
    }
}
