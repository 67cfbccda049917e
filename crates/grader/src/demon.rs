//! Programs for the demon: one command, run in the folder of the program, reads `inputs/` and leaves its answers in
//! `outputs/`.
//!
//! The command runs in a copy of the folder, so that it starts without old answers and its author's files stay as they
//! are; the copy is removed with its [`Workspace`].

use std::fs::{self, File};
use std::io::{self, Read};
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
    /// In hundredths of a point: all for a right answer to questions 1 to 4, the score's share of the tight bound for
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
    inputs: Vec<Input>,
}

/// An input as it was before the program ran: the program may change the files of the copy.
#[derive(Debug)]
struct Input {
    name: FileName,
    text: Vec<u8>,
}

impl Workspace {
    /// Copies a folder without [`NOT_COPIED`], with the files of `inputs` as its inputs.
    ///
    /// # Errors
    ///
    /// The path that cannot be read or written, and the operating system's error.
    pub fn copy(folder: &Path, inputs: &Path) -> Result<Self, (PathBuf, io::Error)> {
        Self::copy_below(&std::env::temp_dir(), folder, inputs)
    }

    fn copy_below(parent: &Path, folder: &Path, inputs: &Path) -> Result<Self, (PathBuf, io::Error)> {
        let inputs_before = read_inputs(inputs)?;
        let copy = new_folder(parent).map_err(|error| (parent.to_owned(), error))?;
        let workspace = Self { folder: copy, inputs: inputs_before };
        let is_skipped = |name: &str| NOT_COPIED.contains(&name) || name == INPUTS;
        workspace.copy_folder(folder, &workspace.folder, &is_skipped)?;
        let own_inputs = workspace.folder.join(INPUTS);
        fs::create_dir(&own_inputs).map_err(|error| (own_inputs.clone(), error))?;
        workspace.copy_folder(inputs, &own_inputs, &|_| false)?;
        Ok(workspace)
    }

