//! Grades programs, as the two contests do: [`well`] runs one on each test over standard input and output, [`demon`]
//! runs one in a copy of its folder and judges the files that it leaves in `outputs/`.
//!
//! The running itself, with its limits, is in `laplace_process`; what an answer is worth is decided by `laplace_judge`.

pub mod demon;
pub mod well;

use std::ffi::OsString;
use std::process::Command;

use laplace_process::{Finished, Limits, Outcome};

/// The unit of points here: a hundredth, as on the contest server.
pub const POINT: u32 = 100;

/// A program with its arguments.
#[derive(Clone, Debug)]
pub struct Program {
    /// The name or the path of the program.
    pub name: OsString,
    /// Its arguments.
    pub arguments: Vec<OsString>,
}

impl Program {
    /// The program of a command line; `None` for an empty one.
    pub fn of_words(words: &[OsString]) -> Option<Self> {
        let (name, arguments) = words.split_first()?;
        Some(Self { name: name.clone(), arguments: arguments.to_vec() })
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.name);
        command.args(&self.arguments);
        command
    }
}

/// Why a run did not end as it should, for people; `None` if it ended by itself with exit code 0.
fn failure(run: &Finished, limits: &Limits) -> Option<String> {
    let what = match run.outcome {
        Outcome::Exited(0) => return None,
        Outcome::Exited(code) => format!("exit code {code}"),
        Outcome::Signal(number) => match signal_name(number) {
            Some(name) => format!("ended by {name}"),
            None => format!("ended by signal {number}"),
        },
        Outcome::TimeOut => format!("no end within {} s", limits.time.as_secs_f64()),
        Outcome::OutOfMemory => {
            format!("used more than {} MiB of memory", limits.memory.unwrap_or(0) >> 20)
        }
        Outcome::TooMuchOutput => format!("wrote more than {} MiB", limits.output >> 20),
        Outcome::Stopped => "stopped".into(),
    };
    Some(if run.last_words.is_empty() { what } else { format!("{what}: {}", run.last_words) })
}

/// The names of the signals that end programs which go wrong: they have these numbers on every system.
const fn signal_name(number: i32) -> Option<&'static str> {
    Some(match number {
        2 => "SIGINT",
        4 => "SIGILL",
        6 => "SIGABRT",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        15 => "SIGTERM",
        _ => return None,
    })
}
