//! `laplace demon grade`: runs a program as the contest's jury does, and judges its answers.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use laplace_grader::POINT;
use laplace_grader::demon::{Grade as Graded, INPUTS, MAX_POINTS, Run, Workspace};
use laplace_pictures::table::Table;
use laplace_process::{Limits, Outcome};
use serde_json::{Value, json};

use crate::duration::Shown;
use crate::failure::{Failure, json_message};
use crate::files::FileArg;
use crate::grade::{Grading, line, mebibytes, row};
use crate::progress::Progress;
use crate::stop::Stop;

pub(super) const HELP: &str = "\
Runs one command in a copy of the folder, as the jury does: it reads inputs/qN-input-K and leaves outputs/qN-output-K, \
which are judged. The copy has no outputs/, .git/ or target/ of the folder, so that nothing old is judged and nothing \
of yours is changed; it is removed at the end. What the command prints is not shown, except the last line of its standard \
error if it fails; answers that are there by then are judged.

A right answer to questions 1 to 4 has 100 points, one to question 5 its score's share of the plain upper bound. (A \
contest takes the best score of all teams in place of the bound.)

Limits: 1800 s for the whole command, 4096 MiB, unless --time and --memory give others.

Exit code 0: the command ended by itself with exit code 0, and every answer is right or a game. 1: not so, or fewer points than \
--require. 4: the command cannot be started.

Examples: laplace demon grade -- bash ./play.sh
          laplace demon grade --folder team7 --inputs contest --html team7.html -- bash ./play.sh";

const LIMITS: Limits = Limits { time: Duration::from_secs(1800), memory: Some(4096 << 20), output: 64 << 20 };

/// The names of the columns, and their widths as text.
const COLUMNS: [(&str, usize); 5] =
    [("input", 12), ("result", 10), ("points", 6), ("score", 6), ("what happened", 0)];

/// Which program, and on which inputs.
#[derive(Debug, Args)]
pub(crate) struct Grade {
    /// The folder in which the command runs
    #[arg(long, value_name = "DIR", default_value = ".")]
    folder: PathBuf,
    /// The inputs [default: inputs/ in that folder]
    #[arg(long, value_name = "DIR")]
    inputs: Option<PathBuf>,
    #[command(flatten)]
    grading: Grading,
}

impl Grade {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        // Before the copy, so that Ctrl-C does not leave it behind.
        let program = self.grading.program()?;
        let inputs = self.inputs.clone().unwrap_or_else(|| self.folder.join(INPUTS));
        let workspace = Workspace::copy(&self.folder, &inputs)
            .map_err(|(path, error)| Failure::system(&FileArg::Path(path), "copy", error))?;
        if workspace.input_count() == 0 {
            let place = FileArg::Path(inputs);
            return Err(Failure::text(&place, "found no input, expected files named qN-input-K"));
        }
        let progress = Progress::new(workspace.input_count(), "answers");
        let mut is_stopped = || {
            progress.set(workspace.answered());
            Stop::was_pressed()
        };
        let limits = self.grading.limits(LIMITS);
        let run = workspace.run(&program, &limits, &mut is_stopped);
        drop(progress);
        let run = run.map_err(|error| self.grading.cannot_start(error))?;
        self.report(&run, &workspace.grades())
    }

    fn report(&self, run: &Run, grades: &[Graded]) -> Result<(), Failure> {
        let points: u32 = grades.iter().map(|graded| graded.points).sum();
        let most = MAX_POINTS * grades.len() as u32;
        let time = Shown::from(run.finished.time);
        let memory = mebibytes(run.finished.peak_memory);
        let ended = run.failure.clone().unwrap_or_else(|| "exit code 0".into());
        let text = if self.grading.is_json() {
            let report = json!({
                "program": self.grading.command_line(),
                "points": points_number(points),
                "max_points": points_number(most),
                "seconds": run.finished.time.as_secs_f64(),
                "peak_memory_bytes": run.finished.peak_memory,
                "ended": ended_word(run.finished.outcome),
                "ended_text": ended,
                "answers": grades.iter().map(as_json).collect::<Vec<_>>(),
            });
            format!("{report}\n")
        } else {
            let widths = COLUMNS.map(|(_, width)| width);
            let mut text = line(&COLUMNS.map(|(name, _)| name.to_owned()), &widths);
            text.extend(grades.iter().map(|graded| line(&cells(graded), &widths)));
            text + &format!(
                "total points {} of {}\nprogram      {ended} ({time}, {memory})\n",
                points_text(points),
                points_text(most)
            )
        };
        FileArg::Stdio.write(text.as_bytes())?;
        let table = Table {
            title: "A program for the demon".into(),
            facts: vec![
                ("program", self.grading.command_line()),
                ("points", format!("{} of {}", points_text(points), points_text(most))),
                ("ended", format!("{ended} ({time}, {memory})")),
            ],
            columns: COLUMNS.map(|(name, _)| name).to_vec(),
            rows: grades.iter().map(|graded| row(cells(graded).to_vec(), graded.status.is_fault())).collect(),
        };
        let is_faulty = run.failure.is_some() || grades.iter().any(|graded| graded.status.is_fault());
        self.grading.finish(&table, points_number(points), is_faulty)
    }
}

fn points_number(points: u32) -> f64 {
    f64::from(points) / f64::from(POINT)
}

fn points_text(points: u32) -> String {
    match points % POINT {
        0 => (points / POINT).to_string(),
        hundredths => format!("{}.{hundredths:02}", points / POINT),
    }
}

const fn ended_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Exited(0) => "exited",
        Outcome::Exited(_) | Outcome::Signal(_) => "crash",
        Outcome::TimeOut => "time-out",
        Outcome::OutOfMemory => "out-of-memory",
        Outcome::TooMuchOutput => "too-much-output",
        Outcome::Stopped => "stopped",
    }
}

fn cells(graded: &Graded) -> [String; COLUMNS.len()] {
    [
        graded.input.to_string(),
        graded.status.word().into(),
        points_text(graded.points),
        graded.score.map_or_else(|| "-".into(), |score| score.to_string()),
        graded.detail.clone(),
    ]
}

fn as_json(graded: &Graded) -> Value {
    json!({
        "input": graded.input.to_string(),
        "result": graded.status.word(),
        "points": points_number(graded.points),
        "score": graded.score,
        "detail": json_message(&graded.detail),
    })
}
