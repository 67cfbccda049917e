//! `laplace blobwar check`: checks that an engine implements UAI as match runners need it.

use std::ffi::{OsStr, OsString};
use std::io;
use std::time::Duration;

use clap::Args;
use laplace_matches::spec::split_command;
use laplace_matches::uai::{conformance, kill_all};

use crate::failure::Failure;
use crate::files::FileArg;
use crate::stop::{Stop, seconds};

pub(super) const HELP: &str = "\
The checks are those of Ataxx: 7 x 7, a player who cannot move passes. A line for each check; the exit code is 1 if one failed, and 4 if the engine cannot be started.
Examples: laplace blobwar check ./my-engine --threads 2
          laplace blobwar check laplace blobwar uai";

/// The engine to check.
#[derive(Debug, Args)]
pub(crate) struct Check {
    /// The command that starts the engine
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<OsString>,
    /// Timeout for replies that are not on the clock; on the clock, a twentieth of this is the grace period of a busy machine
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds)]
    patience: f64,
}

impl Check {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let command = match self.command.as_slice() {
            // Only text can be split: a name that is not UTF-8 is one word.
            [one] if one.to_str().is_some() => {
                let words = split_command(&one.to_string_lossy());
                let words = words.map_err(|error| Failure::Usage(error.to_string()))?;
                words.into_iter().map(OsString::from).collect()
            }
            words => words.to_vec(),
        };
        let timeout = Duration::try_from_secs_f64(self.patience).unwrap_or(Duration::MAX);
        let mut passed = 0;
        let mut failed = 0;
        // An engine has a process group of its own: Ctrl-C reaches this program only, which ends the engine.
        Stop::after(None);
        Stop::on_forced_exit(kill_all);
        conformance::check_start(&command).map_err(|reason| {
            let place = FileArg::Path(command.join(OsStr::new(" ")).into());
            Failure::system(&place, "start", io::Error::other(reason))
        })?;
        for check in conformance::CHECKS {
            let line = match check.run(&command, timeout, Stop::flag()) {
                Ok(found) => {
                    passed += 1;
                    format!("pass  {:<18} {found}\n", check.name)
                }
                Err(found) => {
                    failed += 1;
                    format!("FAIL  {:<18} expected {}; found: {found}\n", check.name, check.expected)
                }
            };
            FileArg::Stdio.write(line.as_bytes())?;
            if Stop::was_pressed() {
                return Err(Failure::Wrong);
            }
        }
        let all = passed + failed;
        FileArg::Stdio.write(format!("{all} checks: {passed} passed, {failed} failed\n").as_bytes())?;
        if failed > 0 { Err(Failure::Wrong) } else { Ok(()) }
    }
}
