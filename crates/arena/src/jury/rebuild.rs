//! Rebuilds and compares the outputs of every team.

use std::collections::HashMap;
use std::time::Duration;

use laplace_archive::File;
use laplace_process::{Finished, Outcome};

use super::export::{Export, ExportedInput, Source, Team};
use super::project::{Project, base_name, outputs};
use super::report::{FileReport, FileStatus, Report, RunReport, TeamReport};
use super::sandbox::{MAX_ANSWER, Options, STATUS, Sandbox};
use super::similar::{Code, Outputs};
use crate::contest::{Game, Input};
use crate::error::{Error, Result};
use crate::judging::{Judged, Outcome as Verdict, judge};

/// The exit code of `timeout` when the time was over, and when it had to kill.
const TIMED_OUT: [i32; 2] = [124, 137];

/// What is rebuilt.
#[derive(Clone, Debug, Default)]
pub struct Chosen {
    /// The logins of the teams; empty: all.
    pub logins: Vec<String>,
    /// The submissions whose archives are taken, and only their teams; empty: of each team the newest.
    pub submissions: Vec<u64>,
}

impl Chosen {
    /// The chosen teams of an export with their archives. A team or an archive that is not there is an error.
    fn teams(&self, export: &Export) -> Result<Vec<Team>> {
        let Self { logins, submissions } = self;
        if let Some(login) =
            logins.iter().find(|login| !export.teams.iter().any(|team| team.login == **login))
        {
            return Err(Error::Command(format!("there is no team `{login}` in this export")));
        }
        let is_chosen = |team: &&Team| logins.is_empty() || logins.contains(&team.login);
        let mut teams: Vec<Team> = export.teams.iter().filter(is_chosen).cloned().collect();
        if submissions.is_empty() {
            return Ok(teams);
        }
        let all: Vec<u64> =
            teams.iter().flat_map(|team| &team.archives).filter_map(|name| submission(name)).collect();
        if let Some(number) = submissions.iter().find(|number| !all.contains(number)) {
            return Err(Error::Command(format!("submission {number} has no archive in this export")));
        }
        for team in &mut teams {
            team.archives.retain(|name| submission(name).is_some_and(|number| submissions.contains(&number)));
        }
        teams.retain(|team| !team.archives.is_empty());
        Ok(teams)
    }
}

/// The submission of an archive, which is in the folder `submissions/LOGIN/NUMBER`.
fn submission(archive: &str) -> Option<u64> {
    archive.split('/').nth(2)?.parse().ok()
}

/// Rebuilds the outputs of the chosen teams. `progress` gets a line before each team is run.
pub fn rebuild(
    source: &mut Source,
    chosen: &Chosen,
    sandbox: Sandbox,
    options: &Options,
    progress: &mut dyn FnMut(&str),
) -> Result<Report> {
    let export = source.contest()?;
    let chosen = chosen.teams(&export)?;
    let mut jury = Jury {
        game: export.game.parse()?,
        inputs: inputs(source, &export)?,
        sandbox,
        options,
        outputs: Outputs::default(),
        code: Code::default(),
    };
    let mut teams = Vec::new();
    for (number, team) in (1..).zip(&chosen) {
        progress(&format!("{number} of {}: {}", chosen.len(), team.login));
        teams.push(jury.team(source, team)?);
    }
    Ok(Report {
        contest: export.contest,
        sandboxed: sandbox == Sandbox::Bubblewrap,
        teams,
        outputs: jury.outputs.matches(),
        code: jury.code.matches(),
    })
}

type NamedInputs = Vec<(ExportedInput, Vec<u8>)>;

fn inputs(source: &mut Source, export: &Export) -> Result<NamedInputs> {
    let read = |input: &ExportedInput| Ok((input.clone(), source.read(&format!("inputs/{}", input.name))?));
    export.inputs.iter().map(read).collect()
}

struct Jury<'a> {
    game: Game,
    inputs: NamedInputs,
    sandbox: Sandbox,
    options: &'a Options,
    outputs: Outputs,
    code: Code,
}

/// What a run left.
#[derive(Default)]
struct Rebuilt {
    run: RunReport,
    left_out: Vec<String>,
    files: HashMap<String, Vec<u8>>,
}

