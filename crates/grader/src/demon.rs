//! Programs for the demon: one command, run in the folder of the program, reads `inputs/` and leaves its answers in
//! `outputs/`.
//!
//! The command runs in a copy of the folder, so that it starts without old answers and its author's files stay as they
//! are; the copy is removed with its [`Workspace`].

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use laplace_games::demon::format::{FileKind, FileName, Question, read_seed};
use laplace_games::demon::{MOVE_LIMIT, bound};
use laplace_judge::demon::judge;
use laplace_process::{Finished, Limits, run};

use crate::{POINT, Program, failure};

/// The folder of the inputs, in the program's folder.
pub const INPUTS: &str = "inputs";
/// The folder of the answers.
pub const OUTPUTS: &str = "outputs";
/// Folders that are not copied: old answers, history, and what can be built again.
pub const NOT_COPIED: [&str; 3] = [OUTPUTS, ".git", "target"];
/// The points of an input.
pub const MAX_POINTS: u32 = 100 * POINT;
/// Larger answers are not read.
const MAX_ANSWER_BYTES: u64 = 256 << 20;

/// How a program did on one input.
#[derive(Clone, Debug)]
pub struct Grade {
    /// The input.
    pub input: FileName,
    /// What its answer is.
    pub status: Status,
    /// In hundredths of a point: all for a right answer to questions 1 to 4, the score's share of the upper bound for
    /// question 5. (A contest takes the best score of all teams in place of the bound.)
    pub points: u32,
    /// The score of the game in questions 4 and 5.
    pub score: Option<u32>,
    /// The first difference, or how the game ended, for people.
    pub detail: String,
}

/// What an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It is right.
    Right,
    /// It differs from the right one.
    Wrong,
    /// Question 5: it is a game of this input.
    Played,
    /// It is not there.
    Missing,
    /// It is there and cannot be read.
    Unreadable,
}

impl Status {
    /// A fixed identifier for programs.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Wrong => "wrong",
            Self::Played => "played",
            Self::Missing => "missing",
            Self::Unreadable => "unreadable",
        }
    }

    /// Whether the answer is not as it should be.
    pub const fn is_fault(self) -> bool {
        !matches!(self, Self::Right | Self::Played)
    }
}

/// A copy of a program's folder.
#[derive(Debug)]
pub struct Workspace {
    folder: PathBuf,
    inputs: Vec<FileName>,
}

impl Workspace {
    /// Copies a folder without [`NOT_COPIED`], with the files of `inputs` as its inputs.
    ///
    /// # Errors
    ///
    /// The path that cannot be read or written, and the operating system's error.
    pub fn copy(folder: &Path, inputs: &Path) -> Result<Self, (PathBuf, io::Error)> {
        let names = input_names(inputs).map_err(|error| (inputs.to_owned(), error))?;
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let copy = std::env::temp_dir().join(format!("laplace-grade-{}-{number}", std::process::id()));
        fs::create_dir(&copy).map_err(|error| (copy.clone(), error))?;
        let workspace = Self { folder: copy, inputs: names };
        copy_folder(folder, &workspace.folder, &|name| NOT_COPIED.contains(&name) || name == INPUTS)?;
        let own_inputs = workspace.folder.join(INPUTS);
        fs::create_dir(&own_inputs).map_err(|error| (own_inputs.clone(), error))?;
        copy_folder(inputs, &own_inputs, &|_| false)?;
        Ok(workspace)
    }

    /// The inputs, sorted by question and number.
    pub fn inputs(&self) -> &[FileName] {
        &self.inputs
    }

    /// The number of inputs that have an answer by now.
    pub fn answered(&self) -> usize {
        self.inputs.iter().filter(|input| self.answer_path(input).exists()).count()
    }

    /// Runs the program in the copy.
    ///
    /// # Errors
    ///
    /// The operating system's error, if the program cannot be started.
    pub fn run(
        &self,
        program: &Program,
        limits: &Limits,
        is_stopped: &mut dyn FnMut() -> bool,
    ) -> io::Result<Run> {
        let finished = run(program.command().current_dir(&self.folder), b"", limits, is_stopped)?;
        Ok(Run { failure: failure(&finished, limits), finished })
    }

    /// Judges the answers that are there.
    pub fn grades(&self) -> Vec<Grade> {
        self.inputs.iter().map(|input| self.grade(input)).collect()
    }

