//! `laplace well selftest`

use std::fmt::Write;
use std::time::Instant;

use clap::Args;
use laplace_games::well::Depth;
use laplace_games::well::format::{write_moves, write_problem};
use laplace_games::well::generate::task_tests;
use laplace_judge::well::judge;
use laplace_solvers::Control;
use laplace_solvers::well::{Limits, solve};
use serde_json::json;

use crate::duration::Shown;
use crate::failure::Failure;
use crate::files::FileArg;

/// Which tests.
#[derive(Debug, Args)]
pub(crate) struct SelfTest {
    /// The same seed gives the same ten tests
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The depth of the well, 1 to 20
    #[arg(long, default_value = "20", value_parser = super::depth)]
    rows: Depth,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl SelfTest {
    /// Solves each test as a contestant would and judges the answer from its text, as a grader would.
    #[allow(clippy::print_stderr, reason = "messages go to standard error")]
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut table = String::from("test  figures  placed  points\n");
        let mut total = 0;
        let mut tests = Vec::new();
        let began = Instant::now();
        for (number, mut problem) in (1_usize..).zip(task_tests(self.seed)) {
            problem.depth = self.rows;
            let answer =
                write_moves(solve(&problem, &Limits::default(), &Control::default()).answer(&problem));
            let verdict = judge(write_problem(&problem).as_bytes(), answer.as_bytes(), self.rows)
                .map_err(|error| Failure::text(&FileArg::Stdio, error))?;
            total += verdict.points;
            tests.push(json!({
                "test": number,
                "figures": verdict.figures,
                "placed": verdict.placed,
                "points": verdict.points,
                "ended": verdict.ended.word(),
            }));
            _ = writeln!(
                table,
                "{number:>4}  {:>7}  {:>6}  {:>6}",
                verdict.figures, verdict.placed, verdict.points
            );
        }
        _ = writeln!(table, "total points {total} of 100");
        eprintln!("{}, judging included", Shown::since(began));
        let report = json!({ "seed": self.seed, "points": total, "max_points": 100, "tests": tests });
        let text = if self.json { format!("{report}\n") } else { table };
        FileArg::Stdio.write(text.as_bytes())
    }
}
