//! `laplace well solve`

use std::time::Instant;

use clap::Args;
use laplace_games::well::Depth;
use laplace_games::well::format::{read_problem, write_moves};
use laplace_solvers::Control;
use laplace_solvers::well::{Limits, solve};

use crate::duration::Shown;
use crate::failure::Failure;
use crate::files::FileArg;
use crate::stop::{Stop, seconds};

pub(super) const HELP: &str = "\
If not all figures can be placed, the longest game found is written (the moves after it count for nothing) \
and the number of figures placed is reported. Without --time the answer depends on nothing but the input.

Examples: laplace well solve Tetris.in -o Tetris.out
          laplace well gen --figures 1000 | laplace well solve --rows 3 > /dev/null";

/// What to solve, and the time limit.
#[derive(Debug, Args)]
pub(crate) struct Solve {
    /// The input: N, then N figures; `-` for standard input
    #[arg(default_value = "-")]
    input: FileArg,
    /// Where the N pairs `rotation column` go, `-` for standard output
    #[arg(short, long, default_value = "-")]
    output: FileArg,
    /// The depth of the well, 1 to 20
    #[arg(long, default_value = "20", value_parser = super::depth)]
    rows: Depth,
    /// Search on with ever wider beams for this time; then the longest game so far is written
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<f64>,
}

impl Solve {
    #[allow(clippy::print_stderr, reason = "messages go to standard error")]
    pub(crate) fn run(&self) -> Result<(), Failure> {
        self.output.check_not_input(&self.input)?;
        self.output.check_writable()?;
        let text = self.input.read()?;
        let problem = read_problem(&text, self.rows).map_err(|error| Failure::text(&self.input, error))?;
        let stop = Stop::after(self.time);
        let began = Instant::now();
        let limits = limits(self.time);
        let solution = solve(&problem, &limits, &Control::stopped_by(&|| stop.is_due()));
        let time = Shown::since(began);
        self.output.write(write_moves(solution.answer(&problem)).as_bytes())?;
        let placed = solution.placed();
        let figures = problem.figures.len();
        let why = match (placed == figures, solution.proved_longest, stop.is_due()) {
            (true, _, _) => "",
            (_, true, _) => "; no longer game exists",
            (_, _, true) => "; stopped before the search was done",
            _ if self.time.is_some() => "; the search gave up with the widest beam, more time cannot help",
            _ => "; the search gave up, --time SECONDS searches on with wider beams",
        };
        eprintln!("placed {placed} of {figures} in {time}{why}");
        Ok(())
    }
}

/// The limits of a search: with a time limit, it goes on for as long as it may.
pub(super) fn limits(time: Option<f64>) -> Limits {
    if time.is_some() { Limits::WIDEST } else { Limits::default() }
}
