//! One run of a program: input in, output out, within limits.
//!
//! Memory is measured, not limited by the kernel: a limit on the address space would refuse the runtimes that reserve
//! much more than they use, and a program that gets no memory crashes in a hundred ways, while one that is killed here
//! has one cause. What a program allocates and frees between two looks is not seen.

use std::io::{self, Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::group::ProcessGroup;

/// How often a running program is looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// How long the end of the output is waited for when the program has ended: a child that left the process group can
/// keep the pipe open.
const LAST_OUTPUT_TIMEOUT: Duration = Duration::from_secs(2);
/// The part of the last line on standard error that is kept, in characters.
const MAX_LAST_WORDS: usize = 200;
/// The part of standard error that the last line is looked for in.
const MAX_STDERR_TAIL: usize = 4096;
const BUFFER_BYTES: usize = 64 << 10;

/// What a program may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The time from its start to its end.
    pub time: Duration,
    /// The bytes of memory that it and its children may hold at one time; Linux only.
    pub memory: Option<u64>,
    /// The bytes that it may write to standard output.
    pub output: usize,
}

impl Default for Limits {
    /// Ten seconds, 512 MiB, 16 MiB of output.
    fn default() -> Self {
        Self { time: Duration::from_secs(10), memory: Some(512 << 20), output: 16 << 20 }
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It ended by itself with this exit code.
    Exited(i32),
    /// A signal that is not ours ended it; 0 if the number is unknown.
    Signal(i32),
    /// It was killed: its time was over.
    TimeOut,
    /// It was killed: it held too much memory.
    OutOfMemory,
    /// It was killed: it wrote too much.
    TooMuchOutput,
    /// It was killed: the caller stopped it.
    Stopped,
}

/// A run that has ended.
#[derive(Clone, Debug)]
pub struct Finished {
    /// How it ended.
    pub outcome: Outcome,
    /// What it wrote to standard output, up to the limit.
    pub output: Vec<u8>,
    /// The last line that is not blank of what it wrote to standard error.
    pub last_words: String,
    /// The time from its start to its end.
    pub time: Duration,
    /// The largest number of bytes of memory that was seen; 0 where memory is not measured.
    pub peak_memory: u64,
}

/// Runs a program to its end or to a limit, then kills what is left of its process group. `is_stopped` is called every
/// few milliseconds; once it returns true, the run ends.
///
/// # Errors
///
/// The operating system's error, if the program cannot be started.
pub fn run(
    command: &mut Command,
    input: &[u8],
    limits: &Limits,
    is_stopped: &mut dyn FnMut() -> bool,
) -> io::Result<Finished> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let began = Instant::now();
    let mut group = ProcessGroup::start(command)?;
    if let Some(mut stdin) = group.stdin.take() {
        let input = input.to_vec();
        // A program may end without reading its input.
        thread::spawn(move || _ = stdin.write_all(&input));
    }
    let limit = limits.output;
    let output = group.stdout.take().map(|stdout| in_thread(move || read_up_to(stdout, limit)));
    let last_words = group.stderr.take().map(|stderr| in_thread(move || last_line(stderr)));
    let mut read: Option<Vec<u8>> = None;
    let mut peak_memory = 0;
    let outcome = loop {
        // The reader ends at the end of the output, or one byte after the limit.
        if read.is_none() {
            read = output.as_ref().and_then(|output| output.try_recv().ok());
        }
        if read.as_ref().is_some_and(|read| read.len() > limit) {
            break Outcome::TooMuchOutput;
        }
        if let Some(status) = group.try_wait()? {
            break of_status(status);
        }
        peak_memory = peak_memory.max(resident_bytes(group.id()));
        if limits.memory.is_some_and(|limit| peak_memory > limit) {
            break Outcome::OutOfMemory;
        }
        if began.elapsed() >= limits.time {
            break Outcome::TimeOut;
        }
        if is_stopped() {
            break Outcome::Stopped;
        }
        thread::sleep(POLL_INTERVAL);
    };
    let time = began.elapsed();
    drop(group);
    let rest = |output: Receiver<Vec<u8>>| output.recv_timeout(LAST_OUTPUT_TIMEOUT).unwrap_or_default();
    let mut output = read.or_else(|| output.map(rest)).unwrap_or_default();
    // A short program can have ended before it was noticed how much it wrote.
    let is_too_long = output.len() > limit;
    output.truncate(limit);
    let outcome = if is_too_long { Outcome::TooMuchOutput } else { outcome };
    let last_words =
        last_words.and_then(|words| words.recv_timeout(LAST_OUTPUT_TIMEOUT).ok()).unwrap_or_default();
    Ok(Finished { outcome, output, last_words, time, peak_memory })
}

fn in_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Receiver<T> {
    let (sender, receiver) = channel();
    // The receiver may have been dropped: its time was over.
    thread::spawn(move || _ = sender.send(work()));
    receiver
}

fn of_status(status: ExitStatus) -> Outcome {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return Outcome::Signal(signal);
    }
    status.code().map_or(Outcome::Signal(0), Outcome::Exited)
}

#[cfg(target_os = "linux")]
fn resident_bytes(process: u32) -> u64 {
    crate::usage::resident_bytes(process)
}

#[cfg(not(target_os = "linux"))]
fn resident_bytes(_: u32) -> u64 {
    0
}

/// What there is to read, at most one byte more than `limit`.
fn read_up_to(stream: impl Read, limit: usize) -> Vec<u8> {
    let mut read = Vec::new();
    // What was read before an error counts.
    _ = stream.take((limit as u64).saturating_add(1)).read_to_end(&mut read);
    read
}

/// The last line that is not blank, shortened; the stream is read to its end.
fn last_line(mut stream: impl Read) -> String {
    let mut tail: Vec<u8> = Vec::new();
    let mut buffer = vec![0; BUFFER_BYTES];
    while let Ok(length @ 1..) = stream.read(&mut buffer) {
        tail.extend(buffer.iter().take(length));
        let excess = tail.len().saturating_sub(MAX_STDERR_TAIL);
        tail.drain(..excess);
    }
    let text = String::from_utf8_lossy(&tail);
    let line = text.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or("");
    line.chars().filter(|character| !character.is_control()).take(MAX_LAST_WORDS).collect()
}
