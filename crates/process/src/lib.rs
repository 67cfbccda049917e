//! Runs other programs: in a process group of their own, within limits of time, memory and output.
//!
//! [`ProcessGroup`] is a started program that is killed with all its children when it is dropped. [`run`] gives a
//! program its input, reads its output and returns how it ended.
//!
//! ```
//! use std::process::Command;
//! use std::time::Duration;
//! use laplace_process::{Limits, Outcome, run};
//! let limits = Limits { time: Duration::from_secs(60), ..Limits::default() };
//! let done = run(&mut Command::new("cat"), b"hello", &limits, &mut || false).unwrap();
//! assert_eq!((done.outcome, done.output.as_slice()), (Outcome::Exited(0), &b"hello"[..]));
//! ```

mod group;
mod run;
#[cfg(target_os = "linux")]
mod usage;

pub use group::{ProcessGroup, kill_all};
pub use run::{Finished, Limits, Outcome, run};
