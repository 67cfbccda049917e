//! What the jury found, as a text table and as JSON.

use std::fmt::Write;

use serde::Serialize;

use super::similar::{CodeMatch, OutputMatch};

/// What was found about all teams.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The id of the contest.
    pub contest: String,
    /// Whether the programs ran in a sandbox.
    pub sandboxed: bool,
    /// The teams, in the order of the board.
    pub teams: Vec<TeamReport>,
    /// Outputs of different teams that are equal or nearly equal.
    pub outputs: Vec<OutputMatch>,
    /// Files of code of different teams that are equal or nearly equal.
    pub code: Vec<CodeMatch>,
}

/// What was found about a team.
#[derive(Clone, Debug, Serialize)]
pub struct TeamReport {
    /// Its login.
    pub login: String,
    /// Its name.
    pub name: String,
    /// The archive that was run: the newest one with a `play.sh`.
    pub archive: Option<String>,
    /// How it ran.
    pub run: RunReport,
    /// Entries of the archive that were left out.
    pub left_out: Vec<String>,
    /// Its outputs that count.
    pub files: Vec<FileReport>,
}

/// How `play.sh` ran.
#[derive(Clone, Debug, Default, Serialize)]
pub struct RunReport {
    /// Whether it ended by itself with exit code 0.
    pub succeeded: bool,
    /// Whether its time was over.
    pub timed_out: bool,
    /// How it ended, for people.
    pub text: String,
    /// The last line that it wrote.
    pub last_words: String,
    /// Its time in seconds.
    pub seconds: f64,
    /// The largest amount of memory that was seen, in bytes.
    pub peak_memory: u64,
}

/// What was found about an output that counts.
#[derive(Clone, Debug, Serialize)]
pub struct FileReport {
    /// Its name.
    pub name: String,
    /// What the rebuilt one is.
    pub status: FileStatus,
    /// The score of the submitted one; 0 where there is none.
    pub submitted_score: i64,
    /// The score of the rebuilt one.
    pub rebuilt_score: Option<i64>,
    /// More about it, for people.
    pub detail: String,
}

/// What a rebuilt output is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FileStatus {
    /// The same bytes.
    Same,
    /// Other bytes, judged the same.
    SameScore,
    /// Another verdict or score.
    Other,
    /// Not there.
    Missing,
    /// Not there when the time was over.
    TimeOut,
}

impl FileStatus {
    /// Its name in the table.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Same => "same bytes",
            Self::SameScore => "same score",
            Self::Other => "other",
            Self::Missing => "missing",
            Self::TimeOut => "time-out",
        }
    }
}

impl Report {
    /// The report as text for a terminal.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let wide = |lengths: &mut dyn Iterator<Item = usize>| lengths.max().unwrap_or(0);
        let logins = wide(&mut self.teams.iter().map(|team| team.login.chars().count())).max(4);
        let files = self.teams.iter().flat_map(|team| &team.files);
        let names = wide(&mut files.map(|file| file.name.chars().count())).max(4);
        _ = writeln!(
            text,
            "{:<logins$}  {:<names$}  {:<10}  {:>9}  {:>9}  detail",
            "team", "file", "result", "submitted", "rebuilt"
        );
        for team in &self.teams {
            for file in &team.files {
                let rebuilt = file.rebuilt_score.map_or_else(|| "-".to_owned(), |score| score.to_string());
                let line = format!(
                    "{:<logins$}  {:<names$}  {:<10}  {:>9}  {rebuilt:>9}  {}",
                    team.login,
                    file.name,
                    file.status.name(),
                    file.submitted_score,
                    file.detail
                );
                _ = writeln!(text, "{}", line.trim_end());
            }
        }
        _ = writeln!(text, "\nplay.sh");
        for team in &self.teams {
            let words = if team.run.last_words.is_empty() {
                String::new()
            } else {
                format!(": {}", team.run.last_words)
            };
            let archive = team.archive.as_deref().unwrap_or("-");
            _ = writeln!(text, "{:<logins$}  {archive}  {}{words}", team.login, team.run.text);
            for name in &team.left_out {
                _ = writeln!(text, "{:<logins$}  left out: {name}", "");
            }
        }
        if !self.outputs.is_empty() {
            _ = writeln!(text, "\nequal outputs");
        }
        for found in &self.outputs {
            _ = writeln!(text, "{}  {}  {}", found.name, found.teams.join(", "), percent(found.similarity));
        }
        if !self.code.is_empty() {
            _ = writeln!(text, "\nequal code");
        }
        for found in &self.code {
            let files: Vec<String> =
                found.files.iter().map(|(team, name)| format!("{team}: {name}")).collect();
            _ = writeln!(text, "{}  {}", files.join(", "), percent(found.similarity));
        }
        let count = |status: FileStatus| {
            let files = self.teams.iter().flat_map(|team| &team.files);
            files.filter(|file| file.status == status).count()
        };
        _ = writeln!(
            text,
            "\n{} same bytes, {} same score, {} other, {} missing, {} time-out",
            count(FileStatus::Same),
            count(FileStatus::SameScore),
            count(FileStatus::Other),
            count(FileStatus::Missing),
            count(FileStatus::TimeOut)
        );
        text
    }
}

/// Equal files are named as such; a nearly equal one never rounds up to 100 %.
fn percent(similarity: f64) -> String {
    if similarity >= 1.0 {
        "identical".into()
    } else {
        format!("{:.1} %", (similarity * 1000.0).floor() / 10.0)
    }
}