    fn answer_path(&self, input: &FileName) -> PathBuf {
        self.folder.join(OUTPUTS).join(input.answer().to_string())
    }

    fn grade(&self, input: &FileName) -> Grade {
        let grade = |status, points, score, detail: String| Grade {
            input: input.clone(),
            status,
            points,
            score,
            detail,
        };
        let path = self.answer_path(input);
        let size = match fs::metadata(&path) {
            Ok(metadata) => metadata.len(),
            Err(_) => {
                let expected = format!("there is no {OUTPUTS}/{}", input.answer());
                return grade(Status::Missing, 0, None, expected);
            }
        };
        if size > MAX_ANSWER_BYTES {
            let detail = format!("larger than {} MiB", MAX_ANSWER_BYTES >> 20);
            return grade(Status::Unreadable, 0, None, detail);
        }
        let read = |path| fs::read(path).map_err(|error| error.to_string());
        let judged = read(self.folder.join(INPUTS).join(input.to_string())).and_then(|text| {
            let answer = read(path)?;
            let verdict = judge(input.question, &text, &answer)
                .map_err(|error| format!("the input cannot be read: {error}"))?;
            Ok((text, verdict))
        });
        let (text, verdict) = match judged {
            Ok(judged) => judged,
            Err(detail) => return grade(Status::Unreadable, 0, None, detail),
        };
        let score = verdict.game.as_ref().map(|game| game.score);
        if let Some(fault) = verdict.fault() {
            return grade(Status::Wrong, 0, None, fault);
        }
        match verdict.game {
            Some(game) if input.question == Question::Q5 => {
                let best = read_seed(&text).map_or(0, |seed| bound::bound(seed, MOVE_LIMIT));
                let ended = format!("line {}: {}", game.line, game.ended);
                grade(Status::Played, share(game.score, best), score, ended)
            }
            _ => grade(Status::Right, MAX_POINTS, score, String::new()),
        }
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        // What cannot be removed stays in the folder for temporary files.
        _ = fs::remove_dir_all(&self.folder);
    }
}

/// How the program ran.
#[derive(Debug)]
pub struct Run {
    /// Why it did not end as it should, for people.
    pub failure: Option<String>,
    /// The run itself.
    pub finished: Finished,
}

/// The points for a score, in hundredths and cut, as the contest server counts them.
fn share(score: u32, best: u32) -> u32 {
    let points = u64::from(MAX_POINTS) * u64::from(score);
    points.checked_div(best.into()).unwrap_or(0).min(MAX_POINTS.into()) as u32
}

/// The inputs in a folder, sorted by question and number; other files are skipped.
fn input_names(folder: &Path) -> io::Result<Vec<FileName>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        if let Some(Ok(name)) = name.to_str().map(str::parse::<FileName>)
            && name.kind == FileKind::Input
        {
            names.push(name);
        }
    }
    names.sort_by_key(|name| (name.question, name.number.len(), name.number.clone()));
    Ok(names)
}

/// Copies files, folders and links; names for which `is_skipped` are left out, at the top only.
fn copy_folder(
    from: &Path,
    to: &Path,
    is_skipped: &dyn Fn(&str) -> bool,
) -> Result<(), (PathBuf, io::Error)> {
    let failed = |error| (from.to_owned(), error);
    for entry in fs::read_dir(from).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        if entry.file_name().to_str().is_some_and(is_skipped) {
            continue;
        }
        let target = to.join(entry.file_name());
        let kind = entry.file_type().map_err(failed)?;
        let copied = if kind.is_dir() {
            fs::create_dir(&target).map_err(|error| (target.clone(), error))?;
            copy_folder(&entry.path(), &target, &|_| false)?;
            Ok(())
        } else if kind.is_symlink() {
            copy_link(&entry.path(), &target)
        } else if kind.is_file() {
            fs::copy(entry.path(), &target).map(drop)
        } else {
            // Sockets, pipes and devices are not part of a program.
            Ok(())
        };
        copied.map_err(|error| (entry.path(), error))?;
    }
    Ok(())
}

#[cfg(unix)]
fn copy_link(from: &Path, to: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(fs::read_link(from)?, to)
}

#[cfg(not(unix))]
fn copy_link(from: &Path, to: &Path) -> io::Result<()> {
    fs::copy(from, to).map(drop)
}
