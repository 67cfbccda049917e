//! `laplace demon judge`: one answer, or a folder of them.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use laplace_games::demon::bound::{Bounds, bounds};
use laplace_games::demon::format::{FileKind, FileName, Question};
use laplace_games::demon::{MOVE_LIMIT, format};
use laplace_games::text::Found;
use laplace_judge::demon::{GameResult, Verdict};
use laplace_manual::one_of;
use serde_json::{Map, Value, json};

use super::QUESTIONS;
use super::answer::{inputs, names};
use super::bound::bounds_json;
use crate::failure::{Failure, json_message, worst_of};
use crate::files::FileArg;

pub(super) const HELP: &str = "\
The question is read off the name of one of the files (qN-input-K, qN-output-K) or given with --question. \
Exit code 0: right; for question 5, a game of this input with a legal move, whatever its score. Exit code 1: wrong.

With two folders, every qN-input-K of the first is judged with the qN-output-K of the second; with one folder, both \
are in it. Exit code 0: all are right. Exit code 1: one is wrong or missing.

Examples: laplace demon judge inputs/q4-input-73 outputs/q4-output-73
          laplace demon judge q5-input-1 q5-output-1 --json
          laplace demon judge inputs outputs";

/// An input and the answer to it, or folders of them.
#[derive(Debug, Args)]
pub(crate) struct Judge {
    /// The input, or a folder of inputs
    input: FileArg,
    /// The answer, or a folder of answers [default: the folder of the inputs]
    output: Option<FileArg>,
    /// The question, 1 to 5, if the file names do not contain it
    #[arg(long, value_name = "N", value_parser = one_of::<u32>(QUESTIONS), hide_possible_values = true)]
    question: Option<u32>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Judge {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let output = self.output.as_ref().unwrap_or(&self.input);
        match (folder(&self.input), folder(output)) {
            (Some(inputs), Some(outputs)) if self.question.is_none() => self.judge_folder(inputs, outputs),
            (Some(_), Some(_)) => Err(Failure::Usage("--question is for two files, not for folders".into())),
            (None, None) if self.output.is_some() => self.judge_file(output),
            (None, None) => Err(Failure::Usage(format!("{}: give the answer too", self.input))),
            (Some(_), None) => Err(Failure::Usage(format!("{} is a folder and {output} is not", self.input))),
            (None, Some(_)) => Err(Failure::Usage(format!("{output} is a folder and {} is not", self.input))),
        }
    }

    fn judge_file(&self, output: &FileArg) -> Result<(), Failure> {
        let question = self.question(output)?;
        let judged = Judged::new(question, &self.input, &output.read()?)?;
        let report = if self.json { format!("{}\n", Value::from(judged.json())) } else { judged.text() };
        FileArg::Stdio.write(report.as_bytes())?;
        if judged.verdict.is_right() { Ok(()) } else { Err(Failure::Wrong) }
    }

    fn question(&self, output: &FileArg) -> Result<Question, Failure> {
        let named = |place: &FileArg| Some(place.file_name()?.parse::<FileName>().ok()?.question);
        self.question
            .and_then(Question::from_number)
            .or_else(|| named(&self.input))
            .or_else(|| named(output))
            .ok_or_else(|| {
                Failure::Usage("cannot tell the question from the file names: use --question N".into())
            })
    }

