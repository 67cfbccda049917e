//! What the graders of both games share: the program and its limits, the table as text and as a page.

use std::ffi::OsString;
use std::fmt::Write;
use std::time::Duration;

use clap::Args;
use laplace_grader::Program;
use laplace_pictures::table::{Row, Table};
use laplace_process::{Limits, kill_all};

use crate::failure::Failure;
use crate::files::FileArg;
use crate::stop::{Signal, Stop, seconds};

/// The program to grade, what it may use, and where the report goes.
#[derive(Debug, Args)]
pub(crate) struct Grading {
    /// Memory limit of the program and its children, 0 for none (Linux only)
    #[arg(long, value_name = "MIB")]
    memory: Option<u64>,
    /// Time limit
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<f64>,
    /// Exit with code 1 unless the sum of points is at least this
    #[arg(long, value_name = "POINTS", default_value_t = 0.0, value_parser = points)]
    require: f64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Also write the report as one self-contained page
    #[arg(long, value_name = "FILE")]
    html: Option<FileArg>,
    /// The program and its arguments
    #[arg(last = true, required = true, value_name = "PROGRAM")]
    program: Vec<OsString>,
}

impl Grading {
    /// The program; from here on Ctrl-C ends it, and us after it.
    pub(crate) fn program(&self) -> Result<Program, Failure> {
        Stop::listen();
        Stop::on_forced_exit(kill_all);
        Program::of_words(&self.program).ok_or_else(|| Failure::Usage("no program after --".into()))
    }

    /// The limits that were given, and the others from `default`.
    pub(crate) fn limits(&self, default: Limits) -> Limits {
        let time = self.time.map(|time| Duration::try_from_secs_f64(time).unwrap_or(Duration::MAX));
        let memory = self.memory.map(|mebibytes| (mebibytes > 0).then(|| mebibytes.saturating_mul(1 << 20)));
        Limits {
            time: time.unwrap_or(default.time),
            memory: memory.unwrap_or(default.memory),
            output: default.output,
        }
    }

    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// The command line of the program, for reports.
    pub(crate) fn command_line(&self) -> String {
        let words: Vec<_> = self.program.iter().map(|word| word.to_string_lossy()).collect();
        words.join(" ")
    }

    /// The failure to start the program.
    pub(crate) fn cannot_start(&self, error: std::io::Error) -> Failure {
        let name = self.program.first().cloned().unwrap_or_default();
        Failure::system(&FileArg::Path(name.into()), "start", error)
    }

    /// Writes the page, if there should be one, and returns whether the program passed.
    pub(crate) fn finish(&self, table: &Table, points: f64, is_faulty: bool) -> Result<(), Failure> {
        if let Some(place) = &self.html {
            place.write(table.to_html().as_bytes())?;
        }
        match Signal::received() {
            Some(signal) => Err(Failure::Signal(signal)),
            None if is_faulty || points < self.require => Err(Failure::Wrong),
            None => Ok(()),
        }
    }
}

/// Parses a number of points.
fn points(text: &str) -> Result<f64, String> {
    let points: Option<f64> = text.parse().ok();
    points
        .filter(|points| points.is_finite() && *points >= 0.0)
        .ok_or_else(|| "expected a number of points".into())
}

/// A cell of the table for a number of bytes; `-` where memory is not measured.
pub(crate) fn mebibytes(bytes: u64) -> String {
    if bytes == 0 { "-".into() } else { format!("{:.0} MiB", (bytes as f64 / f64::from(1 << 20)).max(1.0)) }
}

/// One line of the table as text: all columns but the second and the last on the right.
pub(crate) fn line(cells: &[String], widths: &[usize]) -> String {
    let mut line = String::new();
    for (place, (cell, width)) in cells.iter().zip(widths).enumerate() {
        let gap = if place == 0 { "" } else { "  " };
        let is_text = place == 1 || place + 1 == widths.len();
        // Writing to a string cannot fail.
        _ = if is_text { write!(line, "{gap}{cell:<width$}") } else { write!(line, "{gap}{cell:>width$}") };
    }
    format!("{}\n", line.trim_end())
}

/// The row for the page.
pub(crate) fn row(cells: Vec<String>, is_fault: bool) -> Row {
    Row { cells, is_fault }
}