    /// Copies files, folders and links; names for which `is_skipped` are left out, at the top only. The workspace is
    /// not copied into itself, where the folder for temporary files is inside the program's folder.
    fn copy_folder(
        &self,
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
                if entry.path().canonicalize().is_ok_and(|path| path == self.folder) {
                    continue;
                }
                fs::create_dir(&target).map_err(|error| (target.clone(), error))?;
                self.copy_folder(&entry.path(), &target, &|_| false)?;
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

    /// The number of inputs.
    pub fn input_count(&self) -> usize {
        self.inputs.len()
    }

    /// The number of inputs that have an answer by now.
    pub fn answered(&self) -> usize {
        self.inputs.iter().filter(|input| self.answer_path(&input.name).exists()).count()
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

    /// Judges the answers that are there, in the order of questions and numbers.
    pub fn grades(&self) -> Vec<Grade> {
        self.inputs.iter().map(|input| self.grade(input)).collect()
    }

    fn answer_path(&self, input: &FileName) -> PathBuf {
        self.folder.join(OUTPUTS).join(input.answer().to_string())
    }

    fn grade(&self, input: &Input) -> Grade {
        let Input { name, text } = input;
        let grade = |status, points, score, detail: String| Grade {
            input: name.clone(),
            status,
            points,
            score,
            detail,
        };
        let path = self.answer_path(name);
        if !path.exists() {
            let detail = format!("there is no {OUTPUTS}/{}", name.answer());
            return grade(Status::Missing, 0, None, detail);
        }
        let judged = read_answer(&path).and_then(|answer| {
            judge(name.question, text, &answer).map_err(|error| format!("the input cannot be read: {error}"))
        });
        let verdict = match judged {
            Ok(verdict) => verdict,
            Err(detail) => return grade(Status::Unreadable, 0, None, detail),
        };
        let score = verdict.game.as_ref().map(|game| game.score);
        if let Some(fault) = verdict.fault() {
            return grade(Status::Wrong, 0, None, fault);
        }
        match verdict.game {
            Some(game) if name.question == Question::Q5 => {
                let best = read_seed(text).map_or(0, |seed| bound::tight_bound(seed, MOVE_LIMIT));
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

/// A new folder; one that a killed run has left behind is not used again.
fn new_folder(parent: &Path) -> io::Result<PathBuf> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = parent.join(format!("laplace-grade-{}-{number}", std::process::id()));
        match fs::create_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return made.and_then(|()| folder.canonicalize()),
        }
    }
}

/// The inputs in a folder, sorted by question and number; other files are skipped.
fn read_inputs(folder: &Path) -> Result<Vec<Input>, (PathBuf, io::Error)> {
    let failed = |error| (folder.to_owned(), error);
    let mut inputs = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        if let Some(Ok(name)) = entry.file_name().to_str().map(str::parse::<FileName>)
            && name.kind == FileKind::Input
        {
            let text = fs::read(entry.path()).map_err(|error| (entry.path(), error))?;
            inputs.push(Input { name, text });
        }
    }
    inputs.sort_by_key(|input| (input.name.question, input.name.number.len(), input.name.number.clone()));
    Ok(inputs)
}

/// The bytes of an answer. A program may leave anything under its name: a pipe would never end, a device neither.
fn read_answer(path: &Path) -> Result<Vec<u8>, String> {
    let failed = |error: io::Error| error.to_string();
    if !fs::metadata(path).map_err(failed)?.is_file() {
        return Err("not a regular file".into());
    }
    let mut answer = Vec::new();
    let file = File::open(path).map_err(failed)?;
    file.take(MAX_ANSWER_BYTES + 1).read_to_end(&mut answer).map_err(failed)?;
    if answer.len() as u64 > MAX_ANSWER_BYTES {
        return Err(format!("larger than {} MiB", MAX_ANSWER_BYTES >> 20));
    }
    Ok(answer)
}

#[cfg(unix)]
fn copy_link(from: &Path, to: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(fs::read_link(from)?, to)
}

#[cfg(not(unix))]
fn copy_link(from: &Path, to: &Path) -> io::Result<()> {
    fs::copy(from, to).map(drop)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// A folder with inputs of question 2 that is removed at the end.
    struct Folder(PathBuf);

    impl Folder {
        fn new(inputs: usize) -> Self {
            let folder = new_folder(&std::env::temp_dir()).unwrap();
            fs::create_dir(folder.join(INPUTS)).unwrap();
            for number in 1..=inputs {
                fs::write(folder.join(INPUTS).join(format!("q2-input-{number}")), "1 0 0 0\n").unwrap();
            }
            Self(folder)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0).unwrap();
        }
    }

    /// What the answers are after a shell script has run in a copy of the folder.
    fn graded(folder: &Folder, script: &str) -> Vec<(Status, String)> {
        let workspace = Workspace::copy(&folder.0, &folder.0.join(INPUTS)).unwrap();
        let arguments = ["-c", script].map(Into::into).to_vec();
        let limits = Limits { time: std::time::Duration::from_secs(3600), ..Limits::default() };
        let run = workspace.run(&Program { name: "sh".into(), arguments }, &limits, &mut || false).unwrap();
        assert_eq!(run.failure, None);
        workspace.grades().into_iter().map(|grade| (grade.status, grade.detail)).collect()
    }

    #[test]
    fn a_program_that_changes_its_input_is_judged_by_the_input_before() {
        // The empty board is the answer to an empty input.
        let script = "mkdir outputs; : > inputs/q2-input-1
            for line in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24; do echo ............; done \
                > outputs/q2-output-1";
        let grades = graded(&Folder::new(1), script);
        assert_eq!(grades[0].0, Status::Wrong, "{grades:?}");
    }

    #[test]
    fn an_answer_that_is_not_a_regular_file_is_not_read() {
        let script = "mkdir outputs; ln -s /dev/null outputs/q2-output-1; mkfifo outputs/q2-output-2
            mkdir outputs/q2-output-3; ln -s nowhere outputs/q2-output-4";
        let grades = graded(&Folder::new(4), script);
        for grade in &grades[..3] {
            assert_eq!(*grade, (Status::Unreadable, "not a regular file".into()));
        }
        assert_eq!(grades[3], (Status::Missing, "there is no outputs/q2-output-4".into()));
    }

    #[test]
    fn a_workspace_inside_the_folder_is_not_copied_into_itself() {
        let folder = Folder::new(1);
        fs::create_dir(folder.0.join("tmp")).unwrap();
        let inputs = folder.0.join(INPUTS);
        let workspace = Workspace::copy_below(&folder.0.join("tmp"), &folder.0, &inputs).unwrap();
        assert_eq!(workspace.input_count(), 1);
        assert!(workspace.folder.join("inputs/q2-input-1").exists());
        assert_eq!(fs::read_dir(workspace.folder.join("tmp")).unwrap().count(), 0);
    }
}
