//! Programs for the well: the input on standard input, the answer on standard output, once for each test.

use std::io;
use std::time::Duration;

use laplace_games::text::SyntaxError;
use laplace_games::well::{Depth, End, MAX_POINTS};
use laplace_judge::well::{Ended, Verdict, judge};
use laplace_process::{Limits, Outcome, run};

use crate::{Program, failure};

/// How a program did on one test.
#[derive(Clone, Debug)]
pub struct Grade {
    /// How it ended.
    pub status: Status,
    /// The figures of the test.
    pub figures: usize,
    /// The points of the task, 0 to 10; a program that did not end as it should has none.
    pub points: u32,
    /// The judge's verdict on what it wrote; `None` if the program did not end as it should.
    pub verdict: Option<Verdict>,
    /// What went wrong, for people; empty if every figure was placed.
    pub detail: String,
    /// How its process ended.
    pub outcome: Outcome,
    /// The time that it took.
    pub time: Duration,
    /// The largest number of bytes of memory that was seen.
    pub peak_memory: u64,
}

/// How a program ended on a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Every figure was placed.
    Complete,
    /// The game was lost: a figure sticks out above the well.
    Lost,
    /// A move is invalid.
    InvalidMove,
    /// The answer ends before the last figure.
    Incomplete,
    /// There is no answer.
    NoOutput,
    /// What should be a move is not two numbers.
    Malformed,
    /// The program ended with another exit code than 0, or by a signal.
    Crash,
    /// It was killed: its time was over.
    TimeOut,
    /// It was killed: it held too much memory.
    OutOfMemory,
    /// It was killed: it wrote too much.
    TooMuchOutput,
    /// It was killed: the caller stopped it.
    Stopped,
}

impl Status {
    /// A fixed identifier for programs.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Lost => "lost",
            Self::InvalidMove => "invalid-move",
            Self::Incomplete => "incomplete",
            Self::NoOutput => "no-output",
            Self::Malformed => "malformed",
            Self::Crash => "crash",
            Self::TimeOut => "time-out",
            Self::OutOfMemory => "out-of-memory",
            Self::TooMuchOutput => "too-much-output",
            Self::Stopped => "stopped",
        }
    }

    /// Whether the program or its answer is at fault; a lost game is not.
    pub const fn is_fault(self) -> bool {
        !matches!(self, Self::Complete | Self::Lost)
    }
}

/// Why a test could not be graded.
#[derive(Debug)]
pub enum Refused {
    /// The program cannot be started.
    Start(io::Error),
    /// The input is not one.
    Input(SyntaxError),
}

/// Runs a program on an input and judges its answer.
///
/// # Errors
///
/// If the program cannot be started, or the input is not one; whatever the program does, there is a grade.
pub fn grade(
    program: &Program,
    input: &[u8],
    depth: Depth,
    limits: &Limits,
    is_stopped: &mut dyn FnMut() -> bool,
) -> Result<Grade, Refused> {
    // An input that is not one is not given to the program.
    let figures = judge(input, b"", depth).map_err(Refused::Input)?.figures;
    let run = run(&mut program.command(), input, limits, is_stopped).map_err(Refused::Start)?;
    let ended = |status, points, verdict, detail| Grade {
        status,
        figures,
        points,
        verdict,
        detail,
        outcome: run.outcome,
        time: run.time,
        peak_memory: run.peak_memory,
    };
    if let Some(failure) = failure(&run, limits) {
        let status = match run.outcome {
            Outcome::Exited(_) | Outcome::Signal(_) => Status::Crash,
            Outcome::TimeOut => Status::TimeOut,
            Outcome::OutOfMemory => Status::OutOfMemory,
            Outcome::TooMuchOutput => Status::TooMuchOutput,
            Outcome::Stopped => Status::Stopped,
        };
        return Ok(ended(status, 0, None, failure));
    }
    let verdict = judge(input, &run.output, depth).map_err(Refused::Input)?;
    let status = match &verdict.ended {
        Ended::Rules(End::AllPlaced) => Status::Complete,
        Ended::Rules(End::StickingOut { .. }) => Status::Lost,
        Ended::Rules(_) if run.output.trim_ascii().is_empty() => Status::NoOutput,
        Ended::Rules(_) => Status::Incomplete,
        Ended::InvalidMove { .. } => Status::InvalidMove,
        Ended::Malformed { .. } => Status::Malformed,
    };
    let detail = match status {
        Status::Complete => String::new(),
        Status::NoOutput => "nothing on standard output".into(),
        _ => verdict.ended.to_string(),
    };
    Ok(ended(status, verdict.points.min(MAX_POINTS), Some(verdict), detail))
}
