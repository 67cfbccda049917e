//! Rebuilding the outputs of every team from its archive, on the jury's own machine.
//!
//! ```text
//!  export ──► archive of a team ──► sandbox: tar in, `bash ./play.sh`, tar out ──► compared with the outputs that count
//!                        └────────► code and outputs of all teams compared with each other
//! ```
//!
//! Nothing of an archive is written to the jury's disk: it goes into the sandbox through a pipe, and the outputs come back
//! through another one.

mod export;
mod project;
mod rebuild;
mod report;
mod sandbox;
mod similar;

pub use export::{Export, ExportedInput, FORMAT, Output, Source, Team};
pub use rebuild::{Chosen, rebuild};
pub use report::{FileReport, FileStatus, Report, RunReport, TeamReport};
pub use sandbox::{Options, Sandbox, is_root};
pub use similar::{CodeMatch, OutputMatch};
