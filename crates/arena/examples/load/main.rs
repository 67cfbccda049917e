//! Load: boards, uploads, live boards and memory of one server program, or of several beside each other.
//!
//! ```text
//! cargo build --release -p laplace-arena
//! cargo run --release -p laplace-arena --example load -- [--rounds N] [--only SCENARIO] PROGRAM [PROGRAM ...]
//! ```
//!
//! A program is a `laplace-arena`; it is used by its commands and over HTTP only, so that a program of an earlier commit
//! can stand beside the one of today. The programs take turns in each round, and the table has the best and the
//! median of the rounds, and the ratio of each to the first program. The scenarios are `board`, `uploads`, `projects`,
//! `live` and `attack`. Databases are files of SQLite in the temporary folder, or with `--database` an empty PostgreSQL for
//! one program and one scenario. Servers run on the loopback, and everything is bounded.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, reason = "a program for measuring")]

mod client;
mod scenarios;
mod server;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Parser;
use scenarios::{Figure, GAMES, Games, PROJECTS, SEED, attack, board, code, fill, live, projects, uploads};
use server::Prepared;

const SCENARIOS: [&str; 5] = ["board", "uploads", "projects", "live", "attack"];
const TEAMS: usize = 300;
const ARCHIVES: usize = 100;

/// Measures server programs beside each other.
#[derive(Parser)]
struct Arguments {
    /// How many times each scenario is run with each program
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Only this scenario; may be repeated
    #[arg(long, value_parser = SCENARIOS)]
    only: Vec<String>,
    /// An empty database in place of files, for one program and one scenario
    #[arg(long)]
    database: Option<String>,
    /// The programs; ratios are to the first
    #[arg(required = true)]
    programs: Vec<PathBuf>,
}

/// A program with its databases.
struct Subject {
    /// 300 teams with 20 submissions each.
    board: Option<Prepared>,
    /// Teams without submissions.
    uploads: Option<Prepared>,
    folder: PathBuf,
    /// The values of each figure, in the order of the rounds.
    figures: BTreeMap<&'static str, Vec<f64>>,
}

fn main() {
    let arguments = Arguments::parse();
    let folder = std::env::temp_dir().join(format!("laplace-load-{}", std::process::id()));
    measure(&arguments, &folder);
    fs::remove_dir_all(folder).unwrap();
}

fn measure(arguments: &Arguments, folder: &Path) {
    let wanted = |name: &str| arguments.only.is_empty() || arguments.only.iter().any(|only| only == name);
    let games = Games::play(GAMES);
    let archives: Vec<Vec<u8>> = (0..ARCHIVES).map(|short| games.archive(short, &[])).collect();
    let with_code: Vec<Vec<u8>> = (0..PROJECTS).map(|number| games.archive(number, &code(number))).collect();
    let short = Games::play(2);
    let mut subjects: Vec<Subject> = Vec::new();
    for (number, program) in arguments.programs.iter().enumerate() {
        let folder = folder.join(number.to_string());
        let database = arguments.database.as_deref();
        let prepare = |name: &str, inputs, teams| {
            Prepared::new(program, &folder.join(name), database, SEED, inputs, teams)
        };
        let mut subject =
            Subject { board: None, uploads: None, figures: BTreeMap::new(), folder: folder.clone() };
        if wanted("board") || wanted("live") {
            let board = prepare("board", 2, TEAMS);
            subject.add(fill(&board.serve(), &board.tokens, &short));
            subject.board = Some(board);
        }
        if wanted("uploads") || wanted("projects") || wanted("attack") {
            subject.uploads = Some(prepare("uploads", GAMES, ARCHIVES));
        }
        subjects.push(subject);
    }
    for _ in 0..arguments.rounds {
        for name in SCENARIOS {
            for subject in subjects.iter_mut().filter(|_| wanted(name)) {
                let copy = subject.folder.join("copy");
                let figures = match (name, &subject.board, &subject.uploads) {
                    ("board", Some(filled), _) => board(&filled.serve()),
                    ("live", Some(filled), _) => live(&filled.serve(), &filled.tokens),
                    ("uploads", _, Some(empty)) => {
                        uploads(&empty.serve_copy(&copy), &empty.tokens, &archives)
                    }
                    ("projects", _, Some(empty)) => {
                        projects(&empty.serve_copy(&copy), &empty.tokens, &with_code)
                    }
                    ("attack", _, Some(empty)) => attack(&empty.serve_copy(&copy), &empty.tokens),
                    _ => continue,
                };
                subject.add(figures);
            }
        }
    }
    report(&subjects);
}

impl Subject {
    fn add(&mut self, figures: Vec<Figure>) {
        for (name, value) in figures {
            self.figures.entry(name).or_default().push(value);
        }
    }
}

/// A line for each figure: best and median of each program, with the ratios to the first one.
fn report(subjects: &[Subject]) {
    let Some(first) = subjects.first() else { return };
    for name in first.figures.keys() {
        let figures: Vec<(f64, f64)> = subjects
            .iter()
            .filter_map(|subject| Some(best_and_median(name, subject.figures.get(name)?)))
            .collect();
        let Some(&(first_best, first_median)) = figures.first() else { continue };
        let columns = figures.iter().map(|(best, median)| {
            let (of_best, of_median) = (best / first_best, median / first_median);
            format!("  best {best:10.2} (x{of_best:.3}) median {median:10.2} (x{of_median:.3})")
        });
        println!("{name:56}{}", columns.collect::<String>());
    }
}

fn best_and_median(name: &str, values: &[f64]) -> (f64, f64) {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    if name.ends_with("a second") {
        values.reverse();
    }
    (values.first().copied().unwrap_or_default(), values.get(values.len() / 2).copied().unwrap_or_default())
}