    fn judge_folder(&self, from: &Path, to: &Path) -> Result<(), Failure> {
        let names_of_inputs = inputs(from)?;
        if names_of_inputs.is_empty() {
            return Err(Failure::text(&self.input, "found no input, expected files named qN-input-K"));
        }
        let mut totals = Totals::default();
        let mut rows = Vec::new();
        let mut failures = Vec::new();
        if !self.json {
            FileArg::Stdio.write(b"answer          verdict    score   plain   tight\n")?;
        }
        for name in &names_of_inputs {
            let answer = name.answer();
            let entry = judged_pair(&FileArg::Path(from.join(name.to_string())), to, &answer);
            if let Entry::Failed(failure) = &entry {
                _ = failure.report();
            }
            totals.add(&entry);
            if self.json {
                rows.push(entry.json(&answer));
            } else {
                FileArg::Stdio.write(entry.row(&answer).as_bytes())?;
            }
            if let Entry::Failed(failure) = entry {
                failures.push(failure);
            }
        }
        let unknown: Vec<String> = names(to, FileKind::Output)?
            .into_iter()
            .filter(|output| !names_of_inputs.iter().any(|input| input.answer() == *output))
            .map(|output| output.to_string())
            .collect();
        let report =
            if self.json { format!("{}\n", totals.json(rows, &unknown)) } else { totals.text(&unknown) };
        FileArg::Stdio.write(report.as_bytes())?;
        worst_of(failures, names_of_inputs.len())?;
        if totals.wrong + totals.missing > 0 { Err(Failure::Wrong) } else { Ok(()) }
    }
}

fn folder(place: &FileArg) -> Option<&PathBuf> {
    match place {
        FileArg::Path(path) if path.is_dir() => Some(path),
        _ => None,
    }
}

/// The verdict on an answer, and the bounds on its score if its question has one.
struct Judged {
    question: Question,
    verdict: Verdict,
    bounds: Option<Bounds>,
}

impl Judged {
    fn new(question: Question, place: &FileArg, output: &[u8]) -> Result<Self, Failure> {
        let input = place.read()?;
        let verdict = laplace_judge::demon::judge(question, &input, output)
            .map_err(|error| Failure::text(place, error))?;
        // A wrong answer to question 5 has no game from which to compute the bounds; its input has the seed.
        let bounds = match &verdict.game {
            Some(game) => Some(bounds(game.seed, game.bound_moves())),
            None if question == Question::Q5 => {
                let seed = format::read_seed(&input).map_err(|error| Failure::text(place, error))?;
                Some(bounds(seed, MOVE_LIMIT))
            }
            None => None,
        };
        Ok(Self { question, verdict, bounds })
    }

    fn text(&self) -> String {
        let mut text = match self.verdict.fault() {
            Some(fault) => format!("wrong: {fault}\n"),
            None => "right\n".into(),
        };
        if let (Some(game), Some(bounds)) = (&self.verdict.game, &self.bounds) {
            if self.question == Question::Q4 && !self.verdict.is_right() {
                text.push_str("the game of the input:\n");
            }
            _ = writeln!(text, "score         {}", game.score);
            for (kind, bound) in bounds.iter() {
                _ = writeln!(text, "{:<13} {bound}", format!("{} bound", kind.name()));
            }
            _ = write!(
                text,
                "placed        {}\nlines         {}\ntetrises      {}\nback-to-back  {}\n\
                 ended         line {}: {}\n",
                game.placed, game.lines, game.tetrises, game.back_to_backs, game.line, game.ended
            );
        }
        text
    }

    fn json(&self) -> Map<String, Value> {
        let difference = self.verdict.difference.as_ref().map(|difference| {
            // Quotation marks are for people; the end of the file is a word of its own.
            let found = match &difference.found {
                Found::Text(text) => text,
                Found::End => "end-of-file",
            };
            json!({ "line": difference.line, "found": found, "expected": difference.expected })
        });
        let mut report = Map::new();
        report.insert("question".into(), (self.question as u8).into());
        report.insert("right".into(), self.verdict.is_right().into());
        report.insert("difference".into(), difference.into());
        report.insert("fault".into(), self.verdict.fault().map(json_message).into());
        if let Some(bounds) = &self.bounds {
            report.extend(game_fields(self.verdict.game.as_ref(), bounds));
        }
        report
    }
}