impl Jury<'_> {
    fn team(&mut self, source: &mut Source, team: &Team) -> Result<TeamReport> {
        let archive = newest_with_script(source, team)?;
        let rebuilt = match &archive {
            None => not_run("handed in no archive"),
            Some((_, content)) => self.play(&team.login, content)?,
        };
        let mut files = Vec::new();
        for output in &team.outputs {
            let submitted = source.read(&output.file)?;
            let found = self.inputs.iter().find(|(input, _)| input.name == output.input);
            let Some((input, content)) = found.cloned() else {
                return Err(Error::Command(format!("jury.json: there is no input `{}`", output.input)));
            };
            let input = self.input(&input, content);
            let judged = judge(self.game, &input, &submitted);
            // Right answers are equal by themselves.
            if judged.outcome != Verdict::Right {
                self.outputs.add(&input.answer, &team.login, &submitted);
            }
            files.push(self.compare(&input, &submitted, &judged, &rebuilt));
        }
        Ok(TeamReport {
            login: team.login.clone(),
            name: team.name.clone(),
            archive: archive.map(|(name, _)| name),
            run: rebuilt.run,
            left_out: rebuilt.left_out,
            files,
        })
    }

    fn input(&self, input: &ExportedInput, content: Vec<u8>) -> Input {
        let ExportedInput { name, answer, question } = input.clone();
        Input { number: 0, question, name, answer, bound: 0, plain_bound: 0, content }
    }

    fn play(&mut self, login: &str, archive: &[u8]) -> Result<Rebuilt> {
        let mut project = match Project::read(archive) {
            Ok(project) => project,
            Err(error) => return Ok(not_run(&error.to_string())),
        };
        let known: Vec<ExportedInput> = self.inputs.iter().map(|(input, _)| input.clone()).collect();
        for (name, content) in project.code(&known) {
            self.code.add(login, name, content);
        }
        let left_out = std::mem::take(&mut project.left_out);
        let Some(root) = project.root() else {
            return Ok(Rebuilt { left_out, ..not_run("there is no play.sh in the archive") });
        };
        project.prepare(&root, &self.inputs);
        let tar = project.tar().map_err(|error| Error::Internal(format!("{login}: {error}")))?;
        drop(project);
        let finished = self.sandbox.play(self.options, &root, &tar)?;
        let mut rebuilt = self.of_run(finished);
        rebuilt.left_out = left_out;
        Ok(rebuilt)
    }

    fn of_run(&self, finished: Finished) -> Rebuilt {
        let mut run = RunReport {
            seconds: finished.time.as_secs_f64(),
            peak_memory: finished.peak_memory,
            last_words: finished.last_words,
            ..RunReport::default()
        };
        let time = Duration::as_secs_f64(&self.options.time);
        match finished.outcome {
            Outcome::Exited(0) => {}
            Outcome::TimeOut => {
                run.timed_out = true;
                run.text = format!("no end within {time} s");
            }
            Outcome::OutOfMemory => {
                run.text = format!("used more than {} MiB of memory", self.options.memory >> 20);
            }
            Outcome::TooMuchOutput => run.text = "left too many or too large outputs".into(),
            outcome => run.text = format!("the sandbox failed: {outcome:?}"),
        }
        if finished.outcome != Outcome::Exited(0) {
            return Rebuilt { run, ..Rebuilt::default() };
        }
        let (code, log) = status(&finished.output);
        run.last_words = last_line(&log);
        run.succeeded = code == Some(0);
        run.timed_out = code.is_some_and(|code| TIMED_OUT.contains(&code)) && run.seconds >= time;
        run.text = match code {
            _ if run.timed_out => format!("no end within {time} s"),
            Some(code) => format!("exit code {code} after {:.1} s", run.seconds),
            None => "left no exit code".into(),
        };
        let files = match outputs(finished.output, &self.inputs) {
            Ok(files) => {
                files.into_iter().map(|file| (base_name(&file.name).to_owned(), file.content)).collect()
            }
            Err(error) => {
                run.text = format!("{}; {error}", run.text);
                HashMap::new()
            }
        };
        Rebuilt { run, left_out: Vec::new(), files }
    }

    fn compare(&self, input: &Input, submitted: &[u8], judged: &Judged, rebuilt: &Rebuilt) -> FileReport {
        let report = |status: FileStatus, score: Option<i64>, detail: String| FileReport {
            name: input.answer.clone(),
            status,
            submitted_score: judged.score,
            rebuilt_score: score,
            detail,
        };
        let Some(content) = rebuilt.files.get(&input.answer) else {
            let status = if rebuilt.run.timed_out { FileStatus::TimeOut } else { FileStatus::Missing };
            return report(status, None, String::new());
        };
        if content == submitted {
            return report(FileStatus::Same, Some(judged.score), String::new());
        }
        if content.len() as u64 > MAX_ANSWER {
            return report(FileStatus::Other, None, format!("larger than {MAX_ANSWER} bytes"));
        }
        let found = judge(self.game, input, content);
        let is_equal =
            (found.outcome, found.points, found.score) == (judged.outcome, judged.points, judged.score);
        let detail = format!("{}, submitted {}", found.outcome.name(), judged.outcome.name());
        if is_equal {
            return report(FileStatus::SameScore, Some(found.score), String::new());
        }
        report(FileStatus::Other, Some(found.score), detail)
    }
}

/// The newest archive with a `play.sh`; if there is none, the newest.
fn newest_with_script(source: &mut Source, team: &Team) -> Result<Option<(String, Vec<u8>)>> {
    let mut newest = None;
    for name in &team.archives {
        let content = source.read(name)?;
        if Project::read(&content).is_ok_and(|project| project.root().is_some()) {
            return Ok(Some((name.clone(), content)));
        }
        newest.get_or_insert((name.clone(), content));
    }
    Ok(newest)
}

fn not_run(why: &str) -> Rebuilt {
    Rebuilt { run: RunReport { text: why.into(), ..RunReport::default() }, ..Rebuilt::default() }
}

/// The exit code of `play.sh` and the end of what it wrote, from the files that came out of the sandbox.
fn status(tar: &[u8]) -> (Option<i32>, String) {
    let sent = File { name: "outputs.tar".into(), content: tar.to_vec() };
    let read = laplace_archive::read(&[sent], &laplace_archive::Limits::default(), &|name| name == STATUS);
    let file = read.ok().and_then(|unpacked| unpacked.files.into_iter().next());
    let text = file.map(|file| String::from_utf8_lossy(&file.content).into_owned()).unwrap_or_default();
    match text.split_once('\n') {
        Some((code, log)) => (code.trim().parse().ok(), log.to_owned()),
        None => (None, String::new()),
    }
}

/// The last line that is not blank, short and without control characters.
fn last_line(log: &str) -> String {
    let line = log.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    line.chars().filter(|char| !char.is_control()).take(200).collect()
}
