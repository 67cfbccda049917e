//! `laplace-arena jury`: rebuilds the outputs of every team from its archive.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::{print_stderr, print_stdout};
use crate::error::{Error, Result};
use crate::jury::{Chosen, Options, Sandbox, Source, rebuild};

/// The export to rebuild.
#[derive(Debug, Args)]
#[command(after_help = "\
Runs `bash ./play.sh` of the newest archive of each team that has one, from its folder, in a sandbox of bubblewrap: without a
network, with a read-only system, as an account without rights, within limits of time, memory, files and processes. The
contest's inputs are put in place of those of the archive, its outputs are removed first.

Results:
  same bytes   the rebuilt output is the submitted one
  same score   it differs, and is judged the same
  other        it is judged otherwise
  missing      it was not rebuilt
  time-out     it was not there when the time was over

Example: laplace-arena jury finals.zip --time 300 --tools ~/.rustup --tools ~/.cargo")]
pub(super) struct JuryCommand {
    /// A folder or a zip archive of `laplace-arena export`
    export: PathBuf,
    /// Only this team, by its login; may be repeated
    #[arg(long, value_name = "LOGIN")]
    team: Vec<String>,
    /// The archive of this submission instead of the newest one of its team, and only teams chosen so; may be repeated
    #[arg(long, value_name = "NUMBER")]
    submission: Vec<u64>,
    /// Time of one play.sh in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 600.0)]
    time: f64,
    /// Memory of one play.sh in MiB
    #[arg(long, value_name = "MIB", default_value_t = 2048)]
    memory: u64,
    /// Files that one play.sh may write, in MiB, held in memory
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    disk: u64,
    /// Processes of one play.sh at one time
    #[arg(long, value_name = "N", default_value_t = 256)]
    processes: u32,
    /// A folder that programs may read beside /usr, with its bin on their PATH; may be repeated
    #[arg(long, value_name = "FOLDER")]
    tools: Vec<PathBuf>,
    /// Run the teams' programs without a sandbox, with all your rights
    #[arg(long)]
    without_sandbox: bool,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
}

impl JuryCommand {
    pub(super) fn run(self) -> Result<()> {
        let mut source = Source::open(&self.export)?;
        if !(self.time > 0.0 && self.time <= 1e6) {
            return Err(Error::Command(format!("--time {}: expected a number of seconds", self.time)));
        }
        let options = Options {
            time: Duration::from_secs_f64(self.time),
            memory: self.memory << 20,
            disk: self.disk << 20,
            processes: self.processes,
            tools: self.tools,
        };
        let sandbox = match self.without_sandbox {
            true => Sandbox::None,
            false => Sandbox::find(&options)?,
        };
        let chosen = Chosen { logins: self.team, submissions: self.submission };
        let report = rebuild(&mut source, &chosen, sandbox, &options, &mut print_stderr)?;
        if self.json {
            let text = serde_json::to_string_pretty(&report);
            return print_stdout(&(text.map_err(|error| Error::Internal(error.to_string()))? + "\n"));
        }
        print_stdout(&report.text())
    }
}
