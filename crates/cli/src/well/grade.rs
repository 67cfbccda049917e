//! `laplace well grade`: a program on the tests of the task.

use std::path::PathBuf;

use clap::Args;
use laplace_games::well::format::write_problem;
use laplace_games::well::generate::task_tests;
use laplace_games::well::{Depth, MAX_POINTS};
use laplace_grader::well::{Grade as Graded, Refused, Status, grade};
use laplace_pictures::table::Table;
use laplace_process::{Limits, Outcome};
use serde_json::{Value, json};

use super::folder::{TestName, inputs};
use crate::duration::Shown;
use crate::failure::{Failure, json_message};
use crate::files::FileArg;
use crate::grade::{Grading, line, mebibytes, row};
use crate::progress::Progress;
use crate::stop::Stop;

pub(super) const HELP: &str = "\
Runs the program once for each test: the input on its standard input, the answer on its standard output. The tests are \
ten like the task's own (--seed), or every Tetris-K.in of a folder (--inputs). A program that ends with another exit \
code than 0, by a signal or by a limit has no points for the test; an answer that ends early or has an invalid move has \
the points of the figures before.

Limits for each test: 10 s, 512 MiB, 16 MiB of output, unless --time and --memory give others.

Exit code 0: every answer is complete or its game lost by the rules. 1: a program or an answer at fault, or fewer points than --require. \
4: the program cannot be started.

Examples: laplace well grade -- ./my_program
          laplace well grade --time 2 --html report.html -- python3 mine.py
          laplace well grade --inputs tests --json -- ./my_program";

/// The names of the columns, and their widths as text.
const COLUMNS: [(&str, usize); 8] = [
    ("test", 4),
    ("result", 15),
    ("points", 6),
    ("placed", 6),
    ("figures", 7),
    ("time", 9),
    ("memory", 8),
    ("what happened", 0),
];

/// Which program, and on which tests.
#[derive(Debug, Args)]
pub(crate) struct Grade {
    /// The same seed gives the same ten tests
    #[arg(long, default_value_t = 1, conflicts_with = "inputs")]
    seed: u64,
    /// A folder of Tetris-K.in in place of the ten tests
    #[arg(long, value_name = "DIR")]
    inputs: Option<PathBuf>,
    /// The depth of the well, 1 to 20
    #[arg(long, default_value = "20", value_parser = super::depth)]
    rows: Depth,
    #[command(flatten)]
    grading: Grading,
}

/// A test: its name, where it comes from, its text.
struct Test {
    name: String,
    place: FileArg,
    input: Vec<u8>,
}

impl Grade {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let tests = self.tests()?;
        let program = self.grading.program()?;
        let limits = self.grading.limits(Limits::default());
        let mut widths = COLUMNS.map(|(_, width)| width);
        widths[0] = tests.iter().map(|test| test.name.len()).max().unwrap_or(0).max(widths[0]);
        let progress = Progress::new(tests.len(), "tests");
        let mut grades: Vec<(&Test, Graded)> = Vec::new();
        for test in &tests {
            let graded = grade(&program, &test.input, self.rows, &limits, &mut Stop::was_pressed);
            let graded = graded.map_err(|refused| match refused {
                Refused::Start(error) => self.grading.cannot_start(error),
                Refused::Input(error) => Failure::text(&test.place, error),
            })?;
            if graded.status == Status::Stopped {
                break;
            }
            if !self.grading.is_json() {
                let heading = COLUMNS.map(|(name, _)| name.to_owned());
                let heading = if grades.is_empty() { line(&heading, &widths) } else { String::new() };
                let text = heading + &line(&cells(test, &graded), &widths);
                progress.print(|| FileArg::Stdio.write(text.as_bytes()))?;
            }
            progress.step();
            grades.push((test, graded));
        }
        drop(progress);
        self.report(&tests, &grades)
    }

    fn tests(&self) -> Result<Vec<Test>, Failure> {
        let Some(folder) = &self.inputs else {
            let test = |(number, problem)| Test {
                name: format!("{number}"),
                place: FileArg::Stdio,
                input: write_problem(&problem).into_bytes(),
            };
            return Ok((1..).zip(task_tests(self.seed)).map(test).collect());
        };
        let names = inputs(folder)?;
        let read = |name: &TestName| {
            let place = FileArg::Path(folder.join(name.input()));
            Ok(Test { name: name.number(), input: place.read()?, place })
        };
        names.iter().map(read).collect()
    }

    fn report(&self, tests: &[Test], grades: &[(&Test, Graded)]) -> Result<(), Failure> {
        let points: u32 = grades.iter().map(|(_, graded)| graded.points).sum();
        let most = MAX_POINTS * tests.len() as u32;
        let skipped = tests.len() - grades.len();
        if self.grading.is_json() {
            let report = json!({
                "program": self.grading.command_line(),
                "points": points,
                "max_points": most,
                "not_run": skipped,
                "tests": grades.iter().map(|(test, graded)| as_json(test, graded)).collect::<Vec<_>>(),
            });
            FileArg::Stdio.write(format!("{report}\n").as_bytes())?;
        } else {
            let mut text = format!("total points {points} of {most}\n");
            if skipped > 0 {
                text.push_str(&format!("stopped: {skipped} of {} tests were not run\n", tests.len()));
            }
            FileArg::Stdio.write(text.as_bytes())?;
        }
        let table = Table {
            title: "A program for the well".into(),
            facts: vec![
                ("program", self.grading.command_line()),
                ("points", format!("{points} of {most}")),
                ("tests", format!("{} of {} run", grades.len(), tests.len())),
            ],
            columns: COLUMNS.map(|(name, _)| name).to_vec(),
            rows: grades
                .iter()
                .map(|(test, graded)| row(cells(test, graded).to_vec(), graded.status.is_fault()))
                .collect(),
        };
        let is_faulty = grades.iter().any(|(_, graded)| graded.status.is_fault());
        self.grading.finish(&table, points.into(), is_faulty)
    }
}

fn cells(test: &Test, graded: &Graded) -> [String; COLUMNS.len()] {
    [
        test.name.clone(),
        graded.status.word().into(),
        graded.points.to_string(),
        graded.verdict.as_ref().map_or_else(|| "-".into(), |verdict| verdict.placed.to_string()),
        graded.figures.to_string(),
        Shown::from(graded.time).to_string(),
        mebibytes(graded.peak_memory),
        graded.detail.clone(),
    ]
}

fn as_json(test: &Test, graded: &Graded) -> Value {
    let (exit_code, signal) = match graded.outcome {
        Outcome::Exited(code) => (Some(code), None),
        Outcome::Signal(number) => (None, Some(number)),
        _ => (None, None),
    };
    json!({
        "test": test.name,
        "result": graded.status.word(),
        "points": graded.points,
        "placed": graded.verdict.as_ref().map(|verdict| verdict.placed),
        "figures": graded.figures,
        "seconds": graded.time.as_secs_f64(),
        "peak_memory_bytes": graded.peak_memory,
        "exit_code": exit_code,
        "signal": signal,
        "detail": json_message(&graded.detail),
    })
}