fn game_fields(game: Option<&GameResult>, bounds: &Bounds) -> Map<String, Value> {
    let count = |of: fn(&GameResult) -> u32| game.map_or(0, of);
    let (_, tightest) = bounds.tightest();
    let fields = json!({
        "score": count(|game| game.score),
        "bound": tightest,
        "bounds": bounds_json(bounds),
        "placed": count(|game| game.placed),
        "lines": count(|game| game.lines),
        "tetrises": count(|game| game.tetrises),
        "back_to_backs": count(|game| game.back_to_backs),
        "ended": game.map_or("not-a-game", |game| game.ended.word()),
        "ended_line": game.map(|game| game.line),
        "ended_text": game.map(|game| json_message(&game.ended)),
    });
    match fields {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

/// What became of one input of a folder.
enum Entry {
    Judged(Box<Judged>),
    /// There is no answer.
    Missing,
    /// The input or the answer cannot be read.
    Failed(Failure),
}

fn judged_pair(input: &FileArg, outputs: &Path, answer: &FileName) -> Entry {
    let path = outputs.join(answer.to_string());
    if !path.exists() {
        return Entry::Missing;
    }
    let judged = FileArg::Path(path).read().and_then(|output| Judged::new(answer.question, input, &output));
    judged.map_or_else(Entry::Failed, |judged| Entry::Judged(Box::new(judged)))
}

impl Entry {
    fn verdict(&self) -> &'static str {
        match self {
            Self::Judged(judged) if judged.verdict.is_right() => "right",
            Self::Judged(_) => "wrong",
            Self::Missing => "missing",
            Self::Failed(_) => "failed",
        }
    }

    /// A row of the table; the score and the bounds for questions 4 and 5.
    fn row(&self, answer: &FileName) -> String {
        let mut row = format!("{:<15} {:<7}", answer.to_string(), self.verdict());
        if let Self::Judged(judged) = self {
            if let (Some(game), Some(bounds)) = (&judged.verdict.game, &judged.bounds) {
                _ = write!(row, " {:>8}", game.score);
                for (_, bound) in bounds.iter() {
                    _ = write!(row, " {bound:>7}");
                }
            }
            if let Some(fault) = judged.verdict.fault() {
                _ = write!(row, "  {fault}");
            }
        }
        format!("{}\n", row.trim_end())
    }

    fn json(&self, answer: &FileName) -> Value {
        let mut report = match self {
            Self::Judged(judged) => judged.json(),
            Self::Missing => Map::new(),
            Self::Failed(failure) => Map::from_iter([("error".to_owned(), json_message(failure).into())]),
        };
        report.insert("name".into(), answer.to_string().into());
        report.insert("verdict".into(), self.verdict().into());
        report.into()
    }
}

/// The counts over a folder, and the sums over the games of question 5.
#[derive(Default)]
struct Totals {
    right: usize,
    wrong: usize,
    missing: usize,
    failed: usize,
    games: usize,
    score: u64,
    tight: u64,
}

impl Totals {
    fn add(&mut self, entry: &Entry) {
        match entry {
            Entry::Judged(judged) => {
                *(if judged.verdict.is_right() { &mut self.right } else { &mut self.wrong }) += 1;
                if let (Question::Q5, Some(bounds)) = (judged.question, &judged.bounds) {
                    self.games += 1;
                    self.score += u64::from(judged.verdict.game.as_ref().map_or(0, |game| game.score));
                    self.tight += u64::from(bounds.tightest().1);
                }
            }
            Entry::Missing => self.missing += 1,
            Entry::Failed(_) => self.failed += 1,
        }
    }

    fn text(&self, unknown: &[String]) -> String {
        let mut text = format!(
            "right {}, wrong {}, missing {}, failed {}\n",
            self.right, self.wrong, self.missing, self.failed
        );
        if self.games > 0 {
            _ = writeln!(
                text,
                "question 5: score {} in {} games, {} below the tight bounds",
                self.score,
                self.games,
                self.tight.saturating_sub(self.score)
            );
        }
        if !unknown.is_empty() {
            _ = writeln!(text, "without an input: {}", unknown.join(", "));
        }
        text
    }

    fn json(&self, rows: Vec<Value>, unknown: &[String]) -> Value {
        json!({
            "files": rows,
            "right": self.right,
            "wrong": self.wrong,
            "missing": self.missing,
            "failed": self.failed,
            "q5_score": self.score,
            "q5_tight_bound": self.tight,
            "without_an_input": unknown,
        })
    }
}
